"""Audit a dataset or one item: verify it, and collect what readers want to see."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from pathlib import Path

from probe.audit.describing import SubjectRun, make_dossier
from probe.audit.dossier import Dossier
from probe.audit.rows import Row
from probe.audit.verify import Bulk, BulkPlan, Recomputation, plan, recompute
from probe.files.dataset import dataset_file
from probe.files.streams import read_lines
from probe.ports import CountListener, no_listener
from probe.session import Session
from probe.store.reading import choices_of, decisions_on, subject_of
from probe.values import Item, Profile


@dataclass(frozen=True)
class Summary:
    """An audited dataset and the requested dossiers."""

    recomputation: Recomputation
    dossiers: tuple[Dossier, ...] = ()


async def audit_dataset(
    dataset: Path,
    profile: Profile,
    listener: CountListener = no_listener,
    is_wanted: Callable[[Row], bool] = lambda row: False,
    bulk: Bulk | None = None,
) -> Summary:
    """Audit a dataset and count the results; include the dossier of each pair or item whose row ``is_wanted``."""
    bulk = bulk or Bulk()
    bulk_plan = plan(dataset_file(dataset), profile, None, bulk)
    recomputation = await recompute(bulk_plan, bulk, listener)
    chosen_ids = {row.id for row in recomputation.rows() if is_wanted(row)}
    return Summary(recomputation, await _dossiers(bulk_plan, chosen_ids, profile) if chosen_ids else ())


async def _dossiers(bulk_plan: BulkPlan, chosen_ids: Container[str], profile: Profile) -> tuple[Dossier, ...]:
    async with Session() as session:
        oracle, reader = session.oracle(), bulk_plan.protocol.read
        # Read the file a second time for the few dossiers: their IDs are known only after the audit, which does not
        # keep the items.
        items = (line.item(reader) for line in read_lines(bulk_plan.file))
        return tuple([await make_dossier(item, oracle, profile) for item in items if item.id in chosen_ids])


async def audit_item(item: Item, profile: Profile, runs: Sequence[Path] = ()) -> Dossier:
    """Return everything about one item, with the decisions of the subjects in ``runs``.

    Raises InputError if one of ``runs`` contains no evaluation.
    """
    decisions = [SubjectRun(subject_of(run), decisions_on(run, item.id), choices_of(run)) for run in runs]
    async with Session() as session:
        return await make_dossier(item, session.oracle(workers=1), profile, decisions)


def without_decisions(item_id: str, runs: Sequence[Path]) -> list[Path]:
    """Return the folders of ``runs`` with no decision on an item, such as those of another dataset."""
    return [folder for folder in runs if not decisions_on(folder, item_id)]
