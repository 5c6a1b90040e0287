"""What a stage expects to ask: the calls of ten candidates of which four pass, and the tokens of its question."""

import pytest

from probe.answers import CONSULT
from probe.asking import question_tokens, text_tokens, vote_calls
from probe.filters.bias_judge import SHARE_WITH_KINDS, BiasJudge, BiasJudgeSettings
from probe.filters.cascade import find_stage, load_settings
from probe.filters.stage import TypicalDilemma
from probe.models import ScriptedModel
from probe.ports import Oracle
from probe.prompts import load_prompts
from probe.values import Candidate, Corpus, Message, Profile, Seed
from tests.conftest import MakeResources

PAPER, STRICT = load_settings(Profile.PAPER), load_settings(Profile.STRICT)


def test_a_token_has_four_characters() -> None:
    assert text_tokens("12345678") == 2.0
    assert text_tokens("1234", "", "12") == 1.5
    assert question_tokens((Message(role="system", content="1234"), Message(role="user", content="12"))) == 1.5


@pytest.mark.parametrize(
    ("candidates", "accepted", "voters", "majority", "calls"),
    [
        (10, 10, 5, 4, 40),  # a vote that passes takes as many votes as it needs
        (10, 0, 5, 4, 35),  # a vote that fails ends between its second and its fifth vote
        (10, 4, 5, 4, 16 + 21),
        (10, 4, 3, 2, 8 + 15),
        (10, 4, 1, 1, 10),
        (2.5, 0.5, 5, 4, 2 + 7),
    ],
)
def test_votes_that_stop_early_cost_less(
    candidates: float, accepted: float, voters: int, majority: int, calls: float
) -> None:
    assert vote_calls(candidates, accepted, voters, majority) == calls


@pytest.mark.parametrize(
    ("stage", "paper", "strict"),
    [
        ("bias_existence", 10, 10),
        ("certificate", 4 + 6 * 3, 4 + 6 * 3),
        ("round_trip", 10, 20),
        ("grounding", 10, 10),
        ("decision", 37, 37),
        ("bias_judge", 4 * 2 + 6 * 2.5, 4 * 3 + 6 * 2),
    ],
)
def test_the_calls_of_a_stage_follow_from_its_settings(
    stage: str, paper: float, strict: float, seed: Seed, corpus: Corpus
) -> None:
    kind, example = find_stage(stage), TypicalDilemma(seed, load_prompts(), corpus)
    for settings, number in ((PAPER, paper), (STRICT, strict)):
        calls = kind.calls(settings.of(kind.form), 10, 4, example)
        assert calls is not None
        assert calls.number == number
        assert calls.role == kind.role


def test_some_translated_candidates_need_a_vote_on_kinds(seed: Seed, corpus: Corpus) -> None:
    example, settings = TypicalDilemma(seed, load_prompts(), corpus), STRICT.of(BiasJudgeSettings)
    composed_calls = BiasJudge.calls(settings, 10, 4, example)
    translated_calls = BiasJudge.calls(settings, 10, 4, example._replace(translated=True))
    assert translated_calls.number - composed_calls.number == pytest.approx(4 * SHARE_WITH_KINDS * 3)


@pytest.mark.parametrize("stage", ["template", "pair_similarity", "collision"])
def test_a_stage_that_asks_no_model_makes_no_calls(stage: str, seed: Seed, corpus: Corpus) -> None:
    kind = find_stage(stage)
    assert kind.calls(STRICT.of(kind.form), 10, 4, TypicalDilemma(seed, load_prompts(), corpus)) is None


@pytest.mark.parametrize("stage", ["bias_existence", "certificate", "round_trip", "decision", "bias_judge"])
async def test_the_question_is_estimated_from_the_one_that_is_asked(
    stage: str, seed: Seed, corpus: Corpus, candidate: Candidate, resources: MakeResources, oracle: Oracle
) -> None:
    kind, model = find_stage(stage), ScriptedModel(lambda request: "Hm.")
    assert kind.role is not None
    untranslated_candidate = candidate.model_copy(update={"programs": None} if kind.gives_programs else {})
    await kind(STRICT.of(kind.form), resources(oracle=oracle, **{kind.role: model})).examine(untranslated_candidate)
    calls = kind.calls(STRICT.of(kind.form), 10, 4, TypicalDilemma(seed, load_prompts(), corpus))
    assert calls is not None
    assert calls.purpose == model.requests[0].purpose
    assert calls.question == question_tokens(model.requests[0].messages)


def test_an_answer_is_as_long_as_what_it_has_to_contain(seed: Seed, corpus: Corpus) -> None:
    example, texts, programs = TypicalDilemma(seed, load_prompts(), corpus), seed.texts, seed.programs
    for stage, answer in (
        ("certificate", programs.axioms + programs.unbiased + programs.biased + programs.note),
        ("round_trip", texts.unbiased),
        ("grounding", texts.unbiased + texts.biased),
    ):
        kind = find_stage(stage)
        calls = kind.calls(STRICT.of(kind.form), 10, 4, example)
        assert calls is not None
        assert calls.answer == len(answer) / 4


async def test_a_program_is_shown_to_the_translator_without_its_consult_directive(
    candidate: Candidate, resources: MakeResources
) -> None:
    model = ScriptedModel(lambda request: candidate.texts.unbiased)
    kind = find_stage("round_trip")
    await kind(STRICT.of(kind.form), resources(translator=model)).examine(candidate)
    assert len(model.requests) == 2
    assert not any(CONSULT.search(message.content) for request in model.requests for message in request.messages)
