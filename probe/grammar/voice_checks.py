"""The rules for voices: lead-ins, questions that name both options, layouts that contain every part."""

from collections.abc import Sequence
from itertools import pairwise

from probe.content import ContentFile, Key
from probe.grammar.markup import slots
from probe.grammar.practice_library import Layout, Phrases, RecordPhrases, Voice
from probe.grammar.sentence_checks import (
    DECISION_SLOTS,
    PRODUCT_SLOTS,
    PUSHED_SLOTS,
    check_questions,
    check_sentences,
    check_slots,
)

PARTS = frozenset({"topic", "account", "asides", "cue_opening", "cue_situation", "lead_in"})
HINDSIGHT_PARTS = PARTS | {"decision"}
RECORD_SLOTS = frozenset({"noun", "value"})
OPTIONAL = frozenset({"opener", "intro", "remark", "aside"})
INTRODUCTIONS = tuple((*opener, *intro) for intro in ((), ("intro", "remark")) for opener in ((), ("opener",)))
"""The parts that may come before the topic: nothing refers to what has not been introduced."""


def check_phrases(source: ContentFile, phrases: Phrases) -> None:
    """Reject phrases with unknown slots, questions that do not name both options, layouts that lack a part."""
    for name in ("placebo", "hindsight_placebo", "plain_placebo", "plain_hindsight_placebo"):
        check_sentences(source, (name,), getattr(phrases, name), PRODUCT_SLOTS)
    for name in ("advocacy", "plain_advocacy"):
        _advocates(source, (name,), getattr(phrases, name))
    for form in ("ticket", "table", "log"):
        check_sentences(source, ("forms", form), getattr(phrases.forms, form), PRODUCT_SLOTS)
    _records(source, phrases.records)
    for bracket, all_alternatives in phrases.policy.alternatives.items():
        alternatives = bracket.split("|")
        if (
            len(alternatives) < 2
            or not set(alternatives) < set(all_alternatives)
            or any(mark in alternative for alternative in all_alternatives for mark in "[]{}|")
        ):
            reason = f"{bracket!r} must contain two or more alternatives without marks, all of them in its list"
            raise source.error(("policy", "alternatives"), reason, bracket)
    for position, verdict in enumerate(phrases.verdict):
        for name in ("appropriate", "inappropriate"):
            check_slots(source, ("verdict", position, name), getattr(verdict, name), PRODUCT_SLOTS | DECISION_SLOTS)
    for position, voice in enumerate(phrases.voice):
        _voice(source, ("voice", position), voice)


def _records(source: ContentFile, phrases: RecordPhrases) -> None:
    for kind in ("figures", "classes"):
        for name in ("policy", "unsaid", "say", "estimate"):
            sentences = getattr(getattr(phrases, kind), name)
            check_sentences(source, ("records", kind, name), sentences, PRODUCT_SLOTS | RECORD_SLOTS)
    if not phrases.figures.unsaid:
        raise source.error(("records", "figures"), "'unsaid' is missing: write what a text without rules says")


def _advocates(source: ContentFile, key: Key, sentences: Sequence[str]) -> None:
    check_sentences(source, key, sentences, PRODUCT_SLOTS | PUSHED_SLOTS)
    for text in sentences:
        if not PUSHED_SLOTS & set(slots(text)):
            raise source.error(key, "the sentence names no option: use {pushed_base}", text)


def _voice(source: ContentFile, key: Key, voice: Voice) -> None:
    for name in ("opener", "lead_in", "hindsight_lead_in"):
        check_sentences(source, (*key, name), getattr(voice, name), PRODUCT_SLOTS)
    check_sentences(source, (*key, "hindsight_decision"), voice.hindsight_decision, PRODUCT_SLOTS | DECISION_SLOTS)
    for name in ("question", "hindsight_question"):
        check_questions(source, (*key, name), getattr(voice, name))
    _layouts(source, (*key, "layout"), voice.layout, PARTS)
    _layouts(source, (*key, "hindsight_layout"), voice.hindsight_layout, HINDSIGHT_PARTS)
    needs_opener = any("opener" in _flat(layout) for layout in (*voice.layout, *voice.hindsight_layout))
    if needs_opener and not voice.opener:
        raise source.error((*key, "layout"), "a layout names 'opener', but the voice has none")


def _layouts(source: ContentFile, key: Key, layouts: Sequence[Layout], parts: frozenset[str]) -> None:
    for position, layout in enumerate(layouts):
        _layout(source, (*key, position, "paragraphs"), layout, parts)
    if not any("intro" in _flat(layout) for layout in layouts):
        raise source.error(key, "one of the layouts needs an 'intro', for remarks that refer to the introduction")


def _layout(source: ContentFile, key: Key, layout: Layout, parts: frozenset[str]) -> None:
    order = _flat(layout)
    if parts - set(order) or not set(order) <= parts | OPTIONAL or len(order) != len(set(order)):
        required_parts, optional_parts = ", ".join(sorted(parts)), ", ".join(sorted(OPTIONAL))
        raise source.error(key, f"a layout names each of these once: {required_parts}; optional: {optional_parts}")
    if not any(pair == ("topic", "account") for paragraph in layout.paragraphs for pair in pairwise(paragraph)):
        raise source.error(key, "'account' has to be right after 'topic', because its pronouns refer to it")
    leading_parts = order[: order.index("topic")]
    if ("intro" in order) is not ("remark" in leading_parts):
        raise source.error(key, "'remark' has to be between 'intro' and 'topic', because it refers to 'intro'")
    if leading_parts not in INTRODUCTIONS:
        allowed = "; ".join(", ".join(parts) for parts in INTRODUCTIONS)
        raise source.error(key, f"before 'topic' come the parts of one of these lists, in this order: {allowed}")


def _flat(layout: Layout) -> tuple[str, ...]:
    return tuple(part for paragraph in layout.paragraphs for part in paragraph)
