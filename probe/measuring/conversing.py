"""Hold conversations with a subject: within one in order, many at the same time, each question paid for once."""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from probe.answers import UnreadableAnswerError, read_confidence, shown
from probe.asking import Trial
from probe.errors import InputError, StoppedError
from probe.measuring.mitigations import PLAIN, Strategy, mitigated
from probe.measuring.tool_turns import Turned, use_tools
from probe.measuring.work import UNDER_WAY, Listener, advice, silent, work_through
from probe.ports import DecisionStore, Model
from probe.prompts import Prompts
from probe.protocols.conversation import Asking, Conversation, Toolbox
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


MISSING = 0.1
"""The probability of answers other than the options above which a direct answer is counted as incomplete."""
ROUNDING = 1e-9
"""Probabilities are compared with this tolerance."""


@dataclass(frozen=True)
class Conditions:
    """The mitigations of an evaluation by name, and their material by item."""

    strategies: Mapping[str, Strategy] = field(default_factory=lambda: {PLAIN.name: PLAIN})
    material: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


class Evaluator:
    """Asks one subject the questions of many conversations.

    With ``weighing``, it asks for the probabilities of all options, with ``confidence`` for the subject's own after
    each decision.
    """

    def __init__(
        self,
        asking: Asking,
        subject: Model,
        prompts: Prompts,
        store: DecisionStore,
        listener: Listener = silent,
        *,
        conditions: Conditions | None = None,
        trial: Trial | None = None,
        weighing: Weighing | None = None,
        confidence: bool = False,
    ) -> None:
        self._asking = asking
        self._subject = subject
        self._prompts = prompts
        self._store = store
        self._listener = listener
        self._conditions = conditions or Conditions()
        self._trial = trial or Trial()
        self._weighing = weighing
        self._confidence = confidence
        self._first = asyncio.Lock()
        self._answers_at_once = False
        self._reasons: InputError | None = None

    async def run(self, conversations: Sequence[Conversation]) -> Measurement:
        """Ask every question without a decision from an earlier session, until a provider or a budget ends it.

        A conversation continues at its first unanswered question: the answers before are found in the store.
        """
        stored = self._store.decisions()
        known = {(one.item_id, one.arm, one.run, one.mitigation, one.turn) for one in stored}
        for one in sorted(stored, key=lambda one: one.decision == "unparsed"):  # a readable one ends the trial
            await self._trial.begin()
            self._note(one, one.explanation)

        def is_open(one: Conversation) -> bool:
            return any((one.item_id, one.arm, one.run, one.mitigation, turn) not in known for turn in one.asked)

        unfinished = [one for one in conversations if is_open(one)]
        before = len(conversations) - len(unfinished)
        _LOG.info(
            "asking %s: %d conversations, %d of them finished before", self._subject.spec, len(conversations), before
        )
        under_way = len(unfinished) if self._subject.spec.batched else UNDER_WAY  # one wave is one batch
        worked = await work_through(unfinished, self._hold, self._listener, before=before, under_way=under_way)
        decisions = self._store.decisions()
        asked = max(sum(len(one.asked) for one in conversations), len(decisions))
        return Measurement(
            asked=asked,
            unanswered=asked - len(decisions),
            reason=worked.reason,
            refused=worked.refused,
            ended=worked.ended,
            decided=dict(Counter(one.arm for one in decisions)),
            unparsed=dict(Counter(one.arm for one in decisions if one.decision == "unparsed")),
            kept_order=sum(one.kept_order for one in decisions),
            without=sum(one.probabilities is None for one in decisions) if self._weighing else 0,
            missing=sum(one.missing > MISSING + ROUNDING for one in decisions),
            unsure=sum(one.confidence == "unparsed" for one in decisions),
        )

    async def _hold(self, conversation: Conversation) -> None:
        history: tuple[Message, ...] = ()
        decided: list[Decision] = []
        for number, turn in enumerate(conversation.turns):
            question = await self._question(conversation, number, turn.text_after(decided))
            history = question if turn.fresh else history + question
            turned = await self._answered(conversation, number, history)
            answer, history = turned.answer, history + turned.messages
            found = self._asking.decisions(conversation, number, answer.text)
            if turned.calls is not None:
                found = [one.model_copy(update={"calls": turned.calls}) for one in found]
            said = shown(answer.text)
            if self._weighing is not None and turn.forced is None:
                if answer.logprobs is not None:
                    found = [self._weighing.weighed(one, answer.logprobs) for one in found]
                said = self._weighing.said(found[-1], said)
            decided += found
            history += (Message(role="assistant", content=said),)
            if turn.forced is None:
                await self._keep(conversation, number, found, said, history, turned)

    async def _answered(self, conversation: Conversation, number: int, history: tuple[Message, ...]) -> Turned:
        """Return the answer of a turn, the forced one if it is fixed; a program reads files without our tools."""
        turn = conversation.turns[number]
        if turn.forced is not None:
            return Turned(Answer(text=turn.forced))
        if turn.tools is None or self._subject.spec.is_program:
            return Turned(await self._decide(conversation, number, history))
        return await self._use_tools(conversation, number, history, turn.tools)

    async def _keep(  # noqa: PLR0917
        self,
        conversation: Conversation,
        number: int,
        decisions: Sequence[Decision],
        said: str,
        history: tuple[Message, ...],
        turned: Turned,
    ) -> None:
        """Store what a turn decided, with the confidence in it if that is asked for."""
        decides = bool(conversation.turns[number].decides)
        if not decides or turned.exhausted:
            # Words that decide nothing, and an answer that never came, are neither readable nor unreadable.
            self._trial.unanswered()
        for decision in decisions if decides else ():
            if turned.exhausted:
                self._store.keep_decision(decision)
            elif self._confidence and decision.decision != "unparsed":
                self._note(decision, said)
                self._store.keep_decision(await self._rated(conversation, number, decision, history))
            else:
                self._store.keep_decision(decision)
                self._note(decision, said)

    async def _rated(
        self, conversation: Conversation, turn: int, decision: Decision, history: tuple[Message, ...]
    ) -> Decision:
        """Return ``decision`` with the confidence that the subject states in the turn after it."""
        messages = history + self._prompts.fill("confidence")
        answer = await self._subject.ask(_request(conversation, turn, messages, "confidence"))
        try:
            stated: Confidence = read_confidence(answer.text)
        except UnreadableAnswerError:
            stated = "unparsed"
        return decision.model_copy(update={"confidence": stated})

    async def _question(self, conversation: Conversation, turn: int, text: str) -> tuple[Message, ...]:
        """Return the messages of a turn, under the conversation's mitigation unless the turn is fresh."""

        async def ask(messages: tuple[Message, ...]) -> str:
            return shown((await self._subject.ask(_request(conversation, turn, messages, "mitigate"))).text)

        def question(asked: str) -> tuple[Message, ...]:
            return self._asking.question(self._prompts, asked, turn)

        if conversation.turns[turn].fresh:
            return question(text)
        strategy = self._conditions.strategies[conversation.mitigation]
        material = self._conditions.material.get(conversation.item_id, {})
        return await mitigated(strategy, text, question, material, ask, first=turn == 0)

    async def _decide(self, conversation: Conversation, turn: int, messages: tuple[Message, ...]) -> Answer:
        await self._trial.begin()
        request = _request(conversation, turn, messages, "decide")
        if (toolbox := conversation.turns[turn].tools) is not None:
            request = request.model_copy(update={"folder": dict(toolbox.folder)})
        try:
            return await (self._ask_directly(request) if self._weighing else self._subject.ask(request))
        except BaseException:
            self._trial.unanswered()
            raise

    async def _use_tools(
        self, conversation: Conversation, turn: int, history: tuple[Message, ...], toolbox: Toolbox
    ) -> Turned:
        await self._trial.begin()

        async def ask(messages: tuple[Message, ...]) -> Answer:
            request = _request(conversation, turn, history + messages, "decide")
            return await self._subject.ask(request.model_copy(update={"tools": toolbox.tools}))

        def decides(answer: str) -> bool:
            return all(one.decision != "unparsed" for one in self._asking.decisions(conversation, turn, answer))

        try:
            return await use_tools(toolbox, ask, decides)
        except BaseException:
            self._trial.unanswered()
            raise

    async def _ask_directly(self, request: Request) -> Answer:
        """Return the answer with its log-probabilities; a text is asked once in each order, whatever the run.

        The first answer is awaited alone, so that a model that reasons is paid for once; not that of a batch.
        """
        asked = {"run": 0, "temperature": TEMPERATURE, "max_tokens": ANSWER_TOKENS, "top_logprobs": TOP_LOGPROBS}
        direct = request.model_copy(update=asked)
        if self._subject.spec.batched:
            return await self._unreasoned(direct)
        async with self._first:
            if not self._answers_at_once:
                return await self._unreasoned(direct)
        return await self._unreasoned(direct)

    async def _unreasoned(self, request: Request) -> Answer:
        if self._reasons is not None:
            raise self._reasons
        answer = await self._subject.ask(request)
        if answer.reasoned:
            self._reasons = InputError(
                f"{self._subject.spec} reasons before it answers, so the probability of its letter depends on a draw: "
                "evaluate it without --logprobs, in another --out"
            )
            raise self._reasons
        if answer.logprobs is None and "top_logprobs" in answer.sent and not self._answers_at_once:
            self._reasons = InputError(
                f"{self._subject.spec} answers without log-probabilities, so that nothing but a letter is known: "
                "evaluate it without --logprobs, in another --out"
            )
            raise self._reasons
        self._answers_at_once = True
        return answer

    def _note(self, decision: Decision, said: str) -> None:
        """Let the trial of the subject's first answers know whether this one could be read."""
        if decision.decision == "unparsed":
            self._trial.unreadable(f"the subject {self._subject.spec}", "they name no option, or both", said)
        else:
            self._trial.readable()


def _request(conversation: Conversation, turn: int, messages: tuple[Message, ...], purpose: str) -> Request:
    asked = conversation.turns[turn]
    return Request(
        purpose=purpose,
        messages=messages,
        run=conversation.run,
        mitigation=conversation.mitigation,
        about=About(
            item_id=conversation.item_id,
            arm=conversation.arm,
            turn=turn if purpose != "confidence" else turn + 1,
            exchanged=asked.exchanged,
            decides=asked.decides if purpose != "confidence" else 0,
        ),
    )
