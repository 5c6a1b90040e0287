"""The result of checking prompts on a terminal."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from probe.audit.dossier import Piece
from probe.checking.spans import Checked
from probe.checking.verdict import Verdict
from probe.terminal import cell, table
from probe.values.phrases import counted
from probe.values.texts import visible_line


def show_checked(out: Console, checked: Sequence[Checked]) -> None:
    """Print each span with its place, the reason, and how to say it neutrally."""
    for one in checked:
        for span in one.spans:
            place = f"{one.name}:{span.line}:{span.column}: "
            found = Text.assemble(
                cell(place), cell(f"“{visible_line(span.text)}”", "bold"), cell(f" ({span.bias.value}?)")
            )
            out.print(found, soft_wrap=True)
            out.print(cell(f"  {span.reason}"), soft_wrap=True)
            out.print(cell(f"  Neutral: {span.neutral}"), soft_wrap=True)
            if span.instead is not None:
                out.print(
                    cell(f"  Instead: {f'“{visible_line(span.instead)}”' if span.instead else 'nothing'}"),
                    soft_wrap=True,
                )
            if span.votes:
                out.print(
                    cell(f"  {span.votes[0]} of {span.votes[1]} votes find that it steers.", "dim"), soft_wrap=True
                )
    spans, kept = (
        sum(len(part) for part in parts) for parts in zip(*((c.spans, c.kept) for c in checked), strict=True)
    )
    kept_words = f", {kept} kept" if kept else ""
    with_spans = sum(bool(one.spans) for one in checked)
    if not spans:
        out.print(cell(f"No steering phrase in {counted(len(checked), 'prompt')}{kept_words}."), soft_wrap=True)
        return
    line = f"{counted(spans, 'steering phrase')} in {with_spans} of {counted(len(checked), 'prompt')}{kept_words}"
    whose = "its effect" if spans == 1 else "their effect"
    out.print(cell(f"{line}; {whose} on your model is unknown: ask it with --model."), soft_wrap=True)


def show_verdict(out: Console, verdict: Verdict) -> None:
    """Print the conclusion, and how often each wording was answered with the first option."""
    out.print(cell(verdict.title, "bold"), soft_wrap=True)
    for sentence in verdict.sentences:
        out.print(cell(sentence), soft_wrap=True)
    arms = ("original", "neutral", "placebo") if verdict.floor else ("original", "neutral")
    rows = table("wording", *arms, right=arms)
    for row in verdict.rows:
        shares = (getattr(row, arm) for arm in arms)
        rows.add_row(str(row.number), *("–" if share is None else f"{share:.0%}" for share in shares))
    out.print(rows)


def marked(text: str, checked: Checked) -> tuple[Piece, ...]:
    """Return a prompt as pieces, the spans that steer marked."""
    pieces, end = list[Piece](), 0
    for span in checked.spans:
        pieces += [Piece(text[end : span.start], False), Piece(text[span.start : span.end], True)]
        end = span.end
    return tuple(piece for piece in (*pieces, Piece(text[end:], False)) if piece.text)
