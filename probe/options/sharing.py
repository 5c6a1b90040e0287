"""The options of merging, exporting, importing and releasing datasets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from probe.options.form import (
    CHECKS,
    FORMATS,
    ITEMS,
    WORKERS,
    Options,
    argument,
    option,
    options,
    output,
    path_option,
    processes,
)
from probe.options.shared import ForceOption, JsonOption, PathName, PlacementOptions, SeedsOption

if TYPE_CHECKING:
    from probe.values.shard import Shard

EARLIER_NAMES = ("--output",)
"""What ``--out`` was called in earlier versions."""
COSINE = 0.9
"""The highest similarity of two unbiased texts that are both kept."""


@options
class DataOptions(Options):
    """Import, export, merge and release datasets.

    These commands read and write files of datasets and evaluations, and call no model. The short names probe import,
    export, merge, release and schema do the same.

    \b
    Example:
      probe data export run --format csv --out items.csv
    """


@options
class MergeOptions(PlacementOptions, ForceOption):
    """Which datasets are merged, and what of them is kept."""

    datasets: PathName | Iterable[PathName] = argument(
        "Datasets, or domains of seeds.", metavar="DATASET…", nargs=-1, kw_only=False
    )
    out: PathName | None = output(
        "The dataset to write; its manifest is written beside it.", default=None, metavar="PATH", earlier=EARLIER_NAMES
    )
    per_bias: int | None = option("Keep at most this many pairs per bias.", default=None, least=1, group=ITEMS)
    equal: bool = option("Keep as many pairs of every bias as the smallest bias has.", default=False, group=ITEMS)
    cosine: float = option(
        "Highest similarity of two unbiased texts; of pairs above it the first is kept.",
        default=COSINE,
        least=-1,
        most=1,
        group=CHECKS,
    )
    vectors: PathName | None = path_option(
        "Keep the vectors of the texts in FILE; repeat the command to resume.", default=None, group=WORKERS
    )
    workers: int | None = processes(
        "Number of processes that embed and compare. Default: only this one, with up to four threads.", default=None
    )


@options
class MergeCommandLine(MergeOptions, JsonOption):
    """Merge datasets without repeating items.

    DATASET can also be a folder of seeds, or "seeds" for the packaged ones, so that one evaluation has both. Of pairs
    with the same content, or with nearly the same unbiased text, the first is kept; pairs of one series are
    similar by design and all kept. A limit per bias takes pairs of every dataset in turns. Items of other protocols
    are compared by the text of their first arm, and kept where they are of one cluster.

    With --shards, put the reports of all parts of a bulk command together: the result is byte for byte what the command
    writes without --shard. Repeat that command with it as --report to print the summary, generate with it as
    --prepared, or merge with it as --vectors.

    \b
    Examples:
      probe data merge first second --out merged.jsonl
      probe data merge first second --equal --out merged.jsonl.gz
      probe data merge first second --workers 8 --vectors vectors.jsonl --out merged.jsonl
      probe data merge --shards part-*.jsonl --out report.jsonl
    """

    shards: bool = option(
        "The files are the reports of all parts of one command (--shard I/N), in any order.",
        default=False,
        group=WORKERS,
    )
    shard: Shard | None = option(
        "Only embed part I of N of the texts, into --out, for --shards and --vectors.",
        default=None,
        kind="shard",
        group=WORKERS,
    )


@options
class ExportOptions(ForceOption, SeedsOption):
    """What is converted, and to which format."""

    source: PathName = argument("A dataset, or an evaluation.", metavar="DATASET|EVALUATION", kw_only=False)
    format: str = argument("The format to write.", "--format", kind="exportable", kw_only=True)
    out: PathName | None = output(
        "The file to write, - for standard output (hf, lm-eval: the folder).",
        default=None,
        metavar="PATH",
        required=False,
        kind="stream",
        earlier=EARLIER_NAMES,
    )
    license: str | None = option(
        "hf: the licence of the dataset, such as CC-BY-4.0.", default=None, metavar="SPDX", group=FORMATS
    )
    package: PathName | None = path_option(
        "probe-swe: write the folder that the published scripts read.", default=None, metavar="DIR", group=FORMATS
    )
    arms: str | None = option(
        "lm-eval: the texts to show; the usual ones of the protocol if missing.",
        default=None,
        metavar="A,B,…",
        group=FORMATS,
    )
    runs: int | None = option(
        "lm-eval: runs per text, odd ones with options exchanged; 2 if missing.",
        default=None,
        least=1,
        most=1000,
        group=FORMATS,
    )


@options
class ExportCommandLine(ExportOptions, JsonOption):
    """Convert a dataset or an evaluation to another format.

    probe-swe: the JSON format of the PROBE-SWE scripts; with --package, the folder that they read, with the seeds, and
    of an evaluation its outputs and sensitivities. hf: a folder with Parquet, a dataset card and Croissant metadata for
    the Hugging Face Hub. csv: one row per item. decisions: one row per decision of an evaluation, as .csv or .parquet,
    for a mixed model. malberg: template tests, or the decisions of an evaluation of them, as CSV files that the
    published scripts read. lm-eval: a folder of tasks for lm-evaluation-harness.

    \b
    Examples:
      probe data export run --format hf --license CC-BY-4.0 --out card
      probe data export gpt-4.1-mini --format probe-swe --package replication
      probe data export gpt-4.1-mini --format decisions --out decisions.csv
      probe data export run --format lm-eval --out tasks
    """


@options
class CommitmentOptions(Options):
    """The private dataset of a release, and the salt of the commitment to it."""

    private: PathName | None = path_option(
        "A dataset of the same recipe to commit to; not published.", default=None, metavar="DATASET"
    )
    secret: PathName | None = path_option(
        "The file with the salt of the commitment; default: DIR.secret.json.", default=None
    )


@options
class ReleaseOptions(CommitmentOptions):
    """What is released, and what it commits to."""

    source: PathName = argument("The dataset, or with --verify a release.", metavar="DATASET|RELEASE", kw_only=False)
    version: str | None = option("The version of the release, such as 1.0.0.", default=None, metavar="TEXT")
    out: PathName | None = output(
        "The folder to write; it must be new or empty.", default=None, metavar="DIR", required=False
    )
    license: str | None = option("The licence of the dataset, such as CC-BY-4.0.", default=None, metavar="SPDX")


@options
class VerifyReleaseOptions(CommitmentOptions):
    """Which release is checked."""

    release: PathName = argument("The folder of the release.", kind="path", kw_only=False)


@options
class ReleaseCommandLine(ReleaseOptions, JsonOption):
    """Freeze a dataset with checksums, or check a frozen one.

    The release has the dataset, its recipe, checksums of all files and a canary by which training on it can be found.
    With --private, the release contains a salted hash of a second dataset of the same recipe, which you keep. Later it
    shows whether models that may have seen the release do worse on dilemmas that they cannot have seen.

    With --verify, prints one line per file of a RELEASE; exit code 1 means that a file is changed, missing or added,
    or that --private is not the dataset that the release commits to.

    \b
    Examples:
      probe data release run --version 1.0.0 --out release-1.0.0
      probe data release run --version 1.0.0 --private hidden --out release-1.0.0
      probe data release release-1.0.0 --verify
    """

    verify: bool = option(
        "Check the files of a release instead of making one.", default=False, keyword="verify_release"
    )
