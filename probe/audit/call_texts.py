"""What the calls of an earlier version's run were about, which its file does not record: it follows from the texts.

A call is about a candidate or an item if all lines of one of its texts or programs are lines of the call.
"""

from collections.abc import Iterable, Sequence

from probe.values import Arm, Candidate, Decision, Item
from probe.values.texts import exchange_options

Texts = tuple[frozenset[str], ...]
"""Texts as sets of their lines."""


class CallTexts:
    """Finds what calls are about, by the texts of candidates and items by name."""

    def __init__(self, texts: Iterable[tuple[str, Texts]]) -> None:
        self._texts = list(texts)
        self._by_line: dict[str, list[int]] = {}
        for number, (_, line_sets) in enumerate(self._texts):
            for text in line_sets:
                # The longest line of a text is the least likely to be in a different text, so few texts are compared
                # in full.
                self._by_line.setdefault(max(text, key=len), []).append(number)

    def names_in(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Return the names of those that ``texts`` are about."""
        lines = _lines("\n".join(texts))
        candidates = sorted({number for line in lines for number in self._by_line.get(line, ())})
        return tuple(
            name
            for name, line_sets in map(self._texts.__getitem__, candidates)
            if any(text <= lines for text in line_sets)
        )


def candidate_texts(candidate: Candidate) -> Texts:
    """Return the texts and the programs of a candidate."""
    programs = candidate.programs
    texts = [candidate.texts.unbiased, candidate.texts.biased]
    return _line_sets([*texts, *((programs.unbiased, programs.biased) if programs else ())])


def item_texts(item: Item) -> Texts:
    """Return the texts of an item in all arms, also with exchanged options."""
    texts = [text for arm in item.arms() if (text := item.text(arm))]
    return _line_sets([*texts, *map(exchange_options, texts)])


def decided_in(item: Item, decisions: Sequence[Decision], texts: Sequence[str]) -> Decision | None:
    """Return the decision on the text that is in a call."""
    lines = _lines("\n".join(texts))
    return next(
        (decision for decision in decisions if _question_lines(item, decision.arm, decision.exchanged) <= lines), None
    )


def _question_lines(item: Item, arm: Arm, exchanged: bool) -> frozenset[str]:
    text = item.text(arm) or ""
    return _lines((exchange_options(text) if exchanged else text) or text)


def _line_sets(texts: Iterable[str | None]) -> Texts:
    return tuple(lines for text in texts if text and (lines := _lines(text)))


def _lines(text: str) -> frozenset[str]:
    """Return the lines of a text without blanks at their ends; a directive that loads a file is not content."""
    lines = (line.strip() for line in text.splitlines())
    return frozenset(line for line in lines if line and not line.startswith(":-"))
