"""The prompts: one Markdown template per kind of call, which a user's folder can replace.

A template contains the messages of a chat, each introduced by ``<!-- system -->`` or ``<!-- user -->``, and
placeholders in double braces. They are filled in a single pass, so that double braces in an inserted text are left
alone. A replacement must use exactly the placeholders of the packaged template; those of the domain (``{{domain}}``,
``{{narrator}}``, ``{{expert}}``, ``{{practice}}``) are optional everywhere.
"""

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Literal, cast

from probe.errors import InputError
from probe.inputs import read_text
from probe.values import Message, Value, fingerprint
from probe.values.domain import DomainWords

OPTIONAL = frozenset(DomainWords().placeholders)
"""Placeholders that every template may use and none has to: the words of the domain."""

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_OPENING = re.compile(r"^<!-- (system|user|assistant) -->[ \t]*\n", re.M)


class Template(Value):
    """One kind of call: its messages with placeholders, and the hash of its text."""

    name: str
    messages: tuple[Message, ...]
    digest: str

    def fill(self, **values: str) -> tuple[Message, ...]:
        """Return the messages with every placeholder replaced by its value."""
        return tuple(
            Message(role=message.role, content=fill_placeholders(message.content, values)) for message in self.messages
        )


class Prompts(Value):
    """All templates of a run, and the words for its domain."""

    templates: dict[str, Template]
    words: DomainWords = DomainWords()

    def fill(self, name: str, **values: str) -> tuple[Message, ...]:
        """Return the messages of the call ``name`` with its placeholders filled; the domain fills its own."""
        return self.templates[name].fill(**(self.words.placeholders | values))

    @property
    def digests(self) -> dict[str, str]:
        """The hash of each template; a dataset records them."""
        return {name: template.digest for name, template in self.templates.items()}


def load_prompts(folder: Path | None = None, words: DomainWords | None = None) -> Prompts:
    """Return the packaged templates for a domain with these ``words``; templates in ``folder`` replace them.

    Raises InputError if the folder is missing, or contains a Markdown file that replaces no template, or a template
    without messages or with other placeholders than the packaged one.
    """
    packaged_files = {Path(file.name).stem: file for file in files(__package__).iterdir() if file.name.endswith(".md")}
    custom_templates = _templates_in(folder, sorted(packaged_files)) if folder else {}
    templates = {}
    for name in sorted(packaged_files):
        text = packaged_files[name].read_text(encoding="utf-8")
        file = custom_templates.get(name)
        templates[name] = _read(name, file, read_text(file), text) if file else _read(name, name, text, text)
    return Prompts(templates=templates, words=words or DomainWords())


def _templates_in(folder: Path, names: list[str]) -> dict[str, Path]:
    if not folder.is_dir():
        raise InputError(f"prompts folder {folder} does not exist: give the folder that contains your templates")
    templates = {path.stem: path for path in folder.glob("*.md")}
    unknown = sorted(set(templates) - set(names))
    if unknown:
        raise InputError(f"{folder}/{unknown[0]}.md is not a template: the names are {', '.join(names)}")
    return templates


def _read(name: str, source: Path | str, text: str, packaged_text: str) -> Template:
    sections = _OPENING.split(text)[1:]
    messages = tuple(
        Message(role=cast(Literal["system", "user", "assistant"], role), content=content.strip())
        for role, content in zip(sections[::2], sections[1::2], strict=True)
    )
    if not any(message.role == "user" for message in messages):
        raise InputError(f"{source}: no message; open at least one with a line <!-- user -->")
    used_names, expected = placeholders_in(text), placeholders_in(packaged_text)
    wrong = sorted((used_names - expected - OPTIONAL) | (expected - OPTIONAL - used_names))
    if wrong:
        problem = "is not known" if wrong[0] in used_names else "is missing"
        raise InputError(
            f"{source}: placeholder {{{{{wrong[0]}}}}} {problem}; this template has {', '.join(sorted(expected))}"
        )
    return Template(name=name, messages=messages, digest=fingerprint(text))


def fill_placeholders(text: str, values: Mapping[str, str]) -> str:
    """Return ``text`` with every name in double braces replaced by its value, in a single pass."""
    return _PLACEHOLDER.sub(lambda placeholder: values[placeholder[1]], text)


def placeholders_in(text: str) -> set[str]:
    """Return the names in double braces."""
    return set(_PLACEHOLDER.findall(text))
