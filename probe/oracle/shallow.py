"""Replies kept shallow: what is nested too deeply to be read, checked or written by recursion is cut off."""

import re

DEEPEST = 80
"""Levels of a proof that are kept: JSON is read with at most 200 nested brackets (pydantic), two a level."""

_LISTS_OF_STEPS = 3 + DEEPEST
"""The nesting of brackets at which a proof's level ``DEEPEST`` + 1 begins: verdicts, verdict, proof, children …"""

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]]')


def cut_deep_proofs(reply: bytes) -> bytes:
    """Return a reply in which no proof has more than ``DEEPEST`` levels; depth and size, which stand apart, remain."""
    if reply.count(b"[") <= _LISTS_OF_STEPS:
        return reply
    kept, start, depth = [], 0, 0
    for token in _TOKEN.finditer(reply):
        if token[0] == b"[":
            depth += 1
            if depth == _LISTS_OF_STEPS:
                kept.append(reply[start : token.end()])
        elif token[0] == b"]":
            if depth == _LISTS_OF_STEPS:
                start = token.start()
            depth -= 1
    return b"".join(kept) + reply[start:]
