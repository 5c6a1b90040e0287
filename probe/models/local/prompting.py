"""Conversations as tokens: by the model's chat template, else in a plain form."""

from collections.abc import Sequence
from typing import Any

Messages = Sequence[dict[str, str]]
PLAIN_STOP = "\nUser:"
"""Where an answer in the plain form ends: a model without a chat template may continue with the next question."""


ANSWER_OPENING = "Option"
"""The beginning of a direct answer: without it, small models and base models begin with a sentence."""


def prompt_tokens(tokenizer: Any, messages: Messages, *, direct: bool = False) -> list[int]:
    """Return the tokens of a conversation for the model to continue; a ``direct`` answer begins with OPENING."""
    if getattr(tokenizer, "chat_template", None):
        text, add_special = _apply_template(tokenizer, messages), False
    else:
        text, add_special = plain_prompt(messages), True
    text += (ANSWER_OPENING if text[-1:].isspace() else f" {ANSWER_OPENING}") if direct else ""
    return list(tokenizer(text, add_special_tokens=add_special)["input_ids"])


def plain_prompt(messages: Messages) -> str:
    """Return a conversation without a template: the system prompt, then ``User:`` and ``Assistant:`` in turn."""
    names = {"user": "User: ", "assistant": "Assistant: "}
    turns = [names.get(message["role"], "") + message["content"] for message in messages]
    return "\n\n".join([*turns, "Assistant:"])


def _apply_template(tokenizer: Any, messages: Messages) -> str:
    """Fill the template; if it rejects system messages, the system prompt goes in front of the first question."""
    try:
        return str(tokenizer.apply_chat_template(list(messages), tokenize=False, add_generation_prompt=True))
    except Exception:
        if not messages or messages[0]["role"] != "system":
            raise
    system, question, *further_messages = messages
    combined = {"role": question["role"], "content": f"{system['content']}\n\n{question['content']}"}
    return str(tokenizer.apply_chat_template([combined, *further_messages], tokenize=False, add_generation_prompt=True))
