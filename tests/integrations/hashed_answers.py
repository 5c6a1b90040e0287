"""Answers that depend on the text of a question alone."""

import hashlib


def answer_to(text: str) -> str:
    """Answer by the hash of the text: A, B, or something unreadable."""
    drawn = hashlib.sha256(text.encode()).digest()[0]
    return "Hard to say." if drawn < 25 else f"Explanation: so.\nDecision: Option {'A' if drawn < 140 else 'B'}"
