"""What the composed items of each bias measure, which is narrower than the family that they are named after.

``docs/grammar.md`` has the definitions of the literature beside them.
"""

from collections.abc import Mapping

from probe.values.base import Bias

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
"""The construct of each packaged bias, in the words of the literature where it has a name there."""


def construct_of(bias: Bias, authors: frozenset[str]) -> str | None:
    """Return what items of ``bias`` by these authors measure; None unless all of them are composed by the grammar.

    What others wrote under the name of a bias is not known to measure the same.
    """
    return CONSTRUCTS.get(bias) if authors == {"grammar"} else None
