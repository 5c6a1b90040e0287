"""Ranges in one line, as in ``range = "60-900 step 10 minutes"``: the ends, the step of stated values, and a unit."""

import re
from collections.abc import Mapping
from typing import Any

_ONE_LINE = re.compile(r"(\d{1,10})-(\d{1,10})(?: step (\d{1,10}))?(?: (?!step\b)(\S.*))?")
_SIGNS = frozenset({"%", "€", "$", "date"})
_AFTER_THE_NOUN = frozenset({"per", "a", "an", "of", "in", "for", "each"})
_ES_PLURALS = ("ses", "xes", "zes", "ches", "shes")


def read_range(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields of a number with ``range``, ``step`` and ``unit`` apart, if its range is in one line.

    A ``step`` or ``unit`` of its own comes first. What is not such a line is left for the errors of the model.
    """
    line = fields.get("range")
    if not isinstance(line, str) or not (match := _ONE_LINE.fullmatch(line)):
        return fields
    low, high, step, unit = match.groups()
    parsed_fields: dict[str, Any] = {"step": int(step)} if step else {}
    parsed_fields |= {"unit": unit_of(unit)} if unit else {}
    return {**parsed_fields, **fields, "range": [int(low), int(high)]}


def unit_of(words: str) -> tuple[str, ...]:
    """Return a unit from its plural: ``working days`` is ``("working day", "working days")``, ``%`` itself.

    Its noun is the word before ``per``, ``a`` and the like, or the last one.
    """
    if words in _SIGNS:
        return (words,)
    unit_words = words.split(" ")
    noun_index = (
        next((number for number, word in enumerate(unit_words) if number and word in _AFTER_THE_NOUN), len(unit_words))
        - 1
    )
    return (
        " ".join([*unit_words[:noun_index], _singular(unit_words[noun_index]), *unit_words[noun_index + 1 :]]),
        words,
    )


def _singular(noun: str) -> str:
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    if noun.endswith(_ES_PLURALS):
        return noun[:-2]
    return noun.removesuffix("s")
