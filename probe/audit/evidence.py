"""Evidence for readers: nested JSON as lines, each with a name and a value."""

from collections.abc import Iterator
from typing import NamedTuple

from pydantic import JsonValue

from probe.certificate.proof_words import line_told


class EvidenceLine(NamedTuple):
    """One line of evidence."""

    name: str
    value: str


def evidence_lines(evidence: dict[str, JsonValue]) -> tuple[EvidenceLine, ...]:
    """Return evidence as lines; a clause is shown as place and text, evidence shared by both programs is shown once."""
    if "unbiased" in evidence and evidence["unbiased"] == evidence.get("biased"):
        rest = {name: value for name, value in evidence.items() if name not in ("unbiased", "biased")}
        evidence = {"both programs": evidence["unbiased"], **rest}
    return tuple(_lines("", evidence))


def _lines(name: str, value: JsonValue) -> Iterator[EvidenceLine]:
    if isinstance(value, dict):
        if isinstance(text := _clause(value), str):
            yield EvidenceLine(name, text)
            return
        for key, inner in value.items():
            yield from _lines(f"{name} › {_words(key)}" if name else _words(key), inner)
    elif isinstance(value, list):
        if any(isinstance(one, (dict, list)) for one in value):
            for number, one in enumerate(value, 1):
                yield from _lines(f"{name} {number}", one)
        else:
            yield EvidenceLine(name, ", ".join(_plain(one) for one in value) or "none")
    else:
        yield EvidenceLine(name, _plain(value))


def _clause(value: dict[str, JsonValue]) -> str | None:
    """Return a clause, a diagnostic or a place as one sentence, or None for anything else."""
    inner = value.get("place")
    place = inner if isinstance(inner, dict) else value
    source, line = place.get("source"), place.get("line")
    where = line_told(source, line) if isinstance(source, str) and isinstance(line, int) else ""
    parts = [_plain(value[key]) for key in ("message", "clause_text", "text") if value.get(key) is not None]
    if "message" in value:
        program = f"{value['program']} program: " if "program" in value else ""
        return f"{program}{' in: '.join(parts)}{f' ({where})' if where else ''}"
    if not where:
        return None
    return f"{where}: {parts[0]}" if parts else where


def _words(key: str) -> str:
    return key.replace("_", " ")


def _plain(value: JsonValue) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value) if value != "" else "(empty)"
