"""The files of the published replication package: names, columns and keys as its scripts and its data have them."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from pydantic import JsonValue

from probe.errors import InputError
from probe.files.dataset import CANARY
from probe.files.spreadsheets import csv_table
from probe.formats.probe_swe.dataset import GENERATED_COLUMNS, published_row
from probe.formats.probe_swe.results import STRATEGIES
from probe.values import Bias, Decision, Dilemma, RejectionCount, Seed

Json = dict[str, JsonValue]

FILTERS = {
    "pair_similarity": "intra_dilemma_similarity",
    "collision": "inter_dilemma_similarity",
    "bias_judge": "bias_towards_incorrect",
    "certificate": "logic",
    "round_trip": "prolog2text_alignment",
    "decision": "output_matching",
}
"""The published names of the filters by the name of the stage; other stages keep their own."""

SEED_COLUMNS = (
    "run_id",
    "AI_generated",
    "pair",
    "unbiased",
    "biased",
    "unbiased_path",
    "biased_path",
    "pair_similarity",
    "pair_levenshtein_distance",
    "valid",
    "axioms",
    "axioms_description",
    "unbiased_prolog",
    "biased_prolog",
    "correct_option",
    "inference_steps",
    "choice_steps",
    "reconstructed_unbiased_prompt",
    "unbiased_prompt_reconstruction_similarity",
)
"""The columns of a seed's row, in the published order."""

DECISION_COLUMNS = (
    "bias_name",
    "bias_was_harmful",
    "sensitive_to_bias",
    "unbiased_decision_differs_from_expected_decision",
    "suggested_decision_with_bias",
    "suggested_decision_without_bias",
    "decision_explanation_with_bias",
    "decision_explanation_without_bias",
    "prompt_with_bias",
    "prompt_without_bias",
)
"""The first columns of a model's outputs: one run on both texts of a dilemma."""

OUTPUT_COLUMNS = (
    *DECISION_COLUMNS,
    *GENERATED_COLUMNS,
    *(name for name in SEED_COLUMNS if name not in GENERATED_COLUMNS),
    "canary",
    "data_model",
    "id",
    "run",
)
"""The columns of a model's outputs: the run, the row of the dilemma, in the published order; the last four are ours."""

_CORPUS = PurePosixPath("seed_corpus")
_UNSAFE = re.compile(r"[^\w.+-]+")


class MeasuredRun(NamedTuple):
    """One run of a subject on both texts of a dilemma; ``row`` is the dilemma's published row."""

    pair: Dilemma
    row: Mapping[str, JsonValue]
    unbiased: Decision
    biased: Decision

    @property
    def readable(self) -> bool:
        """Whether both answers named an option."""
        return "unparsed" not in (self.unbiased.decision, self.biased.decision)

    @property
    def flipped(self) -> bool:
        """Whether both decisions differ."""
        return self.unbiased.letter != self.biased.letter

    def wrong(self, decision: Decision) -> bool:
        """Whether a decision is not that of the program."""
        return decision.letter != self.pair.correct_option.letter


def model_name(name: str) -> str:
    """Return a model's name as published file names have it: without its provider and what no file name may contain."""
    model = name.partition("/")[2] or name
    return _UNSAFE.sub("-", model).strip("-.") or "model"


def model_names(names: Iterable[str]) -> dict[str, str]:
    """Return the published name of each model; those that would be equal keep their provider, or get a number."""
    distinct_names = list(dict.fromkeys(names))
    short_name_counts = Counter(map(model_name, distinct_names))
    published_names: dict[str, str] = {}
    for name in distinct_names:
        # Two providers may offer a model of the same name: then both keep the provider.
        readable_name = (
            model_name(name) if short_name_counts[model_name(name)] == 1 else _UNSAFE.sub("-", name).strip("-.")
        )
        # Number names that differ only in characters not allowed in file names.
        number = sum(
            published_name == readable_name or published_name.startswith(f"{readable_name}--")
            for published_name in published_names.values()
        )
        published_names[name] = f"{readable_name}--{number + 1}" if number else readable_name
    return published_names


def seed_folder(seed: Seed, family: str, number: int) -> str:
    """Return the folder of a seed, the ``number``-th of its bias from 1; ``family`` is that of its bias."""
    family = re.sub(r"\W+", "_", family)
    return str(_CORPUS / f"{family} - {seed.bias.slug}" / f"{number}-{seed.name}")


def definition_file(folder: str) -> str:
    """Return the file with the definition of a bias, which the published scripts read; ``folder`` is a seed's."""
    return str(PurePosixPath(folder).parent / "definition.txt")


def seed_files(pair: Dilemma, folder: str) -> dict[str, str]:
    """Return the files of a seed by their path: the two tasks, and the programs with their axioms."""
    return {
        f"{folder}/0-unbiased_task.txt": pair.unbiased,
        f"{folder}/1-biased_task.txt": pair.biased,
        f"{folder}/axioms.pl": pair.axioms,
        f"{folder}/axioms.txt": pair.axioms_note,
        f"{folder}/0-unbiased_task.pl": pair.unbiased_program,
        f"{folder}/1-biased_task.pl": pair.biased_program,
    }


def seed_row(pair: Dilemma, folder: str, number: int) -> Json:
    """Return the row of a seed, the ``number``-th of its bias from 1, with its measures."""
    paths = {"unbiased_path": f"./{folder}/0-unbiased_task.txt", "biased_path": f"./{folder}/1-biased_task.txt"}
    row = {**published_row(pair), **paths, "pair": number, "run_id": None, "AI_generated": False, "valid": True}
    return {**{name: row[name] for name in SEED_COLUMNS}, "canary": CANARY}


def imported_seed_folder(row: Mapping[str, JsonValue]) -> str | None:
    """Return the folder that a published seed's row names, None if it names none.

    Raises InputError if the folder is not inside ``seed_corpus``.
    """
    path = row.get("unbiased_path")
    if not isinstance(path, str):
        return None
    folder = PurePosixPath(path).parent
    # The path comes from a dataset, but determines where a file is written.
    if folder.parts[:1] != _CORPUS.parts or ".." in folder.parts or not path.isprintable():
        raise InputError(f"the seed's unbiased_path {path!r} is not a file in ./seed_corpus: correct the dataset")
    return str(folder)


def dataset_json(rows: Mapping[Bias, Sequence[Json]]) -> str:
    """Return ``1_augmented_dilemmas_dataset_*.json``: the rows of each bias."""
    return _json({bias.value: list(bias_rows) for bias, bias_rows in rows.items()})


def stats_json(rejections: Iterable[RejectionCount], rows: Mapping[Bias, Sequence[Json]]) -> str:
    """Return ``1_stats_dataset_*.json``: what each filter rejected, and the pairs of each bias, seeds included."""
    counts: dict[str, dict[str, int]] = {bias.value: dict.fromkeys(FILTERS.values(), 0) for bias in rows}
    for rejection in rejections:
        by_filter = counts.setdefault(rejection.bias.value, dict.fromkeys(FILTERS.values(), 0))
        name = FILTERS.get(rejection.stage, rejection.stage)
        by_filter[name] = by_filter.get(name, 0) + rejection.count
    by_bias = {bias: sum(stages.values()) for bias, stages in counts.items()}
    return _json(
        {
            "discarded_dilemmas_count": sum(by_bias.values()),
            "discarded_dilemmas_count_by_bias": by_bias,
            "discarded_dilemmas_count_by_filter_by_bias": counts,
            "n_generated_pairs": {bias.value: len(bias_rows) for bias, bias_rows in rows.items()},
        }
    )


def result_name(kind: str, subject: str, authors: Sequence[str], mitigation: str) -> str:
    """Return a result file's name without its ending: ``kind`` is ``llm_outputs`` or ``bias_sensitivity``."""
    # Of several published spellings of a strategy, the first one listed counts.
    published_strategies = {name: strategy for strategy, name in reversed(STRATEGIES.items())}
    strategies = [] if mitigation == "none" else mitigation.split("+")
    names = [published_strategies.get(name) or re.sub(r"\W", "_", name) for name in strategies]
    options = "".join(f".{name}=True" for name in names)
    return f"2_{kind}_model={subject}.data_model_list={list(authors)!r}{options}"


def outputs_csv(runs: Iterable[MeasuredRun], data_models: Mapping[str, str]) -> str:
    """Return ``2_llm_outputs_*.csv``: one row per dilemma and run whose decisions can be read on both texts.

    ``data_models`` has the published name of each author.
    """
    rows = (_output(run, data_models[run.pair.provenance.author]) for run in runs if run.readable)
    return csv_table(OUTPUT_COLUMNS, rows)


def _output(measured_run: MeasuredRun, data_model: str) -> dict[str, object]:
    row: dict[str, object] = {name: measured_run.row.get(name) for name in OUTPUT_COLUMNS}
    run_number = measured_run.biased.run
    return row | {
        "bias_name": measured_run.pair.bias.value,
        "bias_was_harmful": measured_run.wrong(measured_run.biased),
        "sensitive_to_bias": measured_run.flipped,
        "unbiased_decision_differs_from_expected_decision": measured_run.wrong(measured_run.unbiased),
        "suggested_decision_with_bias": f"Option {measured_run.biased.letter}",
        "suggested_decision_without_bias": f"Option {measured_run.unbiased.letter}",
        "decision_explanation_with_bias": measured_run.biased.explanation,
        "decision_explanation_without_bias": measured_run.unbiased.explanation,
        "prompt_with_bias": measured_run.pair.biased
        + " " * run_number,  # spaces tell runs apart, as the scripts expect
        "prompt_without_bias": measured_run.pair.unbiased + " " * run_number,
        "data_model": data_model,
        "id": measured_run.pair.id,
        "run": run_number,
    }


def rates(runs: Sequence[MeasuredRun]) -> Json:
    """Return the published rates of readable runs (at least one), in percent."""
    total = len(runs)
    return {
        "sensitivity": 100 * sum(run.flipped for run in runs) / total,
        "harmfulness": 100 * sum(run.wrong(run.biased) for run in runs) / total,
        "total_runs": total,
        "prolog_uncertainty": 100 * sum(run.wrong(run.unbiased) for run in runs) / total,
    }


def sensitivity_json(biases: Mapping[Bias, Json]) -> str:
    """Return ``2_bias_sensitivity_*.json``."""
    return _json({bias.value: entry for bias, entry in biases.items()})


def _json(content: object) -> str:
    return json.dumps(content, indent=4, ensure_ascii=False) + "\n"
