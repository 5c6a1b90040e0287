"""Find the steering phrases of a prompt, outside of code; those that its author keeps are listed separately."""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence

from probe.checking.phrases import PhraseLibrary
from probe.checking.reading import Prompt
from probe.values import Bias, Value
from probe.values.texts import FENCE

UNKNOWN = "steering phrase; its effect on your model is unknown"
"""What a span is called until a model was asked."""

_CODE = re.compile(
    r"(?P<ticks>`{1,2})(?!`)[^`\n]{1,400}(?P=ticks)"
    r"|<!--[\s\S]{0,2000}?-->"
    r"|</?[A-Za-z][^<>\n]{0,400}>"
    r"|\bhttps?://[^\s)>\]]{1,2000}"
)
_OPTION = re.compile(
    r"^[ \t]*(?:[-*•][ \t]*)?\**(?:option|alternative|choice)[ \t]+(?:[A-Z]|\d{1,2})\**[ \t]*[:.)–-].*$", re.M | re.I
)
_KEEP_MARKER = re.compile(r"<!--[ \t]*probe:[ \t]*keep[ \t]*-->", re.I)


class Span(Value):
    """A phrase of a prompt that may steer a model: characters ``start`` to ``end``, from 0.

    ``line`` and ``column`` are those of its beginning, from 1; ``bias`` is a hint, ``name`` the family of the phrase or
    ``judge``. ``instead`` are neutral words for it, where a rule or a model gives them. ``votes`` are those of a judge,
    yes and in all; None where no judge was asked.
    """

    start: int
    end: int
    line: int
    column: int
    text: str
    bias: Bias
    name: str
    reason: str
    neutral: str
    instead: str | None = None
    votes: tuple[int, int] | None = None


class CheckedPrompt(Value):
    """A prompt with the spans that steer, and those that its author keeps as requirements.

    ``file`` and ``row`` are where it comes from, as of a ``Prompt``.
    """

    name: str
    text: str
    file: str = ""
    row: int = 0
    spans: tuple[Span, ...] = ()
    kept: tuple[Span, ...] = ()


def steering_spans(prompt: Prompt, library: PhraseLibrary, keep: Sequence[str] = ()) -> CheckedPrompt:
    """Return the phrases of a prompt that steer, in their order; of overlapping ones, the longest.

    A span is kept if its line contains ``<!-- probe: keep -->``, if the line above consists of this mark, or if the
    span contains one of the texts ``keep``, in upper or lower case.
    """
    return divide_spans(prompt, longest_spans(list(_matches(prompt.text, without_code(prompt.text), library))), keep)


def divide_spans(prompt: Prompt, spans: Sequence[Span], keep: Sequence[str]) -> CheckedPrompt:
    """Return a prompt with its spans, divided into those that steer and those that are kept."""
    lines_to_keep, kept_phrases = kept_lines(prompt.text), [phrase.casefold() for phrase in keep]

    def is_kept(span: Span) -> bool:
        return span.line in lines_to_keep or any(phrase in span.text.casefold() for phrase in kept_phrases)

    return CheckedPrompt(
        **prompt._asdict(),
        spans=tuple(span for span in spans if not is_kept(span)),
        kept=tuple(span for span in spans if is_kept(span)),
    )


def without_code(text: str) -> str:
    """Return ``text`` with blanks instead of code, tags, comments and URLs, so that positions stay the same.

    Lines that only describe an option (``Option A: …``) are blank as well: a description does not steer.
    """
    return _OPTION.sub(_blank, _CODE.sub(_blank, FENCE.sub(_blank, text)))


def kept_lines(text: str) -> set[int]:
    """Return the numbers of the lines whose phrases are kept."""
    line_numbers = set()
    for number, line in enumerate(text.split("\n"), 1):
        # A marker on its own line applies to the next line, like linter comments.
        if _KEEP_MARKER.search(line):
            line_numbers.add(number + (not _KEEP_MARKER.sub("", line).strip()))
    return line_numbers


def span_at(text: str, start: int, end: int, **about: object) -> Span:
    """Return the span from ``start`` to ``end`` with its line and column."""
    line = text.count("\n", 0, start) + 1
    column = start - (text.rfind("\n", 0, start) + 1) + 1
    return Span.model_validate(
        {"start": start, "end": end, "line": line, "column": column, "text": text[start:end], **about}
    )


def longest_spans(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return the spans in their order; of overlapping ones the longest, and the first of equally long spans."""
    selection: list[Span] = []  # in their order, so that only the neighbours of a span can overlap it
    # Longest first, so that a phrase inside a longer one does not take its place.
    for span in sorted(spans, key=lambda candidate: (candidate.start - candidate.end, candidate.start)):
        position = bisect(selection, span.start, key=lambda chosen_span: chosen_span.start)
        after_last = not position or selection[position - 1].end <= span.start
        if after_last and (position == len(selection) or span.end <= selection[position].start):
            selection.insert(position, span)
    return tuple(selection)


def _matches(text: str, plain_text: str, library: PhraseLibrary) -> Iterator[Span]:
    for bias, phrase in library:
        for match in phrase.expression.finditer(plain_text):
            # A pattern may match punctuation before its phrase; the span begins with the phrase itself.
            lead = len(match[0]) - len(match[0].lstrip(" \t\n.,;:!?–-"))
            start, end = match.start() + lead, match.start() + len(match[0].rstrip())
            if start < end:
                about = {"bias": bias, "name": phrase.name, "reason": phrase.reason, "neutral": phrase.neutral}
                yield span_at(text, start, end, **about, instead=phrase.reword(text[start:end]))


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])
