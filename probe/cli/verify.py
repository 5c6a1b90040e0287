"""``probe verify``: let the oracle decide again what a dataset, a folder or a program claims."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.progress import Progress

from probe.cli.dossier import show_checks, show_programs
from probe.cli.options import PATH, json_option, profile_option
from probe.cli.output import cell, console, message, messages, print_json, table
from probe.cli.running import run
from probe.cli.verify_logically import verify_logically
from probe.composition import Engines, open_oracle, versions
from probe.files.dataset import DATASET, read_dataset
from probe.files.programs import read_program, read_programs
from probe.ports import Oracle
from probe.services.audit import Audit, Audited, audit_pairs, audit_programs
from probe.services.dossier import numbered, shown_checks, shown_program, shown_programs
from probe.values import Arm, Explanation, Outcome, Pair, Profile, Program, Programs, Verdict

LISTED = 20
"""How many failing pairs and differences the terminal shows; --json has all of them."""


@click.command("verify")
@click.argument("paths", metavar="DATASET|FOLDER|FILE.pl…", nargs=-1, required=True, type=PATH)
@profile_option
@click.option(
    "--oracle",
    "engines",
    type=click.Choice(["swi", "asp", "both"]),
    help="swi: SWI-Prolog alone; asp: what clingo derives, compared with what is recorded; both: SWI-Prolog, with"
    " clingo as the strict check second_engine. By default both where clingo is installed, else swi.",
)
@json_option
def verify_command(paths: tuple[Path, ...], profile: Profile, engines: Engines | None, as_json: bool) -> int:
    """Run the programs again and check them.

    A DATASET (a .jsonl file or a folder that holds dataset.jsonl) is checked pair by pair, and compared with the
    decisions and counts that it records. A FOLDER with axioms.pl, unbiased.pl and biased.pl is checked as one pair. A
    FILE.pl is run alone, with the axioms.pl beside it.

    Exit code 1 means that something falls short of the profile.
    """
    if engines == "asp":
        return run(verify_logically(paths, as_json))
    if all(path.suffix == ".pl" for path in paths):
        return run(_verify_programs(paths, as_json))
    return run(_verify_pairs(paths, profile, engines, as_json))


async def _verify_programs(paths: tuple[Path, ...], as_json: bool) -> int:
    programs = [read_program(path) for path in paths]
    async with open_oracle() as oracle:
        verdicts = [await oracle.verdict(program) for program in programs]
        explanations = [] if as_json else [await oracle.explain(program) for program in programs]
        name = oracle.name
    if as_json:
        rows = [
            {"file": str(path), **verdict.model_dump(mode="json")}
            for path, verdict in zip(paths, verdicts, strict=True)
        ]
        print_json({"oracle": name, "programs": rows})
    else:
        for path, program, verdict, why in zip(paths, programs, verdicts, explanations, strict=True):
            _show_program(path, program, verdict, why)
    return 0 if all(verdict.choice and not verdict.diagnostics for verdict in verdicts) else 1


def _show_program(path: Path, program: Program, verdict: Verdict, explanation: Explanation) -> None:
    """Print one program as an audit does: its clauses, its verdict, and its proof."""
    decided = verdict.choice.value if verdict.choice else "no decision"
    console().print(cell(f"{path}: {decided}", "bold"))
    shown = shown_program(Arm.UNBIASED, program, numbered(program.text), verdict, explanation)
    show_programs(numbered(program.axioms), [shown])


def _show_pair(programs: Programs, audited: Audited) -> None:
    """Print somebody's own pair as an audit does: every check with its evidence, both programs and their proofs."""
    show_checks(shown_checks(audited.certificate))
    show_programs(numbered(programs.axioms), shown_programs(programs, audited.examination))


async def _verify_pairs(paths: tuple[Path, ...], profile: Profile, engines: Engines | None, as_json: bool) -> int:
    audits: list[Audit] = []
    own: dict[Path, Programs] = {}
    async with open_oracle(engines=engines) as oracle:
        second = versions(oracle)["second_engine"]
        for path in paths:
            if path.is_dir() and not (path / DATASET).exists():
                own[path], bias = read_programs(path)
                audited = await audit_programs(own[path], str(path), bias, oracle, profile, explain=not as_json)
                audits.append(Audit(profile=profile, oracle=oracle.name, pairs=(audited,)))
            else:
                audits.append(await _audit_dataset(read_dataset(path), oracle, profile))
    if as_json:
        documents = [
            {**_document(str(path), audit), "second_engine": second} for path, audit in zip(paths, audits, strict=True)
        ]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        for path, audit in zip(paths, audits, strict=True):
            _show(str(path), audit, second)
            if path in own:
                _show_pair(own[path], audit.pairs[0])
    return 1 if any(audit.failing for audit in audits) else 0


async def _audit_dataset(pairs: Sequence[Pair], oracle: Oracle, profile: Profile) -> Audit:
    with Progress(console=messages(), transient=True) as bar:
        task = bar.add_task("verifying", total=len(pairs))
        return await audit_pairs(pairs, oracle, profile, lambda done: bar.update(task, completed=done))


def _document(path: str, audit: Audit) -> dict[str, object]:
    return {
        "path": path,
        "profile": audit.profile.value,
        "oracle": audit.oracle,
        "pairs": len(audit.pairs),
        "passed": len(audit.pairs) - len(audit.failing),
        "checks": {check: {o.value: counts[o] for o in Outcome} for check, counts in audit.outcomes().items()},
        "failing": [_failure(pair) for pair in audit.failing],
        "differences": [
            {"id": pair.pair_id, "bias": pair.bias, **difference.model_dump()}
            for pair in audit.pairs
            for difference in pair.differences
        ],
    }


def _failure(pair: Audited) -> dict[str, object]:
    return {
        "id": pair.pair_id,
        "name": pair.name,
        "bias": pair.bias,
        "checks": [check.model_dump(mode="json") for check in pair.certificate.failing],
        "differences": [difference.model_dump() for difference in pair.differences],
    }


def _show(path: str, audit: Audit, second: str) -> None:
    out = console()
    beside = "" if second == "not_run" or audit.profile is not Profile.STRICT else f" and {second}"
    out.print(cell(f"{path}: profile {audit.profile}, {audit.oracle}{beside}", "bold"))
    columns = [outcome.value.replace("_", " ") for outcome in Outcome]
    checks = table("check", *columns, right=tuple(columns))
    for check, counts in audit.outcomes().items():
        checks.add_row(check, *(str(counts[outcome] or "") for outcome in Outcome))
    out.print(checks)
    _show_failing(audit)
    _show_differences(audit)
    passed = len(audit.pairs) - len(audit.failing)
    out.print(cell(f"{passed} of {len(audit.pairs)} pairs pass", "green" if passed == len(audit.pairs) else "red"))


def _show_failing(audit: Audit) -> None:
    if not audit.failing:
        return
    rows = table("pair", "bias", "check", "why")
    for pair in audit.failing[:LISTED]:
        for check in pair.certificate.failing:
            rows.add_row(cell(pair.pair_id or pair.name), cell(pair.bias or ""), check.name, cell(check.reason))
    console().print(rows)
    _say_rest(len(audit.failing), "failing pairs")


def _show_differences(audit: Audit) -> None:
    found = [(pair, difference) for pair in audit.pairs for difference in pair.differences]
    if not found:
        return
    rows = table("pair", "differs in", "recorded", "found", "because", right=("recorded", "found"))
    for pair, one in found[:LISTED]:
        rows.add_row(cell(pair.pair_id), one.field, cell(one.recorded), cell(one.found), cell(one.explanation))
    console().print(rows)
    _say_rest(len(found), "differences from what is recorded")


def _say_rest(number: int, what: str) -> None:
    if number > LISTED:
        message(f"{number} {what}; the first {LISTED} are shown, --json has all of them")
