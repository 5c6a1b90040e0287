"""The oracle's findings for one program, and for a pair of programs and the variants that test them."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr, SerializerFunctionWrapHandler, model_serializer

from probe.values.base import Option, Value

Source = Literal["axioms", "program"]
Chosen = Annotated[Option | str, Field(union_mode="left_to_right")]
"""An answer of the declared domain: an Option in a dilemma, otherwise the answer as declared."""
DISAGREEMENT = "disagreement"
"""The kind of diagnostic that reports different first answers of native execution and the proof search."""


class SourceLocation(Value):
    """A place in a program: lines and columns count from 1, clauses from 1 within their source."""

    source: Source
    line: int
    column: int | None = None
    clause: int | None = None


class Diagnostic(Value):
    """A finding of the oracle about a program; ``kind`` is a stable word, ``message`` is for people."""

    kind: str
    message: str
    place: SourceLocation | None = None
    clause_text: str | None = None


class ProofStep(Value):
    """A node of a proof: a goal, its outcome, the clause that proved it, and the steps below it.

    ``kind`` is ``rule`` (a clause with a body), ``fact``, ``builtin``, ``control`` (if-then-else, negation and the
    like), ``search`` (what an exhaustive search found for a goal) or ``opaque`` (what is below it is too deep to be
    shown). ``succeeded`` is False for a condition that failed, and for goals that failed in a search. Only rules count
    in depth and size.

    ``written`` is the goal as written in the calling clause; ``bindings`` has the values of its variables. A rule is
    the ``nth`` of the ``clauses`` of its predicate, if there are several, and took the ``branch``-th of its
    ``branches`` (a disjunction); both count from 1. If a search tried one rule without success, ``misfits`` lists by
    number what the other clauses apply to instead.
    """

    goal: str
    kind: str
    succeeded: bool = True
    place: SourceLocation | None = None
    written: str | None = None
    nth: int | None = None
    clauses: int | None = None
    branch: int | None = None
    branches: int | None = None
    misfits: dict[int, str] = Field(default_factory=dict)
    bindings: dict[str, str] = Field(default_factory=dict)
    children: tuple["ProofStep", ...] = ()


class Verdict(Value):
    """The oracle's findings for one program.

    ``choice`` is the answer of the declared domain that the first answer names, None if it names none: in a dilemma an
    Option (case folded), otherwise the answer as declared. ``answer`` is the first answer as written.
    ``answers`` are all solutions in order, and ``search`` is how the search for them ended: ``complete``, ``limit`` or
    ``error``. ``ran`` is False if the whitelist refused the program, or if the engine gave up.

    ``out_of_time`` is True if time ended a search or a proof, or the program was not run for lack of it: on another day
    it might show more, so nothing counts against it.

    ``proof_complete`` is False if the answer's proof is cut short or missing, and a diagnostic gives the reason. Then
    ``depth`` and ``size`` are None, and nothing follows from what ``proof`` lacks. The paper profile measures the proof
    without keeping it.
    """

    ran: bool
    choice: Chosen | None = None
    answer: str | None = None
    answers: tuple[str, ...] = ()
    search: Literal["complete", "limit", "error", "not_run"] = "not_run"
    inferences: int | None = None
    choice_steps: int | None = None
    depth: int | None = None
    size: int | None = None
    proof_complete: bool = True
    proof: ProofStep | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    out_of_time: bool = False
    _unread_proof: str | None = PrivateAttr(default=None)

    @classmethod
    def with_unread_proof(cls, proof: str, **fields: Any) -> Self:
        """Return a verdict whose ``proof`` is JSON that is parsed on first access.

        Most verdicts are only checked, and building the steps of a proof takes longer than everything else.
        """
        verdict = cls(**fields)
        # Python calls __getattr__ only for attributes that are missing.
        del verdict.__dict__["proof"]
        verdict._unread_proof = proof
        return verdict

    if not TYPE_CHECKING:  # otherwise type checkers would accept any attribute

        def __getattr__(self, name: str) -> Any:
            """Parse the proof; Python calls this only for missing attributes."""
            if name != "proof":
                return super().__getattr__(name)
            unread_proof = self._unread_proof
            if unread_proof is not None:
                self.__dict__["proof"] = ProofStep.model_validate_json(unread_proof)
                self.__pydantic_fields_set__.add("proof")
                self._unread_proof = None
            return self.__dict__["proof"]

    @property
    def gave_up(self) -> bool:
        """Whether the program was not run because a limit was reached or an engine failed, not because of its text."""
        return not self.ran and any(diagnostic.kind in ("limit", "crash", "oracle") for diagnostic in self.diagnostics)

    def __eq__(self, other: object) -> bool:
        """Compare values; this parses both proofs."""
        if isinstance(other, Verdict):
            return self.proof == other.proof and super().__eq__(other)
        return NotImplemented

    __hash__ = Value.__hash__

    @model_serializer(mode="wrap")
    def _with_proof(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # A proof that is not parsed yet would be missing in the output.
        _ = self.proof
        fields: dict[str, Any] = serialize(self)
        return fields


class OtherOption(Value):
    """The outcome for an option, or another answer of the domain, that a program does not choose.

    ``outcome`` is ``fails`` (searched to the end, no proof), ``follows`` (it is the ``answer``-th answer, from 1),
    ``unreached`` (it follows if queried alone, but is not an answer; ``cut`` is the clause whose cut ends the search,
    if known), or how the search for it ended: ``limit``, ``error`` (``detail`` names which). ``search`` is that search;
    ``whole`` is False if not all of its steps were kept.
    """

    option: Chosen
    outcome: Literal["fails", "follows", "unreached", "limit", "error"]
    detail: str = ""
    answer: int | None = None
    cut: SourceLocation | None = None
    search: ProofStep | None = None
    whole: bool = True


class Explanation(Value):
    """Why a program decides as it does: proofs of its answers in order, and the outcome for each other answer.

    ``proofs`` has complete proofs only, and at most 50; ``all_proofs`` is False if there are more, or if a limit was
    reached. If the program names no answer of the domain, ``others`` has all of them; if it was not run, none.
    """

    proofs: tuple[ProofStep, ...] = ()
    all_proofs: bool = True
    others: tuple[OtherOption, ...] = ()


class DerivedAnswers(Value):
    """The answers of the domain that a second engine derives from one program, sorted, or None and the reason.

    ``outcome`` is ``derived``, ``untranslatable`` (the program has no counterpart for the engine) or ``limit`` (the
    engine ran out of time or memory, or failed).
    ``place`` is the clause that ``reason`` is about; with options, a clause that may mean something else to Prolog.
    """

    outcome: Literal["derived", "untranslatable", "limit"]
    options: tuple[Chosen, ...] | None = None
    reason: str = ""
    place: SourceLocation | None = None


class SecondEngine(Value):
    """What a second engine, called ``engine`` with its version, derives from both programs of a pair."""

    engine: str
    unbiased: DerivedAnswers
    biased: DerivedAnswers
