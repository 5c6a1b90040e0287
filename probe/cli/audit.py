"""``probe audit``: why a dilemma is valid, or what is wrong with it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from probe.audit.bulk import Bulk, Recomputed
from probe.audit.document import dossier_document
from probe.audit.evidence import ALL_MEANINGS, EXPLAINED
from probe.audit.items import find_item
from probe.audit.printing import show_dossier
from probe.audit.rows import GroupCount, Overview, Row
from probe.audit.verify import audit_dataset, audit_item
from probe.cli.output import Lazy, cell, console, counting_progress, message, print_json, run, run_bulk, table
from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically
from probe.options.auditing import AuditCommandLine
from probe.options.reading import path_of, paths_of, profile_of
from probe.protocols.reading import read_items
from probe.values import Item, Outcome, Profile


def audit_command(given: AuditCommandLine) -> int:
    """Show one item, or summarise a dataset; return 1 if an item does not meet the profile."""
    bulk, html, profile = Bulk.of(given), path_of(given.html), profile_of(given.profile)
    dataset, runs, pair_id, failing = Path(given.dataset), paths_of(given.run), given.pair_id, given.failing
    if failing is not None and failing not in ALL_MEANINGS:
        raise InputError(f"unknown check {failing!r}: choose one of {', '.join(ALL_MEANINGS)}")
    if pair_id is not None and failing is not None:
        raise InputError(f"--failing lists pairs of a whole dataset: omit it to see pair {pair_id}")
    if pair_id is None and runs:
        raise InputError("--run shows decisions on one dilemma: add its ID, or use probe serve DATASET DIR for all")
    if html is not None:
        refuse_overwriting([html], "--html", force=bulk.force)
    if pair_id is None:
        return _audit_all(dataset, bulk, failing=failing, profile=profile, html=html, as_json=given.as_json)
    if bulk.single:
        raise InputError(f"--report and --shard are for a whole dataset: omit them to see pair {pair_id}")
    item = find_item(run(read_items(dataset)), pair_id, str(dataset))
    return _audit_one(item, runs, profile, html, as_json=given.as_json)


def _audit_one(item: Item, runs: Sequence[Path], profile: Profile, html: Path | None, *, as_json: bool) -> int:
    dossier = run(audit_item(item, profile, runs))
    if html:
        from probe.web.rendering import item_page

        write_atomically(html, item_page(dossier))
        message(f"wrote the page of {item.id} to {html}")
    if as_json:
        print_json(dossier_document(dossier))
    elif not html:
        show_dossier(console(), dossier)
    return 0 if dossier.audited.passed else 1


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
        wanted = (lambda row: row.fails(failing)) if html else (lambda row: False)
        work = audit_dataset(dataset, profile, bar, wanted, bulk)
        summary = run_bulk(work, resumable=bulk.report is not None)
    found, counts = summary.found, summary.found.tally.overview()
    if html:
        from probe.web.rendering import audit_page

        write_atomically(html, audit_page(dataset.name, found, counts, summary.dossiers, failing))
        message(f"wrote the summary and {len(summary.dossiers)} {found.page}s to {html}")
    if as_json:
        print_json(_document(str(dataset), found, counts, failing))
    elif failing and not html:
        _list_failing(found, failing)
    elif not html:
        _show_overview(dataset, found, counts)
    return 1 if found.tally.failing else 0


def _show_overview(dataset: Path, found: Recomputed, counts: Overview) -> None:
    out = console()
    out.print(cell(f"{dataset}: profile {found.profile}, {found.oracle}", "bold"))
    columns = [outcome.value.replace("_", " ") for outcome in Outcome]
    checks = table("check", *columns, "asks", right=tuple(columns))
    for one in counts.checks:
        numbers = (one.holds, one.fails, one.not_applicable, one.vacuous, one.undetermined, one.not_run)
        checks.add_row(one.check, *(str(number or "") for number in numbers), cell(ALL_MEANINGS[one.check].asks, "dim"))
    out.print(checks)
    if counts.stages:
        stages = table("stage", "pairs", "accepted", "not run", right=("pairs", "accepted", "not run"))
        for stage in counts.stages:
            stages.add_row(cell(stage.stage), str(stage.pairs), str(stage.accepted or ""), str(stage.not_run or ""))
        out.print(stages)
    for title, groups in (("bias", counts.biases), ("author", counts.authors)):
        _show_groups(title, groups, found.noun)
    for outcome, explained in EXPLAINED.items():
        if any(getattr(one, outcome.value) for one in counts.checks):
            out.print(cell(f"{outcome.value}: {explained}", "dim"))
    style = "green" if counts.passed == counts.pairs else "red"
    out.print(cell(f"{counts.passed} of {counts.pairs} {found.noun}s pass", style))
    if found.tally.failing:
        first = next(row for row in found.rows() if not row.passed)
        message(f"next: probe audit {dataset} {first.id}, or probe serve {dataset}")


def _show_groups(title: str, groups: Sequence[GroupCount], noun: str) -> None:
    rows = table(title, f"{noun}s", "fail", "share", "most frequent check", right=(f"{noun}s", "fail", "share"))
    for group in groups:
        share = f"{100 * group.share:.0f} %"
        rows.add_row(cell(group.name), str(group.pairs), str(group.failing), share, group.worst_check)
    console().print(rows)


def _list_failing(found: Recomputed, failing: str) -> None:
    rows = table(found.noun, "bias", "outcome", "why")
    for row in found.rows():
        for check in row.failing:
            if check.name == failing:
                rows.add_row(cell(row.id), cell(row.bias or ""), check.outcome.value, cell(check.reason))
    console().print(rows)
    counts = found.tally.outcomes.get(failing, Counter())
    cut_short = counts[Outcome.UNDETERMINED]
    more = f" and {cut_short} are undetermined" if cut_short else ""
    message(
        f"{counts[Outcome.FAILS]} of {found.tally.pairs} {found.noun}s fail {failing}{more}: "
        f"{ALL_MEANINGS[failing].matters}"
    )


def _document(dataset: str, found: Recomputed, counts: Overview, failing: str | None) -> dict[str, Any]:
    return {
        "dataset": dataset,
        "profile": found.profile.value,
        "oracle": found.oracle,
        **asdict(counts),
        "failing": Lazy(lambda: (_failure(row) for row in found.rows() if row.fails(failing))),
    }


def _failure(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "bias": row.bias,
        "checks": [{"check": check.name, "reason": check.reason} for check in row.failing],
        "differences": [difference.model_dump() for difference in row.differences],
    }
