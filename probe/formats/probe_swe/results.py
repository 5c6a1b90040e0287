"""Read the result files of the published replication packages; a file's name shows what is in it.

| file | content |
|---|---|
| ``1_stats_dataset_*.json`` | candidates that each filter rejected |
| ``2_bias_sensitivity_model=*.json``, ``1_bias_sensitivity_model=*.json`` | sensitivity of one subject, in percent |
| ``5_bias_awareness_analysis_model=*.json`` | awareness of one subject, 0 to 1 |
| ``8_external_judge_validation_*.json`` | accepted dilemmas that another model rejected |
"""

import ast
import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from probe.errors import InputError
from probe.inputs import read_json
from probe.values import (
    Bias,
    BiasSensitivity,
    ExternalJudge,
    PublishedAwareness,
    PublishedCounts,
    PublishedSensitivity,
    RejectionCount,
    RunRate,
    first_problem,
)

FileContent = TypeVar("FileContent")

TIER_NAMES = ("low", "mid-low", "mid-high", "high")
"""The tiers that a file may have, from the simplest dilemmas to the most complex."""

STRATEGIES = {
    "bias_warning": "bias-warning",
    "bias_warning_in_system_instruction": "bias-warning",
    "impersonified_self_debiasing": "impersonation",
    "chain_of_thought": "chain-of-thought",
    "implication_prompting": "implication",
    "self_axioms_elicitation": "elicit-axioms",
    "one_step_axioms_elicitation": "elicit-axioms",
    "two_steps_self_axioms_elicitation": "elicit-axioms-first",
    "two_step_axioms_elicitation": "elicit-axioms-first",
    "bistep_axioms_elicitation": "elicit-axioms-first",
    "inject_axioms": "axioms-words",
    "inject_axioms_in_prolog": "axioms-prolog",
}
"""Our names of the mitigations by the options that published file names contain (arXiv 2604.16756)."""

_REJECTIONS, _AWARENESS, _JUDGE = "1_stats_dataset_", "5_bias_awareness_analysis_model=", "8_external_judge_validation_"
_SENSITIVITY = re.compile(
    r"[12]_bias_sensitivity_model=(?P<subject>.+?)"
    r"(?:\.data_model_list=(?P<authors>\[.*?\]))?(?P<options>(?:\.\w+=[^=]+?)*)\.json"
)


def read_published(paths: Sequence[Path]) -> PublishedCounts:
    """Return the content of published files. Raise InputError for a file in any other form, or one given twice."""
    sensitivity: list[PublishedSensitivity] = []
    awareness: list[PublishedAwareness] = []
    judges: list[ExternalJudge] = []
    rejections: list[RejectionCount] = []
    for path in paths:
        if path.name.startswith(_REJECTIONS):
            rejections += _read_content(path, _rejections, "counts of rejected candidates")
        elif path.name.startswith(_AWARENESS):
            awareness.append(_read_content(path, _awareness, "awareness by bias"))
        elif path.name.startswith(_JUDGE):
            judges.append(_read_content(path, _judge, "judgements of another model"))
        else:
            # A user may have renamed the file, so check its content.
            sensitivity.append(read_sensitivity(path))
    # The same file in two folders would count a subject twice.
    keys = [(row.subject, row.authors, row.strategies) for row in sensitivity]
    repeated_key = next((key for key in keys if keys.count(key) > 1), None)
    if repeated_key:
        raise InputError(
            f"two sensitivity files are about {repeated_key[0]} on the same dilemmas and under the same mitigations: "
            "leave one out"
        )
    return PublishedCounts(
        sensitivity=tuple(sensitivity), awareness=tuple(awareness), judges=tuple(judges), rejections=tuple(rejections)
    )


def read_sensitivity(path: Path) -> PublishedSensitivity:
    """Return a sensitivity file's content; its name gives the subject, the authors and the mitigations."""
    return _read_content(path, _sensitivity, "a published sensitivity")


def _read_content(
    path: Path, read_document: Callable[[Path, dict[str, Any]], FileContent], content_name: str
) -> FileContent:
    document = read_json(path)
    try:
        if not isinstance(document, dict) or not document:
            raise InputError(f"not {content_name}: expected an object with an entry for each bias")
        return read_document(path, document)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    except ValidationError as error:
        raise InputError(f"{path}: {first_problem(error)}") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"{path}: not {content_name} ({type(error).__name__}: {reason})") from error


def _sensitivity(path: Path, document: dict[str, Any]) -> PublishedSensitivity:
    name_match = _SENSITIVITY.fullmatch(path.name)
    return PublishedSensitivity(
        subject=name_match["subject"] if name_match else path.stem,
        authors=_authors(name_match["authors"]) if name_match and name_match["authors"] else (),
        biases=tuple(_bias(name, entry) for name, entry in document.items()),
        strategies=_strategies(name_match["options"]) if name_match else (),
    )


def _authors(text: str) -> tuple[str, ...]:
    """Return the authors in a fixed order: files list the same ones in different orders."""
    try:
        # File names contain the list as Python prints it; only literals are evaluated.
        names = ast.literal_eval(text)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return (text,)
    return tuple(sorted(str(name) for name in names))


def _strategies(options: str) -> tuple[str, ...]:
    names = re.findall(r"\.(\w+)=True", options)
    return tuple(dict.fromkeys(STRATEGIES.get(name, name.replace("_", "-")) for name in names))


def _bias(name: str, entry: Any) -> BiasSensitivity:
    tiers: dict[str, Any] = entry.get("complexity_analysis", {}) if isinstance(entry, dict) else {}
    unknown_tier = next((tier for tier in tiers if tier not in TIER_NAMES), None)
    if unknown_tier is not None:
        raise InputError(f"{name}: unknown tier {unknown_tier!r}: choose one of {', '.join(TIER_NAMES)}")
    try:
        return BiasSensitivity(
            bias=Bias.parse(name),
            overall=_rate(entry),
            tiers={tier: _rate(rates) for tier, rates in tiers.items()},
            quartiles=next((tier["quartiles"] for tier in tiers.values()), None),
            cosine=entry.get("average_semantic_similarity_of_dilemmas"),
            levenshtein=entry.get("average_levenshtein_distance_of_dilemmas"),
        )
    except ValidationError as error:
        raise InputError(f"{name}: {first_problem(error)}") from error
    except (AttributeError, KeyError, TypeError) as error:
        raise InputError(f"{name}: not a published sensitivity ({type(error).__name__}: {error})") from error


def _rate(entry: dict[str, Any]) -> RunRate:
    """Return a rate; the files store percent, and call the similarity between dilemmas a distance."""
    return RunRate(
        runs=entry["total_runs"],
        sensitivity=entry["sensitivity"] / 100,
        harmful=entry["harmfulness"] / 100,
        error_on_unbiased=entry["prolog_uncertainty"] / 100,
    )


def _awareness(path: Path, document: dict[str, Any]) -> PublishedAwareness:
    shares = {Bias.parse(name): None if share is None else float(share) for name, share in document.items()}
    invalid_bias = next((bias for bias, share in shares.items() if share is not None and not 0 <= share <= 1), None)
    if invalid_bias is not None:
        raise InputError(f"{invalid_bias}: {shares[invalid_bias]} is not a share from 0 to 1")
    return PublishedAwareness(subject=path.stem.removeprefix(_AWARENESS), shares=shares)


def _judge(path: Path, document: dict[str, Any]) -> ExternalJudge:
    judge, _, author = path.stem.removeprefix(_JUDGE).partition("_")
    by_filter = document["discarded_dilemmas_count_by_filter_by_bias"]
    return ExternalJudge(
        judge=judge,
        author=author,
        rejected={
            Bias.parse(bias): {name: int(count) for name, count in counts.items()} for bias, counts in by_filter.items()
        },
        examined=_examined_count(
            int(document["discarded_dilemmas_count"]), document.get("discarded_dilemmas_count_ratio")
        ),
    )


def _examined_count(rejected_count: int, share: str | None) -> int | None:
    """Return the one whole number that agrees with a share printed as ``26.67%``, None where there are several."""
    percent = float(str(share or "0").rstrip("%"))
    # A share that prints as zero agrees with any large number.
    if percent < 0.01:
        return None
    # The printed share is rounded to two decimals, so it represents an interval.
    lowest, highest = (
        math.ceil(100 * rejected_count / (percent + 0.005)),
        math.floor(100 * rejected_count / (percent - 0.005)),
    )
    return lowest if lowest == highest else None


def _rejections(path: Path, document: dict[str, Any]) -> tuple[RejectionCount, ...]:
    author = path.stem.removeprefix(_REJECTIONS)
    return tuple(
        RejectionCount(author=author, bias=Bias.parse(bias), stage=stage, count=count)
        for bias, stages in document["discarded_dilemmas_count_by_filter_by_bias"].items()
        for stage, count in stages.items()
    )
