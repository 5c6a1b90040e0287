"""Rules for every sentence: final punctuation, known slots, no word that reveals the arm; and for its fact."""

import re
from collections.abc import Iterable

from probe.content import ContentFile, Key
from probe.grammar.logic import literal
from probe.grammar.markup import MarkupError, shown, slots
from probe.grammar.programs import RESERVED
from probe.grammar.variants import forms, parts

PRODUCT_SLOTS = frozenset({"product", "users", "private"})
CONTEXT_SLOTS = PRODUCT_SLOTS | {"it"}
FORMS = ("base", "ing", "past", "short")
PUSHED_SLOTS = frozenset({"pushed_base", "pushed_ing", "pushed_short"})
CUE_SLOTS = PUSHED_SLOTS | {"other_base", "other_ing", "other_short"}
DECISION_SLOTS = frozenset(f"{role}_{form}" for role in ("done", "passed") for form in FORMS)
"""The slots of a sentence: those of a context and its product, and those of options, in cues and in retrospect."""
FORBIDDEN = re.compile(r"\b(?:biased|best practice|option a|option b)\b", re.IGNORECASE)
"""Words that no text may contain: the first reveals the arm, the others belong to the program or name an option."""


def check_sentences(source: ContentFile, key: Key, sentences: Iterable[str], allowed: frozenset[str]) -> None:
    """Reject a sentence without final punctuation, with a forbidden word, or with an unknown slot."""
    for text in sentences:
        if not all(form.endswith((".", "?", "!", ":")) for form in _forms(source, key, text)):
            raise source.error(key, f"a sentence ends in '.', '?', '!' or ':': {text[-30:]!r} does not", text)
        check_slots(source, key, text, allowed)


def check_slots(source: ContentFile, key: Key, text: str, allowed: frozenset[str]) -> None:
    """Reject a text with invalid marks, an unknown slot, or a forbidden word."""
    try:
        alternatives = [alternative for part in parts(text) for alternative in part]
        unknown_slots = [slot for alternative in alternatives for slot in slots(alternative) if slot not in allowed]
    except MarkupError as error:
        raise source.error(key, str(error), text) from error
    if unknown_slots:
        choices, name = ", ".join(sorted(allowed)), shown(unknown_slots[0])
        tenses = f"; for two tenses, write {{{name}|…}}"
        raise source.error(key, f"unknown slot {{{name}}}: choose among {choices}{tenses}", text)
    match = FORBIDDEN.search(text)
    # Questions have to name both options; other sentences must not.
    if match and not any("question" in str(part) for part in key):
        raise source.error(key, f"a text must not contain {match.group().lower()!r}", text)


def check_questions(source: ContentFile, key: Key, questions: Iterable[str]) -> None:
    """Reject a question that does not name both options, or says what they mean, or has an unknown slot."""
    for question in questions:
        if not ("Option A" in question and "Option B" in question and question.endswith("?")):
            raise source.error(key, "a question names Option A and Option B and ends in '?'", question)
        if "(Option" in question:
            raise source.error(key, "what the options mean belongs only on their lines", question)
        check_slots(source, key, question, PRODUCT_SLOTS)


def check_fact(source: ContentFile, key: Key, text: str) -> None:
    """Reject the fact of a remark or a framing that is not a clause, or whose predicate programs use."""
    try:
        predicate = literal(text).predicate
    except ValueError as error:
        raise source.error(key, str(error)) from error
    if predicate in RESERVED:
        raise source.error(key, f"{text}: {predicate!r} is reserved")


def _forms(source: ContentFile, key: Key, text: str) -> list[str]:
    try:
        return list(forms(text))
    except MarkupError as error:
        raise source.error(key, str(error), text) from error
