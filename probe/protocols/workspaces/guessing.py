"""What a guesser may see of a workspace, for the audit of shortcuts: which of two files the decision needs.

A case is a needed file beside one that is not, in the order of the workspace, by name and size. A guesser that is right
more often than a coin would let an agent skip files unread.
"""

from collections.abc import Iterator, Sequence

from probe.analysis.dataset.shortcut_cases import SCHEMA_IDS, ShortcutCase
from probe.protocols.workspaces.item import WorkspaceFile, WorkspaceItem
from probe.values import Arm, Option, fingerprint


def cases_of(items: Sequence[WorkspaceItem]) -> tuple[ShortcutCase, ...]:
    """Return the cases of all workspaces in the order of the file; each file is in one case at most."""
    return tuple(case for number, item in enumerate(items) for case in _cases(item, number))


def _cases(item: WorkspaceItem, number: int) -> Iterator[ShortcutCase]:
    paths = {position.path for position in item.needed_lines(Arm.UNBIASED)}
    paths_in_order = [file.path for file in item.files]
    files = sorted(item.files, key=lambda file: fingerprint([item.id, file.path]))
    needed_files = [file for file in files if file.path in paths]
    other_files = [file for file in files if file.path not in paths]
    # Use each file once, so that the cases of a workspace are independent.
    for needed_file, other_file in zip(needed_files, other_files, strict=False):
        # Keep the order of the list, from which a guesser may learn that early files are needed.
        first, second = sorted((needed_file, other_file), key=lambda file: paths_in_order.index(file.path))
        yield ShortcutCase(
            pair_id=item.id,
            bias=item.bias,
            place=number,
            group=next((name for name in item.provenance.seed_ids if name.startswith(SCHEMA_IDS)), item.cluster),
            block=item.cluster,
            depth=item.complexity.depth,
            twin=False,
            right=Option.A if first is needed_file else Option.B,
            options=(_list_text(first), _list_text(second)),
            story=None,
            cue=None,
            facts="",
        )


def _list_text(file: WorkspaceFile) -> str:
    """Return a file as the list of files shows it."""
    return f"{file.path} ({len(file.lines)} lines)"
