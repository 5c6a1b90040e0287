"""Commands on damaged run files: one line, never a traceback; ``tests/damaged_runs.py`` makes the damage."""

import shutil
from pathlib import Path

import pytest

from tests.damaged_runs import columns, damage_column, damaged_bytes
from tests.end_to_end.conftest import Runs
from tests.shared import CommandLine

SAMPLE = range(24)


@pytest.mark.parametrize("seed", SAMPLE)
def test_a_damaged_run_is_read_or_refused_in_one_line(
    runs: Runs, probe: CommandLine, tmp_path: Path, seed: int
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(runs.evaluated().out, folder)
    file = folder / "run.sqlite"
    if seed % 2:
        file.write_bytes(damaged_bytes(file.read_bytes(), seed // 2))
    else:
        damaged = columns(file)
        damage_column(file, *damaged[seed * 5 % len(damaged)], seed)
    commands: tuple[list[str | Path], ...] = (
        ["log", folder],
        ["log", folder, "1"],
        ["export", folder, "--format", "decisions", "--output", tmp_path / "out.csv"],
    )
    for command in commands:
        done = probe(*command, expect=None)
        assert done.returncode in (0, 2)
        assert done.returncode == 0 or done.stderr.count("probe: ") == 1
