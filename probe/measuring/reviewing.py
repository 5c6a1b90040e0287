"""What other models repeat on items that were accepted before: stages of a cascade, or decisions."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from probe.asking import SHORT_ANSWER, Asker, Calls, concerning, question_tokens, vote_calls
from probe.errors import InputError, StoppedError
from probe.files.corpus import corpus_of
from probe.filters.bias_existence import BiasExistence, BiasExistenceSettings
from probe.filters.cascade import CascadeSettings, load_settings
from probe.filters.decision import DecisionSettings, DecisionStage
from probe.filters.stage import Resources, Stage
from probe.measuring.conversation_calls import conversation_calls
from probe.measuring.conversing import Conditions, Evaluator
from probe.measuring.second_decisions import SecondDecisions
from probe.measuring.work import (
    Listener,
    MeasuringCommand,
    sheets_of,
    silent,
    work_through,
)
from probe.ports import CandidateStore, Models, RunFile
from probe.prompts import load_prompts
from probe.protocols import protocol_named
from probe.protocols.base import ItemProtocol
from probe.session import Session
from probe.values import (
    CandidateState,
    Item,
    ModelSpec,
    Profile,
    StageOutcome,
    StageResult,
    fingerprint,
)


@dataclass(frozen=True)
class OpinionCommand(MeasuringCommand):
    """The judge and the decider; without a model (None), a role's stage does not run."""

    judge: ModelSpec | None
    decider: ModelSpec | None


@dataclass(frozen=True)
class SecondOpinion:
    """Each item with the results of the stages, in the order of the items; None where a model did not answer.

    ``ended`` is why some have none, ``unfinished`` the error that reports it; both are None if all are answered.
    """

    items: tuple[Item, ...]
    results: tuple[tuple[StageResult, ...] | None, ...]
    ended: str | None = None
    unfinished: StoppedError | None = None


class Review(ABC):
    """What is repeated on ``items``, those of a dataset that it can be repeated on."""

    protocol: ItemProtocol[Any]
    items: Sequence[Item]
    identity: dict[str, JsonValue]
    """What identifies a run besides its models and items."""

    @abstractmethod
    async def give(self, session: Session, run: RunFile, models: Models, listener: Listener) -> SecondOpinion:
        """Ask the models what ``run`` has no answer to."""

    @abstractmethod
    def notices(self, opinion: SecondOpinion) -> tuple[str, ...]:
        """Return a sentence for each part that did not run."""

    @abstractmethod
    def calls(self) -> list[Calls]:
        """Return the calls that this takes, if every item passes again."""


def review_of(command: OpinionCommand, items: Sequence[Item]) -> Review:
    """Return what can be repeated on ``items``. Raises InputError as ``give_opinion`` does."""
    protocol: ItemProtocol[Any] = protocol_named(items[0].protocol if items else "")
    cascaded = not items or protocol.candidate(items[0], 0) is not None
    return CascadeReview(command, protocol, items) if cascaded else DecisionReview(command, protocol, items)


class CascadeReview(Review):
    """A judge and a decider repeat the stages of the cascade that need no programs."""

    def __init__(self, command: OpinionCommand, protocol: ItemProtocol[Any], pairs: Sequence[Item]) -> None:
        self.protocol, self.items, self._command = protocol, pairs, command
        self._corpus, self._settings = corpus_of(pairs, command.seeds), load_settings(Profile.STRICT)
        self._prompts = load_prompts(command.prompts, self._corpus.words)
        self._sheets = sheets_of(pairs, self._corpus)
        self.identity = {
            # Of the prompts only those that are used, so that a run continues when another one is edited.
            "prompts": fingerprint([self._prompts.digests[name] for name in ("judge_bias", "decide")]),
            "sheets": fingerprint([sheet.model_dump(mode="json") for sheet in self._sheets.values()]),
            "cascade": self._settings.digest,
        }

    async def give(self, session: Session, run: RunFile, models: Models, listener: Listener) -> SecondOpinion:
        """Run both stages on every pair."""
        roles = (("judge", self._command.judge), ("decider", self._command.decider))
        askers = {
            role: Asker(models.open(spec), role, self._settings.asking.attempts, trial=self._command.trial(spec))
            for role, spec in roles
            if spec is not None
        }
        resources = Resources(Profile.STRICT, self._prompts, self._corpus, session.oracle, session.embedder, askers)
        stages = repeated_stages(self._settings, resources)
        opinion = await second_opinion(self.protocol, self.items, stages, run, listener)
        # Only after all items: until then a candidate without a result of this session may just be unanswered.
        if opinion.ended is None:
            run.forget_other_candidates()
        return opinion

    def notices(self, opinion: SecondOpinion) -> tuple[str, ...]:
        """Return a sentence for each stage that has no model."""
        results = next((item_results for item_results in opinion.results if item_results is not None), ())
        return tuple(
            f"{result.stage} did not run: {result.reason}"
            for result in results
            if result.outcome is StageOutcome.NOT_RUN
        )

    def calls(self) -> list[Calls]:
        """Return the votes of both stages."""
        judges = self._settings.of(BiasExistenceSettings).electorate
        deciders = self._settings.of(DecisionSettings).electorate
        calls = []
        for number, pair in enumerate(self.items):
            candidate = self.protocol.candidate(pair, number)
            assert candidate is not None, "all items are of a cascade"
            shown = (self._prompts, self._sheets[pair.bias], candidate.texts, candidate.correct_option)
            judged, decided = BiasExistence.question(*shown), DecisionStage.question(*shown)
            calls += [
                Calls("judge", "judge", vote_calls(1, 1, *judges), question_tokens(judged), SHORT_ANSWER),
                Calls("decide", "decider", vote_calls(1, 1, *deciders), question_tokens(decided), SHORT_ANSWER),
            ]
        return calls


class DecisionReview(Review):
    """A decider answers the items of a dataset that have a right answer."""

    def __init__(self, command: OpinionCommand, protocol: ItemProtocol[Any], items: Sequence[Item]) -> None:
        if command.decider is None:
            raise InputError(f"--judge: items of the protocol {protocol.name} have no judge: name a --decider")
        self.protocol, self._command, self._decider = protocol, command, command.decider
        self.items = [item for item in items if protocol.checked_arms(item)]
        if not self.items:
            raise InputError(f"no item of the protocol {protocol.name} here has a right answer to agree with")
        self._without = len(items) - len(self.items)
        self._prompts = load_prompts(command.prompts)
        self._asked = SecondDecisions(protocol, self.items, load_settings(Profile.STRICT).of(DecisionSettings))
        self._showing = self._asked.showing
        self.identity = {
            **protocol.identity(self._showing, self._prompts.digests),
            "decision": self._asked.settings.model_dump(mode="json"),
        }

    async def give(self, session: Session, run: RunFile, models: Models, listener: Listener) -> SecondOpinion:
        """Ask the decider every question."""
        evaluator = Evaluator(
            self.protocol.asking(self.items, self._showing),
            models.open(self._decider),
            self._prompts,
            run,
            listener,
            trial=self._command.trial(self._decider),
        )
        measured = await evaluator.run(self._asked.conversations())
        by_item = self._asked.results(run.decisions())
        results = tuple((by_item[item.id],) if item.id in by_item else None for item in self.items)
        stopped = measured.stopped
        return SecondOpinion(tuple(self.items), results, str(stopped) if stopped else None, stopped)

    def notices(self, opinion: SecondOpinion) -> tuple[str, ...]:
        """Return that no judge was asked, and which items were left out."""
        judged = f"{BiasExistence.name} did not run: items of the protocol {self.protocol.name} have no judge"
        left_out = f"left out because no answer is known to be right: {self._without} of the items"
        return tuple([judged] * (self._command.judge is not None) + [left_out] * (self._without > 0))

    def calls(self) -> list[Calls]:
        """Return the decider's calls."""
        asking = self.protocol.asking(self.items, self._showing)
        asked = self._asked.conversations()
        return asyncio.run(conversation_calls(asking, self._prompts, Conditions(), asked, role="decider"))


def repeated_stages(settings: CascadeSettings, resources: Resources) -> list[Stage[Any]]:
    """Return the stages that depend on a model's answers about the texts and need no programs."""
    return [
        BiasExistence(settings.of(BiasExistenceSettings), resources),
        DecisionStage(settings.of(DecisionSettings), resources),
    ]


async def second_opinion(
    protocol: ItemProtocol[Any],
    items: Sequence[Item],
    stages: Sequence[Stage[Any]],
    store: CandidateStore,
    listener: Listener = silent,
) -> SecondOpinion:
    """Run every stage on every item, even if an earlier stage rejects it, and store the results."""

    async def work(numbered: tuple[int, Item]) -> tuple[StageResult, ...]:
        number, item = numbered
        candidate = protocol.candidate(item, number)
        assert candidate is not None, "all items are of a cascade"
        for stage in stages:
            with concerning(candidate.about):
                candidate = await stage.examine(candidate)
        state = CandidateState.REJECTED if candidate.rejected_by else CandidateState.ACCEPTED
        store.keep_candidate(candidate, state)
        return candidate.results

    worked = await work_through(list(enumerate(items)), work, listener)
    return SecondOpinion(tuple(items), worked.results, worked.reason, worked.unfinished)
