"""Prices of the optional package genai-prices, for models that the price file does not name."""

from decimal import Decimal
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec

from probe.values import ModelSpec, Price

PACKAGE = "genai-prices"
_PROVIDERS = {"gemini": "google"}
"""Providers that the package calls otherwise."""


def public_prices() -> str | None:
    """Return the package and its version, None if it is not installed."""
    return f"{PACKAGE} {version(PACKAGE)}" if find_spec("genai_prices") else None


@cache
def public_price(provider: str, model: str) -> Price | None:
    """Return the price of a model at its provider's own address, None if the package has none or is not installed.

    Where prices rise with the length of the question, those of short ones count.
    """
    if public_prices() is None:
        return None
    import genai_prices

    usage = genai_prices.Usage(input_tokens=0, output_tokens=0)
    try:
        found = genai_prices.calc_price(usage, model_ref=model, provider_id=_PROVIDERS.get(provider, provider))
    except (LookupError, ValueError):
        return None
    asked, answered = _number(found.model_price.input_mtok), _number(found.model_price.output_mtok)
    if asked is None or answered is None:
        return None
    return Price(input=asked, output=answered, cached_input=_number(found.model_price.cache_read_mtok))


def price_at_provider(spec: ModelSpec) -> Price | None:
    """Return the public price of ``spec``, None if its name gives another address."""
    return None if "base_url" in spec.options else public_price(spec.provider, spec.model)


def _number(price: object) -> float | None:
    """Return a price in US dollars per million tokens, the lowest one of tiers."""
    base = getattr(price, "base", price)
    return float(base) if isinstance(base, Decimal) else None
