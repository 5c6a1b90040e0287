"""The strict check with another engine: an answer-set solver, which depends on neither order nor rounding."""

from pydantic import JsonValue

from probe.certificate.reading import fails, holds, not_applicable, not_run, place_text, undetermined, verdicts
from probe.values import Arm, Bias, Check, Derived, Evidence, Examination, Logic, Option, Outcome, Verdict

NAME = "second_engine"
_OPTIONS = {option.value.lower(): option for option in Option}


def second_engine(examination: Examination, bias: Bias) -> Check:
    """Check that, for either program, a second engine derives the same options as the search for all answers."""
    if not (examination.unbiased.ran and examination.biased.ran):
        return not_applicable(NAME, "one of the programs was not run")
    second = examination.second
    if second is None:
        return not_run(NAME, "no second engine was asked (clingo: pip install 'probe-swe[asp]')")
    pairs = [
        (arm, verdict, derived)
        for (arm, verdict), derived in zip(verdicts(examination), (second.unbiased, second.biased), strict=True)
    ]
    evidence: Evidence = {"engine": second.engine} | {arm.value: _evidence(v, d) for arm, v, d in pairs}
    found = [
        _compared(arm, verdict, derived, second.engine, _only_decision(examination, arm))
        for arm, verdict, derived in pairs
    ]
    for outcome, check in ((Outcome.FAILS, fails), (Outcome.UNDETERMINED, undetermined)):
        reasons = [reason for ended, reason in found if ended is outcome]
        if reasons:
            return check(NAME, "; ".join(reasons), evidence)
    unclear = [reason for ended, reason in found if ended is Outcome.NOT_APPLICABLE]
    if unclear:
        return not_applicable(NAME, unclear[0], evidence)
    return holds(NAME, f"{second.engine} derives the same options", evidence)


def _only_decision(examination: Examination, arm: Arm) -> bool:
    """Whether the logical reading has searched exhaustively for an answer other than the decision, and found none."""
    pair = examination.probes.pair if examination.probes else None
    logic = pair.logic if pair else None
    read = logic and (logic.unbiased if arm is Arm.UNBIASED else logic.biased)
    return isinstance(read, Logic) and read.search == "none"


def _compared(arm: Arm, verdict: Verdict, derived: Derived, engine: str, only_decision: bool) -> tuple[Outcome, str]:
    """Return the outcome for one program, and the reason. A decision that follows in very many ways is one option."""
    program = f"the {arm.value} program"
    options = derived_options(verdict)
    many = verdict.search == "limit" and only_decision
    if verdict.search == "limit" and not many:
        return Outcome.UNDETERMINED, f"{program}: the search for all answers reaches a limit"
    if derived.outcome == "limit":
        return Outcome.UNDETERMINED, f"{program}: {derived.reason}"
    if verdict.search != "complete" and not many:
        return Outcome.NOT_APPLICABLE, f"the search for all answers of {program} ends in an error"
    place = place_text(derived.place)
    if derived.options is None:
        return Outcome.NOT_APPLICABLE, f"{program}{', ' + place if place else ''}: {derived.reason}"
    if derived.options == options:
        return Outcome.HOLDS, ""
    why = f" ({place}: {derived.reason})" if derived.reason else ""
    said = f"{program} gives {_spoken(options)}, and {_spoken(derived.options)} as {engine} reads it{why}"
    return Outcome.FAILS, said


def _evidence(verdict: Verdict, derived: Derived) -> dict[str, JsonValue]:
    return {
        "oracle": [option.value for option in derived_options(verdict)],
        "second": None if derived.options is None else [option.value for option in derived.options],
        "reason": derived.reason,
    }


def derived_options(verdict: Verdict) -> tuple[Option, ...]:
    """Return the options among the answers of a search, sorted."""
    named = (_OPTIONS.get(answer.strip("'").lower()) for answer in verdict.answers)
    return tuple(sorted({option for option in named if option}))


def _spoken(options: tuple[Option, ...]) -> str:
    return " and ".join(option.value for option in options) or "no option"
