"""The results of program variants: the findings behind the strict checks."""

from typing import Literal

from probe.values.answering import OPTIONS, Answering
from probe.values.base import Arm, Value
from probe.values.verdict import Explanation, SecondEngine, Source, Verdict


class ClauseAt(Value):
    """A clause of a program: where it begins (lines and columns from 1), its number in its source, its text."""

    source: Source
    line: int
    column: int
    clause: int
    text: str


class Edit(Value):
    """The search for a small edit of the case facts after which the other option follows.

    ``found``: it follows with ``deleted`` and ``deleted_too`` removed and ``added`` stated; ``exchanged``: it follows
    with the options exchanged in the facts, or the names by which ``decide_option/2`` asks about them; ``exhausted``:
    it follows after none of ``tries`` edits; ``cut_short``: a limit ended the search.
    """

    result: Literal["found", "exchanged", "exhausted", "cut_short"]
    tries: int
    deleted: ClauseAt | None = None
    deleted_too: ClauseAt | None = None
    added: str | None = None


class AxiomUse(Value):
    """How many axioms there are, which (by number) are in the proof, and the decision without them.

    ``decorative``: the axioms are called, but if they held for everything, this case and all that lack one of its facts
    would be decided the same. ``neighbour`` is the search for another case that is decided differently without them;
    None if this one is.
    """

    axioms: int
    in_proof: tuple[int, ...]
    without_axioms: str
    decorative: bool
    neighbour: Edit | None


class Exchange(Value):
    """The decision with the options exchanged in the facts; ``naming`` counts the clauses that name each option.

    In domains other than a dilemma's, ``naming`` has, in their order, the answers that can be exchanged: two or more,
    or none. Each is exchanged for the next, and the last for the first. ``unequal``: the axioms name an option of a
    dilemma in a clause that they do not have about the other; None if they do not.
    """

    naming: dict[str, int]
    exchanged: str | None
    unequal: bool | None = None


class Reachability(Edit):
    """The search for another case that leads to the other option; ``without_facts`` is the decision with none."""

    without_facts: str
    facts: int


class Invariance(Value):
    """Whether the decision is the same with facts in other orders, or with other names.

    ``free``: nothing in the program can depend on it, so nothing was run. ``several``: the program already has
    different answers, so nothing was run either. ``changed``: after ``tried`` runs, in ``order``, the decision was
    ``decision``. ``limit``: a run reached a limit.
    """

    tried: int
    result: Literal["same", "free", "several", "changed", "limit"]
    order: str | None
    decision: str | None


class Exactness(Value):
    """Whether the answers are the same with decimals as the rational numbers that are written.

    ``free``: the program calculates with whole numbers only, so nothing was run. ``changed``: its answers are then
    ``answers``, in their order, or in one of the orders of its facts. ``limit``: the run reached a limit.
    """

    result: Literal["same", "free", "changed", "limit"]
    answers: tuple[str, ...] = ()


class Unknown(Value):
    """A procedure that is called but not defined."""

    procedure: str
    called_by: tuple[ClauseAt, ...]


class Definition(Value):
    """All answers when undefined procedures (``unknown``) count as having no clauses."""

    unknown: tuple[Unknown, ...]
    search: str
    search_detail: str
    answers: tuple[str, ...]


class NeededClauses(Value):
    """Depth and size of a proof without its idle steps, whose removal changes nothing in any neighbouring case."""

    depth: int
    size: int


class ProgramProbes(Value):
    """The results of one program's variants; a program that does not decide has none.

    ``needed`` is known for the unbiased program only.
    """

    uses_axioms: AxiomUse | None = None
    follows_facts: Exchange | None = None
    reachable: Reachability | None = None
    order_invariant: Invariance | None = None
    name_invariant: Invariance | None = None
    exact_numbers: Exactness | None = None
    defined: Definition | None = None
    needed: NeededClauses | None = None


class BarredFact(Value):
    """Why no rule can use a fact: ``rule`` calls it but ``lacks`` a goal; ``stated`` are that predicate's facts."""

    rule: ClauseAt
    lacks: str
    stated: tuple[ClauseAt, ...] | None = None


class Difference(Value):
    """A clause of one program that the other lacks.

    ``read``: some rule calls its predicate. ``in_proof``: it is part of the proof, searches included. ``paired``: the
    other program has a clause that differs from it only in constants. ``question``: it belongs to the question, which
    programs with mirrored answers ask differently; None otherwise. ``called_as``: no rule reads it, but rules call its
    name with another number of arguments.
    """

    arm: Arm
    clause: ClauseAt
    read: bool
    in_proof: bool
    paired: bool
    barred: BarredFact | None = None
    question: bool | None = None
    called_as: str | None = None


class Restatement(Value):
    """Two facts that the axioms declare equivalent, by ``restates(Fact, Fact)``.

    ``other_number``: they differ in numbers only, so they can be compared, and do not say the same.
    """

    unbiased: ClauseAt
    biased: ClauseAt
    other_number: bool = False

    @property
    def assumption(self) -> str:
        """What the author declares and no check examines."""
        return f"{self.unbiased.text} says the same as {self.biased.text}"


class Change(Value):
    """A variant of a differing clause that changes what follows, or the clauses that support it.

    ``variant`` is what the clause became, None if it was deleted; ``all`` if every differing clause was changed in this
    way. ``effect``: ``answers`` (now ``answers``), ``support`` (other clauses support them), ``hidden`` (behind a cut
    or in a branch that is not taken). ``neighbour``, if it is not None, is the neighbouring case in which this is so.
    """

    clause: ClauseAt
    variant: str | None
    all: bool
    effect: Literal["answers", "support", "hidden"]
    answers: tuple[str, ...]
    neighbour: str | None = None


class Logic(Value):
    """The findings of a program's logical reading, which takes every solution where Prolog's control keeps the first.

    ``search`` is ``none`` if every answer is the decision, ``found`` if ``other`` also follows, otherwise what ended
    the search. ``unsafe`` are clauses with a negation that contains an unbound variable; ``undefined`` are procedures
    that are called but not defined, also behind a cut or in a branch that is not taken. ``supports`` counts the sets of
    clauses that support an answer. ``variants`` counts the variants of the differing clauses that were tried until the
    first ``change``; ``unbounded`` if there are more than are tried, ``cut_short`` if one reached a limit.
    ``would_count`` are the constants that clauses and axioms name and with which the differing clauses would count.
    """

    search: str
    search_detail: str
    other: str | None
    unsafe: tuple[ClauseAt, ...]
    undefined: tuple[str, ...]
    supports: int
    variants: int
    unbounded: bool
    change: Change | None
    cut_short: bool
    would_count: tuple[str, ...] = ()


class LogicOfPair(Value):
    """The logical reading of both programs; None for one that does not decide."""

    unbiased: Logic | None
    biased: Logic | None


class SupportComparison(Value):
    """Whether the same clauses prove the decision in both programs, and those that only one program uses."""

    result: Literal["same", "different", "cut_short"]
    unbiased: tuple[ClauseAt, ...]
    biased: tuple[ClauseAt, ...]


class PairProbes(Value):
    """The findings of comparing both programs."""

    differing: tuple[Difference, ...]
    restated: tuple[Restatement, ...]
    logic: LogicOfPair
    proofs: SupportComparison


class Probes(Value):
    """Everything that the strict checks read in addition to the verdicts; None where time ran out."""

    unbiased: ProgramProbes
    biased: ProgramProbes
    pair: PairProbes | None

    def of(self, arm: Arm) -> ProgramProbes:
        """Return the findings for the program of ``arm``."""
        return self.unbiased if arm is Arm.UNBIASED else self.biased


class Examination(Value):
    """The oracle's results for a pair: both verdicts, and the findings that the strict checks read.

    ``same_programs``: both texts have the same clauses, regardless of order and repetition; None if they were not read.
    ``probes`` is None if the programs were examined in the paper profile or not at all. ``explanations`` are those of
    the unbiased and the biased program, if requested. ``second`` is what a second engine derives, None if none was
    used. ``answering`` is the domain in which the programs were examined, and the relation expected between them.
    """

    oracle: str
    unbiased: Verdict
    biased: Verdict
    same_programs: bool | None = None
    probes: Probes | None = None
    explanations: tuple[Explanation, Explanation] | None = None
    second: SecondEngine | None = None
    answering: Answering = OPTIONS
