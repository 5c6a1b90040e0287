"""A seeded sample of hostile files for every command that reads any: one line, a documented exit code, no traceback."""

import gzip
import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from probe.files.dataset import json_line
from tests.shared import CommandLine
from tests.test_values import a_pair

VALID_LINE = json_line(a_pair())
FIELDS = json.loads(VALID_LINE)


def corrupted_dataset(seed: int) -> bytes:
    """Return a dataset with some bytes replaced."""
    draw, content = random.Random(seed), bytearray(VALID_LINE.encode() * 2)
    for _ in range(draw.randint(1, 20)):
        content[draw.randrange(len(content))] = draw.randrange(256)
    return bytes(content)


CONTENTS: dict[str, str | bytes] = {
    "empty": b"",
    "zeros": bytes(1000),
    "deep": "[" * 100_000,
    "objects": '{"a":' * 50_000,
    "number": f'{{"bias": {"9" * 10_000}}}',
    "nan": VALID_LINE.replace('"evidence": {', '"evidence": {"x": NaN, '),
    "surrogate": VALID_LINE.replace(FIELDS["unbiased"], r"\ud800"),
    "twice": VALID_LINE[:-2] + ', "bias": "anchoring bias"}',
    "mark": "\ufeff" + VALID_LINE,
    "utf-16": VALID_LINE.encode("utf-16"),
    "scalar": "7",
    "cut": VALID_LINE[:-50],
    "protocol": '{"protocol": "../../os"}',
    "bias": json.dumps(FIELDS | {"bias": "../../x", "id": ""}),
    "gzip": gzip.compress(VALID_LINE.encode())[:-9],
    "parquet": b"PAR1" + os.urandom(50) + b"PAR1",
    "sqlite": b"SQLite format 3\0" + bytes(500),
    "pickle": b"cos\nsystem\n(S'true'\ntR.",
    "csv": 'id,bias,scenario,control,treatment\n"' + "x" * 200_000,
    "toml": "a = " + "[" * 20_000,
    **{f"flipped {seed}": corrupted_dataset(seed) for seed in range(4)},
}
KINDS: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "link": lambda path: path.symlink_to("missing"),
}
OUT = ("--out", "OUT")
EVALUATE_SEEDS = ("evaluate", "seeds", "--model", "simulated/rational")
COMMANDS: dict[str, tuple[str, ...]] = {
    "verify": ("verify", "FILE"),
    "verify program": ("verify", "FILE.pl"),
    "audit": ("audit", "FILE"),
    "import probe-swe": ("import", "probe-swe", "FILE", *OUT),
    "import hf": ("import", "hf", "FILE", *OUT),
    "import malberg": ("import", "malberg", "FILE", *OUT),
    "merge": ("merge", "FILE", *OUT),
    "merge shards": ("merge", "--shards", "FILE", *OUT),
    "export hf": ("export", "FILE", "--format", "hf", *OUT),
    "export csv": ("export", "FILE", "--format", "csv", *OUT),
    "export malberg": ("export", "FILE", "--format", "malberg", *OUT),
    "shortcuts": ("shortcuts", "FILE"),
    "evaluate": ("evaluate", "FILE", "--model", "simulated/rational", "--dry-run", *OUT),
    "mitigation": (*EVALUATE_SEEDS, "--mitigation", "FILE.toml", "--dry-run", *OUT),
    "prices": (*EVALUATE_SEEDS, "--prices", "FILE", "--dry-run", *OUT),
    "filters": ("generate", "--author", "grammar?depth=3", "--per-bias", "1", "--cascade", "FILE", "--dry-run", *OUT),
    "analyze": ("analyze", "FILE", *OUT),
    "compare": ("compare", "FILE", "FILE"),
    "release": ("release", "FILE", "--version", "1", *OUT),
    "sample": ("validate", "sample", "FILE", *OUT),
}
SAMPLE = random.Random(30).sample([(name, command) for name in (*CONTENTS, *KINDS) for command in COMMANDS], 110)


@pytest.mark.parametrize(("name", "command"), SAMPLE, ids=lambda value: str(value))
def test_a_hostile_file_is_a_line(probe: CommandLine, tmp_path: Path, name: str, command: str) -> None:
    folder = tmp_path / "esc\x1b[31m"
    folder.mkdir()
    words = [
        word.replace("FILE", str(folder / "file")).replace("OUT", str(tmp_path / "out")) for word in COMMANDS[command]
    ]
    (file,) = {Path(word) for word in words if word.startswith(str(folder))}
    if name in KINDS:
        KINDS[name](file)
    else:
        content = CONTENTS[name]
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    result = probe(*words, expect=None)
    assert "\x1b" not in result.stderr
    if result.returncode in (0, 1):  # still valid: a program with diagnostics, an empty price table
        return
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()
