"""The rules that the texts of a test satisfy, no matter who wrote them.

A problem refuses a test; a notice, such as arms of different lengths, is only reported.
"""

import re
from collections.abc import Iterator

from probe.grammar.markup import fill, slots
from probe.protocols.templates.composing import InstancePlan, SlotValues
from probe.protocols.templates.item import TemplateItem

FIRST_PERSON = re.compile(r"\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Ww]e|us|[Oo]urs?)\b")
SECOND_PERSON = re.compile(r"\b(?:you|your|yours|yourself)\b", re.I)
ORDER_WORDS = re.compile(r"\b(?:first|second|third|former|latter|last|previous|next)(?:ly)?\b", re.I)
QUOTES = re.compile('["\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}«»„]')
OPTION = re.compile(r"\boption \d", re.I)


def problems(plan: InstancePlan, slot_values: SlotValues, item: TemplateItem) -> Iterator[str]:
    """Yield what is wrong with the texts of ``item``, each as half a sentence."""
    yield from _numbers(plan, slot_values, item)
    yield from _wording(plan, slot_values, item)
    yield from _insertions(plan, slot_values, item)
    if item.control == item.treatment:
        yield "both arms have the same text"


def length_notice(plan: InstancePlan, item: TemplateItem) -> str | None:
    """Return that the lengths of both arms differ by more than the template allows, None if they do not."""
    longer, shorter = sorted((len(item.control), len(item.treatment)), reverse=True)
    ratio = (longer - shorter) / longer
    return None if ratio <= plan.template.rules.ratio else f"the lengths of the arms differ by {100 * ratio:.0f} %"


def _numbers(plan: InstancePlan, slot_values: SlotValues, item: TemplateItem) -> Iterator[str]:
    rules = plan.template.rules
    # Replace the longest values first, so that 5 does not match in 50.
    allowed = sorted({slot_values.words[name].lstrip("-") for name in rules.digits}, key=len, reverse=True)
    for arm, text in (("control", item.control), ("treatment", item.treatment)):
        other_text = _without_values(text, allowed)
        if match := re.search(r"\d+", other_text):
            yield f"the {arm} has the number {match[0]}, which is not one of its values"
    missing_values = [
        name
        for name in rules.shown
        if not re.search(rf"(?<![\d,]){slot_values.words[name].lstrip('-')}(?!\d)", item.treatment)
    ]
    if missing_values:
        yield f"the treatment lacks the value {missing_values[0]}"


def _without_values(text: str, values: list[str]) -> str:
    if not values:
        return text
    alternatives = "|".join(map(re.escape, values))
    return re.sub(rf"(?<!\d)(?:{alternatives})(?!\d)", "", text)


def _wording(plan: InstancePlan, slot_values: SlotValues, item: TemplateItem) -> Iterator[str]:
    rules = plan.template.rules
    for arm, text in (("control", item.control), ("treatment", item.treatment)):
        if rules.person == "second" and (match := FIRST_PERSON.search(text)):
            yield f"the {arm} is in the first person ({match[0]})"
        if not rules.order_words and (match := ORDER_WORDS.search(text)):
            yield f"the {arm} has the order word {match[0]}"
        if not rules.quotes and QUOTES.search(text):
            yield f"the {arm} has quotation marks"
        if OPTION.search(text):
            yield f"the {arm} names a numbered option"
    for name in rules.third_person:
        if SECOND_PERSON.search(fill(plan.arms["treatment"][name], slot_values.words)):
            yield f"the treatment's {name} is in the second person"


def _insertions(plan: InstancePlan, slot_values: SlotValues, item: TemplateItem) -> Iterator[str]:
    """Yield the insertions that are not the same in both arms, and manipulations that the control has too."""
    template = plan.template
    shared_slots = set(slots(template.situation)) | set(slots(template.prompt))
    for name in sorted(set(template.gap) & shared_slots):
        word = fill(slot_values.words[name], slot_values.words)
        # Leave out the first letter, which may be a capital at the start of a sentence.
        if any(word[1:] not in text for text in (item.control, item.treatment)):
            yield f"the insertion {name} is not in both arms"
    treatment_words, control_words = plan.arms["treatment"], plan.arms["control"]
    treatment_only = [text for name, text in treatment_words.items() if text and not control_words.get(name)]
    words = dict(slot_values.words) | treatment_words
    if any(fill(text, words) in item.control for text in treatment_only):
        yield "the control has the treatment's manipulation"
