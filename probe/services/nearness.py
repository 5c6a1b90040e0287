"""How near a rejected candidate was: the value that its stage measured, beside the bound that it missed."""

from pydantic import JsonValue

_BOUNDS = (("levenshtein", "levenshtein_range"), ("cosine", "cosine_range"))


def nearness(stage: str, evidence: dict[str, JsonValue]) -> str:
    """Return what was measured and what was asked for, in one line; empty where the stage measures nothing."""
    match stage:
        case "pair_similarity":
            return _ranges(evidence)
        case "collision":
            return _over(evidence.get("cosine"), evidence.get("limit"))
        case "round_trip":
            return _round_trip(evidence)
        case "certificate":
            return _failing(evidence.get("outcomes"))
    votes, needed = evidence.get("yes"), evidence.get("needed")
    return f"{votes} of {needed} votes that it needs" if isinstance(votes, int) and isinstance(needed, int) else ""


def _failing(outcomes: JsonValue) -> str:
    if not isinstance(outcomes, dict):
        return ""
    failing = sum(outcome == "fails" for outcome in outcomes.values())
    return f"{failing} of {len(outcomes)} checks {'fails' if failing == 1 else 'fail'}"


def _ranges(evidence: dict[str, JsonValue]) -> str:
    for name, bounds in _BOUNDS:
        value, allowed = evidence.get(name), evidence.get(bounds)
        if isinstance(value, (int, float)) and isinstance(allowed, list) and len(allowed) == 2:
            told = _missed_by(float(value), allowed[0], allowed[1])
            if told:
                return f"{name} {value:.3f}, {told}"
    return ""


def _missed_by(value: float, low: JsonValue, high: JsonValue) -> str:
    if value < _number(low):
        return f"{_number(low) - value:.3f} below {low}"
    return f"{value - _number(high):.3f} above {high}" if value >= _number(high) else ""


def _over(value: JsonValue, limit: JsonValue) -> str:
    if not isinstance(value, (int, float)):
        return ""
    return f"cosine {_number(value):.3f}, {_number(value) - _number(limit):.3f} above {limit}"


def _round_trip(evidence: dict[str, JsonValue]) -> str:
    least = _number(evidence.get("cosine_at_least"))
    for arm in ("biased", "unbiased"):
        told = evidence.get(arm)
        if isinstance(told, dict) and isinstance(told.get("cosine"), (int, float)):
            value = _number(told["cosine"])
            return f"cosine {value:.3f}, {least - value:.3f} below {least:g}" if value < least else ""
    return ""


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0
