"""The form of options: fields with help and bounds, and the base class that checks them."""

from __future__ import annotations

import ast
import math
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, fields
from inspect import get_annotations
from typing import Any, Literal, TypeVar, dataclass_transform, get_args, get_origin

from probe.errors import InputError
from probe.extensions import bulk_engines

Value = TypeVar("Value")
Kind = Literal[
    "text",
    "whole",
    "number",
    "flag",
    "choice",
    "path",
    "source",
    "output",
    "stream",
    "model",
    "bias",
    "label",
    "shard",
    "protocol",
    "importable",
    "exportable",
    "engine",
]
"""What the text of an option is read as.

The last four are names of extensions that are installed: protocols, formats to import and to export, and engines.

Three kinds are paths. A source is read; ``-`` is standard input. An output is written, and so is a stream, where ``-``
is standard output.
"""

GROUPS = (
    "Options",
    "What is wanted",
    "What is expected",
    "Subject and questions",
    "Items",
    "Models by role",
    "Checks",
    "One format only",
    "One protocol only",
    "Models",
    "Limits",
    "Parts and workers",
    "Output",
)
"""The headings of ``--help``, in their order."""
OPTIONS, REQUEST, EXPECTED, SUBJECT, ITEMS, ROLES, CHECKS, FORMATS, PROTOCOLS, MODELS, LIMITS, WORKERS, OUTPUT = GROUPS
KEY = "setting"
"""Where the metadata of a dataclass's field contains its Setting."""


LONGEST_LABEL = 60
"""Characters of a name that fits into a table."""


def is_label(value: object) -> bool:
    """Whether a value is a short name: printable characters on one line."""
    return isinstance(value, str) and 0 < len(value.strip()) <= LONGEST_LABEL and value.strip().isprintable()


@dataclass(frozen=True)
class Setting:
    """What a field means to its users.

    ``flags`` are its names on the command line, none for an argument or a field of Python alone; ``earlier`` are those
    of earlier versions, which are accepted but not listed. ``default_text`` is what help gives as the default where the
    use case works it out. ``required`` and ``nargs`` (-1: any number) are about the command line. ``grows`` says that a
    resumed run may have another value, ``recorded`` is its name in a run's record. ``keyword`` is the keyword, or the
    function, of Python that does the same, None for one with the field's name.
    """

    name: str
    help: str
    kind: Kind
    default: Any
    flags: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    metavar: str | None = None
    group: str = OPTIONS
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    multiple: bool = False
    required: bool = False
    nargs: int = 1
    default_text: str | None = None
    grows: bool = False
    recorded: str = ""
    argument: bool = False
    keyword: str | None = None

    def check(self, value: Any) -> None:
        """Raise InputError, which names the field and what it takes, if ``value`` is out of bounds."""
        if value is None and self.default is None:
            return
        if self.required and self.nargs == -1 and isinstance(value, Collection) and not value:
            raise InputError(f"{self.name}={value!r}: give at least one")
        # A text can be iterated too, but its letters are not meant.
        is_collection = self.multiple and isinstance(value, Iterable) and not isinstance(value, str)
        for element in value if is_collection else (value,):
            if not self._fits(element):
                raise InputError(f"{self.name}={element!r}: {self.expected_form}")

    def _fits(self, value: Any) -> bool:
        if self.kind == "label":
            return is_label(value)
        if self.kind in ("choice", "engine"):
            return value == self.default or value in self.allowed
        if self.kind not in ("whole", "number"):
            return True
        # bool is a subclass of int, but True is never meant as a number.
        numeric = isinstance(value, int if self.kind == "whole" else (int, float)) and not isinstance(value, bool)
        low, high = -math.inf if self.least is None else self.least, math.inf if self.most is None else self.most
        return numeric and math.isfinite(value) and low <= value <= high

    @property
    def allowed(self) -> tuple[str, ...]:
        """The values of a choice; engines are those that are installed."""
        return bulk_engines() if self.kind == "engine" else self.choices

    @property
    def limits(self) -> str:
        """What help adds about values: choices or bounds, and the default."""
        value_text = [self.expected_form.partition(" ")[2]] if self.choices or self.least is not None else []
        default = self.default_text or ("" if self.default in (None, (), False) else str(self.default))
        return "; ".join([*value_text, *([f"default {default}"] if default else [])])

    @property
    def expected_form(self) -> str:
        """What the option takes, in words."""
        if self.kind in ("choice", "engine"):
            return f"choose one of {', '.join(self.allowed)}"
        if self.kind == "label":
            return f"give 1 to {LONGEST_LABEL} printable characters"
        name = "whole number" if self.kind == "whole" else "number"
        if self.least is None:
            return f"give a {name}"
        limits = f"of at least {self.least}" if self.most is None else f"from {self.least} to {self.most}"
        return f"give a {name} {limits}"


def option(line: str, *flags: str, default: Value, python_only: bool = False, **details: Any) -> Value:
    """Return a field with ``line`` as its help; ``details`` are other fields of Setting.

    Without a flag that begins with ``--``, it is the name of the field; ``python_only`` fields have none. Without a
    ``kind``, it follows from the default and the bounds; a field that is annotated with a Literal is a choice.
    """
    if not (python_only or any(flag.startswith("--") for flag in flags)):
        flags = ("", *flags)
    details = {"kind": _kind_of(default, details), "help": line, "default": default, "flags": flags, **details}
    option_field: Value = field(default=default, metadata={KEY: details})
    return option_field


def argument(line: str, *flags: str, kw_only: bool, **details: Any) -> Any:
    """Return a field that is an argument of the command, or with ``flags`` an option of it that has no default.

    It is required unless ``details`` have a default. ``kw_only`` says whether Python takes it by name only; it is
    written out in every class because type checkers read it there.
    """
    setting_details = {"kind": "source", "default": None, "required": "default" not in details, **details}
    default = {"default": details["default"]} if "default" in details else {}
    return field(
        kw_only=kw_only,
        metadata={KEY: setting_details | {"help": line, "flags": flags, "argument": not flags}},
        **default,
    )


def output(line: str, *, default: None, metavar: str, required: bool = True, **details: Any) -> Any:
    """Return the field of ``--out``: the file or folder that a command writes.

    ``required`` is about the command line alone: a Python function may do without. ``default`` is written out because
    type checkers read it there.
    """
    setting_details = {"kind": "output", "metavar": metavar, "required": required, "group": OUTPUT, **details}
    return option(line, "--out", "-o", default=default, **setting_details)


def path_option(
    line: str, *flags: str, default: Value, metavar: str | None = "FILE", group: str = OPTIONS, **details: Any
) -> Value:
    """Return the field of an option that names a file or folder which is read, or one which is written by the way."""
    return option(line, *flags, default=default, kind="path", metavar=metavar, group=group, **details)


def role(line: str, *flags: str, default: Value, **details: Any) -> Value:
    """Return the field of the model that has a role."""
    return option(line, *flags, default=default, kind="model", group=ROLES, **details)


def protocol_option(line: str, *, default: Value, **details: Any) -> Value:
    """Return the field of a command's option that is a setting of one protocol: in Python it is among ``choices``."""
    return option(line, default=default, group=PROTOCOLS, keyword="choices", **details)


def share(line: str, *, default: Value, **details: Any) -> Value:
    """Return the field of a share, from 0 to 1."""
    return option(line, default=default, kind="number", least=0, most=1, **details)


def dollars(line: str, *, default: Value, group: str) -> Value:
    """Return the field of an amount of US dollars."""
    return option(line, default=default, kind="number", least=0, group=group)


def repetitions(*, default: None, usual: int, grows: bool) -> Any:
    """Return the field of how often each text is shown, ``usual`` times by default."""
    line = "How often each text is shown; with --logprobs once in each order."
    return option(line, default=default, default_text=str(usual), least=1, most=100, group=SUBJECT, grows=grows)


def html_page(*, default: None, **details: Any) -> Any:
    """Return the field of the page that a command writes."""
    return path_option("Write the result as a single HTML page to share.", default=default, group=OUTPUT, **details)


def processes(line: str, *, default: Value) -> Value:
    """Return the field of the number of processes, whose ``line`` says what they do."""
    return option(line, default=default, least=1, most=4096, group=WORKERS)


def _kind_of(default: object, details: dict[str, Any]) -> Kind:
    if isinstance(default, bool):
        return "flag"
    number = default if isinstance(default, (int, float)) else details.get("least", details.get("most"))
    if number is None:
        return "text"
    return "number" if isinstance(number, float) else "whole"


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(
        option,
        argument,
        output,
        path_option,
        role,
        protocol_option,
        share,
        dollars,
        repetitions,
        html_page,
        processes,
    ),
)
def options(options_class: type[Value]) -> type[Value]:
    """Make a frozen dataclass of keywords from ``options_class``; type checkers see its fields as they are written."""
    return dataclass(frozen=True, kw_only=True)(options_class)


@options
class Options:
    """The base of all options: values out of bounds are refused wherever they come from."""

    def __post_init__(self) -> None:
        """Raise InputError for the first value that is out of bounds."""
        for setting in settings_of(type(self)):
            value = getattr(self, setting.name)
            accepts_several = setting.multiple or setting.nargs == -1
            if accepts_several and isinstance(value, Iterator):  # which can be read only once, and the check reads it
                value = tuple(value)
                object.__setattr__(self, setting.name, value)
            setting.check(value)


def settings_of(options_class: type[Options]) -> tuple[Setting, ...]:
    """Return the settings of a class of options: first its own, then those that it shares with others."""
    # Dataclasses put inherited fields first, but help begins with the command's own.
    owners = {
        name: base_class for base_class in reversed(options_class.__mro__) for name in get_annotations(base_class)
    }
    order = list(dict.fromkeys(name for base_class in options_class.__mro__ for name in get_annotations(base_class)))
    settings = []
    for dataclass_field in sorted(fields(options_class), key=lambda dataclass_field: order.index(dataclass_field.name)):
        details = dict(dataclass_field.metadata[KEY])
        if choices := details.get("choices") or _values_of(owners[dataclass_field.name], dataclass_field.name):
            details |= {"kind": "choice", "choices": choices}
        flags = (flag or f"--{dataclass_field.name.replace('_', '-')}" for flag in details.pop("flags"))
        settings.append(Setting(name=dataclass_field.name, flags=tuple(flags), **details))
    return tuple(settings)


def _values_of(options_class: type, name: str) -> tuple[str, ...]:
    """Return the values of a field that is annotated with a Literal, or with the name of one; else none."""
    annotation, names = str(get_annotations(options_class)[name]), vars(sys.modules[options_class.__module__])
    if literal_match := re.search(r"Literal\[([^]]*)\]", annotation):
        return tuple(ast.literal_eval(f"({literal_match[1]},)"))
    annotation_values = (names.get(word) for word in re.findall(r"\w+", annotation))
    return next((get_args(value) for value in annotation_values if get_origin(value) is Literal), ())


def growing_fields(options_class: type[Options]) -> tuple[str, ...]:
    """Return the names, as a run records them, of what may differ when the run is resumed."""
    return tuple(
        dict.fromkeys(setting.recorded or setting.name for setting in settings_of(options_class) if setting.grows)
    )


def refuse(given_options: Options, names: Collection[str], reason: str) -> None:
    """Raise InputError with ``reason`` for the first of the options in ``names`` that is not as by default."""
    for setting in settings_of(type(given_options)):
        if setting.name in names and getattr(given_options, setting.name) not in (None, (), setting.default):
            name = setting.flags[0] if setting.flags else setting.name  # fields of Python alone have no flags
            raise InputError(f"{name} {reason}")
