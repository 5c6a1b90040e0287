"""Hold conversations with a subject: turns in order, many conversations at once, each question paid for once."""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import partial

from probe.answers import UnreadableAnswerError, read_confidence, shown
from probe.asking import Trial
from probe.errors import InputError, StoppedError
from probe.measuring.mitigations import PLAIN, Strategy, mitigated
from probe.measuring.tool_turns import TurnOutcome, use_tools
from probe.measuring.work import MAX_CONCURRENT, DoneListener, advice, silent, work_through
from probe.ports import DecisionStore, Model
from probe.prompts import Prompts
from probe.protocols.conversation import Asking, Conversation
from probe.protocols.direct import ANSWER_TOKENS, TEMPERATURE, TOP_LOGPROBS, Weighing
from probe.values import About, Answer, Arm, Confidence, Decision, Message, Request

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Measurement:
    """The state of an evaluation, in counts of questions.

    ``decided`` and ``unparsed`` are by arm, ``kept_order`` counts texts whose options could not be exchanged. Of direct
    answers, ``without`` have no probabilities, and ``missing`` give more than ``MISSING`` to other answers. ``unsure``
    counts statements of confidence that could not be read.
    ``reason`` is why the first unanswered question has no answer, ``refused`` whether the server refused all of them,
    and ``ended`` why the evaluation stopped early.
    """

    asked: int
    unanswered: int
    reason: str | None
    ended: str | None
    decided: dict[Arm, int]
    unparsed: dict[Arm, int]
    kept_order: int
    without: int = 0
    missing: int = 0
    unsure: int = 0
    refused: bool = False

    @property
    def stopped(self) -> StoppedError | None:
        """The error that reports unanswered questions, None if all are answered."""
        if self.ended:
            return StoppedError(f"{self.ended} ({self.unanswered} of {self.asked} questions have no answer)")
        if self.unanswered:
            lacking = f"{self.unanswered} of {self.asked} questions have no answer ({self.reason})"
            return StoppedError(f"{lacking}; {advice(refused=self.refused)}")
        return None

    @property
    def notices(self) -> tuple[str, ...]:
        """What readers of the rates have to know: answers that could not be read, and options that kept their order."""
        unparsed = (
            f"{arm.value}: {self.unparsed[arm]} of {self.decided[arm]} answers could not be read"
            for arm in Arm.in_order(self.unparsed)
        )
        counts = {
            "texts were shown as written, because their options could not be exchanged": self.kept_order,
            f"answers give more than {MISSING:.0%} to something other than the options; the report's bounds show what "
            "that could change": self.missing,
            "statements of confidence could not be read": self.unsure,
            "answers came without log-probabilities: what they say counts as certain": self.without,
        }
        return (*unparsed, *(f"{number} {description}" for description, number in counts.items() if number))


MISSING = 0.1
"""The probability of answers other than the options above which a direct answer is counted as incomplete."""
ROUNDING = 1e-9
"""Probabilities are compared with this tolerance."""


@dataclass(frozen=True)
class Conditions:
    """The mitigations of an evaluation by name, and their material by item."""

    strategies: Mapping[str, Strategy] = field(default_factory=lambda: {PLAIN.name: PLAIN})
    material: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass
class Evaluator:
    """Asks one subject the questions of many conversations.

    With ``weighing``, it asks for the probabilities of all options, with ``confidence`` for the subject's own after
    each decision.
    """

    asking: Asking
    subject: Model
    prompts: Prompts
    store: DecisionStore
    listener: DoneListener = silent
    _: KW_ONLY
    conditions: Conditions = field(default_factory=Conditions)
    trial: Trial = field(default_factory=Trial)
    weighing: Weighing | None = None
    confidence: bool = False
    _first_answer: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _answers_at_once: bool = field(default=False, init=False)
    _unsuitable_error: InputError | None = field(default=None, init=False)
    """Why a subject cannot answer directly, which its first answer shows."""

    async def run(self, conversations: Sequence[Conversation]) -> Measurement:
        """Ask every question without a decision from an earlier session, until a provider or a budget ends it.

        A conversation continues at its first unanswered question: the answers before are found in the store.
        """
        stored = self.store.decisions()
        # A readable answer ends the trial, so those come first, and old unreadable ones do not stop the run again.
        for decision in sorted(stored, key=lambda decision: decision.decision == "unparsed"):
            await self.trial.begin()
            self._note_readability(decision, decision.explanation)
        answered_questions = {
            (decision.item_id, decision.arm, decision.run, decision.mitigation, decision.turn) for decision in stored
        }
        unfinished = [
            conversation
            for conversation in conversations
            if any(
                (conversation.item_id, conversation.arm, conversation.run, conversation.mitigation, turn)
                not in answered_questions
                for turn in conversation.asked_turns
            )
        ]
        finished_count = len(conversations) - len(unfinished)
        _LOG.info(
            "asking %s: %d conversations, %d of them finished before",
            self.subject.spec,
            len(conversations),
            finished_count,
        )
        concurrency = len(unfinished) if self.subject.spec.batched else MAX_CONCURRENT  # one wave is one batch
        outcome = await work_through(
            unfinished, self._converse, self.listener, finished_count=finished_count, concurrency=concurrency
        )
        # Read again: the decisions of earlier sessions count as much as those of this one.
        decisions = self.store.decisions()
        question_count = max(sum(len(conversation.asked_turns) for conversation in conversations), len(decisions))
        return Measurement(
            asked=question_count,
            unanswered=question_count - len(decisions),
            reason=outcome.reason,
            refused=outcome.refused,
            ended=outcome.ended,
            decided=dict(Counter(decision.arm for decision in decisions)),
            unparsed=dict(Counter(decision.arm for decision in decisions if decision.decision == "unparsed")),
            kept_order=sum(decision.kept_order for decision in decisions),
            without=sum(decision.probabilities is None for decision in decisions) if self.weighing else 0,
            missing=sum(decision.missing > MISSING + ROUNDING for decision in decisions),
            unsure=sum(decision.confidence == "unparsed" for decision in decisions),
        )

    async def _converse(self, conversation: Conversation) -> None:
        history: tuple[Message, ...] = ()
        earlier_decisions: list[Decision] = []
        for number, turn in enumerate(conversation.turns):
            question = await self._question(conversation, number, turn.text_after(earlier_decisions))
            history = question if turn.fresh else history + question
            outcome = await self._answer_turn(conversation, number, history)
            answer, history = outcome.answer, history + outcome.messages
            decisions = self.asking.decisions(conversation, number, answer.text)
            if outcome.calls is not None:
                decisions = [decision.model_copy(update={"calls": outcome.calls}) for decision in decisions]
            reply = shown(answer.text)
            if self.weighing is not None and turn.forced_answer is None:
                if answer.logprobs is not None:
                    decisions = [self.weighing.weigh(decision, answer.logprobs) for decision in decisions]
                # Later turns show the most probable answer, whatever was drawn.
                reply = self.weighing.shown_answer(decisions[-1], reply)
            earlier_decisions += decisions
            history += (Message(role="assistant", content=reply),)
            # A fixed answer is part of the history, not a decision of the subject.
            if turn.forced_answer is None:
                await self._store_decisions(conversation, number, decisions, reply, history, outcome)

    async def _answer_turn(self, conversation: Conversation, number: int, history: tuple[Message, ...]) -> TurnOutcome:
        """Return the answer of a turn, or its forced answer; a program reads its files without our tools."""
        turn = conversation.turns[number]
        if turn.forced_answer is not None:
            return TurnOutcome(Answer(text=turn.forced_answer))
        request = _request(conversation, number, history, "decide")
        await self.trial.begin()
        try:
            if turn.tools is not None and not self.subject.spec.is_program:
                return await use_tools(turn.tools, self.subject, request, partial(self._decides, conversation, number))
            if turn.tools is not None:
                request = request.model_copy(update={"folder": dict(turn.tools.folder)})
            return TurnOutcome(await (self._ask_directly(request) if self.weighing else self.subject.ask(request)))
        except BaseException:
            self.trial.unanswered()
            raise

    def _decides(self, conversation: Conversation, number: int, answer: str) -> bool:
        decisions = self.asking.decisions(conversation, number, answer)
        return all(decision.decision != "unparsed" for decision in decisions)

    async def _store_decisions(  # noqa: PLR0917
        self,
        conversation: Conversation,
        number: int,
        decisions: Sequence[Decision],
        reply: str,
        history: tuple[Message, ...],
        outcome: TurnOutcome,
    ) -> None:
        """Store what a turn decided, with the confidence in it if that is asked for."""
        decides = bool(conversation.turns[number].decides)
        if not decides or outcome.exhausted:
            # Words that decide nothing, and an answer that never came, are neither readable nor unreadable.
            self.trial.unanswered()
        for decision in decisions if decides else ():
            if outcome.exhausted:
                self.store.keep_decision(decision)
            elif self.confidence and decision.decision != "unparsed":
                # Noted first, because the trial is about decisions; stored only with its confidence, so that an
                # interrupted run has no decision that lacks one.
                self._note_readability(decision, reply)
                self.store.keep_decision(await self._with_confidence(conversation, number, decision, history))
            else:
                self.store.keep_decision(decision)
                self._note_readability(decision, reply)

    async def _with_confidence(
        self, conversation: Conversation, turn: int, decision: Decision, history: tuple[Message, ...]
    ) -> Decision:
        """Return ``decision`` with the confidence that the subject states in the turn after it."""
        messages = history + self.prompts.fill("confidence")
        answer = await self.subject.ask(_request(conversation, turn, messages, "confidence"))
        try:
            confidence: Confidence = read_confidence(answer.text)
        except UnreadableAnswerError:
            confidence = "unparsed"
        return decision.model_copy(update={"confidence": confidence})

    async def _question(self, conversation: Conversation, turn: int, text: str) -> tuple[Message, ...]:
        """Return the messages of a turn, under the conversation's mitigation unless the turn is fresh."""

        async def ask(messages: tuple[Message, ...]) -> str:
            return shown((await self.subject.ask(_request(conversation, turn, messages, "mitigate"))).text)

        def question(question_text: str) -> tuple[Message, ...]:
            return self.asking.question(self.prompts, question_text, turn)

        if conversation.turns[turn].fresh:
            return question(text)
        strategy = self.conditions.strategies[conversation.mitigation]
        material = self.conditions.material.get(conversation.item_id, {})
        return await mitigated(strategy, text, question, material, ask, first=turn == 0)

    async def _ask_directly(self, request: Request) -> Answer:
        """Return the answer with its log-probabilities; a text is asked once in each order, whatever the run.

        The first answer is awaited alone, so that a model that reasons is paid for once; not that of a batch.
        """
        # Nothing is drawn, so all runs of one order are one call; at temperature 1, because some servers scale the
        # probabilities by it.
        settings = {"run": 0, "temperature": TEMPERATURE, "max_tokens": ANSWER_TOKENS, "top_logprobs": TOP_LOGPROBS}
        direct_request = request.model_copy(update=settings)
        if self.subject.spec.batched:
            return await self._ask_without_reasoning(direct_request)
        async with self._first_answer:
            if not self._answers_at_once:
                return await self._ask_without_reasoning(direct_request)
        return await self._ask_without_reasoning(direct_request)

    async def _ask_without_reasoning(self, request: Request) -> Answer:
        if self._unsuitable_error is not None:
            raise self._unsuitable_error
        answer = await self.subject.ask(request)
        problem = None
        if answer.reasoned:
            problem = "reasons before it answers, so the probability of its letter depends on a draw"
        # A model that refuses the parameter is asked without it; one that takes it and returns nothing is stopped
        # here, before a whole evaluation of mere letters is paid for.
        elif answer.logprobs is None and "top_logprobs" in answer.sent and not self._answers_at_once:
            problem = "answers without log-probabilities, so that nothing but a letter is known"
        if problem:
            self._unsuitable_error = InputError(
                f"{self.subject.spec} {problem}: evaluate it without --logprobs, in another --out"
            )
            raise self._unsuitable_error
        self._answers_at_once = True
        return answer

    def _note_readability(self, decision: Decision, reply: str) -> None:
        """Report to the trial whether the subject's answer could be read."""
        if decision.decision == "unparsed":
            self.trial.unreadable(f"the subject {self.subject.spec}", "they name no option, or both", reply)
        else:
            self.trial.readable()


def _request(conversation: Conversation, turn: int, messages: tuple[Message, ...], purpose: str) -> Request:
    current_turn = conversation.turns[turn]
    return Request(
        purpose=purpose,
        messages=messages,
        run=conversation.run,
        mitigation=conversation.mitigation,
        about=About(
            item_id=conversation.item_id,
            arm=conversation.arm,
            turn=turn if purpose != "confidence" else turn + 1,
            exchanged=current_turn.exchanged,
            decides=current_turn.decides if purpose != "confidence" else 0,
        ),
    )
