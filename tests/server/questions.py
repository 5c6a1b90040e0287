"""Recognise the question of a request by the packaged prompts, so that prompts can be reworded."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from probe.prompts import Prompts, Template
from probe.values import ASKED_AGAIN

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


class Question(NamedTuple):
    """The name of the prompt that was filled, and the text in the place of each of its placeholders."""

    name: str
    values: Mapping[str, str]


class Recogniser:
    """Reads the prompt and its placeholders back from the messages of a request."""

    def __init__(self, prompts: Prompts) -> None:
        self._patterns = {name: _pattern(template) for name, template in prompts.templates.items()}

    def question(self, messages: Sequence[Mapping[str, str]]) -> Question | None:
        """Return the question in ``messages``, or None if they come from none of the prompts."""
        text = _joined_messages([(message["role"], message["content"]) for message in messages])
        text = text.partition(ASKED_AGAIN)[0]
        for name, pattern in self._patterns.items():
            if match := pattern.fullmatch(text):
                return Question(name, match.groupdict())
        return None


def _joined_messages(messages: Sequence[tuple[str, str]]) -> str:
    return "\0".join(f"{role}\0{content}" for role, content in messages)


def _pattern(template: Template) -> re.Pattern[str]:
    """Return a pattern that matches the filled template; a placeholder that is repeated has one text everywhere."""
    parts = _PLACEHOLDER.split(_joined_messages([(message.role, message.content) for message in template.messages]))
    names: set[str] = set()
    pattern = ""
    for number, part in enumerate(parts):
        if number % 2 == 0:
            pattern += re.escape(part)
        else:
            pattern += f"(?P={part})" if part in names else f"(?P<{part}>.*?)"
            names.add(part)
    return re.compile(pattern, re.S)
