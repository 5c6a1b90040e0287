"""Everything that speaks for or against one dilemma, ready to be shown on a terminal or a page."""

from collections.abc import Sequence
from dataclasses import dataclass

from probe.certificate.proof import proof_sentences
from probe.ports import Oracle
from probe.services.audit import Audited, audit_pair
from probe.services.check_meaning import Meaning, meaning_of
from probe.services.differences import Line, Piece, line_differences, word_differences
from probe.services.evidence import Told, tell
from probe.services.proof_steps import Step, read_proof
from probe.values import (
    Arm,
    Certificate,
    Check,
    Decision,
    Diagnostic,
    Examination,
    Outcome,
    Pair,
    Profile,
    Program,
    Programs,
    StageOutcome,
    Verdict,
)


@dataclass(frozen=True)
class ShownCheck:
    """A check with its meaning and its evidence as lines."""

    check: Check
    meaning: Meaning
    evidence: tuple[Told, ...]


@dataclass(frozen=True)
class ShownProgram:
    """One text's program: its lines with the differences marked, its verdict, and its proof (None: there is none).

    ``sentences`` tell the proof as a short paragraph, the decision first.
    """

    arm: Arm
    lines: tuple[Line, ...]
    verdict: Verdict
    proof: Step | None
    sentences: tuple[str, ...]
    diagnostics: tuple[str, ...]


@dataclass(frozen=True)
class ShownStage:
    """What a stage of the cascade said of the pair when it was made."""

    stage: str
    outcome: str
    reason: str
    evidence: tuple[Told, ...]


@dataclass(frozen=True)
class ArmDecisions:
    """A subject's decisions on one version of the text, by run."""

    arm: Arm
    decisions: tuple[Decision, ...]
    wrong: int


@dataclass(frozen=True)
class SubjectDecisions:
    """A subject's decisions on the pair. Of ``compared`` runs that can be read in both arms, ``flips`` differ."""

    subject: str
    arms: tuple[ArmDecisions, ...]
    flips: int
    compared: int


@dataclass(frozen=True)
class Dossier:
    """One dilemma with all that is known of it."""

    pair: Pair
    audited: Audited
    unbiased_text: tuple[Piece, ...]
    biased_text: tuple[Piece, ...]
    axioms: tuple[Line, ...]
    programs: tuple[ShownProgram, ShownProgram]
    checks: tuple[ShownCheck, ...]
    stages: tuple[ShownStage, ...]
    subjects: tuple[SubjectDecisions, ...] = ()

    @property
    def failing(self) -> tuple[ShownCheck, ...]:
        """The checks that fail, in their order."""
        return tuple(one for one in self.checks if one.check.outcome is Outcome.FAILS)

    @property
    def same_proof(self) -> bool:
        """Whether both programs are proved by the same steps, whatever their lines are called."""
        first, second = (program.proof for program in self.programs)
        return first is not None and second is not None and _shape(first) == _shape(second)


def _shape(step: Step) -> tuple[str, str, bool, tuple[object, ...]]:
    return step.goal, step.kind, step.succeeded, tuple(_shape(child) for child in step.children)


async def make_dossier(
    pair: Pair, oracle: Oracle, profile: Profile, decisions: Sequence[tuple[str, Sequence[Decision]]] = ()
) -> Dossier:
    """Let the oracle decide the pair again, and gather what speaks for and against it.

    ``decisions`` holds, for each subject, its decisions on this pair.
    """
    audited = await audit_pair(pair, oracle, profile, proofs=True)
    left, right = word_differences(pair.unbiased, pair.biased)
    return Dossier(
        pair=pair,
        audited=audited,
        unbiased_text=left,
        biased_text=right,
        axioms=numbered(pair.axioms),
        programs=shown_programs(pair.programs, audited.examination),
        checks=shown_checks(audited.certificate),
        stages=shown_stages(pair),
        subjects=tuple(_subject(subject, pair, made) for subject, made in decisions if made),
    )


def shown_programs(programs: Programs, found: Examination) -> tuple[ShownProgram, ShownProgram]:
    """Return both programs of a pair, with their differences marked."""
    lines = line_differences(programs.unbiased, programs.biased)
    return (
        shown_program(Arm.UNBIASED, programs.of(Arm.UNBIASED), lines[0], found.unbiased),
        shown_program(Arm.BIASED, programs.of(Arm.BIASED), lines[1], found.biased),
    )


def shown_checks(certificate: Certificate) -> tuple[ShownCheck, ...]:
    """Return the checks of a certificate with what they mean."""
    return tuple(ShownCheck(one, meaning_of(one.name), tell(one.evidence)) for one in certificate.checks)


def numbered(text: str) -> tuple[Line, ...]:
    """Return the lines of a program, none marked."""
    return tuple(Line(number, line) for number, line in enumerate(text.rstrip().splitlines(), 1))


def shown_program(arm: Arm, program: Program, lines: tuple[Line, ...], verdict: Verdict) -> ShownProgram:
    """Return a program with its verdict and its proof for readers."""
    proof = read_proof(verdict.proof, program.axioms, program.text) if verdict.proof else None
    sentences = tuple(proof_sentences(verdict.proof)) if verdict.proof else ()
    said = tuple(_diagnostic(one) for one in verdict.diagnostics)
    if proof and verdict.depth and verdict.depth > (shown := proof.levels):
        said += (f"the proof is {verdict.depth} rules deep: its first {shown} levels are shown",)
    return ShownProgram(arm, lines, verdict, proof, sentences, said)


def _diagnostic(found: Diagnostic) -> str:
    where = f" ({found.place.source} line {found.place.line})" if found.place else ""
    return f"{found.message}{where}"


def shown_stages(pair: Pair) -> tuple[ShownStage, ...]:
    """Return the pair's evidence by stage; the certificate stands by itself."""
    shown = []
    for stage, evidence in pair.evidence.items():
        rest = {key: value for key, value in evidence.items() if key not in ("outcome", "reason", "checks")}
        outcome = str(evidence.get("outcome", "recorded")).replace("_", " ")
        shown.append(ShownStage(stage, outcome, str(evidence.get("reason", "")), tell(rest)))
    return tuple(sorted(shown, key=lambda one: one.outcome == StageOutcome.ACCEPTED.value))


def _subject(subject: str, pair: Pair, made: Sequence[Decision]) -> SubjectDecisions:
    right = pair.correct_option.letter
    arms = []
    letters: dict[Arm, dict[int, str]] = {}
    for arm in Arm:
        ours = tuple(sorted((one for one in made if one.arm is arm), key=lambda one: one.run))
        if ours:
            letters[arm] = {one.run: one.decision for one in ours if one.decision != "unparsed"}
            arms.append(ArmDecisions(arm, ours, sum(letter != right for letter in letters[arm].values())))
    unbiased, biased = letters.get(Arm.UNBIASED, {}), letters.get(Arm.BIASED, {})
    shared = unbiased.keys() & biased.keys()
    return SubjectDecisions(subject, tuple(arms), sum(unbiased[run] != biased[run] for run in shared), len(shared))
