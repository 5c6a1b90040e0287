"""The packaged study: it composes what its hashes say, and refuses other words and other dilemmas."""

import json
import shutil
import stat
from pathlib import Path
from unittest.mock import patch

import pytest

from probe.errors import InputError
from probe.files.release import Secret
from probe.inputs import read_json, sha256_of
from probe.protocols.reading import read_dataset
from probe.study.estimates import VERSION
from probe.study.recipe import StudyRecipe, content_hashes, incomplete_series, read_recipe
from probe.values import Provenance
from tests.shared import ROOT, CommandLine, without_figures
from tests.study.conftest import content_of, packaged_in

HOW_TO_RENEW = "probe study freeze standard-1 --force --out FOLDER writes the hashes again, as long as no result exists"


def test_the_quick_part_composes_what_is_frozen(standard: StudyRecipe, quick_folder: Path) -> None:
    assert content_hashes(read_dataset(quick_folder)) == standard.hashes().content["quick"], HOW_TO_RENEW


def test_the_words_of_the_study_are_those_that_are_frozen(standard: StudyRecipe) -> None:
    standard.check_words()
    assert standard.analysis.version == VERSION


def test_the_study_is_as_large_as_its_page_says(standard: StudyRecipe) -> None:
    assert (standard.dilemmas(), standard.dilemmas("quick")) == (400, 12)
    assert set(standard.hashes().content["full"]) == set(standard.biases), HOW_TO_RENEW
    page = (ROOT / "docs" / "standard-study.md").read_text(encoding="utf-8")
    assert f"This makes {standard.questions():,} questions." in page


def test_a_study_is_shown_as_text_with_every_hash_and_as_json(probe: CommandLine, standard: StudyRecipe) -> None:
    text = probe("study", "show", "standard-1").stdout
    document = probe.json("study", "show", "standard-1")
    assert not text.startswith("{")
    assert document["digest"] == standard.digest
    hashes = [digest for frozen_part in document["frozen"]["content"].values() for digest in frozen_part.values()]
    assert all(value in text for value in (standard.digest, *hashes, *map(str, standard.biases)))


def test_a_series_that_lacks_a_member_is_counted(quick_folder: Path) -> None:
    provenances = [Provenance(author="grammar", series=name) for name in ("first", "first", "second", "second")]
    items = [
        item.model_copy(update={"provenance": provenance})
        for item, provenance in zip(read_dataset(quick_folder), provenances, strict=False)
    ]
    assert incomplete_series(items) == 0
    assert incomplete_series(items[:-1]) == 1


def test_modes_have_stories_of_their_own(quick_folder: Path) -> None:
    first, second = ({item.cluster for item in read_dataset(quick_folder / name)} for name in ("1", "2"))
    assert not first & second


def test_a_changed_dilemma_is_refused(probe: CommandLine, quick_folder: Path, tmp_path: Path) -> None:
    lines = (quick_folder / "dataset.jsonl").read_text(encoding="utf-8").splitlines()
    item = json.loads(lines[0])
    item["controls"]["placebo"] += " Thanks."
    (tmp_path / "dataset.jsonl").write_text("\n".join([json.dumps(item), *lines[1:]]), encoding="utf-8")
    command = ("study", "standard-1", "--part", "quick", "--model", "simulated/rational", "--out", tmp_path / "out")
    result = probe(*command, "--release", tmp_path, expect=2)
    assert f"the dilemmas of {item['bias']} are not those of standard-1 (quick)" in result.stderr
    assert not (tmp_path / "out").exists()


def test_changed_prompts_and_mitigations_are_refused(standard: StudyRecipe) -> None:
    frozen = standard.hashes()
    changed_recipe = standard.model_copy(update={"frozen": frozen.model_copy(update={"prompts": {"decide": "0" * 16}})})
    with pytest.raises(InputError, match="the prompt decide differs"):
        changed_recipe.check_words()
    words = frozen.mitigations | {"length-control": "0" * 16}
    changed_recipe = standard.model_copy(update={"frozen": frozen.model_copy(update={"mitigations": words})})
    with pytest.raises(InputError, match="the mitigation length-control differs"):
        changed_recipe.check_words()


@pytest.mark.parametrize("option", ["--prompts", "--seeds"])
def test_what_the_study_fixes_cannot_be_changed(probe: CommandLine, tmp_path: Path, option: str) -> None:
    command = ("study", "standard-1", "--model", "simulated/rational", "--out", tmp_path / "out", option, tmp_path)
    assert option in probe(*command, expect=2).stderr


def test_an_unknown_study_is_refused(probe: CommandLine, tmp_path: Path) -> None:
    for name in ("standard-9", "../standard-1"):
        result = probe("study", name, "--model", "simulated/rational", "--out", tmp_path / "out", expect=2)
        assert "choose among standard-1" in result.stderr


def test_a_frozen_study_is_not_frozen_again_by_mistake(probe: CommandLine, studies: Path, tmp_path: Path) -> None:
    content_before = (studies / "tiny-1.frozen.json").read_bytes()
    assert "--force renews" in probe("study", "freeze", "tiny-1", "--out", tmp_path / "out", expect=2).stderr
    assert (studies / "tiny-1.frozen.json").read_bytes() == content_before
    assert not (tmp_path / "out").exists()


def test_a_mistyped_command_is_not_taken_for_a_study(probe: CommandLine) -> None:
    assert "no study 'tabel'" in probe("study", "tabel", "result.json", expect=2).stderr


def test_the_other_part_of_the_study_is_named(standard: StudyRecipe, quick_folder: Path) -> None:
    with pytest.raises(InputError, match="has the quick part of standard-1, but full is needed"):
        standard.check_content(read_dataset(quick_folder), "full", "run")


def test_a_private_set_has_as_many_new_dilemmas(standard: StudyRecipe, studies: Path, quick_folder: Path) -> None:
    items = read_dataset(quick_folder)
    with pytest.raises(InputError, match="has 6 dilemmas of anchoring bias, but a private set of standard-1 has 50"):
        standard.check_private(items, "private")
    with pytest.raises(InputError, match="public dilemmas of tiny-1"):
        read_recipe("tiny-1", studies).check_private(items, "private")


def test_a_file_of_another_origin_is_not_overwritten(
    probe: CommandLine, studies: Path, quick_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "result.json").write_text("mine", encoding="utf-8")
    command = ("study", "tiny-1", "--model", "simulated/rational", "--release", quick_folder, "--out", tmp_path)
    assert "would be overwritten" in probe(*command, expect=2).stderr
    assert (tmp_path / "result.json").read_text(encoding="utf-8") == "mine"


def test_a_dry_run_asks_nothing(probe: CommandLine, studies: Path, quick_folder: Path, tmp_path: Path) -> None:
    command = (
        "study",
        "tiny-1",
        "--model",
        "openai/gpt-4.1-mini",
        "--release",
        quick_folder,
        "--out",
        tmp_path / "out",
    )
    estimate = probe.json(*command, "--dry-run")
    assert estimate["calls"] == read_recipe("tiny-1", studies).questions()
    assert not (tmp_path / "out").exists()


def test_a_cost_is_named_before_anything_is_composed(
    probe: CommandLine, studies: Path, quick_folder: Path, tmp_path: Path
) -> None:
    command = ("study", "tiny-1", "--model", "openai/gpt-4.1-mini", "--out", tmp_path / "out", "--dry-run")
    with patch("probe.study.running.compose", side_effect=AssertionError("nothing has to be composed")):
        estimate = probe.json(*command)
    estimate_with_release = probe.json(*command, "--release", quick_folder)
    assert "frozen length" in estimate.pop("source")
    del estimate_with_release["source"]
    assert estimate == estimate_with_release
    assert estimate["usd"] > 0
    assert not (tmp_path / "out").exists()


def test_the_calls_that_are_frozen_are_those_of_the_dilemmas(standard: StudyRecipe, quick_folder: Path) -> None:
    assert standard.calls_about(read_dataset(quick_folder)) == standard.hashes().calls["quick"], HOW_TO_RENEW
    (full_calls,) = standard.hashes().calls["full"]
    assert full_calls.calls == standard.questions()


def test_composing_says_which_part_is_composed_and_where_it_is_kept(
    probe: CommandLine, studies: Path, tmp_path: Path
) -> None:
    with patch("probe.study.composing.generate", side_effect=InputError("far enough")):
        message = probe("study", "tiny-1", "--model", "simulated/rational", "--out", tmp_path / "out", expect=2).stderr
    assert f"composing part 1 of 2, kept in {tmp_path / 'out' / 'benchmark'}" in " ".join(message.split())


def test_a_private_set_is_committed_to_and_measured(
    probe: CommandLine, studies: Path, quick_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "studies").mkdir()
    recipe = (studies / "tiny-1.toml").read_text(encoding="utf-8").replace("per_bias = 4\n", "per_bias = 1\n")
    recipe = recipe.replace("&series=4", "&series=none").replace("per_bias = 2\n", "per_bias = 1\n")
    recipe = recipe.replace("&series=2", "&series=none").replace('"anchoring bias", ', "")
    (tmp_path / "studies" / "tiny-2.toml").write_text(recipe, encoding="utf-8")
    shutil.copy(studies / "tiny-1.frozen.json", tmp_path / "studies" / "tiny-2.frozen.json")
    private = tmp_path / "private"
    with packaged_in(tmp_path / "studies"):
        commitment = probe("study", "private", "tiny-2", "--out", private).stdout.strip()
        assert probe("study", "private", "tiny-2", "--out", private).stdout.strip() == commitment
        command = ("study", "tiny-2", "--model", "simulated/rational", "--private", private, "--out", tmp_path / "out")
        with without_figures():
            probe(*command)
        probe("study", "table", tmp_path / "out", "--check", "--release", private)
        texts = private.joinpath("dataset.jsonl").read_text(encoding="utf-8")
    result = content_of(tmp_path / "out")
    assert result["part"] == "private"
    assert not [item for item in texts.splitlines() if json.loads(item)["unbiased"][:60] in json.dumps(result)]
    secret = Secret.model_validate(read_json(private / "salt.json"))
    assert commitment == secret.sha256 == sha256_of(private / "dataset.jsonl", secret.salt.encode()).hex()
    assert int((private / "seed.txt").read_text()) > 2**64
    for name in ("salt.json", "seed.txt"):
        assert stat.S_IMODE((private / name).stat().st_mode) == 0o600
    assert stat.S_IMODE(private.stat().st_mode) == 0o700, "records of the composition contain the seed as well"
    public, secret_texts = ({item.unbiased for item in read_dataset(folder)} for folder in (quick_folder, private))
    assert not public & secret_texts


def test_the_plan_states_the_power_of_the_study(probe: CommandLine) -> None:
    arguments = ("plan", "--study", "standard-1", "--simulations", "0", "--price", "0.001")
    (small_effect,) = probe.json(*arguments, "--effect", "0.02")["rows"]
    (large_effect,) = probe.json(*arguments, "--effect", "0.1")["rows"]
    recipe = read_recipe("standard-1")
    assert abs(small_effect["items"] - recipe.dilemmas()) < recipe.fixed_size.series
    assert small_effect["cost"] == pytest.approx(0.001 * recipe.questions(), rel=0.01)
    assert small_effect["power"] < 0.5 < large_effect["power"]
    for size in ("--runs", "--dilemmas"):
        assert f"{size} is fixed by --study" in probe(*arguments, size, "9", expect=2).stderr
