"""The checks of a written control: exchange of the cue, length and a judge's votes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from probe.asking import Asker, judge_vote, poll
from probe.filters.bias_judge import BiasJudgeSettings, pair_question
from probe.filters.cascade import CascadeSettings
from probe.filters.pair_similarity import PairSimilaritySettings, similarity_of
from probe.filters.stage import accept, reject
from probe.filters.template import form_of
from probe.ports import Embedder
from probe.prompts import Prompts
from probe.values import (
    Arm,
    Bias,
    BiasSheet,
    Dilemma,
    Evidence,
    Message,
    StageOutcome,
    StageResult,
    Texts,
)
from probe.values.texts import exchange_options, words_put_in

ALLOWANCE = 0.2
"""A control may be shorter or longer than the cue by this share of its length (in inserted characters)."""

UNREADABLE, EXCHANGE, LENGTH, JUDGE = "unreadable", "exchange", "length", "judge"
"""The checks of a control besides the stages ``template`` and ``pair_similarity``."""


@dataclass(frozen=True)
class ControlWriters:
    """The author, the judge and what they need; a control is requested at most ``tries`` times."""

    author: Asker
    judge: Asker
    embedder: Embedder
    prompts: Prompts
    sheets: dict[Bias, BiasSheet]
    cascade: CascadeSettings
    tries: int


def allowed_length(pair: Dilemma) -> tuple[int, int]:
    """Return how many characters a control may insert into the unbiased text: the cue's number ±20 %."""
    cue_length = len(words_put_in(pair.unbiased, pair.biased))
    return math.floor((1 - ALLOWANCE) * cue_length), math.ceil((1 + ALLOWANCE) * cue_length)


async def check_control(pair: Dilemma, arm: Arm, text: str, writers: ControlWriters) -> StageResult:
    """Check one text's form, length and similarity, then ask the judge: the cheapest checks come first."""
    texts, length = Texts(unbiased=pair.unbiased, biased=text), _check_length(pair, text)
    for result in (form_of(texts), _check_exchange(pair, text), length):
        if result.outcome is StageOutcome.REJECTED:
            return result
    limits = writers.cascade.of(PairSimilaritySettings).of(pair.bias)
    similarity = await similarity_of(texts, limits, writers.embedder)
    if similarity.outcome is StageOutcome.REJECTED:
        return similarity
    judgement = await _judge(pair, arm, text, writers)
    return judgement.model_copy(update={"evidence": {**length.evidence, **similarity.evidence, **judgement.evidence}})


def _check_exchange(pair: Dilemma, text: str) -> StageResult:
    """Require exchangeable options if the pair has them; otherwise no arm of the dilemma could be exchanged."""
    if exchange_options(text) is None and all(exchange_options(version) for version in (pair.unbiased, pair.biased)):
        return reject(EXCHANGE, "its options cannot be exchanged, but those of the pair can")
    return accept(EXCHANGE, "its options can be exchanged if those of the pair can")


def _check_length(pair: Dilemma, text: str) -> StageResult:
    inserted_count, (shortest, longest) = len(words_put_in(pair.unbiased, text)), allowed_length(pair)
    reason = f"{inserted_count} characters are inserted; the cue's length allows {shortest} to {longest}"
    return (accept if shortest <= inserted_count <= longest else reject)(LENGTH, reason, put_in=inserted_count)


async def _judge(pair: Dilemma, arm: Arm, text: str, writers: ControlWriters) -> StageResult:
    """Let the judge decide whether a control fits its arm."""
    settings = writers.cascade.of(BiasJudgeSettings)
    messages = _judge_question(pair, arm, text, writers)
    outcome = await poll(settings.votes, settings.yes, judge_vote(writers.judge, messages))
    right, wrong = (f"Option {option.letter}" for option in (pair.correct_option, pair.correct_option.other_option))
    expectation = {
        Arm.PLACEBO: "no cue in the placebo",
        Arm.COUNTER: f"the counter-cue, towards {right}",
        Arm.ADVOCACY: f"a recommendation of {wrong} and nothing else",
    }[arm]
    reason = f"{outcome.yes} of {len(outcome.votes)} votes find {expectation}"
    return (accept if outcome.carried else reject)(JUDGE, reason, **outcome.evidence())


def _judge_question(pair: Dilemma, arm: Arm, text: str, writers: ControlWriters) -> tuple[Message, ...]:
    sheet = writers.sheets[pair.bias]
    if arm is Arm.COUNTER:
        texts = Texts(unbiased=pair.unbiased, biased=text)
        return pair_question(writers.prompts, sheet, texts, f"Option {pair.correct_option.letter}")
    fields = {"bias": pair.bias.value, "definition": sheet.definition, "unbiased": pair.unbiased, arm.value: text}
    if arm is Arm.ADVOCACY:
        fields["wrong_option"] = f"Option {pair.correct_option.other_option.letter}"
    return writers.prompts.fill(f"judge_{arm.value}", **fields)


def control_evidence(
    result: StageResult, arm: Arm, rejections: Sequence[tuple[Arm, StageResult]], writers: ControlWriters
) -> Evidence:
    """Return a dataset's evidence on one control: its author and judge, and why earlier tries were rejected."""
    return {
        "outcome": result.outcome.value,
        "reason": result.reason,
        "author": str(writers.author.model.spec),
        "judge": str(writers.judge.model.spec),
        "rejected_tries": [
            f"{rejection.stage}: {rejection.reason}" for rejected_arm, rejection in rejections if rejected_arm is arm
        ],
        **result.evidence,
    }
