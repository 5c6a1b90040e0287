"""Differences between two texts or two programs, word by word and line by line."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import groupby

from probe.document.blocks import ProgramLine, TextPiece

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
_SENTENCE_ENDS = (".", "!", "?", ":")
MAX_TOKENS = 4000
"""Texts with more tokens are compared line by line: comparison time grows with the product of the lengths."""


def word_differences(left: str, right: str) -> tuple[tuple[TextPiece, ...], tuple[TextPiece, ...]]:
    """Return both texts as pieces, with pieces unique to one text marked; joining the pieces restores the text."""
    tokens = _TOKEN.findall(left), _TOKEN.findall(right)
    if max(map(len, tokens)) > MAX_TOKENS:
        tokens = left.splitlines(keepends=True), right.splitlines(keepends=True)
    mark_lists = _mark_missing(*tokens)
    first, second = (_pieces(words, marks) for words, marks in zip(tokens, mark_lists, strict=True))
    return first, second


def line_differences(left: str, right: str) -> tuple[tuple[ProgramLine, ...], tuple[ProgramLine, ...]]:
    """Return the lines of both programs, with lines unique to one program marked; blanks are ignored."""
    lines = left.rstrip().splitlines(), right.rstrip().splitlines()
    # Ignore indentation: outside of quotes, a blank changes nothing in Prolog.
    normalized_lines = [[" ".join(line.split()) for line in text_lines] for text_lines in lines]
    marks = _mark_missing(*normalized_lines)
    first, second = (
        tuple(
            ProgramLine(number, text, is_changed)
            for number, (text, is_changed) in enumerate(zip(text_lines, line_marks, strict=True), 1)
        )
        for text_lines, line_marks in zip(lines, marks, strict=True)
    )
    return first, second


def number_lines(text: str) -> tuple[ProgramLine, ...]:
    """Return the numbered lines of a program, without marks."""
    return tuple(ProgramLine(number, line) for number, line in enumerate(text.rstrip().splitlines(), 1))


def _mark_missing(left: Sequence[str], right: Sequence[str]) -> tuple[list[bool], list[bool]]:
    """Mark in each sequence the elements that the other sequence lacks at that position."""
    marks = [False] * len(left), [False] * len(right)
    if len(left) + len(right) > 2 * MAX_TOKENS:  # too long to align: mark what the other lacks anywhere
        token_sets = set(left), set(right)
        return [token not in token_sets[1] for token in left], [token not in token_sets[0] for token in right]
    # Without autojunk, which ignores the most frequent words of a long text.
    for operation, left_start, left_end, right_start, right_end in SequenceMatcher(
        None, left, right, autojunk=False
    ).get_opcodes():
        for index, tokens, begin, stop in ((0, left, left_start, left_end), (1, right, right_start, right_end)):
            if operation != "equal" and begin < stop:
                # A replacement has words on both sides, which determine its position.
                start = _best_start(tokens, begin, stop) if operation != "replace" else begin
                marks[index][start : start + stop - begin] = [True] * (stop - begin)
    return marks


def _best_start(tokens: Sequence[str], begin: int, stop: int) -> int:
    """Return the best start of a stretch that only one side has.

    Compared with ``A. C``, the text ``A. B. C`` adds ``. B`` or `` B.``: the latter starts after a sentence and reads
    better.
    """
    start, end = begin, stop
    while end < len(tokens) and tokens[start] == tokens[end] and not (start and tokens[start - 1] in _SENTENCE_ENDS):
        start, end = start + 1, end + 1
    return start if start and tokens[start - 1] in _SENTENCE_ENDS else begin


def _pieces(words: Sequence[str], marks: Sequence[bool]) -> tuple[TextPiece, ...]:
    """Join neighbours with equal marks; mark a blank between two marked words as well."""
    filled_marks = [
        mark or (word.isspace() and 0 < index < len(words) - 1 and marks[index - 1] and marks[index + 1])
        for index, (word, mark) in enumerate(zip(words, marks, strict=True))
    ]
    runs = groupby(zip(words, filled_marks, strict=True), key=lambda item: item[1])
    return tuple(TextPiece("".join(word for word, _ in run), is_changed) for is_changed, run in runs)
