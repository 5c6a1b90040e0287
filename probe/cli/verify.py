"""``probe verify``: recompute what a dataset, a folder or a program claims."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from probe.audit.bulk import Bulk, Recomputed
from probe.audit.differences import numbered
from probe.audit.evidence import shown_checks
from probe.audit.printing import show_checks, show_programs
from probe.audit.rows import Row
from probe.audit.verify import DerivedProgram, RunProgram, Verified, derive, verify, verify_programs
from probe.cli.output import Lazy, cell, console, counting_progress, message, print_json, run, run_bulk, table
from probe.errors import InputError
from probe.options.auditing import VerifyCommandLine
from probe.options.reading import paths_of, profile_of
from probe.session import Engines
from probe.values import Outcome, Profile

LISTED = 20
"""How many failing pairs and differences the terminal shows; --json lists all of them."""


def verify_command(given: VerifyCommandLine) -> int:
    """Check datasets, folders and programs; return 1 if one of them does not meet the profile."""
    paths, bulk = paths_of(given.paths), Bulk.of(given)
    programs = all(path.suffix == ".pl" for path in paths)
    if bulk.single and (given.oracle == "asp" or programs):
        raise InputError("--report and --shard are for a dataset that SWI-Prolog checks")
    if given.oracle == "asp":
        return _derive(paths, given.as_json)
    if programs:
        return _verify_programs(paths, given.as_json)
    return _verify_pairs(paths, profile_of(given.profile), given.oracle, bulk, given.as_json)


def _verify_programs(paths: tuple[Path, ...], as_json: bool) -> int:
    oracle, programs = run(verify_programs(paths, explain=not as_json))
    if as_json:
        rows = [{"file": str(one.path), **one.verdict.model_dump(mode="json")} for one in programs]
        print_json({"oracle": oracle, "programs": rows})
    else:
        for one in programs:
            _show_program(one)
    return 0 if all(one.passed for one in programs) else 1


def _show_program(one: RunProgram) -> None:
    """Print one program like an audit: its clauses, its verdict and its proof."""
    decided = str(one.verdict.choice or "no decision")
    console().print(cell(f"{one.path}: {decided}", "bold"))
    show_programs(console(), numbered(one.program.axioms), [one.shown()])


def _verify_pairs(paths: tuple[Path, ...], profile: Profile, engines: Engines | None, bulk: Bulk, as_json: bool) -> int:
    with counting_progress("verifying", None) as bar:
        work = verify(paths, profile, bar, engines=engines, explain=not as_json, bulk=bulk)
        verified = run_bulk(work, resumable=bulk.report is not None)
    if as_json:
        documents = [_document(str(one.path), one.found) for one in verified]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        for one in verified:
            _show(str(one.path), one.found)
            _show_own(one)
    return 1 if any(one.found.tally.failing for one in verified) else 0


def _show_own(one: Verified) -> None:
    """Print a user's own pair like an audit: every check with its evidence, both programs and their proofs."""
    if one.programs is None or one.audited is None:
        return
    show_checks(console(), shown_checks(one.audited.certificate))
    show_programs(console(), numbered(one.programs.axioms), one.shown(one.programs, one.audited))


def _document(path: str, found: Recomputed) -> dict[str, object]:
    tally = found.tally
    return {
        "path": path,
        "profile": found.profile.value,
        "oracle": found.oracle,
        f"{found.noun}s": tally.pairs,
        "passed": tally.passed,
        "checks": {check: {o.value: counts[o] for o in Outcome} for check, counts in tally.outcomes.items()},
        "failing": Lazy(lambda: (_failure(row) for row in found.rows() if not row.passed)),
        "differences": Lazy(
            lambda: (
                {"id": row.id, "bias": row.bias, **difference.model_dump()}
                for row in found.rows()
                for difference in row.differences
            )
        ),
        "second_engine": found.second_engine,
    }


def _failure(row: Row) -> dict[str, object]:
    return {
        "id": row.id,
        "name": row.name,
        "bias": row.bias,
        "checks": [check.model_dump(mode="json") for check in row.failing],
        "differences": [difference.model_dump() for difference in row.differences],
    }


def _show(path: str, found: Recomputed) -> None:
    out, second, tally = console(), found.second_engine, found.tally
    second_name = "" if second == "not_run" or found.profile is not Profile.STRICT else f" and {second}"
    out.print(cell(f"{path}: profile {found.profile}, {found.oracle}{second_name}", "bold"))
    columns = [outcome.value.replace("_", " ") for outcome in Outcome]
    checks = table("check", *columns, right=tuple(columns))
    for check, counts in tally.outcomes.items():
        checks.add_row(check, *(str(counts[outcome] or "") for outcome in Outcome))
    out.print(checks)
    if tally.failing:
        _show_failing((row for row in found.rows() if not row.passed), found.noun)
        _report_truncation(tally.failing, f"failing {found.noun}s")
    if tally.differing:
        _show_differences(found.rows(), found.noun)
        _report_truncation(tally.differing, "differences from the recorded values")
    out.print(cell(f"{tally.passed} of {tally.pairs} {found.noun}s pass", "red" if tally.failing else "green"))


def _show_failing(failing: Iterable[Row], noun: str) -> None:
    rows = table(noun, "bias", "check", "why")
    for row in islice(failing, LISTED):
        for check in row.failing:
            rows.add_row(cell(row.id or row.name), cell(row.bias or ""), check.name, cell(check.reason))
    console().print(rows)


def _show_differences(found: Iterable[Row], noun: str) -> None:
    rows = table(noun, "differs in", "recorded", "found", "because", right=("recorded", "found"))
    different = ((row.id, one) for row in found for one in row.differences)
    for pair_id, one in islice(different, LISTED):
        rows.add_row(cell(pair_id), one.field, cell(one.recorded), cell(one.found), cell(one.explanation))
    console().print(rows)


def _report_truncation(number: int, what: str) -> None:
    if number > LISTED:
        message(f"showing the first {LISTED} of {number} {what}; --json lists all of them")


def _derive(paths: Sequence[Path], as_json: bool) -> int:
    """Show what follows from each program; return 1 unless it is always exactly the recorded decision."""
    name, found = run(derive(paths))
    if as_json:
        print_json([_derived_document(str(path), name, programs) for path, programs in found.items()])
    else:
        for path, programs in found.items():
            _show_derived(str(path), name, programs)
    return 1 if any(one.agreement != "agrees" for programs in found.values() for one in programs) else 0


def _derived_document(path: str, oracle: str, found: Sequence[DerivedProgram]) -> dict[str, object]:
    return {
        "path": path,
        "oracle": oracle,
        "programs": len(found),
        "agreement": dict(Counter(one.agreement for one in found)),
        "found": [one.model_dump(mode="json") for one in found if one.agreement != "agrees"],
    }


def _show_derived(path: str, oracle: str, found: Sequence[DerivedProgram]) -> None:
    out = console()
    out.print(cell(f"{path}: {oracle}", "bold"))
    listed = [one for one in found if one.agreement != "agrees"] if len(found) > 2 else list(found)
    if listed:
        rows = table("program", "arm", "recorded", "derived", "why")
        for one in listed[:LISTED]:
            options = "" if one.options is None else ", ".join(one.options) or "no option"
            rows.add_row(cell(one.name), one.arm.value, cell(one.recorded or ""), options, cell(_why(one)))
        out.print(rows)
    _report_truncation(len(listed), "programs")
    counts = Counter(one.agreement for one in found)
    out.print(
        cell(
            f"{counts['agrees']} of {len(found)} programs agree, {counts['differs']} differ, "
            f"{counts['untranslatable']} cannot be translated, {counts['limit']} reached a limit"
        )
    )


def _why(one: DerivedProgram) -> str:
    if not one.reasons:
        return ""
    first = one.reasons[0]
    return f"{first.place.source} line {first.place.line}: {first.message}" if first.place else first.message
