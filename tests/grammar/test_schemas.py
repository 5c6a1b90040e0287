"""Every schema of the library: its worked examples, and the errors about faulty files."""

import re
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.generation.schema_check import FEWEST, SampleSize
from probe.grammar import library_folder, read_library
from probe.grammar.examples import example_programs, follows
from probe.grammar.schema import SIDES, Schema
from probe.oracle import SwiOracle
from probe.values import Arm, Option
from tests.grammar.composed import change, refused_line
from tests.verdicts import verdicts_on

SCHEMAS = read_library().schemas


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.about)
def test_the_worked_examples_follow_in_the_oracle_and_in_the_composer(schema: Schema, oracle: SwiOracle) -> None:
    """A schema whose two sides are exchanged fails here."""
    for example in schema.example:
        right = Option.A if example.right == "first" else Option.B
        [verdict] = verdicts_on(oracle, [example_programs(schema, example).of(Arm.UNBIASED)])
        assert verdict.choice is right, example.because
        assert follows(schema, example) == example.right


def test_a_whole_library_is_checked_with_a_quick_sample_unless_a_number_is_asked_for() -> None:
    """A thorough check takes up to a minute of processor time for each schema."""
    quick_size, thorough_size = SampleSize.of(len(SCHEMAS), None), SampleSize.of(1, None)
    assert quick_size.per_depth < thorough_size.per_depth
    assert quick_size.per_mode == 0
    assert 2 * thorough_size.per_mode > FEWEST
    assert SampleSize.of(len(SCHEMAS), thorough_size.per_depth) == thorough_size


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.about)
def test_every_schema_has_three_rules_and_both_sides(schema: Schema) -> None:
    """Fewer rules would not compose."""
    assert len(schema.rule) >= 3
    assert {rule.value for rule in schema.rule if rule.gives == "action"} == set(SIDES)


def skeleton(schema: Schema) -> tuple[str, ...]:
    """Return the rules without their names: conditions and calculations over numbered facts, in any order."""
    numbers: dict[str, str] = {}

    def rename(text: str | None) -> str:
        return re.sub(r"[a-z_]+", lambda word: numbers.setdefault(word.group(), f"f{len(numbers)}"), text or "")

    return tuple(
        f"{rename(rule.gives)} {rule.way} {rename(rule.when)} {rename(rule.calculation)}" for rule in schema.rule
    )


def test_no_two_schemas_have_the_same_rules_after_renaming() -> None:
    """The same rules about other things would be the same question again."""
    schemas_by_skeleton: dict[tuple[str, ...], str] = {}
    for schema in SCHEMAS:
        earlier = schemas_by_skeleton.setdefault(skeleton(schema), schema.about)
        assert earlier == schema.about, f"{schema.about} and {earlier} have the same rules after renaming"


@pytest.mark.parametrize(
    ("before", "after", "line_has"),
    [
        ('when = "peak_load > capacity"', 'when = "peak_lod > capacity"', "peak_lod"),
        ('is = "active_users * requests_each / 60"', 'is = "active_users ** 2"', "active_users ** 2"),
        ('gives = "user_load"\nis = "active', 'gives = "active_users"\nis = "active', 'gives = "active_users"'),
        ("{peak_load}.", "{peak_laod}.", "{peak_laod}"),
        ('range = "200-2400', 'range = "2400-200', 'range = "2400-200'),
        ('name = "capacity"', 'name = "peak_load"', 'name = "peak_load"'),
        ('name = "capacity"', 'name = "release_rhythm"', 'name = "release_rhythm"'),
        ('smaller = "second"', 'smaler = "second"', 'smaler = "second"'),
        ('smaller = "second"\n', "", "layers = ["),
        ('layers = ["performance_audit"', 'layers = ["performance_audits"', "performance_audits"),
        ("large = [800, 12000]", "large = [12000, 800]", "large = [12000, 800]"),
        ('"10 * spare <= 4 * servers"', '"capcity < 100"', "capcity < 100"),
        ('"10 * spare <= 4 * servers"', '"capacity / 2 < 100"', "capacity / 2"),
        ('"10 * spare <= 4 * servers"', '"capacity == peak_load"', "capacity == peak_load"),
        ('"10 * spare <= 4 * servers"', '"capacity <"', "capacity <"),
    ],
)
def test_an_error_has_file_line_and_reason(small_library: Path, before: str, after: str, line_has: str) -> None:
    """The error names the line to fix."""
    path = small_library / "schemas" / "performance" / "cluster_size.toml"
    change(path, before, after)
    with pytest.raises(InputError) as error:
        read_library(small_library)
    assert line_has in refused_line(path, error.value)


def test_a_folder_with_schemas_only_uses_the_words_of_the_package(small_library: Path) -> None:
    """A user's domain needs no contexts, cues, modules or phrases."""
    custom_library = small_library / "own"
    custom_library.mkdir()
    (small_library / "schemas").rename(custom_library / "schemas")
    library = read_library(custom_library)
    assert [schema.about for schema in library.schemas] == ["cluster_size"]
    assert library.contexts == read_library(library_folder()).contexts


def test_the_version_changes_with_any_byte(small_library: Path) -> None:
    """The manifest records it."""
    before = read_library(small_library).version
    path = small_library / "modules" / "performance_audit.toml"
    path.write_text(path.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    assert read_library(small_library).version != before
