"""Mitigations: what is put around a question to reduce a bias, one TOML file each.

A file adds to the system prompt (``system``), puts text above (``before``) or below (``after``) the question, or makes
one call before (``[call]``), whose answer is shown with the question or ``replaces`` it. ``control`` does the same
without what is meant to help: equal position, form, number of calls and about equal length. Placeholders in double
braces are filled with the question's own material.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import ConfigDict, Field, model_validator

from probe.content import ContentFile
from probe.errors import InputError
from probe.prompts import fill_placeholders, placeholders_in
from probe.values import NO_MITIGATION, Message, Value, fingerprint

MATERIAL = frozenset(
    {
        "axioms_words",
        "axioms_prolog",
        "other_axioms_words",
        "other_axioms_prolog",
        "bias",
        "example",
        "example_right",
        "example_wrong",
    }
)
"""The placeholders for material. ``text``, the question, and ``answer``, that of a call, are placeholders as well."""

STRIP_CONFIG = ConfigDict(str_strip_whitespace=True)
"""TOML's long texts start and end with line breaks."""
CONTROL = "control:"
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Call(Value):
    """A call before the question: its messages, and whether its answer ``replaces`` the question's text."""

    model_config = STRIP_CONFIG

    user: str = Field(min_length=1)
    system: str = ""
    replaces: bool = False


class Wording(Value):
    """What is put around a question; every text may be empty."""

    model_config = STRIP_CONFIG

    system: str = ""
    before: str = ""
    after: str = ""
    call: Call | None = None

    @property
    def placeholders(self) -> set[str]:
        """The names in double braces, in all texts."""
        texts = (self.system, self.before, self.after, *((self.call.user, self.call.system) if self.call else ()))
        return set().union(*map(placeholders_in, texts))

    @model_validator(mode="after")
    def _can_be_filled(self) -> "Wording":
        if problems := list(self._problems()):
            raise ValueError("\n".join(problems))
        return self

    def _problems(self) -> Iterator[str]:
        shown_placeholders = set().union(*map(placeholders_in, (self.system, self.before, self.after)))
        answer_is_shown = self.call is not None and not self.call.replaces
        if "answer" in shown_placeholders and not answer_is_shown:
            yield "{{answer}} needs a [call] whose answer does not replace the question"
        if answer_is_shown and "answer" not in shown_placeholders:
            yield "the answer of [call] is shown nowhere: put {{answer}} into before or after"
        if "text" in shown_placeholders:
            yield "{{text}} belongs in [call] only: the question itself is always shown"
        if self.call and "text" not in placeholders_in(self.call.user):
            yield "call: user lacks {{text}}, the question"
        for name in sorted(self.placeholders - MATERIAL - {"text", "answer"}):
            yield f"unknown placeholder {{{{{name}}}}}: the names are {', '.join(sorted(MATERIAL))}"


class Mitigation(Wording):
    """One mitigation; ``control`` is its control, or the name of a mitigation that serves as it."""

    name: str
    summary: str
    source: str = ""
    control: str | Wording | None = Field(
        default=None, description="the name of a packaged mitigation in quotes, or a table [control]"
    )


class Strategy(Value):
    """Mitigations that are applied together, in their order; ``name`` joins their names with ``+``."""

    name: str
    parts: tuple[Wording, ...] = ()

    @property
    def placeholders(self) -> set[str]:
        """The names in double braces, in all parts."""
        return set().union(*(part.placeholders for part in self.parts))

    @property
    def calls(self) -> int:
        """How many calls come before each question."""
        return sum(part.call is not None for part in self.parts)

    @property
    def digest(self) -> str:
        """The hash of all texts: equal names with other texts are another condition."""
        return fingerprint(self.model_dump(exclude={"name"}))


NO_STRATEGY = Strategy(name=NO_MITIGATION)
"""The question as it is."""

Ask = Callable[[tuple[Message, ...]], Awaitable[str]]
"""Asks the subject and returns its answer."""


def packaged_mitigations() -> dict[str, Mitigation]:
    """Return the packaged mitigations by name."""
    return {path.stem: _read(path) for path in Path(__file__).parent.glob("*.toml")}


def choose_strategies(names: Sequence[str], *, controls: bool = False) -> tuple[Strategy, ...]:
    """Return the strategies called ``names``, each once, followed by their controls if these are wanted.

    A name joins mitigations with ``+``; one that ends in ``.toml`` is a file of the user's own. Raises InputError for
    an unknown name, an unusable file, or a mitigation without a control where controls are wanted.
    """
    available = packaged_mitigations()
    strategies: dict[str, Strategy] = {}
    for name in names:
        mitigations = [_find(part.strip(), available) for part in name.split("+")]
        for strategy in (_join(mitigations), *([_controls_of(mitigations, available)] if controls else [])):
            if strategy:
                # Two mitigations may share a control, which is asked once.
                strategies.setdefault(strategy.name, strategy)
    return tuple(strategies.values())


def _find(name: str, available: Mapping[str, Mitigation]) -> Mitigation:
    if name.endswith(".toml"):
        mitigation = _read(Path(name))
        if mitigation.name in available:
            raise InputError(
                f"--mitigation {name}: {mitigation.name} is a packaged mitigation: give the file another name"
            )
        return mitigation
    if name not in available:
        raise InputError(
            f"--mitigation {name!r}: no such mitigation: choose among {', '.join(sorted(available))}, "
            "or give a .toml file"
        )
    return available[name]


def _read(file: Path) -> Mitigation:
    if not _NAME.fullmatch(file.stem):
        raise InputError(f"{file}: name the file with lower-case letters, digits and hyphens")
    return ContentFile(file, several_lines=True).value(Mitigation, named_like_file=True)


def _join(mitigations: Sequence[Mitigation]) -> Strategy:
    active_mitigations = [mitigation for mitigation in mitigations if mitigation.name != NO_MITIGATION]
    return Strategy(
        name="+".join(mitigation.name for mitigation in active_mitigations) or NO_MITIGATION,
        parts=tuple(map(_wording, active_mitigations)),
    )


def _wording(wording: Wording) -> Wording:
    """Return only what is shown: a summary or a source may be edited without making another condition."""
    return Wording.model_validate(wording.model_dump(include=set(Wording.model_fields)))


def _controls_of(mitigations: Sequence[Mitigation], available: Mapping[str, Mitigation]) -> Strategy | None:
    """Return the joined controls of mitigations, None for ``none`` and for a mitigation that is itself a control."""
    strategy = _join(mitigations)
    if strategy.name in (NO_MITIGATION, "length-control"):
        return None
    wordings = []
    for mitigation in mitigations:
        if mitigation.control is None:
            raise InputError(
                f"--mitigation {mitigation.name}: it has no control: add one to its file, "
                "or leave out --mitigation-controls"
            )
        if isinstance(mitigation.control, str) and mitigation.control not in available:
            raise InputError(
                f"--mitigation {mitigation.name}: its control {mitigation.control!r} is not a packaged mitigation"
            )
        control = available[mitigation.control] if isinstance(mitigation.control, str) else mitigation.control
        wordings.append(_wording(control))
    return Strategy(name=CONTROL + strategy.name, parts=tuple(wordings))


async def apply_strategy(
    strategy: Strategy,
    text: str,
    question: Callable[[str], tuple[Message, ...]],
    material: Mapping[str, str],
    ask: Ask,
    *,
    first: bool = True,
) -> tuple[Message, ...]:
    """Return the messages of ``question(text)`` under ``strategy``; calls that come before are made with ``ask``.

    The system prompt is that of the ``first`` turn of a conversation.
    """
    wrappings = []
    for part in strategy.parts:
        values = dict(material)
        if part.call:
            answer = await ask(_messages(part.call, {**material, "text": text}))
            # The parts after this one, and the question, have the rewritten text.
            text = answer if part.call.replaces else text
            values["answer"] = answer
        texts = (part.system if first else "", part.before, part.after)
        wrappings.append([fill_placeholders(template, values) for template in texts])
    return wrap(question(text), wrappings)


def _messages(call: Call, values: Mapping[str, str]) -> tuple[Message, ...]:
    system = Message(role="system", content=fill_placeholders(call.system, values))
    user = Message(role="user", content=fill_placeholders(call.user, values))
    return (system, user) if call.system else (user,)


def wrap(messages: Sequence[Message], wrappings: Sequence[Sequence[str]]) -> tuple[Message, ...]:
    """Return ``messages`` with each system text after the system prompt, and the others around the last user message.

    ``wrappings`` has one (system, before, after) for each mitigation; the first one is nearest to the question.
    """
    wrapped_messages = list(messages)
    for system, prefix, suffix in wrappings:
        if system:
            wrapped_messages = [*_with_system(wrapped_messages, system)]
        last_index = max(number for number, message in enumerate(wrapped_messages) if message.role == "user")
        content = "\n\n".join(text for text in (prefix, wrapped_messages[last_index].content, suffix) if text)
        wrapped_messages[last_index] = Message(role="user", content=content)
    return tuple(wrapped_messages)


def _with_system(messages: Sequence[Message], text: str) -> Iterator[Message]:
    if messages[0].role != "system":
        yield Message(role="system", content=text)
        yield from messages
    else:
        yield Message(role="system", content=f"{messages[0].content}\n\n{text}")
        yield from messages[1:]
