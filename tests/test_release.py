"""Releases: frozen files that anyone can check, and a commitment that only the private dataset opens."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from probe.files.dataset import MANIFEST, write_dataset, write_json
from probe.files.huggingface import stream_huggingface
from probe.files.manifest import Manifest
from probe.files.release import recipe_of
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.values import Bias, Dilemma
from tests.shared import CommandLine, files_in, json_lines
from tests.test_values import a_pair


def pairs(text: str) -> list[Dilemma]:
    return [a_pair(unbiased=text), a_pair(unbiased=f"{text}!", bias=Bias.FRAMING)]


def make(folder: Path, text: str, **settings: Any) -> Path:
    """A dataset with the manifest of a generation."""
    write_dataset(folder / "dataset.jsonl", pairs(text))
    libraries: dict[str, Any] = {"grammar": {"seed": settings.get("seed"), "library": "abc"}}
    settings = {"kind": "generate", "roles": {"authors": ["grammar"]}, "seeds": "s", **settings}
    manifest: dict[str, Any] = {
        "run_id": text,
        "settings": settings,
        "libraries": libraries,
        "versions": {"probe": "0"},
    }
    write_json(folder / MANIFEST, manifest)
    return folder


class Releasing:
    """A dataset, a private one of the same recipe, and the release of the first."""

    def __init__(self, probe: CommandLine, folder: Path) -> None:
        self.probe, self.out, self.secret = probe, folder / "out", folder / "out.secret.json"
        self.data, self.private = make(folder / "data", "u", seed=1), make(folder / "private", "v", seed=2**90)
        self.command = ("release", self.data, "--version", "1.0.0", "--private", self.private, "--out", self.out)

    def verify(self, *more: str | Path, expect: int) -> dict[str, str]:
        printed = self.probe("release", self.out, "--verify", *more, expect=expect).stdout
        return {name: state for state, name in (line.split(maxsplit=1) for line in printed.splitlines())}


@pytest.fixture
def releasing(probe: CommandLine, tmp_path: Path) -> Releasing:
    releasing = Releasing(probe, tmp_path)
    probe(*releasing.command)
    return releasing


def release_of(folder: Path) -> Any:
    return json.loads((folder / "release.json").read_text(encoding="utf-8"))


def test_a_release_is_the_dataset_and_lists_every_file(releasing: Releasing) -> None:
    out, release = releasing.out, release_of(releasing.out)
    assert list(read_dilemmas(out)) == list(stream_huggingface(out)) == pairs("u")
    files = files_in(out)
    files.pop("release.json")
    assert release["files"] == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert release["recipe"]["settings"]["seeds"] == "s"
    assert release["recipe"]["versions"] == {"probe": "0"}
    assert set(releasing.verify(expect=0).values()) == {"unchanged"}


def test_every_line_has_the_canary_of_the_release(releasing: Releasing, tmp_path: Path) -> None:
    canary = release_of(releasing.out)["canary"]
    assert [line["canary"] for line in json_lines(releasing.out / "dataset.jsonl")] == [canary, canary]
    assert canary in (releasing.out / "README.md").read_text(encoding="utf-8")
    releasing.probe("release", releasing.data, "--version", "1.0.1", "--out", tmp_path / "next")
    assert release_of(tmp_path / "next")["canary"] != canary


@pytest.mark.parametrize("state", ["changed", "missing", "added"])
def test_what_happened_to_a_file_is_one_line(releasing: Releasing, state: str) -> None:
    card = releasing.out / "README.md"
    if state == "changed":
        card.write_text(card.read_text(encoding="utf-8") + " ", encoding="utf-8")
    elif state == "missing":
        card.unlink()
    else:
        card = releasing.out / "data" / "more.parquet"
        card.write_bytes(b"")
    (releasing.out / ".gitattributes").write_text("", encoding="utf-8")  # the Hub adds one
    states = releasing.verify(expect=1)
    assert {name for name, verdict in states.items() if verdict == state} == {
        card.relative_to(releasing.out).as_posix()
    }
    assert set(states.values()) == {state, "unchanged"}


def test_the_commitment_is_what_anyone_computes_from_salt_and_dataset(releasing: Releasing) -> None:
    salt = json.loads(releasing.secret.read_text(encoding="utf-8"))["salt"]
    content = (releasing.private / "dataset.jsonl").read_bytes()
    commitment = release_of(releasing.out)["commitment"]
    assert commitment == {"sha256": hashlib.sha256(salt.encode() + content).hexdigest(), "pairs": 2}
    published = "".join(file.read_text("utf-8", "replace") for file in releasing.out.rglob("*") if file.is_file())
    assert salt not in published
    assert str(2**90) not in published
    assert hashlib.sha256(content).hexdigest() not in published
    assert releasing.secret.stat().st_mode & 0o077 == 0


def test_only_the_private_dataset_opens_the_commitment(releasing: Releasing) -> None:
    assert releasing.verify("--private", releasing.private, expect=0)["private dataset"] == "unchanged"
    write_dataset(releasing.private / "dataset.jsonl", pairs("v")[:1])
    assert releasing.verify("--private", releasing.private, expect=1)["private dataset"] == "changed"


def test_a_private_dataset_of_another_recipe_or_with_shared_pairs_is_refused(
    releasing: Releasing, tmp_path: Path
) -> None:
    other = ("release", releasing.data, "--version", "2", "--out", tmp_path / "two", "--private")
    assert "seeds" in releasing.probe(*other, make(tmp_path / "a", "w", seeds="t"), expect=2).stderr
    assert "shares 2 pairs" in releasing.probe(*other, make(tmp_path / "b", "u", seed=2), expect=2).stderr
    write_dataset(tmp_path / "bare.jsonl", pairs("x"))
    assert "manifest" in releasing.probe(*other, tmp_path / "bare.jsonl", expect=2).stderr
    assert not (tmp_path / "two").exists()
    assert not (tmp_path / "two.secret.json").exists()


def test_a_seed_that_can_be_tried_is_pointed_out(releasing: Releasing, tmp_path: Path) -> None:
    """Composed dilemmas follow from their seed: a private set with a small one is not private."""
    command = ("release", releasing.data, "--version", "2", "--private")
    small = make(tmp_path / "small", "w", seed=7)
    assert "random" in releasing.probe(*command, small, "--out", tmp_path / "two").stderr
    assert "random" not in releasing.probe(*command, releasing.private, "--out", tmp_path / "three").stderr


def test_a_release_is_never_written_over_anything(releasing: Releasing, tmp_path: Path) -> None:
    assert "not empty" in releasing.probe(*releasing.command, expect=2).stderr
    foreign = tmp_path / "foreign.json"
    foreign.write_text('{"salt": "of another dataset", "sha256": "0"}', encoding="utf-8")
    again = (*releasing.command[:-1], tmp_path / "new", "--secret", foreign)
    assert "--secret" in releasing.probe(*again, expect=2).stderr
    assert "another dataset" in foreign.read_text(encoding="utf-8")
    inside = (*releasing.command[:-1], tmp_path / "new", "--secret", tmp_path / "new" / "salt.json")
    assert "published" in releasing.probe(*inside, expect=2).stderr
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "content", ["", "[]", '{"format": 2}', '{"files": 1}', None], ids=["empty", "list", "format", "part", "none"]
)
def test_a_folder_without_a_readable_release_is_one_line(releasing: Releasing, content: str | None) -> None:
    file = releasing.out / "release.json"
    file.unlink()
    if content is not None:
        file.write_text(content, encoding="utf-8")
    assert "release.json" in releasing.probe("release", releasing.out, "--verify", expect=2).stderr


@pytest.mark.parametrize("name", ["../data/dataset.jsonl", "/etc/hostname", "a/../b", "a\nb"])
def test_a_release_cannot_ask_about_files_elsewhere(releasing: Releasing, name: str) -> None:
    release = release_of(releasing.out)
    (releasing.out / "release.json").write_text(json.dumps(release | {"files": {name: "0"}}), encoding="utf-8")
    assert "not a file of the release" in releasing.probe("release", releasing.out, "--verify", expect=2).stderr


@pytest.mark.parametrize(
    "options",
    [(), ("--version", "1"), ("--out", "x"), ("--version", "a b", "--out", "x"), ("--version", "1", "--verify")],
)
def test_options_that_do_not_go_together_are_one_line(releasing: Releasing, options: tuple[str, ...]) -> None:
    assert "--" in releasing.probe("release", releasing.data, *options, expect=2).stderr


def test_a_manifest_of_any_form_has_a_recipe() -> None:
    assert recipe_of(Manifest.of({"libraries": {"a": 1}}))["libraries"] == {"a": {"seed": None}}
