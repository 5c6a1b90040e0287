"""Count calls before any model is asked: the same work is done with a model that only counts."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from probe.asking import CHARACTERS_PER_TOKEN, SHORT_ANSWER, Calls, text_tokens
from probe.calling import definitions
from probe.protocols.conversation import Conversation
from probe.values import Answer, AwarenessVote, Decision, ModelSpec, Question, Request

ANSWER = "Decision: Option A\n".ljust(round(SHORT_ANSWER * CHARACTERS_PER_TOKEN), "x")
"""An answer of usual length. Where it is a decision, the subject is asked for its confidence as well."""


@dataclass
class CountingModel:
    """Counts its calls (a Model); with tools it makes the usual calls of the toolboxes of ``conversations``."""

    spec: ModelSpec
    role: str
    conversations: Sequence[Conversation] = ()
    answer: str = ANSWER
    endpoint = "none"
    calls: list[Calls] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._toolboxes = {
            (conversation.item_id, str(conversation.arm), number): turn.tools
            for conversation in self.conversations
            for number, turn in enumerate(conversation.turns)
        }

    async def ask(self, request: Request) -> Answer:
        """Count the tokens of all messages, and of the definitions and earlier calls of tools."""
        earlier_calls = [call for message in request.messages for call in message.calls]
        tool_definitions = json.dumps(definitions(request.tools)) if request.tools else ""
        texts = [message.content for message in request.messages] + [call.arguments for call in earlier_calls]
        answer_tokens = 1 if request.top_logprobs else SHORT_ANSWER
        self.calls.append(Calls(request.purpose, self.role, 1, text_tokens(tool_definitions, *texts), answer_tokens))
        about = request.about
        toolbox = self._toolboxes.get((about.item_id, about.arm, about.turn)) if about and request.tools else None
        return (
            Answer(text=self.answer)
            if toolbox is None
            else Answer(text="", calls=(toolbox.usual_calls[len(earlier_calls)],))
        )


@dataclass(frozen=True)
class StoredDecisions:
    """The decisions that a run has (a DecisionStore); further ones are not kept."""

    stored: Sequence[Decision] = ()

    def keep_decision(self, decision: Decision) -> None:
        """Keep nothing."""

    def decisions(self) -> Sequence[Decision]:
        """Return what the run has."""
        return self.stored


@dataclass
class StoredVotes:
    """The votes of judges that a run has (an AwarenessStore); the run itself stays as it is."""

    stored: Sequence[AwarenessVote]

    def keep_vote(self, vote: AwarenessVote) -> None:
        """Keep nothing."""

    def forget_votes(self, judge: str, question: Question, prompt: str) -> None:
        """Stop counting the votes on another prompt."""
        self.stored = [
            vote for vote in self.stored if (vote.judge, vote.question) != (judge, question) or vote.prompt == prompt
        ]

    def votes(self) -> Sequence[AwarenessVote]:
        """Return the votes that count."""
        return self.stored
