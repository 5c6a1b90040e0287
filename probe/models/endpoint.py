"""The address and the key of each provider: from flags, else the environment, else the provider's default."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from probe.errors import InputError, MissingError
from probe.models.secrets import Secrets
from probe.values import ModelSpec

PLACEHOLDER_KEY = "no-key"
"""Sent to a user's own endpoint if no key is set: the SDKs refuse to send none."""


@dataclass(frozen=True)
class Provider:
    """A kind of endpoint: its SDK, and the sources of its address and key.

    ``needs_key`` means that the default address requires a key; ``own_path`` is the path that the SDK appends to an
    address, and that users often include.
    """

    sdk: str
    default_url: str
    url_variable: str | None
    key_variable: str | None
    needs_key: bool
    own_path: str = ""


PROVIDERS: Mapping[str, Provider] = {
    "openai": Provider("openai", "https://api.openai.com/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY", needs_key=True),
    "groq": Provider(
        "groq", "https://api.groq.com", "GROQ_BASE_URL", "GROQ_API_KEY", needs_key=True, own_path="/openai/v1"
    ),
    "ollama": Provider("openai", "http://localhost:11434/v1", None, None, needs_key=False),
}


@dataclass(frozen=True)
class Endpoint:
    """An address and its key; show or store only ``url``."""

    provider: str
    sdk: str
    url: str
    key: str = field(repr=False)
    secrets: Secrets


def resolve_endpoint(spec: ModelSpec, base_url: str | None, environment: Mapping[str, str]) -> Endpoint:
    """Return the endpoint of ``spec``: from its option ``base_url``, else the flag, the environment, the default.

    Raise MissingError if the provider's own address is used without a key, InputError if an address is unusable.
    """
    provider = PROVIDERS[spec.provider]
    variable = environment.get(provider.url_variable, "") if provider.url_variable else ""
    own = spec.options.get("base_url") or base_url or variable.strip()
    key = environment.get(provider.key_variable, "").strip() if provider.key_variable else ""
    if not key and not own and provider.needs_key:
        raise MissingError(f"{spec}: no key: set {provider.key_variable}, or give your own endpoint with --base-url")
    if not (key.isascii() and key.isprintable()):
        raise InputError(f"{provider.key_variable}: contains characters that no key has; set it again")
    return Endpoint(
        provider=spec.provider,
        sdk=provider.sdk,
        url=_checked_url(own or provider.default_url, environment).removesuffix(provider.own_path),
        key=key or PLACEHOLDER_KEY,
        secrets=known_secrets(environment),
    )


def known_secrets(environment: Mapping[str, str]) -> Secrets:
    """Return every key that the environment has for a provider: none of them may ever be shown or stored."""
    names = {provider.key_variable for provider in PROVIDERS.values()} | {"OPENAI_ADMIN_KEY"}
    return Secrets(environment.get(name) for name in names if name)


def _checked_url(url: str, environment: Mapping[str, str]) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        shown = known_secrets(environment).line(url)
        raise InputError(f"base URL {shown!r}: write it in full, for example http://localhost:8000/v1")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise InputError("base URL: leave out user, password and query; keys come from the environment only")
    return url.rstrip("/")
