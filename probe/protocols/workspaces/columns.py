"""The columns that decisions in workspaces have in long data, and items in a spreadsheet."""

from functools import cached_property

from probe.files import decisions as shared
from probe.files.columns import FileColumn
from probe.files.decisions import DecisionInContext
from probe.protocols.workspaces.reading import RunReading, read_before

OF_ITEMS = {
    "required_depth": FileColumn(
        "int64", "Levels of rules that a reader has to follow.", lambda item: item.required_depth
    ),
    "files": FileColumn("int64", "Files of the workspace.", lambda item: len(item.files)),
    "files_needed": FileColumn("int64", "Files that the proof of the decision needs.", lambda item: item.needed_files),
    "hops": FileColumn("int64", "How often a reader of the needed lines changes the file.", lambda item: item.hops),
}


class WorkspaceDecision(DecisionInContext):
    """A decision with what was read before it."""

    @cached_property
    def reading(self) -> RunReading | None:
        """What was read; None where no tools were ours."""
        return next(read_before([self.item], [self.decision], self.evaluation.choices), None)


def _of_item(column: FileColumn) -> FileColumn:
    """Return a column of the item of each decision."""
    return column._replace(read=lambda row: column.read(row.item))


COLUMNS = {
    **shared.COLUMNS,
    **{name: _of_item(column) for name, column in OF_ITEMS.items()},
    "calls": FileColumn("int64", "Calls of tools before the decision.", lambda row: row.reading and row.reading.calls),
    "needed_read": FileColumn(
        "float64",
        "The share of the needed lines that files showed.",
        lambda row: row.reading and row.reading.share_read,
    ),
    "needed_shown": FileColumn(
        "float64",
        "The share of the needed lines that files or searches showed.",
        lambda row: row.reading and row.reading.share_shown,
    ),
    "cue_at": FileColumn(
        "int64", "The call that first showed the cue's line, from 1.", lambda row: row.reading and row.reading.cue_at
    ),
    "exhausted": FileColumn(
        "int64",
        "1 if all calls were used up before a decision.",
        lambda row: row.reading and int(row.reading.exhausted),
    ),
}
"""The columns in the order of the file; the last five are empty where no tools were ours."""
