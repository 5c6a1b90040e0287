"""Find the options in a dilemma's text, and exchange them.

Two forms are supported: a separate line for each option (``- Option A: …``), and two
one-word labels in the closing question (``appropriate (Option A) or inappropriate (Option B)``).
"""

import re

_LINE = re.compile(
    r"^(?P<lead>[ \t]*(?:[-*•][ \t]*)?\**[Oo]ption )(?P<letter>[AB])(?P<mark>\**[ \t]*[:.)–-]\**[ \t]*)(?P<body>.*)$",
    re.M,
)
_LABELS = re.compile(
    r"(?P<first>[\w-]+)(?P<mark_a>\s*\((?:[Oo]ption )?A\))(?P<between>,? or )"
    r"(?P<second>[\w-]+)(?P<mark_b>\s*\((?:[Oo]ption )?B\))"
)
_MENTION = re.compile(r"\b([Oo]ption )([AB])\b")
_NAMED = re.compile(r"\boptions?[\s_]+[AB]\b", re.I)
# A letter that refers to an option implicitly ("go with B", "(A)") looks the same as a name: B-tree, A/B test.
_BARE = re.compile(r"(?<![\w/-])(?:\([AB]\)|B)(?![\w/+#-])")
_OTHER = {"A": "B", "B": "A"}


def closing_question(text: str) -> str:
    """Return the last line of ``text`` if it ends in a question mark, else the empty string."""
    last = text.rstrip().rpartition("\n")[2].strip()
    return last if last.endswith("?") else ""


def option_texts(text: str) -> dict[str, str] | None:
    """Return the text of each option, keyed by its letter; None if the text does not name two options in this form."""
    lines = list(_LINE.finditer(text))
    if [line["letter"] for line in lines] == ["A", "B"]:
        return {line["letter"]: line["body"].strip() for line in lines}
    labels = _LABELS.search(text)
    return {"A": labels["first"], "B": labels["second"]} if labels else None


def exchange_options(text: str) -> str | None:
    """Return ``text`` with the meanings of A and B exchanged, None if that is not possible mechanically.

    The bodies of the option lines (or the labels in the question) change places, and every other mention of an option
    is renamed so that it still means the same thing; the closing "Option A or Option B?" is unchanged.
    """
    lines = list(_LINE.finditer(text))
    if not lines:
        return _exchange_labels(text)
    if [line["letter"] for line in lines] != ["A", "B"] or not _one_line_each(text, lines):
        return None
    first, second = lines
    question = closing_question(text)
    body_end = len(text.rstrip()) - len(question)
    pieces = [
        _rename(text[: first.start()]),
        first["lead"] + "A" + first["mark"] + _rename(second["body"]),
        text[first.end() : second.start()],
        second["lead"] + "B" + second["mark"] + _rename(first["body"]),
        _rename(text[second.end() : body_end]),
        text[max(body_end, second.end()) :],
    ]
    outside = text[: first.start()] + first["body"] + second["body"] + text[second.end() :]
    return None if _BARE.search(_MENTION.sub("", outside)) else "".join(pieces)


def mentions_option(text: str) -> bool:
    """Whether ``text`` names one of the options, as texts (``Option A``) or as programs (``option_A``) do."""
    return _NAMED.search(text) is not None


def _exchange_labels(text: str) -> str | None:
    labels = _LABELS.search(text)
    if labels is None or labels["first"] == labels["second"]:
        return None
    head, tail = text[: labels.start()], text[labels.end() :]
    if _BARE.search(_MENTION.sub("", head + tail)):
        return None
    middle = labels["second"] + labels["mark_a"] + labels["between"] + labels["first"] + labels["mark_b"]
    return _rename(head) + middle + _rename(tail)


def _one_line_each(text: str, lines: list[re.Match[str]]) -> bool:
    """Whether both options end with their line: nothing but a blank line or the closing question follows."""
    first, second = lines
    between = text[first.end() : second.start()].strip()
    after = text[second.end() :].split("\n", 2)[1:2]
    follows = after[0].strip() if after else ""
    return not between and (not follows or follows == closing_question(text))


def _rename(text: str) -> str:
    return _MENTION.sub(lambda mention: mention[1] + _OTHER[mention[2]], text)
