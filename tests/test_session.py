"""A session closes its adapters and raises a single error if several tasks fail together."""

import asyncio
from pathlib import Path

import pytest

from probe.errors import InputError, MissingError, single_error
from probe.session import Session
from probe.values import Program


async def _fail(error: Exception) -> None:
    async with Session(), asyncio.TaskGroup() as group:
        group.create_task(_raise(error))
        group.create_task(asyncio.sleep(0))


async def _raise(error: Exception) -> None:
    raise error


async def test_tasks_that_fail_together_leave_as_the_error_that_they_are() -> None:
    """A user sees one line instead of a group of tracebacks."""
    with pytest.raises(MissingError, match="no weights"):
        await _fail(ExceptionGroup("inner", [MissingError("no weights")]))
    with pytest.raises(InputError, match="no file"):
        await _fail(InputError("no file"))


async def test_a_package_that_cannot_be_imported_is_missing() -> None:
    with pytest.raises(MissingError, match=r"pyarrow is missing or broken \(no ABI\): probe doctor") as error:
        await _fail(ImportError("no\nABI", name="pyarrow.lib"))
    assert error.value.exit_code == 3


async def test_a_bug_is_raised_unchanged() -> None:
    """An import error of PROBE's own modules, or any other exception, is not reported as the user's mistake."""
    with pytest.raises(ExceptionGroup) as error:
        await _fail(ZeroDivisionError())
    assert error.group_contains(ZeroDivisionError)
    own_error = ImportError("cannot import name", name="probe.values")
    assert single_error(own_error) is own_error


async def test_an_oracle_is_started_once_and_ended_with_the_session() -> None:
    async with Session() as session:
        oracle = session.oracle(workers=1)
        assert session.oracle() is oracle
        verdict = await oracle.verdict(Program(axioms="", text="decide_option(user, option_A)."))
        assert verdict.choice is not None
    with pytest.raises((RuntimeError, asyncio.CancelledError)):
        await oracle.verdict(Program(axioms="", text="decide_option(user, option_A)."))


async def test_a_run_is_free_for_others_after_the_session(tmp_path: Path) -> None:
    async with Session() as session:
        session.run(tmp_path, {"kind": "test"})
        with pytest.raises(InputError, match="in use"):
            Session().run(tmp_path, {"kind": "test"})
    async with Session() as session:
        assert session.run(tmp_path, {"kind": "test"}).run_id
