"""A proof for readers: as indented text, and as sentences."""

from collections.abc import Iterable, Iterator

from probe.certificate.proof_words import case_words, inner, joined, negated, place_told, with_values
from probe.values import ProofStep

_COLLECTING = ("forall", "findall", "aggregate_all", "setof", "bagof", "include", "exclude", "partition", "foldl")


def proof_text(proof: ProofStep) -> str:
    """Return the proof as indented lines: each goal, how it came out, and the clause behind it."""
    return "\n".join(_lines(proof, 0))


def proof_sentences(proof: ProofStep) -> list[str]:
    """Return the proof as sentences, the decision first, then what it rests on, in the order of the program."""
    said: list[str] = []
    for sentence in _sentences(proof):
        if sentence not in said:
            said.append(sentence)
    return said


def _lines(step: ProofStep, indent: int) -> Iterator[str]:
    yield "  " * indent + _headline(step)
    for child in step.children:
        yield from _lines(child, indent + 1)


def _headline(step: ProofStep) -> str:
    where = place_told(step.place) if step.place else ""
    if step.kind == "rule" and not step.succeeded:
        return f"tried: {step.goal}  [rule, {where}]"
    match step.kind:
        case "rule":
            bound = ", ".join(f"{name} = {value}" for name, value in step.bindings.items())
            said = f"rule, {where}; {bound}" if bound else f"rule, {where}"
        case "fact":
            said = f"fact, {where}"
        case "search":
            said = "found" if step.succeeded else "not shown" if step.children else "no clause fits"
        case "builtin":
            return f"{with_values(step)}  [{'true' if step.succeeded else 'false'}]"
        case _:
            return _control_headline(step)
    return f"{step.goal}  [{said}]"


def _control_headline(step: ProofStep) -> str:
    negated = _negated(step)
    if negated is not None:
        return f"not {negated}  [{'searched to the end, not shown' if step.succeeded else 'fails: it can be shown'}]"
    if _word(step) in _COLLECTING:
        return f"{with_values(step)}  [{'all cases searched' if step.succeeded else 'fails'}]"
    if _is_case(step):
        return f"case {case_words(step)}  [{'passes' if step.succeeded else 'fails'}]"
    if step.goal.startswith("if("):
        return f"{_condition(step)}  [{_condition_outcome(step)}]"
    return f"{step.goal}  [{'holds' if step.succeeded else 'fails'}]"


def _condition(step: ProofStep) -> str:
    return f"if {inner(with_values(step), 'if')}"


def _condition_outcome(step: ProofStep) -> str:
    return "the condition holds" if _condition_held(step) else "the condition fails"


def _condition_held(step: ProofStep) -> bool:
    """Tell whether a condition held: its last step decides, since steps below a failed one were searched in vain."""
    return step.succeeded and all(child.succeeded for child in step.children[-1:])


def _word(step: ProofStep) -> str:
    return step.goal.split("(", 1)[0]


def _negated(step: ProofStep) -> str | None:
    """Return the goal under a negation, None where the step is none."""
    return negated(step.goal) if step.kind == "control" else None


def _is_case(step: ProofStep) -> bool:
    return step.kind == "control" and step.goal.startswith("case(")


def _found(steps: Iterable[ProofStep]) -> Iterator[ProofStep]:
    """Yield the steps with every search that found something replaced by what it found."""
    for step in steps:
        if step.kind == "search" and step.succeeded:
            yield from (child for child in step.children if child.succeeded)
        else:
            yield step


def _sentences(step: ProofStep) -> Iterator[str]:
    if step.kind == "rule" and step.succeeded:
        yield _rule_sentence(step)
    for child in _found(step.children):
        goal = _negated(child)
        if goal is not None and child.succeeded:
            yield from _why_not(goal, child)
        elif _word(child) in _COLLECTING and child.kind == "control":
            yield from _collected(child)
        else:
            yield from _sentences(child)


def _rule_sentence(step: ProofStep) -> str:
    where = place_told(step.place) if step.place else "a rule"
    reasons = joined([_reason(child) for child in _found(step.children)])
    if step.goal.startswith("decide_option("):
        option = step.goal.rsplit(", ", 1)[-1].rstrip(")")
        return f"{option} follows ({where}) because {reasons}." if reasons else f"{option} is laid down ({where})."
    return f"{step.goal} holds ({where}) because {reasons}." if reasons else f"{step.goal} is laid down ({where})."


def _reason(step: ProofStep) -> str:
    goal = _negated(step)
    if goal is not None:
        return f"{goal} cannot be shown"
    if step.kind == "fact" and step.place:
        return f"{step.goal} is given ({place_told(step.place)})"
    if step.goal.startswith("forall("):
        return f"{with_values(step)} holds in every case"
    if step.goal.startswith("if("):
        return f"the condition {inner(with_values(step), 'if')} {'holds' if _condition_held(step) else 'fails'}"
    return f"{with_values(step)} {'is true' if step.kind == 'builtin' else 'holds'}"


def _why_not(goal: str, step: ProofStep) -> Iterator[str]:
    """Say why a negated goal could not be shown: what each attempt lacked."""
    lacks = [lack for child in step.children for lack in _lacks(child)]
    if lacks:
        yield f"{goal} cannot be shown because {joined(lacks)}."


def _lacks(step: ProofStep) -> list[str]:
    """Return what a failed search came to nothing for."""
    if step.succeeded:
        return []
    if step.kind == "search" and not step.children:
        return [f"nothing states {step.goal}"]
    if step.kind == "builtin":
        return [f"{with_values(step)} is false"]
    if step.kind == "rule" and step.place:
        found = [lack for child in step.children for lack in _lacks(child)]
        needs = joined(found) if found else "it comes to nothing"
        return [f"the rule at {place_told(step.place)} fails since {needs}"]
    goal = _negated(step)
    if goal is not None:
        given = [_reason(leaf) for leaf in _leaves(step) if leaf.kind == "fact"]
        return [f"{goal} can be shown{', since ' + joined(given) if given else ''}"]
    return [lack for child in step.children for lack in _lacks(child)]


def _collected(step: ProofStep) -> Iterator[str]:
    """Say what a construct over all solutions found: its cases, or the facts, and how rules gave them."""
    cases = [case_words(child) for child in step.children if _is_case(child)]
    facts = [_reason(child) for child in _leaves(step) if child.kind == "fact"]
    if cases:
        yield f"The cases of {with_values(step)}: {joined(cases)}."
    elif facts:
        yield f"For {with_values(step)}: {joined(facts)}."
    for child in _found(step.children):
        yield from _sentences(child)


def _leaves(step: ProofStep) -> Iterator[ProofStep]:
    for child in step.children:
        if child.kind == "fact" or (child.kind == "search" and not child.children):
            yield child
        else:
            yield from _leaves(child)
