"""Every worker process ends in time, is restarted if possible, and is isolated if necessary."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from probe.errors import StoppedError
from probe.models.local import worker
from probe.workers import WorkerProcess, WorkerScript
from tests.models.local.conftest import make_model
from tests.shared import ROOT, without_torch
from tests.workers.killed_scripts import script_killed_at_start
from tests.workers.users import SCRIPTS, USERS, Running

pytest.importorskip("clingo")
every_user = pytest.mark.parametrize("user", USERS)
isolated_users = pytest.mark.parametrize("user", ["swi", "asp"])
Start = Callable[[str], Running]
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux describes processes in /proc")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A local model."""
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture
def start(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Start a user and close it after the test; the embedding model is the light one, which starts quickly."""
    users: list[Running] = []

    def start_user(user: str) -> Running:
        if user == "embeddings":
            monkeypatch.setenv("PYTHONPATH", without_torch(tmp_path)["PYTHONPATH"])
        users.append(USERS[user](folder))
        return users[-1]

    yield start_user
    for user in users:
        user.close()


def state(pid: int) -> str:
    """Return the letter of a process's state, or an empty text if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return ""


def has_ended(pid: int) -> bool:
    deadline = time.monotonic() + 30
    while state(pid) not in ("", "Z") and time.monotonic() < deadline:
        time.sleep(0.02)
    return state(pid) in ("", "Z")


@on_linux
@every_user
def test_a_worker_outlives_its_thread_and_ctrl_c_and_nothing_else(start: Start, user: str) -> None:
    """Linux would end it with the thread that started it; a terminal sends Ctrl-C to all processes of a group."""
    started_users: list[Running] = []

    def start_and_answer() -> None:
        started_users.append(start(user))
        started_users[0].answer()

    thread = threading.Thread(target=start_and_answer)
    thread.start()
    thread.join()
    (running,) = started_users
    pid = running.pid()
    assert running.answer() == running.answer()
    assert running.pid() == pid == os.getpgid(pid)
    running.close()
    assert state(pid) == ""


@on_linux
@every_user
def test_a_suspended_worker_ends_with_a_parent_that_is_killed(folder: Path, tmp_path: Path, user: str) -> None:
    """A parent that is killed closes nothing, and a suspended worker does not notice that its input ends."""
    path = without_torch(tmp_path) if user == "embeddings" else {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.workers.users", user, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | path) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        os.kill(pid, signal.SIGSTOP)
        parent.kill()
    assert has_ended(pid)


@pytest.mark.parametrize("user", [name for name in USERS if name != "local"])
def test_a_worker_ends_when_its_input_does(start: Start, monkeypatch: pytest.MonkeyPatch, user: str) -> None:
    """So it ends with its parent on every system; a local model reads its input as the embedding model does."""
    workers: list[WorkerProcess] = []

    class RecordedProcess(WorkerProcess):
        def __init__(self, script: WorkerScript) -> None:
            super().__init__(script)
            workers.append(self)

    for module in ("process", "multiplexed"):
        monkeypatch.setattr(f"probe.workers.{module}.WorkerProcess", RecordedProcess)
    start(user).answer()
    process = workers[-1]._process
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(30) == 0


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("user", SCRIPTS)
def test_a_worker_that_is_killed_while_it_starts_is_started_again(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: str, times: int
) -> None:
    """Once; the second time, the run stops and can be resumed, and no message blames a missing program."""
    module = SCRIPTS[user]
    monkeypatch.setattr(module, "SCRIPT", script_killed_at_start(tmp_path, module.SCRIPT, times))
    stopped_run: AbstractContextManager[object] = pytest.raises(StoppedError, match="SIGKILL")
    with stopped_run if times == 2 else nullcontext():
        assert start(user).answer()


@on_linux
@isolated_users
def test_a_suspended_worker_that_is_asked_more_than_its_pipe_holds_is_replaced(start: Start, user: str) -> None:
    """The parent cannot finish writing; it waits no longer than for an answer, and a new worker answers."""
    running = start(user)
    expected = running.answer()
    pid = running.pid()
    os.kill(pid, signal.SIGSTOP)
    assert running.flood() == [expected]
    assert running.pid() != pid
    assert state(pid) == ""


@pytest.mark.parametrize(("user", "seconds"), [("embeddings", 3.0), ("local", 3 * worker.SIGN_OF_LIFE)])
def test_a_suspended_worker_that_answers_in_any_order_is_given_up(
    start: Start, monkeypatch: pytest.MonkeyPatch, user: str, seconds: float
) -> None:
    """If nothing is asked, silence is not a fault."""
    monkeypatch.setattr(SCRIPTS[user], "SILENT_SECONDS", seconds)
    running = start(user)
    running.answer()
    if user == "embeddings":
        time.sleep(seconds + 1)
        running.answer()
    pid = running.pid()
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(StoppedError, match=f"did not respond for {seconds:.0f} s: repeat the command"):
        running.flood()
    assert has_ended(pid)


@pytest.mark.parametrize("user", ["embeddings", "local"])
def test_every_pending_request_fails_when_the_worker_ends(start: Start, user: str) -> None:
    """Immediately, with one helpful line, also for every later request; no caller waits forever."""
    running = start(user)
    running.answer()
    pid = running.pid()
    os.kill(pid, signal.SIGSTOP)
    killer = threading.Timer(0.3, os.kill, (pid, signal.SIGKILL))
    killer.start()
    for request in (running.flood, running.answer):
        with pytest.raises(StoppedError, match=r"ended by SIGKILL \(out of memory\?\): repeat the command"):
            request()
    killer.join()


@on_linux
@isolated_users
def test_an_isolated_worker_knows_no_environment_and_can_open_few_files(start: Start, user: str) -> None:
    running = start(user)
    running.answer()
    pid = running.pid()
    names = {entry.split(b"=")[0] for entry in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0") if entry}
    assert names <= {b"PATH", b"LANG"}
    limits = Path(f"/proc/{pid}/limits").read_text(encoding="utf-8")
    table = {line[:26].strip(): line[26:].split()[0] for line in limits.splitlines()[1:]}
    assert (table["Max open files"], table["Max file size"], table["Max core file size"]) == ("16", "0", "0")
    assert int(table["Max address space"]) == 2**30
    targets = [Path(f"/proc/{pid}/fd/{number}").readlink() for number in (0, 1, 2)]
    assert targets == [Path(os.devnull)] * 3
