"""``probe verify``: recompute what a dataset, a folder or a program claims."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from probe.audit.dataset_document import derived_document, program_document, verified_document
from probe.audit.deriving import DerivedProgram, derive
from probe.audit.rows import Row
from probe.audit.verify import Bulk, Recomputed, verify, verify_programs
from probe.cli.output import Lazy, console, counting_progress, print_json, run, run_bulk
from probe.errors import InputError
from probe.options.auditing import VerifyCommandLine
from probe.options.reading import paths_of, profile_of
from probe.session import Engines
from probe.values import Outcome


def verify_command(options: VerifyCommandLine) -> int:
    """Check datasets, folders and programs; return 1 if one of them does not meet the profile."""
    paths, bulk = paths_of(options.paths), Bulk.of(options)
    programs = all(path.suffix == ".pl" for path in paths)
    if bulk.single and (options.oracle == "asp" or programs):
        raise InputError("--report and --shard are for a dataset that SWI-Prolog checks")
    if options.oracle == "asp":
        return _derive(paths, options.as_json)
    if programs:
        return _verify_programs(paths, as_json=options.as_json, verbose=options.verbose)
    return _verify_pairs(options, paths, options.oracle, bulk)


def _verify_programs(paths: tuple[Path, ...], *, as_json: bool, verbose: bool) -> int:
    oracle, programs = run(verify_programs(paths, explain=not as_json))
    if as_json:
        rows = [{"file": str(program.path), **program.verdict.model_dump(mode="json")} for program in programs]
        print_json({"oracle": oracle, "programs": rows})
    else:
        for program in programs:
            program_document(program).show(console(), verbose=verbose)
    return 0 if all(program.passed for program in programs) else 1


def _verify_pairs(options: VerifyCommandLine, paths: tuple[Path, ...], engines: Engines | None, bulk: Bulk) -> int:
    as_json = options.as_json
    with counting_progress("verifying", None) as bar:
        work = verify(paths, profile_of(options.profile), bar, engines=engines, explain=not as_json, bulk=bulk)
        verified_datasets = run_bulk(work, resumable=bulk.report is not None)
    if as_json:
        documents = [_document(str(dataset.path), dataset.recomputed) for dataset in verified_datasets]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        for dataset in verified_datasets:
            verified_document(dataset).show(console(), verbose=options.verbose)
    return 1 if any(dataset.recomputed.tally.failing for dataset in verified_datasets) else 0


def _document(path: str, recomputed: Recomputed) -> dict[str, object]:
    tally = recomputed.tally
    return {
        "path": path,
        "profile": recomputed.profile.value,
        "oracle": recomputed.oracle,
        f"{recomputed.noun}s": tally.pairs,
        "passed": tally.passed,
        "checks": {
            check: {outcome.value: counts[outcome] for outcome in Outcome} for check, counts in tally.outcomes.items()
        },
        "failing": Lazy(lambda: (_failure(row) for row in recomputed.rows() if not row.passed)),
        "differences": Lazy(
            lambda: (
                {"id": row.id, "bias": row.bias, **difference.model_dump()}
                for row in recomputed.rows()
                for difference in row.differences
            )
        ),
        "second_engine": recomputed.second_engine,
    }


def _failure(row: Row) -> dict[str, object]:
    return {
        "id": row.id,
        "name": row.name,
        "bias": row.bias,
        "checks": [check.model_dump(mode="json") for check in row.failing],
        "differences": [difference.model_dump() for difference in row.differences],
    }


def _derive(paths: Sequence[Path], as_json: bool) -> int:
    """Show what follows from each program; return 1 unless it is always exactly the recorded decision."""
    oracle, derived_programs = run(derive(paths))
    if as_json:
        print_json([_derived_document(str(path), oracle, programs) for path, programs in derived_programs.items()])
    else:
        for path, programs in derived_programs.items():
            derived_document(str(path), oracle, programs).show(console())
    return (
        1 if any(program.agreement != "agrees" for programs in derived_programs.values() for program in programs) else 0
    )


def _derived_document(path: str, oracle: str, programs: Sequence[DerivedProgram]) -> dict[str, object]:
    return {
        "path": path,
        "oracle": oracle,
        "programs": len(programs),
        "agreement": dict(Counter(program.agreement for program in programs)),
        "found": [program.model_dump(mode="json") for program in programs if program.agreement != "agrees"],
    }
