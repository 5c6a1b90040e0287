"""A regular expression engine that counts its steps, for tests of how the work of a pattern grows.

It searches as ``re`` does, by backtracking over the parsed pattern, but without the optimisations of ``re``: what is
linear here is linear there.
"""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

Node = tuple[Any, Any]
After = Callable[[int], bool]


class TooManySteps(Exception):
    """Raised when a search takes more steps than allowed."""


class Counter:
    """Counts the steps of all searches of a pattern in one text."""

    def __init__(self, pattern: re.Pattern[str], text: str, limit: int) -> None:
        self._flags = pattern.flags
        self._nodes = list(parser.parse(pattern.pattern, pattern.flags))
        self._text = text
        self._most = limit
        self._groups: dict[int, tuple[int, int]] = {}
        self.steps = 0

    def run(self) -> int:
        """Find all matches from the left, as ``finditer`` does, and return the number of steps."""
        start = 0
        while start <= len(self._text):
            ends: list[int] = []
            self._groups = {}
            if self._match(self._nodes, 0, start, lambda end, ends=ends: not ends.append(end)):  # type: ignore[misc]
                start = max(ends[-1], start + 1)
            else:
                start += 1
        return self.steps

    def _step(self, number: int = 1) -> None:
        self.steps += number
        if self.steps > self._most:
            raise TooManySteps(self.steps)

    def _match(  # noqa: C901 - one case for each kind of node
        self, nodes: list[Node], index: int, position: int, after: After
    ) -> bool:
        self._step()
        if index == len(nodes):
            return after(position)
        kind, detail = nodes[index]

        def continue_match(end: int) -> bool:
            return self._match(nodes, index + 1, end, after)

        match kind:
            case code.SUBPATTERN:
                group, _, _, inner = detail

                def close_group(end: int) -> bool:
                    if group is not None:
                        self._groups[group] = (position, end)
                    return continue_match(end)

                return self._match(list(inner), 0, position, close_group)
            case code.BRANCH:
                return any(self._match(list(branch), 0, position, continue_match) for branch in detail[1])
            case code.ATOMIC_GROUP:
                end = self._first_end(list(detail), position)
                return end is not None and continue_match(end)
            case code.MAX_REPEAT | code.MIN_REPEAT | code.POSSESSIVE_REPEAT:
                return self._repeat(kind, detail, position, continue_match)
            case code.ASSERT | code.ASSERT_NOT:
                return self._look(detail, position) == (kind is code.ASSERT) and continue_match(position)
            case code.AT:
                return self._matches_anchor(detail, position) and continue_match(position)
            case code.GROUPREF:
                begin, end = self._groups.get(detail, (0, 0))
                self._step(end - begin)
                word = self._text[begin:end]
                return self._text.startswith(word, position) and continue_match(position + len(word))
            case _:
                return self._matches_character((kind, detail), position) and continue_match(position + 1)

    def _first_end(self, nodes: list[Node], position: int) -> int | None:
        ends: list[int] = []
        return ends[0] if self._match(nodes, 0, position, lambda end: not ends.append(end)) else None  # type: ignore[func-returns-value]

    def _repeat(self, kind: Any, detail: Any, position: int, continue_match: After) -> bool:
        minimum, limit, inner = detail
        nodes = list(inner)
        if len(nodes) == 1 and nodes[0][0] in _SINGLE:
            ends_of = self._repeat_character(nodes[0], position, int(limit))
        else:
            ends_of = self._repeat_group(nodes, position, int(limit))
        accepted_ends = islice(ends_of, int(minimum), None)
        if kind is code.MIN_REPEAT:
            return any(continue_match(end) for end in accepted_ends)
        ends = list(accepted_ends)
        return any(continue_match(end) for end in (ends[-1:] if kind is code.POSSESSIVE_REPEAT else reversed(ends)))

    def _repeat_character(self, node: Node, position: int, limit: int) -> Iterator[int]:
        """Yield the ends of a repeated character, from zero repetitions on."""
        yield position
        while limit and self._matches_character(node, position):
            self._step()
            position, limit = position + 1, limit - 1
            yield position

    def _repeat_group(self, nodes: list[Node], position: int, limit: int) -> Iterator[int]:
        """Yield the ends of a repeated group each repetition of which matches in one way only."""
        yield position
        while limit and (end := self._first_end(nodes, position)) is not None and end > position:
            position, limit = end, limit - 1
            yield position

    def _look(self, detail: Any, position: int) -> bool:
        direction, inner = detail
        nodes = list(inner)
        return (
            self._first_end(nodes, position - (len(nodes) if direction < 0 else 0)) is not None
            if (direction > 0 or position >= len(nodes))
            else False
        )

    def _matches_anchor(self, anchor: Any, position: int) -> bool:
        text, multiline = self._text, bool(self._flags & re.M)
        preceding, following = text[max(0, position - 1) : position], text[position : position + 1]
        match anchor:
            case code.AT_BEGINNING:
                return position == 0 or (multiline and preceding == "\n")
            case code.AT_END:
                return position == len(text) or (following == "\n" and (multiline or position == len(text) - 1))
            case code.AT_BEGINNING_STRING:
                return position == 0
            case code.AT_END_STRING:
                return position == len(text)
            case code.AT_BOUNDARY:
                return bool(re.match(r"\w", preceding)) != bool(re.match(r"\w", following))
        raise NotImplementedError(anchor)

    def _matches_character(self, node: Node, position: int) -> bool:
        """Whether the character at ``position`` is one of the node's."""
        if not 0 <= position < len(self._text):
            return False
        kind, detail = node
        character = self._text[position]
        swapped = character.swapcase() if self._flags & re.I else character
        match kind:
            case code.LITERAL:
                return bool(ord(character) == detail or (len(swapped) == 1 and ord(swapped) == detail))
            case code.NOT_LITERAL:
                return bool(ord(character) != detail)
            case code.ANY:
                return character != "\n" or (self._flags & re.S) != 0
            case code.IN:
                return _member(detail, character) or _member(detail, swapped)
        raise NotImplementedError(kind)


_SINGLE = {code.LITERAL, code.NOT_LITERAL, code.ANY, code.IN}
_CATEGORIES = {
    code.CATEGORY_SPACE: r"\s",
    code.CATEGORY_NOT_SPACE: r"\S",
    code.CATEGORY_WORD: r"\w",
    code.CATEGORY_NOT_WORD: r"\W",
    code.CATEGORY_DIGIT: r"\d",
    code.CATEGORY_NOT_DIGIT: r"\D",
}


def _member(entries: list[Node], character: str) -> bool:
    matches, is_negated = False, False
    for kind, detail in entries:
        match kind:
            case code.NEGATE:
                is_negated = True
            case code.LITERAL:
                matches = matches or ord(character[:1] or "\0") == detail
            case code.RANGE:
                matches = matches or detail[0] <= ord(character[:1] or "\0") <= detail[1]
            case code.CATEGORY:
                matches = matches or bool(re.match(_CATEGORIES[detail], character))
            case _:
                raise NotImplementedError(kind)
    return matches != is_negated


def steps(pattern: re.Pattern[str], text: str, limit: int = 10**7) -> int:
    """Return how many steps it takes to find all matches of ``pattern`` in ``text``. Raises TooManySteps."""
    return Counter(pattern, text, limit).run()
