"""``probe seeds``: show the seed corpus and check whether it can be used."""

from pathlib import Path

import click

from probe.cli.options import force_option, json_option, profile_option, seeds_option
from probe.cli.output import cell, console, counting_progress, message, print_json, run, table
from probe.files.corpus import read_corpus
from probe.files.plain import refuse_overwriting, write_atomically
from probe.generation.schema_check import (
    FEW_SCHEMAS,
    PER_DEPTH,
    QUICK_PER_DEPTH,
    CheckedSchema,
    check_schemas,
    schemas_of,
)
from probe.generation.seed_check import CheckedSeed, check_corpus, unbalanced
from probe.grammar import read_library
from probe.grammar.rules_page import rules_page
from probe.grammar.skeleton import write_skeleton
from probe.values import Candidate, Profile


@click.group("seeds", invoke_without_command=True)
@seeds_option
@profile_option
@json_option
@click.pass_context
def seeds_command(context: click.Context, seeds: Path | None, profile: Profile, as_json: bool) -> int:
    """Show the seed corpus and check every pair.

    The checks are the text filters and the certificate. Use --seeds to check your own corpus; docs/seeds.md describes
    its layout. Exit code 1 means that a seed cannot be used.

    \b
    Example:
      probe seeds --seeds security_operations
    """
    if context.invoked_subcommand:
        return 0
    corpus = read_corpus(seeds)
    checked = run(check_corpus(corpus, profile))
    one_sided = unbalanced(corpus.seeds)
    if as_json:
        print_json({"domain": corpus.domain, "seeds": [_document(one) for one in checked], "notices": list(one_sided)})
    else:
        _show(checked)
    for notice in one_sided:
        message(notice)
    return 1 if one_sided or any(one.problems for one in checked) else 0


@seeds_command.command("check")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--schema", "about", metavar="ABOUT", help="Check only this decision schema.")
@click.option(
    "--per-depth",
    type=click.IntRange(min=1),
    help=f"Dilemmas per mode and depth: {PER_DEPTH}, or {QUICK_PER_DEPTH} where more than {FEW_SCHEMAS} are checked.",
)
@click.option("--samples", default=2, show_default=True, help="Texts to show per schema, mode and end of the depths.")
@json_option
def check_command(folder: Path, about: str | None, per_depth: int | None, samples: int, as_json: bool) -> int:
    """Compose the decision schemas of FOLDER and check them.

    FOLDER is a domain (with a folder practices) or a folder with schemas. Shows samples with their twins, certificates,
    and how well each fact alone predicts the right action. Exit code 1 means that a schema has a problem.

    \b
    Example:
      probe seeds check my-domain --schema "release date"
    """
    names = schemas_of(_practices(folder), about)
    with counting_progress("schemas", len(names)) as listener:
        checked = run(check_schemas(_practices(folder), about, per_depth, listener))
    if per_depth is None and len(names) > FEW_SCHEMAS:
        message(
            f"{QUICK_PER_DEPTH} dilemmas per mode and depth of {len(names)} schemas are too few to judge single facts: "
            f"add --schema ABOUT or --per-depth {PER_DEPTH}, which takes up to a minute per schema"
        )
    if needed := _needed(folder):
        message(needed)
    if as_json:
        print_json([one.model_dump(mode="json", exclude={"samples"}) for one in checked])
    else:
        for one in checked:
            _show_schema(one, samples)
    return 1 if any(one.problems for one in checked) else 0


@seeds_command.command("new")
@click.argument("name")
@click.option(
    "--out", "-o", "folder", type=click.Path(path_type=Path), required=True, metavar="DIR", help="The domain."
)
@click.option("--area", default="performance", show_default=True, help="The area of the schema.")
@force_option
def new_command(name: str, folder: Path, area: str, force: bool) -> int:
    """Write a decision schema NAME to rewrite into the domain DIR.

    It is complete and passes probe seeds check before you change it; comments in it say what each key is for. DIR is
    made if it does not exist.

    \b
    Example:
      probe seeds new "size of the cache" --out my-domain
    """
    path = write_skeleton(folder, name, area, force=force)
    message(f"wrote {path}: rewrite it, then run probe seeds check {folder} --schema {path.stem}")
    return 0


@seeds_command.command("rules")
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--out", "-o", type=click.Path(path_type=Path), metavar="FILE", help="Write the page to FILE.")
@force_option
def rules_command(folder: Path | None, out: Path | None, force: bool) -> int:
    """List every rule of FOLDER in words and as a clause.

    FOLDER is a domain or a folder with schemas; without it, the packaged library is listed. Rules of modules are listed
    too. The page is Markdown.

    \b
    Example:
      probe seeds rules my-domain --out rules.md
    """
    if out is not None:
        refuse_overwriting([out], "--out", force=force)
    shown = " ".join(
        ("probe seeds rules", *map(str, (folder,) if folder else ()), *(("--out", str(out)) if out else ()))
    )
    page = rules_page(read_library(_practices(folder) if folder else None), shown)
    if out is None:
        click.echo(page, nl=False)
    else:
        write_atomically(out, page)
        message(f"wrote {out}")
    return 0


def _practices(folder: Path) -> Path:
    return folder / "practices" if (folder / "practices").is_dir() else folder


def _needed(folder: Path) -> str | None:
    """Return what probe generate needs besides the schemas of ``folder``; None if nothing is missing."""
    practices = _practices(folder)
    if practices.resolve().name != "practices":
        return "probe generate --seeds DIR needs DIR/domain.toml (name, description) and these files in DIR/practices"
    domain = practices.parent if practices != folder else folder.resolve().parent
    if (domain / "domain.toml").is_file():
        return None
    return f"probe generate --seeds {domain} needs {domain}/domain.toml (name, description)"


def _show_schema(one: CheckedSchema, samples: int) -> None:
    out = console()
    for candidate in _ends(one, samples):
        asked = dict(value.split(":", 1) for value in candidate.seed_ids)
        heading = f"{one.about}, {asked['mode']}, depth {asked['depth']}, {candidate.bias}: {candidate.correct_option}"
        out.print(cell(f"\n── {heading} ──", "bold"))
        out.print(cell(candidate.texts.biased))
        if candidate.twin:
            out.print(cell(f"twin: {candidate.twin.fact} becomes {candidate.twin.changed}", "cyan"))
    depths = "; ".join(f"{mode} {', '.join(map(str, depths)) or 'none'}" for mode, depths in one.depths.items())
    out.print(cell(f"\n{one.about} ({one.area}): depths {depths}", "bold"))
    out.print(
        cell(f"{one.certified} of {one.composed} certified with their twins; {one.words[0]} to {one.words[1]} words")
    )
    out.print(cell(f"right action: first {one.first_right} of {one.composed}; letters {one.letters}"))
    best = sorted(one.shortcuts, key=lambda fact: -fact.share)[:6]
    listed = ", ".join(f"{fact.fact} {fact.share:.0%} ({fact.texts})" for fact in best)
    out.print(cell(f"best single facts: {listed}"))
    for problem in one.problems:
        out.print(cell(problem, "red"))
    out.print(cell("ok" if not one.problems else f"{len(one.problems)} problems", "red" if one.problems else "green"))


def _ends(one: CheckedSchema, samples: int) -> list[Candidate]:
    """Return ``samples`` dilemmas from the shallow and the deep end of each mode."""
    found = []
    for mode in one.depths:
        own = [candidate for candidate in one.samples if f"mode:{mode}" in candidate.seed_ids]
        found += [*own[:samples], *own[len(own) - samples :]] if len(own) > 2 * samples else own
    return found


def _document(one: CheckedSeed) -> dict[str, object]:
    candidate = one.candidate
    return {
        "id": one.seed.id,
        "title": one.seed.title,
        "correct_option": one.seed.correct_option.value,
        "complexity": candidate.complexity.model_dump(),
        "problems": list(one.problems),
        "vacuous": list(one.vacuous),
        "stages": [result.model_dump(mode="json") for result in candidate.results],
        "certificate": candidate.certificate.model_dump(mode="json") if candidate.certificate else None,
    }


def _show(checked: list[CheckedSeed]) -> None:
    numbers = ("cosine", "Levensht.", "infer.", "depth", "size")
    rows = table("dilemma", "right", *numbers, "", right=numbers)
    for one in checked:
        complexity = one.candidate.complexity
        counts = (complexity.inferences, complexity.depth, complexity.size)
        rows.add_row(
            cell(one.seed.id),
            one.seed.correct_option.letter,
            _measure(one.candidate.measured.cosine),
            _measure(one.candidate.measured.levenshtein),
            *("–" if count is None else str(count) for count in counts),
            cell("rejected" if one.problems else "ok", "red" if one.problems else "green"),
        )
    console().print(rows)
    for one in checked:
        for problem in one.problems:
            console().print(cell(f"{one.seed.id}: {problem}", "red"))
        if one.vacuous:
            console().print(cell(f"{one.seed.id}: vacuous: {', '.join(one.vacuous)}"))
    usable = sum(not one.problems for one in checked)
    summary = (
        f"{usable} of {len(checked)} seeds pass the text filters and all {_checks(checked)} checks of the certificate"
    )
    console().print(cell(summary, "green" if usable == len(checked) else "red"))


def _measure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _checks(checked: list[CheckedSeed]) -> int:
    return max((len(one.candidate.certificate.checks) for one in checked if one.candidate.certificate), default=0)
