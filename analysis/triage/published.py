"""The results of BiasBuster (Echterhoff et al., arXiv 2403.00811, Tables 3 and 4), as a reference for the arithmetic.

They are decisions of models that have been retired, on other texts, and cannot be reproduced.
"""

from typing import Annotated, NamedTuple

from probe.analysis.tables import Heading, Table, make_table


class PublishedRow(NamedTuple):
    """Rates of one model under one mitigation: admitted when asked to admit or to reject, and by group; and d."""

    model: Annotated[str, Heading("model")]
    mitigation: Annotated[str, Heading("mitigation")]
    admitting: Annotated[float, Heading("asked to admit", "share")]
    rejecting: Annotated[float, Heading("asked to reject", "share")]
    female: Annotated[float, Heading("female", "share")]
    male: Annotated[float, Heading("male", "share")]
    distance: Annotated[float, Heading("d", "number")]
    framing: Annotated[float, Heading("framing", "points")]
    groups: Annotated[float, Heading("groups", "points")]


_MITIGATIONS = ("awareness", "contrastive", "counterfactual", "self-help", "none")
_THOUSANDTHS = {
    "GPT-3.5": (
        (555, 520, 925, 770, 200), (445, 350, 5, 0, 270), (410, 380, 5, 5, 258),
        (435, 515, 615, 465, 362), (685, 520, 650, 565, 362),
    ),
    "GPT-4": (
        (360, 830, 370, 355, 105), (425, 835, 130, 130, 300), (370, 940, 380, 365, 383),
        (270, 280, 300, 320, 283), (375, 780, 365, 345, 250),
    ),
    "Llama-2 13B": (
        (153, 143, 0, 8, 317), (432, 1000, 314, 500, 183), (729, 999, 575, 478, 377),
        (355, 311, 21, 5, 120), (2, 62, 2, 5, 200),
    ),
    "Llama-2 7B": (
        (20, 78, 1, 0, 244), (996, 1000, 1000, 1000, 51), (542, 0, 809, 296, 0),
        (462, 395, 77, 73, 106), (2, 0, 257, 578, 79),
    ),
}  # fmt: skip


def published_rows() -> list[PublishedRow]:
    """Return the published rates with the differences that they imply."""
    return [
        PublishedRow(
            model,
            mitigation,
            *(thousandths / 1000 for thousandths in (*rates, rates[0] - rates[1], rates[2] - rates[3])),
        )
        for model, by_mitigation in _THOUSANDTHS.items()
        for mitigation, rates in zip(_MITIGATIONS, by_mitigation, strict=True)
    ]


def published_table() -> Table:
    """Return the published results as a table."""
    notes = ("Published for student admissions by models that have been retired; a reference, not a comparison.",)
    return make_table("triage_published", "Published by BiasBuster", PublishedRow, published_rows(), notes=notes)
