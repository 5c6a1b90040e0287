"""What the oracle found for one program, and for a pair of programs and the variants that test them."""

from typing import Literal

from pydantic import Field

from probe.values.base import Evidence, Value
from probe.values.bias import Option

Source = Literal["axioms", "program"]


class Place(Value):
    """Where something stands in a program: lines and columns count from 1, clauses from 1 within their source."""

    source: Source
    line: int
    column: int | None = None
    clause: int | None = None


class Diagnostic(Value):
    """Something the oracle has to say about a program; ``kind`` is a stable word, ``message`` is for people."""

    kind: str
    message: str
    place: Place | None = None
    clause_text: str | None = None


class ProofStep(Value):
    """A node of a proof: a goal, how it came out, the clause that did it, and the steps below it.

    ``kind`` is ``rule`` (a clause with a body), ``fact``, ``builtin``, ``control`` (if-then-else, negation and the
    like), ``search`` (what an exhaustive search found for a goal) or ``opaque``; ``succeeded`` is False in the searches
    under negation. Only rules count in depth and size. ``written`` is the goal as it stands in the clause that calls
    it, where ``bindings`` has values for its variables. A rule is the ``nth`` of the ``clauses`` of its predicate,
    where there are several, and took the ``branch``-th of its ``branches`` (a disjunction); both count from 1. A search
    that tried one rule in vain tells of other clauses, by their number, what they are for instead (``misfits``).
    """

    goal: str
    kind: str
    succeeded: bool = True
    place: Place | None = None
    written: str | None = None
    nth: int | None = None
    clauses: int | None = None
    branch: int | None = None
    branches: int | None = None
    misfits: dict[int, str] = Field(default_factory=dict)
    bindings: dict[str, str] = Field(default_factory=dict)
    children: tuple["ProofStep", ...] = ()


class Verdict(Value):
    """What the oracle found for one program.

    ``choice`` is the option that the first answer names (case folded), None where there is none; ``answer`` is that
    answer as written. ``answers`` are all solutions in order, and ``search`` says how the search for them ended:
    ``complete``, ``limit`` or ``error``. ``ran`` is False where the whitelist refused the program.
    """

    ran: bool
    choice: Option | None = None
    answer: str | None = None
    answers: tuple[str, ...] = ()
    search: Literal["complete", "limit", "error", "not_run"] = "not_run"
    inferences: int | None = None
    choice_steps: int | None = None
    depth: int | None = None
    size: int | None = None
    proof: ProofStep | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


class OtherOption(Value):
    """What became of an option that a program does not decide for.

    ``outcome`` is ``fails`` (searched to the end, no proof), ``follows`` (it is the ``answer``-th answer, from 1),
    ``unreached`` (asked for alone it follows, but it is no answer; ``cut`` is the clause whose cut ends the search,
    where that is known), or how the search for it ended: ``limit``, ``error`` (``detail`` says of what). ``search`` is
    that search; ``whole`` is False where not all of its steps were kept.
    """

    option: Option
    outcome: Literal["fails", "follows", "unreached", "limit", "error"]
    detail: str = ""
    answer: int | None = None
    cut: Place | None = None
    search: ProofStep | None = None
    whole: bool = True


class Explanation(Value):
    """Why a program decides as it does: a proof of every answer (at most 50), and what became of the other option.

    Where the program names neither option, ``others`` tells of both; where it was not run, of none.
    """

    proofs: tuple[ProofStep, ...] = ()
    others: tuple[OtherOption, ...] = ()


class Derived(Value):
    """The options that a second engine derives from one program, sorted, or None and why not.

    ``outcome`` is ``derived``, ``untranslatable`` (the program has no counterpart for the engine) or ``limit``.
    ``place`` is the clause that ``reason`` is about; with options, a clause that may mean something else to Prolog.
    """

    outcome: Literal["derived", "untranslatable", "limit"]
    options: tuple[Option, ...] | None = None
    reason: str = ""
    place: Place | None = None


class SecondEngine(Value):
    """What a second engine, called ``engine`` with its version, derives from both programs of a pair."""

    engine: str
    unbiased: Derived
    biased: Derived


class Examination(Value):
    """Everything the oracle has to say about a pair: both verdicts, and the probes that the strict checks read.

    ``same_programs`` tells whether both texts have the same clauses in the same order, None where they were not read.
    ``probes`` maps the name of a strict check to what its variant programs did, as plain JSON.
    ``second`` is what a second engine derives, None where none was asked.
    """

    oracle: str
    unbiased: Verdict
    biased: Verdict
    same_programs: bool | None = None
    probes: dict[str, Evidence] = Field(default_factory=dict)
    second: SecondEngine | None = None
