"""Phrases for places in programs, numbers and lists, as checks, proofs and reports word them."""

from collections.abc import Iterable

from probe.values.probes import ClauseAt
from probe.values.verdict import SourceLocation


def place_text(location: SourceLocation | None) -> str:
    """Return ``axiom line 3``, or nothing."""
    if location is None:
        return ""
    column = f", column {location.column}" if location.column else ""
    return f"{line_text(location.source, location.line)}{column}"


def clause_place(clause: ClauseAt) -> str:
    """Return where a clause begins."""
    return line_text(clause.source, clause.line)


def lines_text(source: str, *spans: tuple[int, int]) -> str:
    """Return ``axiom line 3`` or ``axiom lines 2, 4-5``; a span is the first and last line of clauses of ``source``."""
    ranges = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)
    return f"{'axiom' if source == 'axioms' else source} line{'' if ranges.isdecimal() else 's'} {ranges}"


def line_text(source: str, line: int) -> str:
    """Return ``axiom line 3``."""
    return lines_text(source, (line, line))


def nth(number: int) -> str:
    """Return ``1st``, ``2nd``, ``3rd``, ``4th`` and so on."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def joined(phrases: Iterable[str]) -> str:
    """Return ``a``, ``a and b`` or ``a, b and c``, each part once."""
    distinct_phrases = list(dict.fromkeys(phrases))
    return " and ".join(
        [", ".join(distinct_phrases[:-1]), distinct_phrases[-1]] if len(distinct_phrases) > 1 else distinct_phrases
    )


def counted(number: int, word: str) -> str:
    """Return ``1 rule`` or ``2 rules``."""
    return f"{number} {word}{'' if number == 1 else 's'}"
