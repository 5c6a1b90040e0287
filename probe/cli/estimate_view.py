"""How the command line shows what a command would take."""

from pydantic import JsonValue

from probe.cli.output import console, message, print_json, table
from probe.filters.estimates import PricedEstimate


def show_estimate(priced: PricedEstimate, as_json: bool, noun: str = "pairs") -> None:
    """Print the estimated calls, tokens and cost of a command on ``noun``."""
    estimate = priced.estimate
    if as_json:
        print_json(_document(priced))
        return
    grid = table(
        "calls", "role", "number", "tokens in", "tokens out", "US$", right=("number", "tokens in", "tokens out", "US$")
    )
    for entry, usd in zip(estimate.calls, priced.usd, strict=True):
        numbers = (str(entry.calls), str(entry.prompt_tokens), str(entry.completion_tokens))
        grid.add_row(entry.purpose, entry.role, *numbers, _money(usd))
    sums = map(str, (estimate.total, estimate.prompt_tokens, estimate.completion_tokens))
    grid.add_row("all", "", *sums, _money(priced.total))
    console().print(grid)
    candidates = f" from about {estimate.offered} candidates" if estimate.offered != estimate.pairs else ""
    message(f"for {estimate.pairs} {noun}{candidates}, estimated from {estimate.source}")
    if estimate.calls and not estimate.reasoning_counted:
        message("reasoning tokens are not counted: a model that reasons before it answers takes more tokens")
    message(f"{priced.made} calls of this run are already made; no model was called")
    if priced.total is None:
        message(f"no total cost: {priced.prices} has no price for {', '.join(priced.unpriced)}")


def _document(priced: PricedEstimate) -> dict[str, JsonValue]:
    estimate = priced.estimate
    calls: list[JsonValue] = [
        {**entry.model_dump(mode="json"), "usd": usd} for entry, usd in zip(estimate.calls, priced.usd, strict=True)
    ]
    return {
        "pairs": estimate.pairs,
        "offered": estimate.offered,
        "source": estimate.source,
        "calls": estimate.total,
        "calls_made": priced.made,
        "prompt_tokens": estimate.prompt_tokens,
        "completion_tokens": estimate.completion_tokens,
        "reasoning_counted": estimate.reasoning_counted,
        "usd": priced.total,
        "prices": priced.prices,
        "by_purpose": calls,
    }


def _money(usd: float | None) -> str:
    return "?" if usd is None else f"{usd:.4f}"
