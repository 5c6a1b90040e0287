"""Stage ``certificate``: both texts become programs, and the programs pass the certificate."""

from probe.answers import read_translation
from probe.asking import Asker, Calls, Unreadable, question_tokens, text_tokens
from probe.certificate import certify, complexity, correct_option
from probe.certificate.meaning import Examined, certify_twin
from probe.filters.stage import Count, Stage, StageSettings, TypicalDilemma, accept, not_run, reject
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
    Outcome,
    Profile,
    Programs,
    ProofStep,
    Request,
    Seed,
    Texts,
    canonical_json,
)
from probe.values.certificate import REFUSED_OUTCOMES

UNREADABLE = "unreadable"
"""Stands for the failed check of a translation that cannot be read."""
SHOWN_EVIDENCE = 600
"""Characters of a check's evidence that the translator is shown."""


class CertificateSettings(StageSettings):
    """How often a pair is translated in total while a check fails (PROBE-SWE, section 4: up to 3).

    The published code asks again after any failure, too.
    """

    translations: Count = 3


class CertificateStage(Stage[CertificateSettings]):
    """Accepts if no check in the profile's certificate fails.

    A candidate that already has programs is not translated. If a translation cannot be read, the question is asked
    again; if it fails a check, the translator is shown its programs and the failed checks with reasons and evidence.
    Both keep the run index and take the next attempt number. If the translator repeats its programs, it is not
    asked again.
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
            return candidate.with_result(not_run(self.name, "translator"))
        outcome, problems, translations = candidate, list[str](), list[tuple[Programs, Certificate]]()
        failed_checks = list[tuple[str, ...]]()
        unread_problem = ""
        for attempt in range(self.settings.translations):
            programs = await self._translate(
                candidate, translator, attempt, translations[-1] if translations else None, unread_problem
            )
            unread_problem = programs.problem if isinstance(programs, Unreadable) else ""
            evidence: Evidence = {"translations": attempt + 1, "given_up": list(problems)}
            if isinstance(programs, Unreadable):
                problems.append(f"cannot be read: {programs.problem}")
                failed_checks.append((UNREADABLE,))
                evidence |= {"answer": programs.answer}
                outcome = candidate.with_result(reject(self.name, f"the translation {problems[-1]}", **evidence))
                continue
            # The same programs fail the same checks, so asking once more would only cost money.
            if programs in (earlier_programs for earlier_programs, _ in translations):
                break
            outcome = await self._certified(candidate, programs, evidence)
            assert outcome.certificate is not None
            translations.append((programs, outcome.certificate))
            failing_checks = outcome.certificate.failing
            failed_checks.append(tuple(check.name for check in failing_checks))
            if not failing_checks:
                break
            problems.append(f"{failing_checks[0].name}: {failing_checks[0].reason}")
        return outcome.model_copy(update={"failed_checks": tuple(failed_checks)})

    async def _translate(
        self,
        candidate: Candidate,
        translator: Asker,
        attempt: int,
        last_translation: tuple[Programs, Certificate] | None,
        unread_problem: str,
    ) -> Programs | Unreadable:
        """Ask for programs; after a ``last_translation`` translation that failed, for corrected ones.

        ``unread_problem`` says why the last answer could not be read.
        """
        example, prompts = self.resources.corpus.seeds_of(candidate.bias)[0], self.resources.prompts
        messages = _question(prompts, candidate.bias, candidate.texts, example)
        if last_translation:
            programs, certificate = last_translation
            answer = Message(role="assistant", content=_as_answered(programs))
            messages = (*messages, answer, *prompts.fill("retranslate", failures=failures(certificate)))
        request = Request(purpose="translate", messages=messages, attempt=attempt, problem=unread_problem)
        return (await translator.ask(request, read_translation, attempts=1)).parsed

    async def _certified(self, candidate: Candidate, programs: Programs, evidence: Evidence) -> Candidate:
        profile = self.resources.profile
        examination = await self.resources.open_oracle().examine(programs, profile)
        certificate = certify(examination, candidate.bias, profile)
        # Only composed dilemmas have twins, and the paper's profile has no certificate of meaning.
        if profile is Profile.STRICT and candidate.twin is not None:
            meaning_checks = await self._meaning(candidate, programs, examination, candidate.twin)
            certificate = certificate.model_copy(update={"checks": (*certificate.checks, *meaning_checks)})
        evidence |= {"outcomes": {check.name: check.outcome.value for check in certificate.checks}}
        evidence |= {"case_facts": list(case_facts(examination))}
        if examination.probes and (required := examination.probes.unbiased.needed):
            evidence |= {"needed": {"depth": required.depth, "size": required.size}}
        failing_checks = certificate.failing
        reason = (
            f"{failing_checks[0].name}: {failing_checks[0].reason}"
            if failing_checks
            else "every check in the certificate passes"
        )
        result = (reject if failing_checks else accept)(self.name, reason, **evidence)
        return candidate.with_result(result, **_findings(programs, examination, certificate))

    async def _meaning(
        self, candidate: Candidate, programs: Programs, original: Examination, twin: FactTwin
    ) -> tuple[Check, ...]:
        """Return the checks of the twin, and whether the decision follows from the facts and rules of the text."""
        oracle = self.resources.open_oracle()
        twin_examination = await oracle.examine(twin.programs(programs.axioms), Profile.STRICT)
        open_verdict = await oracle.verdict(twin.without_fact(programs))
        return certify_twin(candidate, programs, Examined(original, twin_examination, open_verdict), Profile.STRICT)[1]

    @classmethod
    def calls(
        cls, settings: CertificateSettings, seen_count: float, passed_count: float, example: TypicalDilemma
    ) -> Calls:
        """Count one translation for each passing candidate, and the maximum for every other one."""
        seed, programs = example.seed, example.seed.programs
        question = _question(example.prompts, seed.bias, seed.texts, seed)
        answer = text_tokens(programs.axioms, programs.unbiased, programs.biased, programs.note)
        number = passed_count + (seen_count - passed_count) * settings.translations
        return Calls("translate", cls.role, number, question_tokens(question), answer)

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Return how many checks reject the pair: those that fail or could not be completed."""
        outcomes = evidence.get("outcomes")
        if not isinstance(outcomes, dict):
            return ""
        failing_count = sum(str(outcome) in REFUSED_OUTCOMES for outcome in outcomes.values())
        return f"{failing_count} of {len(outcomes)} checks {'fails' if failing_count == 1 else 'fail'}"


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


def _as_answered(programs: Programs) -> str:
    """Return programs in the form of a translator's answer."""
    code = {"Axioms": programs.axioms, "Unbiased": programs.unbiased, "Biased": programs.biased}
    sections = [f"## {name}\n```prolog\n{text}\n```" for name, text in code.items()]
    return "\n\n".join([*sections, f"## NL Representation of Axioms\n{programs.note}"])


def failures(certificate: Certificate) -> str:
    """Return the failed checks for the translator: name, reason and the beginning of the evidence.

    A check that could not be completed is named only if none fails: which ones those are depends on how busy the
    machine is, and a question must not.
    """
    failed_checks = [check for check in certificate.failing if check.outcome is Outcome.FAILS]
    lines = []
    for check in failed_checks or certificate.failing:
        evidence = canonical_json(check.evidence)
        lines.append(f"- {check.name}: {check.reason}")
        lines += [f"  evidence: {evidence[:SHOWN_EVIDENCE]}"] if check.evidence else []
    return "\n".join(lines)


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
    facts: dict[str, None] = {}

    def walk(step: ProofStep) -> None:
        if step.kind == "fact" and step.succeeded and step.place and step.place.source == "program":
            facts.setdefault(step.goal)
        for child in step.children:
            walk(child)

    for verdict in (examination.unbiased, examination.biased):
        if verdict.proof:
            walk(verdict.proof)
    return tuple(facts)


STAGE = CertificateStage
