"""A proof for readers: every step as a sentence that names its clause, with the lines to mark when it is pointed at."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from probe.values import Place, ProofStep

_COLLECTING = ("forall(", "findall(", "aggregate_all(", "setof(", "bagof(")
_COMMENT = re.compile(r"%.*$")
_CLAUSE_END = re.compile(r"\.\s*$")


@dataclass(frozen=True)
class Step:
    """One step: the goal, what became of it as a sentence, its place (``axioms line 3``), and the steps below it.

    ``said`` is the sentence without the place, and ``sentence`` the whole one. ``source`` is ``axioms`` or
    ``program``, and ``lines`` are the first and last line of the clause, where it has one.
    """

    said: str
    goal: str
    kind: str
    succeeded: bool
    place: str
    source: str
    lines: tuple[int, int] | None
    children: tuple["Step", ...]

    @property
    def sentence(self) -> str:
        """What became of the goal, and by which clause; it ends in a colon where the steps below say why."""
        return f"{self.said}{f' ({self.place})' if self.place else ''}{':' if self.children else '.'}"

    @property
    def levels(self) -> int:
        """How many steps lie on the longest way down, this one included."""
        return 1 + max((child.levels for child in self.children), default=0)

    def walk(self) -> Iterator["Step"]:
        """Yield this step and all below it, in the order of the search."""
        yield self
        for child in self.children:
            yield from child.walk()


def read_proof(proof: ProofStep, axioms: str, program: str) -> Step:
    """Return the proof of ``program`` for readers; both texts are needed to tell where a clause ends."""
    sources = {"axioms": axioms.splitlines(), "program": program.splitlines()}
    return _step(proof, sources)


def _step(step: ProofStep, sources: dict[str, list[str]]) -> Step:
    place = step.place
    return Step(
        said=_said(step),
        goal=step.goal,
        kind=step.kind,
        succeeded=step.succeeded,
        place=f"{place.source} line {place.line}" if place else "",
        source=place.source if place else "",
        lines=_lines(place, sources[place.source]) if place else None,
        children=tuple(_step(child, sources) for child in step.children),
    )


def _lines(place: Place, text: Sequence[str]) -> tuple[int, int]:
    """Return the first and last line of the clause that begins at ``place``."""
    last = place.line
    while last < len(text) and not _CLAUSE_END.search(_COMMENT.sub("", text[last - 1])):
        last += 1
    return place.line, last


def _said(step: ProofStep) -> str:
    match step.kind:
        case "rule":
            return _rule_said(step)
        case "fact":
            return f"{step.goal} is given as a fact"
        case "search":
            return _search_said(step)
        case "builtin":
            return f"{step.goal} is {'true' if step.succeeded else 'false'}"
        case "opaque":
            return f"{step.goal} {_outcome(step)}; the proof does not look inside it"
    return _control_said(step)


def _search_said(step: ProofStep) -> str:
    if step.succeeded:
        return f"looking for {step.goal} finds"
    return f"{step.goal} cannot be shown; tried" if step.children else f"nothing states {step.goal}"


def _rule_said(step: ProofStep) -> str:
    because = " because" if step.children else ""
    if not step.succeeded:
        return f"the rule for {step.goal} was tried, and fails{because}"
    if step.goal.startswith("decide_option("):
        option = step.goal.rsplit(",", 1)[-1].strip(" )")
        return f"the decision is {option} by this rule{because}"
    return f"{step.goal} holds by this rule{because}"


def _control_said(step: ProofStep) -> str:
    goal = step.goal
    if goal.startswith(("\\+", "not(")):
        inner = goal[2:].strip() if goal.startswith("\\+") else goal[4:-1]
        if step.succeeded:
            return f"{inner} cannot be shown, which is what this rule asks for; the search for it"
        return f"{inner} can be shown, so that its negation fails"
    if goal.startswith("if("):
        return f"the condition {goal[3:-1]} {_outcome(step)}"
    if goal.startswith(_COLLECTING):
        return f"{goal} {_outcome(step)}; case by case"
    return f"{goal} {_outcome(step)}"


def _outcome(step: ProofStep) -> str:
    return "holds" if step.succeeded else "fails"
