"""The result of checking prompts as JSON, and as annotations of a workflow on GitHub."""

from collections.abc import Iterator, Sequence
from typing import Any

from probe.checking.moving import MoveResult
from probe.checking.spans import UNKNOWN, CheckedPrompt, Span
from probe.checking.verdict import NOT_AN_ERROR, ShareShift, ShiftVerdict
from probe.values.texts import visible


def checked_document(
    prompts: Sequence[CheckedPrompt], result: MoveResult | None = None, verdict: ShiftVerdict | None = None
) -> Any:
    """Return the spans of each prompt, and the measurement if there is one, which is of a single prompt."""
    document: dict[str, Any] = {
        "prompts": [
            {
                "name": prompt.name,
                "spans": [_span(span) for span in prompt.spans],
                "kept": [_span(span) for span in prompt.kept],
            }
            for prompt in prompts
        ],
        "meaning": UNKNOWN,
    }
    if result is not None and verdict is not None:
        document["measured"] = _measurements(result, verdict)
    return document


def _span(span: Span) -> dict[str, Any]:
    return span.model_dump(mode="json", exclude_none=True)


def _measurements(result: MoveResult, verdict: ShiftVerdict) -> dict[str, Any]:
    return {
        "model": verdict.model,
        "moved": verdict.moved,
        "options": list(verdict.options),
        "shift": _difference(verdict.shift),
        "floor": None if verdict.floor is None else _difference(verdict.floor),
        "wordings": [
            {
                **wording._asdict(),
                "texts": {name: item.text(arm) for arm in item.arms() for name in (arm.value,)},
            }
            for wording, item in zip(verdict.rows, result.wordings.items, strict=True)
        ],
        "rejected": [candidate.result.reason for candidate in result.wordings.wordings if candidate.texts is None],
        "answers": verdict.answers,
        "unparsed": verdict.unparsed,
        "meaning": NOT_AN_ERROR,
        "folder": str(result.folder),
    }


def _difference(shift: ShareShift) -> dict[str, Any]:
    return {
        "estimate": shift.effect.estimate,
        "low": shift.effect.low,
        "high": shift.effect.high,
        "share": shift.share,
        "reference": shift.reference,
        "bounds": None if shift.bounds is None else [shift.bounds.low, shift.bounds.high],
    }


def annotations(prompts: Sequence[CheckedPrompt], verdict: ShiftVerdict | None = None) -> Iterator[str]:
    """Yield workflow commands of GitHub: a warning at the location of each span, then the verdict, if there is one."""
    for prompt in prompts:
        for span in prompt.spans:
            location = {
                "file": prompt.file or prompt.name,
                **_location(prompt, span),
                "title": f"Steering phrase ({span.bias.value}?)",
            }
            properties = ",".join(f"{name}={_escape(value, ',:')}" for name, value in location.items())
            yield f"::warning {properties}::{_escape(f'“{visible(span.text)}”: {span.reason} {span.neutral}')}"
    if verdict is not None:
        severity = "warning" if verdict.moved else "notice"
        yield f"::{severity} title={_escape(verdict.title, ',:')}::{_escape(visible(' '.join(verdict.sentences)))}"


def _location(prompt: CheckedPrompt, span: Span) -> dict[str, str]:
    """Return the location of a span in its file; in JSON Lines, the line alone."""
    # In JSON Lines, the prompt is quoted and escaped, so columns would point to the wrong character.
    if prompt.row:
        return {"line": str(prompt.row)}
    last_line = span.text.rpartition("\n")[2]
    column = span.column + len(span.text) if last_line == span.text else len(last_line) + 1
    end = {"endLine": str(span.line + span.text.count("\n")), "endColumn": str(column)}
    return {"line": str(span.line), "col": str(span.column), **end}


_ESCAPES = {"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"}


def _escape(text: str, extra: str = "") -> str:
    return "".join(_ESCAPES[letter] if letter in "%\r\n" + extra else letter for letter in text)
