"""Whether questions that a subject rewrote to be neutral still contain their cue: how often self-help succeeds."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from probe.measuring.mitigations import Strategy
from probe.store.log import call_numbers, calls
from probe.values import Arm, Item
from probe.values.texts import exchange_options, words_put_in

PURPOSE = "mitigate"
KEPT_SHARE = 0.5
"""A text still contains a cue if it has at least this share of the words that only the cue brought in.

The source counts texts that contain the inducing words (BiasBuster, arXiv 2403.00811, section on self-help). Its cues
are a word or two; ours are sentences, of which a rewritten text may keep some words by chance.
"""
WORD = re.compile(r"[^\W\d_]{4,}|\d+")
CUED_ARMS = (Arm.BIASED, Arm.TWIN_BIASED)


def cue_words(unbiased: str, biased: str) -> frozenset[str]:
    """Return the figures and the words of four letters or more that only the cue brings into the biased text."""
    return frozenset(_words(words_put_in(unbiased, biased))) - frozenset(_words(unbiased))


def keeps_cue(unbiased: str, biased: str, rewritten_text: str) -> bool:
    """Return whether ``rewritten_text`` has at least ``KEPT_SHARE`` of the words of the cue."""
    words = cue_words(unbiased, biased)
    # A cue that only removes words has no words to keep.
    return bool(words) and len(words & set(_words(rewritten_text))) >= KEPT_SHARE * len(words)


def rewrites(folder: Path, items: Sequence[Item], strategies: Iterable[Strategy]) -> dict[str, dict[str, int]]:
    """Return by mitigation how many texts with a cue were ``rewritten``, and how many ``keep_cue``.

    Only mitigations whose call replaces the question rewrite it, and only dilemmas have a cue that can be looked for.
    """
    rewriting_names = {
        strategy.name for strategy in strategies if any(part.call and part.call.replaces for part in strategy.parts)
    }
    counts: dict[str, Counter[str]] = {}
    texts_with_cue = _cued_texts(items) if rewriting_names else {}
    for call in calls(folder, call_numbers(folder, PURPOSE)) if texts_with_cue else ():
        question = call.request.messages[-1].content.strip()
        # Looked up by the last line: comparing every call with every text would take time that grows with their
        # product.
        match = next(
            (texts for texts in texts_with_cue.get(_last_line(question), ()) if question.endswith(texts[0])), None
        )
        if call.request.mitigation in rewriting_names and match is not None:
            _, unbiased, biased = match
            counts.setdefault(call.request.mitigation, Counter())["rewritten"] += 1
            counts[call.request.mitigation]["keep_cue"] += keeps_cue(unbiased, biased, call.answer.text)
    return {name: {"rewritten": count["rewritten"], "keep_cue": count["keep_cue"]} for name, count in counts.items()}


def rewrite_notices(counts: Mapping[str, Mapping[str, int]]) -> tuple[str, ...]:
    """Return how many rewritten texts of each mitigation still contain their cue."""
    return tuple(
        f"{name}: {count['keep_cue']} of {count['rewritten']} rewritten texts still contain their cue"
        for name, count in counts.items()
    )


def _cued_texts(items: Sequence[Item]) -> Mapping[str, list[tuple[str, str, str]]]:
    """Return every text with a cue as it may be shown, with its unbiased and biased text, by its last line."""
    by_last_line: dict[str, list[tuple[str, str, str]]] = {}
    for shown_text, unbiased, biased in _shown_texts(items):
        by_last_line.setdefault(_last_line(shown_text), []).append((shown_text, unbiased, biased))
    return by_last_line


def _shown_texts(items: Sequence[Item]) -> Iterator[tuple[str, str, str]]:
    for item in items:
        for arm, reference in zip(CUED_ARMS, (Arm.UNBIASED, Arm.TWIN), strict=True):
            unbiased, biased = item.text(reference), item.text(arm)
            for shown_text in (biased, exchange_options(biased)) if unbiased and biased else ():
                if shown_text:
                    yield shown_text.strip(), str(unbiased), str(biased)


def _last_line(text: str) -> str:
    return text.rpartition("\n")[2]


def _words(text: str) -> list[str]:
    return WORD.findall(text.lower())
