"""Several runs in one folder and within one budget, such as the evaluations of several subjects."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from probe.errors import InputError
from probe.measuring.evaluate import EvaluateCommand
from probe.measuring.work import MeasuringCommand
from probe.session import Session, holds_run, load_prices, read_run
from probe.values import Budget, Item, ModelSpec, Spent, fingerprint

Command = TypeVar("Command", bound=MeasuringCommand)


def subject_folders(out: Path, subjects: Sequence[ModelSpec]) -> list[Path]:
    """Return a folder in ``out`` for each subject; one subject alone has ``out`` itself.

    Raises InputError if a subject is named twice, or if ``out`` contains the run of one subject alone.
    """
    if len(subjects) == 1:
        return [out]
    names = [str(subject) for subject in subjects]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"--model {twice}: is given twice; give it once, with --runs for more answers")
    if holds_run(out):
        raise InputError(f"{out} contains the run of one subject: give several another folder with --out")
    return [out / _folder_name(subject) for subject in subjects]


async def check_models(command: EvaluateCommand, models: Sequence[ModelSpec], items: Sequence[Item]) -> None:
    """Open every model without asking it, so that nothing is paid for before all names and keys are known to be usable.

    Raises InputError for an unknown provider, name or option, MissingError for a key that is not set.
    """
    with TemporaryDirectory() as folder:
        async with Session(command.access) as session:
            run = session.run(Path(folder) / "check", {"kind": "check"}, (), ())
            opened = session.models(run, lambda spec: command.protocol.simulated(spec, items))
            for spec in models:
                opened.open(spec)


def _folder_name(subject: ModelSpec) -> str:
    """Return a name that is safe as a folder's; subjects whose names differ only in options have a hash as well."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{subject.provider}-{subject.model}").strip("-.")[:80] or "subject"
    plain = f"{subject.provider}-{subject.model}"
    # Two names may become one where characters are replaced, and two subjects must not share a folder.
    return name if name == plain and not subject.options else f"{name}-{fingerprint(str(subject), 6)}"


def within_budget(command: Command, folders: Sequence[Path], out: Path) -> Command:
    """Return ``command`` with what the runs in the other ``folders`` leave of its budget, at least nothing.

    The runs are made one after another, so that together they never exceed it.
    """
    budget = command.access.budget
    spent = [usage for folder in folders if folder != out for usage in _spent(folder)]
    prices, _ = load_prices(command.access.prices, command.access)
    priced = ((prices.of(usage.spec), usage) for usage in spent)
    # Runs store tokens, so what was spent before follows the price file as it is now.
    usd = sum(
        price.of(usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens)
        for price, usage in priced
        if price is not None
    )
    left = Budget(
        max_calls=None if budget.max_calls is None else max(0, budget.max_calls - sum(usage.calls for usage in spent)),
        max_usd=None if budget.max_usd is None else max(0.0, budget.max_usd - usd),
    )
    return replace(command, access=replace(command.access, budget=left))


def _spent(folder: Path) -> Sequence[Spent]:
    if not holds_run(folder):
        return ()
    with read_run(folder) as run:
        return run.spent()
