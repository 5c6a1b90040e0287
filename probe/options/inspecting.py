"""The options of commands that only show or convert: demo, doctor, prices, log, import and schema."""

from __future__ import annotations

from collections.abc import Iterable

from probe.options.form import FORMATS, OUTPUT, Options, argument, option, options, output, path_option
from probe.options.shared import ForceOption, JsonOption, PathName, ShowingOptions
from probe.options.sharing import EARLIER_NAMES

PER_BIAS = 25
"""Dilemmas per bias of the demo."""


@options
class DemoCommandLine(Options):
    """Compose dilemmas, measure and report, without an API key.

    For a first look, in about two minutes. The demo composes and certifies a benchmark (depths 2 to 8), evaluates two
    simulated subjects on it in all arms, fact twins included, and writes a report. One subject follows the program;
    the other is misled by the cue, the more so the larger the proof. A table compares planted and measured effects.
    At the end, a small language model on this machine is asked about 12 of the dilemmas, with a report of its own.

    \b
    Example:
      probe demo --out demo
    """

    out: PathName = path_option("Folder for the results.", "--out", "-o", default="demo", group=OUTPUT, metavar=None)
    per_bias: int = option("Dilemmas per bias.", default=PER_BIAS, least=1)
    simulated_only: bool = option("Leave out the language model at the end.", default=False)


@options
class DoctorCommandLine(JsonOption):
    """Show what is installed and configured, and what is missing.

    The command runs one program and embeds one word, so it also detects broken installations, and compares the versions
    of the required packages with those that PROBE needs. It reports whether API keys are set but never prints them.
    Exit code 3 means that a required part is missing or too old.

    \b
    Example:
      probe doctor --json
    """


@options
class PricesCommandLine(JsonOption):
    """Show the prices in use and the file that lists them.

    Prices are in US dollars per million tokens.

    The packaged file is a start, with dates and sources; your own file replaces it.

    \b
    Example:
      probe prices
    """

    prices: PathName | None = path_option("Show this file instead of the default one.", default=None)


@options
class LogCommandLine(ShowingOptions):
    """Show every request of the run in DIR, its answer and its cost.

    For finding out what a model was asked and why an answer was not used; writes no file. The list has tokens, cost and
    what became of each answer. DIR is the --out of generate, evaluate, controls or opinion. ID is the number of a call,
    which is then shown with its answer (--verbose: and its whole request), or the beginning of an item's id (or
    "candidate 12"), whose calls are listed. Exit code 1 means that the run has no such item.

    \b
    Example:
      probe log run --stage translate --failed
    """

    folder: PathName = argument("The folder of a run.", kind="path", metavar="DIR", kw_only=True)
    which: str = argument("A call, or an item's ID.", kind="text", metavar="[ID]", default="", kw_only=True)
    stage: str = option("Only calls of this stage, such as translate or decide.", default="", metavar="NAME")
    words: Iterable[str] = option(
        "Only calls that contain this text; may be repeated.", default=(), multiple=True, metavar="TEXT"
    )
    failed: bool = option("Only calls whose answer could not be used, and requests that got none.", default=False)
    limit: int = option("Maximum number of calls; 0 shows all.", default=50, least=0)
    prices: PathName | None = path_option("Prices per million tokens, instead of the default file.", default=None)


@options
class ImportCommandLine(ForceOption, JsonOption):
    """Convert published data, or another tool's results.

    Data become the dataset --out, which probe evaluate shows to models. Results become the evaluation --out, as if
    probe evaluate had asked; they need --dataset, the dataset that was shown.

    \b
    FORMAT      FILE or DIR
    probe-swe   1_augmented_dilemmas_dataset_*.json of the PROBE-SWE package
    hf          a folder of probe data export --format hf, or a Parquet file of it
    malberg     full_dataset.csv of template tests; with --dataset, decisions
    biasbuster  the folder of that data set, for the protocol triage
    inspect     a log of inspect eval probe/dilemmas
    lm-eval     the results of lm_eval run --log_samples

    \b
    Examples:
      probe data import malberg full_dataset.csv --out tests.jsonl
      probe data import malberg decisions.csv --dataset tests.jsonl --out gpt-4o
      probe data import probe-swe 1_augmented_dilemmas_dataset_gpt-4o-mini.json --out published.jsonl
      probe data import hf card --out dataset.jsonl
      probe data import inspect logs/2026-01-01.eval --dataset run --out gpt-4.1-mini
      probe data import lm-eval results --dataset run --out smollm2 --logprobs
    """

    format: str = argument("The format to read.", kind="importable", metavar="FORMAT", kw_only=True)
    source: PathName = argument("What to convert; - is standard input.", metavar="FILE|DIR", kw_only=True)
    dataset: PathName | None = path_option(
        "For results (inspect, lm-eval, decisions of malberg): what was shown.",
        default=None,
        metavar="DATASET",
        group=FORMATS,
    )
    subject: str | None = option(
        "For results: the subject's name; the model's if missing.", default=None, metavar="NAME", group=FORMATS
    )
    logprobs: bool = option("lm-eval: read the group probe_logits where there are both.", default=False, group=FORMATS)
    out: PathName | None = output(
        "The dataset to write, - for standard output (for results: the folder of the evaluation).",
        default=None,
        metavar="PATH",
        kind="stream",
        earlier=EARLIER_NAMES,
    )


@options
class SchemaCommandLine(JsonOption):
    """Print the JSON Schema of one line of a dataset.

    \b
    Example:
      probe data schema
    """

    protocol: str = option("The protocol of the dataset.", default="dilemmas", metavar="NAME")
