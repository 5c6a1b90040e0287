"""Stage ``certificate``: both texts become programs, and the programs pass the certificate."""

from probe.answers import read_translation
from probe.certificate import certify, complexity, correct_option
from probe.certificate.meaning import certify_meaning, without_fact
from probe.filters.asking import Asker, Calls, Unreadable, question_tokens, text_tokens
from probe.filters.stage import Count, Example, Stage, StageSettings, accept, not_run, reject
from probe.prompts import Prompts
from probe.values import (
    Bias,
    Candidate,
    Certificate,
    Check,
    Evidence,
    Examination,
    FactTwin,
    Message,
    Profile,
    Programs,
    ProofStep,
    Request,
    Seed,
    Texts,
)
from probe.values.dilemma import REFUSED

RETRANSLATED = frozenset({"loads", "decides"})
"""A program that fails one of these is malformed or incomplete and is translated again (PROBE-SWE, section 4)."""


class CertificateSettings(StageSettings):
    """How often a pair is translated in total while translations are unusable (PROBE-SWE, section 4: up to 3)."""

    translations: Count = 3


class CertificateStage(Stage[CertificateSettings]):
    """Accepts if no check in the profile's certificate fails.

    A candidate that already has programs is not translated. If a translation cannot be read, does not load or does not
    decide, the pair is translated again with the same run index and the next attempt number. If the translator repeats
    its programs, it is not asked again.
    """

    name = "certificate"
    form = CertificateSettings
    role = "translator"
    gives_programs = True
    published_rejections = 1026

    async def examine(self, candidate: Candidate) -> Candidate:
        """Translate as often as necessary and allowed, and certify the programs with the oracle's findings."""
        if candidate.programs is not None:
            return await self._certified(candidate, candidate.programs, {"translations": 0})
        translator = self.asker
        if translator is None:
            return candidate.after(not_run(self.name, "translator"))
        problems: list[str] = []
        outcome, earlier = candidate, set[Programs]()
        for attempt in range(self.settings.translations):
            programs = await self._translate(candidate, translator, attempt)
            evidence: Evidence = {"translations": attempt + 1, "given_up": list(problems)}
            if isinstance(programs, Unreadable):
                problems.append(f"cannot be read: {programs.problem}")
                evidence |= {"answer": programs.answer}
                outcome = candidate.after(reject(self.name, f"the translation {problems[-1]}", **evidence))
                continue
            if programs in earlier:
                break
            earlier.add(programs)
            outcome = await self._certified(candidate, programs, evidence)
            assert outcome.certificate is not None
            malformed = [check for check in outcome.certificate.failing if check.name in RETRANSLATED]
            if not malformed:
                break
            problems.append(f"{malformed[0].name}: {malformed[0].reason}")
        return outcome

    async def _translate(self, candidate: Candidate, translator: Asker, attempt: int) -> Programs | Unreadable:
        example = self.resources.corpus.seeds_of(candidate.bias)[0]
        messages = _question(self.resources.prompts, candidate.bias, candidate.texts, example)
        request = Request(purpose="translate", messages=messages, attempt=attempt)
        return (await translator.ask(request, read_translation, attempts=1)).parsed

    async def _certified(self, candidate: Candidate, programs: Programs, evidence: Evidence) -> Candidate:
        profile = self.resources.profile
        examination = await self.resources.open_oracle().examine(programs, profile)
        certificate = certify(examination, candidate.bias, profile)
        if profile is Profile.STRICT and candidate.twin is not None:
            more = await self._meaning(candidate, programs, examination, candidate.twin)
            certificate = certificate.model_copy(update={"checks": (*certificate.checks, *more)})
        evidence |= {"outcomes": {check.name: check.outcome.value for check in certificate.checks}}
        evidence |= {"case_facts": list(case_facts(examination))}
        failing = certificate.failing
        reason = f"{failing[0].name}: {failing[0].reason}" if failing else "every check in the certificate passes"
        result = (reject if failing else accept)(self.name, reason, **evidence)
        return candidate.after(result, **_findings(programs, examination, certificate))

    async def _meaning(
        self, candidate: Candidate, programs: Programs, original: Examination, twin: FactTwin
    ) -> tuple[Check, ...]:
        """Return the checks of the twin, and whether the decision follows from the facts and rules of the text."""
        oracle = self.resources.open_oracle()
        other = await oracle.examine(twin.programs(programs.axioms), Profile.STRICT)
        certificate = certify(other, candidate.bias, Profile.STRICT)
        open_verdict = await oracle.verdict(without_fact(programs, twin))
        verdicts = original.unbiased, other.unbiased, open_verdict
        return certify_meaning(candidate, programs, certificate, verdicts=verdicts)

    @classmethod
    def calls(cls, settings: CertificateSettings, seen: float, passed: float, example: Example) -> Calls:
        """Count one translation for each passing candidate, and the maximum for every other one."""
        seed, programs = example.seed, example.seed.programs
        question = _question(example.prompts, seed.bias, seed.texts, seed)
        answer = text_tokens(programs.axioms, programs.unbiased, programs.biased, programs.note)
        number = passed + (seen - passed) * settings.translations
        return Calls("translate", cls.role, number, question_tokens(question), answer)

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Return how many checks reject the pair: those that fail or could not be completed."""
        outcomes = evidence.get("outcomes")
        if not isinstance(outcomes, dict):
            return ""
        failing = sum(str(outcome) in REFUSED for outcome in outcomes.values())
        return f"{failing} of {len(outcomes)} checks {'fails' if failing == 1 else 'fail'}"


def _question(prompts: Prompts, bias: Bias, texts: Texts, example: Seed) -> tuple[Message, ...]:
    """Return the request for the programs of ``texts``, with ``example`` as a demonstration."""
    return prompts.fill(
        "translate",
        bias=bias.value,
        unbiased=texts.unbiased,
        biased=texts.biased,
        example_unbiased=example.texts.unbiased,
        example_biased=example.texts.biased,
        example_axioms=example.programs.axioms,
        example_unbiased_program=example.programs.unbiased,
        example_biased_program=example.programs.biased,
        example_note=example.programs.note,
    )


def _findings(programs: Programs, examination: Examination, certificate: Certificate) -> dict[str, object]:
    return {
        "programs": programs,
        "certificate": certificate,
        "correct_option": correct_option(examination),
        "complexity": complexity(examination),
        "case_facts": case_facts(examination),
    }


def case_facts(examination: Examination) -> tuple[str, ...]:
    """Return the facts of either program (not of the axioms) that a proof uses, each once, in order."""
    found: dict[str, None] = {}

    def walk(step: ProofStep) -> None:
        if step.kind == "fact" and step.succeeded and step.place and step.place.source == "program":
            found.setdefault(step.goal)
        for child in step.children:
            walk(child)

    for verdict in (examination.unbiased, examination.biased):
        if verdict.proof:
            walk(verdict.proof)
    return tuple(found)


STAGE = CertificateStage
