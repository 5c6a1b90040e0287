"""Stage ``certificate``: both texts become programs, and the programs pass the certificate."""

from probe.answers import read_translation
from probe.certificate import certify, complexity, correct_option
from probe.filters.asking import Asker, Unreadable
from probe.filters.settings import CertificateSettings
from probe.filters.stage import Tools, accept, not_run, reject
from probe.ports import Model
from probe.prompts import Prompts
from probe.values import (
    Bias,
    Candidate,
    Certificate,
    Evidence,
    Examination,
    Message,
    Profile,
    Programs,
    ProofStep,
    Request,
    Seed,
    Texts,
)

RETRANSLATED = frozenset({"loads", "decides"})
"""Failing one of these, a program is malformed or incomplete and is translated again (PROBE-SWE, section 4)."""


class CertificateStage:
    """Accepts where no check of the profile's certificate fails.

    A candidate that brings its programs along is not translated. One whose translation cannot be read, does not load
    or does not decide is translated again, with the same run index and a further attempt; a translator that gives the
    same programs once more has said its last word.
    """

    name = "certificate"

    def __init__(self, settings: CertificateSettings, profile: Profile, asker: Asker, tools: Tools) -> None:
        self._profile = profile
        self._translations = settings.translations
        self._asker = asker
        self._tools = tools

    async def examine(self, candidate: Candidate) -> Candidate:
        """Translate as often as needed and allowed, and let the oracle certify the programs."""
        if candidate.programs is not None:
            return await self._certified(candidate, candidate.programs, {"translations": 0})
        translator = self._tools.translator
        if translator is None:
            return candidate.after(not_run(self.name, "translator"))
        problems: list[str] = []
        outcome, earlier = candidate, set[Programs]()
        for attempt in range(self._translations):
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

    async def _translate(self, candidate: Candidate, translator: Model, attempt: int) -> Programs | Unreadable:
        example = self._tools.corpus.seeds_of(candidate.bias)[0]
        messages = translation_question(self._tools.prompts, candidate.bias, candidate.texts, example)
        request = Request(purpose="translate", messages=messages, attempt=attempt)
        return (await self._asker.ask(translator, request, read_translation, attempts=1)).said

    async def _certified(self, candidate: Candidate, programs: Programs, evidence: Evidence) -> Candidate:
        examination = await self._tools.oracle.examine(programs, self._profile)
        certificate = certify(examination, candidate.bias, self._profile)
        evidence |= {"outcomes": {check.name: check.outcome.value for check in certificate.checks}}
        evidence |= {"case_facts": list(case_facts(examination))}
        failing = certificate.failing
        reason = f"{failing[0].name}: {failing[0].reason}" if failing else "every check of the certificate passes"
        result = (reject if failing else accept)(self.name, reason, **evidence)
        return candidate.after(result, **_findings(programs, examination, certificate))


def translation_question(prompts: Prompts, bias: Bias, texts: Texts, example: Seed) -> tuple[Message, ...]:
    """Return what a translator is asked for the programs of ``texts``, with ``example`` to go by."""
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
    }


def case_facts(examination: Examination) -> tuple[str, ...]:
    """Return the facts of either program (not of the axioms) that a proof rests on, each once, in order."""
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
