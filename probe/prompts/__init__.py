"""What models are asked: one Markdown template for each kind of call, replaceable by a folder of the user's own.

A template holds the messages of a chat, each opened by ``<!-- system -->`` or ``<!-- user -->``, and placeholders in
double braces. They are filled in a single pass, so that a text which itself contains double braces stays as it is.
"""

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Literal, cast

from probe.errors import InputError
from probe.values import Message, Value, fingerprint

_EXAMPLE = frozenset(
    f"example_{part}" for part in ("unbiased", "biased", "axioms", "unbiased_program", "biased_program", "note")
)
_BIAS = frozenset({"bias", "definition"})
PLACEHOLDERS: Mapping[str, frozenset[str]] = {
    "expand": _BIAS | {"count", "first", "second", "unbiased_1", "biased_1", "unbiased_2", "biased_2"},
    "translate": _EXAMPLE | {"bias", "unbiased", "biased"},
    "rebuild": frozenset({"example_program", "example_text", "program"}),
    "judge_bias": _BIAS | {"text"},
    "judge_pair": _BIAS | {"wrong_option", "unbiased", "biased"},
    "decide": frozenset({"text"}),
    "decide_with_note": frozenset({"text", "note"}),
    "awareness": _BIAS | {"question", "text", "decision", "explanation"},
    "controls": _BIAS | {"right_option", "unbiased", "biased", "original", "passage", "shortest", "longest"},
    "judge_placebo": _BIAS | {"unbiased", "placebo"},
    "grounding": _BIAS | {"unbiased", "biased", "facts"},
    "polish": frozenset({"text"}),
}
"""Each template's placeholders: a replacement has to use exactly these."""

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_OPENING = re.compile(r"^<!-- (system|user|assistant) -->[ \t]*\n", re.M)


class Template(Value):
    """One kind of call: its messages with placeholders, and the hash of its text."""

    name: str
    messages: tuple[Message, ...]
    digest: str

    def fill(self, **values: str) -> tuple[Message, ...]:
        """Return the messages with every placeholder replaced by its value."""

        def value_of(found: re.Match[str]) -> str:
            return values[found[1]]

        return tuple(
            Message(role=message.role, content=_PLACEHOLDER.sub(value_of, message.content)) for message in self.messages
        )


class Prompts(Value):
    """All templates of a run."""

    templates: dict[str, Template]

    def fill(self, name: str, **values: str) -> tuple[Message, ...]:
        """Return the messages of the call ``name`` with its placeholders filled."""
        return self.templates[name].fill(**values)

    @property
    def digests(self) -> dict[str, str]:
        """Each template's hash: what a dataset keeps of how its models were asked."""
        return {name: template.digest for name, template in self.templates.items()}


def load_prompts(folder: Path | None = None) -> Prompts:
    """Return the packaged templates; those that ``folder`` holds take their place.

    Raises InputError where the folder is missing, holds a Markdown file that is no template's, or a template without
    messages or with other placeholders than its own.
    """
    replaced = _templates_in(folder) if folder else {}
    packaged = files(__package__)
    return Prompts(
        templates={
            name: _read(name, replaced[name]) if name in replaced else _read(name, packaged / f"{name}.md")
            for name in PLACEHOLDERS
        }
    )


def _templates_in(folder: Path) -> dict[str, Path]:
    if not folder.is_dir():
        raise InputError(f"prompts folder {folder} does not exist: give the folder that holds your templates")
    found = {path.stem: path for path in folder.glob("*.md")}
    unknown = sorted(set(found) - set(PLACEHOLDERS))
    if unknown:
        raise InputError(f"{folder}/{unknown[0]}.md is no template: the names are {', '.join(PLACEHOLDERS)}")
    return found


def _read(name: str, path: object) -> Template:
    text = cast(Path, path).read_text(encoding="utf-8")
    pieces = _OPENING.split(text)[1:]
    messages = tuple(
        Message(role=cast(Literal["system", "user", "assistant"], role), content=content.strip())
        for role, content in zip(pieces[::2], pieces[1::2], strict=True)
    )
    if not any(message.role == "user" for message in messages):
        raise InputError(f"{path}: no message; open at least one with a line <!-- user -->")
    used = set(_PLACEHOLDER.findall(text))
    wrong = sorted(used ^ PLACEHOLDERS[name])
    if wrong:
        known = ", ".join(sorted(PLACEHOLDERS[name]))
        problem = "is not known" if wrong[0] in used else "is missing"
        raise InputError(f"{path}: placeholder {{{{{wrong[0]}}}}} {problem}; this template has {known}")
    return Template(name=name, messages=messages, digest=fingerprint(text))
