"""The columns of decisions on dilemmas in long data: their letters, the right option, and the probabilities."""

from collections.abc import Iterator, Sequence

from probe.files.decisions import Row
from probe.values import Decision, Dilemma

COLUMNS: dict[str, type] = {
    "subject": str,
    "run_id": str,
    "protocol": str,
    "item": str,
    "bias": str,
    "norm": str,
    "domain": str,
    "author": str,
    "series": str,
    "cluster": str,
    "arm": str,
    "mitigation": str,
    "run": int,
    "order": str,
    "decision": str,
    "right_option": str,
    "wrong": int,
    "depth": int,
    "size": int,
    "inferences": int,
    "length": int,
    "probability_a": float,
    "probability_b": float,
}
"""``cluster`` is the series, else the item. ``decision`` and ``right_option`` are letters of the text as written.
``wrong`` is 1 or 0, empty if the answer could not be read. ``length`` is the number of characters of the text in this
arm. ``probability_a`` and ``probability_b`` are those of the options as written, where they are known.
"""


def columns_of(pairs: Sequence[Dilemma], decisions: Sequence[Decision]) -> Iterator[Row]:
    """Yield the values of each decision that only dilemmas have."""
    by_id = {pair.id: pair for pair in pairs}
    for decision in decisions:
        yield _columns(by_id[decision.item_id], decision)


def _columns(pair: Dilemma, decision: Decision) -> Row:
    right = pair.right_option(decision.arm).letter
    text = pair.text(decision.arm)
    first, second = decision.probabilities or (None, None)
    return {
        "series": pair.provenance.series,
        "decision": decision.letter,
        "right_option": right,
        "wrong": None if decision.decision == "unparsed" else int(decision.letter != right),
        "length": None if text is None else len(text),
        "probability_a": first,
        "probability_b": second,
    }
