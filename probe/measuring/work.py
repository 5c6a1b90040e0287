"""The base of all measuring commands and results, and concurrent work on many questions."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Generic, Self, TypedDict, TypeVar

from probe.asking import Trial
from probe.errors import FatalModelFault, ModelFault, PendingFault, ProbeError, StoppedError, first_of
from probe.options.reading import path_of
from probe.options.shared import ModelOptions
from probe.ports import SubjectFunction
from probe.session import Access, holds_run, load_prices
from probe.store.reading import read_run
from probe.values import Bias, BiasSheet, Budget, Corpus, Item, ModelSpec, SpentUsage, Usage

DoneListener = Callable[[int], None]
"""Receives the number of finished questions."""
Task = TypeVar("Task")
Result = TypeVar("Result")
MAX_CONCURRENT = 1024
"""Items in progress at once; equals the highest value of --concurrency, so it never limits a model."""


def silent(done: int) -> None:
    """Ignore the progress."""


@dataclass(frozen=True, kw_only=True)
class MeasuringCommand:
    """What every measuring command is given: access to models, replaced prompts, and the domain of the biases.

    With ``keep_trying``, a model whose answers cannot be read does not stop the work.
    """

    access: Access = field(default_factory=Access)
    prompts: Path | None = None
    seeds: Path | None = None
    keep_trying: bool = False

    def trial(self, spec: ModelSpec) -> Trial:
        """Return the trial of a model's first answers; the calls of a batch are sent together, without one."""
        from probe.filters.cascade import StoppingSettings  # only here: the cascade loads numpy

        return Trial(0 if self.keep_trying or spec.batched else StoppingSettings().unreadable)

    def within_budget(self, folders: Sequence[Path], out: Path) -> Self:
        """Return the command with the part of its budget that the runs in the other ``folders`` left, at least 0.

        The runs are made one after another, so that together they never exceed it.
        """
        budget = self.access.budget
        earlier_usage = [usage for folder in folders if folder != out and holds_run(folder) for usage in _spent(folder)]
        prices, _ = load_prices(self.access.prices, self.access)
        # Runs store tokens, so what was spent before follows the price file as it is now.
        usd = sum(
            price.of(usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens)
            for usage in earlier_usage
            if (price := prices.of(usage.spec)) is not None
        )
        calls = sum(usage.calls for usage in earlier_usage)
        remaining_budget = Budget(
            max_calls=None if budget.max_calls is None else max(0, budget.max_calls - calls),
            max_usd=None if budget.max_usd is None else max(0.0, budget.max_usd - usd),
        )
        return replace(self, access=replace(self.access, budget=remaining_budget))


def _spent(folder: Path) -> Sequence[SpentUsage]:
    with read_run(folder) as run:
        return run.spent_usages()


class MeasuringFields(TypedDict):
    """What the options of every measuring command give it."""

    access: Access
    prompts: Path | None
    seeds: Path | None
    keep_trying: bool


def measuring(options: ModelOptions, functions: Mapping[str, SubjectFunction] | None = None) -> MeasuringFields:
    """Return the fields that measuring commands share."""
    return {
        "access": Access.of(options, functions),
        "prompts": path_of(options.prompts),
        "seeds": path_of(options.seeds),
        "keep_trying": options.keep_trying,
    }


@dataclass(frozen=True, kw_only=True)
class MeasuringOutcome:
    """What every measuring command returns in addition to its result: notices for the user, and usage."""

    notices: tuple[str, ...]
    usage: Usage


@dataclass(frozen=True)
class WorkOutcome(Generic[Result]):
    """The results by item (None: unanswered), the fault of each unanswered item, and why the work ended early."""

    results: tuple[Result | None, ...] = ()
    faults: tuple[str, ...] = ()
    ended: str | None = None
    refused: bool = False
    """Whether the server refused every request that has no answer, so that asking again does not help."""

    @property
    def reason(self) -> str | None:
        """Why some items are unanswered, None if all are answered."""
        return self.ended or (self.faults[0] if self.faults else None)

    @property
    def unfinished(self) -> StoppedError | None:
        """The error of a command that leaves pairs without a result, None if all have one."""
        return self.unfinished_of("pairs")

    def unfinished_of(self, nouns: str) -> StoppedError | None:
        """Return the error of a command that leaves ``nouns`` without a result, None if all have one."""
        unfinished_count = self.results.count(None)
        if not unfinished_count:
            return None
        summary = f"{unfinished_count} of {len(self.results)} {nouns} are not finished ({self.reason})"
        return StoppedError(f"{summary}; {advice(refused=self.refused)}")


def advice(*, refused: bool) -> str:
    """Return what to do about requests without an answer, by whether the server ``refused`` each of them."""
    return "probe log --failed lists what the server refuses" if refused else "repeat the command to ask them again"


async def work_through(
    items: Sequence[Task],
    work: Callable[[Task], Awaitable[Result]],
    listener: DoneListener = silent,
    *,
    finished_count: int = 0,
    concurrency: int = MAX_CONCURRENT,
) -> WorkOutcome[Result]:
    """Do ``work`` for all items, started in their order.

    ``listener`` counts from ``finished_count``, the number of items that earlier sessions finished.
    A fault of one item is recorded and the rest continues. A spent budget or a permanently failing provider ends the
    work, and the result contains the reason; so does a pending batch, once the other items are done. InputError and
    MissingError propagate.
    """
    # One iterator for all tasks: whichever is free takes the next item, so that items start in their order.
    waiting, faults, results_by_number = iter(enumerate(items)), list[ModelFault](), dict[int, Result]()
    pending_faults: list[ModelFault] = []
    stop_error: StoppedError | None = None
    user_error: ProbeError | None = None

    async def work_on() -> None:
        for number, item in waiting:
            try:
                results_by_number[number] = await work(item)
            except FatalModelFault:
                # It ends the group: no other item would be answered either.
                raise
            except ModelFault as fault:
                (pending_faults if isinstance(fault, PendingFault) else faults).append(fault)
            else:
                listener(finished_count + len(results_by_number))

    listener(finished_count)
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(concurrency, len(items))):
                group.create_task(work_on())
    except* StoppedError as errors:
        stop_error = first_of(errors)
    except* ProbeError as errors:
        user_error = first_of(errors)
    # First: repeating the command, which the other outcomes suggest, does not help against a mistake in its use.
    if user_error is not None:
        raise user_error
    results = tuple(results_by_number.get(number) for number in range(len(items)))
    ended = str(stop_error) if stop_error else next((str(fault) for fault in pending_faults), None)
    refused = bool(faults) and all(fault.refused for fault in faults)
    return WorkOutcome(results, tuple(str(fault) for fault in faults), ended, refused)


def sheets_of(pairs: Sequence[Item], corpus: Corpus) -> dict[Bias, BiasSheet]:
    """Return the sheets of the biases of ``pairs``. Raises InputError if ``corpus`` lacks one."""
    return {bias: corpus.sheet(bias) for bias in Bias.in_order(pair.bias for pair in pairs)}


def is_same_model(spec: ModelSpec, name: str | None) -> bool:
    """Whether ``name`` (a spec, or a bare model name as in imported datasets) is the model of ``spec``."""
    # Options such as a temperature do not make another author of the same model.
    bare_name = (name or "").partition("?")[0]
    return bare_name in (spec.model, f"{spec.provider}/{spec.model}") and bool(bare_name)
