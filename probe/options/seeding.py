"""The options of showing, checking and writing seeds and decision schemas."""

from __future__ import annotations

from probe.options.form import Options, argument, option, options, output
from probe.options.shared import ForceOption, JsonOption, PathName, ProfileOption, SeedsOption

PER_DEPTH = 24
"""Dilemmas that a check composes per mode and depth by default."""
FEW_SCHEMAS = 4
"""How many schemas are checked thoroughly unless a number is asked for: each takes up to a minute of processor time."""
QUICK_PER_DEPTH = 2
"""Dilemmas per mode and depth where there are more schemas: the packaged library then takes about a minute."""
SAMPLES = 2
"""Texts that a check shows by default."""


@options
class SeedsCommandLine(SeedsOption, ProfileOption, JsonOption):
    """Show the seeds, and check every pair.

    Seeds are the hand-made dilemmas that authors see as examples. For writers of seeds: name the folder of your own
    with --seeds (docs/seeds.md describes it), and see which pass the text filters and the certificate. Writes no file.
    Exit code 1 means that a seed cannot be used.

    \b
    Example:
      probe seeds --seeds my-domain
    """


@options
class LibraryOptions(Options):
    """Where decision schemas are."""

    folder: PathName = argument("A domain, or a folder with schemas.", kind="path", metavar="FOLDER", kw_only=True)


@options
class SeedsCheckCommandLine(LibraryOptions, JsonOption):
    """Compose the decision schemas of FOLDER and check them.

    For writers of schemas, the questions that the grammar composes dilemmas from; prints what it finds, and writes no
    file. FOLDER is a domain (with a folder practices) or a folder with schemas. Shows samples with their twins,
    certificates, and how well each fact alone predicts the right action. Exit code 1 means that a schema has a problem.

    \b
    Example:
      probe seeds check my-domain --schema "release date"
    """

    about: str | None = option("Check only this decision schema.", "--schema", default=None, metavar="ABOUT")
    per_depth: int | None = option(
        f"Dilemmas per mode and depth: {PER_DEPTH}, or {QUICK_PER_DEPTH} where more than {FEW_SCHEMAS} are checked.",
        default=None,
        least=1,
    )
    samples: int = option("Texts to show per schema, mode and end of the depths.", default=SAMPLES)


@options
class SeedsNewCommandLine(ForceOption, JsonOption):
    """Write a decision schema NAME to rewrite into the domain DIR.

    It is complete and passes probe seeds check before you change it; comments in it say what each key is for. DIR is
    made if it does not exist.

    \b
    Example:
      probe seeds new "size of the cache" --out my-domain
    """

    name: str = argument("What the schema is about.", kind="text", kw_only=True)
    out: PathName | None = output("The domain.", default=None, metavar="DIR")
    area: str = option("The area of the schema.", default="performance")


@options
class SeedsRulesCommandLine(ForceOption, JsonOption):
    """List every rule of FOLDER in words and as a clause.

    For readers who want to dispute the rules by which composed dilemmas are decided. FOLDER is a domain or a folder
    with schemas; without it, the packaged library is listed. Rules of modules are listed too. The page is Markdown.

    \b
    Example:
      probe seeds rules my-domain --out rules.md
    """

    folder: PathName | None = argument(
        "A domain, or a folder with schemas.", kind="path", metavar="[FOLDER]", default=None, kw_only=True
    )
    out: PathName | None = output("Write the page to FILE.", default=None, metavar="FILE", required=False)
