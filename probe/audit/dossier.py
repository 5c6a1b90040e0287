"""All information about one item, as one typed value."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from probe.audit.items import ItemAudit
from probe.document import CheckLine, Grid, MarkedTexts, ProgramLine, Step, TextPiece, TitledText, Tone
from probe.protocols.base import ItemProtocol
from probe.protocols.viewing import NONE, Flips, ShownDecision, ShownSession
from probe.values import Arm, Check, Chosen, Explanation, FactTwin, Item, Outcome, Verdict

OUTCOME_TONES: Mapping[Outcome, Tone] = {
    Outcome.HOLDS: "good",
    Outcome.FAILS: "bad",
    Outcome.VACUOUS: "warn",
    Outcome.NOT_APPLICABLE: "soft",
    Outcome.UNDETERMINED: "bad",
    Outcome.NOT_RUN: "soft",
}


class Meaning(NamedTuple):
    """The question that a check asks about a pair, and why a failing pair is a poor measure."""

    asks: str
    matters: str


@dataclass(frozen=True)
class ShownCheck:
    """A check with its meaning and its evidence as lines; ``question`` is the certificate's that it belongs to.

    ``untried``: it holds without a single variant, because nothing can depend on what it would vary.
    """

    check: Check
    meaning: Meaning
    evidence: tuple[tuple[str, str], ...]
    question: str = ""
    untried: bool = False

    def line(self, item_id: str = "") -> CheckLine:
        """Return the check for a document, with a key that links within the page of ``item_id`` can point to."""
        return CheckLine(
            name=self.check.name,
            outcome=f"{self.check.outcome.words} vacuously" if self.untried else self.check.outcome.words,
            tone=OUTCOME_TONES[self.check.outcome],
            reason=self.check.reason,
            asks=self.meaning.asks,
            evidence=self.evidence,
            group=self.question,
            key=f"{item_id}-{self.check.name}" if item_id else "",
        )


@dataclass(frozen=True)
class WhyNot:
    """Why the other option is not the decision: one sentence, and the search behind it, if there is one.

    ``fails`` is True if that search ended without a proof.
    """

    option: Chosen
    fails: bool
    text: str
    search: Step | None


@dataclass(frozen=True)
class ShownProofs:
    """A program's proofs for readers: the first proof, further proofs with titles, and the other option.

    ``ways`` states in how many ways the decision follows if there are several; ``more`` is the number of proofs that
    are not shown. ``complete`` is False if a search was too long to be recorded.
    """

    proof: Step | None
    others: tuple[tuple[str, Step], ...] = ()
    why_not: tuple[WhyNot, ...] = ()
    ways: str = ""
    more: int = 0
    complete: bool = True

    @property
    def shape(self) -> tuple[object, ...]:
        """All steps without their places, to compare proofs from different programs."""
        return (
            self.proof.shape if self.proof else None,
            tuple(step.shape for _, step in self.others),
            tuple(
                (other_option.option, other_option.search.shape if other_option.search else None)
                for other_option in self.why_not
            ),
        )


@dataclass(frozen=True)
class ShownProgram:
    """One text's program: its lines with the differences marked, its verdict, and its proofs.

    ``summary`` states in one sentence what decides, ``counts`` what the decision's counts measure. ``shown`` is derived
    from ``explanation``.
    """

    arm: Arm
    lines: tuple[ProgramLine, ...]
    verdict: Verdict
    explanation: Explanation
    shown: ShownProofs
    summary: str
    counts: str
    diagnostics: tuple[str, ...]

    @property
    def proof(self) -> Step | None:
        """The proof of the decision, or None."""
        return self.shown.proof


class ShownProof(NamedTuple):
    """A pair of programs of an item for readers; ``right`` is the recorded answer, ``note`` the axioms in words.

    The pair has a ``name`` where an item has several.
    """

    name: str
    right: str | None
    answers: tuple[str, ...]
    axioms: tuple[ProgramLine, ...]
    note: str
    programs: tuple[ShownProgram, ShownProgram]

    @property
    def same_proof(self) -> bool:
        """Whether both programs have the same proof, step by step, apart from line numbers."""
        return same_proofs(self.programs)


class ArmDecisions(NamedTuple):
    """A subject's decisions at one place of its conversations in an arm, by run."""

    arm: str
    decisions: tuple[ShownDecision, ...]

    @property
    def wrong(self) -> int | None:
        """How many decisions are wrong; None where no answer is right."""
        verdicts = Counter(decision.verdict for decision in self.decisions)
        return verdicts["wrong"] if verdicts["wrong"] or verdicts["right"] else None


@dataclass(frozen=True)
class SubjectDecisions:
    """A subject's conversations about an item under one mitigation, and how often its decisions flip, if they can."""

    subject: str
    mitigation: str
    sessions: tuple[ShownSession, ...]
    flips: Flips | None

    @property
    def title(self) -> str:
        """The subject, and the mitigation if there is one."""
        return self.subject if self.mitigation == NONE else f"{self.subject}, mitigation {self.mitigation}"

    @property
    def longest(self) -> int:
        """The number of decisions in the longest conversation."""
        return max(len(session.decisions) for session in self.sessions)

    @property
    def short(self) -> bool:
        """Whether each conversation is one decision, for one letter."""
        return self.longest == 1 and all(decision.short for session in self.sessions for decision in session.decisions)

    @property
    def arms(self) -> tuple[ArmDecisions, ...]:
        """The decisions by arm, and by their place where a conversation has several."""
        decisions: dict[tuple[str, int], list[ShownDecision]] = {}
        for session in self.sessions:
            for turn, arm_decisions in enumerate(session.decisions, 1):
                decisions.setdefault((session.arm, turn), []).append(arm_decisions)
        has_turns = self.longest > 1
        return tuple(
            ArmDecisions(f"{arm}, place {number}" if has_turns else arm, tuple(arm_decisions))
            for (arm, number), arm_decisions in decisions.items()
        )


@dataclass(frozen=True)
class ShownTwin:
    """The fact twin of a dilemma: its texts, its programs, and what was checked.

    In ``text``, the words that the original lacks are marked, in ``biased_text`` those of the cue; the marked lines of
    its programs are those that the original's lack. ``flips`` is True if the programs decide for the other option.
    ``meaning`` are the checks that relate the twin to its original, ``checks`` those of its own certificate.
    """

    twin: FactTwin
    flips: bool
    text: tuple[TextPiece, ...]
    biased_text: tuple[TextPiece, ...]
    meaning: tuple[ShownCheck, ...]
    checks: tuple[ShownCheck, ...]
    programs: tuple[ShownProgram, ShownProgram]

    @property
    def same_proof(self) -> bool:
        """Whether both of its programs have the same proof, step by step, apart from line numbers."""
        return same_proofs(self.programs)

    @property
    def sentence(self) -> str:
        """What the changed fact does to the decision."""
        change = f"With one fact changed ({self.twin.fact} becomes {self.twin.changed})"
        return f"{change}, the other option follows" if self.flips else f"{change}, the other option does not follow"


@dataclass(frozen=True)
class Dossier:
    """One item with all information about it.

    ``cue`` describes the role of the differing clauses, ``stages`` is what stages recorded when the item was made.
    """

    protocol: ItemProtocol[Any]
    item: Item
    audit: ItemAudit
    parts: tuple[TitledText | Grid | MarkedTexts, ...]
    checks: tuple[ShownCheck, ...]
    proofs: tuple[ShownProof, ...]
    cue: str
    stages: tuple[CheckLine, ...]
    subjects: tuple[SubjectDecisions, ...]
    twin: ShownTwin | None = None

    @property
    def headline(self) -> tuple[tuple[str, str], ...]:
        """The statements that begin a page about the item, by name."""
        return self.protocol.headline(self.item)

    @property
    def failing(self) -> tuple[ShownCheck, ...]:
        """The failing checks, in order."""
        return tuple(shown_check for shown_check in self.checks if shown_check.check.outcome is Outcome.FAILS)

    @property
    def programs(self) -> tuple[ShownProgram, ...]:
        """The programs of an item that has one pair of them; none where there are several pairs or none."""
        return self.proofs[0].programs if len(self.proofs) == 1 else ()

    @property
    def same_proof(self) -> bool:
        """Whether an item's only two programs have the same proof, step by step, apart from line numbers."""
        return len(self.proofs) == 1 and self.proofs[0].same_proof

    @property
    def in_short(self) -> tuple[str, ...]:
        """What decides, why the other option loses, the cue's role, and what the changed fact does, as sentences."""
        twin = self.twin.sentence if self.twin else ""
        return tuple(filter(None, (*proofs_in_short(self.programs), self.cue, twin)))


def proofs_in_short(programs: Sequence[ShownProgram]) -> tuple[str, ...]:
    """Return what decides, and why the other options lose; once for programs with the same proof."""
    shown_programs = programs[:1] if programs and same_proofs(programs) else programs
    return tuple(
        f"{sentence} (from the {program.arm} program)" if len(shown_programs) > 1 else sentence
        for program in shown_programs
        for sentence in (
            program.summary,
            program.shown.ways,
            *(other_option.text for other_option in program.shown.why_not),
        )
        if sentence
    )


def same_proofs(programs: Sequence[ShownProgram]) -> bool:
    """Return whether two programs are known to prove their decision, and fail to prove the other, by the same steps."""
    first_program, *other_programs = programs
    # The unrecorded part could differ, so make no claim about it.
    if not all(program.shown.complete for program in programs):
        return False
    return first_program.proof is not None and all(
        first_program.shown.shape == program.shown.shape for program in other_programs
    )
