"""Check printed sentences against the typed rows of the tables beside them, without the code that wrote them."""

import re
from collections.abc import Iterator, Mapping, Sequence

from probe.analysis.effects.deciding import VERDICTS
from probe.analysis.report.findings import Findings
from probe.analysis.tables import Cell

NUMBER = r"[+−-]?\d+(?:\.\d+)?"
ESTIMATE = re.compile(
    rf"(?P<before>[^;]*?)(?P<estimate>{NUMBER}) points \(95 % interval (?P<low>{NUMBER}) to (?P<high>{NUMBER})"
    r"(?P<after>(?:; [\d.]+ % errors on unbiased texts\))?[^.;+−]*)"
)
SHARE = re.compile(r"(?<![\d.])(\d+\.\d) %")
UNCERTAIN = re.compile(r"not distinguishable from zero|do not differ significantly")
RISING = re.compile(r"\b(?:rises|raises|larger than)\b")
FALLING = re.compile(r"\b(?:falls|lowers)\b")
HALF_DIGIT = 0.0501
"""The largest difference, in points, that rounding to a tenth of a point may hide."""

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

    def subjects_in(self, sentence: str) -> list[str]:
        """Return the subjects that a sentence names."""
        return [name for name in self.subjects if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence)]

    def contains(self, printed_triple: Triple, names: Sequence[str]) -> bool:
        """Return whether a row about one of ``names`` (any row if there are none) has this interval, or its mirror."""
        for _, row, triple in self.triples:
            if names and not names_of(row) & set(names):
                continue
            mirrored_triple = (-triple[0], -triple[2], -triple[1])
            if any(_alike(printed_triple, candidate) for candidate in (triple, mirrored_triple)):
                return True
        return False


def names_of(row: Row) -> set[str]:
    """Return the subjects that a row is about."""
    return {str(row[key]) for key in ("subject", "first", "second") if isinstance(row.get(key), str)}


def _alike(printed_triple: Triple, triple: Triple) -> bool:
    return all(
        min(abs(printed_number - 100 * true), abs(abs(printed_number) - abs(100 * true)) if index == 0 else 9)
        <= HALF_DIGIT
        for index, (printed_number, true) in enumerate(zip(printed_triple, triple, strict=True))
    )


def _triples(row: Row) -> Iterator[Triple]:
    """Yield each estimate of a row with the ends of its interval, which are the columns after it."""
    cells = [cell if isinstance(cell, (int, float)) else None for cell in row.values()]
    for first, low, high in zip(cells, cells[1:], cells[2:], strict=False):
        if first is not None and low is not None and high is not None and low - 1e-9 <= first <= high + 1e-9:
            yield float(first), float(low), float(high)


def problems(sentence: str, tables: Tables, subjects: Sequence[str] = ()) -> list[str]:
    """Return the claims of a sentence that no row supports: numbers, signs, and verdicts that the interval contradicts.

    ``subjects`` are whom it is about where it names none.
    """
    names = tables.subjects_in(sentence) or list(subjects)
    parts = (_intervals, _bounds, _shares, _denials, _moved_subjects, _lists)
    return [problem for part in parts for problem in part(sentence, tables, names)]


def _intervals(sentence: str, tables: Tables, names: Sequence[str]) -> Iterator[str]:
    for match in ESTIMATE.finditer(sentence):
        printed_triple = value(match["estimate"]), value(match["low"]), value(match["high"])
        if not tables.contains(printed_triple, tables.subjects_in(match["before"]) or names):
            yield f"no row has {match['estimate']} ({match['low']} to {match['high']}) for {names or 'anyone'}"
        yield from _verdict(match, *printed_triple[1:])


def _verdict(match: re.Match[str], low: float, high: float) -> Iterator[str]:
    context = match["before"] + match["after"]
    contains = low <= 0 <= high
    if UNCERTAIN.search(context):
        # An end that rounds to zero may be on either side of it.
        if not contains:
            yield f"called uncertain, but {low} to {high} leaves out zero"
    elif contains and 0.0 not in (low, high) and (RISING.search(match["before"]) or FALLING.search(match["before"])):
        yield f"a direction is claimed, but {low} to {high} contains zero"
    if re.search(r"\brises\b", match["before"]) and high < 0 and "at equal length" not in match["before"]:
        yield f"rises, but {low} to {high} is below zero"
    if re.search(r"\bfalls\b", match["before"]) and low > 0 and "at equal length" not in match["before"]:
        yield f"falls, but {low} to {high} is above zero"


def _shares(sentence: str, tables: Tables, names: Sequence[str]) -> Iterator[str]:
    table_numbers = [
        number for _, row in tables.rows if not names or names_of(row) & set(names) for number in numbers(row)
    ]
    for text in SHARE.findall(sentence):
        if not any(abs(abs(100 * number) - float(text)) <= HALF_DIGIT for number in table_numbers):
            yield f"no row has {text} %"


def _denials(sentence: str, tables: Tables, names: Sequence[str]) -> Iterator[str]:
    """Yield claims that something was not tested or measured although a row contains it."""
    if sentence.startswith("No trend") and "averaged over" not in sentence:
        trend_rows = [
            row for key, row in tables.rows if key == "trends" and names_of(row) & set(names or tables.subjects)
        ]
        if any(row["bias"] == "all biases" and isinstance(row["p"], float) for row in trend_rows):
            yield "denies a trend that was tested"


def _bounds(sentence: str, tables: Tables, names: Sequence[str]) -> Iterator[str]:
    rows = [row for key, row in tables.rows if key == "effects" and (not names or names_of(row) & set(names))]
    for match in re.finditer(rf"the effect is between ({NUMBER}) and ({NUMBER}) points", sentence):
        limits = value(match[1]), value(match[2])
        table_bounds = [(number_of(row, "effect_bound_low"), number_of(row, "effect_bound_high")) for row in rows]
        if not any(
            abs(limits[0] - 100 * low) + abs(limits[1] - 100 * high) <= 2 * HALF_DIGIT for low, high in table_bounds
        ):
            yield f"no row has the bounds {limits}"
        if ("even its sign" in sentence) and not limits[0] <= 0 <= limits[1]:
            yield "calls the sign open"


def _lists(sentence: str, tables: Tables, names: Sequence[str]) -> Iterator[str]:
    """Yield subjects for which a trend is said to rise or fall although no row has that sign."""
    for verb, sign in (("rises", 1), ("falls", -1)):
        match = re.search(rf"of \d+ subjects it .*?\b{verb} for (.+?)(?: and (?:rises|falls) for| \(Holm)", sentence)
        for name in tables.subjects_in(match[1]) if match else ():
            rows = [row for key, row in tables.rows if key == "trends" and name in names_of(row)]
            if not any(row["bias"] == "all biases" and sign * number_of(row, "slope") > 0 for row in rows):
                yield f"the trend of {name} does not {verb.removesuffix('s')}"


def _moved_subjects(sentence: str, tables: Tables, names: Sequence[str]) -> Iterator[str]:
    match = re.match(r"(\d+) of (\d+) (?:tested )?subjects (?:is|are|are shown to be) moved", sentence)
    if match:
        unjudged_subjects = {
            row["subject"] for key, row in tables.rows if key == "verdicts" and row["verdict"] in VERDICTS
        }
        rows = [
            row
            for key, row in tables.rows
            if key == "effects"
            and _whole(row)
            and number_of(row, "dilemmas") >= 20
            and row["subject"] not in unjudged_subjects
        ]
        moved_count = sum(not number_of(row, "low") <= 0 <= number_of(row, "high") for row in rows if _measured(row))
        if (int(match[1]), int(match[2])) != (moved_count, sum(map(_measured, rows))):
            yield f"counts {match[0]}, the rows {moved_count} of {sum(map(_measured, rows))}"


def _whole(row: Row) -> bool:
    return (row["bias"], row["tier"]) == ("all biases", "all tiers")


def _measured(row: Row) -> bool:
    return isinstance(row["effect"], float)


def number_of(row: Row, key: str) -> float:
    cell = row[key]
    return float(cell) if isinstance(cell, (int, float)) else float("nan")


def printed_sentences(findings: Findings) -> dict[str, tuple[str, ...]]:
    """Return every sentence of the answer and of the answers by subject, with the subjects of its paragraph."""
    tables = Tables(findings)
    only_subject = tuple(tables.subjects) if len(tables.subjects) == 1 else ()
    names_by_sentence: dict[str, tuple[str, ...]] = {}
    for paragraph in (*findings.answer, *findings.by_subject):
        first, *other_sentences = re.split(r"(?<=[.]) (?=[A-Z])", paragraph)
        names = tuple(tables.subjects_in(first)) or only_subject
        names_by_sentence |= {first: names} | dict.fromkeys(other_sentences, names)
    return names_by_sentence


def contradictions(findings: Findings) -> list[tuple[str, str]]:
    """Return each sentence of the answer that contradicts a table, with what is wrong."""
    tables, sentences = Tables(findings), printed_sentences(findings)
    return [(text, problem) for text, names in sentences.items() for problem in problems(text, tables, names)]
