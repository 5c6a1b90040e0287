"""``probe audit``: why a dilemma is valid, or what is wrong with it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from probe.audit.bulk import Bulk, Recomputed
from probe.audit.dossier import Dossier, ShownProgram, ShownTwin
from probe.audit.evidence import ALL_MEANINGS, EXPLAINED
from probe.audit.item_dossier import audit_item
from probe.audit.item_printing import item_document, show_item
from probe.audit.items import find_item
from probe.audit.printing import show_dossier
from probe.audit.rows import GroupCount, Overview, Row
from probe.audit.verify import audit_dataset, audit_dilemma, decisions_of, holds_items
from probe.cli.bulk import bulk_options, run_bulk
from probe.cli.options import PATH, json_option, profile_option
from probe.cli.output import Lazy, cell, console, counting_progress, message, print_json, run, table
from probe.cli.standard_input import SOURCE
from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_dataset, read_items
from probe.values import Dilemma, Item, Outcome, Profile


@click.command("audit")
@click.argument("dataset", type=SOURCE)
@click.argument("pair_id", metavar="[ID]", required=False)
@click.option("--failing", metavar="CHECK", help="List the pairs that fail this check, with reasons.")
@click.option("--run", "runs", type=PATH, multiple=True, metavar="DIR", help="Show a subject's decisions; repeatable.")
@click.option("--html", type=PATH, metavar="FILE", help="Write the result as a single HTML page to share.")
@profile_option
@bulk_options
@json_option
def audit_command(
    *,
    dataset: Path,
    pair_id: str | None,
    failing: str | None,
    runs: tuple[Path, ...],
    html: Path | None,
    profile: Profile,
    bulk: Bulk,
    as_json: bool,
) -> int:
    """Show why dilemmas are valid, or what is wrong with them.

    With an ID (its first digits are enough), show one dilemma: both texts with the cue marked, every check with its
    evidence, both programs and their proofs; or one item of another protocol, with its texts, programs and proofs.
    Without an ID, summarise DATASET, worst first. All results are recomputed.

    Exit code 1 means that at least one pair does not meet the profile.

    \b
    Examples:
      probe audit published.jsonl
      probe audit published.jsonl 49bbe4 --html dilemma.html
    """
    if failing is not None and failing not in ALL_MEANINGS:
        raise InputError(f"unknown check {failing!r}: choose one of {', '.join(ALL_MEANINGS)}")
    if pair_id is not None and failing is not None:
        raise InputError(f"--failing lists pairs of a whole dataset: omit it to see pair {pair_id}")
    if pair_id is None and runs:
        raise InputError("--run shows decisions on one dilemma: add its ID, or use probe serve DATASET DIR for all")
    if html is not None:
        refuse_overwriting([html], "--html", force=bulk.force)
    if pair_id is None:
        return _audit_all(dataset, bulk, failing=failing, profile=profile, html=html, as_json=as_json)
    if bulk.single:
        raise InputError(f"--report and --shard are for a whole dataset: omit them to see pair {pair_id}")
    if holds_items(dataset):
        found = run(read_items(dataset))
        item = find_item(found, pair_id, str(dataset))
        return _audit_item(found, item, runs, profile, html, as_json=as_json)
    return _audit_one(find_item(read_dataset(dataset), pair_id, str(dataset)), runs, profile, html, as_json)


def _audit_item(
    found: Dataset[Item], item: Item, runs: Sequence[Path], profile: Profile, html: Path | None, *, as_json: bool
) -> int:
    texts, subjects = found.definition.texts(item), decisions_of(item.id, runs)
    dossier = run(audit_item(found, item, profile, subjects))
    audited = dossier.audited
    if html:
        from probe.web.rendering import item_page

        write_atomically(html, item_page(dossier))
        message(f"wrote the page of {item.id} to {html}")
    if as_json:
        print_json(item_document(audited, texts, subjects))
    elif not html:
        show_item(console(), audited, texts, subjects)
    return 0 if audited.passed else 1


def _audit_one(pair: Dilemma, runs: Sequence[Path], profile: Profile, html: Path | None, as_json: bool) -> int:
    dossier = run(audit_dilemma(pair, profile, runs))
    if html:
        from probe.web.rendering import dilemma_page

        write_atomically(html, dilemma_page(dossier))
        message(f"wrote the page of {pair.id} to {html}")
    if as_json:
        print_json(_dossier_document(dossier))
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
        summary = run_bulk(work, bulk)
    found, counts = summary.found, summary.found.tally.overview()
    if html:
        from probe.web.rendering import audit_page

        write_atomically(html, audit_page(dataset.name, found, counts, summary.dossiers, failing))
        noun = "dilemmas" if found.noun == "pair" else f"{found.noun}s"
        message(f"wrote the summary and {len(summary.dossiers)} {noun} to {html}")
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


def _dossier_document(dossier: Dossier) -> dict[str, Any]:
    pair, audited = dossier.pair, dossier.audited
    return {
        "pair": pair.model_dump(mode="json", exclude={"certificate"}),
        "passed": audited.passed,
        "in_short": list(dossier.in_short),
        "same_proof": dossier.same_proof,
        "certificate": audited.certificate.model_dump(mode="json"),
        "differences": [difference.model_dump() for difference in audited.differences],
        "cue": {
            "unbiased": [piece.text for piece in dossier.unbiased_text if piece.changed],
            "biased": [piece.text for piece in dossier.biased_text if piece.changed],
        },
        "programs": {one.arm.value: _program(one) for one in dossier.programs},
        "twin": None if dossier.twin is None else _twin(dossier.twin),
        "decisions": [
            {
                "subject": one.subject,
                "flips": one.flips,
                "compared": one.compared,
                "arms": {arm.arm.value: [made.letter for made in arm.decisions] for arm in one.arms},
            }
            for one in dossier.subjects
        ],
    }


def _twin(shown: ShownTwin) -> dict[str, Any]:
    return {
        "correct_option": shown.twin.correct_option.value,
        "flips": shown.flips,
        "fact": shown.twin.fact,
        "changed": shown.twin.changed,
        "text": [piece.text for piece in shown.text if piece.changed],
        "checks": [one.check.model_dump(mode="json") for one in (*shown.meaning, *shown.checks)],
        "programs": {one.arm.value: _program(one) for one in shown.programs},
    }


def _program(program: ShownProgram) -> dict[str, Any]:
    explanation = program.explanation.model_dump(mode="json")
    return {
        **program.verdict.model_dump(mode="json"),
        "summary": program.summary,
        "proofs": explanation["proofs"],
        "others": [
            {**other, "said": shown.text}
            for other, shown in zip(explanation["others"], program.shown.why_not, strict=True)
        ],
    }
