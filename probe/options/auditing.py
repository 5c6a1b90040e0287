"""The options of verification, audits, pages and the audit of shortcuts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from probe.options.form import (
    CHECKS,
    OUTPUT,
    WORKERS,
    Options,
    argument,
    html_page,
    option,
    options,
    path_option,
    processes,
)
from probe.options.shared import (
    EvaluationSource,
    ForceOption,
    Items,
    JsonOption,
    PathName,
    PlacementOptions,
    ProfileOption,
    ShowingOptions,
)

if TYPE_CHECKING:
    from probe.values import Item
    from probe.values.shard import Shard

PORT = 8321
"""The port of the pages by default."""


@options
class BulkOptions(PlacementOptions, ForceOption):
    """How a dataset of any size is recomputed: which part, where, and the file of its report."""

    report: PathName | None = path_option(
        "Write one line of JSON per pair as it is done; repeat it to resume.", default=None, group=OUTPUT
    )
    shard: Shard | str = option(
        "Work on part I of N, and write its --report for probe data merge.", default="1/1", kind="shard", group=WORKERS
    )


@options
class EnginesOption(ProfileOption):
    """How strict checks are, and which engines run programs."""

    oracle: Literal["swi", "both"] | None = option(
        "swi: SWI-Prolog only; both: SWI-Prolog, and what clingo derives is recorded as the check second_engine.",
        default=None,
        default_text="swi",
        group=CHECKS,
    )


@options
class VerifyOptions(EnginesOption):
    """How items are checked."""

    items: Items = argument("A pair or another item, several, or the path of a dataset.", kw_only=False)


@options
class VerifyProgramsOptions(EnginesOption):
    """Three texts of Prolog, and how they are checked."""

    axioms: str = argument("The axioms that both programs share.", kind="text", kw_only=False)
    unbiased: str = argument("The program of the unbiased text.", kind="text", kw_only=False)
    biased: str = argument("The program of the biased text.", kind="text", kw_only=False)
    bias: str | None = option(
        "The bias of the cue; without it, only checks that apply to every bias are made.", default=None
    )


@options
class VerifyCommandLine(ProfileOption, BulkOptions, ShowingOptions):
    """Run the programs again and check them.

    For readers who do not want to trust a dataset: every decision is computed again, and each pair that fails a check
    is listed with the reason. Nothing is written without --report.

    \b
    DATASET  a .jsonl file or a folder with dataset.jsonl: every pair, and what it
             records of decisions and counts
    FOLDER   with axioms.pl, unbiased.pl and biased.pl: one pair
    FILE.pl  one program, with the axioms.pl in the same folder

    Exit code 1 means that at least one pair or program does not meet the profile.

    \b
    Examples:
      probe verify published.jsonl --profile paper
      probe verify my-dilemma/
      probe verify large.jsonl.gz --shard 3/10 --report part-3.jsonl
    """

    paths: Iterable[PathName] = argument(
        "Datasets, folders or programs.", metavar="DATASET|FOLDER|FILE.pl…", nargs=-1, kw_only=True, keyword="items"
    )
    oracle: Literal["swi", "asp", "both"] | None = option(
        "swi: SWI-Prolog only; asp: compare what clingo derives with the recorded decisions; both: SWI-Prolog,"
        " and what clingo derives is recorded as the check second_engine, which rejects no pair. Default: swi.",
        default=None,
        group=CHECKS,
    )


@options
class AuditOptions(ProfileOption):
    """Which item is audited, and with which decisions."""

    pair: Item | str = argument("A pair or another item; or the axioms, with both programs.", kw_only=False)
    unbiased: str | None = argument("The program of the unbiased text.", kind="text", default=None, kw_only=False)
    biased: str | None = argument("The program of the biased text.", kind="text", default=None, kw_only=False)
    bias: str | None = option("The bias of the cue of programs without texts.", default=None)
    runs: Iterable[EvaluationSource] = option("Evaluations whose decisions are shown, or their folders.", default=())


@options
class AuditCommandLine(ProfileOption, BulkOptions, ShowingOptions):
    """Show why dilemmas are valid, or what is wrong with them.

    For anyone who wants to see the reasons; --html writes them as one page to share. With an ID (its first digits are
    enough), show one dilemma, or one item of another protocol: its verdict, what decides, the cue, every check, and its
    proof in short; --verbose shows whole texts, evidence, programs and proofs. Without an ID, summarise DATASET, worst
    first. All results are recomputed.

    Exit code 1 means that at least one pair does not meet the profile.

    \b
    Examples:
      probe audit published.jsonl
      probe audit published.jsonl 49bbe4 --html dilemma.html
    """

    dataset: PathName = argument("The dataset.", metavar="DATASET", kw_only=True, keyword="pair")
    pair_id: str | None = argument(
        "The beginning of an item's ID.", kind="text", metavar="[ID]", default=None, kw_only=True, keyword="pair"
    )
    failing: str | None = option("List the pairs that fail this check, with reasons.", default=None, metavar="CHECK")
    run: Iterable[PathName] = path_option(
        "Show a subject's decisions; repeatable.", default=(), multiple=True, metavar="DIR", keyword="runs"
    )
    html: PathName | None = html_page(default=None)


@options
class PortOption(Options):
    """Where pages are served."""

    port: int = option("Port to listen on; 0 picks a free one.", default=PORT, least=0, most=65535)


@options
class ServeCommandLine(ProfileOption, PortOption, JsonOption):
    """Serve pages about DATASET and its runs on this machine.

    For browsing dilemmas, proofs and decisions: the server listens on 127.0.0.1 until you press Ctrl-C, and writes no
    file.

    DIR… are folders of probe evaluate (shown as decisions and figures) or probe generate (rejected candidates).

    \b
    Example:
      probe serve run gpt-4.1-mini
    """

    dataset: PathName = argument("The dataset.", metavar="DATASET", kw_only=True)
    runs: Iterable[PathName] = argument(
        "Folders of runs.", kind="path", metavar="[DIR…]", nargs=-1, default=(), kw_only=True
    )
    ratings: PathName | None = path_option(
        "Also serve pages for rating the sample in DIR (see probe validate sample).", default=None, metavar="DIR"
    )


@options
class ShortcutsOptions(PlacementOptions):
    """Which datasets are audited for shortcuts, and where."""

    datasets: PathName | Iterable[PathName] = argument(
        "Datasets, published JSON files, or domains of seeds.", metavar="DATASET…", nargs=-1, kw_only=False
    )
    workers: int | None = processes("Number of processes that embed and guess. Default: only this one.", default=None)


@options
class ShortcutsCommandLine(ShortcutsOptions, ForceOption, JsonOption):
    """Show how well the right option can be guessed without the facts.

    For makers of datasets: what can be guessed measures no reasoning. Prints tables; --html writes a page. Simple
    classifiers see only the option lines, the text without its decisive facts, the cue, lengths, the place in the file
    or one fact, and guess dilemmas that they have not seen. Readers with one habit each, such as ignoring what is on
    record, decide composed dilemmas from their programs. DATASET is a dataset, a published JSON file, or the folder or
    name of a domain of seeds. With several, the option lines are also learnt on one and asked on another.

    Exit code 1 means that a composed set of 2,000 cases or more misses a target (docs/shortcuts.md).

    \b
    Example:
      probe shortcuts published.jsonl
    """

    html: PathName | None = html_page(default=None)
