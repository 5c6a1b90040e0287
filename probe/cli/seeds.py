"""``probe seeds``: show the seed corpus and check whether it can be used."""

from pathlib import Path

import click

from probe.cli.output import cell, console, counting_progress, message, print_json, run, table
from probe.files.corpus import read_corpus
from probe.files.plain import refuse_overwriting, write_atomically
from probe.generation.schema_check import CheckedSchema, check_schemas, schemas_of
from probe.generation.seed_check import CheckedSeed, check_corpus, unbalanced
from probe.grammar import read_library
from probe.grammar.rules_page import rules_page
from probe.grammar.skeleton import write_skeleton
from probe.options.reading import output_of, path_of, profile_of
from probe.options.seeding import (
    FEW_SCHEMAS,
    PER_DEPTH,
    QUICK_PER_DEPTH,
    SeedsCheckCommandLine,
    SeedsCommandLine,
    SeedsNewCommandLine,
    SeedsRulesCommandLine,
)
from probe.values import Candidate


def seeds_command(options: SeedsCommandLine) -> int:
    """Show the seeds of a domain; return 1 if one of them cannot be used."""
    corpus = read_corpus(path_of(options.seeds))
    checked_seeds = run(check_corpus(corpus, profile_of(options.profile)))
    one_sided = unbalanced(corpus.seeds)
    if options.as_json:
        print_json(
            {"domain": corpus.domain, "seeds": [_document(seed) for seed in checked_seeds], "notices": list(one_sided)}
        )
    else:
        _show(checked_seeds)
    message(*one_sided)
    return 1 if one_sided or any(seed.problems for seed in checked_seeds) else 0


def check_command(options: SeedsCheckCommandLine) -> int:
    """Compose decision schemas and check them; return 1 if one has a problem."""
    folder = Path(options.folder)
    names = schemas_of(_practices(folder), options.about)
    with counting_progress("schemas", len(names)) as listener:
        checked_schemas = run(check_schemas(_practices(folder), options.about, options.per_depth, listener))
    if options.per_depth is None and len(names) > FEW_SCHEMAS:
        message(
            f"{QUICK_PER_DEPTH} dilemmas per mode and depth of {len(names)} schemas are too few to judge single facts: "
            f"add --schema ABOUT or --per-depth {PER_DEPTH}, which takes up to a minute per schema"
        )
    if missing_files := _missing_domain_files(folder):
        message(missing_files)
    if options.as_json:
        print_json([schema.model_dump(mode="json", exclude={"samples"}) for schema in checked_schemas])
    else:
        for schema in checked_schemas:
            _show_schema(schema, options.samples)
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
    folder, out = path_of(options.folder), path_of(options.out)
    if out is not None:
        refuse_overwriting([out], "--out", force=options.force)
    command_text = " ".join(
        ("probe seeds rules", *map(str, (folder,) if folder else ()), *(("--out", str(out)) if out else ()))
    )
    page = rules_page(read_library(_practices(folder) if folder else None), command_text)
    if out is not None:
        write_atomically(out, page)
        message(f"wrote {out}")
    if options.as_json:
        print_json({"page": page} if out is None else {"out": str(out)})
    elif out is None:
        click.echo(page, nl=False)


def _practices(folder: Path) -> Path:
    return folder / "practices" if (folder / "practices").is_dir() else folder


def _missing_domain_files(folder: Path) -> str | None:
    """Return what probe generate needs besides the schemas of ``folder``; None if nothing is missing."""
    practices = _practices(folder)
    if practices.resolve().name != "practices":
        return "probe generate --seeds DIR needs DIR/domain.toml (name, description) and these files in DIR/practices"
    domain = practices.parent if practices != folder else folder.resolve().parent
    if (domain / "domain.toml").is_file():
        return None
    return f"probe generate --seeds {domain} needs {domain}/domain.toml (name, description)"


def _show_schema(schema: CheckedSchema, samples: int) -> None:
    out = console()
    for candidate in _samples_of_ends(schema, samples):
        composition = dict(value.split(":", 1) for value in candidate.seed_ids)
        setting = f"{composition['mode']}, depth {composition['depth']}, {candidate.bias}"
        heading = f"{schema.about}, {setting}: {candidate.correct_option}"
        out.print(cell(f"\n── {heading} ──", "bold"))
        out.print(cell(candidate.texts.biased))
        if candidate.twin:
            out.print(cell(f"twin: {candidate.twin.fact} becomes {candidate.twin.changed}", "cyan"))
    depths = "; ".join(f"{mode} {', '.join(map(str, depths)) or 'none'}" for mode, depths in schema.depths.items())
    out.print(cell(f"\n{schema.about} ({schema.area}): depths {depths}", "bold"))
    out.print(
        cell(
            f"{schema.certified} of {schema.composed} certified with their twins; "
            f"{schema.words[0]} to {schema.words[1]} words"
        )
    )
    out.print(cell(f"right action: first {schema.first_right} of {schema.composed}; letters {schema.letters}"))
    best_facts = sorted(schema.shortcuts, key=lambda fact: -fact.share)[:6]
    facts_text = ", ".join(f"{fact.fact} {fact.share:.0%} ({fact.texts})" for fact in best_facts)
    out.print(cell(f"best single facts: {facts_text}"))
    for problem in schema.problems:
        out.print(cell(problem, "red"))
    out.print(
        cell("ok" if not schema.problems else f"{len(schema.problems)} problems", "red" if schema.problems else "green")
    )


def _samples_of_ends(schema: CheckedSchema, samples: int) -> list[Candidate]:
    """Return ``samples`` dilemmas from the shallow and the deep end of each mode."""
    ends = []
    for mode in schema.depths:
        mode_candidates = [candidate for candidate in schema.samples if f"mode:{mode}" in candidate.seed_ids]
        ends += (
            [*mode_candidates[:samples], *mode_candidates[len(mode_candidates) - samples :]]
            if len(mode_candidates) > 2 * samples
            else mode_candidates
        )
    return ends


def _document(result: CheckedSeed) -> dict[str, object]:
    candidate = result.candidate
    return {
        "id": result.seed.id,
        "title": result.seed.title,
        "correct_option": result.seed.correct_option.value,
        "complexity": candidate.complexity.model_dump(),
        "problems": list(result.problems),
        "vacuous": list(result.vacuous),
        "stages": [stage.model_dump(mode="json") for stage in candidate.results],
        "certificate": candidate.certificate.model_dump(mode="json") if candidate.certificate else None,
    }


def _show(checked_seeds: list[CheckedSeed]) -> None:
    numbers = ("cosine", "Levensht.", "infer.", "depth", "size")
    grid = table("dilemma", "right", *numbers, "", right=numbers)
    for result in checked_seeds:
        complexity = result.candidate.complexity
        counts = (complexity.inferences, complexity.depth, complexity.size)
        grid.add_row(
            cell(result.seed.id),
            result.seed.correct_option.letter,
            _measure(result.candidate.measured.cosine),
            _measure(result.candidate.measured.levenshtein),
            *("–" if count is None else str(count) for count in counts),
            cell("rejected" if result.problems else "ok", "red" if result.problems else "green"),
        )
    console().print(grid)
    for result in checked_seeds:
        for problem in result.problems:
            console().print(cell(f"{result.seed.id}: {problem}", "red"))
        if result.vacuous:
            console().print(cell(f"{result.seed.id}: vacuous: {', '.join(result.vacuous)}"))
    usable = sum(not result.problems for result in checked_seeds)
    summary = (
        f"{usable} of {len(checked_seeds)} seeds pass the text filters and all {_checks(checked_seeds)} checks of the "
        "certificate"
    )
    console().print(cell(summary, "green" if usable == len(checked_seeds) else "red"))


def _measure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _checks(checked_seeds: list[CheckedSeed]) -> int:
    return max(
        (len(result.candidate.certificate.checks) for result in checked_seeds if result.candidate.certificate),
        default=0,
    )
