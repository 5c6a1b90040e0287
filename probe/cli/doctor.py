"""``probe doctor`` and ``probe prices``: what is installed and configured on this machine, and what is missing."""

from probe.cli.output import message, run, show
from probe.errors import MissingError
from probe.installed import ShownPrices, inspect_installation
from probe.options.inspecting import DoctorCommandLine, PricesCommandLine
from probe.options.reading import path_of


def doctor_command(options: DoctorCommandLine) -> int:
    """Show what is installed and configured; return the exit code for what is missing."""
    installation = run(inspect_installation())
    show(options, installation.document, installation.to_json())
    return 0 if installation.complete else MissingError.exit_code


def prices_command(options: PricesCommandLine) -> None:
    """Show the prices in use and the file that lists them."""
    shown_prices = ShownPrices.read(path_of(options.prices))
    show(options, shown_prices.document, shown_prices.to_json())
    if not options.as_json:
        message(*shown_prices.notes)
