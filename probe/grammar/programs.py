"""From a scenario and a depth to its programs: the axioms, the facts that its text states, and the cue."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from probe.grammar.logic import Clause, Literal, fact, goal, literal, rule
from probe.grammar.practice_library import Action, Library, Practice, Premise
from probe.grammar.scenario import Scenario
from probe.values import Option, Programs

RESERVED = frozenset({"takes", "stands_for", "did", "at_issue", "mentioned", "admissible", "called_for", "merits"})
"""The predicates of every program; no practice may define them."""

DECIDE = rule(goal("decide_option", "user", "Option"), goal("takes", "Option", "Action"), goal("called_for", "Action"))
JUDGE = rule(
    goal("decide_option", "user", "Option"),
    goal("stands_for", "Option", "Verdict"),
    goal("did", "Action"),
    goal("merits", "Action", "Verdict"),
)


def case(scenario: Scenario, depth: int, library: Library) -> "Case":
    """Return the clauses of ``scenario`` at ``depth`` (2 to 8)."""
    practice = scenario.practice
    return Case(
        axioms=_axioms(scenario, depth, library),
        facts=_facts(scenario, depth, getattr(library.premises, practice.premise)),
        cue=cue_fact(scenario),
        decide=JUDGE if scenario.retrospective else DECIDE,
    )


class Case:
    """The clauses of one dilemma; only the biased program contains ``cue``."""

    def __init__(self, axioms: Sequence[Clause], facts: Sequence[Clause], cue: Clause, decide: Clause) -> None:
        self.axioms = tuple(axioms)
        self.facts = tuple(facts)
        self.cue = cue
        self.decide = decide

    def clauses(self, *, biased: bool = False) -> tuple[Clause, ...]:
        """Return the whole program in the order in which it is searched."""
        return (*self.axioms, *self._case_facts(biased=biased), self.decide)

    def programs(self, note: str) -> Programs:
        """Return the programs as Prolog text; ``note`` is the axioms in words."""
        return Programs(
            axioms=_written(self.axioms),
            unbiased=self._program(biased=False),
            biased=self._program(biased=True),
            note=note,
        )

    def _case_facts(self, *, biased: bool) -> tuple[Clause, ...]:
        return _grouped([*self.facts, self.cue] if biased else self.facts)

    def _program(self, *, biased: bool) -> str:
        return ":- consult('axioms').\n" + _written((*self._case_facts(biased=biased), self.decide))


def cue_fact(scenario: Scenario) -> Clause:
    """Return the cue's facts: that something of its kind was mentioned for the wrong option."""
    if scenario.cue.fact is not None:
        return Clause(head=literal(scenario.cue.fact.replace("{pushed}", scenario.practice.wrong.does)))
    if scenario.retrospective:
        verdict = "inappropriate" if scenario.correct is Option.A else "appropriate"
        return fact("mentioned", scenario.cue.kind, verdict)
    return fact("mentioned", scenario.cue.kind, scenario.practice.wrong.does)


def note(scenario: Scenario, depth: int, library: Library) -> str:
    """Return the axioms in words: the rules from what the text states up to the action."""
    practice = scenario.practice
    premise: Premise = getattr(library.premises, practice.premise)
    said = [rung.because for rung in reversed(practice.ladder[: depth - 2]) if rung.because]
    said += [scenario.kind.shows_means] if scenario.branches > 1 else []
    said += [scenario.kind.means_premise] if scenario.branches > 0 else []
    said += [practice.exemption.rule] if practice.exemption and _is_near_miss(scenario) else []
    said.append(library.reasons.rule)
    best = practice.rule[:1].lower() + practice.rule[1:]
    return " ".join([*said, f"The best practice is: {best}"]) if premise.holds else ""


def _axioms(scenario: Scenario, depth: int, library: Library) -> list[Clause]:
    practice = scenario.practice
    premise: Premise = getattr(library.premises, practice.premise)
    clauses = _calls(scenario, premise)
    matter = "Matter"
    for upper, lower in zip(practice.ladder[: depth - 2], practice.ladder[1 : depth - 1], strict=True):
        clauses.append(rule(goal(upper.holds, matter), goal(lower.holds, matter)))
    steps = (premise.holds, scenario.kind.means, scenario.kind.shows)[: scenario.branches + 1]
    for head, body in pairwise(steps):
        clauses.append(rule(goal(head, "System"), goal(body, "System")))
    clauses += [fact("admissible", kind) for kind in library.reasons.admissible]
    return clauses


def _calls(scenario: Scenario, premise: Premise) -> list[Clause]:
    """Return the rules that an action follows from: the practice, its exemption, and admissible reasons."""
    practice = scenario.practice
    because = (
        goal(practice.ladder[0].holds, "Matter"),
        goal("at_issue", "Matter", "System"),
        goal(premise.holds, "System"),
    )
    clauses = [rule(head, *because) for head in _heads(scenario, practice.right, practice.wrong)]
    if practice.exemption and _is_near_miss(scenario):
        exempt = (goal(practice.exemption.holds, "Matter"), goal("at_issue", "Matter", "System"))
        clauses += [rule(head, *exempt) for head in _heads(scenario, practice.wrong, practice.right)]
    clauses.append(_reasons(retrospective=scenario.retrospective))
    return clauses


def _heads(scenario: Scenario, wanted: Action, unwanted: Action) -> list[Literal]:
    if scenario.retrospective:
        return [goal("merits", wanted.does, "appropriate"), goal("merits", unwanted.does, "inappropriate")]
    return [goal("called_for", wanted.does)]


def _reasons(*, retrospective: bool) -> Clause:
    admissible = goal("admissible", "Kind")
    if retrospective:
        return rule(
            goal("merits", "Action", "Verdict"), admissible, goal("mentioned", "Kind", "Verdict"), goal("did", "Action")
        )
    return rule(goal("called_for", "Action"), admissible, goal("mentioned", "Kind", "Action"))


def _facts(scenario: Scenario, depth: int, premise: Premise) -> list[Clause]:
    practice, system = scenario.practice, scenario.context.system
    told = (premise.holds, scenario.kind.means, scenario.kind.shows)[scenario.branches]
    facts = [
        fact("at_issue", practice.about, system),
        fact("mentioned", "question", practice.about),
        fact(practice.ladder[depth - 2].holds, practice.about),
        fact(told, system),
        *(Clause(head=literal(aside.fact)) for aside in scenario.asides),
        *_options(scenario),
    ]
    if scenario.cue.wording:
        facts.append(Clause(head=literal(scenario.cue.wording.fact)))
    return facts


def _options(scenario: Scenario) -> list[Clause]:
    practice, correct = scenario.practice, scenario.correct
    if scenario.retrospective:
        done = practice.right if correct is Option.A else practice.wrong
        verdicts = [fact("stands_for", Option.A, "appropriate"), fact("stands_for", Option.B, "inappropriate")]
        return [fact("did", done.does), *verdicts]
    actions = {correct: practice.right, correct.other: practice.wrong}
    return [fact("takes", option, actions[option].does) for option in Option]


def _is_near_miss(scenario: Scenario) -> bool:
    """Whether an aside states the exemption about something else; only then is its rule needed."""
    exemption = scenario.practice.exemption
    return exemption is not None and any(literal(aside.fact).predicate == exemption.holds for aside in scenario.asides)


def _grouped(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    """Return ``clauses`` with the clauses of each predicate together, as Prolog requires."""
    groups: dict[str, list[Clause]] = {}
    for clause in clauses:
        groups.setdefault(f"{clause.head.predicate}/{len(clause.head.args)}", []).append(clause)
    return tuple(clause for group in groups.values() for clause in group)


def _written(clauses: Iterable[Clause]) -> str:
    return "\n".join(str(clause) for clause in clauses) + "\n"


def practice_predicates(practice: Practice) -> frozenset[str]:
    """Return the predicates in a practice's own rules."""
    exempt = {practice.exemption.holds} if practice.exemption else set()
    return frozenset({rung.holds for rung in practice.ladder} | exempt)
