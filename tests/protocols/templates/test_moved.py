"""Which tests a list of items shows as moved, and what a report says about answers that were not all read."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from probe.protocols.comparing import moved_items
from probe.protocols.templates.item import CONTROL, TREATMENT, TemplateItem
from probe.protocols.templates.protocol import TemplateProtocol
from probe.store import open_run
from probe.values import Choice, Decision
from tests.analysis.made_datasets import evaluation_of
from tests.analysis.reports import report_on_items
from tests.protocols.templates.material import SOFTWARE, items

TESTS = items(SOFTWARE, "framing effect", 40)


def decisions_at(
    item: TemplateItem, control: Choice, treatment: Choice, mitigation: str = "none", certainty: float | None = None
) -> Iterator[Decision]:
    """Both answers to a test; ``certainty`` is the probability of each, the rest going to its neighbours or to none."""
    for arm, option in ((CONTROL, control), (TREATMENT, treatment)):
        probabilities = None
        if certainty is not None and option != "unparsed":
            spread = certainty if arm == CONTROL else certainty - 0.1
            probabilities = tuple(spread if index == option else 0.01 for index, _ in enumerate(item.scale))
        yield Decision(
            item_id=item.id, arm=arm, run=0, decision=option, mitigation=mitigation, probabilities=probabilities
        )


def store_decisions(folder: Path, decisions: list[Decision]) -> Path:
    with open_run(folder, {"kind": "evaluate", "subject": "m/x", "runs": 1, "order": "as-written",
                           "protocol": "templates", "questions": len(decisions)}) as store:  # fmt: skip
        store.keep_items(TESTS[:2])
        for decision in decisions:
            store.keep_decision(decision)
    return folder


def test_what_only_a_mitigation_moves_is_not_moved(tmp_path: Path) -> None:
    """Unless there is nothing else in the folder."""
    mitigated_decisions = [*decisions_at(TESTS[0], 3, 5, "bias-warning"), *decisions_at(TESTS[1], 3, 3, "bias-warning")]
    plain_decisions = [*decisions_at(TESTS[0], 3, 3), *decisions_at(TESTS[1], 3, 5)]
    protocol = TemplateProtocol()
    assert moved_items(protocol, store_decisions(tmp_path / "both", [*plain_decisions, *mitigated_decisions])) == {
        TESTS[1].id
    }
    assert moved_items(protocol, store_decisions(tmp_path / "alone", mitigated_decisions)) == {TESTS[0].id}


def test_a_direct_answer_is_moved_where_its_most_probable_option_is(tmp_path: Path) -> None:
    """The probabilities of both texts differ on every test."""
    decisions = [*decisions_at(TESTS[0], 3, 3, certainty=0.8), *decisions_at(TESTS[1], 3, 5, certainty=0.8)]
    assert moved_items(TemplateProtocol(), store_decisions(tmp_path / "run", decisions)) == {TESTS[1].id}


@pytest.mark.parametrize(
    ("certainty", "unread", "words"),
    [
        (None, True, "However unparsed answers are read, it"),
        (0.8, False, "However the probability of other answers is divided among the options, it"),
        (None, False, ""),
    ],
)
def test_bounds_are_said_of_what_was_not_read(certainty: float | None, unread: bool, words: str) -> None:
    decisions = [decision for item in TESTS for decision in decisions_at(item, 3, 5, certainty=certainty)]
    if unread:
        decisions[:20] = [decision.model_copy(update={"decision": "unparsed"}) for decision in decisions[:20]]
    evaluation = evaluation_of(
        TESTS, decisions, runs=1, order="as-written", reference="control", direct=certainty is not None
    )
    answer = " ".join(report_on_items(TemplateProtocol().study([evaluation])).answer)
    assert (words in answer) if words else ("However" not in answer)
