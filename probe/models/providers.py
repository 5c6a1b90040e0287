"""The known providers: those of ``providers.toml``, and those with an SDK of their own (``probe.providers``)."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from packaging.requirements import Requirement

from probe.errors import MissingError
from probe.extensions import PROVIDERS, load, names_in
from probe.models.parameters import Option, Parameter, Parameters
from probe.values import ModelSpec

if TYPE_CHECKING:
    from probe.models.batches import BatchEndpoint
    from probe.models.endpoint import Endpoint, Sdk
    from probe.models.gateway import Adapter


@dataclass(frozen=True)
class Provider:
    """A kind of endpoint: its SDK, and the sources of its address and key (``providers.toml`` explains each field).

    ``required`` are the parameters that the provider demands, with the values that PROBE sends if neither the call nor
    the model's name sets them. ``options`` are further options of a model's name.
    """

    sdk: str = "openai"
    url: str = ""
    url_variable: str = ""
    keys: tuple[str, ...] = ()
    needs_key: bool = True
    own_path: str = ""
    batches: bool = False
    structured: bool = False
    names: Mapping[str, str] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    most: Mapping[str, float] = field(default_factory=dict)
    required: Mapping[str, Parameter] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)

    @property
    def variables(self) -> tuple[str, ...]:
        """The environment variables that it reads."""
        return (*self.keys, *((self.url_variable,) if self.url_variable else ()))

    def answer_limit(self, spec: ModelSpec, requested_limit: int | None) -> int | None:
        """Return the most tokens that an answer can have, None without a limit; ``requested_limit`` is the call's."""
        limit = spec.options.get("max_tokens") or requested_limit or self.required.get("max_tokens")
        return None if limit is None else int(limit)


class Extension(Protocol):
    """A provider with an SDK of its own: the class that an entry point of ``probe.providers`` names.

    Its module may import the SDK only where it opens one: it is used only if that package is installed, in a version
    that ``requirement`` allows.
    """

    provider: Provider
    requirement: str
    """What pip installs, such as ``anthropic>=2.0``."""

    def check(self, spec: ModelSpec, parameters: Parameters) -> None:
        """Raise InputError for parameters in a model's name that the provider would refuse together."""

    def open(self, endpoint: "Endpoint", *, connections: int, timeout: float) -> "Sdk":
        """Open a client; ``Sdk.complete`` takes and returns a chat completion, regardless of the SDK's own format."""

    def batches(self, spec: ModelSpec, endpoint: "Endpoint", sdk: "Sdk") -> "BatchEndpoint":
        """Return the batch endpoints of an open client."""


@dataclass(frozen=True)
class Spreading:
    """Where bulk work runs: ``pool`` makes a ChunkPool of ``workers`` workers from an Opening and a Work."""

    pool: Callable[[Any, Any], Any]
    workers: int


class ModelHost(Protocol):
    """Opens the models of a HostedProvider for one run, of at most ``concurrency`` calls at once (0: as usual)."""

    endpoint: str
    concurrency: int

    def open(self, spec: ModelSpec) -> "Adapter":
        """Return a model. Raises MissingError if something is not installed, InputError for an unusable name."""

    def close(self) -> None:
        """End what was started."""


class HostedProvider(Protocol):
    """A provider whose models answer on this machine, without address, key or price: named as an Extension is."""

    def host(self, spreading: Spreading | None) -> ModelHost:
        """Return the host that opens models; ``spreading`` is None if each answers in its own process."""

    def require(self, spec: ModelSpec) -> None:
        """Raise MissingError, with the command that installs it, if something that a model needs is absent."""

    def describe(self) -> str:
        """Return what is installed, in one line. Raises MissingError if nothing can be used."""


@cache
def packaged_providers() -> Mapping[str, Provider]:
    """Return the providers of ``providers.toml``, all of which speak OpenAI's chat completions."""
    tables = tomllib.loads(Path(__file__).with_name("providers.toml").read_text(encoding="utf-8"))
    lists = ("keys", "ignored")
    return {
        name: Provider(**{**table, **{key: tuple(table.get(key, ())) for key in lists}})
        for name, table in tables.items()
    }


@cache
def extensions() -> Mapping[str, Extension]:
    """Return the providers with an SDK of their own, by name, whether or not their SDKs are installed.

    Raise MissingError if one cannot be loaded: the names of its keys would be unknown, and they could be shown.
    """
    return {name: extension for name, extension in _load_all().items() if not hasattr(extension, "host")}


def hosted_providers() -> Mapping[str, HostedProvider]:
    """Return the providers whose models answer on this machine, by name. Raise MissingError as ``extensions``."""
    return {name: provider for name, provider in _load_all().items() if hasattr(provider, "host")}


def hosted_named(name: str) -> HostedProvider:
    """Return the provider called ``name`` whose models answer on this machine. Raise MissingError if there is none."""
    if name not in hosted_providers():
        raise MissingError(f"no provider {name} is installed whose models answer on this machine")
    return hosted_providers()[name]


def _load_all() -> Mapping[str, Any]:
    return {name: load(PROVIDERS, name) for name in names_in(PROVIDERS)}


def extension_of(name: str) -> Extension | None:
    """Return the extension for the provider called ``name`` if its SDK is installed."""
    extension = extensions().get(name)
    return extension if extension is not None and _installed(extension) else None


def missing_sdk(name: str) -> str | None:
    """Return what pip would install for this provider's own SDK, None if it has none or the SDK is there."""
    extension = extensions().get(name)
    return None if extension is None or _installed(extension) else extension.requirement


def command_to_reach(name: str, url: str) -> str | None:
    """Return the command after which this provider is asked at ``url``, None if that depends on no package.

    The addresses of a provider's own API and of its compatibility layer differ, and the installed SDK decides.
    """
    extension, compatible = extensions().get(name), packaged_providers().get(name)
    if extension is None or compatible is None:
        return None
    if _installed(extension):
        return f"pip uninstall {Requirement(extension.requirement).name}" if url == compatible.url else None
    return f"pip install '{extension.requirement}'" if url == extension.provider.url else None


def _installed(extension: Extension) -> bool:
    """Whether the SDK is installed, in a version that the extension can use."""
    requirement = Requirement(extension.requirement)
    try:
        return requirement.specifier.contains(version(requirement.name), prereleases=True)
    except PackageNotFoundError:
        return False


def provider_names() -> tuple[str, ...]:
    """Return the names of all providers over HTTP."""
    return tuple(dict.fromkeys([*packaged_providers(), *extensions()]))


def provider_named(name: str) -> Provider:
    """Return the provider called ``name``: with its own SDK where that is installed, else over chat completions.

    Raise KeyError for a name not in ``provider_names``, MissingError if only its own SDK reaches it and is missing.
    """
    if (extension := extension_of(name)) is not None:
        return extension.provider
    if name in packaged_providers():
        return packaged_providers()[name]
    raise MissingError(f"{name}: its SDK is not installed: pip install '{extensions()[name].requirement}'")


def all_variants() -> tuple[Provider, ...]:
    """Return every way to reach a provider, installed or not: their keys and addresses are never shown or mixed up."""
    return (*packaged_providers().values(), *(extension.provider for extension in extensions().values()))


def at_providers(base_url: str | None, environment: Mapping[str, str]) -> bool:
    """Return whether models are asked at the addresses of their providers, unless their names give others."""
    return base_url is None and not any(environment.get(provider.url_variable) for provider in all_variants())
