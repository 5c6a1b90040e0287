"""Separate a model's reasoning in ``<think>`` from its answer."""

import re

_BLOCK = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.S | re.I)
_OPEN = re.compile(r"<think(?:ing)?>", re.I)
_CLOSE = re.compile(r"</think(?:ing)?>", re.I)


def strip_reasoning(content: str) -> str | None:
    """Return ``content`` without its reasoning; None if a ``<think>`` never ends (a truncated answer).

    A closing tag without an opening one ends reasoning too: some chat templates put the opening tag into the prompt.
    """
    if "<think" not in content.lower() and "</think" not in content.lower():
        return content
    rest = _BLOCK.sub("", content)
    if close := list(_CLOSE.finditer(rest)):
        rest = rest[close[-1].end() :]
    return None if _OPEN.search(rest) else rest.strip()
