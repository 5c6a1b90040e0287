"""How the command line shows what a command would take."""

from pydantic import JsonValue

from probe.cli.output import console, message, print_json, table
from probe.filters.estimates import PricedEstimate


def show_estimate(priced: PricedEstimate, as_json: bool, noun: str = "pairs") -> None:
    """Print the estimated calls, tokens and cost of a command on ``noun``."""
    found = priced.estimate
    if as_json:
        print_json(_document(priced))
        return
    rows = table(
        "calls", "role", "number", "tokens in", "tokens out", "US$", right=("number", "tokens in", "tokens out", "US$")
    )
    for entry, usd in zip(found.calls, priced.usd, strict=True):
        numbers = (str(entry.calls), str(entry.prompt_tokens), str(entry.completion_tokens))
        rows.add_row(entry.purpose, entry.role, *numbers, _money(usd))
    sums = map(str, (found.total, found.prompt_tokens, found.completion_tokens))
    rows.add_row("all", "", *sums, _money(priced.total))
    console().print(rows)
    candidates = f" from about {found.offered} candidates" if found.offered != found.pairs else ""
    message(f"for {found.pairs} {noun}{candidates}, estimated from {found.source}")
    if found.calls and not found.reasoning_counted:
        message("reasoning tokens are not counted: a model that reasons before it answers takes more tokens")
    message(f"{priced.made} calls of this run are already made; no model was called")
    if priced.total is None:
        message(f"no total cost: {priced.prices} has no price for {', '.join(priced.unpriced)}")


def _document(priced: PricedEstimate) -> dict[str, JsonValue]:
    found = priced.estimate
    calls: list[JsonValue] = [
        {**entry.model_dump(mode="json"), "usd": usd} for entry, usd in zip(found.calls, priced.usd, strict=True)
    ]
    return {
        "pairs": found.pairs,
        "offered": found.offered,
        "source": found.source,
        "calls": found.total,
        "calls_made": priced.made,
        "prompt_tokens": found.prompt_tokens,
        "completion_tokens": found.completion_tokens,
        "reasoning_counted": found.reasoning_counted,
        "usd": priced.total,
        "prices": priced.prices,
        "by_purpose": calls,
    }


def _money(usd: float | None) -> str:
    return "?" if usd is None else f"{usd:.4f}"
