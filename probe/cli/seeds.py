"""``probe seeds``: show the seed corpus and check whether it can be used."""

from pathlib import Path

import click

from probe.cli.options import json_option, profile_option, seeds_option
from probe.cli.output import cell, console, message, print_json, table
from probe.cli.running import run
from probe.files.corpus import read_corpus
from probe.generation.seeds import CheckedSeed, check_corpus, unbalanced
from probe.values import Profile


@click.command("seeds")
@seeds_option
@profile_option
@json_option
def seeds_command(seeds: Path | None, profile: Profile, as_json: bool) -> int:
    """Show the seed corpus and check every pair: text filters and certificate.

    Use --seeds to check your own corpus; docs/seeds.md describes its layout. Exit code 1 means that a seed cannot be
    used.
    """
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
            _measure(one, "cosine"),
            _measure(one, "levenshtein"),
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


def _measure(one: CheckedSeed, name: str) -> str:
    evidence = next((result.evidence for result in one.candidate.results if result.stage == "pair_similarity"), {})
    value = evidence.get(name)
    return f"{value:.3f}" if isinstance(value, float) else "–"


def _checks(checked: list[CheckedSeed]) -> int:
    return max((len(one.candidate.certificate.checks) for one in checked if one.candidate.certificate), default=0)
