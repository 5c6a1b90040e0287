"""Read prompts from files: a Markdown or other text file is one prompt; each line of a JSONL file is one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from probe.errors import InputError
from probe.files.streams import read_lines
from probe.inputs import read_text

JSON_LINES = ".jsonl"
FIELDS = ("prompt", "text", "content", "messages")
"""The fields of a line in which a prompt is looked for, in this order."""


_OBJECT = re.compile(r"^\s*\{\s*[\"}]")
"""How a JSON object begins; a template may begin with a brace as well."""


class Prompt(NamedTuple):
    """A prompt and its source: the ``file``, and the ``row`` of a JSONL file, 0 for a whole file."""

    name: str
    text: str
    file: str = ""
    row: int = 0


def read_prompts(files: Sequence[Path], standard_input: Path | None = None) -> tuple[Prompt, ...]:
    """Return the prompts in ``files``; the one that is ``standard_input`` is JSONL if it begins with a JSON object.

    Raises InputError for a file that cannot be read, a line without a prompt, or an empty prompt.
    """
    return tuple(prompt for file in files for prompt in _prompts(file, is_input=file == standard_input))


def read_wording(file: Path) -> str:
    """Return the text of a wording. Raises InputError for a file that cannot be read or is empty."""
    text = read_text(file, mark=True)
    if not text.strip():
        raise InputError(f"{file}: is empty; write the text of a wording")
    return text


def _prompts(file: Path, *, is_input: bool) -> Iterator[Prompt]:
    name = "standard input" if is_input else str(file)
    # A large JSONL file is read line by line; only the form of standard input has to be inspected.
    text = "" if not is_input and file.suffix == JSON_LINES else read_text(file, mark=True)
    if file.suffix == JSON_LINES and (not is_input or _OBJECT.match(text)):
        yield from _lines(file, name)
        return
    yield Prompt(name, _require_text(text, name), name)


def _lines(file: Path, name: str) -> Iterator[Prompt]:
    location = ""
    for line in read_lines(file):
        location = line.location.replace(str(file), name)
        yield Prompt(
            location,
            _require_text(_text_in(line.content(), location), location),
            name,
            int(location.rpartition(" ")[2]),
        )
    if not location:
        raise InputError(f"{name}: contains no prompt; write one JSON object per line, with the field prompt")


def _text_in(content: Mapping[str, JsonValue], location: str) -> str:
    """Return the prompt in a line; of a list of messages, all but the assistant's."""
    value = next((content[field] for field in FIELDS if field in content), None)
    if isinstance(value, list):
        contents = [
            message.get("content")
            for message in value
            if isinstance(message, dict) and message.get("role") != "assistant"
        ]
        value = "\n\n".join(text for text in contents if isinstance(text, str))
    if not isinstance(value, str):
        raise InputError(f"{location}: no prompt; write it as text in the field {', '.join(FIELDS[:-1])} or messages")
    return value


def _require_text(text: str, location: str) -> str:
    if not text.strip():
        raise InputError(f"{location}: the prompt is empty; write a text")
    return text
