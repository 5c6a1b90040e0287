"""What the measuring commands would take, before any model is asked."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from probe.asking import SHORT_ANSWER, Calls, question_tokens, text_tokens, vote_calls
from probe.files.corpus import corpus_of
from probe.filters.bias_judge import BiasJudgeSettings, pair_question
from probe.filters.cascade import load_settings
from probe.filters.estimates import CallEstimate, Estimate, PricedEstimate, entry_of, priced_estimate
from probe.measuring.awareness import (
    QUESTIONS,
    VOTES,
    AwarenessCommand,
    awareness_question,
    to_judge,
    total_votes,
)
from probe.measuring.controls import WRITINGS, ControlsCommand, control_question, missing_controls
from probe.measuring.conversation_calls import conversation_calls
from probe.measuring.evaluate import EvaluateCommand, conditions, questions, showing
from probe.measuring.reviewing import OpinionCommand, review_of
from probe.measuring.work import MeasuringCommand, sheets_of
from probe.prompts import load_prompts
from probe.protocols.conversation import Conversation
from probe.session import calls_made, holds_run, load_prices, read_run
from probe.values import Dilemma, Item, ModelSpec, Profile, Texts


def estimate_evaluation(command: EvaluateCommand, items: Sequence[Item], out: Path) -> PricedEstimate:
    """Return the questions that ``out`` has no decision on yet."""
    answered: set[tuple[str, str, int, str, int]] = set()
    if holds_run(out):
        with read_run(out) as run:
            answered = {
                (decision.item_id, decision.arm, decision.run, decision.mitigation, decision.turn)
                for decision in run.decisions()
            }
    asked = [conversation for conversation in questions(command, items) if _is_open(conversation, answered)]
    return _priced(command, items, _calls_of(command, items, asked), {"subject": command.subject}, out)


def evaluation_calls(command: EvaluateCommand, items: Sequence[Item]) -> tuple[CallEstimate, ...]:
    """Return the calls of a whole evaluation, by purpose, as no run has made any of them."""
    return _by_purpose(_calls_of(command, items, questions(command, items)))


def _calls_of(command: EvaluateCommand, items: Sequence[Item], asked: Sequence[Conversation]) -> list[Calls]:
    settings, prompts = showing(command, items), load_prompts(command.prompts)
    asking = command.protocol.asking(items, settings)
    under = conditions(command, items)
    how = {"direct": settings.direct, "confidence": settings.confidence}
    return asyncio.run(conversation_calls(asking, prompts, under, asked, role="subject", **how))


def _is_open(conversation: Conversation, answered: set[tuple[str, str, int, str, int]]) -> bool:
    return any(
        (conversation.item_id, conversation.arm, conversation.run, conversation.mitigation, turn) not in answered
        for turn in conversation.asked
    )


def estimate_awareness(command: AwarenessCommand, folder: Path) -> PricedEstimate:
    """Return the votes that are missing in ``folder``."""
    pairs, explanations = to_judge(folder)
    corpus = corpus_of(pairs, command.seeds)
    prompts = load_prompts(command.prompts, corpus.words)
    sheets = sheets_of(pairs, corpus)
    with read_run(folder) as run:
        cast = sum(vote.judge == str(command.judge) for vote in run.votes())
    total = total_votes(folder)
    # Only the number of missing votes is known here, so they are spread evenly over the questions.
    votes = VOTES * max(0, total - cast) / max(total, 1)
    questions = [awareness_question(prompts, sheets, judged, which) for judged in explanations for which in QUESTIONS]
    calls = [Calls("awareness", "judge", votes, question_tokens(question), SHORT_ANSWER) for question in questions]
    return _priced(command, pairs, calls, {"judge": command.judge}, folder)


def estimate_controls(command: ControlsCommand, pairs: Sequence[Dilemma], out: Path) -> PricedEstimate:
    """Return the calls for one try for each pair that lacks a control, with the votes on both."""
    corpus = corpus_of(pairs, command.seeds)
    prompts, sheets = load_prompts(command.prompts, corpus.words), sheets_of(pairs, corpus)
    judging = load_settings(Profile.STRICT).of(BiasJudgeSettings)
    calls = []
    for pair in pairs:
        texts, sheet, lacking = (
            Texts(unbiased=pair.unbiased, biased=pair.biased),
            sheets[pair.bias],
            missing_controls(pair),
        )
        judged = question_tokens(pair_question(prompts, sheet, texts, "Option A"))
        for writing in WRITINGS:
            if missing := len(set(writing.arms) & set(lacking)):
                question = control_question(prompts, sheet, pair, writing)
                votes = vote_calls(missing, missing, judging.votes, judging.yes)
                answer = missing * text_tokens(pair.biased) / 4
                calls += [
                    Calls(writing.template, "author", 1, question_tokens(question), answer),
                    Calls("judge", "judge", votes, judged, SHORT_ANSWER),
                ]
    return _priced(command, pairs, calls, {"author": command.author, "judge": command.judge}, out)


def estimate_opinion(command: OpinionCommand, items: Sequence[Item], out: Path) -> PricedEstimate:
    """Return the calls of what is repeated, if every item passes again."""
    review = review_of(command, items)
    return _priced(command, review.items, review.calls(), {"judge": command.judge, "decider": command.decider}, out)


def _priced(
    command: MeasuringCommand,
    pairs: Sequence[Item],
    calls: Sequence[Calls],
    models: dict[str, ModelSpec | None],
    out: Path,
) -> PricedEstimate:
    """Return the estimate of ``calls``, summed by purpose, with the calls that ``out`` has already."""
    source, entries = "the questions, each asked once", _by_purpose(calls)
    estimate = Estimate(pairs=len(pairs), offered=len(pairs), source=source, calls=entries)
    prices, _ = load_prices(command.access.prices, command.access)
    return priced_estimate(estimate, {role: (spec,) for role, spec in models.items()}, prices, calls_made(out))


def _by_purpose(calls: Sequence[Calls]) -> tuple[CallEstimate, ...]:
    purposes = dict.fromkeys(call.purpose for call in calls)
    return tuple(entry_of([call for call in calls if call.purpose == purpose]) for purpose in purposes)
