"""The columns of decisions on dilemmas in long data: letters, the right option, and probabilities."""

from probe.files.columns import Cell, FileColumn
from probe.files.decisions import SHARED, DecisionInContext


def _right_letter(row: DecisionInContext) -> str:
    letter: str = row.item.right_option(row.decision.arm).letter
    return letter


def _wrong(row: DecisionInContext) -> Cell:
    return None if row.decision.decision == "unparsed" else int(row.decision.letter != _right_letter(row))


def _length(row: DecisionInContext) -> Cell:
    text = row.item.text(row.decision.arm)
    return None if text is None else len(text)


def _probability(option: int) -> FileColumn:
    return FileColumn(
        "float64",
        f"The probability of Option {'AB'[option]} as written, where it is known.",
        lambda row: row.decision.probabilities[option] if row.decision.probabilities else None,
    )


COLUMNS = {
    **{name: SHARED[name] for name in ("subject", "run_id", "protocol", "item", "bias", "norm", "domain", "author")},
    "series": FileColumn("string", "The series of the pair.", lambda row: row.item.provenance.series),
    **{name: SHARED[name] for name in ("cluster", "arm", "mitigation", "run", "order")},
    "decision": FileColumn("string", "The letter of the text as written.", lambda row: row.decision.letter),
    "right_option": FileColumn("string", "The letter of the right option of the text as written.", _right_letter),
    "wrong": FileColumn("int64", "1 or 0, empty if the answer could not be read.", _wrong),
    **{name: SHARED[name] for name in ("depth", "size", "inferences")},
    "length": FileColumn("int64", "The number of characters of the text in this arm.", _length),
    "probability_a": _probability(0),
    "probability_b": _probability(1),
}
"""The columns in the order of the file; ``cluster`` is the series, else the item."""
