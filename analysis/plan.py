"""What a study can find, told before it is run."""

from probe.analysis.statistics.power import STUDIES, Design, smallest_difference
from probe.analysis.tables import Kind, Row, Table, make_table

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("question", "question", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("runs", "runs", "count"),
    ("smallest", "smallest difference", "points"),
)


def plan(design: Design, studies: int = STUDIES) -> Table:
    """Return the smallest detectable differences for the design, and for one run and for twice its dilemmas."""
    rows: list[Row] = []
    for question, paired in (
        ("two tiers of so many dilemmas each", False),
        ("two subjects on the same dilemmas", True),
    ):
        variants = {(design.dilemmas, 1), (design.dilemmas, design.runs), (2 * design.dilemmas, design.runs)}
        for dilemmas, runs in sorted(variants):
            variant = design.model_copy(update={"dilemmas": dilemmas, "runs": runs})
            row: Row = {"question": question, "dilemmas": dilemmas, "runs": runs}
            rows.append(row | {"smallest": smallest_difference(variant, paired, studies)})
    notes = (
        f"Expected sensitivity {100 * design.rate:g} %; correlation of a dilemma's runs {design.likeness:g}, "
        f"of two subjects' difficulty {design.kinship:g}; two-sided tests at 5 %; {studies} simulated studies a step.",
        "More runs help little where runs of a dilemma are alike: more dilemmas do.",
    )
    return make_table(
        "plan",
        "The smallest differences that are found with 80 % power",
        COLUMNS,
        rows,
        notes=notes,
        gap="no difference is large enough",
    )
