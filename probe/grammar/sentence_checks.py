"""What any sentence of the library must be like: it ends as one, has known slots, and says nothing that gives away."""

import re
from collections.abc import Iterable

from probe.grammar.markup import MarkupError, slots
from probe.grammar.practice_library import Said
from probe.grammar.source import Key, Source

THINGS = frozenset({"product", "users", "item", "items", "partner", "peak", "private"})
WORLD = THINGS | {"it", "there"}
FORMS = ("base", "ing", "past", "short")
PUSH = frozenset(f"{role}_{form}" for role in ("pushed", "other") for form in ("base", "ing", "short"))
DONE = frozenset(f"{role}_{form}" for role in ("done", "passed") for form in FORMS)
"""The slots of a sentence: of a context, and of a text about its product; of options, in cues and in retrospect."""
FORBIDDEN = ("biased", "best practice", "option a", "option b")
"""Words that no text may hold: the first gives the arm away, the others speak for the program or of letters."""


def check_said(source: Source, key: Key, said: Said) -> None:
    """Check the sentences of both styles."""
    check_sentences(source, (*key, "say"), said.say, WORLD)
    check_sentences(source, (*key, "plain"), said.plain, WORLD)


def check_sentences(source: Source, key: Key, sentences: Iterable[str], allowed: frozenset[str]) -> None:
    """Refuse a sentence that does not end as one, says what no text may say, or has an unknown slot."""
    for text in sentences:
        if not text.endswith((".", "?", "!", ":")):
            raise source.fault(key, f"a sentence ends in '.', '?', '!' or ':': {text[-30:]!r} does not", text)
        check_slots(source, key, text, allowed)


def check_slots(source: Source, key: Key, text: str, allowed: frozenset[str]) -> None:
    """Refuse a text with marks that cannot be read, with an unknown slot, or with a word that no text may hold."""
    try:
        unknown = [slot for slot in slots(text) if slot not in allowed]
    except MarkupError as error:
        raise source.fault(key, str(error), text) from error
    if unknown:
        known = ", ".join(sorted(allowed))
        raise source.fault(key, f"unknown slot {{{unknown[0]}}}: choose among {known}", text)
    said = next((word for word in FORBIDDEN if re.search(rf"\b{word}\b", text, re.IGNORECASE)), None)
    if said and not any("question" in str(part) for part in key):
        raise source.fault(key, f"no text may say {said!r}", text)
