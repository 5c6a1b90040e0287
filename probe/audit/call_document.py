"""What readers see of the calls of a run: a list, and one request with its answer."""

from collections.abc import Callable, Sequence

from probe.audit.calls import LogExcerpt, LoggedCall
from probe.document import Block, Box, Document, Facts, Fold, Grid, Paragraph, Styled, TitledText, badge, soft
from probe.values.log import FailedCall

MORE = "--verbose shows the whole request"
NUMBERS = ("call", "run", "tokens in", "out", "USD")
BEGINNING = 90
"""Characters of an answer in a list: what fits into two lines of its column."""

Link = Callable[[str], str]
"""The address of what has this name; empty where no page shows it."""


def no_page(name: str) -> str:
    """Return that no page shows anything: for a terminal."""
    return ""


def calls_grid(calls: Sequence[LoggedCall], link: Link = no_page, *, answers: bool = False) -> Grid:
    """Return calls as a table, which has the beginnings of ``answers`` where there is room for them."""
    columns = ("call", "stage", "model", "run", "tokens in", "out", "USD", "about", "outcome")
    rows = []
    for logged_call in calls:
        call, answer = logged_call.call, logged_call.call.answer
        usd = "–" if logged_call.usd is None else f"{logged_call.usd:.4f}"
        about = ", ".join(logged_call.about[:2]) + (
            f" and {len(logged_call.about) - 2} more" if len(logged_call.about) > 2 else ""
        )
        number = Styled(str(call.number), form="id", link=link(str(call.number)))
        outcome = badge(logged_call.outcome, "bad" if logged_call.failed else "") if logged_call.outcome else ""
        counts = str(call.request.run), str(answer.prompt_tokens), str(answer.completion_tokens), usd
        answer_start = (soft(answer.text[:BEGINNING]),) if answers else ()
        rows.append((number, call.request.purpose, call.model, *counts, about, outcome, *answer_start))
    headings = (*columns, "answer begins") if answers else columns
    return Grid("Calls", headings, tuple(rows), numbers=NUMBERS, records=True, titled=False)


def failures_grid(failures: Sequence[FailedCall]) -> Grid:
    """Return requests that got no answer."""
    rows = tuple((failure.request.purpose, failure.model, failure.failed_at, failure.reason) for failure in failures)
    columns = ("stage", "model", "failed at", "why there is no answer")
    return Grid("Requests without an answer", columns, rows, records=True)


def excerpt_document(excerpt: LogExcerpt, *, failed: bool) -> Document:
    """Return the calls of an excerpt as a table, with requests without an answer where ``failed`` ones are wanted."""
    failures = (failures_grid(excerpt.listed),) if failed and excerpt.listed else ()
    return Document("", (calls_grid(excerpt.calls), *failures))


def call_document(logged_call: LoggedCall, title: str, link: Link = no_page) -> Document:
    """Return one request with its answer."""
    call, answer = logged_call.call, logged_call.call.answer
    cost = "no price" if logged_call.usd is None else f"{logged_call.usd:.6f} USD"
    about = [content for name in logged_call.about for content in (", ", Styled(name, link=link(name)))][1:]
    blocks: list[Block] = [Paragraph(f"{call.request.purpose} · {call.model} at {call.endpoint}")]
    if logged_call.outcome:
        blocks.append(Box((Paragraph(logged_call.outcome),), "bad" if logged_call.failed else "good"))
    attempt, temperature = call.request.attempt + 1, f"{call.request.temperature:g}"
    blocks.append(
        Facts(
            (
                ("about", tuple(about) or "nothing that is stored"),
                ("tokens", f"{answer.prompt_tokens} in, {answer.completion_tokens} out; {cost}"),
                ("asked", f"run {call.request.run}, attempt {attempt}, temperature {temperature}"),
                (
                    "answered",
                    f"{call.answered_at}, after {answer.latency:.1f} s, finish reason {answer.finish_reason}",
                ),
            )
        )
    )
    for message in call.request.sent_messages:
        size = f"{message.role}, {len(message.content):,} characters"
        blocks.append(Fold(size, (TitledText("", message.content),), open=True))
    blocks.append(TitledText("answer", answer.raw or answer.text, whole=True))
    return Document(title, tuple(blocks), more=MORE)
