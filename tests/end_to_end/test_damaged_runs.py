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
        table_columns = columns(file)
        damage_column(file, *table_columns[seed * 5 % len(table_columns)], seed)
    commands: tuple[list[str | Path], ...] = (
        ["log", folder],
        ["log", folder, "1"],
        ["export", folder, "--format", "decisions", "--output", tmp_path / "out.csv"],
    )
    for command in commands:
        result = probe(*command, expect=None)
        assert result.returncode in (0, 2)
        assert result.returncode == 0 or result.stderr.count("probe: ") == 1
