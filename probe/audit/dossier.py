"""Everything known about one dilemma, ready for display on a terminal or a page."""

from collections.abc import Sequence
from dataclasses import dataclass

from probe.audit.check_meaning import Meaning, meaning_of
from probe.audit.differences import Line, Piece, line_differences, word_differences
from probe.audit.evidence import EvidenceLine, evidence_lines
from probe.audit.pairs import Audited, audit_pair
from probe.audit.proof_account import ShownProofs, cue_account, describe_counts, shown_proofs, summarise
from probe.audit.proof_steps import Step, levels
from probe.certificate.proof_words import place_told
from probe.ports import Oracle
from probe.values import (
    Arm,
    Certificate,
    Check,
    Decision,
    Diagnostic,
    Examination,
    Explanation,
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
    evidence: tuple[EvidenceLine, ...]


@dataclass(frozen=True)
class ShownProgram:
    """One text's program: its lines with the differences marked, its verdict, and its proofs.

    ``summary`` states in one sentence what decides. ``shown`` is derived from ``explanation``.
    """

    arm: Arm
    lines: tuple[Line, ...]
    verdict: Verdict
    explanation: Explanation
    shown: ShownProofs
    summary: str
    diagnostics: tuple[str, ...]

    @property
    def proof(self) -> Step | None:
        """The proof of the decision, or None."""
        return self.shown.proof

    @property
    def counts(self) -> str:
        """The decision's counts and what they measure."""
        return describe_counts(self.verdict)


@dataclass(frozen=True)
class ShownStage:
    """The result of one cascade stage, recorded when the pair was generated."""

    stage: str
    outcome: str
    reason: str
    evidence: tuple[EvidenceLine, ...]


@dataclass(frozen=True)
class ArmDecisions:
    """A subject's decisions on one version of the text, by run."""

    arm: Arm
    decisions: tuple[Decision, ...]
    wrong: int


@dataclass(frozen=True)
class SubjectDecisions:
    """A subject's decisions on the pair. Of ``compared`` runs that are parsed in both arms, ``flips`` differ."""

    subject: str
    arms: tuple[ArmDecisions, ...]
    flips: int
    compared: int


@dataclass(frozen=True)
class Dossier:
    """One dilemma with everything that is known about it."""

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
        """The failing checks, in order."""
        return tuple(one for one in self.checks if one.check.outcome is Outcome.FAILS)

    @property
    def same_proof(self) -> bool:
        """Whether both programs have the same proof, step by step, apart from line numbers."""
        return same_proofs(self.programs)

    @property
    def in_short(self) -> tuple[str, ...]:
        """What decides, why the other option loses, and the cue's role, one sentence each."""
        programs = self.programs[:1] if self.same_proof else self.programs
        sentences = [
            f"{one} (from the {program.arm} program)" if one and len(programs) > 1 else one
            for program in programs
            for one in (program.summary, program.shown.ways, *(other.text for other in program.shown.why_not))
        ]
        complete = all(program.verdict.proof_complete for program in self.programs)
        return tuple(one for one in (*sentences, cue_account(self.audited.certificate, complete)) if one)


def same_proofs(programs: Sequence[ShownProgram]) -> bool:
    """Return whether two programs are known to prove their decision, and fail to prove the other, by the same steps."""
    first, *rest = programs
    if not all(program.shown.complete for program in programs):
        return False
    return first.proof is not None and all(first.shown.shape == other.shown.shape for other in rest)


async def make_dossier(
    pair: Pair, oracle: Oracle, profile: Profile, decisions: Sequence[tuple[str, Sequence[Decision]]] = ()
) -> Dossier:
    """Audit the pair with the oracle and collect everything that is known about it.

    ``decisions`` contains each subject with its decisions on this pair.
    """
    audited = await audit_pair(pair, oracle, profile, explain=True)
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
    """Return both programs of a pair with their differences marked, and their proofs if they were explained."""
    lines = line_differences(programs.unbiased, programs.biased)
    explanations = found.explanations or (Explanation(), Explanation())
    return (
        shown_program(Arm.UNBIASED, programs.of(Arm.UNBIASED), lines[0], found.unbiased, explanations[0]),
        shown_program(Arm.BIASED, programs.of(Arm.BIASED), lines[1], found.biased, explanations[1]),
    )


def shown_checks(certificate: Certificate) -> tuple[ShownCheck, ...]:
    """Return the checks of a certificate with their meanings."""
    return tuple(ShownCheck(one, meaning_of(one.name), evidence_lines(one.evidence)) for one in certificate.checks)


def numbered(text: str) -> tuple[Line, ...]:
    """Return the numbered lines of a program, without marks."""
    return tuple(Line(number, line) for number, line in enumerate(text.rstrip().splitlines(), 1))


def shown_program(
    arm: Arm, program: Program, lines: tuple[Line, ...], verdict: Verdict, explanation: Explanation
) -> ShownProgram:
    """Return a program with its verdict and its proofs for readers."""
    shown = shown_proofs(verdict, explanation, program.axioms, program.text)
    diagnostics = tuple(_diagnostic(one) for one in verdict.diagnostics)
    if verdict.proof and verdict.depth and verdict.depth > (kept := levels(verdict.proof)):
        diagnostics += (f"the proof is {verdict.depth} rules deep: only its first {kept} levels are shown",)
    return ShownProgram(arm, lines, verdict, explanation, shown, summarise(verdict, shown), diagnostics)


def _diagnostic(found: Diagnostic) -> str:
    where = f" ({place_told(found.place)})" if found.place else ""
    return f"{found.message}{where}"


def shown_stages(pair: Pair) -> tuple[ShownStage, ...]:
    """Return the pair's evidence by stage, accepted stages last, without the certificate's checks."""
    shown = []
    for stage, evidence in pair.evidence.items():
        rest = {key: value for key, value in evidence.items() if key not in ("outcome", "reason", "checks")}
        outcome = str(evidence.get("outcome", "recorded")).replace("_", " ")
        shown.append(ShownStage(stage, outcome, str(evidence.get("reason", "")), evidence_lines(rest)))
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
