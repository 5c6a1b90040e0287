"""The rules for cues: the form of their bias, known slots, and no word that names a bias or belongs to another one."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from pydantic import Field

from probe.content import ContentFile, Key
from probe.grammar.markup import MARK
from probe.grammar.practice_library import Cue, Words
from probe.grammar.programs import ADMISSIBLE
from probe.grammar.sentence_checks import CUE_SLOTS, DECISION_SLOTS, PRODUCT_SLOTS, check_fact, check_sentences
from probe.grammar.variants import forms
from probe.values import Bias, Value

ANCHOR_SLOTS = frozenset({"anchor", "anchored"})
BEFORE_FACTS = ("before_facts",)
"""Where a first figure appears: a figure that follows the facts of the case is not the first one."""


class CueWords(Value):
    """Words that give a bias away: ``names`` are names of biases, ``words`` those typical of each bias, by its name.

    A cue has no word of ``names`` and none of another bias.
    """

    names: tuple[Words, ...] = ()
    words: dict[str, tuple[Words, ...]] = Field(default_factory=dict)

    @cached_property
    def naming(self) -> re.Pattern[str] | None:
        """What finds a word of ``names``."""
        return _pattern(self.names)

    @cached_property
    def patterns(self) -> dict[Bias, re.Pattern[str] | None]:
        """What finds a word of each bias."""
        return {Bias.parse(name): _pattern(words) for name, words in self.words.items()}

    def problem(self, text: str, bias: Bias) -> str | None:
        """Return what is wrong with the words of a ``text`` in a cue of ``bias``; None if nothing is."""
        for form in forms(text):
            # The name of a slot is not a word of the text.
            visible_text = MARK.sub("…", form)
            if bias.value in visible_text.lower():
                return f"the cue names its bias, {bias.value!r}: write what a colleague, a report or a memory says"
            if self.naming and (match := self.naming.search(visible_text)):
                return (
                    f"{match.group().lower()!r} names a bias or confesses to one: write what is said, not why it works"
                )
            for other_bias, pattern in self.patterns.items():
                if other_bias != bias and pattern and (match := pattern.search(visible_text)):
                    word = match.group().lower()
                    return f"{word!r} belongs to {other_bias.value}: a cue has the words of its own bias only"
        return None


def _pattern(words: Sequence[str]) -> re.Pattern[str] | None:
    # The longest first, so that a message names the whole word where one begins with another.
    alternatives = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE) if words else None


def check_cue(source: ContentFile, key: Key, cue: Cue, bias: Bias, words: CueWords) -> None:
    """Reject a cue in the wrong form, with unknown slots, foreign words, or a fact that a decision may use."""
    _cue_form(source, key, cue, bias)
    anchor_slots = ANCHOR_SLOTS if cue.anchors else frozenset()
    for name in ("say", "plain"):
        check_sentences(source, (*key, name), getattr(cue, name), PRODUCT_SLOTS | CUE_SLOTS | anchor_slots)
    for name in ("good", "bad", "plain_good", "plain_bad"):
        check_sentences(source, (*key, name), getattr(cue, name), PRODUCT_SLOTS | DECISION_SLOTS)
    if cue.kind in ADMISSIBLE:
        raise source.error((*key, "kind"), f"the cue changes a fact: {cue.kind!r} is a kind of reason that decides")
    if cue.wording:
        wording = cue.wording
        check_fact(source, (*key, "wording", "fact"), wording.fact)
        for name in ("lead_in", "plain"):
            check_sentences(source, (*key, "wording", name), getattr(wording, name), PRODUCT_SLOTS)
        for name in ("even", "even_again", "gain", "loss"):
            check_sentences(source, (*key, "wording", name), [getattr(wording, name)], PRODUCT_SLOTS)
    for text in _sentences(cue):
        if problem := words.problem(text, bias):
            raise source.error(key, problem, text)


def _sentences(cue: Cue) -> Iterator[str]:
    yield from (*cue.say, *cue.plain, *cue.good, *cue.bad, *cue.plain_good, *cue.plain_bad)
    if cue.wording:
        wording = cue.wording
        yield from (*wording.lead_in, *wording.plain, wording.even, wording.even_again, wording.gain, wording.loss)


def _cue_form(source: ContentFile, key: Key, cue: Cue, bias: Bias) -> None:
    if bias is Bias.HINDSIGHT:
        if not (cue.good and cue.bad) or cue.say or cue.wording:
            raise source.error(key, "a hindsight cue has 'good' and 'bad' outcomes, and neither 'say' nor 'wording'")
    elif bool(cue.say) == bool(cue.wording) or cue.good or cue.bad:
        raise source.error(key, "a cue has either 'say' or 'wording'")
    if bool(cue.plain_good) != bool(cue.plain_bad):
        raise source.error(key, "'plain_good' and 'plain_bad' are required together")
    if cue.anchors is not (cue.at == BEFORE_FACTS):
        raise source.error((*key, "at"), 'at = ["before_facts"] is for cues that anchor, and only for them')
