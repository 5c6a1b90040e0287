"""``probe workspace``: workspaces as folders."""

from pathlib import Path

from probe.cli.output import message, print_json
from probe.errors import InputError
from probe.options.reading import names_of, output_of, path_of
from probe.options.workspaces import WorkspaceCommandLine
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_dataset
from probe.protocols.workspaces.folders import write_folders
from probe.protocols.workspaces.item import WorkspaceItem
from probe.values import Arm


def workspace_command(options: WorkspaceCommandLine) -> None:
    """Write one workspace of a dataset, or all of them, as folders."""
    dataset: Dataset[WorkspaceItem] = read_dataset(Path(options.data))
    if dataset.protocol != "workspaces":
        raise InputError(f"{options.data} has items of the protocol {dataset.protocol}: give a dataset of workspaces")
    items = [dataset.item(options.item)] if options.item is not None else list(dataset[: options.limit])
    try:
        arms = [*map(Arm, names_of(options.arms))]
    except ValueError as error:
        raise InputError(f"--arms: {error}") from None
    if not arms:
        raise InputError("--arms: name an arm, such as biased")
    out = output_of(options.out)
    folders = write_folders(
        items, arms, out, path_of(options.key), cue_place=options.cue, single=options.item is not None
    )
    if options.as_json:
        print_json({"folders": [str(folder) for folder in folders]})
    message(f"wrote {len(folders)} workspaces to {out}; TASK.md in each is the question")
