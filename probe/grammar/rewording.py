"""Other wordings of rules that calculate or classify: what a rule says stays the same, and so do its nouns.

Each needs a sentence of a plain form, without pronouns that would come before what they mean.
"""

import re
from collections.abc import Sequence

from probe.grammar.draw import Draw
from probe.grammar.markup import capitalised

GERUNDS = {
    "multiply": "multiplying",
    "divide": "dividing",
    "add": "adding",
    "subtract": "subtracting",
    "take": "taking",
    "count": "counting",
}
ORDERS = "|".join(GERUNDS)
FIRST_WORD = re.compile(rf"(?:^|(?<=\band )|(?<=\bthen ))(?:{ORDERS})\b")
"""What begins an order, or a second one joined to it: "add the tests and subtract the reserve"."""
GETTINGS = ("get", "find", "work out", "determine", "calculate")
GETTING = "|".join(GETTINGS)
PRONOUN = re.compile(r"\b(?:it|its|they|their|them|those|that|these|this|such|ones?|each|then|there)\b")
INDEFINITE = re.compile(r"\ban? (\w+)(?: (\w+))?")
PREPOSITIONS = ("to", "by", "from")
MOST_REPETITIONS = 2
"""How often a sentence may contain each of them: not "add the time to check the copy to the time to copy the table"."""
CONDITION = re.compile(r"\b(?:if|when|where|whenever|while|unless|because|so)\b")
RESULT_FIRST = re.compile(rf"To ({GETTING}) ([^,;:]+), ((?:{ORDERS}) [^,;:]+)\.")
RESULT_LAST = re.compile(rf"((?:{ORDERS}) [^;:]+?),? (to (?:{GETTING})) ([^,;:]+)\.", re.IGNORECASE)
NOMINAL = re.compile(r"(?:the|all|our|its|those|these) ")
"""What "we get" can be followed by; "when the test can start" cannot."""
FACTOR = "(?:(?! (?:times|plus|minus|less|divided|multiplied) )[^,;:])+?"
COPULA = "(?:is|are|equals|is (?:equal to|calculated as|worked out as))"
OPERATIONS = {
    "times": "multiply {} by {}",
    "multiplied by": "multiply {} by {}",
    "divided by": "divide {} by {}",
    "plus": "add {1} to {0}",
    "minus": "subtract {1} from {0}",
    "less": "subtract {1} from {0}",
}
"""The order for each operation; some name the second operand first."""
OPERATION = re.compile(rf" (?:{'|'.join(OPERATIONS)}) ")
FORMULA = re.compile(
    rf"The ([^,;:]+?) {COPULA} ((?:the|its|their|our|all) {FACTOR}) ({'|'.join(OPERATIONS)}) ({FACTOR})\."
)
CLASS = re.compile(r"(?:If|When|Where|Whenever) (?!not\b|so\b)([^,;:]+), ((?:the|an?|our) [^,;:]+)\.")


def reword(sentence: str, draw: Draw) -> str:
    """Return a rule in one of several orders; in a brief draw, one with as many words."""
    reordered_sentence = _in_order(sentence, draw)
    return sentence if _is_crowded(reordered_sentence) else reordered_sentence


def _in_order(sentence: str, draw: Draw) -> str:
    formula = FORMULA.fullmatch(sentence)
    order = _as_order(formula[2], formula[3], formula[4]) if formula else ""
    if formula and order and not draw.brief_only and draw.below(2):
        getting = _choice(GETTINGS, draw)
        return _choice(
            (f"To {getting} the {formula[1]}, {order}.", *_with_gerund(order, getting, f"the {formula[1]}", draw)), draw
        )
    result_first = RESULT_FIRST.fullmatch(sentence)
    if result_first:
        order_first = (
            ()
            if PRONOUN.search(result_first[3])
            else (capitalised(f"{result_first[3]} to {result_first[1]} {result_first[2]}."),)
        )
        return _choice(
            (sentence, *order_first, *_with_gerund(result_first[3], result_first[1], result_first[2], draw)), draw
        )
    result_last = RESULT_LAST.fullmatch(sentence)
    if result_last and NOMINAL.match(result_last[3]) and not PRONOUN.search(result_last[3]):
        return _choice(
            (sentence, *_with_gerund(result_last[1], result_last[2].removeprefix("to "), result_last[3], draw)), draw
        )
    class_match = CLASS.fullmatch(sentence)
    if class_match and not _unclear(class_match[1], class_match[2]) and draw.below(2):
        return capitalised(f"{class_match[2]} {_choice(('if', 'when', 'whenever', 'where'), draw)} {class_match[1]}.")
    return sentence


def _as_order(left: str, operation: str, right: str) -> str:
    """Return a formula as an order, or nothing if operands with a pronoun change places, or "by" comes twice."""
    form = OPERATIONS[operation]
    unclear = PRONOUN.search(f"{left} {right}") if form.endswith("{0}") else " by " in left
    return "" if unclear or CONDITION.search(right) else form.format(left, right)


def _unclear(condition: str, result: str) -> bool:
    """Return whether a result cannot precede its condition: it refers to something, or to "a page" as "the page"."""
    if PRONOUN.search(f"{condition} {result}") or OPERATION.search(result):
        return True
    introduced_words = (word for words in INDEFINITE.findall(condition) for word in words if word)
    return any(re.search(rf"\bthe {word}\b", result) for word in introduced_words)


def _is_crowded(sentence: str) -> bool:
    """Return whether a sentence has one preposition too often to be understood at once."""
    words = re.findall(r"\w+", sentence.lower())
    return any(words.count(word) > MOST_REPETITIONS for word in PREPOSITIONS)


def _with_gerund(order: str, getting: str, result: str, draw: Draw) -> tuple[str, ...]:
    """Return "We get A by multiplying B by C.", which has a word more than an order; none in a brief draw."""
    gerund_phrase = FIRST_WORD.sub(lambda verb: GERUNDS[verb.group()], order[:1].lower() + order[1:])
    return () if draw.brief_only else (f"We {getting} {result} by {gerund_phrase}.",)


def _choice(forms: Sequence[str], draw: Draw) -> str:
    return forms[draw.below(len(forms))]
