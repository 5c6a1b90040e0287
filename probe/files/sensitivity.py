"""Read the published ``2_bias_sensitivity_*.json``: sensitivity of one subject by bias and tier, in percent."""

import ast
import json
import re
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from probe.errors import InputError
from probe.values import Bias, BiasSensitivity, PublishedSensitivity, RunRate

TIER_NAMES = ("low", "mid-low", "mid-high", "high")
"""The tiers that a file may have, from the simplest dilemmas to the most complex."""

_NAME = re.compile(r"2_bias_sensitivity_model=(?P<subject>.+?)(?:\.data_model_list=(?P<authors>\[.*\]))?\.json")


def read_sensitivity(path: Path) -> PublishedSensitivity:
    """Return a file's content; its name gives the subject and the authors. Raise InputError for any other form."""
    named = _NAME.fullmatch(path.name)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"{path}: not JSON: {error}") from error
    if not isinstance(document, dict) or not document:
        raise InputError(f"{path}: no sensitivity by bias: expected an object with one entry per bias")
    biases = tuple(_bias(path, name, entry) for name, entry in document.items())
    subject = named["subject"] if named else path.stem
    authors = _authors(named["authors"]) if named and named["authors"] else ()
    return PublishedSensitivity(subject=subject, authors=authors, biases=biases)


def _authors(text: str) -> tuple[str, ...]:
    try:
        names = ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return (text,)
    return tuple(str(name) for name in names)


def _bias(path: Path, name: str, entry: Any) -> BiasSensitivity:
    try:
        tiers: dict[str, Any] = entry.get("complexity_analysis", {})
        unknown = next((tier for tier in tiers if tier not in TIER_NAMES), None)
        if unknown is not None:
            raise InputError(f"{name}: unknown tier {unknown!r}: choose one of {', '.join(TIER_NAMES)}")
        bounds = next((tier["quartiles"] for tier in tiers.values()), None)
        return BiasSensitivity(
            bias=Bias.parse(name),
            overall=_rate(entry),
            tiers={tier: _rate(rates) for tier, rates in tiers.items()},
            quartiles=bounds,
            cosine=entry.get("average_semantic_similarity_of_dilemmas"),
            levenshtein=entry.get("average_levenshtein_distance_of_dilemmas"),
        )
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{path}: {name}: {place}: {first['msg']}") from error
    except (AttributeError, KeyError, TypeError) as error:
        raise InputError(f"{path}: {name}: not a published sensitivity ({type(error).__name__}: {error})") from error


def _rate(entry: dict[str, Any]) -> RunRate:
    """Return a rate; the files store percent, and call the similarity between dilemmas a distance."""
    return RunRate(
        runs=entry["total_runs"],
        sensitivity=entry["sensitivity"] / 100,
        harmful=entry["harmfulness"] / 100,
        error_on_unbiased=entry["prolog_uncertainty"] / 100,
    )
