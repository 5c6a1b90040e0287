"""Datasets as folders for the Hugging Face Hub, read by the libraries that their users have."""

import json
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from probe.errors import InputError
from probe.files.card import PUBLISHED_NOTICE, CardContents, checked_licence
from probe.files.card import card as card_of
from probe.files.card import licence as licence_of
from probe.files.dataset import CANARY, write_dataset
from probe.files.hub_columns import DILEMMAS
from probe.files.huggingface import (
    CARD,
    LICENCE,
    METADATA,
    Publication,
    export_huggingface,
    stream_huggingface,
)
from probe.files.manifest import Manifest
from probe.files.streams import has_parquet
from probe.formats.probe_swe.dataset import export_probe_swe, stream_probe_swe
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.values import Bias, Certificate, Check, Controls, Dilemma, FactTwin, Option, Outcome, Profile, Provenance
from tests.shared import CommandLine
from tests.test_values import a_pair

TWO_OPTIONS = "I choose.\n- Option A: tea.\n- Option B: “coffee”, hot.\n\nOption A or Option B?"
PASSED_CERTIFICATE = Certificate(profile=Profile.STRICT, checks=(), oracle="SWI-Prolog")
FAILED_CERTIFICATE = PASSED_CERTIFICATE.model_copy(
    update={"checks": (Check(name="unique", outcome=Outcome.FAILS, reason="both"),)}
)
TWIN = FactTwin(
    unbiased="tu",
    biased="tb",
    unbiased_program="p.",
    biased_program="q.",
    correct_option=Option.B,
    fact="f",
    changed="g",
)
IMPORTED_PAIR = a_pair(provenance=Provenance(author="x", imported={"run_id": 1}))


def pairs() -> list[Dilemma]:
    """Return pairs of several biases with quotes and line breaks; some have controls, a twin or a certificate."""
    return [
        a_pair(unbiased=TWO_OPTIONS, certificate=PASSED_CERTIFICATE, twin=TWIN, controls=Controls(placebo="pl")),
        a_pair(
            bias=Bias.HINDSIGHT, unbiased="ü\r\n\u2028=1+1", correct_option=Option.B, certificate=FAILED_CERTIFICATE
        ),
        a_pair(unbiased="third", provenance=IMPORTED_PAIR.provenance),
    ]


def contents(dilemmas: Iterable[Dilemma]) -> CardContents:
    card_contents = CardContents()
    for dilemma in dilemmas:
        card_contents.add(dilemma)
    return card_contents


def card(dilemmas: Iterable[Dilemma], licence_name: str | None = None) -> str:
    return card_of(contents(dilemmas), licence_name)


def licence(dilemmas: Iterable[Dilemma], licence_name: str | None = None) -> str:
    return licence_of(contents(dilemmas), licence_name)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    export_huggingface(tmp_path / "hub", pairs(), Publication(licence="CC-BY-4.0", manifest=Manifest(run_id="abc")))
    return tmp_path / "hub"


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The real ``datasets``, without network and with a separate cache."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    return datasets


def test_what_is_exported_comes_back_in_the_order_of_the_dataset(folder: Path) -> None:
    assert list(stream_huggingface(folder)) == pairs()
    assert has_parquet(folder)
    assert [pair.id for pair in stream_huggingface(folder / "data" / "hindsight_bias.parquet")] == [pairs()[1].id]


def test_the_command_line_converts_there_and_back(probe: CommandLine, tmp_path: Path) -> None:
    write_dataset(tmp_path / "set.jsonl", pairs())
    result = probe("export", tmp_path / "set.jsonl", "--format", "hf", "--out", tmp_path / "hub")
    assert "--license" in result.stderr  # the pairs by one author have no known licence
    probe("import", "hf", tmp_path / "hub", "--out", tmp_path / "back.jsonl")
    assert (tmp_path / "back.jsonl").read_bytes() == (tmp_path / "set.jsonl").read_bytes()
    assert list(read_dilemmas(tmp_path / "back.jsonl")) == pairs()


def test_datasets_loads_all_pairs_and_those_of_a_bias(offline: Any, folder: Path, tmp_path: Path) -> None:
    """Without a name all of them; the configurations are named like the biases, and the only split is ``test``."""

    def load(*name: str) -> Any:
        return offline.load_dataset(str(folder), *name, split="test", cache_dir=str(tmp_path / "cache"))

    assert offline.get_dataset_config_names(str(folder)) == ["all", "anchoring_bias", "hindsight_bias"]
    assert sorted(load()["position"]) == [0, 1, 2]
    (row,) = load("hindsight_bias")
    assert row["unbiased"] == pairs()[1].unbiased
    assert (row["certificate"], row["failed_checks"], row["placebo"]) == ("failed", ["unique"], None)
    first, _ = load("anchoring_bias")
    assert first["choices"] == ["tea.", "“coffee”, hot."]
    assert (first["answer"], first["placebo"], first["twin_correct_option"]) == (0, "pl", "option_B")
    assert first["twin_fact"] == "f"
    assert first["certificate"] == "passed"


def test_columns_have_their_type_where_every_cell_is_empty(offline: Any, folder: Path, tmp_path: Path) -> None:
    for name in offline.get_dataset_config_names(str(folder)):
        split = offline.load_dataset(str(folder), name, split="test", cache_dir=str(tmp_path / "cache"))
        types = {
            name: feature.dtype if hasattr(feature, "dtype") else "list" for name, feature in split.features.items()
        }
        assert types == {name: "list" if kind.startswith("list") else kind for name, kind in DILEMMAS.types.items()}


def test_croissant_validates_and_gives_the_rows(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    croissant = pytest.importorskip("mlcroissant")
    with caplog.at_level(logging.WARNING):
        dataset = croissant.Dataset(jsonld=folder / METADATA)
    assert not dataset.metadata.ctx.issues.errors
    assert "@context" not in caplog.text  # no warning about a non-standard context
    rows = list(dataset.records("anchoring_bias"))
    assert [row["anchoring_bias/unbiased"].decode() for row in rows] == [TWO_OPTIONS, "third"]
    assert [row["anchoring_bias/depth"] for row in rows] == [None, None]


def test_croissant_notices_a_changed_file(folder: Path) -> None:
    croissant = pytest.importorskip("mlcroissant")
    pq.write_table(
        pq.read_table(folder / "data/hindsight_bias.parquet").slice(0, 0), folder / "data/anchoring_bias.parquet"
    )
    with pytest.raises(Exception, match="anchoring_bias"):
        list(croissant.Dataset(jsonld=folder / METADATA).records("anchoring_bias"))


def test_a_row_whose_columns_were_edited_is_refused(folder: Path) -> None:
    """The visible columns and the pair that PROBE reads must agree."""
    file = folder / "data" / "hindsight_bias.parquet"
    table = pq.read_table(file)
    column = table.schema.get_field_index("biased")
    pq.write_table(table.set_column(column, table.schema.field(column), [["edited"]]), file)
    with pytest.raises(InputError, match="row 1: column biased"):
        list(stream_huggingface(folder))


@pytest.mark.parametrize(
    ("content", "problem"), [(b"no parquet", "cannot be read as Parquet"), (None, "contains no Parquet file")]
)
def test_a_file_that_is_not_an_export_is_one_clear_line(tmp_path: Path, content: bytes | None, problem: str) -> None:
    if content is not None:
        (tmp_path / "x.parquet").write_bytes(content)
    with pytest.raises(InputError, match=problem):
        list(stream_huggingface(tmp_path))


def test_other_parquet_files_and_repeated_pairs_are_refused(folder: Path) -> None:
    file = folder / "data" / "anchoring_bias.parquet"
    (folder / "data" / "more.parquet").write_bytes(file.read_bytes())
    with pytest.raises(InputError, match="repeats 2 pairs"):
        list(stream_huggingface(folder))
    pq.write_table(pq.read_table(file).drop(["pair"]), file)
    with pytest.raises(InputError, match="column pair is missing"):
        list(stream_huggingface(file))


def test_a_second_export_leaves_no_split_of_the_first(folder: Path) -> None:
    (folder / "data" / "own.parquet").write_bytes(b"mine")
    export_huggingface(folder, pairs()[1:2])
    assert {file.name for file in (folder / "data").iterdir()} == {"hindsight_bias.parquet", "own.parquet"}


def test_the_manifest_and_the_canary_go_with_the_data(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["run_id"], manifest["export"]["pairs"], manifest["canary"]) == ("abc", 3, CANARY)
    assert CANARY in (folder / CARD).read_text(encoding="utf-8")
    for file in (folder / "data").glob("*.parquet"):
        assert set(pq.read_table(file)["canary"].to_pylist()) == {CANARY}


def test_the_card_is_valid_metadata_and_counts_what_is_there(folder: Path) -> None:
    cards = pytest.importorskip("huggingface_hub")
    dataset_card = cards.DatasetCard.load(folder / CARD)
    data = dataset_card.data.to_dict()
    assert (data["license"], data["size_categories"]) == ("cc-by-4.0", ["n<1K"])
    assert data["task_categories"] == ["multiple-choice"]
    assert [config["config_name"] for config in data["configs"]] == [
        "all",
        "anchoring_bias",
        "hindsight_bias",
    ]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in dataset_card.text.splitlines()]
    assert ["anchoring bias", "2", "2", "1", "0"] in rows
    assert ["hindsight bias", "1", "0", "0", "1"] in rows


def test_the_card_claims_only_the_certificates_that_are_there() -> None:
    """An imported set has none; no name becomes markup or a line break."""
    uncertified_pairs = [pair.model_copy(update={"certificate": None}) for pair in pairs()]
    assert "No pair carries a certificate" in card(uncertified_pairs)
    text = card(pairs())
    assert "In 1 of them" in text
    assert "1 failed the certificate" in text
    assert "other 1 were not checked" in text
    hostile_provenance = uncertified_pairs[0].provenance.model_copy(update={"author": "x`\n# y <b>|"})
    assert "`x# y b`" in card([uncertified_pairs[0].model_copy(update={"provenance": hostile_provenance})])


def test_a_domain_cannot_change_the_metadata(tmp_path: Path) -> None:
    cards = pytest.importorskip("huggingface_hub")
    text = card([a_pair(domain="x\nlicense: apache-2.0\n---\n# y"), a_pair(unbiased="v", domain="--")])
    assert cards.DatasetCard(text).data.license == "unknown"
    assert "\nlicense: apache" not in text
    assert cards.DatasetCard(text).data.tags[1:3] == ["other-domain", "xlicense-apache-2-0-y"]


def test_the_licence_is_stated_only_where_it_is_known(tmp_path: Path) -> None:
    """Composed and imported pairs are under MIT; texts of a model have no licence until one is stated."""
    composed_pair = a_pair(unbiased="v", provenance=Provenance(author="grammar"))
    assert "license: mit\n" in card([IMPORTED_PAIR, composed_pair])
    assert "license: unknown\n" in card([IMPORTED_PAIR, a_pair()])
    assert "No licence is stated for the pairs by test." in licence([IMPORTED_PAIR, a_pair()])
    assert "license: cc-by-4.0\n" in card([a_pair()], "CC-BY-4.0")
    assert "SPDX-License-Identifier: CC-BY-4.0" in licence([IMPORTED_PAIR, a_pair()], "CC-BY-4.0")


def test_the_authors_of_imported_pairs_keep_their_notice(tmp_path: Path) -> None:
    """Whatever licence is chosen for the dataset; PROBE's own pairs in their format do not need the notice."""
    for licence_name in (None, "CC-BY-4.0"):
        assert PUBLISHED_NOTICE in licence([IMPORTED_PAIR, a_pair(unbiased="v")], licence_name)
        assert PUBLISHED_NOTICE in card([IMPORTED_PAIR, a_pair(unbiased="v")], licence_name)
    assert "1 of the 2 pairs" in card([IMPORTED_PAIR, a_pair(unbiased="v")])
    export_probe_swe(tmp_path / "own.json", [a_pair()])
    assert PUBLISHED_NOTICE not in licence(tuple(stream_probe_swe(tmp_path / "own.json")))
    export_huggingface(tmp_path, [IMPORTED_PAIR])
    assert PUBLISHED_NOTICE in (tmp_path / LICENCE).read_text(encoding="utf-8")


def test_a_licence_is_an_spdx_expression(probe: CommandLine, tmp_path: Path) -> None:
    assert checked_licence("cc-by-4.0") == "CC-BY-4.0"
    assert "license: other\n" in card(pairs(), "MIT OR Apache-2.0")
    write_dataset(tmp_path / "set.jsonl", pairs())
    export = ("export", tmp_path / "set.jsonl", "--out", tmp_path / "out")
    assert "SPDX" in probe(*export, "--format", "hf", "--license", "my own", expect=2).stderr
    assert "--format hf" in probe(*export, "--format", "csv", "--license", "MIT", expect=2).stderr
    assert not (tmp_path / "out").exists()
