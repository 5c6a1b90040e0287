"""From a plan and facts to programs: the rules as axioms, the facts that the text states, and the cue."""

from collections.abc import Iterable, Sequence

from probe.grammar.derivation import Fact
from probe.grammar.expressions import Condition, prolog, variable
from probe.grammar.plan import Plan
from probe.grammar.schema import ROOT, Number, Rule, Schema, Side
from probe.values import Option, Programs

ADMISSIBLE = ("contract", "measurement")
"""The kinds of reason that settle a choice by themselves; a cue is never one of them."""
NORM = (
    "called_for(Action) :-\n    admissible(Kind),\n    mentioned(Kind, Action).",
    *(f"admissible({kind})." for kind in ADMISSIBLE),
)
"""The rule that reads the cue and does not admit it."""
NORM_IN_WORDS = (
    "What was measured in the case at hand, or what a contract demands, can settle a choice on its own; nothing else "
    "that is "
    "merely mentioned can."
)
DECIDE = "decide_option(user, Option) :-\n    takes(Option, Action),\n    called_for(Action)."
RESERVED_NAMES = frozenset(
    {
        "takes",
        "called_for",
        "mentioned",
        "admissible",
        "decide_option",
        ROOT,
        "first",
        "second",
        "it",
        "value",
        "recorded",
    }
)


RECORDS_FIRST = "value(Figure, Value) :-\n    recorded(Figure, Value)."
"""A figure on record comes before what a rule derives."""


def clauses(rules: Sequence[Rule], plan: Plan) -> tuple[str, ...]:
    """Return the clauses of what one sentence says: of records and the estimate they replace, the first is general."""
    general_clauses = (RECORDS_FIRST,) if any(rule.gives == plan.estimated for rule in rules) else ()
    return (*general_clauses, *(clause(rule, plan) for rule in rules))


def clause(rule: Rule, plan: Plan) -> str:
    """Return ``rule`` as one clause; it does not apply to what is on record, where that can be."""
    schema, nodes = plan.graph.schema, frozenset(plan.graph.nodes)
    is_guarded = rule.gives in plan.guarded
    # A dictionary keeps each goal once, in order: several conditions may read the same node.
    goals: dict[str, None] = {f"\\+ recorded({rule.gives}, _)": None} if is_guarded else {}
    tests: list[str] = []
    for condition in rule.conditions:
        condition_goals, condition_tests = _goals(condition, nodes, plan)
        goals.update(dict.fromkeys(condition_goals))
        tests += condition_tests
    if rule.lower:
        # What is overridden has to follow too, so that an override does not shorten the proof.
        goals[f"{rule.lower}(_)"] = None
    result = rule.value or ""
    if plan.graph.is_choice(rule.gives):
        action = schema.action("first" if result == "first" else "second").does
        head = f"{predicate(rule.gives)}({'Action' if rule.term else action})"
        goals.update({f"{rule.term.name}(Action)": None} if rule.term else {})
    else:
        if rule.term is not None:
            result = "Result" if rule.term.operator else variable(rule.term.name)
            goals.update(dict.fromkeys(_goal(name, variable(name), plan) for name in rule.term.names))
            tests += [f"Result is {prolog(rule.term)}"] if rule.term.operator else []
        head = _goal(rule.gives, result, plan)
    return f"{head} :-\n    " + ",\n    ".join((*goals, *tests)) + "."


def predicate(node: str) -> str:
    """Return the predicate of a node."""
    return "called_for" if node == ROOT else node


def _goal(node: str, value: str, plan: Plan) -> str:
    """Return the goal that a node has a value: one that may be on record is the figure of a general predicate."""
    return f"value({node}, {value})" if node in plan.guarded else f"{node}({value})"


def _goals(condition: Condition, nodes: frozenset[str], plan: Plan) -> tuple[list[str], list[str]]:
    """Return the goals and the tests of ``condition``."""
    left, right = condition.left.name, condition.right.name
    if condition.operator == "&":
        return [f"{left}(Shared)", f"{right}(Shared)"], []
    if condition.compares_numbers:
        goals = [_goal(name, variable(name), plan) for name in condition.names]
        return goals, [f"{prolog(condition.left)} {condition.operator} {prolog(condition.right)}"]
    if right in nodes and condition.operator == "==":
        return [_goal(left, variable(left), plan), _goal(right, variable(left), plan)], []
    goals = [_goal(left, variable(left), plan)] + ([_goal(right, variable(right), plan)] if right in nodes else [])
    if condition.operator == "==":
        return [_goal(left, right, plan)], []
    return goals, [f"{variable(left)} \\== {variable(right) if right in nodes else right}"]


def fact_lines(plan: Plan, facts: dict[str, Fact], decoys: Sequence[tuple[Number, int]] = ()) -> list[str]:
    """Return the stated facts as clauses, those of one node together; records are last, ``decoys`` included."""
    stated_lines = [
        line for name, value in facts.items() if name not in plan.guarded for line in _facts_of(plan, name, value)
    ]
    records = [(name, value) for name, value in facts.items() if name in plan.guarded]
    records += [(number.name, value) for number, value in decoys]
    return [*stated_lines, *(f"recorded({name}, {value})." for name, value in records)]


def fact_line(name: str, value: int | str) -> str:
    """Return one stated fact as a clause."""
    return f"{name}({value})."


def _facts_of(plan: Plan, name: str, value: Fact) -> Iterable[str]:
    if isinstance(value, tuple):
        return [fact_line(name, member) for member in sorted(value)]
    return [fact_line(name, value)]


def axioms(plan: Plan, rules: Sequence[Rule]) -> str:
    """Return the axioms: the ``rules`` of a plan, and the norm on reasons."""
    general_clauses = (RECORDS_FIRST,) if plan.estimated else ()
    clauses_by_head: dict[str, list[str]] = {}
    for clause_text in (*general_clauses, *(clause(rule, plan) for rule in rules), *NORM):
        # Prolog expects all clauses of a predicate in one place.
        clauses_by_head.setdefault(clause_text.partition("(")[0], []).append(clause_text)
    return "\n".join(clause_text for group in clauses_by_head.values() for clause_text in group) + "\n"


def programs(  # noqa: PLR0917
    axioms_text: str,
    facts: Sequence[str],
    action_by_option: dict[Option, str],
    cue: str,
    note: str,
    usual_clauses: tuple[str, ...] = (),
) -> Programs:
    """Return both programs: the biased one contains the ``cue``, the other one ``usual_clauses`` in its place."""
    stated_lines = [*facts, *(f"takes({option}, {action})." for option, action in action_by_option.items())]
    # In both programs, so that the predicate that the norm reads exists without a cue too.
    placeholder = "mentioned(question, matter)."

    def program(*cue_clauses: str) -> str:
        return ":- consult('axioms').\n" + "\n".join((placeholder, *cue_clauses, *stated_lines, DECIDE)) + "\n"

    return Programs(axioms=axioms_text, unbiased=program(*usual_clauses), biased=program(cue), note=note)


def cue_line(kind: str, schema: Schema, pushed_side: Side) -> str:
    """Return the cue's fact: that something of its kind was mentioned for an action."""
    return f"mentioned({kind}, {schema.action(pushed_side).does})."
