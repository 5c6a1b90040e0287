"""What the measuring commands would take, before any model is asked."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from probe.asking import SHORT_ANSWER, Asker, Calls, question_tokens, text_tokens, vote_calls
from probe.files.corpus import corpus_of
from probe.filters.bias_judge import BiasJudgeSettings, pair_question
from probe.filters.cascade import load_settings
from probe.filters.estimates import CallEstimate, Estimate, PricedEstimate, entry_of, priced_estimate
from probe.measuring.awareness import AwarenessCommand, AwarenessJudge
from probe.measuring.controls import WRITINGS, ControlsCommand, control_question, missing_controls
from probe.measuring.counting import CountingModel, StoredVotes
from probe.measuring.evaluate import EvaluateCommand, calls_of
from probe.measuring.reviewing import OpinionCommand, review_of
from probe.measuring.work import MeasuringCommand, sheets_of
from probe.prompts import load_prompts
from probe.protocols.dilemmas.reading import dilemma_evaluation, dilemmas_in
from probe.session import call_count, holds_run, load_prices
from probe.store.reading import read_run
from probe.values import Decision, Dilemma, Item, ModelSpec, Profile, Texts


def estimate_evaluation(command: EvaluateCommand, out: Path) -> PricedEstimate:
    """Estimate the calls for the questions that ``out`` has no decision on yet."""
    stored_decisions: Sequence[Decision] = ()
    if holds_run(out):
        with read_run(out) as run:
            stored_decisions = run.decisions()
    calls = asyncio.run(calls_of(command, stored_decisions))
    return priced_calls(command, calls, {"subject": command.subject}, len(command.items), call_count(out))


def evaluation_calls(command: EvaluateCommand) -> tuple[CallEstimate, ...]:
    """Return the calls of a whole evaluation, by purpose, as if no run had made any of them."""
    return _by_purpose(asyncio.run(calls_of(command)))


def estimate_awareness(command: AwarenessCommand, folder: Path) -> PricedEstimate:
    """Estimate the calls for the votes that are missing in ``folder``."""
    evaluation = dilemma_evaluation(folder)
    pairs = dilemmas_in(evaluation)
    corpus = corpus_of(pairs, command.seeds)
    counting_model = CountingModel(command.judge, "judge", answer="Decision: Yes")
    with read_run(folder) as run:
        votes = StoredVotes(run.votes())
    prompts, sheets = load_prompts(command.prompts, corpus.words), sheets_of(pairs, corpus)
    judge = AwarenessJudge(Asker(counting_model, "judge"), prompts, sheets, votes)
    asyncio.run(judge.run(pairs, evaluation.decisions))
    return priced_calls(command, counting_model.calls, {"judge": command.judge}, len(pairs), call_count(folder))


def estimate_controls(command: ControlsCommand, pairs: Sequence[Dilemma], out: Path) -> PricedEstimate:
    """Estimate one try for each control that a pair lacks, with the judge's votes on it."""
    corpus = corpus_of(pairs, command.seeds)
    prompts, sheets = load_prompts(command.prompts, corpus.words), sheets_of(pairs, corpus)
    settings = load_settings(Profile.STRICT).of(BiasJudgeSettings)
    calls = []
    for pair in pairs:
        texts, sheet, missing_arms = (
            Texts(unbiased=pair.unbiased, biased=pair.biased),
            sheets[pair.bias],
            missing_controls(pair),
        )
        judge_tokens = question_tokens(pair_question(prompts, sheet, texts, "Option A"))
        for writing in WRITINGS:
            if missing_count := len(set(writing.arms) & set(missing_arms)):
                question = control_question(prompts, sheet, pair, writing)
                votes = vote_calls(missing_count, missing_count, settings.votes, settings.yes)
                answer = missing_count * text_tokens(pair.biased) / 4
                calls += [
                    Calls(writing.template, "author", 1, question_tokens(question), answer),
                    Calls("judge", "judge", votes, judge_tokens, SHORT_ANSWER),
                ]
    models: dict[str, ModelSpec | None] = {"author": command.author, "judge": command.judge}
    return priced_calls(command, calls, models, len(pairs), call_count(out))


def estimate_opinion(command: OpinionCommand, items: Sequence[Item], out: Path) -> PricedEstimate:
    """Estimate the calls of a second opinion in which every item passes again."""
    review, models = review_of(command, items), {"judge": command.judge, "decider": command.decider}
    return priced_calls(command, review.calls(), models, len(review.items), call_count(out))


def priced_calls(  # noqa: PLR0917
    command: MeasuringCommand,
    calls: Sequence[Calls],
    models: Mapping[str, ModelSpec | None],
    pairs: int,
    finished_calls: int,
    source: str = "the questions, each asked once",
) -> PricedEstimate:
    """Return the estimate of ``calls``, summed by purpose; ``finished_calls`` is how many are answered already."""
    estimate = Estimate(pairs=pairs, offered=pairs, source=source, calls=_by_purpose(calls))
    prices, _ = load_prices(command.access.prices, command.access)
    return priced_estimate(estimate, {role: (spec,) for role, spec in models.items()}, prices, finished_calls)


def _by_purpose(calls: Sequence[Calls]) -> tuple[CallEstimate, ...]:
    purposes = dict.fromkeys(call.purpose for call in calls)
    return tuple(entry_of([call for call in calls if call.purpose == purpose]) for purpose in purposes)
