"""The result of checking prompts on a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from probe.checking.spans import CheckedPrompt, Span
from probe.checking.verdict import ShiftVerdict
from probe.document import Content, Document, Grid, TextPiece, soft, strong
from probe.values.phrases import counted
from probe.values.texts import visible_line


def spans_document(prompts: Sequence[CheckedPrompt], *, is_measured: bool = False) -> Document:
    """Return each span with its location, the reason, and neutral words; with ``is_measured``, a verdict follows."""
    lines = [line for prompt in prompts for span in prompt.spans for line in _span_lines(prompt, span)]
    span_count = sum(len(prompt.spans) for prompt in prompts)
    kept_count = sum(len(prompt.kept) for prompt in prompts)
    kept_words = f", {kept_count} kept" if kept_count else ""
    with_spans = sum(bool(prompt.spans) for prompt in prompts)
    if span_count:
        location = f"in {with_spans} of {counted(len(prompts), 'prompt')}{kept_words}"
        subject = "its effect" if span_count == 1 else "their effect"
        effect = "." if is_measured else f"; {subject} on your model is unknown: ask it with --model."
        conclusion = f"{counted(span_count, 'steering phrase')} {location}{effect}"
    else:
        hint = "" if is_measured else "; others may steer: --judge proposes phrases, --model measures the wording"
        conclusion = f"No known steering phrase in {counted(len(prompts), 'prompt')}{kept_words}{hint}."
    return Document("", (_whole_lines([*lines, conclusion]),))


def verdict_document(verdict: ShiftVerdict) -> Document:
    """Return the conclusion, and how often each wording was answered with the first option."""
    arms = ("original", "neutral", "placebo") if verdict.floor else ("original", "neutral")

    def share(value: float | None) -> str:
        return "–" if value is None else f"{value:.0%}"

    rows = tuple((str(wording.number), *(share(getattr(wording, arm)) for arm in arms)) for wording in verdict.rows)
    table = Grid("", ("wording", *arms), rows, numbers=arms, records=True)
    return Document("", (_whole_lines([strong(verdict.title), *verdict.sentences]), table))


def _span_lines(prompt: CheckedPrompt, span: Span) -> Iterator[Content]:
    location = prompt.name if prompt.row else f"{prompt.name}:{span.line}:{span.column}"
    yield f"{location}: ", strong(f"“{visible_line(span.text)}”"), f" ({span.bias.value}?)"
    yield f"  {span.reason}"
    yield f"  Neutral: {span.neutral}"
    if span.instead is not None:
        yield f"  Instead: {f'“{visible_line(span.instead)}”' if span.instead else 'nothing'}"
    if span.votes:
        yield soft(f"  {span.votes[0]} of {span.votes[1]} votes find that it steers.")


def _whole_lines(lines: Iterable[Content]) -> Grid:
    """Return lines that only a terminal wraps: editors and scripts read locations from whole lines."""
    return Grid("", ("",), tuple((line,) for line in lines), records=True)


def marked_spans(text: str, prompt: CheckedPrompt) -> tuple[TextPiece, ...]:
    """Return a prompt as pieces, the spans that steer marked."""
    pieces, end = list[TextPiece](), 0
    for span in prompt.spans:
        pieces += [TextPiece(text[end : span.start], False), TextPiece(text[span.start : span.end], True)]
        end = span.end
    return tuple(piece for piece in (*pieces, TextPiece(text[end:], False)) if piece.text)
