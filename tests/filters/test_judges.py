"""``bias_existence`` and ``bias_judge``: what judges are shown, and how their votes count."""

import pytest

from probe.filters.bias_existence import BiasExistence, BiasExistenceSettings
from probe.filters.bias_judge import BiasJudge, BiasJudgeSettings
from probe.filters.cascade import load_settings
from probe.models import ScriptedModel
from probe.values import Candidate, Certificate, Check, Outcome, Profile, Request, StageOutcome
from tests.conftest import MakeResources

YES, NO = "Explanation: it leans\nDecision: Yes, so it does", "Explanation: it does not\nDecision: No"
PAPER, STRICT = load_settings(Profile.PAPER), load_settings(Profile.STRICT)


async def test_existence_is_asked_of_the_biased_text_alone(candidate: Candidate, resources: MakeResources) -> None:
    judge = ScriptedModel([YES])
    stage = BiasExistence(STRICT.of(BiasExistenceSettings), resources(judge=judge))
    result = (await stage.examine(candidate)).results[-1]
    prompt = "\n".join(message.content for message in judge.requests[0].messages)
    assert result.outcome is StageOutcome.ACCEPTED
    assert candidate.texts.biased in prompt
    assert candidate.texts.unbiased not in prompt
    assert result.evidence["said"] == ["it leans"]


async def test_existence_rejects_on_no(candidate: Candidate, resources: MakeResources) -> None:
    stage = BiasExistence(STRICT.of(BiasExistenceSettings), resources(judge=ScriptedModel([NO])))
    assert (await stage.examine(candidate)).results[-1].outcome is StageOutcome.REJECTED


@pytest.mark.parametrize(
    ("answers", "paper", "strict"),
    [
        ([YES, YES, YES], StageOutcome.ACCEPTED, StageOutcome.ACCEPTED),
        ([YES, NO, YES], StageOutcome.ACCEPTED, StageOutcome.REJECTED),
        ([NO, NO, YES], StageOutcome.REJECTED, StageOutcome.REJECTED),
    ],
)
async def test_two_of_three_for_the_paper_and_all_for_strict(
    candidate: Candidate, resources: MakeResources, answers: list[str], paper: StageOutcome, strict: StageOutcome
) -> None:
    for settings, expected in ((PAPER, paper), (STRICT, strict)):
        judge = ScriptedModel(lambda request: answers[request.run])
        stage = BiasJudge(settings.of(BiasJudgeSettings), resources(judge=judge))
        assert (await stage.examine(candidate)).results[-1].outcome is expected


async def test_the_judge_is_given_the_wrong_option(candidate: Candidate, resources: MakeResources) -> None:
    judge = ScriptedModel(lambda request: YES)
    stage = BiasJudge(STRICT.of(BiasJudgeSettings), resources(judge=judge))
    await stage.examine(candidate)
    assert candidate.correct_option is not None
    assert (
        f"lean towards Option {candidate.correct_option.other_option.letter}" in judge.requests[0].messages[-1].content
    )


async def test_an_unreadable_vote_is_asked_again_and_counted(candidate: Candidate, resources: MakeResources) -> None:
    """The run index stays and the attempt grows; a vote that stays unreadable is not a yes."""
    judge = ScriptedModel(lambda request: "<<<%%%>>>")
    stage = BiasExistence(STRICT.of(BiasExistenceSettings), resources(judge=judge))
    result = (await stage.examine(candidate)).results[-1]
    assert [(request.run, request.attempt) for request in judge.requests] == [(0, 0), (0, 1), (0, 2)]
    questions = [request.sent_messages[-1].content for request in judge.requests]
    assert len(set(questions)) == 3
    assert questions[0] == judge.requests[0].messages[-1].content
    assert "no line 'Decision: Yes'" in questions[1]
    assert len({request.key("e", "m") for request in judge.requests}) == 3
    assert result.outcome is StageOutcome.REJECTED
    assert result.evidence["unreadable"] == 1


async def test_without_a_judge_the_stages_say_so(candidate: Candidate, resources: MakeResources) -> None:
    for stage in (
        BiasExistence(STRICT.of(BiasExistenceSettings), resources()),
        BiasJudge(STRICT.of(BiasJudgeSettings), resources()),
    ):
        result = (await stage.examine(candidate)).results[-1]
        assert result.outcome is StageOutcome.NOT_RUN
        assert "judge" in result.reason


async def test_without_a_right_option_the_pair_is_rejected_unasked(
    candidate: Candidate, resources: MakeResources
) -> None:
    judge = ScriptedModel([YES])
    undecided_candidate = candidate.model_copy(update={"correct_option": None})
    stage = BiasJudge(STRICT.of(BiasJudgeSettings), resources(judge=judge))
    assert (await stage.examine(undecided_candidate)).results[-1].outcome is StageOutcome.REJECTED
    assert judge.requests == []


def listing(candidate: Candidate, *kinds: str, is_translated: bool = True) -> Candidate:
    """Return ``candidate`` with a certificate that lists ``kinds`` that would count."""
    check = Check(name="inert_cue", outcome=Outcome.HOLDS, reason="excluded", evidence={"would_count": [*kinds]})
    certificate = Certificate(profile=Profile.STRICT, oracle="SWI-Prolog 9", checks=(check,))
    failed_checks = ((),) if is_translated else ()
    return candidate.model_copy(update={"certificate": certificate, "failed_checks": failed_checks})


def on_kinds(request: Request) -> bool:
    """Return whether a request asks whether the cue is one of the kinds that would count."""
    return "Kinds that would count: contract, measurement" in request.messages[-1].content


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("Explanation: it is a rumour\nDecision: Yes, it is none of them", StageOutcome.ACCEPTED),
        ("Explanation: it cites a contract\nDecision: No, it is a contract", StageOutcome.REJECTED),
    ],
)
async def test_a_cue_of_a_kind_that_counts_is_rejected(
    candidate: Candidate, resources: MakeResources, answer: str, outcome: StageOutcome
) -> None:
    judge = ScriptedModel(lambda request: answer if on_kinds(request) else YES)
    stage = BiasJudge(STRICT.of(BiasJudgeSettings), resources(judge=judge))
    result = (await stage.examine(listing(candidate, "contract", "measurement"))).results[-1]
    requests = [request for request in judge.requests if on_kinds(request)]
    assert result.outcome is outcome
    assert "contract, measurement" in result.reason
    assert len(requests) == (3 if outcome is StageOutcome.ACCEPTED else 1)
    assert candidate.texts.biased in requests[0].messages[-1].content
    assert result.evidence["yes"] == 3
    assert BiasJudge.near_miss(result.evidence).startswith("3 of" if outcome is StageOutcome.ACCEPTED else "0 of")


@pytest.mark.parametrize(
    ("kinds", "is_translated"), [((), True), (("contract", "measurement"), False)], ids=["none", "composed"]
)
async def test_kinds_are_asked_about_only_where_a_reader_has_to_tell(
    candidate: Candidate, resources: MakeResources, kinds: tuple[str, ...], is_translated: bool
) -> None:
    """A composed cue has its kind in its program, and the certificate has compared it."""
    judge = ScriptedModel([YES] * 3)
    stage = BiasJudge(STRICT.of(BiasJudgeSettings), resources(judge=judge))
    result = (await stage.examine(listing(candidate, *kinds, is_translated=is_translated))).results[-1]
    assert result.outcome is StageOutcome.ACCEPTED
    assert len(judge.requests) == 3


async def test_a_lost_vote_on_the_texts_ends_the_questions(candidate: Candidate, resources: MakeResources) -> None:
    judge = ScriptedModel(lambda request: NO)
    stage = BiasJudge(STRICT.of(BiasJudgeSettings), resources(judge=judge))
    assert (await stage.examine(listing(candidate, "contract"))).results[-1].outcome is StageOutcome.REJECTED
    assert not any("Kinds that would count" in request.messages[-1].content for request in judge.requests)
