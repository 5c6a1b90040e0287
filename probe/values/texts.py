"""The text of a dilemma: its options, the position of its cue, and how to display it safely."""

import difflib
import re
import unicodedata

from probe.values.base import Value

_LINE = re.compile(
    r"^(?P<lead>[ \t]*(?:[-*•][ \t]*)?\**[Oo]ption )(?P<letter>[AB])(?P<mark>\**[ \t]*[:.)–-]\**[ \t]*)(?P<body>.*)$",
    re.M,
)
_LABELS = re.compile(
    r"(?<![\w-])(?P<first>[\w-]++)(?P<mark_a>\s*\((?:[Oo]ption )?A\))(?P<between>,? or )"
    r"(?P<second>[\w-]++)(?P<mark_b>\s*\((?:[Oo]ption )?B\))"
)
FENCE = re.compile(
    r"^[ \t]*(?P<fence>`{3,}+|~{3,}+)[^\n`]*+\n(?P<body>.*?)(?:\n[ \t]*(?P=fence)[ \t]*$|\Z)", re.M | re.S
)
"""A fenced block of Markdown; one that is never closed ends with the text."""
_MENTION = re.compile(r"\b([Oo]ption )([AB])\b")
_NAMED_OPTION = re.compile(r"\boptions?[\s_]+[AB]\b", re.I)
# A letter that refers to an option implicitly ("go with B", "(A)") looks the same as a name: B-tree, A/B test.
_BARE_LETTER = re.compile(r"(?<![\w/-])(?:\([AB]\)|B)(?![\w/+#-])")
_OTHER = {"A": "B", "B": "A"}
LONGEST_TEXT = 20_000
"""The longest text of a dilemma that an author may write, in characters; the longest composed one has 3,000."""
MOST_ALIGNED_WORDS = 4_000
"""Words of two texts that are aligned; with more, only equal beginnings and ends are left out: alignment takes time
that grows with the product of the lengths."""


def closing_question(text: str) -> str:
    """Return the last line of ``text`` if it ends in a question mark, else the empty string."""
    last_line = text.rstrip().rpartition("\n")[2].strip()
    return last_line if last_line.endswith("?") else ""


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
    segments = [
        _rename(text[: first.start()]),
        first["lead"] + "A" + first["mark"] + _rename(second["body"]),
        text[first.end() : second.start()],
        second["lead"] + "B" + second["mark"] + _rename(first["body"]),
        _rename(text[second.end() : body_end]),
        text[max(body_end, second.end()) :],
    ]
    remaining_text = text[: first.start()] + first["body"] + second["body"] + text[second.end() :]
    return None if _BARE_LETTER.search(_MENTION.sub("", remaining_text)) else "".join(segments)


def mentions_option(text: str) -> bool:
    """Whether ``text`` names one of the options, as texts (``Option A``) or as programs (``option_A``) do."""
    return _NAMED_OPTION.search(text) is not None


def _exchange_labels(text: str) -> str | None:
    labels = _LABELS.search(text)
    if labels is None or labels["first"] == labels["second"]:
        return None
    head, tail = text[: labels.start()], text[labels.end() :]
    if _BARE_LETTER.search(_MENTION.sub("", head + tail)):
        return None
    middle = labels["second"] + labels["mark_a"] + labels["between"] + labels["first"] + labels["mark_b"]
    return _rename(head) + middle + _rename(tail)


def _one_line_each(text: str, lines: list[re.Match[str]]) -> bool:
    """Whether both options end with their line: nothing but a blank line or the closing question follows."""
    first, second = lines
    text_between = text[first.end() : second.start()].strip()
    following_lines = text[second.end() :].split("\n", 2)[1:2]
    following_text = following_lines[0].strip() if following_lines else ""
    return not text_between and (not following_text or following_text == closing_question(text))


def _rename(text: str) -> str:
    return _MENTION.sub(lambda mention: mention[1] + _OTHER[mention[2]], text)


_SENTENCE = re.compile(r"[ \t\n]+|[^ \t\n](?:[^\n.!?]|[.!?]++(?=\S))*+(?:[.!?]++|(?=\n)|$)")


class Passage(Value):
    """The sentences in which two texts differ.

    ``head + original + tail`` is the unbiased text and ``head + cued + tail`` the biased one; ``original`` is empty if
    the biased text only adds sentences.
    """

    head: str
    original: str
    cued: str
    tail: str

    def with_words(self, words: str) -> str:
        """Return the text with ``words`` in place of the cue, between the blanks around it."""
        start = len(self.cued) - len(self.cued.lstrip())
        end = len(self.cued.rstrip())
        return self.head + self.cued[:start] + words.strip() + self.cued[end:] + self.tail


def passage_of(unbiased: str, biased: str) -> Passage:
    """Return the passage from the first to the last differing sentence; line endings also end a sentence."""
    unbiased_sentences, biased_sentences = _sentences(unbiased), _sentences(biased)
    shortest = min(len(unbiased_sentences), len(biased_sentences))
    start = next((index for index in range(shortest) if unbiased_sentences[index] != biased_sentences[index]), shortest)
    end = next(
        (index for index in range(shortest - start) if unbiased_sentences[-1 - index] != biased_sentences[-1 - index]),
        shortest - start,
    )
    return Passage(
        head="".join(unbiased_sentences[:start]),
        original="".join(unbiased_sentences[start : len(unbiased_sentences) - end]),
        cued="".join(biased_sentences[start : len(biased_sentences) - end]),
        tail="".join(unbiased_sentences[len(unbiased_sentences) - end :]),
    )


def _sentences(text: str) -> list[str]:
    """Return the sentences and, as separate items, the blanks between them."""
    return [sentence[0] for sentence in _SENTENCE.finditer(text)]


def around_change(unbiased: str, biased: str, words: int) -> tuple[str, str]:
    """Return the stretch of each text around the words in which they differ, of at most ``words`` words in all.

    Both stretches have the same words before and after the change. Texts within the limit are returned whole.
    """
    unbiased_words, biased_words = unbiased.split(" "), biased.split(" ")
    longest = max(len(unbiased_words), len(biased_words))
    if longest <= words:
        return unbiased, biased
    shortest = min(len(unbiased_words), len(biased_words))
    start_count = next((index for index in range(shortest) if unbiased_words[index] != biased_words[index]), shortest)
    end_count = next(
        (index for index in range(shortest - start_count) if unbiased_words[-1 - index] != biased_words[-1 - index]),
        shortest - start_count,
    )
    context_words = max(0, words - (longest - start_count - end_count))
    words_after = min(end_count, max(context_words // 2, context_words - start_count))
    words_before = min(start_count, context_words - words_after)
    stretches = (
        " ".join(text[start_count - words_before : len(text) - end_count + words_after])
        for text in (unbiased_words, biased_words)
    )
    return next(stretches), next(stretches)


def words_put_in(text: str, other_text: str) -> str:
    """Return the words of ``other_text`` that ``text`` lacks at their position, with a blank between them."""
    text_words, other_words = text.split(), other_text.split()
    if len(text_words) + len(other_words) > MOST_ALIGNED_WORDS:
        start = _common_start(text_words, other_words)
        end = _common_start(text_words[start:][::-1], other_words[start:][::-1])
        return " ".join(other_words[start : len(other_words) - end])
    # By default, frequent words in texts of 200 words or more would be ignored.
    edits = difflib.SequenceMatcher(None, text_words, other_words, autojunk=False).get_opcodes()
    return " ".join(" ".join(other_words[start:end]) for tag, _, _, start, end in edits if tag != "equal")


def _common_start(first: list[str], second: list[str]) -> int:
    """Return how many words two lists have in common from their beginning."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((number for number, (word, other_word) in pairs if word != other_word), min(len(first), len(second)))


_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")
_HIDDEN_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def visible(text: str) -> str:
    """Return ``text`` with control and direction characters replaced by visible symbols; line endings and tabs remain.

    This includes lone surrogates, which no file can store.
    """
    # This is the case for most texts, and fast to check.
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char in "\n\t" or not _is_hidden(char) else _symbol(char) for char in text)


def visible_line(text: str) -> str:
    """Return ``text`` as ``visible`` does, with line endings and tabs shown as well, so that it stays on one line."""
    return "".join(_symbol(char) if char in "\n\t" else char for char in visible(text))


def spreadsheet_text(text: str) -> str:
    """Return ``text`` so that no spreadsheet runs it as a formula: an apostrophe precedes text that could be one.

    A text that begins with an apostrophe gets another one, so that ``without_guard`` restores every text. What no CSV
    file can store, lone surrogates and NUL, is replaced.
    """
    storable = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\N{REPLACEMENT CHARACTER}")
    return "'" + storable if storable.startswith(_FORMULA_STARTS) else storable


def without_guard(text: str) -> str:
    """Return a text as it was before ``spreadsheet_text``."""
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA_STARTS) else text


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in _HIDDEN_CATEGORIES


def _symbol(char: str) -> str:
    return chr(0x2400 + ord(char)) if ord(char) < 0x20 else f"<U+{ord(char):04X}>"


def without_fence(text: str) -> str:
    """Return the content of the first fence, else the text itself, without surrounding blank lines."""
    fence = FENCE.search(text)
    return (fence["body"] if fence else text).strip("\n").strip()


def with_capital(text: str) -> str:
    """Return ``text`` with a capital letter first; the rest stays as it is."""
    return text[:1].upper() + text[1:]
