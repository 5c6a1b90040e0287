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
    """Check that the cue plays no part: that it would not count if it said something else of its kind.

    It is ``vacuous`` if no rule can read the clauses that differ. It holds if rules read them and no other option,
    number, count, order or name of the case in their place changes anything; the constants that the norm names and with
    which they would count are listed in ``would_count``. If the counterpart in the other program differs only in
    constants, the common parts are kept. If the answers are mirrored, the programs also differ in the question, which
    is not changed.
    """
    pair = pair_probes(examination)
    if pair is None or common_decision(examination) is None:
        return missing("inert_cue", examination)
    counting = sorted({kind for _, logic in logic_of(examination) for kind in logic.would_count})
    evidence: Evidence = {
        "differing": [dump(difference) for difference in pair.differing],
        "would_count": [*counting],
        "variants": {
            arm.value: dump(logic, "variants", "change", "unbounded", "cut_short")
            for arm, logic in logic_of(examination)
        },
    }
    restated = {restatement.unbiased for restatement in pair.restated} | {
        restatement.biased for restatement in pair.restated
    }
    differing = [
        difference
        for difference in pair.differing
        if not difference.question and not (bias is Bias.FRAMING and difference.clause in restated)
    ]
    # A clause that is called with another arity was meant to be read, so that reading nothing is an accident.
    misread = [_misread(difference) for difference in differing if difference.called_as]
    changed = [_changed(arm, logic.change) for arm, logic in logic_of(examination) if logic.change is not None]
    if misread or (changed and any(difference.read for difference in differing)):
        return fails("inert_cue", (misread + changed)[0], evidence)
    # Nothing reads the clauses: no variant could change anything, and none was tried.
    if not any(difference.read for difference in differing):
        what = "no rule reads the clauses that differ" if differing else "the programs do not differ"
        what += " except in the question" if any(difference.question for difference in pair.differing) else ""
        return vacuous("inert_cue", what, evidence)
    # After the findings that reject the pair: those hold whatever the rest of the search would have shown.
    short = _short(examination)
    if short:
        return undetermined("inert_cue", short[0], evidence)
    return holds("inert_cue", _excluded(counting, examination), evidence)


def _short(examination: Examination) -> list[str]:
    return [
        f"a variant of the {arm.value} program's difference reached a limit or an error"
        if logic.cut_short
        else f"the {arm.value} program's difference has too many variants"
        for arm, logic in logic_of(examination)
        if logic.cut_short or logic.unbounded
    ]


def _excluded(counting: list[str], examination: Examination) -> str:
    if counting:
        *others, last = counting
        kinds = f"{', '.join(others)} or {last}" if others else last
        return f"rules read the cue and exclude it by its kind; it would count if it were {kinds}"
    tried = sum(logic.variants for _, logic in logic_of(examination))
    return f"nothing changes in {tried} variants of the clauses that differ"


def _misread(difference: Difference) -> str:
    return (
        f"the {difference.arm.value} program states {difference.clause.text} ({clause_place(difference.clause)}), "
        f"but rules call {difference.called_as}, with another number of arguments or in another spelling"
    )


def _changed(arm: Arm, change: Change) -> str:
    done = f"changed to {change.variant}" if change.variant else "deleted"
    more = ", and the other differences with it," if change.all else ""
    match change.effect:
        case "answers":
            what = f"{' and '.join(change.answers) or 'nothing'} would follow"
        case "support":
            what = "other clauses would support the decision"
        case _:
            what = "a branch that control hides here would have another outcome"
    case = f"in the case {change.neighbour}, " if change.neighbour else ""
    clause = f"{change.clause.text} ({clause_place(change.clause)})"
    return f"{case}with {clause} {done}{more} in the {arm.value} program, {what}"
