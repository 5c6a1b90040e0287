"""What readers see of a test: both texts, the values in them, the scale in both orders, and the norm."""

from collections.abc import Iterator

from probe.document import Grid
from probe.protocols.templates.item import ARMS, CONTROL, TREATMENT, TemplateItem
from probe.protocols.viewing import ComparedTexts, Part

CLASSES = {
    1: "both arms deserve the same answer, or the mirrored one",
    2: "the answer can be computed",
    3: "the arms may rightly differ: a shift is a response style",
}


def parts_of(item: TemplateItem) -> Iterator[Part]:
    """Yield the texts side by side, the values in them, the scale, and what is expected."""
    texts = ((arm.value, item.text(arm)) for arm in ARMS)
    yield ComparedTexts("The texts", tuple((name, text) for name, text in texts if text is not None))
    if item.drawn:
        note = "Values that were drawn for this test; the rest of its gaps has words of the scenario."
        yield Grid(
            "Values in the gaps",
            ("gap", "value"),
            tuple((name, str(value)) for name, value in item.drawn.items()),
            note,
        )
    yield _scale(item)
    yield Grid("Norm and metric", ("what", "value"), tuple(_norm_rows(item)))


def _scale(item: TemplateItem) -> Grid:
    """Return both orders in which the scale is shown, each in every other run."""
    orders = [item.options(CONTROL, item.reversed), item.options(CONTROL, not item.reversed)]
    columns = ["runs 1, 3, 5 …", "runs 2, 4, 6 …"]
    if item.treatment_scale:
        orders += [item.options(TREATMENT, item.reversed), item.options(TREATMENT, not item.reversed)]
        columns = [f"{arm}, {column}" for arm in (CONTROL.value, TREATMENT.value) for column in columns]
    note = "With --order both, every other run has the other order; --order as-written keeps the first."
    return Grid("The scale", tuple(columns), tuple(zip(*orders, strict=False)), note)


def _norm_rows(item: TemplateItem) -> Iterator[tuple[str, str]]:
    yield "norm", item.norm
    yield "class", f"{item.kind}: {CLASSES[item.kind]}"
    if item.relation:
        yield "rational answers of both arms", item.relation
    for arm, index in item.right.items():
        scale = item.scale_of(arm)
        yield f"right answer, {arm}", scale[index] if 0 <= index < len(scale) else str(index)
    yield "scenario", item.scenario or item.cluster
    for name, value in item.metric:
        if value not in (None, False):
            yield f"metric: {name}", str(value)
