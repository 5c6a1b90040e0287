"""Checked prompts as a page: the steering phrases of each, and the measurement of one."""

from collections.abc import Iterator, Sequence

from probe.checking.moving import MoveResult
from probe.checking.printing import marked_spans
from probe.checking.spans import UNKNOWN, CheckedPrompt, Span
from probe.checking.verdict import ShiftVerdict
from probe.document import (
    Block,
    Content,
    Document,
    Fold,
    Grid,
    MarkedTexts,
    Paragraph,
    Points,
    TitledText,
    marked,
)
from probe.document.differences import word_differences
from probe.values import Arm, Item


def checked_page(
    prompts: Sequence[CheckedPrompt], result: MoveResult | None = None, verdict: ShiftVerdict | None = None
) -> Document:
    """Return what was found in ``prompts``; ``result`` and ``verdict`` require a single prompt."""
    prompt_names = prompts[0].name if len(prompts) == 1 else f"{len(prompts)} prompts"
    blocks: list[Block] = list(_verdict(verdict)) if verdict else []
    for prompt in prompts:
        blocks += _prompt(prompt)
    if result is not None:
        blocks += _wordings(result.wordings.items)
        reasons = tuple(wording.result.reason for wording in result.wordings.wordings if wording.texts is None)
        blocks += [Fold("Rejected wordings", (Points(reasons),), open=True)] if reasons else []
    return Document(verdict.title if verdict else f"Steering phrases in {prompt_names}", tuple(blocks))


def _verdict(verdict: ShiftVerdict) -> Iterator[Block]:
    yield from map(Paragraph, verdict.sentences)
    arms = ("original", "neutral", "placebo")
    rows = tuple((str(wording.number), *map(_percent, wording[1:])) for wording in verdict.rows)
    note = f"Share of answers that choose “{verdict.options[0]}”."
    yield Grid("By wording", ("wording", *arms), rows, note, numbers=arms)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def _prompt(prompt: CheckedPrompt) -> Iterator[Block]:
    yield TitledText(prompt.name, marked(marked_spans(prompt.text, prompt)))
    if prompt.spans:
        columns = ("line", "phrase", "why it steers", "neutral", "hint")
        rows = tuple(map(_span, prompt.spans))
        yield Grid(f"Phrases in {prompt.name}", columns, rows, f"Each mark is a {UNKNOWN}.", titled=False)
    else:
        yield Paragraph("No phrase is known to steer.")
    if prompt.kept:
        kept_phrases = ", ".join(f"“{span.text}”" for span in prompt.kept)
        yield Paragraph(f"Kept as requirements: {kept_phrases}.", "soft", small=True)


def _span(span: Span) -> tuple[Content, ...]:
    suggestion = f" Instead: “{span.instead}”" if span.instead else ""
    votes = f", {span.votes[0]} of {span.votes[1]} votes" if span.votes else ""
    return str(span.line), span.text, span.reason, f"{span.neutral}{suggestion}", f"{span.bias.value}{votes}"


def _wordings(items: Sequence[Item]) -> Iterator[Block]:
    """Yield the texts of each wording, with the differences between original and neutral text marked."""
    for number, item in enumerate(items, 1):
        original, neutral, placebo = (item.text(Arm(name)) for name in ("original", "neutral", "placebo"))
        first, second = word_differences(original or "", neutral or "")
        texts = MarkedTexts("", (("original", first), ("neutral", second)), "Differences are marked.")
        placebo_text = (TitledText("Placebo: the neutral text in other words", placebo),) if placebo else ()
        yield Fold(f"Wording {number}", (texts, *placebo_text), open=number == 1)
