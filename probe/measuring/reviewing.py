"""What other models repeat on items that were accepted before: stages of a cascade, or decisions."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from probe.asking import SHORT_ANSWER, Asker, Calls, concerning, question_tokens
from probe.errors import InputError, StoppedError
from probe.files.corpus import corpus_of
from probe.filters.bias_existence import BiasExistence, BiasExistenceSettings
from probe.filters.cascade import load_settings
from probe.filters.decision import DecisionSettings, DecisionStage
from probe.filters.stage import Resources, Stage, VotingSettings, VotingStage
from probe.measuring.conversing import Evaluator
from probe.measuring.counting import CountingModel, StoredDecisions
from probe.measuring.work import (
    DoneListener,
    MeasuringCommand,
    sheets_of,
    silent,
    work_through,
)
from probe.ports import CandidateStore, Models, RunFile
from probe.prompts import load_prompts
from probe.protocols import protocol_named
from probe.protocols.base import ItemProtocol, Showing
from probe.session import Session
from probe.values import (
    Arm,
    CandidateState,
    Decision,
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


def review_of(command: OpinionCommand, items: Sequence[Item]) -> "Review":
    """Return what can be repeated on ``items``. Raises InputError as ``give_opinion`` does."""
    protocol: ItemProtocol[Any] = protocol_named(items[0].protocol if items else "")
    has_cascade = not items or protocol.candidate(items[0], 0) is not None
    return CascadeReview(command, protocol, items) if has_cascade else DecisionReview(command, protocol, items)


class CascadeReview:
    """A judge and a decider repeat the stages of the cascade that need no programs.

    ``identity`` is what identifies a run besides its models and items.
    """

    def __init__(self, command: OpinionCommand, protocol: ItemProtocol[Any], pairs: Sequence[Item]) -> None:
        self.protocol, self.items, self._command = protocol, pairs, command
        self._corpus, self._settings = corpus_of(pairs, command.seeds), load_settings(Profile.STRICT)
        self._prompts = load_prompts(command.prompts, self._corpus.words)
        self._sheets = sheets_of(pairs, self._corpus)
        self.identity: dict[str, JsonValue] = {
            # Only the prompts that are used, so that a run continues when another prompt is edited.
            "prompts": fingerprint([self._prompts.digests[name] for name in ("judge_bias", "decide")]),
            "sheets": fingerprint([sheet.model_dump(mode="json") for sheet in self._sheets.values()]),
            "cascade": self._settings.digest,
        }

    async def give(self, session: Session, run: RunFile, models: Models, listener: DoneListener) -> SecondOpinion:
        """Run both stages on every pair."""
        roles = (("judge", self._command.judge), ("decider", self._command.decider))
        askers = {
            role: Asker(models.open(spec), role, self._settings.asking.attempts, trial=self._command.trial(spec))
            for role, spec in roles
            if spec is not None
        }
        resources = Resources(Profile.STRICT, self._prompts, self._corpus, session.oracle, session.embedder, askers)
        stages: list[Stage[Any]] = [
            BiasExistence(self._settings.of(BiasExistenceSettings), resources),
            DecisionStage(self._settings.of(DecisionSettings), resources),
        ]
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
        calls = []
        for number, pair in enumerate(self.items):
            candidate = self.protocol.candidate(pair, number)
            assert candidate is not None, "all items are of a cascade"
            stages: tuple[tuple[type[VotingStage[Any]], VotingSettings], ...] = (
                (BiasExistence, self._settings.of(BiasExistenceSettings)),
                (DecisionStage, self._settings.of(DecisionSettings)),
            )
            for stage, settings in stages:
                question_arguments = (self._prompts, self._sheets[pair.bias], candidate.texts, candidate.correct_option)
                _, needed_votes = settings.electorate
                question = question_tokens(stage.question(*question_arguments))
                calls.append(Calls(stage.purpose, str(stage.role), needed_votes, question, SHORT_ANSWER))
        return calls


class DecisionReview:
    """A decider answers the items of a dataset that have a right answer, each as often as the stage ``decision`` asks.

    Items are shown as written, without a mitigation.
    """

    def __init__(self, command: OpinionCommand, protocol: ItemProtocol[Any], items: Sequence[Item]) -> None:
        if command.decider is None:
            raise InputError(f"--judge: items of the protocol {protocol.name} have no judge: name a --decider")
        self.protocol, self._command, self._decider = protocol, command, command.decider
        arms = {item.id: protocol.checked_arms(item) for item in items}
        self.items = [item for item in items if arms[item.id]]
        if not self.items:
            raise InputError(f"no item of the protocol {protocol.name} here has a right answer to agree with")
        self._omitted_count = len(items) - len(self.items)
        self._prompts = load_prompts(command.prompts)
        self._settings = load_settings(Profile.STRICT).of(DecisionSettings)
        checked_arms = tuple(dict.fromkeys(arm for item_arms in arms.values() for arm in item_arms))
        showing = Showing(runs=self._settings.runs, order="as-written", arms=checked_arms)
        showing = protocol.complete_showing(self.items, showing)
        self._asking = protocol.asking(self.items, showing)
        conversations = protocol.conversations(self.items, showing)
        self._conversations = [
            conversation for conversation in conversations if conversation.arm in arms[conversation.item_id]
        ]
        self.identity: dict[str, JsonValue] = {
            **protocol.identity(showing, self._prompts.digests),
            "decision": self._settings.model_dump(mode="json"),
        }

    async def give(self, session: Session, run: RunFile, models: Models, listener: DoneListener) -> SecondOpinion:
        """Ask the decider every question."""
        decider, trial = models.open(self._decider), self._command.trial(self._decider)
        evaluator = Evaluator(self._asking, decider, self._prompts, run, listener, trial=trial)
        measurement = await evaluator.run(self._conversations)
        results, error = self._results(run.decisions()), measurement.stopped
        return SecondOpinion(tuple(self.items), results, str(error) if error else None, error)

    def notices(self, opinion: SecondOpinion) -> tuple[str, ...]:
        """Return that no judge was asked, and which items were left out."""
        judge_notice = f"{BiasExistence.name} did not run: items of the protocol {self.protocol.name} have no judge"
        omission_notice = f"left out because no answer is known to be right: {self._omitted_count} of the items"
        return tuple([judge_notice] * (self._command.judge is not None) + [omission_notice] * (self._omitted_count > 0))

    def calls(self) -> list[Calls]:
        """Return the decider's calls."""
        counting_model = CountingModel(self._decider, "decider", self._conversations)
        asyncio.run(Evaluator(self._asking, counting_model, self._prompts, StoredDecisions()).run(self._conversations))
        return counting_model.calls

    def _results(self, decisions: Sequence[Decision]) -> tuple[tuple[StageResult] | None, ...]:
        """Return what the decider's answers show of each item, None where one is missing."""
        question_counts = Counter[str]()
        for conversation in self._conversations:
            question_counts[conversation.item_id] += len(conversation.asked_turns)
        decisions_by_item: dict[str, dict[tuple[Arm, int], list[Decision]]] = defaultdict(lambda: defaultdict(list))
        for decision in decisions:
            decisions_by_item[decision.item_id][decision.arm, decision.turn].append(decision)
        return tuple(
            (self._result(item, decisions_by_item[item.id]),)
            if sum(map(len, decisions_by_item[item.id].values())) >= question_counts[item.id] > 0
            else None
            for item in self.items
        )

    def _result(self, item: Item, decisions_by_question: Mapping[tuple[Arm, int], Sequence[Decision]]) -> StageResult:
        """Accept an item if enough runs give the right answer to each of its questions."""
        agreement_counts = {
            (arm, turn): sum(decision.decision == item.right_answer(arm, turn) for decision in question_decisions)
            for (arm, turn), question_decisions in decisions_by_question.items()
        }
        # One question without agreement is enough to reject an item.
        (arm, turn), lowest_agreement = min(agreement_counts.items(), key=lambda entry: entry[1])
        right_index = item.right_answer(arm, turn)
        right_answer = "the recorded answer" if right_index is None else item.scale_of(arm)[right_index]
        accepted = lowest_agreement >= self._settings.agreeing
        return StageResult(
            stage=DecisionStage.name,
            outcome=StageOutcome.ACCEPTED if accepted else StageOutcome.REJECTED,
            reason=(
                f"{lowest_agreement} of {self._settings.runs} runs choose {right_answer} in the arm {arm},"
                " which is right"
            ),
            evidence={"agreement": lowest_agreement / self._settings.runs},
        )


Review = CascadeReview | DecisionReview
"""What a second opinion repeats: the stages of a cascade, or decisions."""


async def second_opinion(
    protocol: ItemProtocol[Any],
    items: Sequence[Item],
    stages: Sequence[Stage[Any]],
    store: CandidateStore,
    listener: DoneListener = silent,
) -> SecondOpinion:
    """Run every stage on every item, even if an earlier stage rejects it, and store the results."""

    async def work(numbered_item: tuple[int, Item]) -> tuple[StageResult, ...]:
        number, item = numbered_item
        candidate = protocol.candidate(item, number)
        assert candidate is not None, "all items are of a cascade"
        for stage in stages:
            with concerning(candidate.about):
                candidate = await stage.examine(candidate)
        state = CandidateState.REJECTED if candidate.rejected_by else CandidateState.ACCEPTED
        store.keep_candidate(candidate, state)
        return candidate.results

    outcome = await work_through(list(enumerate(items)), work, listener)
    return SecondOpinion(tuple(items), outcome.results, outcome.reason, outcome.unfinished)
