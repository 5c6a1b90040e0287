"""Options that several use cases share, and the types of what users give."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from probe.errors import InputError
from probe.options.form import (
    CHECKS,
    ITEMS,
    LIMITS,
    MODELS,
    OUTPUT,
    WORKERS,
    Options,
    dollars,
    option,
    options,
    output,
    path_option,
    processes,
)

if TYPE_CHECKING:
    from probe.values import Bias, Item, ModelSpec, Profile

PathName = str | PathLike[str]
ProfileName = Literal["paper", "strict"]
TierName = Literal["fixed", "quartiles"]
Spec: TypeAlias = "str | ModelSpec"
Items: TypeAlias = "Item | Iterable[Item] | PathName"
"""What functions accept as items: one, several of one protocol, or what ``load`` reads."""


class HasFolder(Protocol):
    """The result of an evaluation, which is in a folder."""

    @property
    def folder(self) -> Path:
        """The folder of the run."""
        ...


EvaluationSource = HasFolder | PathName
"""An evaluation, or its folder."""


@options
class AccessOptions(Options):
    """How models are reached and what may be spent."""

    base_url: str | None = option(
        "OpenAI-compatible endpoint to use instead of the provider's.", default=None, metavar="URL", group=MODELS
    )
    prices: PathName | None = path_option(
        "Prices per million tokens, instead of the default file.", default=None, group=MODELS
    )
    concurrency: int = option("Maximum number of concurrent calls.", default=16, least=1, most=1024, group=LIMITS)
    max_calls: int | None = option(
        "Stop after this many paid calls; the run can be resumed.", default=None, least=0, group=LIMITS
    )
    max_usd: float | None = dollars(
        "Ask nothing that could bring the cost above this many US dollars; the run can be resumed.",
        default=None,
        group=LIMITS,
    )
    rpm: int | None = option(
        "Maximum number of requests per minute at an endpoint.", default=None, least=1, group=LIMITS
    )
    tpm: int | None = option("Maximum number of tokens per minute at an endpoint.", default=None, least=1, group=LIMITS)
    max_wait: float = option(
        "Longest wait for a provider's rate limit; beyond it, the run stops and can be resumed.",
        default=10,
        kind="number",
        least=0,
        metavar="MINUTES",
        group=LIMITS,
    )


@options
class SeedsOption(Options):
    """The domain whose seeds and descriptions of biases are used."""

    seeds: PathName | None = path_option(
        "Seed domain: a folder, or the name of a packaged domain.", default=None, metavar="DIR|NAME", group=ITEMS
    )


@options
class ModelOptions(AccessOptions, SeedsOption):
    """The options of everything that asks models."""

    prompts: PathName | None = path_option(
        "Prompt templates to use instead of the packaged ones.", default=None, metavar="DIR", group=MODELS
    )
    keep_trying: bool = option(
        "Do not stop early because of unreadable answers, a stage that accepts nothing, or a hopeless author.",
        default=False,
        group=LIMITS,
        grows=True,
    )


@options
class ProfileOption(Options):
    """How strict checks are."""

    profile: ProfileName | Profile = option("How strict the checks are.", default="strict", group=CHECKS)


@options
class BiasOption(Options):
    """Which biases the work is about."""

    bias: str | Bias | Iterable[str | Bias] = option(
        "Use only this bias, such as anchoring_bias; may be repeated.",
        default=(),
        kind="bias",
        multiple=True,
        group=ITEMS,
        grows=True,
        recorded="biases",
    )


@options
class PlacementOptions(Options):
    """Where work runs: here, or on a Ray cluster. Raises InputError for an address without a cluster."""

    engine: str = option(
        "Processes on this machine, or a Ray cluster (in a checkout: pip install '.[ray]').",
        default="local",
        kind="engine",
        group=WORKERS,
    )
    address: str | None = option(
        "The Ray cluster; auto, the default, is the one running here.", default=None, metavar="ADDRESS", group=WORKERS
    )
    workers: int | None = processes("Number of processes. Default: one per core.", default=None)

    def __post_init__(self) -> None:
        """Raise InputError for an address without a cluster, or a number out of bounds."""
        super().__post_init__()
        if self.address is not None and self.engine != "ray":
            raise InputError("--address is the address of a Ray cluster: add --engine ray")


@options
class JsonOption(Options):
    """How a command prints its result."""

    as_json: bool = option("Print one JSON document.", "--json", default=False, group=OUTPUT)


@options
class ShowingOptions(JsonOption):
    """How much a command prints of what it shows."""

    verbose: bool = option(
        "Print long things in full: texts, evidence, programs, proofs.", "--verbose", "-v", default=False, group=OUTPUT
    )


@options
class TerminalOptions(JsonOption):
    """What a command with models prints."""

    dry_run: bool = option("Estimate calls, tokens and cost; call no model.", default=False, group=OUTPUT)


@options
class ModelCommandLine(ModelOptions, TerminalOptions):
    """The options of every command with models."""


@options
class ForceOption(Options):
    """Whether files may be overwritten."""

    force: bool = option("Overwrite files that already exist.", default=False, group=OUTPUT)


@options
class FolderOption(Options):
    """The folder of a run: a temporary one for a Python function that is given none."""

    out: PathName | None = output("Folder for the run; repeat it to resume.", default=None, metavar="DIR")
