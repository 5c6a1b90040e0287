"""``probe seeds``: show the seed corpus and check whether it can be used."""

from pathlib import Path

import click

from probe.cli.output import console, counting_progress, message, print_json, run, show
from probe.files.corpus import read_corpus
from probe.generation.schema_check import check_schemas, notices_of
from probe.generation.schema_document import schema_document
from probe.generation.seed_check import check_corpus
from probe.grammar.rules_page import write_rules
from probe.grammar.skeleton import write_skeleton
from probe.options.reading import output_of, path_of, profile_of
from probe.options.seeding import SeedsCheckCommandLine, SeedsCommandLine, SeedsNewCommandLine, SeedsRulesCommandLine


def seeds_command(options: SeedsCommandLine) -> int:
    """Show the seeds of a domain; return 1 if one of them cannot be used."""
    checked_corpus = run(check_corpus(read_corpus(path_of(options.seeds)), profile_of(options.profile)))
    show(options, checked_corpus.document, checked_corpus.to_json())
    message(*checked_corpus.notices)
    return 0 if checked_corpus.usable else 1


def check_command(options: SeedsCheckCommandLine) -> int:
    """Compose decision schemas and check them; return 1 if one has a problem."""
    folder = Path(options.folder)
    with counting_progress("schemas", None) as listener:
        checked_schemas = run(check_schemas(folder, options.about, options.per_depth, listener))
    message(*notices_of(folder, options.about, options.per_depth))
    if options.as_json:
        print_json([schema.model_dump(mode="json", exclude={"samples"}) for schema in checked_schemas])
    else:
        for schema in checked_schemas:
            schema_document(schema, options.samples).show(console())
    return 1 if any(schema.problems for schema in checked_schemas) else 0


def new_command(options: SeedsNewCommandLine) -> None:
    """Write a decision schema to rewrite."""
    folder = output_of(options.out)
    path = write_skeleton(folder, options.name, options.area, force=options.force)
    message(f"wrote {path}: rewrite it, then run probe seeds check {folder} --schema {path.stem}")
    if options.as_json:
        print_json({"file": str(path)})


def rules_command(options: SeedsRulesCommandLine) -> None:
    """List every rule of a library of schemas, as Markdown."""
    out = path_of(options.out)
    page = write_rules(path_of(options.folder), out, force=options.force)
    if out is not None:
        message(f"wrote {out}")
    if options.as_json:
        print_json({"page": page} if out is None else {"out": str(out)})
    elif out is None:
        click.echo(page, nl=False)
