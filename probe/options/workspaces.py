"""The options of writing workspaces as folders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from probe.options.form import ITEMS, OUTPUT, argument, option, options, path_option
from probe.options.shared import JsonOption, PathName


@options
class WorkspaceCommandLine(JsonOption):
    """Write workspaces of DATASET as folders, for agents and for people.

    ID is the beginning of a workspace's ID; without it, all of them are written, each to a folder of its own. A folder
    has the files and TASK.md, the question. With several arms, the workspaces have them in turn. FILE receives, for
    each folder, the ID, the arm, the right option and the lines that the proof needs; keep it elsewhere.

    \b
    Examples:
      probe workspace run 0c46 --arms biased --out task
      probe workspace run --arms unbiased,biased --limit 20 --out tasks --key key.json
    """

    data: PathName = argument("A dataset of workspaces.", kind="path", metavar="DATASET", kw_only=False)
    item: str | None = argument("The beginning of an ID.", kind="text", metavar="[ID]", default=None, kw_only=False)
    arms: str | Iterable[str] = option(
        "The arm, or several with commas.", "--arms", "--arm", default="biased", group=ITEMS
    )
    cue: Literal["file", "task"] = option("Where the cue is.", default="file", group=ITEMS)
    limit: int | None = option("Maximum number of workspaces.", default=None, least=1, group=ITEMS)
    out: PathName | None = path_option(
        "The folder to write.", "--out", "-o", default=None, metavar="DIR", required=True, group=OUTPUT
    )
    key: PathName | None = path_option("File for the right options, outside of DIR.", default=None, group=OUTPUT)
