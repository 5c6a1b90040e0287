"""The options of analyses, comparisons and plans."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from probe.options.form import (
    EXPECTED,
    OUTPUT,
    REQUEST,
    Options,
    argument,
    dollars,
    option,
    options,
    output,
    path_option,
    share,
)
from probe.options.shared import EvaluationSource, ForceOption, JsonOption, PathName

Target = Literal["effect", "trend"]
Tiers = Literal["fixed", "quartiles", "choice-steps"]

ERROR, ICC, RUNS, SIMULATIONS, PEOPLE_ICC = 0.05, 0.7, 5, 200, 0.1
"""What a plan expects by default: the error rate on unbiased texts, the correlation of runs, and their number."""


@options
class TiersOption(Options):
    """By which bands of complexity results are shown."""

    tiers: Tiers = option("Complexity bands.", default="fixed")


@options
class AnalyzeOptions(TiersOption, ForceOption):
    """What to analyse, and where the report is written."""

    evaluations: EvaluationSource | Iterable[EvaluationSource] = argument(
        "Evaluations, or their folders; also folders of probe generate, or published files.",
        kind="path",
        metavar="DIR…|SENSITIVITY.json…",
        nargs=-1,
        required=False,
        kw_only=False,
    )
    out: PathName | None = output("Folder for the report.", default=None, metavar="DIR", required=False)
    card: PathName | None = path_option(
        "One page to share about one subject.", default=None, metavar="FILE.html", group=OUTPUT
    )
    people: PathName | None = path_option(
        "Put the decisions of people beside the runs (see probe validate export).", default=None, metavar="FILE.csv"
    )
    embed: bool = option("Embed the texts to compute cosine similarities (a minute for 2,000).", default=False)


@options
class AnalyzeCommandLine(AnalyzeOptions, JsonOption):
    """Measure the effect on errors in runs, and write the report.

    For an answer, with its uncertainty, to how far cues mislead a model: the main figures are printed, and --out names
    the folder for report.html, its tables and figures. DIR… are folders of probe evaluate; published files are shares
    by bias. With folders of probe generate, the report has a chapter on the rejected candidates.

    \b
    Example:
      probe analyze gpt-4.1-mini gpt-4o --out report
    """


@options
class CompareOptions(TiersOption):
    """Which two evaluations are compared, and with which reference."""

    first: EvaluationSource = argument("An evaluation, or its folder.", kind="path", metavar="A", kw_only=False)
    second: EvaluationSource = argument("The other one.", kind="path", metavar="B", kw_only=False)
    reference: tuple[EvaluationSource, EvaluationSource] | None = path_option(
        "A reference subject on the datasets of A and of B: shows the freshness gap.",
        default=None,
        nargs=2,
        metavar="C D",
    )


@options
class CompareCommandLine(CompareOptions, JsonOption):
    """Compare two evaluations, A minus B, by bias and tier.

    For telling whether one model, prompt or mitigation is better than another; prints a table, and writes no file. A
    and B are folders of probe evaluate, on items of one protocol. Where they share items, the differences are paired:
    two models, or one model with another prompt, order, endpoint or temperature. One subject on two datasets without a
    shared item gives the difference between datasets. Dilemmas are compared in their effect, other items in every
    measure of their protocol. With --reference, it gives the freshness gap: let A be a fresh regeneration and B the
    public release of the same recipe, and C and D those of a subject that has seen neither.

    \b
    Examples:
      probe compare gpt-4.1 gpt-4.1-mini
      probe compare new-on-fresh new-on-release --reference old-on-fresh old-on-release
    """


@options
class PlanOptions(Options):
    """What a study is to find, and what is expected of it."""

    pilots: EvaluationSource | Iterable[EvaluationSource] = argument(
        "Evaluations of any protocol, or their folders.",
        kind="path",
        metavar="[PILOT…]",
        nargs=-1,
        default=(),
        kw_only=False,
    )
    study: str | None = option(
        "Show the power of a standard study, whose size is fixed.", default=None, metavar="NAME", group=REQUEST
    )
    half_width: float | None = option(
        "Wanted half-width of the 95 % interval; default 0.05, of a trend 0.02.",
        default=None,
        least=0.0001,
        most=1,
        group=REQUEST,
    )
    power: float | None = option(
        "Wanted share of studies that find the effect, such as 0.8.",
        default=None,
        least=0.06,
        most=0.999,
        group=REQUEST,
    )
    dilemmas: int | None = option(
        "Show what this many dilemmas or items give.", default=None, least=2, most=1_000_000, group=REQUEST
    )
    budget: float | None = dollars("Show what this many US dollars give.", default=None, group=REQUEST)
    price: float | None = dollars(
        "US dollars for one decision; by default what the pilot paid.", default=None, group=REQUEST
    )
    target: Target | Iterable[Target] | None = option(
        "Plan for the effect or for its trend with depth only.", default=None, multiple=True, group=REQUEST
    )
    effect: float | None = option(
        "What there is to find: what the cue adds to the error rate; default 0.1, or the pilot's effect.",
        default=None,
        least=-0.99,
        most=0.99,
        group=EXPECTED,
    )
    slope: float | None = option(
        "What one more level of depth adds to the effect; default the pilot's slope.",
        default=None,
        least=-0.99,
        most=0.99,
        group=EXPECTED,
    )
    error: float | None = share(
        "Without PILOT. Expected error rate on unbiased texts.", default=None, default_text=str(ERROR), group=EXPECTED
    )
    icc: float | None = share(
        "Without PILOT. Intraclass correlation of the runs of one dilemma.",
        default=None,
        default_text=str(ICC),
        group=EXPECTED,
    )
    runs: int | None = option(
        "Without PILOT. Runs of each dilemma.", default=None, default_text=str(RUNS), least=1, most=1000, group=EXPECTED
    )
    people: int | None = option(
        "Without PILOT. Plan a study in which this many people read each dilemma once, half of them with the cue.",
        default=None,
        least=4,
        most=10_000,
        group=EXPECTED,
    )
    people_icc: float | None = share(
        "With --people. Intraclass correlation of one person's decisions.",
        default=None,
        default_text=str(PEOPLE_ICC),
        group=EXPECTED,
    )
    simulations: int = option(
        "Simulated studies of each row that confirm half-width and power; 0 for none.",
        default=SIMULATIONS,
        least=0,
        most=10_000,
    )
    seed: int = option("Seed of the simulation.", default=1, least=0)


@options
class PlanCommandLine(PlanOptions, JsonOption):
    """Plan a study: how many dilemmas, series and runs it takes, and what it costs.

    For choosing its size before you pay; prints a table, and writes no file. PILOT… are folders of probe evaluate, of
    any protocol; without one, the options say what is expected. Each row is a study of one design: with and without a
    placebo arm or series, with fewer or more runs. It is as large as --half-width, --power, --dilemmas or --budget asks
    for (give one or several), and is simulated: the simulated half-width and power come from studies that are analysed
    as a report analyses them.

    \b
    Examples:
      probe plan --half-width 0.03 --price 0.002
      probe plan --power 0.8 --effect 0.05 --runs 3
      probe plan --people 40 --dilemmas 20 --effect 0.15
      probe plan pilot --power 0.9 --effect 0.05 --budget 20
    """
