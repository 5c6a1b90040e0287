"""The folder of the published scripts: its columns and keys, its seeds, and the numbers of a report."""

import csv
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from probe.analysis.depth.tiers import TIERS, TierScheme
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS
from probe.analysis.effects.flips import flips
from probe.analysis.study import prepare
from probe.errors import InputError
from probe.files.corpus import read_corpus
from probe.files.dataset import write_dataset
from probe.formats.probe_swe.dataset import stream_probe_swe
from probe.formats.probe_swe.package_files import (
    OUTPUT_COLUMNS,
    MeasuredRun,
    imported_seed_folder,
    model_names,
    outputs_csv,
    rates,
    result_name,
)
from probe.formats.probe_swe.results import read_published, read_sensitivity
from probe.protocols.dilemmas.reading import dilemma_evaluation, read_dilemmas
from probe.values import Arm, Bias, Decision, Provenance
from tests.defined import defined
from tests.shared import CommandLine
from tests.test_values import a_pair

DATA = os.environ.get("PROBE_SWE_DATA")

SUBJECT = "biased-rate-0.4-noise-0.1"
"""The subject's name in file names."""

GENERATED = [
    "run_id",
    "AI_generated",
    "pair",
    "unbiased",
    "biased",
    "pair_similarity",
    "pair_levenshtein_distance",
    "axioms",
    "axioms_description",
    "unbiased_prolog",
    "biased_prolog",
    "correct_option",
    "inference_steps",
    "choice_steps",
    "valid",
    "reconstructed_unbiased_prompt",
    "unbiased_prompt_reconstruction_similarity",
    "agreement_rate",
    "decisions_towards_validity",
    "bias_is_towards_incorrect_only_in_biased_version",
]
"""The columns of a generated row in the published data."""

SEED = [
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
]
"""The columns of a seed's row in the published data, in their order."""


class Package:
    """A composed dataset, an evaluation of it under two strategies, and both as packages."""

    def __init__(self, probe: CommandLine, folder: Path) -> None:
        self.data, self.run = folder / "data", folder / "run"
        self.of_data, self.of_run = folder / "package", folder / "results"
        grammar = ("--author", "grammar?depth=2-4", "--bias", "anchoring_bias", "--bias", "framing_effect")
        probe("generate", *grammar, "--per-bias", "3", "--out", self.data)
        subject = ("--model", "simulated/biased?rate=0.4&noise=0.1", "--mitigation", "none")
        probe("evaluate", self.data, *subject, "--mitigation", "bias-warning", "--runs", "5", "--out", self.run)
        for source, out in ((self.data, self.of_data), (self.run, self.of_run)):
            probe("export", source, "--format", "probe-swe", "--package", out)

    def rows(self, folder: Path) -> dict[str, list[dict[str, Any]]]:
        (file,) = folder.glob("1_augmented_dilemmas_dataset_*.json")
        rows: dict[str, list[dict[str, Any]]] = json.loads(file.read_text(encoding="utf-8"))
        return rows


@pytest.fixture(scope="module")
def package(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Package:
    return Package(probe, tmp_path_factory.mktemp("package"))


def test_each_bias_begins_with_its_seeds_and_every_row_has_the_published_columns(package: Package) -> None:
    rows = package.rows(package.of_data)
    assert list(rows) == [bias.value for bias in Bias]
    assert {len(bias_rows) for bias, bias_rows in rows.items() if bias not in ("anchoring bias", "framing effect")} == {
        2
    }
    for first, second, *generated in rows.values():
        assert [first["pair"], second["pair"]] == [1, 2]
        for row in (first, second):
            assert [*row] == [*SEED, "canary"]
            assert (row["AI_generated"], row["run_id"], row["valid"]) == (False, None, True)
            assert 0.8 < row["pair_similarity"] < 1
            assert row["inference_steps"] > 0
        for row in generated:
            assert [*row] == [*GENERATED, "canary"]
            assert isinstance(row["run_id"], int)


def test_the_seed_corpus_has_the_texts_that_the_rows_name(package: Package) -> None:
    seeds = [row for rows in package.rows(package.of_data).values() for row in rows if not row["AI_generated"]]
    assert len(seeds) == 2 * len(Bias)
    for row in seeds:
        for arm in ("unbiased", "biased"):
            text = package.of_data / row[f"{arm}_path"]
            assert text.read_text(encoding="utf-8") == row[arm]
            assert text.with_suffix(".pl").read_text(encoding="utf-8") == row[f"{arm}_prolog"]
        names = {"0-unbiased_task", "1-biased_task", "axioms"}
        assert {file.name for file in text.parent.iterdir()} == {
            f"{name}{end}" for name in names for end in (".txt", ".pl")
        }
    paths = {row["unbiased_path"] for row in seeds}
    assert "./seed_corpus/action_oriented - overconfidence_bias/1-" in "".join(sorted(paths))


def test_every_bias_has_its_definition_beside_its_seeds(package: Package) -> None:
    """Scripts of the published package read it from there."""
    corpus = read_corpus()
    for folder in (package.of_data, package.of_run):
        files_by_slug = {
            file.parent.name.partition(" - ")[2]: file for file in (folder / "seed_corpus").glob("*/definition.txt")
        }
        definitions = {slug: file.read_text(encoding="utf-8").strip() for slug, file in files_by_slug.items()}
        assert definitions == {bias.slug: corpus.sheet(bias).definition for bias in Bias}


def test_the_generated_rows_are_the_dataset(package: Package, tmp_path: Path) -> None:
    (file,) = package.of_data.glob("1_augmented_dilemmas_dataset_grammar.json")
    published_ids = {pair.id for pair in stream_probe_swe(file) if pair.provenance.author != "hand-made"}
    assert published_ids == {pair.id for pair in read_dilemmas(package.data)}


def test_the_stats_count_what_each_filter_rejected(package: Package) -> None:
    (file,) = package.of_data.glob("1_stats_dataset_grammar.json")
    stats = json.loads(file.read_text(encoding="utf-8"))
    assert stats["n_generated_pairs"]["anchoring bias"] == 5  # counts both seeds, as the published file does
    assert [*stats["discarded_dilemmas_count_by_filter_by_bias"]["anchoring bias"]][:2] == [
        "intra_dilemma_similarity",
        "inter_dilemma_similarity",
    ]
    rejection_count = sum(rejection.count for rejection in read_published([file]).rejections)
    assert (
        rejection_count == stats["discarded_dilemmas_count"] == sum(stats["discarded_dilemmas_count_by_bias"].values())
    )


@pytest.mark.parametrize("mitigation", ["none", "bias-warning"])
def test_the_sensitivities_are_those_of_the_report(package: Package, mitigation: str) -> None:
    """Flips, harmful decisions, errors without the cue, by bias and by quartile, of the same runs.

    Quartiles are those of the package's rows, seeds included.
    """
    name = result_name("bias_sensitivity", SUBJECT, ["grammar"], mitigation)
    sensitivity = read_sensitivity(package.of_run / f"{name}.json")
    assert sensitivity.strategies == (() if mitigation == "none" else ("bias-warning",))
    evaluation = dilemma_evaluation(package.run)
    decisions = tuple(decision for decision in evaluation.decisions if decision.mitigation == mitigation)
    unmitigated_decisions = tuple(decision.model_copy(update={"mitigation": "none"}) for decision in decisions)
    study = prepare([evaluation.model_copy(update={"decisions": unmitigated_decisions})], TierScheme.QUARTILES)
    dataset = json.loads((package.of_run / "1_augmented_dilemmas_dataset_grammar.json").read_text())
    steps = [row["inference_steps"] for rows in dataset.values() for row in rows]
    low, middle, high = np.percentile(steps, (25, 50, 75))
    quartiles = study.tiers.model_copy(update={"bounds": (low, middle, high)})
    scores = replace(study.scores, tier=quartiles.codes(study.scores.inferences))
    rows = {(row.bias, row.tier): row for row in flips(scores, quartiles) if row.bias != ALL_BIASES}
    for bias in sensitivity.biases:
        assert bias.quartiles == quartiles.bounds
        tiers = {quartiles.label(TIERS.index(tier)): rate for tier, rate in bias.tiers.items()}
        for label, rate in {ALL_TIERS: bias.overall, **tiers}.items():
            row = rows[bias.bias.value, label]
            assert rate.runs == row.runs
            assert rate.sensitivity == pytest.approx(defined(row.flips).estimate)
            assert rate.harmful == pytest.approx(defined(row.harmful).estimate)
            assert rate.error_on_unbiased == pytest.approx(row.error_on_unbiased)


def test_the_outputs_give_the_sensitivities_again(package: Package) -> None:
    names = [result_name(kind, SUBJECT, ["grammar"], "none") for kind in ("llm_outputs", "bias_sensitivity")]
    with (package.of_run / f"{names[0]}.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 6 * 5
    assert {row["run"] for row in rows} == set("01234")
    for entry in read_sensitivity(package.of_run / f"{names[1]}.json").biases:
        bias_rows = [row for row in rows if row["bias_name"] == entry.bias.value]
        harmful = [row["suggested_decision_with_bias"][-1] != row["correct_option"][-1] for row in bias_rows]
        assert [row["bias_was_harmful"] for row in bias_rows] == [str(is_harmful) for is_harmful in harmful]
        assert entry.overall.harmful == pytest.approx(sum(harmful) / len(bias_rows))


def test_the_outputs_have_the_columns_that_the_published_scripts_read(package: Package) -> None:
    """The run, then the row of the dilemma; pandas reads every column with the type that the scripts need."""
    frame = pd.read_csv(package.of_run / f"{result_name('llm_outputs', SUBJECT, ['grammar'], 'none')}.csv")
    assert tuple(frame.columns) == OUTPUT_COLUMNS
    assert tuple(frame.columns[:10]) == (
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
    assert {str(frame[name].dtype) for name in frame.columns[1:4]} == {"bool"}
    assert set(frame["suggested_decision_with_bias"]) <= {"Option A", "Option B"}
    is_flipped = frame["suggested_decision_with_bias"] != frame["suggested_decision_without_bias"]
    assert list(frame["sensitive_to_bias"]) == list(is_flipped)
    wrong = frame["suggested_decision_without_bias"].str[-1] != frame["correct_option"].str[-1]
    assert list(frame["unbiased_decision_differs_from_expected_decision"]) == list(wrong)
    for name in ("pair_similarity", "pair_levenshtein_distance", "inference_steps", "choice_steps"):
        assert frame[name].notna().all()
    assert frame["prompt_with_bias"].is_unique
    assert list(frame["prompt_with_bias"].str.rstrip()) == list(frame["biased"].str.rstrip())


def one_run(*letters: Any, explanation: str = "") -> Any:
    pair = a_pair()
    decisions = [
        Decision(item_id=pair.id, arm=arm, run=0, decision=choice, explanation=explanation)
        for arm, choice in zip((Arm.UNBIASED, Arm.BIASED), letters, strict=True)
    ]
    return MeasuredRun(pair, {}, *decisions)


def test_an_unreadable_run_has_no_row_and_no_formula_reaches_a_spreadsheet() -> None:
    text = outputs_csv(
        [one_run(0, "unparsed", explanation="=1+1"), one_run(0, 1, explanation="=1+1")], {"test": "test"}
    )
    (row,) = csv.DictReader(text.splitlines())
    assert (row["suggested_decision_without_bias"], row["suggested_decision_with_bias"]) == ("Option A", "Option B")
    assert (row["sensitive_to_bias"], row["decision_explanation_without_bias"]) == ("True", "'=1+1")


def test_rates_are_percentages_of_runs() -> None:
    percentages = rates([one_run(0, 1), one_run(1, 1), one_run(0, 0), one_run(0, 0)])
    assert percentages == {"sensitivity": 25, "harmfulness": 50, "total_runs": 4, "prolog_uncertainty": 25}


def test_file_names_have_models_without_provider_unless_two_would_be_equal() -> None:
    assert model_names(["openai/gpt-4o-mini", "grammar"]) == {"openai/gpt-4o-mini": "gpt-4o-mini", "grammar": "grammar"}
    assert [*model_names(["a/m", "b/m"]).values()] == ["a-m", "b-m"]
    names = [*model_names(["x/../../etc", "x/..", "a b", "a?b"]).values()]
    assert len(set(names)) == 4
    assert not any("/" in name or name.startswith(".") for name in names)


@pytest.mark.parametrize(
    "path", ["../../etc/passwd", "/etc/x", "./seed_corpus/../../x/0.txt", "./seed_corpus/a\n/0.txt"]
)
def test_a_seed_is_written_only_into_the_seed_corpus(path: str) -> None:
    with pytest.raises(InputError, match="seed_corpus"):
        imported_seed_folder({"unbiased_path": path})


def test_what_the_options_cannot_do_is_one_line(probe: CommandLine, package: Package, tmp_path: Path) -> None:
    export = ("export", package.data, "--package", tmp_path / "p")
    assert "--format probe-swe" in probe(*export, "--format", "csv", expect=2).stderr
    assert "--out" in probe(*export, "--format", "probe-swe", "--out", tmp_path / "x", expect=2).stderr
    assert "--out" in probe("export", package.data, "--format", "csv", expect=2).stderr
    seeds = ("--format", "csv", "--seeds", "security_operations", "--out", tmp_path / "x")
    assert "--format probe-swe" in probe("export", package.data, *seeds, expect=2).stderr
    foreign_pair = a_pair(domain="cooking", provenance=Provenance(author="x"))
    write_dataset(tmp_path / "d.jsonl", [foreign_pair])
    arguments = ("export", tmp_path / "d.jsonl", "--format", "probe-swe", "--package", tmp_path / "p")
    assert "--seeds" in probe(*arguments, expect=2).stderr
    assert not (tmp_path / "p").exists()


@pytest.mark.parametrize(("kind", "problem"), [("again", "are both of"), ("smaller", "has different dilemmas from")])
def test_incompatible_evaluations_are_rejected(
    probe: CommandLine, package: Package, tmp_path: Path, kind: str, problem: str
) -> None:
    """Two runs of one subject would have one name, and a package has one set of dilemmas."""
    shutil.copytree(package.run, tmp_path / "runs" / "first")
    if kind == "again":
        shutil.copytree(package.run, tmp_path / "runs" / kind)
    else:
        write_dataset(tmp_path / "d.jsonl", read_dilemmas(package.data)[:1])
        probe("evaluate", tmp_path / "d.jsonl", "--model", "simulated/rational", "--out", tmp_path / "runs" / kind)
    export = ("export", tmp_path / "runs", "--format", "probe-swe", "--package", tmp_path / "p")
    assert problem in probe(*export, expect=2).stderr
    assert not (tmp_path / "p").exists()


def test_an_existing_file_is_overwritten_only_with_force(probe: CommandLine, package: Package, tmp_path: Path) -> None:
    write_dataset(tmp_path / "d.jsonl", read_dilemmas(package.data)[:1])
    existing_file = tmp_path / "p" / "1_augmented_dilemmas_dataset_grammar.json"
    existing_file.parent.mkdir()
    existing_file.write_text("mine", encoding="utf-8")
    export = ("export", tmp_path / "d.jsonl", "--format", "probe-swe", "--package", tmp_path / "p")
    probe(*export, expect=2)
    assert existing_file.read_text(encoding="utf-8") == "mine"
    result = probe(*export, "--force")
    assert "1_stats" in result.stderr  # a dataset file alone does not record what was rejected


@pytest.mark.skipif(not DATA, reason="PROBE_SWE_DATA does not name the published data")
def test_the_published_data_has_these_columns_and_comes_back_unchanged(probe: CommandLine, tmp_path: Path) -> None:
    name = "1_augmented_dilemmas_dataset_gpt-4o-mini.json"
    source = json.loads((Path(str(DATA)) / name).read_text(encoding="utf-8"))
    for rows in source.values():
        assert {tuple(row) for row in rows if row["AI_generated"]} == {tuple(GENERATED)}
        assert {tuple(row) for row in rows if not row["AI_generated"]} == {tuple(SEED)}
    probe("import", "probe-swe", Path(str(DATA)) / name, "--out", tmp_path / "published.jsonl")
    probe("export", tmp_path / "published.jsonl", "--format", "probe-swe", "--package", tmp_path / "p")
    assert json.loads((tmp_path / "p" / name).read_text(encoding="utf-8")) == source
    seeds = {row["unbiased_path"] for rows in source.values() for row in rows if not row["AI_generated"]}
    assert len(list((tmp_path / "p" / "seed_corpus").glob("*/*/0-unbiased_task.txt"))) == len(seeds) == 16


SCRIPTS = os.environ.get("PROBE_SWE_SCRIPTS")


@pytest.mark.skipif(not SCRIPTS, reason="PROBE_SWE_SCRIPTS does not name the folder of the published scripts")
@pytest.mark.parametrize("number", [2, 4, 5, 7, 8])
def test_a_published_script_runs_on_the_package(package: Package, tmp_path: Path, number: int) -> None:
    """If the script itself fails, the message contains the line."""
    shutil.copytree(package.of_run, tmp_path / "package")
    shutil.copytree(str(SCRIPTS), tmp_path / "package", dirs_exist_ok=True)
    scripts = sorted((tmp_path / "package").glob(f"{number}_*.py"))
    assert scripts, f"{SCRIPTS} has no script {number}_*.py"
    for script in scripts:
        command = [sys.executable, script.name]
        completed = subprocess.run(command, cwd=script.parent, capture_output=True, text=True, timeout=200, check=False)
        assert completed.returncode == 0, completed.stderr[-2000:]
