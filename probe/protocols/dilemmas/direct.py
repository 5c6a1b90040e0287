"""Dilemmas answered directly: one letter without an explanation."""

from probe.answers import read_letter
from probe.protocols.dilemmas import Dilemmas


class DirectDilemmas(Dilemmas):
    """How a dilemma is asked for one letter (an Asking)."""

    prompt = "decide_direct"

    def _read(self, answer: str) -> tuple[str, str]:
        return read_letter(answer), ""
