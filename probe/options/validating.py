"""The options of rating samples: by raters who see both texts, and in studies between people who see one each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from probe.options.auditing import PortOption
from probe.options.form import Options, argument, option, options, output
from probe.options.shared import ForceOption, JsonOption, PathName, SeedsOption

PER_BIAS, BLIND_ITEMS = 5, 100
"""Items of a sample per bias and author, and of a blinded kit, by default."""
PEOPLE, BETWEEN_ITEMS, WORDS, CHECKS, BEARINGS = 40, 20, 180, 3, 4
"""What a study between people has by default: people, dilemmas, words of a text at most, checks and bearings."""
ARMS = ("unbiased", "biased", "placebo", "counter", "advocacy", "twin", "twin_biased")
"""The arms of a dilemma, whose names are written out because help does without ``probe.values``."""
LOCALHOST = "127.0.0.1"


@options
class ValidateOptions(Options):
    """Let people rate a sample of a dataset, and measure their agreement.

    Raters answer four questions. Are both texts the same task? Does only the biased text have the bias, towards the
    wrong option? Does the text rebuilt from the program mean the same? Are the axioms sound practice? If the
    certificate lists kinds that would count, there is a fifth question: is the cue none of them?

    \b
    Example:
      probe validate sample published.jsonl --per-bias 5 --out ratings
    """


@options
class DrawOptions(Options):
    """What a sample is drawn from, and how."""

    dataset: PathName = argument("The dataset.", metavar="DATASET", kw_only=True)
    seed: int = option("Seed of the draw; the same seed draws the same items.", default=0)


@options
class SampleCommandLine(DrawOptions, ForceOption, JsonOption):
    """Draw items of DATASET for rating, each at most once.

    Raters compare two texts of an item: of other protocols than dilemmas, those of its first two arms, such as control
    and treatment. Items without two texts, such as sets of triage, are left out.

    \b
    Example:
      probe validate sample published.jsonl --per-bias 5 --out ratings
    """

    per_bias: int = option("Items per bias and author.", default=PER_BIAS, least=1)
    authors: Iterable[str] = option(
        "Only items of this author; may be repeated.", "--author", default=(), multiple=True
    )
    out: PathName | None = output("Folder for ratings.sqlite and the CSV templates.", default=None, metavar="DIR")


@options
class BetweenOptions(Options):
    """What applies to a study between people alone. None is the usual value."""

    people: int | None = option(
        "Between. How many booklets.", default=None, default_text=str(PEOPLE), least=2, most=2000
    )
    per_person: int | None = option(
        "Between. Dilemmas that each person reads; default all of them.", default=None, least=2
    )
    arms: Iterable[str] = option(
        "Between. An arm that people see; repeat for each; default unbiased and biased.",
        "--arm",
        default=(),
        choices=ARMS,
        multiple=True,
    )
    depth: str | None = option(
        "Between. Depths of the dilemmas.", default=None, default_text="2-4", kind="text", metavar="LEAST-MOST"
    )
    words: int | None = option(
        "Between. Maximum number of words of a text.", default=None, default_text=str(WORDS), least=20
    )
    checks: int | None = option(
        "Between. Comprehension checks of each person.", default=None, default_text=str(CHECKS), least=0, most=20
    )
    bearings: int | None = option(
        "Between. Cues whose bearing on the right option each person judges at the end.",
        default=None,
        default_text=str(BEARINGS),
        least=0,
        most=50,
    )


@options
class KitCommandLine(BetweenOptions, DrawOptions, SeedsOption, JsonOption):
    """Draw a blinded sample for engineers, or a study between people.

    They see both texts without their names and without what the certificate says, and answer: which option follows,
    which text has the cue, is it none of the kinds that would count (if there are any), are the texts plausible?
    probe validate agree then compares them with each other and with
    the certificate.

    In a study between people, each sees one text of a dilemma, with the cue or without it, and no one sees two. DIR
    gets instructions.txt, the page of consent, which you edit before you run the same command again, and pages with a
    file for each person, which any web server can show.

    \b
    Examples:
      probe validate kit run --items 100 --out kit
      probe validate kit run --design between --people 40 --out study
    """

    design: Literal["blind", "between"] = option(
        "Two engineers who see both texts, or a study between people who see one text of a dilemma each.",
        default="blind",
    )
    items: int | None = option(
        f"Items to draw; default {BLIND_ITEMS}, between people {BETWEEN_ITEMS}.", default=None, least=1
    )
    out: PathName | None = output("Folder for ratings.sqlite.", default=None, metavar="DIR")


@options
class RatedOptions(Options):
    """The folder of a sample."""

    folder: PathName = argument("The folder of a sample.", kind="path", metavar="DIR", kw_only=True)


@options
class RaterOptions(RatedOptions):
    """The folder of a sample, and whose answers are meant."""

    rater: str | None = option("Name of the rater; of a study between people, leave it out.", default=None)


@options
class ServeRatersCommandLine(RatedOptions, PortOption, JsonOption):
    """Serve the sample in DIR to raters, each with a secret link.

    Raters see their items and nothing else: no dilemma pages, no other raters, no agreement. The same link continues
    where a rater stopped. Links stay valid for this DIR; the connection is not encrypted, so use a trusted network, an
    SSH tunnel or a proxy with TLS.

    \b
    Example:
      probe validate serve kit --rater Ada --rater Grace --host 0.0.0.0
    """

    names: Iterable[str] = option("A rater who gets a link; may be repeated.", "--rater", default=(), multiple=True)
    host: str = option("Address to listen on; 0.0.0.0 for all.", default=LOCALHOST, metavar="ADDRESS")


@options
class ExportAnswersCommandLine(RaterOptions, ForceOption, JsonOption):
    """Write one rater's answers, or the decisions of a study's people.

    \b
    Examples:
      probe validate export ratings --rater Ada --out ada
      probe validate export study --dataset run --out answers
    """

    dataset: PathName | None = option(
        "Between. Write this dataset too, with what people say of cues as the field norm_acceptance.",
        default=None,
        kind="source",
        metavar="DATASET",
    )
    out: PathName | None = output("Folder for the CSV files.", default=None, metavar="DIR")


@options
class ImportAnswersCommandLine(RaterOptions, JsonOption):
    """Import one rater's answers, or those of a study's people.

    Empty cells change nothing.

    \b
    Examples:
      probe validate import ratings ada/same_task.csv --rater Ada
      probe validate import study person-01.csv person-02.csv
    """

    files: Iterable[PathName] = argument("CSV files.", kind="path", metavar="FILE.csv…", nargs=-1, kw_only=True)


@options
class ProgressCommandLine(RatedOptions, JsonOption):
    """Show the progress of every rater.

    \b
    Example:
      probe validate progress ratings
    """


@options
class AgreeCommandLine(RatedOptions, ForceOption, JsonOption):
    """Measure how far raters agree.

    The measures are percent agreement, Fleiss' kappa, Gwet's AC1, majority and unanimity; for a blinded kit, also
    agreement with the certificate. Of a study between people: whether they agree that cues do not bear on the right
    option.

    \b
    Example:
      probe validate agree ratings --out agreement
    """

    out: PathName | None = output("Folder for the table and both figures.", default=None, metavar="DIR", required=False)
