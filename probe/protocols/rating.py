"""What raters see of items that are not dilemmas."""

from collections.abc import Sequence

from probe.protocols.arguments import ProvedPrograms
from probe.values import Arm, Item
from probe.values.validation import SampledItem


def compared_arms(item: Item, programs: Sequence[ProvedPrograms]) -> SampledItem | None:
    """Return an item as raters see it, by the texts of its first two arms; None if it does not have two."""
    texts = [(arm, text) for arm in item.arms() if (text := item.text(arm)) is not None]
    if len(texts) < 2:
        return None
    (first, first_text), (second, second_text) = texts[:2]
    return sampled_item(item, (first, second), (first_text, second_text), programs)


def sampled_item(
    item: Item, arms: tuple[Arm, Arm], texts: tuple[str, str], programs: Sequence[ProvedPrograms]
) -> SampledItem:
    """Return an item as raters see it, by two of its arms and their texts."""
    right = item.right_answer(arms[0])
    return SampledItem(
        pair_id=item.id,
        bias=item.bias,
        author=item.provenance.author,
        unbiased=texts[0],
        biased=texts[1],
        rebuilt=None,
        axioms=programs[0].programs.axioms if programs else "",
        axioms_note="",
        names=(arms[0].value, arms[1].value),
        options=item.scale_of(arms[0]),
        right="" if right is None else item.scale_of(arms[0])[right],
    )
