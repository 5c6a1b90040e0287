"""No cell that PROBE writes into a CSV file is run as a formula, and PROBE reads the original text from it."""

import csv
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probe.analysis.report.formats import to_csv
from probe.analysis.tables import Column, Table
from probe.errors import InputError
from probe.files.decisions import SHARED_COLUMNS, write_decision_table
from probe.files.exports import export_csv
from probe.files.ratings_csv import write_rating_files
from probe.files.spreadsheets import csv_rows, csv_table, read_csv
from probe.values import Bias, Option
from probe.values.texts import spreadsheet_text, without_guard
from probe.values.validation import Question, SampledItem
from tests.test_values import a_pair

STARTS = ("=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠x", "'=1", "''", "'")
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")) | st.sampled_from(STARTS)


def cells(content: bytes) -> list[str]:
    """Return all cells as any program reads them."""
    return [cell for row in csv.reader(content.decode().splitlines(keepends=True)) for cell in row]


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4), st.sampled_from(["\n", "\r\n"]))
def test_every_text_comes_back_from_a_csv_file(rows: list[tuple[str, str]], end: str) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "rows.csv"
        file.write_bytes("".join(csv_rows([("a", "b"), *rows], end=end)).encode())
        assert [(row["a"], row["b"]) for _, row in read_csv(file, ("a", "b"), "rows")] == rows


@pytest.mark.parametrize("text", STARTS)
def test_a_text_that_could_be_a_formula_is_guarded_once(text: str) -> None:
    assert spreadsheet_text(text) == ("'" + text if text != "'" else "''")
    assert without_guard(spreadsheet_text(text)) == text


@pytest.mark.parametrize("text", ["'tis nobler", "a", "", "1", "it's"])
def test_an_apostrophe_of_the_author_is_not_taken_for_a_guard(text: str) -> None:
    assert without_guard(text) == text


def test_what_no_file_can_store_is_replaced() -> None:
    assert spreadsheet_text("a\ud800b\0") == "a?b\N{REPLACEMENT CHARACTER}"


def test_numbers_remain_numbers() -> None:
    assert csv_table(["n"], [{"n": -1.5}, {"n": -2}, {"n": None}, {"n": True}]) == 'n\r\n-1.5\r\n-2\r\n""\r\nTrue\r\n'


@pytest.mark.parametrize("writer", ["pairs", "decisions", "report", "ratings"])
def test_every_csv_file_is_guarded(tmp_path: Path, writer: str) -> None:
    formula, file = '=HYPERLINK("http://x","y")', tmp_path / "file.csv"
    if writer == "pairs":
        export_csv(file, [a_pair(unbiased=formula)])
    elif writer == "decisions":
        write_decision_table(file, [{"subject": formula}], {"subject": SHARED_COLUMNS["subject"]})
    elif writer == "report":
        table = Table(key="t", title="", columns=(Column(key="a", label=""),), rows=({"a": formula},))
        file.write_text(to_csv(table), encoding="utf-8")
    else:
        item = SampledItem(
            pair_id="0" * 16,
            author="x",
            unbiased="",
            biased="",
            bias=Bias.ANCHORING,
            correct_option=Option.A,
            rebuilt=None,
            axioms=formula,
            axioms_note="",
        )
        (file,) = [path for path in write_rating_files(tmp_path, [item], ()) if path.stem == Question.AXIOMS.value]
    content = cells(file.read_bytes())
    assert "'" + formula in content
    assert formula not in content


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"a,b\n\0,1\n", "line 2 contains a NUL"),
        (b"a,c\n1,2\n", "no column b"),
        (b"a,b\n" + b"x" * 20_000_000 + b",1\n", "field larger"),
        (b'a,b\n1,"' + b"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n" * 300_000, "field larger"),
        (b"a,b\n\xff,1\n", "not UTF-8 text .line 2"),
    ],
    ids=["nul", "column", "cell", "quote", "latin"],
)
def test_a_broken_csv_file_is_one_line(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "rows.csv").write_bytes(content)
    with pytest.raises(InputError, match=problem) as excinfo:
        list(read_csv(tmp_path / "rows.csv", ("a", "b"), "a file of rows"))
    assert "\n" not in str(excinfo.value)
