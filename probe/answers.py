"""Parse the answers of models: strict about meaning, lenient about decoration.

Bold marks, quotes, missing blank lines and CRLF are accepted. An answer that cannot be read raises
UnreadableAnswerError: the caller keeps and counts the raw answer; nothing is ever guessed.
"""

import math
import re
from collections.abc import Mapping
from typing import Literal

from probe.values import Programs, Texts, Value
from probe.values.texts import FENCE, unfenced

CONSULT = re.compile(r":-\s*consult\(\s*['\"]?axioms(?:\.pl)?['\"]?\s*\)\s*\.")
"""The directive with which both programs of a pair begin."""

_PAIR = re.compile(r"^[\s#*_>-]*Pair\s+\d+\b.*$", re.M | re.I)
_HEADING = re.compile(r"^\s*(?:#{1,6}\s*|\*\*\s*)(?P<name>[^\n#*`]+?)\s*(?:\*\*)?\s*:?\s*(?:#+\s*)?$", re.M)
_DECISION = re.compile(r"^[\s>*_#\"'`-]*Decision[\s*_\"'`]*:[\s*_\"'`]*(?P<said>[^\n]*)$", re.M | re.I)
_EXPLANATION = re.compile(
    r"Explanation[\s*_\"'`]*:[\s*_]*(?P<said>.*?)(?=^[\s>*_#\"'`-]*Decision[\s*_\"'`]*:|\Z)", re.M | re.I | re.S
)
_MENTION = re.compile(r"\boptions?[\s_*]*([AB])\b", re.I)
_BARE_LETTER = re.compile(r"\(?([AB])\)?")
_NEGATION = re.compile(r"\b(?:not|neither|nor|against|avoid|instead|rather)\b|n[’']t\b", re.I)
_DECORATION = " \t.,;:!*_\"'`“”"


class UnreadableAnswerError(Exception):
    """An answer that does not have the requested form; the text names what is missing."""


class Judgement(Value):
    """A judge's Yes or No, and the reason."""

    yes: bool
    explanation: str


class Choice(Value):
    """The option that an answer chooses, in the letters that the text showed, and the reason."""

    letter: Literal["A", "B"]
    explanation: str


class Quotation(Value):
    """The words that state one fact in each text; None if a judge found none."""

    unbiased: str | None
    biased: str | None


def read_expansion(answer: str) -> tuple[Texts | None, ...]:
    """Return the pairs in an author's answer in order, with None for each pair that cannot be read.

    Raises UnreadableAnswerError if there is no heading of a pair.
    """
    text = _plain(answer)
    starts = [found.end() for found in _PAIR.finditer(text)]
    if not starts:
        raise UnreadableAnswerError("no '# Pair n' heading")
    ends = [*[found.start() for found in _PAIR.finditer(text)][1:], len(text)]
    return tuple(_read_pair(text[start:end]) for start, end in zip(starts, ends, strict=True))


def _read_pair(text: str) -> Texts | None:
    parts = _sections(text)
    unbiased, biased = _starting(parts, "unbiased"), _starting(parts, "biased")
    return Texts(unbiased=unfenced(unbiased), biased=unfenced(biased)) if unbiased and biased else None


def read_translation(answer: str) -> Programs:
    """Return the programs and the note; raises UnreadableAnswerError that names what is missing."""
    parts = _sections(_plain(answer))
    code = {}
    for name in ("axioms", "unbiased", "biased"):
        body = parts.get(name) or _starting(parts, name)
        if not body or not unfenced(body):
            raise UnreadableAnswerError(f"no '## {name.capitalize()}' section with a program")
        code[name] = unfenced(body)
    for name in ("unbiased", "biased"):
        if not CONSULT.search(code[name]):
            raise UnreadableAnswerError(f"the {name} program has no line :- consult('axioms').")
    note = _starting(parts, "nl representation") or _starting(parts, "natural")
    if not note:
        raise UnreadableAnswerError("no '## NL Representation of Axioms' section")
    return Programs(**code, note=unfenced(note).strip('`" \n'))


def read_rebuilt(answer: str) -> str:
    """Return the rebuilt dilemma; raises UnreadableAnswerError if there is none."""
    text = unfenced(_plain(answer))
    if not any(char.isalpha() for char in text):
        raise UnreadableAnswerError("the answer contains no word")
    return text


def read_judgement(answer: str) -> Judgement:
    """Return a judge's verdict; raises UnreadableAnswerError if no line decides Yes or No, or lines differ."""
    text = _plain(answer)
    words = {
        said.group("said").strip(_DECORATION).split(" ")[0].strip(_DECORATION).lower()
        for said in _DECISION.finditer(text)
    }
    if len(words) != 1 or not words <= {"yes", "no"}:
        raise UnreadableAnswerError("no line 'Decision: Yes' or 'Decision: No'")
    return Judgement(yes=words == {"yes"}, explanation=_explanation(text))


def read_controls(answer: str) -> tuple[str, str]:
    """Return the passages of placebo and counter-cue; raises UnreadableAnswerError that names what is missing."""
    parts = _sections(_plain(answer))
    found = {name: unfenced(_starting(parts, name) or "") for name in ("placebo", "counter")}
    lacking = [name for name, passage in found.items() if not re.search(r"\w", passage)]
    if lacking:
        raise UnreadableAnswerError(f"no '## {lacking[0].capitalize()}' section with a passage")
    return found["placebo"], found["counter"]


def read_choice(answer: str) -> Choice:
    """Return the chosen option; raises UnreadableAnswerError if none or both are named."""
    letters = decided_letters(answer)
    if len(letters) != 1:
        raise UnreadableAnswerError("no line 'Decision: Option A' or 'Decision: Option B'")
    letter: Literal["A", "B"] = "A" if letters == {"A"} else "B"
    return Choice(letter=letter, explanation=_explanation(_plain(answer)))


def decided_letters(answer: str) -> set[str]:
    """Return the letters of all options that the decision lines of an answer name; only one is a decision."""
    return {letter for said in _DECISION.finditer(_plain(answer)) for letter in _letters(said.group("said"))}


def read_letter(answer: str) -> Literal["A", "B"]:
    """Return the option of an answer that is only a letter; raises UnreadableAnswerError if it names none or both."""
    letters = _letters(_plain(answer).strip(_DECORATION).upper())
    if len(letters) != 1:
        raise UnreadableAnswerError("no letter A or B")
    return "A" if letters == {"A"} else "B"


def letter_probabilities(logprobs: Mapping[str, float]) -> tuple[float, float]:
    """Return the probabilities of A and B in the letters shown: sums over tokens that spell them, such as " a" or "(A".

    ``logprobs`` are natural logarithms by token. Rounding never brings the sum above 1.
    """
    sums = [
        math.fsum(math.exp(value) for token, value in logprobs.items() if spelled(token) == letter) for letter in "AB"
    ]
    total = max(1.0, sum(sums))
    return sums[0] / total, sums[1] / total


def spelled(token: str) -> str:
    """Return a token without blanks, marks and the signs that tokenizers put for a blank, in upper case."""
    return token.strip(_DECORATION + "()[]\n\r▁Ġ").upper()


def _letters(said: str) -> set[str]:
    """Return the options that a decision names; a sentence with a negation names none reliably."""
    bare = _BARE_LETTER.fullmatch(said.strip(_DECORATION))
    if bare:
        return {bare[1]}
    if _NEGATION.search(said):
        return {"A", "B"}
    return {letter.upper() for letter in _MENTION.findall(said)}


def read_grounding(answer: str, facts: int) -> tuple[tuple[Quotation, ...], Judgement]:
    """Return the quotations for each of ``facts`` facts in order, and whether the texts differ only in the cue."""
    text = _plain(answer)
    blocks = re.split(r"^[\s*#_-]*Fact\s+(\d+)\b[^\n]*$", text, flags=re.M | re.I)
    quotations = {int(number): _quotation(block) for number, block in zip(blocks[1::2], blocks[2::2], strict=True)}
    missing = [number for number in range(1, facts + 1) if number not in quotations]
    if missing:
        raise UnreadableAnswerError(f"no block 'Fact {missing[0]}'")
    return tuple(quotations[number] for number in range(1, facts + 1)), read_judgement(text)


def _quotation(block: str) -> Quotation:
    def said(name: str) -> str | None:
        found = re.search(rf"^[\s*_-]*{name}[\s*_]*:[\s*_]*(.+)$", block, re.M | re.I)
        words = found[1].strip().strip("\"“”'`*").strip() if found else "NONE"
        return None if words.upper() == "NONE" else words

    return Quotation(unbiased=said("First"), biased=said("Second"))


def _plain(answer: str) -> str:
    return answer.replace("\r\n", "\n").replace("\r", "\n").strip("﻿ \n\t")


def _sections(text: str) -> dict[str, str]:
    """Map each heading outside fences, in lower case, to the text below it; the first heading of a name counts."""
    fences = [found.span() for found in FENCE.finditer(text)]
    headings = [
        found
        for found in _HEADING.finditer(text)
        if not any(start <= found.start("name") < end for start, end in fences)
    ]
    ends = [*[found.start() for found in headings[1:]], len(text)]
    parts: dict[str, str] = {}
    for found, end in zip(headings, ends, strict=False):
        parts.setdefault(found["name"].strip().lower(), text[found.end() : end])
    return parts


def _starting(parts: dict[str, str], name: str) -> str | None:
    return next((body for heading, body in parts.items() if heading.startswith(name)), None)


def _explanation(text: str) -> str:
    found = _EXPLANATION.search(text)
    return found["said"].strip() if found else ""
