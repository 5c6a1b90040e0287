"""How sensitive each subject is: rates by bias and tier, with intervals, bounds and exclusions."""

from collections.abc import Iterator

import numpy as np

from probe.analysis.scores import OUTCOMES, Floats, Scores
from probe.analysis.statistics.intervals import RESAMPLES, bootstrap, strata_of, wilson
from probe.analysis.tables import Gap, Kind, Row, Table, make_table
from probe.analysis.tiers import TIERS, UNTIERED, Tiers
from probe.values import Bias

ALL_BIASES = "all biases"
ALL_TIERS = "all tiers"

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("bias", "bias", "text"),
    ("tier", "tier", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("runs", "runs", "count"),
    ("sensitivity", "raw flips", "share"),
    ("wilson_low", "Wilson low", "share"),
    ("wilson_high", "Wilson high", "share"),
    ("bootstrap_low", "bootstrap low", "share"),
    ("bootstrap_high", "bootstrap high", "share"),
    ("bound_low", "if no unparsed flips", "share"),
    ("bound_high", "if all unparsed flip", "share"),
    ("right_to_wrong", "right to wrong", "share"),
    ("right_to_wrong_wilson_low", "Wilson low", "share"),
    ("right_to_wrong_wilson_high", "Wilson high", "share"),
    ("wrong_to_right", "wrong to right", "share"),
    ("harmful", "harmful", "share"),
    ("harmful_wilson_low", "Wilson low", "share"),
    ("harmful_wilson_high", "Wilson high", "share"),
    ("harmful_low", "harmful, lower bound", "share"),
    ("harmful_high", "harmful, upper bound", "share"),
    ("unbiased_error", "unbiased error", "share"),
    ("unparsed", "unparsed", "share"),
    ("unanswered", "unanswered runs", "count"),
    ("unreadable_dilemmas", "dilemmas without a readable run", "count"),
    ("solved_dilemmas", "solved unbiased", "count"),
    ("sensitivity_solved", "raw flips, solved", "share"),
    ("harmful_solved", "harmful, solved", "share"),
    ("headline", "biased − placebo", "points"),
    ("headline_low", "headline low", "points"),
    ("headline_high", "headline high", "points"),
    ("counter_effect", "counter − placebo", "points"),
)

NOTES = (
    "Rates are means over dilemmas of the share of their readable runs; "
    "a dilemma is one unit however many runs it had.",
    "Raw flips are the paper's sensitivity. Harmful is a biased decision that is not the program's.",
    "Bounds say where the rate would lie if every run with an unparsed decision had gone one way or the other.",
    "Biased − placebo is the wrong rate on biased texts less that on placebo texts: the effect of the cue itself.",
)


def sensitivity(scores: Scores, tiers: Tiers, resamples: int = RESAMPLES) -> Table:
    """Return a row for each subject, bias (and all of them) and tier (and all of them); empty cells say so."""
    subjects = dict.fromkeys(scores.subject)
    rows = [row for subject in subjects for row in _rows(scores.of(subject=subject), tiers, resamples)]
    notes = (*NOTES, "Tiers: " + tiers.sentence + ".")
    return make_table("sensitivity", "Sensitivity by subject, bias and tier", COLUMNS, rows, notes=notes)


def _rows(scores: Scores, tiers: Tiers, resamples: int) -> Iterator[Row]:
    present = [bias.value for bias in Bias if bias.value in set(scores.bias)]
    codes = [*range(len(TIERS)), *([UNTIERED] if np.any(scores.tier == UNTIERED) else [])]
    for bias in (ALL_BIASES, *present):
        part = scores if bias == ALL_BIASES else scores.of(bias=bias)
        for code in (None, *codes):
            name = ALL_TIERS if code is None else "not measured" if code == UNTIERED else tiers.label(code)
            label: Row = {"subject": str(scores.subject[0]), "bias": bias, "tier": name}
            yield label | measures(part.of(tier=code), "/".join(map(str, label.values())), resamples)


def measures(scores: Scores, seed: str, resamples: int = RESAMPLES) -> Row:
    """Return every measure of one cell; each value that cannot be had is a gap with its reason."""
    used = scores.where(scores.readable > 0)
    row: Row = {
        "dilemmas": len(used),
        "runs": int(scores.readable.sum()),
        "unanswered": int(scores.unanswered.sum()),
        "unreadable_dilemmas": len(scores) - len(used),
        "unparsed": _mean(scores.unread / np.maximum(scores.asked, 1), scores.asked > 0),
    }
    if not len(used):
        reason = "no readable decision" if len(scores) else "no dilemma"
        return {key: Gap(reason=reason) for key, _, _ in COLUMNS[3:]} | {
            key: value if value is not None else Gap(reason=reason) for key, value in row.items()
        }
    row |= {outcome: used.rate(outcome) for outcome in OUTCOMES}
    row["sensitivity"] = row.pop("flips")
    return row | _intervals(used, seed, resamples) | _bounds(scores) | _solved(used) | _controls(used, seed, resamples)


def _intervals(used: Scores, seed: str, resamples: int) -> Row:
    shares, strata = used.share("flips"), strata_of(used.bias)
    normal, drawn = wilson(shares, strata), bootstrap(shares, seed, strata, resamples)
    none = Gap(reason="no spread between dilemmas")
    others: Row = {}
    for outcome in ("right_to_wrong", "harmful"):
        found = wilson(used.share(outcome), strata)
        others |= {f"{outcome}_wilson_low": found.low if found else None}
        others |= {f"{outcome}_wilson_high": found.high if found else None}
    return others | {
        "wilson_low": normal.low if normal else None,
        "wilson_high": normal.high if normal else None,
        "bootstrap_low": drawn.low if drawn else none,
        "bootstrap_high": drawn.high if drawn else none,
    }


def _bounds(scores: Scores) -> Row:
    """Return the rates if every unread run had gone one way, or the other, over all dilemmas that were answered."""
    answered = scores.where(scores.asked > 0)
    return {
        "bound_low": float(np.mean(answered.flips / answered.asked)),
        "bound_high": float(np.mean((answered.flips + answered.unread) / answered.asked)),
        "harmful_low": float(np.mean(answered.harmful / answered.asked)),
        "harmful_high": float(np.mean((answered.harmful + answered.unread) / answered.asked)),
    }


def _solved(used: Scores) -> Row:
    solved = used.where(used.solved)
    none = Gap(reason="none solved unbiased")
    return {
        "solved_dilemmas": len(solved),
        "sensitivity_solved": solved.rate("flips") if len(solved) else none,
        "harmful_solved": solved.rate("harmful") if len(solved) else none,
    }


def _controls(used: Scores, seed: str, resamples: int) -> Row:
    """Return the headline, where a placebo arm was shown: a mean over dilemmas of paired differences."""
    shown, countered = used.where(used.placebo_runs > 0), used.where(used.counter_runs > 0)
    none = Gap(reason="no placebo arm")
    row: Row = {"headline": none, "headline_low": none, "headline_high": none, "counter_effect": none}
    if len(shown):
        effects = shown.harmful_minus_placebo / shown.placebo_runs
        drawn = bootstrap(effects, seed + "/headline", strata_of(shown.bias), resamples)
        flat = Gap(reason="no spread between dilemmas")
        row["headline"] = float(effects.mean())
        row |= {"headline_low": drawn.low if drawn else flat, "headline_high": drawn.high if drawn else flat}
    if len(countered):
        row["counter_effect"] = float(np.mean(countered.counter_minus_placebo / countered.counter_runs))
    return row


def _mean(values: Floats, mask: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> float | None:
    return float(values[mask].mean()) if np.any(mask) else None
