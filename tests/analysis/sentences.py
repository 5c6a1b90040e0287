"""Check printed sentences against the typed rows of the tables beside them, without the code that wrote them."""

import re
from collections.abc import Iterator, Mapping

from probe.analysis.report.findings import Findings
from probe.analysis.tables import Cell

NUMBER = r"[+−-]?\d+(?:\.\d+)?"
ESTIMATE = re.compile(
    rf"(?P<before>[^;]*?)(?P<estimate>{NUMBER}) points \(95 % interval (?P<low>{NUMBER}) to (?P<high>{NUMBER})"
    r"(?P<after>[^.;+−]*)"
)
SHARE = re.compile(r"(?<![\d.])(\d+\.\d) %")
UNCERTAIN = re.compile(r"not distinguishable from zero|do not differ significantly")
UP = re.compile(r"\b(?:rises|raises|larger than)\b")
DOWN = re.compile(r"\b(?:falls|lowers)\b")
HALF_DIGIT = 0.0501
"""What rounding to a tenth of a point may hide, in points."""

Row = Mapping[str, Cell]
Triple = tuple[float, float, float]


def value(text: str) -> float:
    """Return a printed number."""
    return float(text.replace("−", "-"))


def numbers(row: Row) -> list[float]:
    return [float(cell) for cell in row.values() if isinstance(cell, (int, float)) and not isinstance(cell, bool)]


class Tables:
    """The rows of a report, by the subjects that they are about, and every interval in them."""

    def __init__(self, findings: Findings) -> None:
        self.rows: list[tuple[str, Row]] = [(table.key, row) for table in findings.tables for row in table.rows]
        self.subjects = sorted({str(row["subject"]) for _, row in self.rows if "subject" in row}, key=len, reverse=True)
        self.triples = [(key, row, triple) for key, row in self.rows for triple in _triples(row)]

    def named(self, sentence: str) -> list[str]:
        """Return the subjects that a sentence names."""
        return [name for name in self.subjects if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence)]

    def holds(self, printed: Triple, names: list[str]) -> bool:
        """Return whether a row about one of ``names`` (any row if there are none) has this interval, or its mirror."""
        for _, row, triple in self.triples:
            if names and not names_of(row) & set(names):
                continue
            mirrored = (-triple[0], -triple[2], -triple[1])
            if any(_alike(printed, each) for each in (triple, mirrored)):
                return True
        return False


def names_of(row: Row) -> set[str]:
    """Return the subjects that a row is about."""
    return {str(row[key]) for key in ("subject", "first", "second") if isinstance(row.get(key), str)}


def _alike(printed: Triple, triple: Triple) -> bool:
    return all(
        min(abs(shown - 100 * true), abs(abs(shown) - abs(100 * true)) if place == 0 else 9) <= HALF_DIGIT
        for place, (shown, true) in enumerate(zip(printed, triple, strict=True))
    )


def _triples(row: Row) -> Iterator[Triple]:
    """Yield each estimate of a row with the ends of its interval, which are the columns after it."""
    cells = [cell if isinstance(cell, (int, float)) else None for cell in row.values()]
    for first, low, high in zip(cells, cells[1:], cells[2:], strict=False):
        if first is not None and low is not None and high is not None and low - 1e-9 <= first <= high + 1e-9:
            yield float(first), float(low), float(high)


def problems(sentence: str, tables: Tables) -> list[str]:
    """Return what a sentence prints that no row supports: numbers, signs, and verdicts that the interval refutes."""
    return [*_intervals(sentence, tables), *_shares(sentence, tables), *_denials(sentence, tables)]


def _intervals(sentence: str, tables: Tables) -> Iterator[str]:
    names = tables.named(sentence)
    for match in ESTIMATE.finditer(sentence):
        printed = value(match["estimate"]), value(match["low"]), value(match["high"])
        if not tables.holds(printed, tables.named(match["before"]) or names):
            yield f"no row has {match['estimate']} ({match['low']} to {match['high']}) for {names or 'anyone'}"
        yield from _verdict(match, *printed[1:])


def _verdict(match: re.Match[str], low: float, high: float) -> Iterator[str]:
    around = match["before"].rpartition(". ")[2] + match["after"]
    contains = low <= 0 <= high
    if UNCERTAIN.search(around):
        # An end that rounds to zero may lie on either side of it.
        if not contains:
            yield f"called uncertain, but {low} to {high} leaves out zero"
    elif contains and 0.0 not in (low, high) and (UP.search(match["before"]) or DOWN.search(match["before"])):
        if "(Holm" not in match["after"] and "at equal length" not in match["before"]:
            yield f"a direction is claimed, but {low} to {high} contains zero"
    if re.search(r"\brises\b", match["before"]) and high < 0 and "at equal length" not in match["before"]:
        yield f"rises, but {low} to {high} is below zero"
    if re.search(r"\bfalls\b", match["before"]) and low > 0 and "at equal length" not in match["before"]:
        yield f"falls, but {low} to {high} is above zero"


def _shares(sentence: str, tables: Tables) -> Iterator[str]:
    names = set(tables.named(sentence))
    held = [number for _, row in tables.rows if not names or names_of(row) & names for number in numbers(row)]
    for text in SHARE.findall(sentence):
        if not any(abs(abs(100 * number) - float(text)) <= HALF_DIGIT for number in held):
            yield f"no row has {text} %"


def _denials(sentence: str, tables: Tables) -> Iterator[str]:
    """Yield what a sentence says was not tested or measured although a row holds it."""
    names = tables.named(sentence) or tables.subjects
    if sentence.startswith("No trend") and "averaged over" not in sentence:
        tested = [row for key, row in tables.rows if key == "trends" and names_of(row) & set(names)]
        if any(row["bias"] == "all biases" and isinstance(row["p"], float) for row in tested):
            yield "denies a trend that was tested"
    counted = re.match(r"(\d+) of (\d+) (?:tested )?subjects (?:is|are) moved", sentence)
    if counted:
        rows = [
            row for key, row in tables.rows if key == "effects" and _whole(row) and number_of(row, "dilemmas") >= 20
        ]
        moved = sum(not number_of(row, "low") <= 0 <= number_of(row, "high") for row in rows if _measured(row))
        if (int(counted[1]), int(counted[2])) != (moved, sum(map(_measured, rows))):
            yield f"counts {counted[0]}, the rows {moved} of {sum(map(_measured, rows))}"


def _whole(row: Row) -> bool:
    return (row["bias"], row["tier"]) == ("all biases", "all tiers")


def _measured(row: Row) -> bool:
    return isinstance(row["effect"], float)


def number_of(row: Row, key: str) -> float:
    cell = row[key]
    return float(cell) if isinstance(cell, (int, float)) else float("nan")


def printed_sentences(findings: Findings) -> list[str]:
    """Return every sentence of the answer and of the answers by subject."""
    paragraphs = [*findings.answer, *findings.by_subject]
    return list(dict.fromkeys(line for text in paragraphs for line in re.split(r"(?<=[.])\s+(?=[A-Z])", text)))


def contradictions(findings: Findings) -> list[tuple[str, str]]:
    """Return each paragraph of the answer with what it contradicts."""
    tables = Tables(findings)
    paragraphs = dict.fromkeys([*findings.answer, *findings.by_subject])
    return [(text, problem) for text in paragraphs for problem in problems(text, tables)]
