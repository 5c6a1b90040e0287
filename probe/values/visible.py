"""Make untrusted text safe to display: show invisible characters that affect a screen as symbols."""

import unicodedata

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "'")
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def visible(text: str) -> str:
    """Return ``text`` with control and direction characters replaced by visible symbols; line ends and tabs remain.

    This includes lone surrogates, which no file can store.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char in "\n\t" or not _hidden(char) else _symbol(char) for char in text)


def visible_line(text: str) -> str:
    """Return ``text`` as ``visible`` does, with line ends and tabs shown as well, so that it stays on one line."""
    return "".join(_symbol(char) if char in "\n\t" else char for char in visible(text))


def spreadsheet_text(text: str) -> str:
    """Return ``text`` so that no spreadsheet runs it as a formula: an apostrophe precedes text that could be one.

    A text that begins with an apostrophe gets another one, so that ``without_guard`` restores every text.
    """
    return "'" + text if text.startswith(_FORMULA_STARTS) else text


def without_guard(text: str) -> str:
    """Return a text as it was before ``spreadsheet_text``."""
    return text.removeprefix("'")


def _hidden(char: str) -> bool:
    return unicodedata.category(char) in _HIDDEN


def _symbol(char: str) -> str:
    return chr(0x2400 + ord(char)) if ord(char) < 0x20 else f"<U+{ord(char):04X}>"
