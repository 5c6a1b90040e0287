"""A mock model of Inspect; tests import it locally, because every process imports what test modules import."""

from collections.abc import Callable
from typing import Any


def mock_model(reply: Callable[[Any, Any], Any]) -> Any:
    """Return a model that replies to messages and tools; each call uses two tokens."""
    from inspect_ai.model import ModelUsage, get_model

    def output(messages: Any, tools: Any, *_: object) -> Any:
        answer = reply(messages, tools)
        answer.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return answer

    return get_model("mockllm/model", custom_outputs=output)
