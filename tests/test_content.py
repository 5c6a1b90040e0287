"""Files of content: all problems are reported at once, each with its line, in the words of the file."""

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from probe.content import ContentFile
from probe.errors import InputError
from probe.files.corpus import find_domain
from probe.grammar.library import library_folder
from probe.grammar.schema import Schema
from probe.measuring import mitigations
from probe.measuring.mitigations import choose_strategies
from probe.protocols.templates.scenarios import read_domain
from probe.protocols.templates.source import read_templates
from probe.protocols.triage.content import read_content

Change = tuple[str, str]
MITIGATIONS = Path(mitigations.__file__).parent


def read_schema(file: Path) -> None:
    ContentFile(file).value(Schema)


def read_mitigation(file: Path) -> None:
    choose_strategies([str(file)])


def reader_in_domain(reader: Callable[[Path], object]) -> Callable[[Path], None]:
    """Return a reader of a file within a domain."""

    def read_file(file: Path) -> None:
        (file.parents[1] / "domain.toml").write_text('name = "own"\ndescription = "Own."\n', encoding="utf-8")
        reader(file.parents[1])

    return read_file


KINDS: dict[str, tuple[Path, Callable[[Path], None], tuple[Change, Change], tuple[str, str]]] = {
    "schema": (
        library_folder() / "schemas" / "cost" / "localisation.toml",
        read_schema,
        (("about = ", "abuot = "), ("[first]", "[first]\ncolour = 3")),
        ("unknown key 'abuot'; did you mean 'about'?", "first: unknown key 'colour'; choose among does, base,"),
    ),
    "template": (
        find_domain() / "templates" / "anchoring_bias.toml",
        reader_in_domain(read_templates),
        (("bias = ", "biass = "), ("[arms.treatment]", "[arms.treatmnt]")),
        ("unknown key 'biass'; did you mean 'bias'?", "arms.treatmnt: write 'control', 'treatment' or 'placebo'"),
    ),
    "words": (
        find_domain() / "scenarios" / "words.toml",
        reader_in_domain(read_domain),
        (("roles = ", "rolls = "), ("[words]", "[words]\nempty = []")),
        ("unknown key 'rolls'; did you mean 'roles'?", "words.empty: the list needs 1 or more, but has 0"),
    ),
    "profile": (
        find_domain() / "profiles" / "pull_requests.toml",
        reader_in_domain(read_content),
        (("{who}", "{whom}"), ("[fields.generated]", "[fields.unread]")),
        ("author: write it with {who}, but no other braces", "fields.unread: no rule reads this field"),
    ),
    "mitigation": (
        MITIGATIONS / "impersonation.toml",
        read_mitigation,
        (("summary = ", "summry = "), ("[control]", "[control]\ncall = 3")),
        ("unknown key 'summry'; did you mean 'summary'?", "control.call: write it as a table with single brackets"),
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_two_problems_are_reported_at_once_with_their_lines(kind: str, tmp_path: Path) -> None:
    original, reader, changes, reasons = KINDS[kind]
    file = tmp_path / original.parent.name / ("own.toml" if kind == "mitigation" else original.name)
    file.parent.mkdir()
    shutil.copy(original, file)
    text = file.read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after, 1)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        reader(file)
    problems = [problem for problem in error.value.problems if any(reason in problem for reason in reasons)]
    assert len(problems) == 2, error.value.problems
    for problem, reason in zip(problems, reasons, strict=True):
        assert re.fullmatch(rf"{re.escape(str(file))}:\d+: {re.escape(reason)}.*", problem)
    for problem, (_, after) in zip(problems, changes, strict=True):
        number = int(problem.removeprefix(f"{file}:").partition(":")[0])
        assert after.splitlines()[-1] in text.splitlines()[number - 1]


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (['before = """', "after = 1", "[call]", '"""'], 6),
        (["before = '''", "after = 1", 'a """', "'''"], 6),
        (['# a comment with """ in it', 'before = "x"'], 4),
        ([r"""before = "it is ''' here" # and more"""], 3),
    ],
)
def test_only_lines_within_a_long_text_are_not_keys(tmp_path: Path, lines: list[str], line: int) -> None:
    file = tmp_path / "own.toml"
    file.write_text("\n".join(['summary = "x"', *lines, "after = 3\n"]), encoding="utf-8")
    with pytest.raises(InputError, match=rf"own\.toml:{line}: after: write a text in quotes, not 3$"):
        read_mitigation(file)


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        ("control = 3", "control: write the name of a packaged mitigation in quotes, or a table [control]"),
        ("[control]\naftr = 'x'", "control: unknown key 'aftr'; did you mean 'after'?"),
    ],
)
def test_a_value_with_several_forms_gives_a_single_problem(tmp_path: Path, control: str, expected: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'summary = "x"\nafter = "y"\n{control}\n', encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_mitigation(file)
    (problem,) = error.value.problems
    assert problem.endswith(expected)


def test_no_text_hides_characters(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('summary = "x"\nafter = "y\\u202e"\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"own\.toml:2: after: contains the hidden character U\+202E"):
        read_mitigation(file)


def test_the_work_on_a_file_grows_with_the_number_of_its_tables(tmp_path: Path) -> None:
    """Six thousand headers, 36 KB, took half a minute: the elements of an array were counted again for each."""

    def lines_run(tables: int) -> int:
        file = tmp_path / f"{tables}.toml"
        file.write_text("[[x]]\n[[x.y]]\n" * tables)
        count = 0

        def trace(frame: object, event: str, detail: object) -> object:
            nonlocal count
            count += event == "line"
            return trace

        before = sys.gettrace()
        sys.settrace(trace)  # type: ignore[arg-type]
        try:
            content = ContentFile(file)
        finally:
            sys.settrace(before)
        assert content.line(("x", tables - 1, "y", 0)) == 2 * tables
        return count

    assert lines_run(300) < 3.5 * lines_run(100)
