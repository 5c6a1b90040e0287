"""What the items of each bias measure, which is narrower than the name of the bias."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from probe.analysis.tables import Gap, Heading, Table, make_table
from probe.values import Bias, Item
from probe.values.constructs import construct_of

UNKNOWN = Gap(reason="not composed: what its author had in mind")


class ConstructRow(NamedTuple):
    """What ``dilemmas`` of one bias measure."""

    bias: Annotated[str, Heading("bias")]
    construct: Annotated[str | Gap, Heading("what its dilemmas measure")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]


def constructs(items: Sequence[Item]) -> tuple[ConstructRow, ...]:
    """Return a row for each bias and what its dilemmas measure; those by other authors may differ."""
    counts = Counter((item.bias, construct_of(item)) for item in items)
    return tuple(
        ConstructRow(bias.value, construct or UNKNOWN, counts[bias, construct])
        for bias in Bias.in_order(bias for bias, _ in counts)
        # None represents an unknown construct; it cannot be compared with a name, and comes last.
        for construct in sorted(
            {label for name, label in counts if name == bias}, key=lambda label: (label is None, label)
        )
    )


def table(rows: Sequence[ConstructRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "Biases are called by the published names of their families. Composed dilemmas measure something narrower: "
        "docs/grammar.md has the definitions of the literature beside what they do and do not.",
    )
    return make_table("constructs", "What the dilemmas measure", ConstructRow, rows, notes=notes)
