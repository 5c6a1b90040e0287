"""What composed items measure, which is narrower than the family of biases that they are named after.

Reports and pages of the docs use these names; ``docs/grammar.md`` has the definitions of the literature beside them.
"""

from collections.abc import Mapping

from probe.values.base import Bias
from probe.values.item import Item

CONSTRUCTS: Mapping[Bias, str] = {
    Bias.ANCHORING: "anchoring of a derived number",
    Bias.AVAILABILITY: "one vivid case",
    Bias.BANDWAGON: "popularity",
    Bias.CONFIRMATION: "deference to a prior belief",
    Bias.FRAMING: "attribute framing",
    Bias.HINDSIGHT: "outcome bias",
    Bias.HYPERBOLIC_DISCOUNTING: "present bias",
    Bias.OVERCONFIDENCE: "susceptibility to stated certainty",
}
"""What dilemmas with a cue of each packaged bias measure, in the words of the literature where it has a name there."""
MEASURES = {"measures:foreseeability": "foreseeability", "measures:reversal": "preference reversal"}
"""What dilemmas of schemas measure that were made for it, by what their provenance records."""
NAMES_NO_OPTION = frozenset({Bias.ANCHORING, Bias.FRAMING, Bias.HINDSIGHT})
"""Biases whose cues name no option, so that a bare recommendation cannot take their place."""


def construct_of(item: Item) -> str | None:
    """Return what an item measures; None unless the grammar composed it.

    What others wrote under the name of a bias is not known to measure the same.
    """
    if item.provenance.author != "grammar":
        return None
    special_constructs = [MEASURES[origin] for origin in item.provenance.seed_ids if origin in MEASURES]
    return special_constructs[0] if special_constructs else CONSTRUCTS.get(item.bias)
