"""Releases: frozen files that anyone can verify, and a commitment that only the private dataset opens."""

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


def write_generated_dataset(folder: Path, text: str, **settings: Any) -> Path:
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


class ReleaseCase:
    """A dataset, a private one of the same recipe, and the release of the first."""

    def __init__(self, probe: CommandLine, folder: Path) -> None:
        self.probe, self.out, self.secret = probe, folder / "out", folder / "out.secret.json"
        self.data, self.private = (
            write_generated_dataset(folder / "data", "u", seed=1),
            write_generated_dataset(folder / "private", "v", seed=2**90),
        )
        self.command = ("release", self.data, "--version", "1.0.0", "--private", self.private, "--out", self.out)

    def verify(self, *arguments: str | Path, expect: int) -> dict[str, str]:
        output = self.probe("release", self.out, "--verify", *arguments, expect=expect).stdout
        return {name: state for state, name in (line.split(maxsplit=1) for line in output.splitlines())}


@pytest.fixture
def release_case(probe: CommandLine, tmp_path: Path) -> ReleaseCase:
    case = ReleaseCase(probe, tmp_path)
    probe(*case.command)
    return case


def release_of(folder: Path) -> Any:
    return json.loads((folder / "release.json").read_text(encoding="utf-8"))


def test_a_release_is_the_dataset_and_lists_every_file(release_case: ReleaseCase) -> None:
    out, release = release_case.out, release_of(release_case.out)
    assert list(read_dilemmas(out)) == list(stream_huggingface(out)) == pairs("u")
    files = files_in(out)
    files.pop("release.json")
    assert release["files"] == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert release["recipe"]["settings"]["seeds"] == "s"
    assert release["recipe"]["versions"] == {"probe": "0"}
    assert set(release_case.verify(expect=0).values()) == {"unchanged"}


def test_every_line_has_the_canary_of_the_release(release_case: ReleaseCase, tmp_path: Path) -> None:
    canary = release_of(release_case.out)["canary"]
    assert [line["canary"] for line in json_lines(release_case.out / "dataset.jsonl")] == [canary, canary]
    assert canary in (release_case.out / "README.md").read_text(encoding="utf-8")
    release_case.probe("release", release_case.data, "--version", "1.0.1", "--out", tmp_path / "next")
    assert release_of(tmp_path / "next")["canary"] != canary


@pytest.mark.parametrize("state", ["changed", "missing", "added"])
def test_what_happened_to_a_file_is_one_line(release_case: ReleaseCase, state: str) -> None:
    card = release_case.out / "README.md"
    if state == "changed":
        card.write_text(card.read_text(encoding="utf-8") + " ", encoding="utf-8")
    elif state == "missing":
        card.unlink()
    else:
        card = release_case.out / "data" / "more.parquet"
        card.write_bytes(b"")
    (release_case.out / ".gitattributes").write_text("", encoding="utf-8")  # the Hub adds this file
    states = release_case.verify(expect=1)
    assert {name for name, verdict in states.items() if verdict == state} == {
        card.relative_to(release_case.out).as_posix()
    }
    assert set(states.values()) == {state, "unchanged"}


def test_the_commitment_is_what_anyone_computes_from_salt_and_dataset(release_case: ReleaseCase) -> None:
    salt = json.loads(release_case.secret.read_text(encoding="utf-8"))["salt"]
    content = (release_case.private / "dataset.jsonl").read_bytes()
    commitment = release_of(release_case.out)["commitment"]
    assert commitment == {"sha256": hashlib.sha256(salt.encode() + content).hexdigest(), "pairs": 2}
    published_text = "".join(
        file.read_text("utf-8", "replace") for file in release_case.out.rglob("*") if file.is_file()
    )
    assert salt not in published_text
    assert str(2**90) not in published_text
    assert hashlib.sha256(content).hexdigest() not in published_text
    assert release_case.secret.stat().st_mode & 0o077 == 0


def test_only_the_private_dataset_opens_the_commitment(release_case: ReleaseCase) -> None:
    assert release_case.verify("--private", release_case.private, expect=0)["private dataset"] == "unchanged"
    write_dataset(release_case.private / "dataset.jsonl", pairs("v")[:1])
    assert release_case.verify("--private", release_case.private, expect=1)["private dataset"] == "changed"


def test_a_private_dataset_of_another_recipe_or_with_shared_pairs_is_refused(
    release_case: ReleaseCase, tmp_path: Path
) -> None:
    second_release = ("release", release_case.data, "--version", "2", "--out", tmp_path / "two", "--private")
    assert (
        "seeds"
        in release_case.probe(*second_release, write_generated_dataset(tmp_path / "a", "w", seeds="t"), expect=2).stderr
    )
    assert (
        "shares 2 pairs"
        in release_case.probe(*second_release, write_generated_dataset(tmp_path / "b", "u", seed=2), expect=2).stderr
    )
    write_dataset(tmp_path / "bare.jsonl", pairs("x"))
    assert "manifest" in release_case.probe(*second_release, tmp_path / "bare.jsonl", expect=2).stderr
    assert not (tmp_path / "two").exists()
    assert not (tmp_path / "two.secret.json").exists()


def test_a_seed_that_can_be_tried_is_pointed_out(release_case: ReleaseCase, tmp_path: Path) -> None:
    """Composed dilemmas follow from their seed, so a private set with a guessable seed is not private."""
    command = ("release", release_case.data, "--version", "2", "--private")
    small_seed = write_generated_dataset(tmp_path / "small", "w", seed=7)
    assert "random" in release_case.probe(*command, small_seed, "--out", tmp_path / "two").stderr
    assert "random" not in release_case.probe(*command, release_case.private, "--out", tmp_path / "three").stderr


def test_a_release_is_never_written_over_anything(release_case: ReleaseCase, tmp_path: Path) -> None:
    assert "not empty" in release_case.probe(*release_case.command, expect=2).stderr
    foreign_secret = tmp_path / "foreign.json"
    foreign_secret.write_text('{"salt": "of another dataset", "sha256": "0"}', encoding="utf-8")
    repeated_release = (*release_case.command[:-1], tmp_path / "new", "--secret", foreign_secret)
    assert "--secret" in release_case.probe(*repeated_release, expect=2).stderr
    assert "another dataset" in foreign_secret.read_text(encoding="utf-8")
    secret_inside = (*release_case.command[:-1], tmp_path / "new", "--secret", tmp_path / "new" / "salt.json")
    assert "published" in release_case.probe(*secret_inside, expect=2).stderr
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "content", ["", "[]", '{"format": 2}', '{"files": 1}', None], ids=["empty", "list", "format", "part", "none"]
)
def test_a_folder_without_a_readable_release_is_one_line(release_case: ReleaseCase, content: str | None) -> None:
    file = release_case.out / "release.json"
    file.unlink()
    if content is not None:
        file.write_text(content, encoding="utf-8")
    assert "release.json" in release_case.probe("release", release_case.out, "--verify", expect=2).stderr


@pytest.mark.parametrize("name", ["../data/dataset.jsonl", "/etc/hostname", "a/../b", "a\nb"])
def test_a_release_cannot_ask_about_files_elsewhere(release_case: ReleaseCase, name: str) -> None:
    release = release_of(release_case.out)
    (release_case.out / "release.json").write_text(json.dumps(release | {"files": {name: "0"}}), encoding="utf-8")
    assert (
        "outside the release's folder" in release_case.probe("release", release_case.out, "--verify", expect=2).stderr
    )


@pytest.mark.parametrize(
    "options",
    [(), ("--version", "1"), ("--out", "x"), ("--version", "a b", "--out", "x"), ("--version", "1", "--verify")],
)
def test_options_that_do_not_go_together_are_one_line(release_case: ReleaseCase, options: tuple[str, ...]) -> None:
    assert "--" in release_case.probe("release", release_case.data, *options, expect=2).stderr


def test_a_manifest_of_any_form_has_a_recipe() -> None:
    assert recipe_of(Manifest.of({"libraries": {"a": 1}}))["libraries"] == {"a": {"seed": None}}
