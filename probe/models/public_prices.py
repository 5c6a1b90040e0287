"""Prices of the optional package genai-prices, for models that the price file does not name."""

from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from probe.values import ModelSpec, Price

PACKAGE = "genai-prices"
_PROVIDERS = {"gemini": "google"}
"""Providers that the package names differently."""
_BATCH = {"processing": "batch"}
"""The context in which the package lists the prices of calls in a batch."""


def public_prices() -> str | None:
    """Return the package and its version, None if it is not installed."""
    return f"{PACKAGE} {version(PACKAGE)}" if find_spec("genai_prices") else None


@cache
def public_price(provider: str, model: str) -> Price | None:
    """Return the price of a model at its provider's own address, None if the package has none or is not installed.

    Where prices rise with the length of the question, those of short ones count. Prices of batches are set where the
    package lists one for the model today: it knows them for some models only.
    """
    if public_prices() is None:
        return None
    standard, batch = _listed_prices(provider, model), _listed_prices(provider, model, _BATCH)
    input_price, output_price = standard.get("input_mtok"), standard.get("output_mtok")
    if input_price is None or output_price is None:
        return None
    batch_prices = {name: batch.get(name) for name in ("input_mtok", "output_mtok")}
    if batch_prices == {"input_mtok": input_price, "output_mtok": output_price}:
        batch_prices = {}  # the package returns this if it lists no price for batches
    return Price(
        input=input_price,
        output=output_price,
        cached_input=standard.get("cache_read_mtok"),
        batch_input=batch_prices.get("input_mtok"),
        batch_output=batch_prices.get("output_mtok"),
    )


def _listed_prices(provider: str, model: str, context: Mapping[str, str] | None = None) -> dict[str, float]:
    """Return the prices of a model in US dollars per million tokens, by the package's names; empty if it has none."""
    import genai_prices

    usage = genai_prices.Usage(input_tokens=0, output_tokens=0)
    try:
        calculation = genai_prices.calc_price(
            usage, model_ref=model, provider_id=_PROVIDERS.get(provider, provider), price_context=context
        )
    except (LookupError, ValueError):
        return {}
    names = ("input_mtok", "output_mtok", "cache_read_mtok")
    prices = {name: _number(getattr(calculation.model_price, name)) for name in names}
    return {name: price for name, price in prices.items() if price is not None}


def price_at_provider(spec: ModelSpec) -> Price | None:
    """Return the public price of ``spec``, None if its name gives another address."""
    return None if "base_url" in spec.options else public_price(spec.provider, spec.model)


def _number(price: Any) -> float | None:
    """Return a price in US dollars per million tokens, the lowest one of tiers."""
    base = getattr(price, "base", price)
    return float(base) if isinstance(base, Decimal) else None
