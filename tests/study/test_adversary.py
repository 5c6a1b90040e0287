"""Results that someone made up: whoever forges a result can also write its checksums."""

import csv
import gzip
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.shared import CommandLine
from tests.study.conftest import change_result, content_of, decision_lines, refusal, replace_decisions, replace_lines

pytestmark = pytest.mark.usefixtures("studies")

HOSTILE = "=cmd|' /C calc'!A0 <script>alert(1)</script> | [x](javascript:alert(1)) \x1b[2J\n# heading"
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")


@pytest.mark.parametrize("ending", ["html", "md", "csv"])
def test_hostile_names_are_text_in_every_format(probe: CommandLine, results: Path, tmp_path: Path, ending: str) -> None:
    effects = [effect | {"mode": HOSTILE} for effect in content_of(results / "biased")["effects"]]
    change_result(results / "biased", subject=HOSTILE, effects=effects)
    file = tmp_path / f"table.{ending}"
    probe("study", "table", results / "biased", "--by", "depth", "--out", file)
    table = file.read_text(encoding="utf-8")
    assert "\x1b" not in table
    if ending == "csv":
        cells = [cell for row in csv.reader(io.StringIO(table)) for cell in row]
        assert any("cmd" in cell for cell in cells)
        assert not [cell for cell in cells if "cmd" in cell and cell.startswith(FORMULA_PREFIXES)]
    else:
        assert not re.search(r"(?<!\\)<script>alert", table)
    if ending == "md":
        assert "\n# heading" not in table
        assert not re.search(r"(?<!\\)\]\(javascript", table)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"subject": "x" * 10**6}, "subject"),
        ({"costs": {"calls": -1}}, "costs"),
        ({"counts": {"dilemmas": 12, "questions": 1, "refused": -1, "unparsed": {}}}, "counts.refused"),
        ({"main": {"estimate": 5.0}}, "main.estimate"),
        ({"doses": {"verdict": "wonderful"}}, "doses.verdict"),
        ({"format": 2}, "format"),
        ({"trust": "me"}, "trust"),
    ],
)
def test_values_out_of_range_are_refused(
    probe: CommandLine, results: Path, changes: dict[str, Any], expected: str
) -> None:
    content = content_of(results / "biased")
    for name, value in changes.items():
        merged = isinstance(value, dict) and isinstance(content.get(name), dict)
        content[name] = content[name] | value if merged else value
    (results / "biased" / "result.json").write_text(json.dumps(content), encoding="utf-8")
    assert expected in refusal(probe, results / "biased")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "9" * 5000])
def test_special_float_values_are_refused(probe: CommandLine, results: Path, number: str) -> None:
    file = results / "biased" / "result.json"
    content = content_of(results / "biased")
    content["main"]["estimate"] = "NUMBER"
    file.write_text(json.dumps(content).replace('"NUMBER"', number), encoding="utf-8")
    message = refusal(probe, results / "biased")
    assert "result.json" in message
    assert "Traceback" not in message


def test_two_effects_on_a_dilemma_are_refused(probe: CommandLine, results: Path) -> None:
    content = content_of(results / "biased")
    effects = [*content["effects"][:-1], content["effects"][0]]
    change_result(results / "biased", effects=effects)
    assert "two effects on the dilemma" in refusal(probe, results / "biased")


def test_effects_on_fewer_dilemmas_than_the_main_result_are_refused(probe: CommandLine, results: Path) -> None:
    change_result(results / "biased", effects=content_of(results / "biased")["effects"][1:])
    assert "main result counts 12 dilemmas, but 11" in refusal(probe, results / "biased")


def test_a_main_result_that_its_effects_do_not_give_is_refused(probe: CommandLine, results: Path) -> None:
    main = content_of(results / "biased")["main"] | {"estimate": 0.01, "low": 0, "high": 0.02}
    change_result(results / "biased", main=main)
    assert "its main result is 0.01" in refusal(probe, results / "biased")


def test_a_part_of_the_dilemmas_is_not_a_private_set(probe: CommandLine, results: Path, quick_folder: Path) -> None:
    """Otherwise someone could select the dilemmas on which a model does well and call them private."""
    content = content_of(results / "biased")
    change_result(results / "biased", part="private", counts=content["counts"] | {"dilemmas": 6})
    assert "has 6 dilemmas, but tiny-1 has 12" in refusal(probe, results / "biased")
    change_result(results / "biased", counts=content["counts"])
    message = refusal(probe, results / "biased", release=quick_folder)
    assert "has the public dilemmas of tiny-1" in message


def test_a_decision_in_another_order_of_the_options_is_refused(
    probe: CommandLine, results: Path, quick_folder: Path
) -> None:
    """Orders decide what counts as preferring the option shown first."""
    lines = [
        line.replace(",as-written,", ",exchanged,") if number == 1 else line
        for number, line in enumerate(decision_lines(results / "biased"))
    ]
    replace_lines(results / "biased", lines)
    message = refusal(probe, results / "biased", release=quick_folder)
    assert "in a different order from the study" in message


def test_a_decision_that_occurs_twice_is_refused(probe: CommandLine, results: Path, quick_folder: Path) -> None:
    lines = decision_lines(results / "biased")
    replace_lines(results / "biased", [*lines, lines[1]])
    message = refusal(probe, results / "biased", release=quick_folder)
    assert "is there twice" in message


def test_decisions_that_were_left_out_are_counted(probe: CommandLine, results: Path, quick_folder: Path) -> None:
    """A provider may refuse a question, so decisions may be missing, but they are always counted."""
    lines = decision_lines(results / "biased")
    replace_lines(results / "biased", [line for line in lines if ",biased,none,1," not in line])
    message = refusal(probe, results / "biased", release=quick_folder)
    assert "counts.refused is 0, but its decisions give 12" in message
    content = content_of(results / "biased")
    change_result(results / "biased", counts=content["counts"] | {"refused": content["counts"]["questions"] // 2})
    assert "50.0 %" in " ".join(probe.json("study", "table", results / "biased")["notes"])


@pytest.mark.parametrize(
    "decisions",
    [
        b"",
        b"not gzip",
        gzip.compress(b"item,arm\n"),
        gzip.compress(b"\x00" * 10**7),
        gzip.compress(b"item,arm,mitigation,run,order,decision\n" + b"x" * 10**7),
        gzip.compress(b"item,arm,mitigation,run,order,decision\n\xff\xfe,biased,none,0,as-written,A\n"),
    ],
    ids=["empty", "not gzip", "columns", "zeros", "long line", "not UTF-8"],
)
def test_files_that_are_not_decisions_are_refused(
    probe: CommandLine, results: Path, quick_folder: Path, decisions: bytes
) -> None:
    replace_decisions(results / "biased", decisions)
    message = refusal(probe, results / "biased", release=quick_folder)
    assert "decisions.csv.gz" in message
    assert len(message) < 1000
    assert "Traceback" not in message


def test_no_model_is_counted_where_the_provider_names_none(results: Path) -> None:
    assert content_of(results / "biased")["answered_by"] == {}
