"""What all measuring shares: what it is told and ends with, who listens, and the folder that it may write to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from probe.composition.access import Access
from probe.errors import InputError
from probe.files.dataset import DATASET
from probe.store import FILE_NAME
from probe.values import Bias, BiasSheet, Corpus, Pair, Usage

Listener = Callable[[int], None]
"""Is told how many questions are done."""


@dataclass(frozen=True, kw_only=True)
class MeasuringCommand:
    """What every measuring command is told: how models are reached, and which prompts replace the packaged ones."""

    access: Access = field(default_factory=Access)
    prompts: Path | None = None


@dataclass(frozen=True, kw_only=True)
class Ended:
    """What every measuring command ends with beside its result: what the user should hear, and what was paid for."""

    notices: tuple[str, ...]
    usage: Usage


def silent(done: int) -> None:
    """Hear how many questions are done, and say nothing."""


def keep_datasets(out: Path) -> None:
    """Raise InputError where ``out`` holds a dataset that no run of ours has put there: it would be overwritten."""
    if (out / DATASET).exists() and not (out / FILE_NAME).exists():
        raise InputError(f"{out} holds a {DATASET} already, which would be overwritten: give another folder with --out")


def sheets_of(pairs: Sequence[Pair], corpus: Corpus) -> dict[Bias, BiasSheet]:
    """Return the sheets of the biases that ``pairs`` are about. Raises InputError where ``corpus`` lacks one."""
    present = {pair.bias for pair in pairs}
    return {bias: corpus.sheet(bias) for bias in Bias if bias in present}
