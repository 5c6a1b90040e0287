"""The fact twin in an audit: the changed fact is marked, and whether the other option follows is checked."""

import html
from pathlib import Path

import pytest

from probe.audit.describing import SubjectRun, make_dossier
from probe.audit.dossier import Dossier
from probe.audit.evidence import TWIN_MEANINGS
from probe.audit.item_document import item_document
from probe.files.dataset import write_dataset
from probe.grammar import GrammarAuthor
from probe.oracle import SwiOracle
from probe.values import Arm, Bias, Decision, Dilemma, Outcome, Profile, index_of
from probe.values.base import FACTS_BY_CUE
from tests.grammar.composed import pair_of
from tests.shared import CommandLine


@pytest.fixture(scope="module")
def pair() -> Dilemma:
    """A composed dilemma whose rules are stated."""
    return pair_of(GrammarAuthor({"mode": "policy", "depth": "3"}, seed=5).candidate(Bias.FRAMING, 0))


@pytest.fixture
async def dossier(pair: Dilemma, oracle: SwiOracle) -> Dossier:
    return await make_dossier(pair, oracle, Profile.STRICT)


def test_the_changed_fact_is_marked_and_the_other_option_follows(pair: Dilemma, dossier: Dossier) -> None:
    twin = dossier.twin
    assert twin is not None
    assert pair.twin is not None
    assert twin.flips
    assert "".join(piece.text for piece in twin.text) == pair.twin.unbiased
    assert "".join(piece.text for piece in twin.biased_text) == pair.twin.biased
    marked_texts = [piece.text for piece in twin.text if piece.changed]
    assert marked_texts
    assert sum(map(len, marked_texts)) < len(pair.twin.unbiased) / 4
    assert [line.text for line in twin.programs[0].lines if line.changed] == [pair.twin.changed]
    for program in twin.programs:
        assert program.verdict.choice is pair.twin.correct_option
    assert [shown_check.check.name for shown_check in twin.meaning] == list(TWIN_MEANINGS)
    assert {shown_check.check.outcome for shown_check in (*twin.meaning, *twin.checks)} <= {
        Outcome.HOLDS,
        Outcome.NOT_RUN,
    }
    assert all(shown_check.meaning.asks for shown_check in (*twin.meaning, *twin.checks))
    assert twin.sentence in dossier.in_short


def test_each_clause_of_the_axioms_says_where_the_text_states_it_and_the_norm_that_it_does_not(
    pair: Dilemma, dossier: Dossier
) -> None:
    notes = {line.text: line.note for line in dossier.proofs[0].axioms if line.note}
    assert notes["called_for(Action) :-"] == notes["admissible(contract)."] == "not in the text"
    heads = {clause.splitlines()[0] for rule in pair.stated_rules for clause in rule.clauses}
    stated_clauses = {text: note for text, note in notes.items() if note != "not in the text"}
    assert set(stated_clauses) == heads
    # The text puts each number before the rule of its clause.
    for rule in pair.stated_rules:
        (number,) = {stated_clauses[clause.splitlines()[0]].removeprefix("text: ") for clause in rule.clauses}
        text_before, _, _ = pair.unbiased.partition(rule.sentence)
        assert number
        assert number in text_before.splitlines()[-1]
    assert "<small> not in the text</small>" in item_document(dossier).page()


async def test_a_twin_that_does_not_flip_is_shown_as_failing(pair: Dilemma, oracle: SwiOracle) -> None:
    assert pair.twin is not None
    programs = {"unbiased_program": pair.unbiased_program, "biased_program": pair.biased_program}
    stuck_pair = pair.model_copy(update={"twin": pair.twin.model_copy(update=programs)})
    twin = (await make_dossier(stuck_pair, oracle, Profile.STRICT)).twin
    assert twin is not None
    assert not twin.flips
    assert twin.meaning[0].check.outcome is Outcome.FAILS


def test_the_page_shows_the_twin_once_and_in_full(pair: Dilemma, dossier: Dossier) -> None:
    assert pair.twin is not None
    assert dossier.twin is not None
    page = item_document(dossier).page()
    assert f'id="{pair.id}-twin"' in page
    assert f'id="{pair.id}-twin-twin_flips"' in page
    for piece in dossier.twin.text:
        if piece.changed:
            assert f"<mark>{html.escape(piece.text)}</mark>" in page
    names = [part.split('"')[3] for part in page.split("<details ") if part.startswith('class="check" id=')]
    assert len(names) == len(set(names))


def test_json_of_a_dilemma_holds_its_twin(pair: Dilemma, probe: CommandLine, tmp_path: Path) -> None:
    assert pair.twin is not None
    write_dataset(tmp_path / "dataset.jsonl", [pair])
    twin_document = probe.json("audit", tmp_path / "dataset.jsonl", pair.id)["twin"]
    assert (twin_document["flips"], twin_document["correct_option"]) == (True, pair.twin.correct_option.value)
    assert twin_document["programs"]["unbiased"]["choice"] == pair.twin.correct_option.value
    output = probe("audit", tmp_path / "dataset.jsonl", pair.id).stdout
    assert pair.twin.changed in output


async def test_decisions_on_a_twin_are_right_by_its_own_facts(pair: Dilemma, oracle: SwiOracle) -> None:
    right_options = {arm: pair.right_option(arm) for arm in FACTS_BY_CUE}
    decisions = [
        Decision.model_validate(
            {"item_id": pair.id, "arm": arm, "run": 0, "decision": index_of(right_options[arm].letter)}
        )
        for arm in FACTS_BY_CUE
    ]
    (subject,) = (await make_dossier(pair, oracle, Profile.PAPER, [SubjectRun("x", decisions, {})])).subjects
    assert [(shown_arm.arm, shown_arm.wrong) for shown_arm in subject.arms] == [(arm, 0) for arm in FACTS_BY_CUE]
    assert [shown_arm.decisions[0].answer for shown_arm in subject.arms] == [
        right_options[arm].letter for arm in FACTS_BY_CUE
    ]
    assert right_options[Arm.TWIN] is right_options[Arm.BIASED].other_option
