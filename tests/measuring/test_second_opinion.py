"""The answers of another judge and decider, and how their agreement is counted."""

from pathlib import Path
from typing import Any

import pytest

from probe.filters.bias_existence import BiasExistence, BiasExistenceSettings
from probe.filters.cascade import load_settings
from probe.filters.decision import DecisionSettings, DecisionStage
from probe.filters.stage import Stage
from probe.measuring.opinion import agreements, disagreements
from probe.measuring.reviewing import SecondOpinion, second_opinion
from probe.models import ScriptedModel
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.store import open_run
from probe.values import Bias, CandidateState, Corpus, Option, Profile, Request
from tests.conftest import MakeResources

STRICT = load_settings(Profile.STRICT)
YES, NO = "Explanation: it leans\nDecision: Yes", "Explanation: it does not\nDecision: No"


@pytest.fixture
async def opinion(corpus: Corpus, resources: MakeResources, tmp_path: Path) -> SecondOpinion:
    """A judge that does not see anchoring, and a decider that always takes Option A, on sixteen seeds."""
    seeds = corpus.seeds[:16]
    anchoring = Bias.ANCHORING.value
    judge = ScriptedModel(lambda request: NO if anchoring in request.messages[0].content else YES)
    decider = ScriptedModel(lambda request: "Explanation: first\nDecision: Option A")
    stage_resources = resources(judge=judge, decider=decider)
    stages: list[Stage[Any]] = [
        BiasExistence(STRICT.of(BiasExistenceSettings), stage_resources),
        DecisionStage(STRICT.of(DecisionSettings), stage_resources),
    ]
    with open_run(tmp_path, {"kind": "opinion"}) as store:
        outcome = await second_opinion(DilemmaProtocol(), [seed.to_pair() for seed in seeds], stages, store)
        right_is_a = [seed for seed in seeds if seed.correct_option is Option.A]
        assert len(list(store.candidates(CandidateState.ACCEPTED))) == len(right_is_a) - 1, "those of other biases"
        assert len(list(store.candidates())) == len(seeds)
    return outcome


def test_agreement_is_the_share_that_passes_again(opinion: SecondOpinion) -> None:
    """Both stages see every pair: a pair that the judge rejects is still decided."""
    counts = {
        (agreement.stage, agreement.bias): (agreement.agree, agreement.pairs) for agreement in agreements(opinion)
    }
    assert counts["bias_existence", None] == (14, 16)
    assert counts["bias_existence", Bias.ANCHORING] == (0, 2)
    assert counts["decision", None] == (8, 16)
    assert counts["decision", Bias.FRAMING] == (1, 2)


def test_shares_have_wilson_intervals(opinion: SecondOpinion) -> None:
    """8 of 16: Wilson's interval is 28.0 % to 72.0 %."""
    decision = next(
        agreement for agreement in agreements(opinion) if agreement.stage == "decision" and agreement.bias is None
    )
    assert (round(decision.low, 3), round(decision.high, 3)) == (0.28, 0.72)


def test_disagreements_name_pair_stage_and_reason(opinion: SecondOpinion, corpus: Corpus) -> None:
    rows = disagreements(opinion)
    assert len(rows) == 2 + 8
    pair_ids = {disagreement.pair_id for disagreement in rows if disagreement.stage == "bias_existence"}
    assert pair_ids == {seed.to_pair().id for seed in corpus.seeds_of(Bias.ANCHORING)}
    assert all("Option B" in disagreement.reason for disagreement in rows if disagreement.stage == "decision")


async def test_an_absent_decider_is_not_agreement(corpus: Corpus, resources: MakeResources, tmp_path: Path) -> None:
    stages: list[Stage[Any]] = [DecisionStage(STRICT.of(DecisionSettings), resources())]
    with open_run(tmp_path, {"kind": "opinion"}) as store:
        opinion = await second_opinion(DilemmaProtocol(), [corpus.seeds[0].to_pair()], stages, store)
    assert agreements(opinion) == ()


async def test_a_wavering_decider_disagrees(corpus: Corpus, resources: MakeResources, tmp_path: Path) -> None:
    """Three of five runs agree, but four are needed."""
    seed = corpus.seeds[0]
    right_option = seed.correct_option

    def answer(request: Request) -> str:
        return f"Decision: Option {(right_option if request.run < 3 else right_option.other_option).letter}"

    stages: list[Stage[Any]] = [DecisionStage(STRICT.of(DecisionSettings), resources(decider=ScriptedModel(answer)))]
    with open_run(tmp_path, {"kind": "opinion"}) as store:
        opinion = await second_opinion(DilemmaProtocol(), [seed.to_pair()], stages, store)
    assert agreements(opinion)[0].agree == 0
