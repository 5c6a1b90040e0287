"""Another decider answers items without a cascade; it agrees where it gives the recorded right answers."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from probe.cli.output import round_numbers
from probe.errors import InputError
from probe.files.dataset import write_dataset
from probe.measuring.reviewing import OpinionCommand, review_of
from probe.protocols.templates.item import TemplateItem
from probe.values import Item, ModelSpec
from tests.protocols.templates.material import SOFTWARE
from tests.protocols.templates.material import items as composed
from tests.protocols.triage.made import a_choice, a_form, a_set, an_attribute
from tests.shared import CommandLine

TRIAGE = (a_set("s", 5), a_form("f", right=1), a_choice("c", right=2), an_attribute("a"))


def second_opinion(probe: CommandLine, items: Sequence[Item], decider: str, folder: Path) -> dict[str, object]:
    write_dataset(folder / "items.jsonl", items)
    document: dict[str, object] = json.loads(
        probe("opinion", folder / "items.jsonl", "--model", decider, "--out", folder / "opinion", "--json").stdout
    )
    return document


def agreement(document: dict[str, object]) -> tuple[int, int]:
    rows = document["agreement"]
    assert isinstance(rows, list)
    [overall] = [row for row in rows if row["bias"] is None]
    assert overall["stage"] == "decision"
    return overall["agree"], overall["pairs"]


def test_a_decider_that_follows_the_rules_agrees_with_every_item(probe: CommandLine, tmp_path: Path) -> None:
    document = second_opinion(probe, TRIAGE, "simulated/rational", tmp_path)
    assert agreement(document) == (4, 4)
    assert (document["items"], document["complete"], document["disagreements"]) == (4, True, [])
    assert round_numbers(json.loads((tmp_path / "opinion" / "opinion.json").read_text())) == document


def test_every_profile_of_a_set_counts(probe: CommandLine, tmp_path: Path) -> None:
    """A decider that always gives the first answer is right about the profiles to accept, but not about a whole set."""
    document = second_opinion(probe, TRIAGE, "simulated/prefers-first", tmp_path)
    assert agreement(document) == (1, 4)
    reasons = {disagreement["pair_id"]: disagreement["reason"] for disagreement in document["disagreements"]}  # type: ignore[attr-defined]
    assert set(reasons) == {item.id for item in TRIAGE[:3]}
    assert reasons[TRIAGE[0].id] == "0 of 5 runs choose SEND BACK in the arm alone_2, which is right"


def test_items_without_a_right_answer_are_left_out(probe: CommandLine, tmp_path: Path) -> None:
    items = composed(SOFTWARE, "framing effect")[:2]
    judged_item = TemplateItem.model_validate(items[0].model_dump() | {"id": "", "right": {"control": 1}})
    document = second_opinion(probe, [judged_item, items[1]], "simulated/rational", tmp_path)
    assert agreement(document) == (1, 1)
    assert "left out because no answer is known to be right: 1 of the items" in document["notices"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("items", "roles", "problem"),
    [
        (TRIAGE, {"judge": "openai/m", "decider": None}, "name a --decider"),
        (composed(SOFTWARE, "framing effect")[:1], {"judge": None, "decider": "openai/m"}, "has a right answer"),
    ],
)
def test_what_cannot_be_repeated_is_one_line(items: Sequence[Item], roles: dict[str, str | None], problem: str) -> None:
    specs = {role: ModelSpec.parse(name) if name else None for role, name in roles.items()}
    with pytest.raises(InputError, match=problem) as excinfo:
        review_of(OpinionCommand(judge=specs["judge"], decider=specs["decider"]), items)
    assert "\n" not in str(excinfo.value)


def test_the_estimate_counts_each_question_as_often_as_it_is_asked() -> None:
    review = review_of(OpinionCommand(judge=None, decider=ModelSpec.parse("openai/m")), TRIAGE)
    assert sum(call.number for call in review.calls()) == 5 * (5 + 3)
