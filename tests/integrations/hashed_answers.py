"""Answers that depend on the text of a question alone."""

import hashlib


def answer_to(text: str) -> str:
    """Answer by the hash of the text: A, B, or something unreadable."""
    byte = hashlib.sha256(text.encode()).digest()[0]
    return "Hard to say." if byte < 25 else f"Explanation: so.\nDecision: Option {'A' if byte < 140 else 'B'}"
