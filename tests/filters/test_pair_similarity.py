"""The two texts of a pair are close, but not the same."""

from probe.filters.cascade import load_settings
from probe.filters.pair_similarity import PairSimilarity, PairSimilaritySettings
from probe.values import Bias, Candidate, Profile, StageOutcome, StageResult, Texts
from tests.conftest import MakeResources

SETTINGS = load_settings(Profile.STRICT).of(PairSimilaritySettings)


async def examine_pair(
    candidate: Candidate, resources: MakeResources, biased: str, bias: Bias = Bias.ANCHORING
) -> StageResult:
    texts = Texts(unbiased=candidate.texts.unbiased, biased=biased)
    changed_candidate = candidate.model_copy(update={"texts": texts, "bias": bias})
    return (await PairSimilarity(SETTINGS, resources()).examine(changed_candidate)).results[-1]


async def test_a_seed_is_accepted_with_both_measures(candidate: Candidate, resources: MakeResources) -> None:
    result = await examine_pair(candidate, resources, candidate.texts.biased)
    assert result.outcome is StageOutcome.ACCEPTED
    assert set(result.evidence) >= {"cosine", "levenshtein"}


async def test_the_same_text_twice_is_no_pair(candidate: Candidate, resources: MakeResources) -> None:
    result = await examine_pair(candidate, resources, candidate.texts.unbiased)
    assert result.outcome is StageOutcome.REJECTED
    assert result.evidence["levenshtein"] == 1.0
    assert "nearly the same" in result.reason


async def test_another_dilemma_is_no_pair(candidate: Candidate, resources: MakeResources) -> None:
    result = await examine_pair(candidate, resources, "I need a lamp. Option A or Option B?")
    assert result.outcome is StageOutcome.REJECTED
    assert "differ in more than a cue" in result.reason


async def test_framing_may_change_more(candidate: Candidate, resources: MakeResources) -> None:
    """The same edit is too large for anchoring and within the range of framing (Levenshtein from 0.55)."""
    unbiased = candidate.texts.unbiased
    longer_text = unbiased.replace(
        "\n", " It matters to me that this is done well, and that I can explain it later.\n", 1
    )
    longer_text = longer_text.replace(
        "\n", " I want to think about it with care before I say anything to the others.\n", 1
    )
    longer_text = longer_text.replace(
        "\n", " My colleagues on the other floor wait for what I am going to tell them about it on Monday.\n", 1
    )
    anchoring = await examine_pair(candidate, resources, longer_text)
    framing = await examine_pair(candidate, resources, longer_text, Bias.FRAMING)
    assert 0.55 <= float(str(framing.evidence["levenshtein"])) < 0.70
    assert anchoring.outcome is StageOutcome.REJECTED
    assert "cosine" in framing.evidence
