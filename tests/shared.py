"""What a test session starts only once: an oracle, the embedding process, and the command line that uses them.

SWI-Prolog takes a quarter of a second to start and PyTorch several; hundreds of tests need one of them. All are the
real ones: only the process is shared, and nothing that a test leaves in it changes the results of the next test.
"""

import gzip
import io
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import IO, Any
from unittest.mock import patch

from probe.cli.main import main
from probe.embeddings import MiniLmEmbedder
from probe.engines.clingo.oracle import ClingoOracle
from probe.models.providers import all_variants
from probe.oracle import BothOracles, SwiOracle
from probe.ports import Embedder, Oracle
from probe.session import Session
from probe.store import FILE_NAME

ROOT = Path(__file__).parents[1]
TORCH = ("torch", "sentence_transformers", "transformers")
ABSENT = f"""
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {TORCH}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
"""
Completed = subprocess.CompletedProcess[str]


class Shared:
    """Starts both engines of the oracle and the embedding process when first needed, and ends them with the tests."""

    def __init__(self, **variables: str) -> None:
        self.variables = variables
        """Variables added to the environment of processes."""
        self._closing = ExitStack()
        self._oracle: SwiOracle | None = None
        self._clingo: ClingoOracle | None = None
        self._embedder: MiniLmEmbedder | None = None

    @property
    def oracle(self) -> SwiOracle:
        """A real SWI-Prolog with one worker and the default limits."""
        if self._oracle is None:
            self._oracle = self._closing.enter_context(SwiOracle.start(workers=1))
        return self._oracle

    @property
    def clingo(self) -> ClingoOracle:
        """A real clingo, to which the shared SWI-Prolog translates."""
        if self._clingo is None:
            self._clingo = self._closing.enter_context(ClingoOracle(self.oracle))
        return self._clingo

    @property
    def both_oracles(self) -> BothOracles:
        """The shared SWI-Prolog, with clingo asked beside it."""
        return BothOracles(self.oracle, self.clingo)

    @property
    def embedder(self) -> MiniLmEmbedder:
        """The real embedding model; it computes two texts at once, and each only once."""
        if self._embedder is None:
            self._embedder = MiniLmEmbedder(threads=2)
            self._closing.callback(self._embedder.close)
            with patch.dict(os.environ, self.variables):
                self._embedder.warm_up()
        return self._embedder

    @contextmanager
    def light(self, folder: Path) -> Iterator["Shared"]:
        """Share the engines; embed without PyTorch, in other processes too."""
        light = Shared(**without_torch(folder))
        light._oracle, light._clingo = self.oracle, self._clingo
        try:
            yield light
        finally:
            light.close()

    def close(self) -> None:
        """Close everything that was started."""
        self._closing.close()

    @contextmanager
    def processes_for_sessions(self) -> Iterator[None]:
        """Let every Session use the shared oracle and embedder, which it does not close."""

        def oracle(session: Session, workers: int | None = None) -> Oracle:
            match session._engines or "swi":
                case "swi":
                    return self.oracle
                case "asp":
                    return self.clingo
                case "both":
                    return self.both_oracles

        def embedder(session: Session, threads: int | None = None) -> Embedder:
            return self.embedder

        with patch.object(Session, "oracle", oracle), patch.object(Session, "embedder", embedder):
            yield


def json_lines(file: Path) -> list[dict[str, Any]]:
    """Return the objects of a file of JSON lines."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def tables_of(report: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of every table of a report, by its key."""
    return {table["key"]: table["rows"] for chapter in report["chapters"] for table in chapter["tables"]}


class CommandLine:
    """Runs ``probe`` commands in this process, as a user would type them, without any key in the environment.

    Where the process itself is under test (signals, a missing program, a broken pipe), ``process`` starts one.
    """

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def __call__(self, *arguments: str | Path, expect: int | None = 0, **variables: str) -> Completed:
        """Run a command to its end and return what it printed; fail unless it ends with ``expect`` (None: any)."""
        command, out, err, code = list(map(str, arguments)), io.StringIO(), io.StringIO(), 0
        with (
            patch.dict(os.environ, self._environment(variables), clear=True),
            patch.object(sys, "argv", ["probe", *command]),
            redirect_stdout(out),
            redirect_stderr(err),
            self._shared.processes_for_sessions(),
        ):
            try:
                main()
            except SystemExit as error:
                code = int(error.code or 0)
        return _check_exit_code(Completed(command, code, out.getvalue(), err.getvalue()), expect)

    def json(self, *arguments: str | Path, expect: int | None = 0, **variables: str) -> Any:
        """Run a command with ``--json`` and return what it printed, parsed."""
        return json.loads(self(*arguments, "--json", expect=expect, **variables).stdout)

    def process(self, *arguments: str | Path, expect: int | None = 0, **variables: str) -> Completed:
        """Run a command to its end in a separate process."""
        completed = subprocess.run(
            [sys.executable, "-m", "probe", *map(str, arguments)],
            env=self._environment(variables),
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        return _check_exit_code(completed, expect)

    def begin(self, *arguments: str | Path, **variables: str) -> subprocess.Popen[str]:
        """Start a command in a separate process, so that it can be killed or interrupted."""
        command = [sys.executable, "-m", "probe", *map(str, arguments)]
        environment = self._environment(variables)
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def _environment(self, variables: dict[str, str]) -> dict[str, str]:
        return environment() | self._shared.variables | variables


def python(code: str, *arguments: str | Path, expect: int | None = 0, **variables: str) -> Completed:
    """Run code in a separate Python process, which imports the checkout."""
    completed = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | variables,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return _check_exit_code(completed, expect)


@contextmanager
def without_figures() -> Iterator[None]:
    """Leave figures blank, since drawing them takes most of a report's time. Those of ``tests/analysis`` are drawn."""
    from matplotlib.figure import Figure  # takes a second to import, and few tests need it

    def blank(self: Figure, file: IO[bytes], **settings: Any) -> None:
        file.write(b'<svg xmlns="http://www.w3.org/2000/svg"></svg>')

    with patch.object(Figure, "savefig", blank):
        yield


def environment() -> dict[str, str]:
    """Return the environment without any key, as on a fresh machine."""
    variables = {name for provider in all_variants() for name in provider.variables}
    inherited = {name: value for name, value in os.environ.items() if name not in variables}
    return inherited | {"PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), inherited.get("PYTHONPATH"))))}


def without_torch(folder: Path, root: Path = ROOT) -> dict[str, str]:
    """Return the environment of a Python that finds neither PyTorch nor what needs it.

    Its light embedding model starts ten times faster, for tests of processes to which vectors matter little.
    """
    (folder / "sitecustomize.py").write_text(ABSENT, encoding="utf-8")
    return {"PYTHONPATH": f"{folder}{os.pathsep}{root}"}


def _check_exit_code(completed: Completed, expect: int | None) -> Completed:
    assert expect is None or completed.returncode == expect, completed.stderr + completed.stdout
    return completed


def unpacked(name: str) -> bytes:
    """Return the content of a packed file in ``tests/data``."""
    return gzip.decompress((ROOT / "tests" / "data" / f"{name}.gz").read_bytes())


def restored_run(name: str, folder: Path) -> Path:
    """Write the run of an earlier edition that ``tests/data`` has under ``name`` into ``folder``."""
    folder.mkdir(exist_ok=True)
    with run_database(folder) as database:
        database.executescript(unpacked(f"{name}.sql").decode())
    return folder


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the content of every file below ``folder`` by its path in it."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@contextmanager
def run_database(folder: Path) -> Iterator[sqlite3.Connection]:
    """Connect to the file of a run, which need not be there, and commit at the end."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as database, database:
        yield database
