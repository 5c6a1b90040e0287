"""``probe verify``: recompute what a dataset, a folder or a program claims."""

from collections.abc import Sequence
from pathlib import Path

from probe.audit.dataset_document import derived_document, program_document, verified_document
from probe.audit.dataset_json import derived_json, verification_json
from probe.audit.deriving import derive
from probe.audit.verify import Bulk, verify, verify_programs
from probe.cli.output import console, counting_progress, print_json, run, run_bulk
from probe.errors import InputError
from probe.options.auditing import VerifyCommandLine
from probe.options.reading import paths_of, profile_of
from probe.session import Engines


def verify_command(options: VerifyCommandLine) -> int:
    """Check datasets, folders and programs; return 1 if one of them does not meet the profile."""
    paths, bulk = paths_of(options.paths), Bulk.of(options)
    programs = all(path.suffix == ".pl" for path in paths)
    if bulk.single and (options.oracle == "asp" or programs):
        raise InputError("--report and --shard are for a dataset that SWI-Prolog checks")
    if options.oracle == "asp":
        return _derive(paths, as_json=options.as_json)
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
    explain = not options.as_json
    with counting_progress("verifying", None) as bar:
        work = verify(paths, profile_of(options.profile), bar, engines=engines, explain=explain, bulk=bulk)
        verified_datasets = run_bulk(work, resumable=bulk.report is not None)
    if options.as_json:
        contents = [verification_json(str(dataset.path), dataset.recomputation) for dataset in verified_datasets]
        print_json(contents[0] if len(contents) == 1 else contents)
    else:
        for dataset in verified_datasets:
            verified_document(dataset).show(console(), verbose=options.verbose)
    return 1 if any(dataset.recomputation.tally.failing for dataset in verified_datasets) else 0


def _derive(paths: Sequence[Path], *, as_json: bool) -> int:
    """Show what follows from each program; return 1 unless it is always exactly the recorded decision."""
    oracle, derived_programs = run(derive(paths))
    if as_json:
        print_json([derived_json(str(path), oracle, programs) for path, programs in derived_programs.items()])
    else:
        for path, programs in derived_programs.items():
            derived_document(str(path), oracle, programs).show(console())
    agreements = {program.agreement for programs in derived_programs.values() for program in programs}
    return 0 if agreements <= {"agrees"} else 1
