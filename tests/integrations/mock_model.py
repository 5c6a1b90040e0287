"""A model of Inspect's own; it is imported where it is used, because every process imports what tests import."""

from collections.abc import Callable
from typing import Any


def mock_model(reply: Callable[[Any, Any], Any]) -> Any:
    """Return a model that replies to messages and tools; each call takes two tokens."""
    from inspect_ai.model import ModelUsage, get_model

    def output(messages: Any, tools: Any, *_: object) -> Any:
        answer = reply(messages, tools)
        answer.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return answer

    return get_model("mockllm/model", custom_outputs=output)
