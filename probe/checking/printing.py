"""The result of checking prompts on a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from probe.checking.spans import CheckedPrompt, Span
from probe.checking.verdict import ShiftVerdict
from probe.document import TextPiece
from probe.terminal import cell, table
from probe.values.phrases import counted
from probe.values.texts import visible_line


def show_checked(out: Console, checked: Sequence[CheckedPrompt], *, asked: bool = False) -> None:
    """Print each span with its place, the reason, and how to say it neutrally; ``asked``: a verdict follows."""
    lines = [line for prompt in checked for span in prompt.spans for line in _about(prompt, span)]
    spans, kept = (
        sum(len(part) for part in parts) for parts in zip(*((c.spans, c.kept) for c in checked), strict=True)
    )
    kept_words = f", {kept} kept" if kept else ""
    with_spans = sum(bool(prompt.spans) for prompt in checked)
    if spans:
        where = f"in {with_spans} of {counted(len(checked), 'prompt')}{kept_words}"
        whose = "its effect" if spans == 1 else "their effect"
        effect = "." if asked else f"; {whose} on your model is unknown: ask it with --model."
        conclusion = f"{counted(spans, 'steering phrase')} {where}{effect}"
    else:
        ask = "" if asked else "; others may steer: --judge proposes phrases, --model measures the wording"
        conclusion = f"No known steering phrase in {counted(len(checked), 'prompt')}{kept_words}{ask}."
    out.print(_whole_lines([*lines, cell(conclusion)]))


def show_verdict(out: Console, verdict: ShiftVerdict) -> None:
    """Print the conclusion, and how often each wording was answered with the first option."""
    out.print(_whole_lines([cell(verdict.title, "bold"), *map(cell, verdict.sentences)]))
    arms = ("original", "neutral", "placebo") if verdict.floor else ("original", "neutral")
    rows = table("wording", *arms, right=arms)
    for wording in verdict.rows:
        shares = (getattr(wording, arm) for arm in arms)
        rows.add_row(str(wording.number), *("–" if share is None else f"{share:.0%}" for share in shares))
    out.print(rows)


def _about(checked: CheckedPrompt, span: Span) -> Iterator[Text]:
    location = checked.name if checked.row else f"{checked.name}:{span.line}:{span.column}"
    phrase = cell(f"“{visible_line(span.text)}”", "bold")
    yield Text.assemble(cell(f"{location}: "), phrase, cell(f" ({span.bias.value}?)"))
    yield cell(f"  {span.reason}")
    yield cell(f"  Neutral: {span.neutral}")
    if span.instead is not None:
        yield cell(f"  Instead: {f'“{visible_line(span.instead)}”' if span.instead else 'nothing'}")
    if span.votes:
        yield cell(f"  {span.votes[0]} of {span.votes[1]} votes find that it steers.", "dim")


def _whole_lines(lines: Iterable[Text]) -> Table:
    """Return lines that are broken on a terminal only: editors and scripts read places from a whole line."""
    grid = Table.grid()
    grid.add_column(overflow="fold")
    for line in lines:
        grid.add_row(line)
    return grid


def marked_spans(text: str, checked: CheckedPrompt) -> tuple[TextPiece, ...]:
    """Return a prompt as pieces, the spans that steer marked."""
    pieces, end = list[TextPiece](), 0
    for span in checked.spans:
        pieces += [TextPiece(text[end : span.start], False), TextPiece(text[span.start : span.end], True)]
        end = span.end
    return tuple(piece for piece in (*pieces, TextPiece(text[end:], False)) if piece.text)
