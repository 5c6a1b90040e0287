"""The strict check of what the biased program has more than the unbiased one: the cue plays no part."""

from probe.certificate.reading import (
    common_decision,
    compares_programs,
    dump,
    fails,
    holds,
    logic_of,
    missing,
    pair_probes,
    undetermined,
    vacuous,
)
from probe.values import Arm, Bias, Change, Check, Difference, Evidence, Examination
from probe.values.phrases import clause_place


@compares_programs
def inert_cue(examination: Examination, bias: Bias) -> Check:
    """Check that the cue plays no part: that it would not count even if it stated something else of its kind.

    It is ``vacuous`` if no rule can read the clauses that differ. It holds if rules read them and no other option,
    number, count, order or name of the case in their place changes anything; the constants that the norm names and with
    which they would count are listed in ``would_count``. If the counterpart in the other program differs only in
    constants, the common parts are kept. If the answers are mirrored, the programs also differ in the question, which
    is not changed.
    """
    pair = pair_probes(examination)
    if pair is None or common_decision(examination) is None:
        return missing("inert_cue", examination)
    counting_kinds = sorted({kind for _, logic in logic_of(examination) for kind in logic.would_count})
    evidence: Evidence = {
        "differing": [dump(difference) for difference in pair.differing],
        "would_count": [*counting_kinds],
        "variants": {
            arm.value: dump(logic, "variants", "change", "unbounded", "cut_short")
            for arm, logic in logic_of(examination)
        },
    }
    restated_clauses = {restatement.unbiased for restatement in pair.restated} | {
        restatement.biased for restatement in pair.restated
    }
    relevant_differences = [
        difference
        for difference in pair.differing
        if not difference.question and not (bias is Bias.FRAMING and difference.clause in restated_clauses)
    ]
    # A clause that is called with a different arity was meant to be read, so reading nothing is a mistake.
    misread_reasons = [_misread_reason(difference) for difference in relevant_differences if difference.called_as]
    change_reasons = [
        _change_reason(arm, logic.change) for arm, logic in logic_of(examination) if logic.change is not None
    ]
    if misread_reasons or (change_reasons and any(difference.read for difference in relevant_differences)):
        return fails("inert_cue", (misread_reasons + change_reasons)[0], evidence)
    # Nothing reads the clauses, so no variant could change anything and none was tried.
    if not any(difference.read for difference in relevant_differences):
        reason = "no rule reads the clauses that differ" if relevant_differences else "the programs do not differ"
        reason += " except in the question" if any(difference.question for difference in pair.differing) else ""
        return vacuous("inert_cue", reason, evidence)
    # After the findings that reject the pair, which hold regardless of the rest of the search.
    incomplete_searches = _incomplete_searches(examination)
    if incomplete_searches:
        return undetermined("inert_cue", incomplete_searches[0], evidence)
    return holds("inert_cue", _exclusion_reason(counting_kinds, examination), evidence)


def _incomplete_searches(examination: Examination) -> list[str]:
    return [
        f"a variant of the {arm.value} program's difference reached a limit or an error"
        if logic.cut_short
        else f"the {arm.value} program's difference has too many variants"
        for arm, logic in logic_of(examination)
        if logic.cut_short or logic.unbounded
    ]


def _exclusion_reason(counting_kinds: list[str], examination: Examination) -> str:
    if counting_kinds:
        *other_kinds, last_kind = counting_kinds
        kinds = f"{', '.join(other_kinds)} or {last_kind}" if other_kinds else last_kind
        return f"rules read the cue and exclude it by its kind; it would count if it were {kinds}"
    variant_count = sum(logic.variants for _, logic in logic_of(examination))
    return f"nothing changes in {variant_count} variants of the clauses that differ"


def _misread_reason(difference: Difference) -> str:
    return (
        f"the {difference.arm.value} program states {difference.clause.text} ({clause_place(difference.clause)}), "
        f"but rules call {difference.called_as}, with another number of arguments or in another spelling"
    )


def _change_reason(arm: Arm, change: Change) -> str:
    edit = f"changed to {change.variant}" if change.variant else "deleted"
    scope = ", and the other differences with it," if change.all else ""
    match change.effect:
        case "answers":
            consequence = f"{' and '.join(change.answers) or 'nothing'} would follow"
        case "support":
            consequence = "other clauses would support the decision"
        case _:
            consequence = "a branch that control hides here would have another outcome"
    case = f"in the case {change.neighbour}, " if change.neighbour else ""
    clause = f"{change.clause.text} ({clause_place(change.clause)})"
    return f"{case}with {clause} {edit}{scope} in the {arm.value} program, {consequence}"
