"""Datasets as streams, and reports of shards that merge into the complete report."""

import gzip
import json
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from probe.errors import InputError
from probe.files.dataset import json_line, write_dataset
from probe.files.huggingface import export_huggingface, stream_huggingface
from probe.files.shards import GrowingReport, header_line, merge_shards
from probe.files.streams import read_lines, scan
from probe.formats.probe_swe.dataset import export_probe_swe, stream_probe_swe
from probe.integrations.lm_eval_folder import lm_eval_folder
from probe.protocols.dilemmas.reading import read_dilemma, read_dilemmas
from probe.values import Bias, Dilemma
from probe.values.shard import Shard
from tests.test_values import a_pair

PAIRS = tuple(a_pair(unbiased=f"Ä {number}") for number in range(5))
HEADER = {"pairs": 5, "dataset": "x"}


def write(folder: Path, kind: str, pairs: tuple[Dilemma, ...] = PAIRS) -> Path:
    file, text = folder / f"data.{kind}", "".join(map(json_line, pairs)).encode()
    if kind == "parquet":
        parquet.write_table(pa.table({"pair": [pair.model_dump_json() for pair in pairs]}), file, row_group_size=2)
    else:
        file.write_bytes(gzip.compress(text) if kind == "gz" else text)
    return file


@pytest.mark.parametrize("kind", ["jsonl", "gz", "parquet"])
def test_every_kind_of_file_has_the_same_pairs(tmp_path: Path, kind: str) -> None:
    file = write(tmp_path, kind)
    assert read_dilemmas(file) == PAIRS
    assert scan(file, read_dilemma).items == 5


def test_compression_does_not_change_the_digest(tmp_path: Path) -> None:
    plain_scan, packed_scan = scan(write(tmp_path, "jsonl"), read_dilemma), scan(write(tmp_path, "gz"), read_dilemma)
    assert plain_scan == packed_scan
    assert scan(write(tmp_path, "jsonl", PAIRS[:4]), read_dilemma).digest != plain_scan.digest


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (gzip.compress(b"x" * 99, mtime=0)[:-12], "compressed file is broken"),
        (b"\x1f\x8b\x08 no gzip", "compressed file is broken|cannot be read"),
        (b"PAR1 no Parquet", "cannot be read as Parquet"),
        (json_line(PAIRS[0]).encode() + b"\xff\n", "not UTF-8 text .line 2, byte"),
        (json_line(PAIRS[0]).encode() * 2, "line 2: item [0-9a-f]{16} is already in line 1"),
        (b"\n", "contains no item"),
    ],
    ids=[
        "cut",
        "no-gzip",
        "no-parquet",
        "not-utf-8",
        "repeated",
        "empty",
    ],  # fixed ids, because gzip content has a timestamp
)
def test_a_broken_file_is_reported_before_any_work(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "broken").write_bytes(content)
    with pytest.raises(InputError, match=problem):
        scan(tmp_path / "broken", read_dilemma)


def test_parquet_without_pairs_is_reported(tmp_path: Path) -> None:
    for name, table in (("columns", {"text": ["a"]}), ("kinds", {"pair": [1]})):
        parquet.write_table(pa.table(table), tmp_path / name)
        with pytest.raises(InputError, match="column pair"):
            list(read_lines(tmp_path / name))


@given(st.integers(1, 300), st.integers(1, 40))
def test_shards_cover_every_item_once(total: int, total_shards: int) -> None:
    assert [item for number in range(1, total_shards + 1) for item in Shard(number, total_shards).items(total)] == list(
        range(total)
    )


@pytest.mark.parametrize(
    "text", ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "²/3", "1 / 2", "9999999999/9999999999"]
)
def test_an_invalid_shard_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="not a shard"):
        Shard.parse(text)


def rows(items: range) -> list[str]:
    return [json.dumps({"id": f"{item:016x}"}) for item in items]


def write_shard(folder: Path, shard: Shard, header: dict[str, object] = HEADER) -> Path:
    file = folder / f"{shard.number}-of-{shard.of}"
    report = GrowingReport.open(file, header_line(header, shard))  # type: ignore[arg-type]
    report.write(rows(shard.items(5)))
    report.close()
    return file


@pytest.mark.parametrize("total_shards", [1, 2, 3, 7])
def test_parts_merge_to_the_report_of_the_whole(tmp_path: Path, total_shards: int) -> None:
    parts = [write_shard(tmp_path, Shard(number, total_shards)) for number in range(total_shards, 0, -1)]
    assert merge_shards(parts, tmp_path / "merged") == 5
    (tmp_path / "alone").mkdir()
    assert (tmp_path / "merged").read_bytes() == write_shard(tmp_path / "alone", Shard()).read_bytes()


def test_parts_that_are_not_all_of_one_run_are_refused(tmp_path: Path) -> None:
    first, second, third = (write_shard(tmp_path, Shard(number, 3)) for number in (1, 2, 3))
    (tmp_path / "other").mkdir()
    other_run = write_shard(tmp_path / "other", Shard(2, 3), {**HEADER, "dataset": "y"})
    truncated = tmp_path / "short"
    truncated.write_bytes(third.read_bytes().rsplit(b"\n", 2)[0] + b"\n")
    repeated_item = tmp_path / "twice"
    repeated_item.write_bytes(third.read_bytes().replace(rows(range(3, 4))[0].encode(), rows(range(1))[0].encode()))
    (tmp_path / "text").write_bytes(b"hello\n")
    (tmp_path / "nested").write_bytes(b"[" * 200_000 + b"\n")
    (tmp_path / "bytes").write_bytes(third.read_bytes().split(b"\n")[0] + b"\n\xff\n\xff\n")
    for parts, problem in (
        ([first, second], "shard 3/3 is missing"),
        ([first, second, second], "shard 2/3 is given twice"),
        ([first, other_run, third], "parts of different runs"),
        ([first, second, truncated], "1 of the 2 items of shard 3/3"),
        ([first, second, repeated_item], "occurs twice"),
        ([first, tmp_path / "text"], "was not written by a command with --shard"),
        ([first, tmp_path / "nested"], "was not written by a command with --shard"),
        ([first, second, tmp_path / "bytes"], "bytes is not UTF-8 text .line 2"),
        ([tmp_path / "absent"], "cannot be read"),
    ):
        with pytest.raises(InputError, match=problem):
            merge_shards(parts, tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


def test_a_report_goes_on_after_its_last_whole_line(tmp_path: Path) -> None:
    file, header = tmp_path / "report", header_line({"pairs": 5})
    report = GrowingReport.open(file, header)
    report.write(rows(range(3)))
    report.close()
    complete = file.read_bytes()
    file.write_bytes(complete + b'{"id": "torn')
    reopened = GrowingReport.open(file, header)
    assert reopened.done == 3
    reopened.write(rows(range(3, 5)))
    assert list(reopened.lines()) == rows(range(5))
    reopened.close()
    assert file.read_bytes() == complete + "".join(f"{row}\n" for row in rows(range(3, 5))).encode()


def test_another_file_is_not_taken_for_a_report(tmp_path: Path) -> None:
    file = tmp_path / "report"
    for content in (b"n", b"notes\n", header_line({"pairs": 4})):
        file.write_bytes(content)
        with pytest.raises(InputError, match="choose another file"):
            GrowingReport.open(file, header_line({"pairs": 5}))
        assert file.read_bytes() == content
    GrowingReport.open(file, header_line({"pairs": 5}), force=True).close()
    assert file.read_bytes() == header_line({"pairs": 5})


@pytest.mark.parametrize("name", ["data.jsonl", "data.jsonl.gz", "data.parquet"])
def test_a_dataset_is_written_in_the_kind_that_its_name_says(tmp_path: Path, name: str) -> None:
    """Twice with the same bytes: compressed files contain neither time nor name."""
    for folder in ("first", "second"):
        write_dataset(tmp_path / folder / name, PAIRS)
    content = (tmp_path / "first" / name).read_bytes()
    assert content == (tmp_path / "second" / name).read_bytes()
    assert content[:2] == {".gz": b"\x1f\x8b", ".parquet": b"PA"}.get(Path(name).suffix, b'{"')
    assert read_dilemmas(tmp_path / "first" / name) == PAIRS


def test_no_writer_keeps_pairs(tmp_path: Path) -> None:
    """Rows are buffered in groups or on disk, but pairs are released."""
    alive = list[weakref.ref[Dilemma]]()

    def many_pairs() -> Iterator[Dilemma]:
        for number in range(1200):
            pair = a_pair(unbiased=f"text {number}", bias=list(Bias)[number % 3])
            alive.append(weakref.ref(pair))
            yield pair
            assert sum(reference() is not None for reference in alive[-500:]) < 10

    def write_tasks() -> None:
        pairs = tuple(a_pair(unbiased=f"text {number}", bias=list(Bias)[number % 3]) for number in range(3))
        replace(lm_eval_folder(pairs), items=many_pairs()).write(tmp_path / "tasks")

    for write_all in (
        lambda: export_huggingface(tmp_path / "hf", many_pairs()),
        lambda: export_probe_swe(tmp_path / "pairs.json.gz", many_pairs()),
        lambda: write_dataset(tmp_path / "pairs.parquet", many_pairs()),
        write_tasks,
    ):
        write_all()
    assert len(read_dilemmas(tmp_path / "pairs.parquet")) == 1200
    assert sum(1 for _ in stream_huggingface(tmp_path / "hf")) == 1200
    assert sum(1 for _ in stream_probe_swe(tmp_path / "pairs.json.gz")) == 1200


def test_rows_in_another_order_come_back_in_that_of_the_dataset(tmp_path: Path) -> None:
    export_huggingface(tmp_path, PAIRS)
    (file,) = (tmp_path / "data").glob("*.parquet")
    parquet.write_table(parquet.read_table(file).take([3, 0, 4, 1, 2]), file)
    assert tuple(stream_huggingface(tmp_path)) == PAIRS
