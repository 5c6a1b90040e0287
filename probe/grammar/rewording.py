"""Other wordings of rules that calculate or classify: what a rule says stays the same, and so do its nouns.

Each needs a sentence of a plain form, without pronouns that would come before what they mean.
"""

import re

from probe.grammar.draw import Draw
from probe.grammar.markup import capitalised

ORDERS = "multiply|divide|add|subtract|take|count"
GETTING = "get|find|work out|determine|calculate"
PRONOUN = re.compile(r"\b(?:it|its|they|their|them|those|that|these|this|ones?|each|then|there)\b")
CONDITION = re.compile(r"\b(?:if|when|where|whenever|while|unless|because|so)\b")
RESULT_FIRST = re.compile(rf"To ({GETTING}) ([^,;:]+), ((?:{ORDERS}) [^,;:]+)\.")
RESULT_LAST = re.compile(rf"((?:{ORDERS}) [^;:]+?),? (to (?:{GETTING})) ([^,;:]+)\.", re.IGNORECASE)
FACTOR = "(?:(?! (?:times|plus|minus|less|divided|multiplied) )[^,;:])+?"
IS = "(?:is|are|equals|is (?:equal to|calculated as|worked out as))"
PRODUCT = re.compile(rf"The ([^,;:]+?) {IS} ((?:the|its|their|our|all) {FACTOR}) (?:times|multiplied by) ({FACTOR})\.")
CLASS = re.compile(r"(?:If|When|Where|Whenever) (?!not\b|so\b)([^,;:]+), ((?:the|an?|our) [^,;:]+)\.")


def reworded(said: str, draw: Draw) -> str:
    """Return a rule in one of several orders; in a brief draw, one with as many words."""
    found = PRODUCT.fullmatch(said)
    if found and not draw.brief_only and not CONDITION.search(found[3]) and draw.below(2):
        return f"To {_one(GETTING, draw)} the {found[1]}, multiply {found[2]} by {found[3]}."
    first = RESULT_FIRST.fullmatch(said)
    if first and not PRONOUN.search(first[3]) and draw.below(2):
        return capitalised(f"{first[3]}{_result(f'to {first[1]}', draw)} {first[2]}.")
    last = RESULT_LAST.fullmatch(said)
    if last:
        return f"{last[1]}{_result(last[2], draw)} {last[3]}."
    named = CLASS.fullmatch(said)
    if named and not PRONOUN.search(f"{named[1]} {named[2]}") and draw.below(2):
        return capitalised(f"{named[2]} {_one('if|when|whenever|where', draw)} {named[1]}.")
    return said


def _result(usual: str, draw: Draw) -> str:
    """Return what leads from a calculation to its result."""
    ways = (f" {usual}", ", which gives", ": this gives", "; the result is")
    return ways[draw.below(len(ways) - draw.brief_only)]


def _one(alternatives: str, draw: Draw) -> str:
    found = alternatives.split("|")
    return found[draw.below(len(found))]
