"""Proofs for readers: each step names its goal, the outcome, and the program lines behind it.

The oracle's search log is shown as results: a goal that succeeded appears as the rule or fact that proved it, and a
goal that failed names what was missing. Cases of ``forall`` are grouped, and no derivation is shown twice.

A truncated search is not evidence of failure: its unsuccessful steps are described only as "tried".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from probe.document import Step
from probe.values import OtherOption, Place, ProofStep
from probe.values.phrases import counted, joined, nth

MAX_CHILDREN = 30
"""How many children of a step are shown; the rest are counted."""

MAX_MISFITS = 2
"""Maximum number of non-matching clauses that a step describes."""

_COLLECTING = ("findall(", "aggregate_all(", "setof(", "bagof(", "include(", "exclude(", "partition(")
_COMMENT = re.compile(r"%.*$")
_TOKEN = re.compile(r"'(?:[^'\\]|\\.|'')*'|\"(?:[^\"\\]|\\.)*\"|\*?->|[(),;\[\]{}]")
"""Quoted text, which hides what is inside, or a sign that divides a condition."""
_CLAUSE_END = re.compile(r"\.\s*$")


def levels(proof: ProofStep) -> int:
    """Return the number of steps on the longest branch, including the root."""
    return 1 + max((levels(child) for child in proof.children), default=0)


class ProofReader:
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
        # Without a failed attempt, the search is the proof.
        if not complete or not search.succeeded or all(child.succeeded for child in search.children):
            return self.read(search, complete)
        tried = tuple(
            step
            for child in search.children
            for step in ((self._failed_rule(child, "the rule"),) if not child.succeeded else self._step(child, None))
        )
        return self._made(search, Step(f"{search.goal}, queried alone"), None, tried)

    def read_other(self, other: OtherOption) -> tuple[Step | None, Step | None]:
        """Return the search for an option that is not the decision, and the cut that ends it first, if known."""
        searched = other.search if other.outcome in ("fails", "unreached") else None
        search = self.read_search(searched, other.whole) if searched else None
        return search, self._placed(Step(""), other.cut) if other.cut else None

    def _steps(self, steps: Iterable[ProofStep], within: Place | None) -> tuple[Step, ...]:
        shown = [step for proof_step in steps for step in self._step(proof_step, within)]
        if len(shown) <= MAX_CHILDREN:
            return tuple(shown)
        return (*shown[:MAX_CHILDREN], _more(len(shown) - MAX_CHILDREN, "step"))

    def _step(self, step: ProofStep, within: Place | None) -> Iterator[Step]:
        # In a search that was cut short, a step without a success may still have had one.
        if not self._complete and not step.succeeded:
            yield self._tried(step, within)
            return
        match step.kind:
            case "rule" if step.succeeded:
                children = self._steps(step.children, step.place)
                yield self._made(step, Step(f"{step.goal}, by", _which(step)), step.place, children)
            case "rule":
                yield self._failed_rule(step, "the rule for " + step.goal)
            case "fact":
                yield self._made(step, Step(f"{step.goal}, given in"), step.place)
            case "search":
                yield from self._search(step)
            case "builtin":
                outcome = "true" if step.succeeded else "false"
                yield self._made(step, _located(f"{with_values(step)}: {outcome}", within), within)
            case "control":
                yield self._control(step, within)
            case _:
                text = f"{step.goal} {_outcome(step)}; the proof omits its inner steps"
                yield self._made(step, Step(text), None)

    def _tried(self, step: ProofStep, within: Place | None) -> Step:
        """Show a step whose outcome is unknown as tried."""
        place = step.place or (within if step.kind in ("builtin", "control") else None)
        goal = f"the case {case_words(step)}" if _is_case(step) else _condition(step)
        text = f"{goal}, tried{' in' if place else ''}"
        return self._made(step, Step(text, link="through"), place, self._steps(step.children, step.place or within))

    def _search(self, step: ProofStep) -> Iterator[Step]:
        """Yield what a search found, or why it found nothing."""
        if step.succeeded:
            for child in step.children:
                # Attempts that failed before the success say nothing about why it holds.
                if child.succeeded:
                    yield from self._step(child, None)
            return
        tried = [child for child in step.children if child.kind == "rule"]
        if not tried:
            yield self._made(step, Step(f"nothing states {step.goal}", link="because"), None)
        elif len(tried) == 1:
            yield self._failed_rule(tried[0], step.goal, _why_only_clause(step, tried[0]))
        else:
            children = tuple(self._failed_rule(rule, "the rule") for rule in tried)
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
        which, alone = _which(step, note), what == "the rule"
        text, after = (f"{what} in", f"{which} fails") if alone else (f"{what} fails by", which)
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
        after = f"{',' if within else ''} {_outcome(step)}"
        base = replace(_located(_condition(step), within), after=after, link=_link(step))
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
        base = replace(_located(f"not {goal}", within, "evaluated in"), link="because")
        if not step.succeeded:
            base = replace(base, after=", fails" if within else " fails")
        elif not self._complete:
            base = self._cut_short(base)
        return self._made(step, base, within, self._steps(step.children, within))

    def _forall(self, step: ProofStep, within: Place | None) -> Step:
        cases = [child for child in step.children if _is_case(child)]
        others = self._steps((child for child in step.children if not _is_case(child)), within)
        cases = list({case.goal: case for case in reversed(cases)}.values())[::-1]
        shown = []
        for case in cases[:MAX_CHILDREN]:
            made = self._case(case, within)
            goals = _goals(inner(case.goal, "case"))
            of_it = tuple(step for step in others if step.succeeded and step.goal in goals)
            shown.append(replace(made, children=(*of_it, *made.children)))
        if len(cases) > len(shown):
            shown.append(_more(len(cases) - len(shown), "case"))
        after = f": {_passed(step, len(cases))}"
        base = replace(_located(with_values(step), within), after=after, link=_link(step))
        base = base if self._complete else self._cut_short(replace(base, after=", holds"))
        none = self._grouped(tuple(other for other in others if not other.succeeded), "no other case")
        return self._made(step, base, within, (*shown, *none))

    def _grouped(self, children: tuple[Step, ...], title: str) -> tuple[Step, ...]:
        """Group the failed steps below one title, after the successful ones."""
        title = title if self._complete else "also tried"
        failed = tuple(child for child in children if not child.succeeded)
        succeeded = tuple(child for child in children if child.succeeded)
        return (*succeeded, Step(title, kind="group", link="because", children=failed)) if failed else succeeded

    def _cut_short(self, base: Step) -> Step:
        return replace(base, after=f"{base.after}; only part of its search is known", link="through")

    def _made(self, step: ProofStep, base: Step, place: Place | None, children: tuple[Step, ...] = ()) -> Step:
        made = self._placed(base, place)
        key = (step.kind, step.goal, step.succeeded, made.source, made.lines, tuple(child.key for child in children))
        made = replace(made, goal=step.goal, kind=step.kind, succeeded=step.succeeded, children=children, key=key)
        # Only derivations are worth a reference: a fact is as short as the words "as above".
        if not children or not step.succeeded or _is_case(step):
            return made
        if key in self._shown:
            return replace(made, after=f"{made.after}, as above", children=())
        self._shown.add(key)
        return made

    def _placed(self, base: Step, place: Place | None) -> Step:
        if place is None:
            return base
        return replace(base, source=place.source, lines=_lines(place, self._sources[place.source]))


def _located(text: str, within: Place | None, word: str = "in") -> Step:
    return Step(f"{text}, {word}" if within else text)


def _more(number: int, what: str) -> Step:
    return Step(f"and {counted(number, f'more {what}')}")


def _is_case(step: ProofStep) -> bool:
    return step.kind == "control" and step.goal.startswith("case(")


def _passed(step: ProofStep, cases: int) -> str:
    if not step.succeeded:
        return "a case fails"
    return {0: "there is no case", 1: "1 case, which passes"}.get(cases, f"{cases} cases, all pass")


def _goals(condition: str) -> set[str]:
    """Return the goals of a condition: a term inside another one is an argument, not a goal."""
    goals, depth, start = set[str](), 0, 0
    parts: list[str] = []
    for match in _TOKEN.finditer(condition):
        token = match[0]
        depth += (token in "([{") - (token in ")]}")
        if depth == 0 and token in (",", ";", "->", "*->"):
            parts.append(condition[start : match.start()])
            start = match.end()
    for part in (*parts, condition[start:]):
        bare = _bare(part.strip())
        goals |= {bare} if bare == part.strip() and not parts else _goals(bare)
    return goals


def _lines(place: Place, text: Sequence[str]) -> tuple[int, int]:
    """Return the first and last line of the clause that starts at ``place``."""
    last = place.line
    # A comment may contain a full stop, which ends no clause.
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


def _why_only_clause(search: ProofStep, tried: ProofStep) -> str:
    """Explain why only one clause was tried: name what the others match, if they are few and none matches the goal."""
    others = sorted(search.misfits.items())
    # If a clause is unaccounted for, naming the others would suggest that they are all.
    if len(others) + 1 != tried.clauses or len(others) > MAX_MISFITS:
        return "the only one tried"
    return joined(
        f"the {nth(number)} {'' if position else 'is '}only for {what}"
        for position, (number, what) in enumerate(others)
    )


def _condition(step: ProofStep) -> str:
    goal = with_values(step)
    return f"the condition {inner(goal, 'if')}" if step.goal.startswith("if(") else goal


def _outcome(step: ProofStep) -> str:
    return "holds" if step.succeeded else "fails"


def _link(step: ProofStep) -> str:
    return "since" if step.succeeded else "because"


def inner(goal: str, word: str) -> str:
    """Return the arguments inside ``word(…)``, without a second pair of parentheses around all of them."""
    if not goal.startswith(f"{word}("):
        return goal
    text, _, rest = goal.removeprefix(f"{word}(").rpartition(")")
    return f"{_bare(text)}{rest}"


def case_words(step: ProofStep) -> str:
    """Return the values of a case of ``forall``, or its goal if they are unknown."""
    return ", ".join(f"{name} = {value}" for name, value in step.bindings.items()) or inner(step.goal, "case")


def negated(goal: str) -> str | None:
    """Return the goal under a negation, None if it is none."""
    if goal.startswith("\\+"):
        return _bare(goal[2:].strip())
    return inner(goal, "not") if goal.startswith("not(") else None


def with_values(step: ProofStep) -> str:
    """Return the goal as written in the program, with the values of its variables."""
    if step.written is None:
        return step.goal
    bindings = {name: value for name, value in step.bindings.items() if f"{name} = {value}" != step.written}
    values = ", ".join(f"{name} = {value}" for name, value in bindings.items())
    return f"{step.written} with {values}" if values else step.written


def _bare(text: str) -> str:
    """Remove the outermost parentheses around a conjunction: those that open first and close last."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for position, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        # Closed before the end: "(a), (b)" begins and ends with parentheses that are not a pair.
        if depth == 0:
            return text[1:-1] if position == len(text) - 1 else text
    return text
