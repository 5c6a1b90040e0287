"""A run's file in bad conditions: damaged, cut by a power failure, on a disk that cannot be written."""

import fcntl
import os
import random
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from pydantic import JsonValue

from probe.errors import InputError
from probe.files.dataset import DATASET, MANIFEST, read_manifest
from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.session import Session
from probe.store import FILE_NAME, open_run, read_run, reading
from probe.store.foreign_file import LONGEST_KEY, LONGEST_VALUE
from probe.store.run_store import RunStore
from probe.values import Answer, Arm, Decision, Message, ModelSpec, Request
from tests.shared import run_database
from tests.test_values import a_pair

SPEC = ModelSpec.parse("openai/x")
REQUEST = Request(purpose="decide", messages=(Message(role="user", content="A or B?"),))
SETTINGS: dict[str, JsonValue] = {"kind": "evaluate", "subject": "openai/x"}
LOGS = (f"{FILE_NAME}-wal", f"{FILE_NAME}-shm", f"{FILE_NAME}-journal")


def keep_answers(run: RunStore, answers: int) -> None:
    for number in range(answers):
        run.keep_answer(str(number), SPEC, "e", REQUEST, Answer(text="A" * 300))


def a_run(folder: Path) -> Path:
    with open_run(folder, SETTINGS) as run:
        keep_answers(run, 1)
    return folder


def an_unfinished_run(folder: Path, unfinished: Path, answers: int = 1) -> Path:
    """Make ``folder`` what remains of the run ``unfinished`` if its process is killed."""
    folder.mkdir()
    with open_run(unfinished, SETTINGS) as run:
        keep_answers(run, answers)
        for name in (FILE_NAME, f"{FILE_NAME}-wal"):
            shutil.copy(unfinished / name, folder)
    return folder


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make ``folder`` read-only; for root, who ignores permissions, by a read-only mount."""
    root = os.geteuid() == 0
    if root:
        for options in (["--bind", str(folder)], ["-o", "remount,bind,ro"]):
            if subprocess.run(["mount", *options, str(folder)], capture_output=True, check=False).returncode:
                pytest.skip("root without the right to mount")
    else:
        folder.chmod(0o555)
    try:
        yield
    finally:
        if root:
            subprocess.run(["umount", str(folder)], check=True)
        else:
            folder.chmod(0o755)


def answers_in(folder: Path) -> int:
    with read_run(folder) as run:
        return sum(cost.calls for cost in run.spent_usages())


def test_a_run_that_has_ended_is_one_file(tmp_path: Path) -> None:
    a_run(tmp_path)
    assert not any((tmp_path / name).exists() for name in LOGS)


def test_a_run_in_a_folder_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    """Including one of an earlier version, whose file is still in WAL mode."""
    a_run(tmp_path)
    with run_database(tmp_path) as database:
        database.execute("PRAGMA journal_mode = WAL")
    with read_only(tmp_path):
        assert answers_in(tmp_path) == 1
        with pytest.raises(InputError, match="cannot be written"), open_run(tmp_path, SETTINGS):
            pass


def test_an_unfinished_run_in_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """Without its log it would seem to have fewer answers."""
    folder = an_unfinished_run(tmp_path / "killed", tmp_path / "whole")
    with read_only(folder), pytest.raises(InputError, match="unfinished writes"), read_run(folder):
        pass
    assert answers_in(folder) == 1


@pytest.mark.parametrize("flip", [False, True])
def test_a_power_failure_costs_only_the_last_answers(tmp_path: Path, flip: bool) -> None:
    """The log is cut, or one of its bytes changed, at 200 positions each; every twentieth run is resumed."""
    rng, answers = random.Random(30), 12
    killed_run = an_unfinished_run(tmp_path / "killed", tmp_path / "whole", answers)
    file, log = ((killed_run / name).read_bytes() for name in (FILE_NAME, f"{FILE_NAME}-wal"))
    answer_counts = set()
    for number in range(200):
        folder, position = tmp_path / str(number), rng.randrange(len(log))
        folder.mkdir()
        (folder / FILE_NAME).write_bytes(file)
        remainder = bytes([log[position] ^ 1]) + log[position + 1 :] if flip else b""
        (folder / f"{FILE_NAME}-wal").write_bytes(log[:position] + remainder)
        try:
            with read_run(folder) as run:
                is_present = [run.find_answer(str(number)) is not None for number in range(answers)]
        except InputError as error:
            if "contains no run yet" not in str(error):
                raise
            is_present = []
        assert is_present == sorted(is_present, reverse=True)
        if number % 20 == 0:
            with open_run(folder, SETTINGS) as run:
                run.keep_answer("next", SPEC, "e", REQUEST, Answer(text="B"))
            assert answers_in(folder) == sum(is_present) + 1
        answer_counts.add(sum(is_present))
    assert len(answer_counts) > 10


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    with open_run(tmp_path, SETTINGS) as run:
        assert run._database.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize("kind", ["folder", "fifo", "socket"])
@pytest.mark.parametrize("name", [FILE_NAME, "run.lock"])
def test_a_file_that_is_not_regular_is_refused_at_once(tmp_path: Path, name: str, kind: str) -> None:
    path = tmp_path / name
    with closing(socket.socket(socket.AF_UNIX)) as listener:
        if kind == "folder":
            path.mkdir()
        elif kind == "fifo":
            os.mkfifo(path)
        else:
            listener.bind(str(path))
        with pytest.raises(InputError), open_run(tmp_path, SETTINGS):
            pass
        if name == FILE_NAME:
            with pytest.raises(InputError, match="not a regular file"), read_run(tmp_path):
                pass


def test_a_disk_without_locks_is_not_called_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse_lock(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse_lock)
    with pytest.raises(InputError, match="cannot be locked: No locks available"), open_run(tmp_path, SETTINGS):
        pass


def test_a_lock_of_a_process_that_has_ended_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "run.lock").touch()
    assert answers_in(a_run(tmp_path)) == 1


def test_another_database_is_refused_and_not_changed(tmp_path: Path) -> None:
    with run_database(tmp_path) as database:
        database.execute("CREATE TABLE bookmarks (address TEXT)")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(InputError, match="is not a run file"), open_run(tmp_path, SETTINGS):
        pass
    with pytest.raises(InputError, match="is not a run file"), read_run(tmp_path):
        pass
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    with run_database(a_run(tmp_path)) as database:
        database.execute("INSERT INTO migrations VALUES ('999-later')")
    with pytest.raises(InputError, match="later version of PROBE \\(999-later\\)"), open_run(tmp_path, SETTINGS):
        pass
    with pytest.raises(InputError, match="later version"), read_run(tmp_path):
        pass


@pytest.mark.parametrize("with_migrations", [False, True])
def test_a_run_killed_while_its_tables_were_made_begins(tmp_path: Path, with_migrations: bool) -> None:
    with run_database(tmp_path) as database:
        database.execute("PRAGMA journal_mode = WAL")
        if with_migrations:
            database.execute("CREATE TABLE migrations (name TEXT PRIMARY KEY) WITHOUT ROWID")
    with pytest.raises(InputError, match="no run yet"), read_run(tmp_path):
        pass
    assert answers_in(a_run(tmp_path)) == 1


@pytest.mark.parametrize("remains", ["missing", "empty", "no settings"])
async def test_the_outputs_of_a_run_without_its_file_are_not_paid_for_again(tmp_path: Path, remains: str) -> None:
    file = a_run(tmp_path) / FILE_NAME
    (tmp_path / DATASET).touch()
    if remains == "no settings":
        with run_database(tmp_path) as database:
            database.execute("DELETE FROM settings")
    else:
        file.unlink()
        if remains == "empty":
            file.touch()
    for _ in range(2):
        async with Session() as session:
            with pytest.raises(InputError, match=DATASET):
                session.run(tmp_path, SETTINGS, [DATASET])


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "7", "[" * 100_000, '{"settings": 5}', '{"dataset": {"settings": []}}']
)
def test_a_damaged_manifest_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / MANIFEST).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=MANIFEST) as excinfo:
        read_manifest(tmp_path)
    assert "\n" not in str(excinfo.value)


@pytest.mark.parametrize("value", [5, "{", "[]", b"\xff", "[" * 100_000])
def test_a_stored_answer_that_is_damaged_is_refused_where_it_is_used(tmp_path: Path, value: object) -> None:
    with run_database(a_run(tmp_path)) as database:
        database.execute("UPDATE calls SET answer = CAST(? AS TEXT)", (value,))
    with open_run(tmp_path, SETTINGS) as run, pytest.raises(InputError, match="is damaged") as excinfo:
        run.find_answer("0")
    assert "\n" not in str(excinfo.value)


def test_a_setting_that_is_missing_is_named(tmp_path: Path) -> None:
    with run_database(a_run(tmp_path)) as database:
        database.execute("DELETE FROM settings WHERE name = 'subject'")
    with pytest.raises(InputError, match="'subject' is missing"):
        reading.subject_of(tmp_path)


@pytest.mark.parametrize("change", ["decision = 7", "item_id = 'another'"])
def test_a_decision_that_no_item_allows_is_refused(tmp_path: Path, change: str) -> None:
    settings: dict[str, JsonValue] = {**SETTINGS, "runs": 1, "order": "as-written", "questions": 1}
    with open_run(tmp_path, settings) as run:
        run.keep_items([a_pair()])
        run.keep_decision(Decision(item_id=a_pair().id, arm=Arm.BIASED, run=0, decision=0))
    assert len(dilemma_evaluation(tmp_path).decisions) == 1
    with run_database(tmp_path) as database:
        database.execute(f"UPDATE decisions SET {change}")
    with pytest.raises(InputError, match="is damaged"):
        dilemma_evaluation(tmp_path)


@pytest.mark.parametrize("table", ["calls", "decisions", "settings"])
def test_a_view_without_end_in_the_place_of_a_table_hangs_no_command(tmp_path: Path, table: str) -> None:
    with run_database(a_run(tmp_path)) as database:
        names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        database.execute(f"ALTER TABLE {table} RENAME TO moved")
        columns = ", ".join(f"n AS {name}" for name in names)
        endless_rows = "WITH RECURSIVE rows (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM rows)"
        database.execute(f"CREATE VIEW {table} AS {endless_rows} SELECT {columns} FROM rows")
    with pytest.raises(InputError, match=f"view '{table}'"), read_run(tmp_path):
        pass


def test_a_trigger_in_a_run_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with run_database(a_run(tmp_path)) as database:
        database.execute("CREATE TRIGGER forging AFTER INSERT ON calls BEGIN UPDATE calls SET answer = 'B'; END")
    with pytest.raises(InputError, match="trigger 'forging'"), open_run(tmp_path, SETTINGS):
        pass


def test_a_value_that_is_too_large_is_refused(tmp_path: Path) -> None:
    """SQLite writes 64 MiB of zeros quickly, but parsing them as an answer would take several times as much memory."""
    with run_database(a_run(tmp_path)) as database:
        database.execute("UPDATE calls SET answer = zeroblob(?)", (LONGEST_VALUE + 1,))
    with pytest.raises(InputError, match="too big"), read_run(tmp_path) as run:
        run.find_answer("0")


@pytest.mark.parametrize(("table", "column"), [("calls", "key"), ("settings", "name")])
def test_an_indexed_value_that_is_too_large_is_refused_before_it_is_compared(
    tmp_path: Path, table: str, column: str
) -> None:
    """The limit on values does not apply to comparisons: a key of 900 MB took as much memory."""
    with run_database(a_run(tmp_path)) as database:
        database.execute(
            f"UPDATE {table} SET {column} = zeroblob(?) WHERE {column} IN ('0', 'kind')", (LONGEST_KEY + 1,)
        )
    for opening in (read_run(tmp_path), open_run(tmp_path, SETTINGS)):
        with pytest.raises(InputError, match="too long"), opening:
            pass
