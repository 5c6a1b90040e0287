"""Commands that are killed while writing: repeating them deletes or completes everything they left."""

import signal
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from probe.cli.output import run
from probe.errors import InputError
from probe.files import folders
from probe.files.dataset import MANIFEST, write_dataset, write_json
from probe.files.folders import interrupted_files, is_vacant, write_files
from probe.files.plain import hidden_path, write_atomically
from probe.values import Bias
from tests.shared import CommandLine, files_in
from tests.test_values import a_pair

NEW_FILES = {"a.txt": b"new a", "data/b.txt": b"new b", "index.json": b"new"}
BIASES = (Bias.ANCHORING, Bias.FRAMING, Bias.HINDSIGHT)


class Killed(BaseException):
    """Simulates the end of the process."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write_dataset(tmp_path / "data" / "dataset.jsonl", [a_pair(bias=bias) for bias in BIASES])
    write_json(tmp_path / "data" / MANIFEST, {"settings": {}, "libraries": {}})
    return tmp_path / "data"


def test_what_a_killed_process_left_is_deleted_by_the_next_write(tmp_path: Path) -> None:
    for name in ("out.json", "other.json"):
        with patch("probe.files.plain._delete"), pytest.raises(Killed), hidden_path(tmp_path, name):
            raise Killed
    (tmp_path / ".out.json.notes").write_text("not ours", encoding="utf-8")
    write_atomically(tmp_path / "out.json", "whole")
    assert {file.name.rpartition(".")[0][:11] for file in tmp_path.iterdir()} >= {".out.json", ".other.json"}
    assert len(list(tmp_path.iterdir())) == 3
    write_atomically(tmp_path / "other.json", "whole")
    assert {file.name for file in tmp_path.iterdir()} == {"out.json", "other.json", ".out.json.notes"}


def test_what_another_process_is_writing_is_left_alone(tmp_path: Path) -> None:
    with (
        hidden_path(tmp_path, "out", folder=True) as (path, _),
        hidden_path(tmp_path, "out", folder=True) as (other_path, _),
    ):
        assert path.is_dir()
        assert path != other_path
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("moved_files", range(3))
def test_a_folder_that_was_half_replaced_is_replaced_by_the_repetition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moved_files: int
) -> None:
    """Its own files may be overwritten, the user's files are kept, and the index changes last."""
    out, move, targets = tmp_path / "out", folders._move, list[Path]()
    write_files(out, {"mine.txt": b"mine", "old.txt": b"old", "index.json": b"old"})

    def killed_move(file: Path, target: Path) -> None:
        if len(targets) == moved_files:
            raise Killed
        targets.append(target)
        move(file, target)

    with monkeypatch.context() as patch_context:
        patch_context.setattr(folders, "_move", killed_move)
        patch_context.setattr("probe.files.plain._delete", lambda path: None)
        with pytest.raises(Killed):
            write_files(out, NEW_FILES, earlier=["old.txt", "index.json"], last="index.json")
    assert files_in(out)["index.json"] == b"old"
    assert {out / path for path in NEW_FILES} <= interrupted_files(out)
    write_files(out, NEW_FILES, earlier=["old.txt", "index.json"], last="index.json")
    assert files_in(out) == NEW_FILES | {"mine.txt": b"mine"}
    assert not interrupted_files(out)


def test_a_folder_with_remains_of_a_killed_command_counts_as_empty(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with patch("probe.files.plain._delete"), pytest.raises(Killed), patch.object(Path, "replace", side_effect=Killed):
        write_files(out, NEW_FILES)
    assert is_vacant(out)
    (out / "mine.txt").write_text("mine", encoding="utf-8")
    assert not is_vacant(out)


@pytest.mark.parametrize("obstacle", ["link", "file", "folder"])
def test_nothing_is_written_outside_of_the_folder_or_in_part(tmp_path: Path, obstacle: str) -> None:
    """A link in the place of a folder would lead elsewhere."""
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    out.mkdir()
    elsewhere.mkdir()
    if obstacle == "link":
        (out / "data").symlink_to(elsewhere)
    elif obstacle == "file":
        (out / "data").write_text("", encoding="utf-8")
    else:
        (out / "index.json").mkdir()
    before = files_in(out)
    with pytest.raises(InputError):
        write_files(out, NEW_FILES)
    assert files_in(out) == before
    assert list(elsewhere.iterdir()) == []


LAST_FILE = {
    "hf": "manifest.json",
    "lm-eval": "utils.py",
    "release": "release.json",
    "merge": "merged.manifest.json",
    "csv": "a.csv",
    "packed": "a.csv.gz",
}
COMMANDS = {
    "hf": ("export", "DATA", "--format", "hf", "--out", "OUT"),
    "lm-eval": ("export", "DATA", "--format", "lm-eval", "--out", "OUT"),
    "release": ("release", "DATA", "--version", "1", "--out", "OUT"),
    "merge": ("merge", "DATA", "--out", "OUT/merged.jsonl"),
    "csv": ("export", "DATA", "--format", "csv", "--out", "OUT/a.csv"),
    "packed": ("export", "DATA", "--format", "csv", "--out", "OUT/a.csv.gz"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_killed_at_the_end_of_its_writing_is_repeated_without_force(
    probe: CommandLine, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """At the worst moment: when its last file is moved into place."""
    out = tmp_path / "out"
    out.mkdir()
    command = [word.replace("DATA", str(data)).replace("OUT", str(out)) for word in COMMANDS[name]]
    move, replace = folders._move, Path.replace

    def unless_killed(target: Path) -> Path:
        if target.name == LAST_FILE[name]:
            raise Killed
        return target

    with monkeypatch.context() as patch_context:
        patch_context.setattr("probe.files.plain._delete", lambda path: None)
        patch_context.setattr(folders, "_move", lambda file, target: move(file, unless_killed(target)))
        patch_context.setattr(Path, "replace", lambda file, target: replace(file, unless_killed(target)))
        with pytest.raises(Killed):
            probe(*command)
    assert any(file.name.startswith(".") for file in out.rglob("*"))
    probe(*command)
    probe(*(word.replace(str(out), str(tmp_path / "whole")) for word in command))
    assert not any(file.name.startswith(".") for file in out.rglob("*"))
    assert files_in(out).keys() == files_in(tmp_path / "whole").keys()
    if name != "release":  # because every release has a new canary
        assert files_in(out) == files_in(tmp_path / "whole")


def test_a_killed_process_is_repeated_and_leaves_nothing(probe: CommandLine, data: Path, tmp_path: Path) -> None:
    """SIGKILL when the hidden folder has appeared."""
    out = tmp_path / "out"
    command = ("export", data, "--format", "hf", "--out", out)
    process = probe.begin(*command)
    while process.poll() is None and not any(tmp_path.glob(".out.*")):
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    probe(*command)
    assert {file.name for file in tmp_path.iterdir()} == {"data", "out"}
    probe("import", "hf", out, "--out", tmp_path / "back.jsonl")


@pytest.mark.parametrize("sent_signal", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("form", ["hf", "csv"])
def test_sigterm_is_ctrl_c_in_a_command_without_calls(
    probe: CommandLine, tmp_path: Path, sent_signal: signal.Signals, form: str
) -> None:
    """The rows of a CSV file remain for the repetition, a folder does not."""
    write_dataset(tmp_path / "dataset.jsonl", [a_pair(unbiased=f"{number} " * 100) for number in range(3000)])
    out = tmp_path / ("out" if form == "hf" else "out.csv")
    process = probe.begin("export", tmp_path, "--format", form, "--out", out)
    while process.poll() is None and not any(tmp_path.glob(".out*")):
        time.sleep(0.002)
    process.send_signal(sent_signal)
    messages = process.communicate()[1]
    assert process.returncode == 130
    assert "interrupted" in messages
    assert "Traceback" not in messages
    assert not out.exists()
    assert any(tmp_path.glob(".out*")) is (form == "csv")


def test_what_follows_a_run_is_interrupted_by_sigterm_too() -> None:
    """An event loop removes the signal's handler when it ends."""

    async def return_at_once() -> None:
        """Return at once."""

    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run(return_at_once())
        assert signal.getsignal(signal.SIGTERM) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGTERM, before)
