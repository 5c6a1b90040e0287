"""Proofs for readers: each step names its goal, the outcome, and the program lines behind it.

The oracle's search log is shown as results: a goal that succeeded appears as the rule or fact that proved it, and a
goal that failed names what was missing. Cases of ``forall`` are grouped, and no derivation is shown twice.

A truncated search is not evidence of failure: its unsuccessful steps are described only as "tried".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from probe.document import Step
from probe.values import OtherOption, ProofStep, SourceLocation
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
        attempts = tuple(
            step
            for child in search.children
            for step in ((self._failed_rule(child, "the rule"),) if not child.succeeded else self._step(child, None))
        )
        return self._made(search, Step(f"{search.goal}, queried alone"), None, attempts)

    def read_other(self, other: OtherOption) -> tuple[Step | None, Step | None]:
        """Return the search for an option that is not the decision, and the cut that ends it first, if known."""
        other_search = other.search if other.outcome in ("fails", "unreached") else None
        search = self.read_search(other_search, other.whole) if other_search else None
        return search, self._placed(Step(""), other.cut) if other.cut else None

    def _steps(self, steps: Iterable[ProofStep], rule_place: SourceLocation | None) -> tuple[Step, ...]:
        shown_steps = [step for proof_step in steps for step in self._step(proof_step, rule_place)]
        if len(shown_steps) <= MAX_CHILDREN:
            return tuple(shown_steps)
        return (*shown_steps[:MAX_CHILDREN], _more(len(shown_steps) - MAX_CHILDREN, "step"))

    def _step(self, step: ProofStep, rule_place: SourceLocation | None) -> Iterator[Step]:
        # In a search that was cut short, a step without a success may still have had one.
        if not self._complete and not step.succeeded:
            yield self._tried(step, rule_place)
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
                yield self._made(step, _located(f"{with_values(step)}: {outcome}", rule_place), rule_place)
            case "control":
                yield self._control(step, rule_place)
            case _:
                text = f"{step.goal} {_outcome(step)}; the proof omits its inner steps"
                yield self._made(step, Step(text), None)

    def _tried(self, step: ProofStep, rule_place: SourceLocation | None) -> Step:
        """Show a step whose outcome is unknown as tried."""
        place = step.place or (rule_place if step.kind in ("builtin", "control") else None)
        goal = f"the case {case_words(step)}" if _is_case(step) else _condition(step)
        text = f"{goal}, tried{' in' if place else ''}"
        return self._made(step, Step(text, link="through"), place, self._steps(step.children, step.place or rule_place))

    def _search(self, step: ProofStep) -> Iterator[Step]:
        """Yield what a search found, or why it found nothing."""
        if step.succeeded:
            for child in step.children:
                # Attempts that failed before the success say nothing about why it holds.
                if child.succeeded:
                    yield from self._step(child, None)
            return
        tried_rules = [child for child in step.children if child.kind == "rule"]
        if not tried_rules:
            yield self._made(step, Step(f"nothing states {step.goal}", link="because"), None)
        elif len(tried_rules) == 1:
            yield self._failed_rule(tried_rules[0], step.goal, _why_only_clause(step, tried_rules[0]))
        else:
            children = tuple(self._failed_rule(rule, "the rule") for rule in tried_rules)
            text = f"{step.goal} fails; {counted(len(tried_rules), 'rule')} tried"
            yield self._made(step, Step(text, link="because"), None, children)

    def _failed_rule(self, step: ProofStep, subject: str, note: str = "") -> Step:
        """Describe a rule that failed; goals that held before the failure are named without their proofs.

        ``note`` describes the other clauses of the predicate.
        """
        children = tuple(
            replace(child, children=()) if child.succeeded and child.kind == "rule" else child
            for child in self._lacking(step)
        )
        clause_note, names_rule_only = _which(step, note), subject == "the rule"
        text, after = (
            (f"{subject} in", f"{clause_note} fails") if names_rule_only else (f"{subject} fails by", clause_note)
        )
        return self._made(step, Step(text, after, link="because"), step.place, children)

    def _lacking(self, step: ProofStep) -> tuple[Step, ...]:
        # A derivation that is not shown in full must not be referred to later.
        shown_before = set(self._shown)
        children = self._steps(step.children, step.place)
        if any(child.succeeded and child.kind == "rule" and child.children for child in children):
            self._shown = shown_before
        return children

    def _control(self, step: ProofStep, rule_place: SourceLocation | None) -> Step:
        if (goal := negated(step.goal)) is not None:
            return self._negation(step, goal, rule_place)
        if step.goal.startswith("forall("):
            return self._forall(step, rule_place)
        if step.goal.startswith("case("):
            return self._case(step, rule_place)
        children = self._steps(step.children, rule_place)
        after = f"{',' if rule_place else ''} {_outcome(step)}"
        base = replace(_located(_condition(step), rule_place), after=after, link=_link(step))
        if step.goal.startswith(_COLLECTING):
            children = self._grouped(children, "nothing else")
            base = base if self._complete else self._cut_short(base)
        return self._made(step, base, rule_place, children)

    def _case(self, step: ProofStep, rule_place: SourceLocation | None) -> Step:
        if not self._complete and not step.succeeded:
            return self._tried(step, rule_place)
        text = f"the case {case_words(step)} {'passes' if step.succeeded else 'fails'}"
        return self._made(step, Step(text), None, self._steps(step.children, rule_place))

    def _negation(self, step: ProofStep, goal: str, rule_place: SourceLocation | None) -> Step:
        base = replace(_located(f"not {goal}", rule_place, "evaluated in"), link="because")
        if not step.succeeded:
            base = replace(base, after=", fails" if rule_place else " fails")
        elif not self._complete:
            base = self._cut_short(base)
        return self._made(step, base, rule_place, self._steps(step.children, rule_place))

    def _forall(self, step: ProofStep, rule_place: SourceLocation | None) -> Step:
        cases = [child for child in step.children if _is_case(child)]
        other_steps = self._steps((child for child in step.children if not _is_case(child)), rule_place)
        cases = list({case.goal: case for case in reversed(cases)}.values())[::-1]
        case_steps = []
        for case in cases[:MAX_CHILDREN]:
            case_step = self._case(case, rule_place)
            goals = _goals(inner(case.goal, "case"))
            case_goals = tuple(step for step in other_steps if step.succeeded and step.goal in goals)
            case_steps.append(replace(case_step, children=(*case_goals, *case_step.children)))
        if len(cases) > len(case_steps):
            case_steps.append(_more(len(cases) - len(case_steps), "case"))
        after = f": {_passed(step, len(cases))}"
        base = replace(_located(with_values(step), rule_place), after=after, link=_link(step))
        base = base if self._complete else self._cut_short(replace(base, after=", holds"))
        unmatched_steps = self._grouped(
            tuple(other_step for other_step in other_steps if not other_step.succeeded), "no other case"
        )
        return self._made(step, base, rule_place, (*case_steps, *unmatched_steps))

    def _grouped(self, children: tuple[Step, ...], title: str) -> tuple[Step, ...]:
        """Group the failed steps below one title, after the successful ones."""
        title = title if self._complete else "also tried"
        failed_steps = tuple(child for child in children if not child.succeeded)
        successful_steps = tuple(child for child in children if child.succeeded)
        return (
            (*successful_steps, Step(title, kind="group", link="because", children=failed_steps))
            if failed_steps
            else successful_steps
        )

    def _cut_short(self, base: Step) -> Step:
        return replace(base, after=f"{base.after}; only part of its search is known", link="through")

    def _made(self, step: ProofStep, base: Step, place: SourceLocation | None, children: tuple[Step, ...] = ()) -> Step:
        placed_step = self._placed(base, place)
        key = (
            step.kind,
            step.goal,
            step.succeeded,
            placed_step.source,
            placed_step.lines,
            tuple(child.key for child in children),
        )
        placed_step = replace(
            placed_step, goal=step.goal, kind=step.kind, succeeded=step.succeeded, children=children, key=key
        )
        # Only derivations are worth a reference: a fact is as short as the words "as above".
        if not children or not step.succeeded or _is_case(step):
            return placed_step
        if key in self._shown:
            return replace(placed_step, after=f"{placed_step.after}, as above", children=())
        self._shown.add(key)
        return placed_step

    def _placed(self, base: Step, place: SourceLocation | None) -> Step:
        if place is None:
            return base
        return replace(base, source=place.source, lines=_lines(place, self._sources[place.source]))


def _located(text: str, rule_place: SourceLocation | None, word: str = "in") -> Step:
    return Step(f"{text}, {word}" if rule_place else text)


def _more(number: int, noun: str) -> Step:
    return Step(f"and {counted(number, f'more {noun}')}")


def _is_case(step: ProofStep) -> bool:
    return step.kind == "control" and step.goal.startswith("case(")


def _passed(step: ProofStep, cases: int) -> str:
    if not step.succeeded:
        return "a case fails"
    return {0: "there is no case", 1: "1 case, which passes"}.get(cases, f"{cases} cases, all pass")


def _goals(condition: str) -> set[str]:
    """Return the goals of a condition: a term inside another one is an argument, not a goal."""
    goals, depth, start = set[str](), 0, 0
    conditions: list[str] = []
    for match in _TOKEN.finditer(condition):
        token = match[0]
        depth += (token in "([{") - (token in ")]}")
        if depth == 0 and token in (",", ";", "->", "*->"):
            conditions.append(condition[start : match.start()])
            start = match.end()
    for condition_part in (*conditions, condition[start:]):
        bare_part = _bare(condition_part.strip())
        goals |= {bare_part} if bare_part == condition_part.strip() and not conditions else _goals(bare_part)
    return goals


def _lines(place: SourceLocation, text: Sequence[str]) -> tuple[int, int]:
    """Return the first and last line of the clause that starts at ``place``."""
    last = place.line
    # A comment may contain a full stop, which ends no clause.
    while last < len(text) and not _CLAUSE_END.search(_COMMENT.sub("", text[last - 1])):
        last += 1
    return place.line, last


def _which(step: ProofStep, other_clauses: str = "") -> str:
    """Name the rule's clause and branch if there are several; ``other_clauses`` describes the other clauses."""
    notes: list[str] = []
    if step.nth and step.clauses:
        notes.extend((f"{nth(step.nth)} of {step.clauses} clauses", other_clauses))
    if step.branch and step.branches:
        notes.append(f"{nth(step.branch)} of {step.branches} branches")
    return f" ({', '.join(filter(None, notes))})" if notes else ""


def _why_only_clause(search: ProofStep, tried_clause: ProofStep) -> str:
    """Explain why only one clause was tried: name what the others match, if they are few and none matches the goal."""
    misfits = sorted(search.misfits.items())
    # If a clause is unaccounted for, naming the others would suggest that they are all.
    if len(misfits) + 1 != tried_clause.clauses or len(misfits) > MAX_MISFITS:
        return "the only one tried"
    return joined(
        f"the {nth(number)} {'' if position else 'is '}only for {pattern}"
        for position, (number, pattern) in enumerate(misfits)
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
    text, _, remaining_text = goal.removeprefix(f"{word}(").rpartition(")")
    return f"{_bare(text)}{remaining_text}"


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
