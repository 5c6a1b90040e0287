"""Parse the answers of models: strict about meaning, lenient about decoration.

Bold marks, quotes, missing blank lines and CRLF are accepted. An answer that cannot be read raises
UnreadableAnswerError: the caller keeps and counts the raw answer; nothing is guessed.

An answer is untrusted: reading takes time that grows with its length, never with the square. So every repetition can
match in one way only or is possessive (``*+``), and long prefixes are matched line by line.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from probe.values import Programs, Texts, Value
from probe.values.texts import FENCE, LONGEST_TEXT, without_fence

CONSULT = re.compile(r":-\s*consult\(\s*['\"]?axioms(?:\.pl)?['\"]?\s*\)\s*\.")
"""The directive with which both programs of a pair begin."""

LARGEST_ANSWER = 2**20
"""The longest answer that is read, in characters. A longer one is unreadable, regardless of its content."""

LINE_START = r"^(?:[>*_#\"'`“”-]|[^\S\n])*+"
"""The beginning of a line that is only decoration: blanks, and marks of lists, quotations, headings and emphasis."""
MARKS = r"[\s>*_#\"'`“”-]*+"
"""Decoration between words, line ends included."""
_ONLY_MARKS = " \t\r\f\v>*_#\"'`“”-"

_PAIR = re.compile(rf"{LINE_START}Pair\s++\d++\b.*$", re.M | re.I)
_FACT = re.compile(rf"{LINE_START}Fact\s++(\d{{1,6}}+)\b[^\n]*$", re.M | re.I)
_QUOTE = {name: re.compile(rf"{LINE_START}{name}[\s*_]*+:[\s*_]*+(.+)$", re.M | re.I) for name in ("First", "Second")}
_DECISION = re.compile(rf"{LINE_START}Decision{MARKS}:[\s*_\"'`]*+(?P<said>[^\n]*+)$", re.M | re.I)
_BOTH_VERDICTS = re.compile(
    r"(?:yes\b.*\b(?:or|vs|versus)\W+no|no\b.*\b(?:or|vs|versus)\W+yes)\b(?=\W*(?:$|[,;.…]))"
    r"|(?:yes\W+(?:and\W+)?no|no\W+(?:and\W+)?yes)\W*$",
    re.I,
)
"""A judge's line that names both verdicts, as the line in the prompt does."""
_DECISION_LABEL = re.compile(rf"{LINE_START}Decision{MARKS}(?:[0-9]{{1,3}}+{MARKS})?:", re.M | re.I)
_EXPLANATION_LABEL = re.compile(rf"Explanation{MARKS}:", re.I)
_MENTION = re.compile(r"\boptions?[\s_*]*+([AB])\b", re.I)
_PROPOSAL = re.compile(
    rf"{LINE_START}Phrase{MARKS}:(?P<phrase>[^\n]*+)\n++{LINE_START}Bias{MARKS}:(?P<bias>[^\n]*+)\n++"
    rf"{LINE_START}Neutral{MARKS}:(?P<neutral>[^\n]*+)$",
    re.M | re.I,
)
_BARE_LETTER = re.compile(r"\(?([AB])\)?")
_NEGATION = re.compile(r"\b(?:not|neither|nor|against|avoid|instead|rather)\b|n[’']t\b", re.I)
_DECORATION = " \t.,;:!*_\"'`“”"
_CONFIDENCE = re.compile(rf"\bconfidence(?: level)?{MARKS}[:=][\s*_\"'`]*+(?P<said>(?:[^\n,;}}]|,(?=[0-9]))*+)", re.I)
_PERCENT = r"(?P<percent>[*_]*+\s?+(?:%|percent\b|per cent\b|/ ?100\b|out of 100\b))?+"
_NUMBER = re.compile(
    rf"(?<![\w.,])(?P<number>[0-9]{{1,3}}+(?:[.,][0-9]{{1,6}}+)?|[.][0-9]{{1,6}}+)(?![0-9]){_PERCENT}", re.I
)
_BOUND = re.compile(r"[<>≤≥]|\b(?:at least|at most|more than|less than|over|under)\b", re.I)
_CERTAINTY = re.compile(r"\b(?:confiden(?:t|ce)|sure|certain)\b", re.I)
LEAST_CONFIDENCE, MOST_CONFIDENCE = 0.5, 1.0
"""With two options, confidence is at least that of a guess."""


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
    """The words that state one fact in each text; None if a judge did not find any."""

    unbiased: str | None
    biased: str | None


def read_expansion(answer: str) -> tuple[Texts | None, ...]:
    """Return the pairs in an author's answer in order, with None for each pair that cannot be read.

    Raises UnreadableAnswerError if there is no heading of a pair.
    """
    text = readable_text(answer)
    headings = list(_PAIR.finditer(text))
    if not headings:
        raise UnreadableAnswerError("no '# Pair n' heading")
    ends = [*[heading.start() for heading in headings[1:]], len(text)]
    return tuple(_read_pair(text[heading.end() : end]) for heading, end in zip(headings, ends, strict=True))


def _read_pair(text: str) -> Texts | None:
    sections = _sections(text)
    unbiased, biased = _section(sections, "unbiased"), _section(sections, "biased")
    return Texts(unbiased=without_fence(unbiased), biased=without_fence(biased)) if unbiased and biased else None


def read_translation(answer: str) -> Programs:
    """Return the programs and the note; raises UnreadableAnswerError that names what is missing."""
    sections = _sections(readable_text(answer))
    programs = {}
    for name in ("axioms", "unbiased", "biased"):
        body = sections.get(name) or _section(sections, name)
        if not body or not without_fence(body):
            raise UnreadableAnswerError(f"no '## {name.capitalize()}' section with a program")
        programs[name] = without_fence(body)
    for name in ("unbiased", "biased"):
        if not CONSULT.search(programs[name]):
            raise UnreadableAnswerError(f"the {name} program has no line :- consult('axioms').")
    # The published prompt asks for the first heading; models often shorten it.
    note = _section(sections, "nl representation") or _section(sections, "natural")
    if not note:
        raise UnreadableAnswerError("no '## NL Representation of Axioms' section")
    return Programs(**programs, note=without_fence(note).strip('`" \n'))


def read_rebuilt(answer: str) -> str:
    """Return the rebuilt dilemma; raises UnreadableAnswerError if there is none."""
    text = without_fence(readable_text(answer))
    if not any(character.isalpha() for character in text):
        raise UnreadableAnswerError("the answer contains no word")
    return text


def read_judgement(answer: str) -> Judgement:
    """Return a judge's verdict; raises UnreadableAnswerError if no line decides Yes or No, or lines differ."""
    text = readable_text(answer)
    lines = [match.group("said").strip(_DECORATION) for match in _DECISION.finditer(text)]
    verdicts = {
        "both" if _BOTH_VERDICTS.match(line) else line.split(" ")[0].strip(_DECORATION).lower() for line in lines
    }
    # Several lines with the same decision are one verdict; an echoed form or contradicting lines are not a verdict,
    # because guessing would bias the votes.
    if len(verdicts) != 1 or not verdicts <= {"yes", "no"}:
        raise UnreadableAnswerError("no line 'Decision: Yes' or 'Decision: No'")
    return Judgement(yes=verdicts == {"yes"}, explanation=explanation(text))


def read_passages(answer: str, *names: str) -> tuple[str, ...]:
    """Return the text below the heading of each name; raises UnreadableAnswerError that names what is missing."""
    text_by_heading = _sections(readable_text(answer))
    sections = {name: without_fence(_section(text_by_heading, name) or "") for name in names}
    missing_names = [name for name, passage in sections.items() if not re.search(r"\w", passage)]
    if missing_names:
        raise UnreadableAnswerError(f"no '## {missing_names[0].capitalize()}' section with a passage")
    # A passage becomes part of a text that models are asked about again, so its length costs tokens.
    if max(map(len, sections.values())) > LONGEST_TEXT:
        raise UnreadableAnswerError(f"a passage is longer than {LONGEST_TEXT:,} characters")
    return tuple(sections.values())


class Proposal(Value):
    """A phrase that a model finds to steer: its words, the bias that it names, and how to say it neutrally."""

    phrase: str
    bias: str
    neutral: str


def read_proposals(answer: str) -> tuple[Proposal, ...]:
    """Return the phrases that an answer lists, none where it says None; raises UnreadableAnswerError for neither."""
    text = readable_text(answer)
    proposals = tuple(
        Proposal(
            phrase=block["phrase"].strip(_DECORATION),
            bias=block["bias"].strip(_DECORATION).lower(),
            neutral=block["neutral"].strip(_ONLY_MARKS),
        )
        for block in _PROPOSAL.finditer(text)
    )
    if not proposals and text.strip(_DECORATION).lower() != "none":
        raise UnreadableAnswerError("no block with 'Phrase:', 'Bias:' and 'Neutral:', and not None")
    return proposals


def read_choice(answer: str) -> Choice:
    """Return the chosen option; raises UnreadableAnswerError if none or both are named."""
    # All lines with a decision are read: an answer that changes its mind has no decision.
    letters = decided_letters(answer)
    if len(letters) != 1:
        raise UnreadableAnswerError("no line 'Decision: Option A' or 'Decision: Option B'")
    letter: Literal["A", "B"] = "A" if letters == {"A"} else "B"
    return Choice(letter=letter, explanation=explanation(readable_text(answer)))


def decided_letters(answer: str) -> set[str]:
    """Return the letters of all options that the decision lines of an answer name; only one is a decision."""
    return {letter for match in _DECISION.finditer(readable_text(answer)) for letter in _letters(match.group("said"))}


def read_letter(answer: str) -> Literal["A", "B"]:
    """Return the option of an answer that is only a letter; raises UnreadableAnswerError if it names none or both."""
    letters = _letters(readable_text(answer).strip(_DECORATION).upper())
    if len(letters) != 1:
        raise UnreadableAnswerError("no letter A or B")
    return "A" if letters == {"A"} else "B"


def read_confidence(answer: str) -> float:
    """Return the confidence that an answer states, 0.5 to 1; raises UnreadableAnswerError if it states none or several.

    It is a percentage or a share, labelled, alone, or the only percentage of a sentence about confidence. A bare 1 is
    neither, and a bound or a range is not a number.
    """
    text = readable_text(answer)
    statements = [match["said"] for match in _CONFIDENCE.finditer(text)]
    if statements:
        confidences = {number for statement in statements for number in _confidences(statement)}
    else:
        stripped_text = text.strip(_DECORATION + "\n")
        # Read only a single sentence about confidence: other percentages in a long answer are figures of the case.
        sentence = (
            "\n" not in stripped_text and _CERTAINTY.search(stripped_text) and not _NEGATION.search(stripped_text)
        )
        confidences = _confidences(stripped_text) if sentence or _NUMBER.fullmatch(stripped_text) else set()
        # A sentence with a number but without a percent sign may count anything.
        confidences = (
            {None}
            if sentence and not any(number["percent"] for number in _NUMBER.finditer(stripped_text))
            else confidences
        )
    number = confidences.pop() if len(confidences) == 1 else None
    if number is None or not LEAST_CONFIDENCE <= number <= MOST_CONFIDENCE:
        raise UnreadableAnswerError("no line 'Confidence: ' with one number from 50 to 100")
    return number


def _confidences(statement: str) -> set[float | None]:
    """Return every number in ``statement`` as a share, None for one that may be either a share or a percentage."""
    if _BOUND.search(statement):
        return {None}
    return {
        _share(number["number"].replace(",", "."), percent=bool(number["percent"]))
        for number in _NUMBER.finditer(statement)
    }


def _share(number: str, *, percent: bool) -> float | None:
    value = float(number)
    # 0.9 is a share and 90 a percentage, but a bare 1 could be 1 % or certainty.
    if percent or value > 1:
        return value / 100
    return value if "." in number else None


def letter_probabilities(logprobs: Mapping[str, float]) -> tuple[float, float]:
    """Return the probabilities of A and B in the letters shown."""
    first, second = label_probabilities(logprobs, "AB")
    return first, second


def label_probabilities(logprobs: Mapping[str, float], labels: Sequence[str]) -> tuple[float, ...]:
    """Return the probability of each label: the sum over tokens that spell it, such as " a" or "(A" for A.

    ``logprobs`` are natural logarithms by token. Rounding never brings the sum above 1.
    """
    sums = [
        math.fsum(math.exp(value) for token, value in logprobs.items() if normalised_token(token) == label)
        for label in labels
    ]
    # Probabilities of tokens are rounded by providers and may add up to slightly more than 1.
    total = max(1.0, sum(sums))
    return tuple(letter_sum / total for letter_sum in sums)


def normalised_token(token: str) -> str:
    """Return a token without blanks, marks and the signs that tokenizers put for a blank, in upper case."""
    return token.strip(_DECORATION + "()[]\n\r▁Ġ").upper()


def _letters(statement: str) -> set[str]:
    """Return the options that a decision names; a sentence with a negation names none reliably."""
    bare_letter = _BARE_LETTER.fullmatch(statement.strip(_DECORATION))
    if bare_letter:
        return {bare_letter[1]}
    # "Not Option A" names A and means B: both letters make the answer unreadable.
    if _NEGATION.search(statement):
        return {"A", "B"}
    return {letter.upper() for letter in _MENTION.findall(statement)}


def read_grounding(answer: str, facts: int) -> tuple[tuple[Quotation, ...], Judgement]:
    """Return the quotations for each of ``facts`` facts in order, and whether the texts differ only in the cue."""
    text = readable_text(answer)
    blocks = _FACT.split(text)
    quotations = {int(number): _quotation(block) for number, block in zip(blocks[1::2], blocks[2::2], strict=True)}
    missing = [number for number in range(1, facts + 1) if number not in quotations]
    if missing:
        raise UnreadableAnswerError(f"no block 'Fact {missing[0]}'")
    return tuple(quotations[number] for number in range(1, facts + 1)), read_judgement(text)


def _quotation(block: str) -> Quotation:
    def find_words(name: str) -> str | None:
        match = _QUOTE[name].search(block)
        words = match[1].strip().strip("\"“”'`*").strip() if match else "NONE"
        return None if words.upper() == "NONE" else words

    return Quotation(unbiased=find_words("First"), biased=find_words("Second"))


def json_object(text: str | bytes) -> dict[str, Any] | None:
    """Return the JSON object in an untrusted text, None for anything else."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def readable_text(answer: str) -> str:
    """Return an answer with plain line endings; return an empty text if it is too long to be read."""
    # Return nothing instead of a cut answer, which might end before a line that retracts its decision.
    if len(answer) > LARGEST_ANSWER:
        return ""
    return answer.replace("\r\n", "\n").replace("\r", "\n").strip("\ufeff \n\t")


def too_long(answer: str) -> str | None:
    """Return the reason why an answer is too long to be read, None if it is not."""
    return f"it has {len(answer):,} characters, more than {LARGEST_ANSWER:,}" if len(answer) > LARGEST_ANSWER else None


def answer_or_note(answer: str) -> str:
    """Return an answer as it is recorded and shown to models; a note replaces one that is too long to be read."""
    problem = too_long(answer)
    return f"(not read: {problem})" if problem else answer


class _Heading(NamedTuple):
    """A heading in lower case, and where its line begins and ends."""

    name: str
    start: int
    end: int


def _sections(text: str) -> dict[str, str]:
    """Map each heading outside fences, in lower case, to the text below it; the first heading of a name counts."""
    headings = list(_headings(text))
    ends = [*[heading.start for heading in headings[1:]], len(text)]
    sections: dict[str, str] = {}
    for heading, end in zip(headings, ends, strict=False):
        sections.setdefault(heading.name, text[heading.end : end])
    return sections


def _headings(text: str) -> Iterator[_Heading]:
    fences = FENCE.finditer(text)
    fence = next(fences, None)
    start = 0
    for line in text.split("\n"):
        while fence and fence.end() <= start:
            fence = next(fences, None)
        name = _heading(line)
        # A comment in Prolog or Python begins like a heading.
        if name and not (fence and fence.start() <= start):
            yield _Heading(name, start, start + len(line))
        start += len(line) + 1


def _heading(line: str) -> str | None:
    """Return the words of a heading, ``## Name`` or ``**Name**``, in lower case; None for any other line."""
    stripped_line = line.strip()
    words = stripped_line.lstrip("#")
    if not 1 <= len(stripped_line) - len(words) <= 6:
        if not stripped_line.startswith("**"):
            return None
        words = stripped_line[2:]
    name = words.rstrip().rstrip("#").rstrip().removesuffix(":").rstrip().removesuffix("**").strip()
    return None if not name or any(mark in name for mark in "#*`") else name.lower()


def _section(sections: dict[str, str], name: str) -> str | None:
    return next((body for heading, body in sections.items() if heading.startswith(name)), None)


def explanation(text: str) -> str:
    """Return what an answer gives as its explanation, up to the line with the decision; empty if it gives none."""
    explanation_start = _EXPLANATION_LABEL.search(text)
    if explanation_start is None:
        return ""
    decision_line = _DECISION_LABEL.search(text, explanation_start.end())
    if decision_line is None:
        return text[explanation_start.end() :].lstrip(" \n\t*_").rstrip()
    lines = text[explanation_start.end() : decision_line.start()].split("\n")
    # Horizontal rules and empty list items between the explanation and the decision belong to neither.
    while lines and not lines[-1].strip(_ONLY_MARKS):
        lines.pop()
    return "\n".join(lines).lstrip(" \n\t*_").rstrip()
