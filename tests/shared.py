"""What a test session starts once: an oracle and the embedding process, and the command line run with them.

SWI-Prolog takes a quarter of a second to start and PyTorch several; hundreds of tests need one of them. Both are the
real ones: what is shared is the process, and nothing that a test leaves in it changes what the next one gets.
"""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self
from unittest.mock import patch

from probe.cli.main import main
from probe.embeddings import MiniLmEmbedder
from probe.embeddings.process import EmbeddingProcess, Vector
from probe.oracle import Limits, SwiOracle

ROOT = Path(__file__).parents[1]
Done = subprocess.CompletedProcess[str]
start_oracle = SwiOracle.start


class Shared:
    """Starts the oracle and the embedding process when they are first needed, and ends them with the session."""

    def __init__(self) -> None:
        self._closing = ExitStack()
        self._oracle: SwiOracle | None = None
        self._process: EmbeddingProcess | None = None
        self._vectors: dict[str, Future[Vector]] = {}

    @property
    def oracle(self) -> SwiOracle:
        """A real SWI-Prolog with one worker and the default limits."""
        if self._oracle is None:
            self._oracle = self._closing.enter_context(start_oracle(workers=1))
        return self._oracle

    @property
    def process(self) -> EmbeddingProcess:
        """The process that holds the real embedding model; it computes two texts at once."""
        if self._process is None:
            self._process = EmbeddingProcess(threads=2)
            self._closing.callback(self._process.close)
        return self._process

    def embedder(self) -> MiniLmEmbedder:
        """Return an embedder that asks the shared process."""
        with self.lent():
            made = MiniLmEmbedder()
            made.warm_up()
            return made

    def close(self) -> None:
        """End what was started."""
        self._closing.close()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Let everything that starts an oracle with default limits, or an embedding process, get the shared one."""

        def started(workers: int | None = None, limits: Limits | None = None) -> Any:
            return start_oracle(workers=workers, limits=limits) if limits else LentOracle(self.oracle)

        def embedding(threads: int) -> Any:
            return LentProcess(self.process, self._vectors)

        with patch.object(SwiOracle, "start", started), patch("probe.embeddings.minilm.EmbeddingProcess", embedding):
            yield


class LentOracle:
    """The shared oracle; to close it does nothing."""

    def __init__(self, oracle: SwiOracle) -> None:
        self._oracle = oracle

    def __getattr__(self, name: str) -> Any:
        return getattr(self._oracle, name)

    def close(self) -> None:
        """Leave it running for the next command."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class LentProcess:
    """The shared embedding process, with the vectors that an earlier command asked for; to close it does nothing."""

    def __init__(self, process: EmbeddingProcess, vectors: dict[str, Future[Vector]]) -> None:
        self._process = process
        self._vectors = vectors

    def submit(self, text: str, rank: int) -> tuple[int, Future[Vector]]:
        """Ask for a vector that no command asked for before."""
        if text in self._vectors:
            return 0, self._vectors[text]
        number, self._vectors[text] = self._process.submit(text, rank)
        return number, self._vectors[text]

    def hurry(self, number: int, text: str, rank: int) -> None:
        """Let a request go first."""
        self._process.hurry(number, text, rank)

    def close(self) -> None:
        """Leave it running for the next command."""


class CommandLine:
    """Runs ``probe`` commands in this process, as a user would type them, without any key in the environment.

    Where the process itself is under test (signals, a missing program, a broken pipe), ``process`` starts one.
    """

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def __call__(self, *arguments: str | Path, expect: int | None = 0, **variables: str) -> Done:
        """Run a command to its end and return what it printed; fail unless it ends with ``expect`` (None: any)."""
        command, out, err, code = list(map(str, arguments)), io.StringIO(), io.StringIO(), 0
        with (
            patch.dict(os.environ, environment() | variables, clear=True),
            patch.object(sys, "argv", ["probe", *command]),
            redirect_stdout(out),
            redirect_stderr(err),
            self._shared.lent(),
        ):
            try:
                main()
            except SystemExit as ended:
                code = int(ended.code or 0)
        return _checked(Done(command, code, out.getvalue(), err.getvalue()), expect)

    def process(self, *arguments: str | Path, expect: int | None = 0, **variables: str) -> Done:
        """Run a command to its end in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "probe", *map(str, arguments)],
            env=environment() | variables,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        return _checked(done, expect)

    def begin(self, *arguments: str | Path, **variables: str) -> subprocess.Popen[str]:
        """Start a command in a process of its own, to be disturbed."""
        command = [sys.executable, "-m", "probe", *map(str, arguments)]
        given = environment() | variables
        return subprocess.Popen(command, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@contextmanager
def without_figures() -> Iterator[None]:
    """Leave figures blank: drawing them takes most of a report's time. Those of ``tests/analysis`` are drawn."""
    from matplotlib.figure import Figure  # a second's import, for the few tests that analyse

    def blank(self: Figure, file: IO[bytes], **settings: Any) -> None:
        file.write(b'<svg xmlns="http://www.w3.org/2000/svg"></svg>')

    with patch.object(Figure, "savefig", blank):
        yield


def environment() -> dict[str, str]:
    """Return the environment without any key, as on a fresh machine."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI_", "GROQ_"))}
    return kept | {"PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), kept.get("PYTHONPATH"))))}


def _checked(done: Done, expect: int | None) -> Done:
    assert expect is None or done.returncode == expect, done.stderr + done.stdout
    return done
