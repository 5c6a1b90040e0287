"""Commands under limits of an administrator: a strict umask, small files, few open files."""

import os
import resource
import stat
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from probe.files.dataset import read_manifest
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.store import read_run
from tests.end_to_end.conftest import MODEL, ModelServer, Probe, one_line
from tests.shared import Completed, environment, without_torch


def run_limited(limit: Callable[[], object], *arguments: str | Path, **variables: str) -> Completed:
    """Run a command in a separate process with a limit."""
    command = [sys.executable, "-m", "probe", *map(str, arguments)]
    return subprocess.run(
        command,
        env=environment() | variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=limit,
    )


def test_nothing_that_a_run_writes_is_readable_against_the_umask(
    probe: Probe, server: ModelServer, tmp_path: Path
) -> None:
    """Its file with all answers, the dataset, the manifest, and the export of it."""
    out = tmp_path / "run"
    umask_before = os.umask(0o077)
    try:
        probe(*server.generate(out, "--bias", "framing_effect", "--per-bias", "1"))
        probe("export", out, "--format", "csv", "-o", out / "pairs.csv")
    finally:
        os.umask(umask_before)
    files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in out.iterdir()}
    assert {"run.sqlite", "dataset.jsonl", "manifest.json", "pairs.csv"} <= set(files)
    assert set(files.values()) == {0o600}
    assert stat.S_IMODE(out.stat().st_mode) == 0o700


def test_a_file_that_may_not_grow_stops_a_run_that_then_resumes(seed_file: Path, probe: Probe, tmp_path: Path) -> None:
    """``ulimit -f``, as on a full disk: one line and exit code 4; without it the command finishes the run."""
    command = (
        "evaluate",
        seed_file,
        "--model",
        "simulated/rational",
        "--runs",
        "20",
        "--out",
        tmp_path / "run",
        "--quiet",
    )
    size = 640 * 1024
    completed = run_limited(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)), *command)
    assert completed.returncode == 4, completed.stderr
    assert one_line(completed.stderr)
    with read_run(tmp_path / "run") as run:
        answer_count, _, _ = run.call_means()["decide"]
        assert len(run.decisions()) <= answer_count < 16 * 2 * 20
    assert answer_count > 0, "no answer was kept"
    probe(*command)
    assert read_manifest(tmp_path / "run")["complete"] is True


def test_few_open_files_are_enough(server: ModelServer, tmp_path: Path) -> None:
    """``ulimit -n 64`` with sixteen calls at a time."""
    command = server.generate(tmp_path / "run", "--bias", "framing_effect", "--per-bias", "2")
    limit_open_files = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (64, 64))
    completed = run_limited(limit_open_files, *command, **without_torch(tmp_path))
    assert completed.returncode == 0, completed.stderr
    assert [pair.provenance.author for pair in read_dilemmas(tmp_path / "run")] == [MODEL] * 2
