"""One wording of a prompt: as its author steers, in neutral words, and the neutral version reworded."""

from typing import Literal, Self

from pydantic import Field, model_validator

from probe.values import Arm, StatedItem
from probe.values.texts import mentions_option

NEUTRAL, ORIGINAL, PLACEBO = Arm("neutral"), Arm("original"), Arm.PLACEBO
ARMS = (NEUTRAL, ORIGINAL, PLACEBO)
"""The reference arm first."""
LETTERS = "AB"


class PromptItem(StatedItem):
    """One wording of a prompt; ``cluster`` is the wording, since wordings are what is sampled.

    ``original`` has the phrases that steer and ``neutral`` has not; ``placebo`` is the neutral version in other words.
    ``scale`` are the two options, which are listed below every text. There is no norm: a shift is not an error.
    """

    protocol: Literal["prompts"] = "prompts"
    norm: Literal["none"] = "none"
    scale: tuple[str, ...] = Field(min_length=2, max_length=2)
    original: str = Field(min_length=1)
    neutral: str = Field(min_length=1)
    placebo: str | None = None
    prompt: str = ""
    wording: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _options_can_change_places(self) -> Self:
        for arm in self.arms():
            if mentions_option(self.text(arm) or ""):
                raise ValueError(f"{arm} names an option by its letter, but options are listed in both orders")
        return self

    def arms(self) -> tuple[Arm, ...]:
        """Return neutral and original, and the placebo if there is one."""
        return ARMS if self.placebo is not None else ARMS[:2]

    def text(self, arm: Arm) -> str | None:
        """Return the text of ``arm`` without the options, None if the item has no such arm."""
        return {NEUTRAL: self.neutral, ORIGINAL: self.original, PLACEBO: self.placebo}.get(arm)

    def question(self, arm: Arm, *, exchanged: bool) -> str:
        """Return the text of ``arm``, which the item has, with the options below it, ``exchanged`` or as written."""
        options = self.scale[::-1] if exchanged else self.scale
        option_lines = "\n".join(f"Option {letter}: {option}" for letter, option in zip(LETTERS, options, strict=True))
        return f"{(self.text(arm) or '').rstrip()}\n\n{option_lines}"
