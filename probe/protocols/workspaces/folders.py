"""Workspaces as folders, for agents on the command line and for people, with the key to them elsewhere."""

import json
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically
from probe.protocols.workspaces.item import PASTED_ARMS, CuePlace, WorkspaceItem
from probe.protocols.workspaces.tools import LETTERS
from probe.values import Arm

TASK = "TASK.md"


def write_folders(
    items: Sequence[WorkspaceItem],
    arms: Sequence[Arm],
    out: Path,
    key: Path | None,
    *,
    cue_place: CuePlace,
    single: bool,
) -> list[Path]:
    """Write each workspace as a folder in ``out`` (a ``single`` one as ``out`` itself), and return the folders.

    The arms are taken in turn. Raises InputError for an arm that a workspace lacks or whose files are pasted, for a
    folder or file that exists, and for a key within the folder.
    """
    if key is not None and key.resolve().is_relative_to(out.resolve()):
        raise InputError(f"{key} would be beside the workspaces, where a subject could read it: choose another --key")
    folders = [out if single else out / f"{number:03}" for number in range(1, len(items) + 1)]
    # Check before the first folder is written: an incomplete set of workspaces is hard to recognise.
    refuse_overwriting([*folders, *([key] if key else [])], "--out", force=False)
    entries = {}
    for item, arm, folder in zip(items, cycle(arms), folders, strict=False):
        if arm not in item.arms() or arm in PASTED_ARMS:
            choices = ", ".join(choice for choice in item.arms() if choice not in PASTED_ARMS)
            raise InputError(f"--arms: {item.id} has no files in the arm {arm}: choose among {choices}")
        for path, content in {TASK: item.question(arm, cue_place) + "\n", **item.contents(arm, cue_place)}.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, content)
        entries[folder.name] = _entry(item, arm)
    if key is not None:
        write_atomically(key, json.dumps(entries, indent=2, ensure_ascii=False) + "\n")
    return folders


def _entry(item: WorkspaceItem, arm: Arm) -> dict[str, object]:
    return {
        "id": item.id,
        "arm": arm.value,
        "right": LETTERS[item.right_answer(arm)],
        "bias": item.bias.value,
        "needed": [f"{position.path}:{position.line}" for position in sorted(item.needed_lines(arm))],
    }
