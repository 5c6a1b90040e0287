"""Programs as subjects: their folder, their environment, their limits, and what becomes of their processes."""

import asyncio
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from probe.errors import InputError, MissingError, ModelFault
from probe.models import OpenedModels, Prices
from probe.models.program import LARGEST_OUTPUT, CommandSubject
from probe.models.secrets import Secrets
from probe.values import Answer, Budget, ModelSpec
from tests.models.conftest import KEY, question
from tests.models.memory import MemoryStore

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="process groups")


def script(folder: Path, body: str) -> str:
    file = folder / "agent.sh"
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


async def ask(spec: str, *, files: dict[str, str] | None = None, **settings: Any) -> Answer:
    environment = {"PATH": os.environ["PATH"], "OPENAI_API_KEY": KEY, "GREETING": "hello"}
    models = OpenedModels(MemoryStore(), environment=environment, prices=Prices.load(None, {}), **settings)
    try:
        return await models.open(ModelSpec.parse(spec)).ask(question("Which one?", folder=files or {}))
    finally:
        await models.close()


async def test_a_program_reads_its_question_and_its_files_and_answers_on_standard_output(tmp_path: Path) -> None:
    program = script(tmp_path, "cat; cat handbook/rules.md; echo changed > handbook/rules.md; pwd")
    answer = await ask(f"command:{program}", files={"handbook/rules.md": "Rule 1\n"})
    assert answer.text.startswith("Which one?")
    assert "Rule 1" in answer.text
    assert not await asyncio.to_thread(Path(answer.text.split("\n")[-1]).exists)


def test_its_name_is_read_back() -> None:
    name = "command:python agent.py --fast?timeout=5&keep=OPENAI_API_KEY"
    spec = ModelSpec.parse(name)
    assert (str(spec), spec.provider, spec.model) == (name, "command", "python agent.py --fast")


async def test_it_gets_no_key_unless_it_is_asked_for_and_its_output_never_has_one(tmp_path: Path) -> None:
    program = script(tmp_path, 'echo "$GREETING ${#OPENAI_API_KEY} $OPENAI_API_KEY"')
    assert (await ask(f"command:{program}")).text == "hello 0"
    output = (await ask(f"command:{program}?keep=OPENAI_API_KEY")).text
    assert output.startswith(f"hello {len(KEY)}")
    assert KEY not in output


async def test_one_that_takes_too_long_ends_with_all_that_it_started(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    program = script(tmp_path, f"sleep 600 & echo $! > {mark}; wait")
    with pytest.raises(ModelFault, match="did not finish within 5 s"):
        await ask(f"command:{program}?timeout=5")
    await wait_until_gone(int(mark.read_text()))


async def test_what_it_leaves_behind_is_ended_and_not_waited_for(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    program = script(tmp_path, f"sleep 600 & echo $! > {mark}; echo done")
    assert (await ask(f"command:{program}")).text == "done"
    await wait_until_gone(int(mark.read_text()))


def text_if_exists(file: Path) -> str:
    return file.read_text().strip() if file.exists() else ""


async def wait_until_gone(pid: int) -> None:
    for _ in range(500):
        if not runs(pid):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"process {pid} is still running")


def runs(pid: int) -> bool:
    """Whether a process runs; a zombie waits only for its parent to read its exit code."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


async def test_endless_output_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(ModelFault, match=f"more than {LARGEST_OUTPUT:,} bytes"):
        await ask(f"command:{script(tmp_path, 'yes')}")


async def test_one_that_fails_is_reported_with_its_last_line(tmp_path: Path) -> None:
    with pytest.raises(ModelFault, match="exit code 3: no licence"):
        await ask(f"command:{script(tmp_path, 'echo start >&2; echo no licence >&2; exit 3')}")


@pytest.mark.parametrize("path", ["../outside.md", "/tmp/outside.md", "a/../../outside.md"])
async def test_no_file_is_written_outside_of_its_folder(tmp_path: Path, path: str) -> None:
    with pytest.raises(InputError, match="outside of its folder"):
        await ask(f"command:{script(tmp_path, 'cat')}", files={path: "x"})


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("command:no-such-program", MissingError, "no program 'no-such-program'"),
        ("command:cat 'x", InputError, "write the program as in a shell"),
        ("command:cat?timeout=soon", InputError, "a number of seconds"),
        ("command:cat?effort=high", InputError, "unknown option 'effort'"),
    ],
)
async def test_a_faulty_name_is_reported(name: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        await ask(name)


async def test_money_cannot_limit_it() -> None:
    with pytest.raises(InputError, match="--max-usd cannot limit"):
        await ask("command:cat", budget=Budget(max_usd=1))


async def test_cancelling_a_question_ends_the_program(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    spec = ModelSpec.parse(f"command:{script(tmp_path, f'echo $$ > {mark}; sleep 600')}")
    task = asyncio.create_task(CommandSubject(spec, os.environ, Secrets([])).complete(question()))
    for _ in range(1000):
        if text_if_exists(mark):
            break
        await asyncio.sleep(0.01)
    task.cancel()
    await wait_until_gone(int(text_if_exists(mark)))
    with pytest.raises(asyncio.CancelledError):
        await task
