"""Wordings of a prompt: which texts are accepted as equivalent, and what their evaluation shows."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from probe.analysis.statistics.differences import Arms
from probe.analysis.statistics.groups import group_difference
from probe.checking.judging import find_spans
from probe.checking.moving import GivenWordings, MoveCommand, check_command, move, planned_wordings, two_options
from probe.checking.planning import expected_half_width
from probe.checking.reading import Prompt
from probe.checking.spans import CheckedPrompt
from probe.checking.verdict import ShiftVerdict, _difference, verdict_of
from probe.checking.wordings import WordingTexts, changed_facts, first_repetition
from probe.errors import InputError
from probe.protocols import protocol_named
from probe.protocols.prompts.item import ARMS, PromptItem
from probe.values import Arm, Decision, Evaluation, ModelSpec

TEXT = "We store 40 GB of logs with log_store. I'm pretty sure that Kafka is overkill. Kafka or a cron job?"
NEUTRAL = "We store 40 GB of logs with log_store. Kafka or a cron job?"
BEGINNINGS = (
    "Here is our case.",
    "A question from the team that runs the servers.",
    "Read what follows, then choose one of the two.",
    "This is about the logs of a small web shop, which nobody reads today.",
)
OPTIONS = ("Kafka", "A cron job")


def checked_prompt(text: str = TEXT) -> CheckedPrompt:
    return find_spans([Prompt("p.md", text)])[0]


def wordings(beginnings: tuple[str, ...] = BEGINNINGS, *, placebos: bool = False) -> GivenWordings:
    neutrals = (NEUTRAL, *(f"{beginning} {NEUTRAL}" for beginning in beginnings))
    return GivenWordings(
        originals=tuple(f"{beginning} {TEXT}" for beginning in beginnings),
        neutrals=neutrals,
        placebos=tuple(f"{text} Choose with care." for text in neutrals) if placebos else (),
    )


def command(subject: str, **changes: object) -> MoveCommand:
    move_command = MoveCommand(
        subject=ModelSpec.parse(f"simulated/{subject}"), options=OPTIONS, given_wordings=wordings()
    )
    return replace(move_command, **changes)  # type: ignore[arg-type]


def measure(move_command: MoveCommand, folder: Path, text: str = TEXT) -> ShiftVerdict:
    asyncio.run(move(move_command, checked_prompt(text), folder))
    return verdict_of(folder)


@pytest.mark.usefixtures("shared_processes")
def test_a_planted_shift_is_shown_and_has_its_direction(tmp_path: Path) -> None:
    verdict = measure(command("biased?rate=0.7&base=0.2", runs=20), tmp_path / "up")
    assert verdict.moved
    assert verdict.shift.effect.low > 0.3
    assert verdict.shift.share == pytest.approx(float(np.mean([row.original or 0.0 for row in verdict.rows])))
    assert verdict.shift.reference == pytest.approx(float(np.mean([row.neutral or 0.0 for row in verdict.rows])))
    assert verdict.floor is None


@pytest.mark.usefixtures("shared_processes")
@pytest.mark.parametrize("subject", ["rational", "prefers-first", "biased?rate=0&base=0.5&spread=1"])
def test_a_subject_that_wording_does_not_move_is_not_called_moved(subject: str, tmp_path: Path) -> None:
    verdict = measure(command(subject, given_wordings=wordings(placebos=True)), tmp_path / "run")
    assert not verdict.moved
    assert verdict.floor is not None
    assert not verdict.floor.shown


@pytest.mark.usefixtures("shared_processes")
def test_the_interval_is_over_wordings_by_the_shared_method(tmp_path: Path) -> None:
    verdict = measure(command("biased?rate=0.4&base=0.3&spread=0.5"), tmp_path / "run")
    shares = np.array([(row.original or 0.0, row.neutral or 0.0) for row in verdict.rows]).T
    expected = group_difference(*(Arms(first=kind, clusters=np.arange(5)) for kind in shares))
    assert expected is not None
    effect = verdict.shift.effect
    assert effect.low == pytest.approx(expected.low)
    assert effect.high == pytest.approx(expected.high)


@pytest.mark.usefixtures("shared_processes")
def test_both_orders_cancel_a_preference_for_a_place(tmp_path: Path) -> None:
    verdict = measure(command("prefers-first"), tmp_path / "run")
    assert {share for row in verdict.rows for share in (row.original, row.neutral)} == {0.5}


@pytest.mark.usefixtures("shared_processes")
def test_probabilities_of_letters_are_measured_as_well(tmp_path: Path) -> None:
    verdict = measure(command("biased?rate=1&base=0", runs=2, logprobs=True), tmp_path / "run")
    assert verdict.answers == 2 * 2 * 5
    assert verdict.shift.effect.estimate == pytest.approx(1)


def test_unparsed_answers_widen_the_bounds_and_can_undo_a_shift() -> None:
    """The bounds count unreadable answers as either option, in both kinds of wordings."""
    protocol, items = protocol_named("prompts"), [item(cluster=f"x-{number}") for number in range(5)]
    decisions = [
        Decision(item_id=wording.id, arm=Arm(arm), run=run, decision=decision)
        for wording in items
        for arm, decision in (("original", 0), ("neutral", 1))
        for run in range(4)
    ]
    with_unparsed = [
        decision.model_copy(update={"decision": "unparsed"}) if decision.run > 1 else decision for decision in decisions
    ]
    differences = []
    for evaluated in (decisions, with_unparsed):
        evaluation = Evaluation(
            subject="x", run_id="x", runs=4, order="both", items=tuple(items), decisions=tuple(evaluated)
        )
        differences.append(_difference(protocol, evaluation, protocol.measures[0]))
    complete, partial = differences
    assert complete is not None
    assert partial is not None
    assert (complete.bounds, complete.shown) == (None, True)
    assert partial.effect.estimate == complete.effect.estimate == 1
    assert partial.bounds is not None
    assert partial.bounds.low < 0 < partial.bounds.high
    assert not partial.shown


@pytest.mark.usefixtures("shared_processes")
def test_a_given_wording_that_fails_a_check_is_measured_and_reported(tmp_path: Path) -> None:
    given_wordings = wordings()
    neutrals = (
        *given_wordings.neutrals[:2],
        given_wordings.neutrals[2].replace("40", "50"),
        *given_wordings.neutrals[3:],
    )
    result = asyncio.run(
        move(
            command("random", given_wordings=replace(given_wordings, neutrals=neutrals)),
            checked_prompt(),
            tmp_path / "run",
        )
    )
    [notice] = [notice for notice in result.notices if notice.startswith("wording")]
    assert notice.startswith("wording 3: the neutral text lacks '40'")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"given_wordings": GivenWordings()}, "--author"),
        ({"author": ModelSpec.parse("openai/gpt-4.1")}, "--author"),
        ({"given_wordings": GivenWordings(originals=("x",))}, "--author"),
        ({"given_wordings": GivenWordings(neutrals=(NEUTRAL,))}, "too few"),
        ({"given_wordings": GivenWordings(originals=("a", "b"), neutrals=(NEUTRAL,))}, "--neutral"),
        ({"given_wordings": replace(wordings(), placebos=("x",))}, "placebos"),
        ({"given_wordings": wordings(BEGINNINGS[:2]), "logprobs": True}, "at least 5"),
        ({"given_wordings": replace(wordings(), originals=(TEXT,) * 4)}, "wording 2 repeats"),
        (
            {
                "given_wordings": replace(
                    wordings(), neutrals=(*wordings().neutrals[:4], f"{NEUTRAL} I prefer Option A.")
                )
            },
            "letter",
        ),
    ],
)
def test_what_cannot_be_measured_is_refused_before_anything_is_asked(changes: dict[str, object], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        check_command(command("random", **changes), checked_prompt())


def test_an_author_needs_a_phrase_to_say_neutrally() -> None:
    with_author = command("random", given_wordings=GivenWordings(), author=ModelSpec.parse("openai/gpt-4.1"))
    with pytest.raises(InputError, match="--neutral"):
        check_command(with_author, checked_prompt(NEUTRAL))


def test_a_prompt_that_names_options_by_letter_is_refused() -> None:
    with pytest.raises(InputError, match="letter"):
        check_command(command("random"), checked_prompt(f"{TEXT} I would take Option A."))


@pytest.mark.parametrize("text", ["A", "A; B; C", "A; a", ";", "A;"])
def test_there_are_two_different_options(text: str) -> None:
    with pytest.raises(InputError, match="two different answers"):
        two_options(text.split(";"))
    assert two_options([" Merge now ", "Send back "]) == ("Merge now", "Send back")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (NEUTRAL, ""),
        (NEUTRAL.replace("40 GB", "some"), "lacks"),
        (NEUTRAL.replace("log_store", "a store"), "lacks"),
        (f"{NEUTRAL} There are 3 servers.", "adds '3'"),
        (NEUTRAL.replace("Kafka or a cron job?", "A cron job, or Kafka?"), ""),
        (NEUTRAL.replace("40 GB", "40GB"), ""),
        (NEUTRAL.replace("log_store", "catalog_store"), "lacks 'log_store'"),
    ],
)
def test_a_wording_keeps_figures_and_names_and_adds_none(text: str, problem: str) -> None:
    assert changed_facts(checked_prompt(), text, steers=False).startswith(problem)


@pytest.mark.parametrize(
    ("neutral", "missing"),
    [
        ("The API has 40 users on 4 hosts.\n```\nsend(item)\n```\nKafka or cron?", ""),
        ("The API has 40 users on hosts.\n```\nsend(item)\n```\nKafka or cron?", "4"),
        ("It rapidly has 40 users on 4 hosts.\n```\nsend(item)\n```\nKafka or cron?", "API"),
        ("The API has 40 users on 4 hosts. Kafka or cron?", "send(item)"),
    ],
)
def test_a_part_of_a_longer_word_or_number_does_not_count_as_the_fact(neutral: str, missing: str) -> None:
    prompt = checked_prompt("The API has 40 users on 4 hosts.\n```\nsend(item)\n```\nDefinitely Kafka, or cron?")
    assert changed_facts(prompt, neutral, steers=False) == (f"lacks {missing!r}" if missing else "")


def test_facts_of_the_steering_phrase_alone_may_be_missing_in_a_neutral_text() -> None:
    text = "Nine of the reviewers agree. As many as 90 % of developers would use Kafka. Kafka or cron?"
    neutral = "Nine of the reviewers agree. Kafka or cron?"
    assert changed_facts(checked_prompt(text), neutral, steers=True) == "lacks '90 %'"
    assert changed_facts(checked_prompt(text), neutral, steers=False) == ""


def test_a_wording_that_nearly_repeats_another_is_found() -> None:
    texts = [WordingTexts(f"{beginning} {TEXT}", f"{beginning} {NEUTRAL}") for beginning in BEGINNINGS]
    assert first_repetition(texts) is None
    assert first_repetition([*texts, WordingTexts(TEXT, texts[1].neutral + " ")]) == 4
    assert first_repetition([*texts, WordingTexts(texts[1].original, NEUTRAL)]) == 4


def test_more_wordings_make_the_interval_narrower() -> None:
    widths = [expected_half_width(number, 10) for number in (3, 5, 10, 20)]
    assert widths == sorted(widths, reverse=True)
    number = planned_wordings(0.2, 10)
    assert expected_half_width(number, 10) <= 0.2 < expected_half_width(number - 1, 10)
    with pytest.raises(InputError, match="half-width"):
        planned_wordings(0.01, 10)
    assert planned_wordings(0.9, 2, logprobs=True) == 5


def item(**changes: object) -> PromptItem:
    content = {
        "protocol": "prompts",
        "bias": "overconfidence bias",
        "cluster": "x-0",
        "scale": OPTIONS,
        "original": TEXT,
        "neutral": NEUTRAL,
        "provenance": {"author": "own wordings"},
    }
    return PromptItem.model_validate(content | changes)


def test_a_wording_is_an_item_of_a_protocol_without_a_norm() -> None:
    protocol, wording = protocol_named("prompts"), item()
    assert protocol.read(json.loads(wording.model_dump_json())) == wording
    assert wording.norm == "none"
    assert protocol.arms([wording, item(placebo="Other words.")]) == ARMS
    assert wording.question(Arm("neutral"), exchanged=True) == f"{NEUTRAL}\n\nOption A: A cron job\nOption B: Kafka"


@pytest.mark.parametrize("changes", [{"norm": "text"}, {"scale": ("A",)}, {"neutral": "Take option B."}])
def test_an_item_with_a_norm_another_scale_or_a_letter_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"norm|scale|letter"):
        item(**changes)
