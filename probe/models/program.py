"""A program as a subject: started for each question in a folder of its own, and ended with all that it started."""

import asyncio
import os
import re
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from shutil import which
from typing import IO, Self

from probe.calling import in_plain_text
from probe.errors import InputError, MissingError, ModelFault
from probe.models.parameters import Option, read_options, whole_number
from probe.models.python_function import prompt_text
from probe.models.secrets import Secrets
from probe.values import Answer, ModelSpec, Request
from probe.values.call import COMMAND

TIMEOUT = 600
"""Seconds that a program has for one question: as long as one attempt of a model over HTTP."""
LARGEST_OUTPUT = 2**20
"""Bytes of an answer that are read; a program that prints more is ended, so that it cannot fill the memory."""
_SECRET = re.compile(r"key|token|secret|password|passwd|credential|auth", re.IGNORECASE)
"""What the names of variables that hold keys contain: the program does not get them unless ``keep`` names them."""
_NAMES = re.compile(r"[A-Za-z0-9_]++(?:,[A-Za-z0-9_]++)*+")


def _names(text: str) -> str:
    if not _NAMES.fullmatch(text):
        raise ValueError(text)
    return text


OPTIONS: Mapping[str, Option] = {
    "timeout": (whole_number(1), "a number of seconds, such as 600"),
    "keep": (_names, "names of environment variables, separated by commas"),
}


class CommandSubject:
    """A program that answers prompts (an Adapter): ``command:PROGRAM?timeout=600&keep=NAME,…``.

    It gets the prompt on standard input and answers on standard output. Its working directory is a new folder with the
    files of the question, which is removed afterwards. Its environment lacks variables that hold keys, except those
    that ``keep`` names. Its answer is as untrusted as a model's.
    """

    endpoint = COMMAND

    def __init__(self, spec: ModelSpec, environment: Mapping[str, str], secrets: Secrets) -> None:
        options = read_options(spec, spec.options, OPTIONS)
        self.spec = spec
        self._arguments = _arguments(spec)
        self._timeout = float(options.get("timeout", TIMEOUT))
        self._environment = _allowed_variables(environment, str(options.get("keep", "")).split(","))
        self._secrets = secrets

    async def complete(self, request: Request) -> Answer:
        """Run the program once. Raise ModelFault, which is not retried, if it fails or takes too long."""
        prompt = prompt_text(in_plain_text(request))
        start_time = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="probe-", ignore_cleanup_errors=True) as folder:
            for path, content in request.folder.items():
                _write(Path(folder), path, content)
            output = await self._run(folder, prompt.encode("utf-8", "replace"))
        text = self._secrets.scrub(output.decode("utf-8", "replace"))
        return Answer(text=text.strip(), latency=time.perf_counter() - start_time)

    async def _run(self, folder: str, prompt: bytes) -> bytes:
        # Not asyncio's pipes: its wait() would also wait for processes that the program started and left behind.
        async with _Pipe() as stdout_pipe, _Pipe() as stderr_pipe:
            # A file instead of a pipe: writing would block if the program does not read its input.
            with tempfile.TemporaryFile() as question:
                question.write(prompt)
                question.seek(0)
                process = await self._start(folder, question, stdout_pipe.write_end, stderr_pipe.write_end)
            stdout_pipe.close_writing()
            stderr_pipe.close_writing()
            try:
                async with asyncio.timeout(self._timeout):
                    await _wait(process, stdout_pipe)
            except TimeoutError:
                raise self._fault(f"it did not finish within {self._timeout:g} s: set timeout in its name") from None
            finally:
                # The whole group, even after a normal end: nothing that the program started outlives its question.
                _kill_group(process.pid)
                await process.wait()
            output, errors = await stdout_pipe.read(), await stderr_pipe.read()
        if len(output) > LARGEST_OUTPUT:
            raise self._fault(f"it printed more than {LARGEST_OUTPUT:,} bytes")
        if process.returncode:
            last_line = errors.decode("utf-8", "replace").strip().rpartition("\n")[2]
            raise self._fault(f"exit code {process.returncode}{f': {last_line}' if last_line else ''}")
        return output

    async def _start(self, folder: str, question: IO[bytes], stdout: int, stderr: int) -> asyncio.subprocess.Process:
        try:
            return await asyncio.create_subprocess_exec(
                *self._arguments,
                cwd=folder,
                env=self._environment,
                stdin=question,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,  # its children are in its group, so that they can be ended with it
            )
        except OSError as error:
            raise self._fault(f"it cannot be started: {error.strerror}") from None

    def _fault(self, reason: str) -> ModelFault:
        return ModelFault(self._secrets.line(f"{self.spec}: {reason}"))


class _Pipe:
    """A pipe from a program, read up to the limit; the remainder is left unread."""

    async def __aenter__(self) -> Self:
        read_end, self.write_end = os.pipe()
        stream = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stream), os.fdopen(read_end, "rb", buffering=0)
        )
        self._open = True
        self._task = asyncio.create_task(_read(stream))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close_writing()
        self._task.cancel()
        self._transport.close()

    def close_writing(self) -> None:
        """Close our copy of the end that the program writes to, or the pipe would never end."""
        if self._open:
            os.close(self.write_end)
            self._open = False

    async def read(self) -> bytes:
        """Return what was written, a byte beyond the limit at most."""
        return await self._task

    @property
    def full(self) -> bool:
        """Whether the limit is reached, so that the program may wait forever to write more."""
        return self._task.done() and len(self._task.result()) > LARGEST_OUTPUT

    @property
    def reading_task(self) -> "asyncio.Task[bytes]":
        """The task that reads; it is done once everything is read or the limit is reached."""
        return self._task


async def _wait(process: asyncio.subprocess.Process, stdout_pipe: _Pipe) -> None:
    """Wait until the program ends, or has printed more than is read."""
    exit_task = asyncio.create_task(process.wait())
    try:
        await asyncio.wait([exit_task, stdout_pipe.reading_task], return_when=asyncio.FIRST_COMPLETED)
        if not stdout_pipe.full:
            await exit_task
    finally:
        exit_task.cancel()


async def _read(stream: asyncio.StreamReader) -> bytes:
    content = bytearray()
    while len(content) <= LARGEST_OUTPUT and (chunk := await stream.read(2**16)):
        content += chunk
    return bytes(content[: LARGEST_OUTPUT + 1])


def _kill_group(group: int) -> None:
    # It may have ended; macOS reports a group of zombies as not permitted.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _write(folder: Path, path: str, content: str) -> None:
    relative_path = PurePosixPath(path)
    if relative_path.is_absolute() or ".." in relative_path.parts:
        raise InputError(f"the file {path!r} of a question is outside of its folder")
    file = folder / relative_path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")


def _arguments(spec: ModelSpec) -> list[str]:
    """Return a program with its arguments, found on the path or from the current directory."""
    if sys.platform == "win32":
        raise MissingError(f"{spec}: programs as subjects need Linux or macOS, whose process groups end with them")
    try:
        name, *arguments = shlex.split(spec.model)
    except ValueError as error:
        raise InputError(f"{spec}: {error}: write the program as in a shell") from None
    executable = which(name)
    if executable is None:
        raise MissingError(f"{spec}: no program {name!r}: install it, or write its path")
    # A path is relative to where PROBE was started; the program runs elsewhere.
    return [str(Path(executable).absolute()), *(_absolute(argument) for argument in arguments)]


def _absolute(argument: str) -> str:
    """Return an argument that is a file, such as an interpreter's script, as an absolute path; others unchanged."""
    file = Path(argument)
    return str(file.absolute()) if not argument.startswith("-") and file.is_file() else argument


def _allowed_variables(environment: Mapping[str, str], kept_names: list[str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name in kept_names or not _SECRET.search(name)}
