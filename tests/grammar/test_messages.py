"""Messages about mistakes in a schema: where the mistake is, what is wrong, and what to write."""

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest

from probe.content import ContentFile
from probe.errors import InputError, MissingError
from probe.grammar import GrammarAuthor, read_library
from probe.grammar.checks import check_module, check_schema
from probe.grammar.examples import why_undecided
from probe.grammar.library import Library
from probe.grammar.rules_page import rules_page
from probe.grammar.schema import Module, Schema
from probe.values import Bias
from tests.blocks import write_documented_domain
from tests.grammar.composed import change, refused_line
from tests.shared import CommandLine

PACKAGED_LIBRARY = read_library()
SCHEMA = "schemas/performance/nightly_job.toml"
LAYER = "modules/cluster_upgrade.toml"
EXCEPTION = "modules/place_of_records.toml"
LAYERS = "layers = ['cluster_upgrade', 'place_of_records']\n"
RANGE = "range = [60, 900]"


@pytest.fixture
def library_copy(tmp_path: Path) -> Path:
    """Return the practices of the domain in docs/grammar.md."""
    write_documented_domain(tmp_path)
    return tmp_path / "practices"


@pytest.fixture(scope="module")
def documented_library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Return the library of the domain in docs/grammar.md."""
    folder = tmp_path_factory.mktemp("documented")
    write_documented_domain(folder)
    return read_library(folder / "practices")


def check(practices: Path, file: str) -> None:
    """Read one file of the library as ``read_library`` does, without all others."""
    source = ContentFile(practices / file)
    if file == SCHEMA:
        modules = [ContentFile(practices / file).value(Module) for file in (LAYER, EXCEPTION)]
        check_schema(source, source.value(Schema), PACKAGED_LIBRARY.contexts, modules, {})
    else:
        check_module(source, source.value(Module))


def refusal(practices: Path, file: str) -> InputError:
    """Return the error about a file; it is one line."""
    with pytest.raises(InputError) as error:
        check(practices, file)
    assert "\n" not in str(error.value)
    return error.value


@pytest.mark.parametrize(
    ("before", "after", "line_has", "message"),
    [
        ('gives = "action"', 'give = "action"', "give =", "unknown key 'give'; did you mean 'gives'?"),
        ("anchor_high", "anchor_hihg", "anchor_hihg", "unknown key 'anchor_hihg'; did you mean 'anchor_high'?"),
        ("[first]\n", "[first]\nxyz = 1\n", "xyz = 1", "first: unknown key 'xyz'; choose among does, base,"),
        ('noun = "run time of the job"', "", "[[number]]", "run_time: 'noun' is missing"),
        ('gives = "action"', "", "[[rule]]", "rule 'too slow for the night': 'gives' is missing"),
        (RANGE, 'range = "60 to 900"', "range", "run_time.range: write two numbers: range = [20, 600]"),
        (RANGE, "range = [60]", "range", "run_time.range: write two numbers"),
        (RANGE, "range = [60, 90, 900]", "range", "run_time.range: write two numbers"),
        (RANGE, "range = [60.5, 900]", "range", "run_time.range: write a whole number, not 60.5"),
        (RANGE, "range = [60, 1000000001]", "range", "has to be 1000000000 or less"),
        (RANGE, f"range = [60, 1{'0' * 23}]", "range", "has to be 1000000000 or less"),
        (RANGE, f"{RANGE}\nsmall = [60, {10**10}]", "small", "has to be 1000000000 or less"),
        ("step = 10 ", "step = 20000 ", "range = [60, 900]", "contains no multiple of the step, 20000"),
        (RANGE, f"{RANGE}\nlarge = [61, 69]", "large", "61 to 69 contains no multiple of the step, 10"),
        (RANGE, f"{RANGE}\nround = 'yes'", "round", "run_time.round: write true or false, without quotes"),
        (RANGE, f"{RANGE}\nround = 1", "round", "run_time.round: write true or false"),
        ("common = true", 'common = "true"', "common", "write true or false, without quotes, not \"true\""),
        (RANGE, f'{RANGE}\npart_of = "rows"\nshare = [1, 0.3]', "share", "a share has the smaller number first"),
        (RANGE, f'{RANGE}\npart_of = "rows"\nshare = [0.1, inf]', "share", "share"),
        (RANGE, f'{RANGE}\npart_of = "rows"\nshare = [nan, 1]', "share", "share"),
        ("[first]\n", "[first]\nplain = 'x'\n", "plain", "first.plain: write a list: plain = [\"x\"]"),
        (LAYERS, "layers = 'cluster_upgrade'\n", "layers", "layers: write a list: layers = [\"cluster_upgrade\"]"),
        (LAYERS, "layers = ['cluster_upgrade', 'cluster_upgrade']\n", "layers", "in the list 2 times: name it once"),
        (LAYERS, "margin = [0.5, 0.1]\n", "margin", "a margin has the smaller number first"),
        (LAYERS, "margin = [0.5, 5]\n", "margin", "margin: 5"),
        ('lines = ["[Run', 'lines = []\nplain = ["[Run', "lines = []", "first.lines: the list needs 1 or more"),
        ('about = "nightly_job"', 'about = "Nightly Job"', "about", '"Nightly Job" is not a name: use lower-case'),
        ('name = "run_time"', 'name = "mentioned"', "mentioned", "'mentioned' is reserved, like action, admissible"),
        ('name = "window"', 'name = "run_time"', "run_time", "'run_time' is the name of another fact too, in line "),
        ('value = "first"', 'value = "third"', "third", "'third' is neither 'first' nor 'second'"),
        ('right = "first"', 'right = "third"', "third", "example 1.right: write 'first' or 'second', not \"third\""),
        ("run_time = 300", 'run_time = "Much"', "facts", "example 1.facts.run_time: write a whole number"),
        ("{takes|took} {run_time}", "{takes} {run_time}", "{takes}", "for two tenses, write {takes|…}"),
        ("is = ", "is = 'run_time * rows' #", "gives = \"run_time\"", "circular: run_time needs run_time"),
        ('"rows * minutes_each"', f"'rows{' * rows' * 8}'", "[[rule]]", "calculates numbers above 1e+18"),
        ('"rows * minutes_each"', f"'rows{' + 1' * 200}'", "is = ", "longer than 500 characters"),
        ("[[rule]]", "[rule]", "[rule]", "not TOML"),
        ("[first]", "[[first]]", "[[first]]", "first: write it as a table with single brackets, [first]"),
        ("range = [60", f"range = [{'9' * 5000}", "", "not TOML"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_schema_is_explained(
    library_copy: Path, before: str, after: str, line_has: str, message: str
) -> None:
    path = change(library_copy / SCHEMA, before, after, 1)
    error = refusal(library_copy, SCHEMA)
    assert message in str(error)
    if message != "not TOML":
        assert line_has in refused_line(path, error)


@pytest.mark.parametrize(
    ("file", "before", "after", "message"),
    [
        (LAYER, 'is = "choice_on_the_cluster"', 'i = "choice_on_the_cluster"', "unknown key 'i'; did you mean 'is'?"),
        (LAYER, "range = [4, 60]", "range = [60, 4]", "a range has the smaller number first"),
        (LAYER, "lower =", 'plausible = ["opening <"]\nlower =', "cannot be read"),
        (LAYER, 'unit = ["day", "days"]\nrange = [4', 'unit = ["day", "days"]\nstep = 70\nrange = [4', "no multiple"),
        (EXCEPTION, "contract == silent", "contract", "choose among contract == binding, contract != binding"),
        (
            EXCEPTION,
            "contract == silent",
            "place == silent",
            "otherwise names the case in which the exception does not apply",
        ),
        (EXCEPTION, "[[category]]", "[category]", "category: write [[category]], with two brackets"),
    ],
)
def test_a_mistake_in_a_module_is_explained(
    library_copy: Path, file: str, before: str, after: str, message: str
) -> None:
    change(library_copy / file, before, after, 1)
    assert message in str(refusal(library_copy, file))


@pytest.mark.parametrize("key", ["name = ", "noun = ", "base = ", "because = "])
@pytest.mark.parametrize(
    ("hidden", "message"),
    [
        ("\\u001b]0;pwned\\u0007", "the hidden character U+001B"),
        ("\\u202e", "the hidden character U+202E"),
        ("\\u2066", "the hidden character U+2066"),
        ("\\n", "a line end"),
        ("\\t", "a tab"),
    ],
)
def test_no_text_has_hidden_characters_or_several_lines(
    library_copy: Path, key: str, hidden: str, message: str
) -> None:
    """A terminal would obey them, and a heading would break."""
    path = change(library_copy / SCHEMA, f'{key}"', f'{key}"{hidden}', 1)
    error = refusal(library_copy, SCHEMA)
    assert message in str(error)
    assert f'{key}"{hidden}' in refused_line(path, error)


def test_the_line_of_a_hidden_character_is_that_of_its_sentence(library_copy: Path) -> None:
    """The list begins some lines above."""
    path = change(library_copy / SCHEMA, "One run {takes|took}", "One \\u202erun {takes|took}", 1)
    assert "One \\u202erun" in refused_line(path, refusal(library_copy, SCHEMA))


@pytest.mark.parametrize("raw", ["\x1b", "\u202e", "\x85"], ids=["escape", "direction", "next-line"])
def test_hidden_characters_outside_of_texts_are_refused_too(library_copy: Path, raw: str) -> None:
    path = change(library_copy / SCHEMA, "# unique atom", f"# {raw}unique atom", 1)
    error = str(refusal(library_copy, SCHEMA))
    assert f"{path}:4: contains the hidden character U+{ord(raw):04X}: remove it" in error


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (lambda text: text.encode() + "# café\n".encode("latin-1"), "is not UTF-8 text"),
        (lambda text: text.encode("utf-16"), "byte order mark of UTF-16"),
        (lambda _: b"", ":1: the file is empty"),
        (lambda _: b"# later\n", ":1: the file is empty"),
        (lambda _: b"a = " + b"[" * 5000, "is not TOML"),
    ],
    ids=["latin-1", "utf-16", "empty", "comment", "nested"],
)
@pytest.mark.parametrize("file", [SCHEMA, LAYER])
def test_a_file_that_is_no_table_is_explained(
    library_copy: Path, file: str, write: Callable[[str], bytes], message: str
) -> None:
    path = library_copy / file
    path.write_bytes(write(path.read_text(encoding="utf-8")))
    error = refusal(library_copy, file)
    assert str(error).startswith(str(path))
    assert message in str(error)


def test_a_library_with_a_file_that_is_not_utf8_is_refused(library_copy: Path) -> None:
    """Its version is a hash of all files, and is computed only of files that could be read."""
    (library_copy / SCHEMA).write_bytes(b"# caf\xe9")
    with pytest.raises(InputError, match=r"nightly_job\.toml is not UTF-8 text .line 1"):
        read_library(library_copy)


def test_a_byte_order_mark_and_other_line_ends_do_not_matter(library_copy: Path) -> None:
    before = ContentFile(library_copy / SCHEMA).data
    path = library_copy / SCHEMA
    path.write_bytes(codecs.BOM_UTF8 + path.read_bytes().replace(b"\n", b"\r\n"))
    assert ContentFile(path).data == before


def test_folders_and_files_in_each_others_place_are_explained(library_copy: Path) -> None:
    file = library_copy / SCHEMA
    with pytest.raises(InputError, match=r"nightly_job\.toml: is a file: give the folder that contains schemas/"):
        read_library(file)
    with pytest.raises(MissingError, match="no such folder"):
        read_library(library_copy / "nowhere")
    (library_copy / "schemas" / "folder.toml").mkdir()
    with pytest.raises(InputError, match=r"folder\.toml cannot be read: it is a folder"):
        read_library(library_copy)
    (library_copy / "schemas").rename(library_copy / "schema")
    with pytest.raises(InputError, match=r"schemas: no such folder: a library has \.toml files in schemas/"):
        read_library(library_copy)


def test_a_fact_of_a_remark_is_named_with_its_place(library_copy: Path) -> None:
    """The cause may be the context."""
    remark = next(sentence for context in PACKAGED_LIBRARY.contexts for sentence in context.aside)
    predicate = remark.fact.partition("(")[0]
    source = ContentFile(library_copy / SCHEMA)
    locations = {"window": "contexts/shop.toml:7"}
    with pytest.raises(InputError, match=r"a different 'window', in contexts/shop\.toml:7: rename one of them"):
        check_schema(source, source.value(Schema), PACKAGED_LIBRARY.contexts, [], locations)
    path = library_copy / SCHEMA
    path.write_text(path.read_text(encoding="utf-8").replace("window", predicate), encoding="utf-8")
    with pytest.raises(InputError, match=rf"a different '{predicate}', in \S*contexts/\w+\.toml:\d+"):
        read_library(library_copy)


def test_a_misspelt_bias_is_not_sent_to_the_package(documented_library: Library) -> None:
    author = GrammarAuthor(library=documented_library)
    with pytest.raises(InputError, match=r"no cues for the bias 'anchoring': did you mean 'anchoring_bias'\?"):
        author.check_bias(Bias("anchoring"))


def test_a_depth_out_of_reach_is_answered_with_those_in_reach(documented_library: Library) -> None:
    author = GrammarAuthor({"mode": "closed-book", "depth": "5"}, library=documented_library)
    with pytest.raises(InputError, match="the schemas reach 3 at most: write depth=2-3"):
        author.candidate(Bias.FRAMING, 0)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("run_time <= window", "run_time >= window", "the rules 'too slow for the night' and 'fast enough"),
        ("run_time > window", "run_time < window", "no rule for 'action' applies"),
    ],
)
def test_an_example_without_an_action_names_the_rules(
    library_copy: Path, before: str, after: str, message: str
) -> None:
    schema = ContentFile(change(library_copy / SCHEMA, before, after, 1)).value(Schema)
    assert message in why_undecided(schema, schema.example[0])


def test_the_documented_layer_and_exception_are_composed(documented_library: Library) -> None:
    assert [module.name for module in documented_library.modules] == ["cluster_upgrade", "place_of_records"]
    author = GrammarAuthor({"depth": "3-4"}, library=documented_library)
    texts = [author.candidate(Bias.FRAMING, index).texts.unbiased for index in range(12)]
    assert any("batch cluster opens" in text for text in texts)
    assert any("contract" in text for text in texts)


def test_the_page_of_rules_counts_and_names_its_command(documented_library: Library) -> None:
    page = rules_page(documented_library, "probe seeds rules my-domain")
    assert "1 schema with 3 rules, and 2 modules with 3 rules." in page
    assert "`probe seeds rules my-domain` prints this page." in page
    assert "`probe seeds rules --out FILE` writes this page." in rules_page(
        documented_library, "probe seeds rules --out FILE"
    )


def test_the_check_says_what_generate_needs(
    library_copy: Path, probe: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check_nothing(*_: object) -> list[object]:
        return []

    monkeypatch.setattr("probe.cli.seeds.check_schemas", check_nothing)
    assert probe("seeds", "check", library_copy.parent).stderr == ""
    (library_copy.parent / "domain.toml").unlink()
    for folder in (library_copy.parent, library_copy):
        result = probe("seeds", "check", folder)
        root = library_copy.parent
        assert result.stderr == f"probe generate --seeds {root} needs {root}/domain.toml (name, description)\n"
    result = probe("seeds", "check", library_copy.rename(library_copy.parent / "other"))
    assert "needs DIR/domain.toml (name, description) and these files in DIR/practices" in result.stderr
