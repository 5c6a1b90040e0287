"""Decoding parameters: those of a call, and those in a model's name (``openai/m?temperature=0.7&max_tokens=2000``)."""

import math
from collections.abc import Callable, Collection, Mapping

from probe.errors import InputError
from probe.values import ModelSpec

Parameter = bool | float | int | str
Parameters = Mapping[str, Parameter]
Option = tuple[Callable[[str], Parameter], str]
"""The reader of an option in a model's name, which raises ValueError, and its valid values in words."""

RESPONSE_FORMAT = "response_format"
JSON_SCHEMA = "json_schema"
"""The value of ``response_format`` that answers record; the schema that is sent follows from the call's purpose."""


TOOLS = "tools"
FUNCTIONS = "functions"
"""The value of ``tools`` that answers record: the definitions that are sent are those of the request."""


def number_between(low: float, high: float) -> Callable[[str], float]:
    """Return the reader of a number in this range."""

    def read(text: str) -> float:
        number = float(text)
        if not (math.isfinite(number) and low <= number <= high):
            raise ValueError(f"a number from {low:g} to {high:g}")
        return number

    return read


def whole_number(low: int) -> Callable[[str], int]:
    """Return the reader of a whole number of at least ``low``."""

    def read(text: str) -> int:
        number = int(text)
        if not low <= number < 2**31:
            raise ValueError(f"a whole number from {low}")
        return number

    return read


def word(text: str) -> str:
    """Return ``text``. Raise ValueError if it is not one word."""
    if not (text.isascii() and text.isalnum() and len(text) <= 20):
        raise ValueError("one word, such as low")
    return text


def _switch(text: str) -> str:
    if text not in ("on", "off", "auto"):
        raise ValueError(_SWITCH)
    return text


_SWITCH = "on, off or auto"

OPTIONS: Mapping[str, Option] = {
    "temperature": (number_between(0, 2), "a number from 0 to 2"),
    "top_p": (number_between(0, 1), "a number from 0 to 1"),
    "max_tokens": (whole_number(1), "a whole number from 1"),
    "seed": (whole_number(0), "a whole number from 0 to 2147483647"),
    "reasoning_effort": (word, "one word, such as low"),
    "verbosity": (word, "one word, such as low"),
    "frequency_penalty": (number_between(-2, 2), "a number from -2 to 2"),
    "presence_penalty": (number_between(-2, 2), "a number from -2 to 2"),
    "top_k": (whole_number(1), "a whole number from 1"),
    "min_p": (number_between(0, 1), "a number from 0 to 1"),
}
"""The parameters that a model's name can set, in the protocol's names, and what each accepts."""


def own_parameters(spec: ModelSpec, provider_options: Mapping[str, Option] | None = None) -> dict[str, Parameter]:
    """Return the parameters in a model's name; ``provider_options`` are the options of its provider.

    Raises InputError for an unknown option or an unusable value.
    """
    options = {name: text for name, text in spec.options.items() if name not in ("base_url", "batch")}
    batch = {"batch": (word, "how long it may take, such as 24h"), "structured": (_switch, _SWITCH)}
    parameters = read_options(spec, options, {**OPTIONS, **(provider_options or {}), **batch}, extra_name="base_url")
    return {name: value for name, value in parameters.items() if name != "structured"}


def read_options(
    spec: ModelSpec,
    options: Mapping[str, str],
    supported_options: Mapping[str, Option],
    *,
    extra_name: str | None = None,
) -> dict[str, Parameter]:
    """Return the values of ``options``; ``extra_name`` is an option that is read elsewhere. Raises InputError."""
    parameters: dict[str, Parameter] = {}
    for name, text in options.items():
        if name not in supported_options:
            names = ", ".join(filter(None, (extra_name, *supported_options)))
            raise InputError(f"{spec}: unknown option {name!r}: the options are {names}")
        read_value, form = supported_options[name]
        try:
            parameters[name] = read_value(text)
        except ValueError:
            raise InputError(f"{spec}: {name}={text}: write {form}") from None
    return parameters


def refuse_ineffective(
    spec: ModelSpec, parameters: Parameters, ignored_names: Collection[str], maxima: Mapping[str, float]
) -> None:
    """Raise InputError for a parameter in a model's name that its provider would ignore or cut to its own maximum."""
    forced_names = {RESPONSE_FORMAT} if spec.options.get("structured") == "on" else set()
    for name in sorted((parameters.keys() | forced_names) & set(ignored_names)):
        option = "structured=on" if name in forced_names else name
        raise InputError(f"{spec}: {spec.provider} ignores {name}: remove {option} from the model's name")
    for name, limit in maxima.items():
        if isinstance(value := parameters.get(name), float | int) and value > limit:
            raise InputError(f"{spec}: {spec.provider} takes {name} up to {limit:g}: lower it in the model's name")
