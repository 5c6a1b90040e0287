"""Broken files of the library are refused with file, line and reason."""

from pathlib import Path

import pytest

from probe.errors import InputError, MissingError
from probe.grammar import read_library

IDEMPOTENCY = "theories/idempotency_keys.toml"
CACHE = "theories/no_cache_without_need.toml"
BANDWAGON = "cues/bandwagon_effect.toml"
HINDSIGHT = "cues/hindsight_bias.toml"
FRAMING = "cues/framing_effect.toml"


def broken(root: Path, name: str, old: str, new: str) -> tuple[str, str]:
    """Replace the first ``old`` in a file by ``new``; return the error's text and ``file:line`` of the change."""
    path = root / name
    text = path.read_text()
    assert old in text, f"{name} no longer holds {old!r}"
    path.write_text(text.replace(old, new, 1))
    line = text[: text.index(old)].count("\n") + 1
    with pytest.raises(InputError) as caught:
        read_library(root)
    return str(caught.value), f"{path}:{line}:"


def test_the_library_of_the_package_is_sound_and_as_large_as_promised() -> None:
    library = read_library()
    assert len(library.practices) >= 40
    assert len(library.contexts) >= 60
    assert all(len(cues) >= 8 for cues in library.cues.values())


def test_precaution_is_not_always_right() -> None:
    """A subject that always takes the more careful option must fail on a good part of the practices."""
    premises = [practice.premise for practice in read_library().practices]
    assert 0.2 <= premises.count("effort") / len(premises) <= 0.8


def test_the_version_changes_with_any_byte(small_library: Path) -> None:
    before = read_library(small_library).version
    with (small_library / BANDWAGON).open("a") as file:
        file.write("# one more comment\n")
    assert read_library(small_library).version != before


def test_an_unknown_slot_is_refused(small_library: Path) -> None:
    error, place = broken(
        small_library, IDEMPOTENCY, "call to {partner} {fails|failed}", "call to {bank} {fails|failed}"
    )
    assert error.startswith(place)
    assert "unknown slot {bank}" in error
    assert "partner" in error


def test_a_brace_that_nothing_closes_is_refused(small_library: Path) -> None:
    error, place = broken(small_library, IDEMPOTENCY, "Some calls {are|were}", "Some calls {are|were")
    assert error.startswith(place)
    assert "brace" in error


def test_rules_that_prove_both_options_are_refused(small_library: Path) -> None:
    """An aside that says of the matter itself what would exempt it makes the wrong option follow as well."""
    error, _ = broken(small_library, IDEMPOTENCY, "changes_nothing(status_queries)", "changes_nothing(failed_calls)")
    text = (small_library / IDEMPOTENCY).read_text()
    line = text[: text.index("[exemption]")].count("\n") + 1
    assert error.startswith(f"{small_library / IDEMPOTENCY}:{line}:")
    assert "prove both options" in error


def test_a_cue_that_gives_a_deciding_reason_is_refused(small_library: Path) -> None:
    error, place = broken(small_library, BANDWAGON, 'kind = "popularity"', 'kind = "measurement"')
    assert error.startswith(place)
    assert "the cue changes a fact" in error


@pytest.mark.parametrize(
    "fact", ["can_take_effect_twice(failed_calls)", "mentioned(contract, {pushed})", "called_for({pushed})"]
)
def test_a_cue_with_a_fact_that_rules_decide_by_is_refused(small_library: Path, fact: str) -> None:
    new = f'kind = "popularity"\nfact = "{fact}"'
    error, _ = broken(small_library, BANDWAGON, 'kind = "popularity"', new)
    line = (small_library / BANDWAGON).read_text().split("fact =")[0].count("\n") + 1
    assert error.startswith(f"{small_library / BANDWAGON}:{line}:")
    assert "the cue changes a fact" in error


def test_an_aside_that_decides_is_refused(small_library: Path) -> None:
    error, place = broken(small_library, IDEMPOTENCY, "logs(call_times)", "loses_answers(reports)")
    assert error.startswith(place)
    assert "an aside must not affect the decision" in error


def test_a_figure_that_rules_decide_by_is_refused(small_library: Path) -> None:
    error, _ = broken(small_library, FRAMING, 'fact = "record(', 'fact = "mistakes_are_expensive(')
    assert str(small_library / FRAMING) in error
    assert "must not affect the decision" in error


def test_two_rungs_of_one_name_are_refused(small_library: Path) -> None:
    error, place = broken(small_library, IDEMPOTENCY, 'holds = "loses_answers"', 'holds = "can_take_effect_twice"')
    assert error.startswith(place)
    assert "another predicate" in error


def test_a_missing_rung_is_refused(small_library: Path) -> None:
    text = (small_library / CACHE).read_text()
    start = text.index("[[ladder]]")
    end = text.index("[[ladder]]", start + 1)
    error, place = broken(small_library, CACHE, text[start:end], "")
    assert error.startswith(place)
    assert "at least 7 items" in error


def test_a_rung_without_its_reason_is_refused(small_library: Path) -> None:
    text = (small_library / CACHE).read_text()
    reason = next(line for line in text.splitlines() if line.startswith("because"))
    error, _ = broken(small_library, CACHE, reason + "\n", "")
    assert "'because' is missing" in error


def test_a_misspelt_key_is_refused_with_its_line(small_library: Path) -> None:
    error, place = broken(small_library, IDEMPOTENCY, "premise =", "premises =")
    assert error.startswith((place, f"{small_library / IDEMPOTENCY}:1:"))
    assert "premise" in error


def test_what_is_not_toml_is_refused_with_its_line(small_library: Path) -> None:
    error, _ = broken(small_library, IDEMPOTENCY, 'area = "integration"', "area = integration")
    assert str(small_library / IDEMPOTENCY) in error
    assert "line 2" in error


def test_a_word_that_gives_the_arm_away_is_refused(small_library: Path) -> None:
    error, place = broken(
        small_library, BANDWAGON, "All the other teams in our department", "All the biased teams in our department"
    )
    assert error.startswith(place)
    assert "'biased'" in error


def test_a_hindsight_cue_needs_both_outcomes(small_library: Path) -> None:
    text = (small_library / HINDSIGHT).read_text()
    start = text.index("bad = [")
    error, _ = broken(small_library, HINDSIGHT, text[start : text.index("]\n", start) + 2], "")
    assert "'good' and 'bad' outcomes" in error


def test_a_cue_that_is_there_twice_is_refused(small_library: Path) -> None:
    error, place = broken(small_library, BANDWAGON, 'name = "poll"', 'name = "whole_floor"')
    assert error.startswith(place)
    assert "already exists" in error


def test_an_introduction_names_the_product(small_library: Path) -> None:
    """Otherwise the sentence behind it would speak of an "it" that nobody has heard of."""
    name = "contexts/money.toml"
    error, place = broken(small_library, name, "developers on a rent platform for", "developers for")
    assert error.startswith(place)
    assert "does not mention 'the rent platform'" in error


def test_a_short_name_means_the_product_alone(small_library: Path) -> None:
    """The payout is what goes through the payout service, so that it cannot be its name."""
    error, place = broken(small_library, "contexts/money.toml", 'again = "the engine"', 'again = "the payslip"')
    assert error.startswith(place)
    assert "a shorter name for the product alone" in error


def test_a_need_that_no_context_meets_is_refused(small_library: Path) -> None:
    error, _ = broken(small_library, IDEMPOTENCY, 'premise = "stakes"', 'premise = "stakes"\nneeds = ["submarine"]')
    assert "no context has the tags submarine" in error


def test_a_question_has_to_name_both_options(small_library: Path) -> None:
    error, place = broken(
        small_library, "phrases.toml", "Would you go with Option A or Option B?", "Would you go with Option A?"
    )
    assert error.startswith(place)
    assert "Option B" in error


def test_a_question_may_not_say_what_the_options_stand_for(small_library: Path) -> None:
    """Otherwise exchanging the lines would contradict it."""
    old, new = "Just looking at the decision itself, Option A", "Just looking at the decision itself, good (Option A)"
    error, place = broken(small_library, "phrases.toml", old, new)
    assert error.startswith(place)
    assert "belongs only on their lines" in error


def test_a_layout_may_lose_no_part(small_library: Path) -> None:
    error, place = broken(small_library, "phrases.toml", '"told", ', "")
    assert error.startswith(place)
    assert "names each of these once" in error


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"remark", "premise", "topic", "told"', '"premise", "topic", "told"', "'remark' has to be between"),
        ('["opener", "premise", "topic", "told"', '["opener", "topic", "told"', "names each of these once"),
        ('["opener", "premise", "topic", "told"', '["opener", "topic", "told", "premise"', "before 'topic' come"),
        ('"topic", "told", "cue_opening"', '"topic", "cue_opening", "told"', "right after 'topic'"),
        ('["intro", "remark", "premise"]', '["premise", "intro", "remark"]', "before 'topic' come"),
    ],
)
def test_a_layout_may_not_refer_to_what_comes_later(small_library: Path, old: str, new: str, reason: str) -> None:
    error, place = broken(small_library, "phrases.toml", old, new)
    assert error.startswith(place)
    assert reason in error


def test_a_voice_needs_a_layout_with_an_introduction(small_library: Path) -> None:
    text = (small_library / "phrases.toml").read_text()
    start = text.index("[[voice.layout]]")
    end = text.index("[[voice.hindsight_layout]]")
    parts = '"premise", "topic", "told", "cue_opening", "asides", "cue_situation", "lead_in"'
    short = f"[[voice.layout]]\nparagraphs = [[{parts}]]\n"
    error, _ = broken(small_library, "phrases.toml", text[start:end], short)
    assert "one of the layouts needs an 'intro'" in error


def test_a_layout_with_an_opener_needs_one_in_its_voice(small_library: Path) -> None:
    text = (small_library / "phrases.toml").read_text()
    start = text.index("opener = [")
    error, _ = broken(small_library, "phrases.toml", text[start : text.index("]\n", start) + 2], "")
    assert "the voice has none" in error


def test_a_figure_says_where_it_comes_from(small_library: Path) -> None:
    text = (small_library / FRAMING).read_text()
    start = text.index("lead_in = [")
    error, _ = broken(small_library, FRAMING, text[start : text.index("]\n", start) + 2], "")
    assert "lead_in" in error


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(MissingError, match="no such folder"):
        read_library(tmp_path / "nowhere")


def test_an_empty_folder_is_told(small_library: Path) -> None:
    for path in (small_library / "theories").glob("*.toml"):
        path.unlink()
    with pytest.raises(InputError, match=r"theories: contains no \.toml file"):
        read_library(small_library)
