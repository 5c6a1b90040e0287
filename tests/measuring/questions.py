"""Questions about dilemmas."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from probe.protocols.base import Showing
from probe.protocols.conversation import Conversation
from probe.protocols.dilemmas.protocol import DEFAULT_ARMS, DilemmaProtocol
from probe.values import Dilemma


def conversations(pairs: Sequence[Dilemma], showing: Showing) -> Iterator[Conversation]:
    """Yield the conversations, by default in the usual arms."""
    return DilemmaProtocol().conversations(pairs, replace(showing, arms=showing.arms or DEFAULT_ARMS))
