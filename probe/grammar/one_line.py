"""Ranges in one line, as in ``range = "60-900 step 10 minutes"``: the ends, the step of stated values, and a unit."""

import re
from collections.abc import Mapping
from typing import Any

_ONE_LINE = re.compile(r"(\d{1,10})-(\d{1,10})(?: step (\d{1,10}))?(?: (?!step\b)(\S.*))?")
_SIGNS = frozenset({"%", "€", "$", "date"})
_AFTER_THE_NOUN = frozenset({"per", "a", "an", "of", "in", "for", "each"})
_SHORT = ("ses", "xes", "zes", "ches", "shes")


def read_range(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields of a number with ``range``, ``step`` and ``unit`` apart, if its range is in one line.

    A ``step`` or ``unit`` of its own comes first. What is not such a line is left for the errors of the model.
    """
    line = fields.get("range")
    if not isinstance(line, str) or not (match := _ONE_LINE.fullmatch(line)):
        return fields
    low, high, step, unit = match.groups()
    read: dict[str, Any] = {"step": int(step)} if step else {}
    read |= {"unit": unit_of(unit)} if unit else {}
    return {**read, **fields, "range": [int(low), int(high)]}


def unit_of(words: str) -> tuple[str, ...]:
    """Return a unit from its plural: ``working days`` is ``("working day", "working days")``, ``%`` itself.

    Its noun is the word before ``per``, ``a`` and the like, or the last one.
    """
    if words in _SIGNS:
        return (words,)
    parts = words.split(" ")
    noun = next((number for number, part in enumerate(parts) if number and part in _AFTER_THE_NOUN), len(parts)) - 1
    return (" ".join([*parts[:noun], _singular(parts[noun]), *parts[noun + 1 :]]), words)


def _singular(noun: str) -> str:
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    if noun.endswith(_SHORT):
        return noun[:-2]
    return noun.removesuffix("s")
