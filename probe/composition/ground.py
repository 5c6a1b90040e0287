"""What all measuring shares: who listens to its progress, and the folder that it may write to."""

from collections.abc import Callable
from pathlib import Path

from probe.errors import InputError
from probe.files.dataset import DATASET
from probe.store import FILE_NAME

Listener = Callable[[int], None]
"""Is told how many questions are done."""


def silent(done: int) -> None:
    """Hear how many questions are done, and say nothing."""


def keep_datasets(out: Path) -> None:
    """Raise InputError where ``out`` holds a dataset that no run of ours has put there: it would be overwritten."""
    if (out / DATASET).exists() and not (out / FILE_NAME).exists():
        raise InputError(f"{out} holds a {DATASET} already, which would be overwritten: give another folder with --out")
