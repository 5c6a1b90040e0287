"""Proofs for readers: each step names its goal, the outcome, and the program lines behind it.

The oracle's search log is shown as results: a goal that succeeded appears as the rule or fact that proved it, and a
goal that failed names what was missing. Cases of ``forall`` are grouped, and no derivation is shown twice.

A truncated search is no evidence of failure: its unsuccessful steps are described only as "tried".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from probe.certificate.proof_words import case_words, counted, inner, joined, lines_told, negated, nth, with_values
from probe.values import Place, ProofStep

MAX_CHILDREN = 30
"""How many children of a step are shown; the rest are counted."""

MAX_MISFITS = 2
"""Maximum number of non-matching clauses that a step describes."""

_COLLECTING = ("findall(", "aggregate_all(", "setof(", "bagof(", "include(", "exclude(", "partition(")
_COMMENT = re.compile(r"%.*$")
_CLAUSE_END = re.compile(r"\.\s*$")


@dataclass(frozen=True)
class Step:
    """One step: its goal and outcome, the place of its clause (``axiom lines 3-5``), and the steps below it.

    Its sentence consists of ``text``, ``place`` and ``after``. ``source`` is ``axioms`` or ``program``, and ``lines``
    are the first and last line of the clause that produced the step or contains its goal. ``link`` is the conjunction
    between the step and its children. ``key`` is equal for steps with the same derivation.
    """

    text: str
    after: str = ""
    goal: str = ""
    kind: str = ""
    succeeded: bool = True
    place: str = ""
    source: str = ""
    lines: tuple[int, int] | None = None
    link: str = "since"
    children: tuple["Step", ...] = ()
    key: object = field(default=None, compare=False, repr=False)

    @property
    def words(self) -> str:
        """The step's sentence without its final punctuation."""
        return f"{self.text}{f' {self.place}' if self.place else ''}{self.after}"

    @property
    def sentence(self) -> str:
        """The step as a sentence; it ends in a colon if the children give the reasons."""
        return f"{self.words}{':' if self.children else '.'}"

    @property
    def shape(self) -> tuple[object, ...]:
        """The step and its descendants without their places."""
        return self.text, self.after, self.succeeded, tuple(child.shape for child in self.children)

    def walk(self) -> Iterator["Step"]:
        """Yield this step and its descendants in search order."""
        yield self
        for child in self.children:
            yield from child.walk()


def levels(proof: ProofStep) -> int:
    """Return the number of steps on the longest branch, including the root."""
    return 1 + max((levels(child) for child in proof.children), default=0)


class Reader:
    """Converts the proofs and searches of one program; a derivation shown before is only referred to.

    Both texts are needed to find where a clause ends. If a proof or search is not ``complete``, the text claims
    nothing that a missing step could refute.
    """

    def __init__(self, axioms: str, program: str) -> None:
        self._sources = {"axioms": axioms.splitlines(), "program": program.splitlines()}
        self._shown: set[object] = set()
        self._complete = True

    def read(self, proof: ProofStep, complete: bool = True) -> Step:
        """Return a proof for readers."""
        self._complete = complete
        return next(iter(self._steps((proof,), None)))

    def read_search(self, search: ProofStep, complete: bool = True) -> Step:
        """Return a search for one goal; if it succeeded, include the attempts that failed."""
        self._complete = complete
        if not complete or not search.succeeded or all(child.succeeded for child in search.children):
            return self.read(search, complete)
        tried = tuple(
            step
            for child in search.children
            for step in ((self._failed_rule(child, "the rule"),) if not child.succeeded else self._step(child, None))
        )
        return self._made(search, Step(f"{search.goal}, queried alone"), None, tried)

    def place(self, place: Place) -> Step:
        """Return a clause's place as a step without text."""
        return self._placed(Step(""), place)

    def _steps(self, steps: Iterable[ProofStep], within: Place | None) -> tuple[Step, ...]:
        found = [step for one in steps for step in self._step(one, within)]
        if len(found) <= MAX_CHILDREN:
            return tuple(found)
        return (*found[:MAX_CHILDREN], _more(len(found) - MAX_CHILDREN, "step"))

    def _step(self, step: ProofStep, within: Place | None) -> Iterator[Step]:
        if not self._complete and not step.succeeded:
            yield self._tried(step, within)
            return
        match step.kind:
            case "rule":
                yield self._rule(step) if step.succeeded else self._failed_rule(step, "the rule for " + step.goal)
            case "fact":
                yield self._made(step, Step(f"{step.goal}, given in"), step.place)
            case "search":
                yield from self._search(step)
            case "builtin":
                outcome = "true" if step.succeeded else "false"
                yield self._made(step, self._located(f"{with_values(step)}: {outcome}", within), within)
            case "control":
                yield self._control(step, within)
            case _:
                text = f"{step.goal} {_outcome(step)}; the proof omits its inner steps"
                yield self._made(step, Step(text), None)

    def _tried(self, step: ProofStep, within: Place | None) -> Step:
        """Show a step whose outcome is unknown as tried."""
        place = step.place or (within if step.kind in ("builtin", "control") else None)
        goal = with_values(step)
        if step.goal.startswith("if("):
            goal = f"the condition {inner(goal, 'if')}"
        elif _is_case(step):
            goal = f"the case {case_words(step)}"
        text = f"{goal}, tried{' in' if place else ''}"
        return self._made(step, Step(text, link="through"), place, self._steps(step.children, step.place or within))

    def _rule(self, step: ProofStep) -> Step:
        children = self._steps(step.children, step.place)
        return self._made(step, Step(f"{step.goal}, by", _which(step)), step.place, children)

    def _search(self, step: ProofStep) -> Iterator[Step]:
        """Yield what a search found, or why it found nothing."""
        if step.succeeded:
            for child in step.children:
                if child.succeeded:
                    yield from self._step(child, None)
            return
        tried = [child for child in step.children if child.kind == "rule"]
        if not tried:
            yield self._made(step, Step(f"nothing states {step.goal}", link="because"), None)
        elif len(tried) == 1:
            yield self._failed_rule(tried[0], step.goal, _why_alone(step, tried[0]))
        else:
            children = tuple(self._failed_rule(one, "the rule") for one in tried)
            text = f"{step.goal} fails; {counted(len(tried), 'rule')} tried"
            yield self._made(step, Step(text, link="because"), None, children)

    def _failed_rule(self, step: ProofStep, what: str, note: str = "") -> Step:
        """Describe a rule that failed; goals that held before the failure are named without their proofs.

        ``note`` describes the other clauses of the predicate.
        """
        children = tuple(
            replace(child, children=()) if child.succeeded and child.kind == "rule" else child
            for child in self._lacking(step)
        )
        text = f"{what} in" if what == "the rule" else f"{what} fails by"
        which = _which(step, note)
        after = f"{which} fails" if what == "the rule" else which
        return self._made(step, Step(text, after, link="because"), step.place, children)

    def _lacking(self, step: ProofStep) -> tuple[Step, ...]:
        # A derivation that is not shown in full must not be referred to later.
        before = set(self._shown)
        children = self._steps(step.children, step.place)
        if any(child.succeeded and child.kind == "rule" and child.children for child in children):
            self._shown = before
        return children

    def _control(self, step: ProofStep, within: Place | None) -> Step:
        if (goal := negated(step.goal)) is not None:
            return self._negation(step, goal, within)
        if step.goal.startswith("forall("):
            return self._forall(step, within)
        if step.goal.startswith("case("):
            return self._case(step, within)
        children = self._steps(step.children, within)
        if step.goal.startswith("if("):
            base = self._located(f"the condition {inner(with_values(step), 'if')}", within)
            after = f"{',' if within else ''} {_outcome(step)}"
            link = "since" if step.succeeded else "because"
            return self._made(step, replace(base, after=after, link=link), within, children)
        after = f"{',' if within else ''} {_outcome(step)}"
        link = "since" if step.succeeded else "because"
        base = replace(self._located(with_values(step), within), after=after, link=link)
        if step.goal.startswith(_COLLECTING):
            children = self._grouped(children, "nothing else")
            base = base if self._complete else self._cut_short(base)
        return self._made(step, base, within, children)

    def _case(self, step: ProofStep, within: Place | None) -> Step:
        if not self._complete and not step.succeeded:
            return self._tried(step, within)
        text = f"the case {case_words(step)} {'passes' if step.succeeded else 'fails'}"
        return self._made(step, Step(text), None, self._steps(step.children, within))

    def _negation(self, step: ProofStep, goal: str, within: Place | None) -> Step:
        base = self._located(f"not {goal}", within, "evaluated in")
        if step.succeeded:
            base = replace(base, link="because") if self._complete else self._cut_short(base)
        else:
            base = replace(base, after=", fails" if within else " fails", link="because")
        return self._made(step, base, within, self._steps(step.children, within))

    def _forall(self, step: ProofStep, within: Place | None) -> Step:
        cases = [child for child in step.children if _is_case(child)]
        found = self._steps((child for child in step.children if not _is_case(child)), within)
        shown = []
        for case in cases[:MAX_CHILDREN]:
            made = self._case(case, within)
            of_it = tuple(one for one in found if one.succeeded and _names(case.goal, one.goal))
            shown.append(replace(made, children=(*of_it, *made.children)))
        if len(cases) > len(shown):
            shown.append(_more(len(cases) - len(shown), "case"))
        link = "since" if step.succeeded else "because"
        base = replace(self._located(with_values(step), within), after=f": {_passed(step, len(cases))}", link=link)
        base = base if self._complete else self._cut_short(replace(base, after=", holds"))
        none = self._grouped(tuple(one for one in found if not one.succeeded), "no other case")
        return self._made(step, base, within, (*shown, *none))

    def _grouped(self, children: tuple[Step, ...], title: str) -> tuple[Step, ...]:
        """Group the failed steps below one title, after the successful ones."""
        title = title if self._complete else "also tried"
        failed = tuple(child for child in children if not child.succeeded)
        found = tuple(child for child in children if child.succeeded)
        return (*found, Step(title, kind="group", link="because", children=failed)) if failed else found

    def _cut_short(self, base: Step) -> Step:
        return replace(base, after=f"{base.after}; only part of its search is known", link="through")

    def _located(self, text: str, within: Place | None, word: str = "in") -> Step:
        return Step(f"{text}, {word}" if within else text)

    def _made(self, step: ProofStep, base: Step, place: Place | None, children: tuple[Step, ...] = ()) -> Step:
        made = self._placed(base, place)
        key = (step.kind, step.goal, step.succeeded, made.place, tuple(child.key for child in children))
        made = replace(made, goal=step.goal, kind=step.kind, succeeded=step.succeeded, children=children, key=key)
        if not children or not step.succeeded or _is_case(step):
            return made
        if key in self._shown:
            return replace(made, after=f"{made.after}, as above", children=())
        self._shown.add(key)
        return made

    def _placed(self, base: Step, place: Place | None) -> Step:
        if place is None:
            return base
        first, last = _lines(place, self._sources[place.source])
        where = lines_told(place.source, (first, last))
        return replace(base, place=where, source=place.source, lines=(first, last))


def _more(number: int, what: str) -> Step:
    return Step(f"and {counted(number, f'more {what}')}", succeeded=True)


def _is_case(step: ProofStep) -> bool:
    return step.kind == "control" and step.goal.startswith("case(")


def _passed(step: ProofStep, cases: int) -> str:
    if not step.succeeded:
        return "a case fails"
    match cases:
        case 0:
            return "there is no case"
        case 1:
            return "1 case, which passes"
        case _:
            return f"{cases} cases, all pass"


def _names(case: str, goal: str) -> bool:
    """Return whether ``goal`` occurs in the instance of a condition as a whole term."""
    return bool(goal) and goal in case and re.search(rf"(?<![\w']){re.escape(goal)}(?![\w'(])", case) is not None


def _lines(place: Place, text: Sequence[str]) -> tuple[int, int]:
    """Return the first and last line of the clause that starts at ``place``."""
    last = place.line
    while last < len(text) and not _CLAUSE_END.search(_COMMENT.sub("", text[last - 1])):
        last += 1
    return place.line, last


def _which(step: ProofStep, more: str = "") -> str:
    """Name the rule's clause and branch if there are several; ``more`` describes the other clauses."""
    parts: list[str] = []
    if step.nth and step.clauses:
        parts.extend((f"{nth(step.nth)} of {step.clauses} clauses", more))
    if step.branch and step.branches:
        parts.append(f"{nth(step.branch)} of {step.branches} branches")
    return f" ({', '.join(filter(None, parts))})" if parts else ""


def _why_alone(search: ProofStep, tried: ProofStep) -> str:
    """Explain why only one clause was tried: name what the others match, if they are few and none matches the goal."""
    others = sorted(search.misfits.items())
    if len(others) + 1 != tried.clauses or len(others) > MAX_MISFITS:
        return "the only one tried"
    return joined(
        f"the {nth(number)} {'' if place else 'is '}only for {what}" for place, (number, what) in enumerate(others)
    )


def _outcome(step: ProofStep) -> str:
    return "holds" if step.succeeded else "fails"
