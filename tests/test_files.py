"""Datasets on disk, and the published format."""

import json
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.files.dataset import json_line, write_dataset
from probe.formats.probe_swe.dataset import export_probe_swe, stream_probe_swe
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.values import Bias
from tests.test_values import a_pair

ROW = {
    "run_id": 3,
    "AI_generated": True,
    "pair": 2,
    "unbiased": "u",
    "biased": "b",
    "pair_similarity": 0.95,
    "pair_levenshtein_distance": 0.8,
    "axioms": "a.",
    "axioms_description": "The best practice is: x.`",
    "unbiased_prolog": "p",
    "biased_prolog": "q",
    "correct_option": "option_a",
    "inference_steps": 4,
    "choice_steps": 6,
    "valid": True,
    "reconstructed_unbiased_prompt": "r",
    "unbiased_prompt_reconstruction_similarity": 0.7,
    "agreement_rate": 0.8,
    "decisions_towards_validity": 2,
    "bias_is_towards_incorrect_only_in_biased_version": "said",
}


def write_published(tmp_path: Path, content: object) -> Path:
    file = tmp_path / "1_augmented_dilemmas_dataset_gpt-x.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def test_a_dataset_comes_back_as_it_was(tmp_path: Path) -> None:
    pairs = (a_pair(), a_pair(unbiased="Ä\u2028 next", biased="b\nb"))
    write_dataset(tmp_path / "dataset.jsonl", pairs)
    assert read_dilemmas(tmp_path) == pairs
    assert read_dilemmas(tmp_path / "dataset.jsonl") == pairs


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "line 17 is not JSON"),
        (json_line(a_pair(unbiased="17")).replace("option_A", "option_C"), "line 17: field correct_option"),
        (json_line(a_pair(unbiased="17")).replace('"u', '"v'), "line 17: field unbiased|line 17"),
        (json_line(a_pair(unbiased="3")), "line 17: item [0-9a-f]{16} is already in line 4"),
    ],
    ids=["no JSON", "wrong value", "edited", "twice"],
)
def test_a_broken_line_is_reported_with_its_number(tmp_path: Path, line: str, problem: str) -> None:
    lines = [json_line(a_pair(unbiased=str(number))) for number in range(30)]
    lines[16] = line.rstrip("\n") + "\n"
    (tmp_path / "dataset.jsonl").write_text("".join(lines), encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        read_dilemmas(tmp_path)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe"])
def test_a_file_without_pairs_is_reported(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "d.jsonl").write_bytes(content)
    with pytest.raises(InputError, match=r"contains no item|byte order mark of UTF-16"):
        read_dilemmas(tmp_path / "d.jsonl")


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    """The dataset is replaced completely or not at all."""
    file = tmp_path / "dataset.jsonl"
    write_dataset(file, [a_pair()])

    def broken_pairs() -> object:
        yield a_pair()
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_dataset(file, broken_pairs())  # type: ignore[arg-type]
    assert read_dilemmas(file) == (a_pair(),)
    assert [path.name for path in tmp_path.iterdir()] == ["dataset.jsonl"]


def test_a_published_row_becomes_a_pair(tmp_path: Path) -> None:
    (pair,) = stream_probe_swe(write_published(tmp_path, {"framing effect": [ROW]}))
    assert pair.bias is Bias.FRAMING
    assert pair.correct_option == "option_A"
    assert pair.complexity.inferences == 4
    assert pair.evidence["pair_similarity"] == {"cosine": 0.95, "levenshtein": 0.8}
    assert pair.provenance.author == "gpt-x"
    assert pair.provenance.imported["correct_option"] == "option_a"


def test_import_and_export_give_back_equal_json(tmp_path: Path) -> None:
    """Through a dataset file, in which nothing may get lost."""
    seed_row = {name: value for name, value in ROW.items() if name != "agreement_rate"} | {
        "run_id": None,
        "unbiased_path": "x",
        "reconstructed_unbiased_prompt": None,
    }
    content = {"framing effect": [ROW, {**seed_row, "unbiased": "v"}], "hindsight bias": [ROW]}
    write_dataset(tmp_path / "dataset.jsonl", tuple(stream_probe_swe(write_published(tmp_path, content))))
    export_probe_swe(tmp_path / "out.json", read_dilemmas(tmp_path))
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8")) == content


def test_our_own_pairs_are_exported_with_the_published_fields(tmp_path: Path) -> None:
    export_probe_swe(tmp_path / "out.json", [a_pair()])
    ((row,),) = json.loads((tmp_path / "out.json").read_text(encoding="utf-8")).values()
    assert set(row) == {*ROW, "canary"}
    assert row["correct_option"] == "option_A"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ([], "not a published dataset"),
        ({"Optimism!": [ROW]}, "is not the name of a bias"),
        ({"framing effect": [ROW, 7]}, "framing effect row 2 is not an object"),
        ({"framing effect": [{**ROW, "unbiased": 1}]}, "row 1: field unbiased"),
        ({"framing effect": [{**ROW, "correct_option": "C"}]}, "row 1: correct_option"),
        ({"framing effect": [{**ROW, "inference_steps": -1}]}, "row 1: complexity.inferences"),
    ],
)
def test_a_broken_published_file_is_reported(tmp_path: Path, content: object, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        tuple(stream_probe_swe(write_published(tmp_path, content)))


def test_the_published_dataset_survives_the_round_trip(published_file: Path, tmp_path: Path) -> None:
    """Real input: 806 rows."""
    write_dataset(tmp_path / "dataset.jsonl", tuple(stream_probe_swe(published_file)))
    export_probe_swe(tmp_path / "out.json", read_dilemmas(tmp_path))
    exported_data = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert exported_data == json.loads(published_file.read_text(encoding="utf-8"))
