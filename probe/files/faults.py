"""Read small hand-written files, and collect their faults instead of stopping at the first."""

import tomllib
from collections.abc import Sequence
from pathlib import Path


class Faults:
    """A growing list of faults, one line each: the file, the problem, the fix."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.lines)

    def add(self, path: Path, what: str, fix: str) -> None:
        """Record one fault of ``path``, as one line whatever the file or its name contains."""
        line = f"{path}: {what}; {fix}"
        self.lines.append("".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line))


def read_text(path: Path, faults: Faults) -> str:
    """Return the text of ``path`` with normalised line ends and no outer whitespace; empty if a fault was added."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        faults.add(path, "missing", "add the file")
        return ""
    except OSError as error:
        faults.add(path, f"cannot be read ({error.strerror})", "check that it is a file and that you may read it")
        return ""
    try:
        text = raw.decode("utf-8-sig")
        bad = text.find("\0")
    except UnicodeDecodeError as error:
        text, bad = "", error.start
    if bad >= 0:
        line = raw.count(b"\n", 0, bad) + 1
        faults.add(path, f"not UTF-8 text (line {line}, byte {bad + 1})", "save it in the encoding UTF-8")
        return ""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        faults.add(path, "empty", "write its text")
    return text


def read_table(path: Path, keys: Sequence[str], faults: Faults, lists: Sequence[str] = ()) -> dict[str, str]:
    """Return the table of a TOML file with exactly ``keys`` and ``lists``; empty if a fault was added.

    Each of ``keys`` is a non-empty text; each of ``lists`` is a non-empty text or a list of them, returned as lines. A
    missing file is a fault.
    """
    before = len(faults.lines)
    text = read_text(path, faults)
    if not text:
        return {}
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        faults.add(path, f"not valid TOML: {error}", "fix it there")
        return {}
    for key in table:
        if key not in (*keys, *lists):
            faults.add(path, f"unknown key {key!r}", f"choose among {', '.join((*keys, *lists))}")
    values: dict[str, str] = {}
    for key in (*keys, *lists):
        value = table.get(key)
        pieces = value if key in lists and isinstance(value, list) else [value]
        if key not in table:
            faults.add(path, f"no key {key!r}", f'add {key} = "…"')
        else:
            texts = [piece.strip() for piece in pieces if isinstance(piece, str) and piece.strip()]
            if not texts or len(texts) < len(pieces):
                wanted = "a text or a list of texts" if key in lists else "a text"
                faults.add(path, f"{key} is not {wanted}", f'write {key} = "…" with a text that is not empty')
            values[key] = "\n".join(texts)
    return values if len(faults.lines) == before else {}
