"""``probe audit``: why a dilemma is valid, or what is wrong with it."""

from collections.abc import Sequence
from pathlib import Path

from probe.audit.auditing import audit_dataset, audit_item, without_decisions
from probe.audit.dataset_document import audit_document, failing_document, overview_document
from probe.audit.dataset_json import audit_json
from probe.audit.dossier_json import dossier_json
from probe.audit.evidence import ALL_MEANINGS
from probe.audit.item_document import item_document
from probe.audit.items import find_item
from probe.audit.verify import Bulk, Recomputation
from probe.cli.output import console, counting_progress, message, print_json, run, run_bulk
from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically
from probe.options.auditing import AuditCommandLine
from probe.options.reading import path_of, paths_of, profile_of
from probe.protocols.reading import read_items
from probe.values import Item, Profile


def audit_command(options: AuditCommandLine) -> int:
    """Show one item, or summarise a dataset; return 1 if an item does not meet the profile."""
    bulk, html, profile = Bulk.of(options), path_of(options.html), profile_of(options.profile)
    dataset, runs, pair_id, failing = Path(options.dataset), paths_of(options.run), options.pair_id, options.failing
    if failing is not None and failing not in ALL_MEANINGS:
        raise InputError(f"unknown check {failing!r}: choose one of {', '.join(ALL_MEANINGS)}")
    if pair_id is not None and failing is not None:
        raise InputError(f"--failing lists pairs of a whole dataset: omit it to see pair {pair_id}")
    if pair_id is None and runs:
        raise InputError("--run shows decisions on one dilemma: add its ID, or use probe serve DATASET DIR for all")
    if html is not None:
        # Check this first, so that no work is wasted.
        refuse_overwriting([html], "--html", force=bulk.force)
    if pair_id is None:
        return _audit_all(dataset, bulk, failing=failing, profile=profile, html=html, as_json=options.as_json)
    if bulk.single:
        raise InputError(f"--report and --shard are for a whole dataset: omit them to see pair {pair_id}")
    item = find_item(run(read_items(dataset)), pair_id, str(dataset))
    return _audit_one(item, runs, profile, html, as_json=options.as_json, verbose=options.verbose)


def _audit_one(
    item: Item, runs: Sequence[Path], profile: Profile, html: Path | None, *, as_json: bool, verbose: bool
) -> int:
    dossier = run(audit_item(item, profile, runs))
    if html:
        write_atomically(html, item_document(dossier).page())
        message(f"wrote the page of {item.id} to {html}")
    if as_json:
        print_json(dossier_json(dossier))
    elif not html:
        item_document(dossier).show(console(), verbose=verbose)
    for folder in without_decisions(item.id, runs):
        message(f"{folder} has no decision on {item.id}: it evaluates another dataset, or is not finished")
    return 0 if dossier.audit.passed else 1


def _audit_all(
    dataset: Path,
    bulk: Bulk,
    *,
    failing: str | None,
    profile: Profile,
    html: Path | None,
    as_json: bool,
) -> int:
    with counting_progress("auditing", None) as bar:
        # Only a page shows dossiers, which need a second audit of their items and a second pass over the file.
        wants_dossier = (lambda row: row.fails(failing)) if html else (lambda row: False)
        work = audit_dataset(dataset, profile, bar, wants_dossier, bulk)
        summary = run_bulk(work, resumable=bulk.report is not None)
    recomputation, counts = summary.recomputation, summary.recomputation.tally.overview()
    if html:
        write_atomically(html, audit_document(dataset.name, recomputation, counts, summary.dossiers, failing).page())
        message(f"wrote the summary and {len(summary.dossiers)} {recomputation.page}s to {html}")
    if as_json:
        print_json(audit_json(str(dataset), recomputation, failing))
    elif failing and not html:
        failing_document(recomputation, failing).show(console())
    elif not html:
        overview_document(str(dataset), recomputation, counts).show(console())
        _print_next_step(dataset, recomputation)
    return 1 if recomputation.tally.failing else 0


def _print_next_step(dataset: Path, recomputation: Recomputation) -> None:
    """Print how to go on with the first item that fails, or the first of all."""
    failing_row = next((row for row in recomputation.rows() if not row.passed), None)
    if (first_row := failing_row or next(iter(recomputation.rows()), None)) is not None:
        message(f"next: probe audit {dataset} {first_row.id}, or probe serve {dataset} for all")
