"""Wordings of a prompt: each has a text that steers as the original does, a neutral text, and a placebo.

A model writes them, or a user gives them as files. Each is checked like a pair: every figure, name and line of code is
kept, no known pattern steers in the neutral texts, the meaning is near, no wording repeats another, and a judge
confirms that question, facts and choices are the same.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from probe.answers import read_passages
from probe.asking import Asker, Unreadable, judge_vote, poll
from probe.checking.judging import VOTES, VOTES_NEEDED
from probe.checking.phrases import PhraseLibrary
from probe.checking.reading import Prompt
from probe.checking.spans import CheckedPrompt, steering_spans
from probe.filters.pair_similarity import SimilarityRange, similarity_of
from probe.filters.stage import accept, reject
from probe.ports import Embedder
from probe.prompts import Prompts
from probe.similarity import levenshtein_similarity
from probe.values import About, Message, Request, StageOutcome, StageResult, Texts
from probe.values.texts import FENCE, mentions_option

ATTEMPTS = 3
"""How often a wording is requested until it passes all checks."""
REWORDING_SIMILARITY = SimilarityRange(cosine=(0.70, 1.0), levenshtein=(0.0, 0.98))
"""How similar a reworded text is to its source: near in meaning, and not the same."""
STEERING_SIMILARITY = SimilarityRange(cosine=(0.60, 1.0), levenshtein=(0.25, 1.0))
"""How similar original and neutral text of a wording are: steering phrases may be a large part of a short prompt."""
REPETITION_SIMILARITY = 0.97
"""The similarity in spelling from which on two wordings count as the same."""
STYLES = (
    "in plain sentences",
    "more formally",
    "as short as possible",
    "with the question first",
    "as one would say it to a colleague",
    "as a list where it can be one",
    "in longer sentences",
    "in the order that is the clearest",
)
"""The styles that the author is asked for: wordings should differ like those of different people."""
UNREADABLE, FACTS, STEERS, LETTER, REPEATS, JUDGE = "unreadable", "facts", "steers", "option", "repeats", "judge"
SIMILARITY = "pair_similarity"
TEMPLATES = ("neutralise", "reword", "judge_wording")

_NUMBER = re.compile(r"(?<![\w.,])\d(?:[\d.,:]*\d)?(?:\s?%)?(?![\w])")
_LITERAL = re.compile(
    r"`[^`\n]{1,200}`|\bhttps?://[^\s)>\]]{1,500}|\b\w{1,60}(?:[._/]\w{1,60}){1,10}\b|\b[a-z]+[A-Z]\w{0,60}\b"
    r"|\b[A-Z][A-Z0-9]{1,20}\b"
)


class WordingTexts(NamedTuple):
    """The texts of one wording; ``placebo`` may be missing."""

    original: str
    neutral: str
    placebo: str | None = None


@dataclass(frozen=True)
class CheckedWording:
    """A wording (``texts`` is None if no attempt passed), the result of its last attempt, and all rejected attempts."""

    texts: WordingTexts | None
    result: StageResult
    rejections: tuple[StageResult, ...] = ()


@dataclass(frozen=True)
class Writers:
    """The author and the judge of wordings, with their resources; without an author, texts come from files."""

    embedder: Embedder
    prompts: Prompts
    library: PhraseLibrary
    author: Asker | None = None
    judge: Asker | None = None
    tries: int = ATTEMPTS
    phrases: tuple[str, ...] = field(default=())


async def neutral_version(prompt: CheckedPrompt, writers: Writers) -> str | StageResult:
    """Return the prompt without steering phrases, or why the author's last try was rejected."""
    assert writers.author is not None
    phrase_list = "\n".join(f"- {phrase}" for phrase in writers.phrases)
    messages = writers.prompts.fill("neutralise", phrases=phrase_list, prompt=prompt.text)
    result = reject(UNREADABLE, "not asked")
    # Use the attempt's number as the run, so that each attempt is stored separately.
    for run in range(writers.tries):
        answer = await _ask(writers.author, "neutralise", messages, run, ("neutral",))
        if isinstance(answer, StageResult):
            result = answer
            continue
        neutral_text = answer[0]
        result = await check_texts(prompt, WordingTexts(prompt.text, neutral_text), writers)
        if result.outcome is StageOutcome.ACCEPTED:
            return neutral_text
    return result


async def reword(prompt: CheckedPrompt, neutral_text: str, number: int, writers: Writers) -> CheckedWording:
    """Return wording ``number``, from 0; the first keeps original and neutral version as they are."""
    assert writers.author is not None
    style = STYLES[number % len(STYLES)]
    messages = writers.prompts.fill("reword", original=prompt.text, neutral=neutral_text, style=style)
    rejections: list[StageResult] = []
    for attempt in range(writers.tries):
        run = number + attempt * 1000  # so that attempts for one wording never repeat the questions of another
        answer = await _ask(writers.author, "reword", messages, run, ("original", "neutral", "placebo"))
        if isinstance(answer, StageResult):
            rejections.append(answer)
            continue
        texts = WordingTexts(*answer) if number else WordingTexts(prompt.text, neutral_text, answer[2])
        result = await _judge_wording(prompt, neutral_text, texts, writers)
        if result.outcome is StageOutcome.ACCEPTED:
            return CheckedWording(texts, result, tuple(rejections))
        rejections.append(result)
    return CheckedWording(None, rejections[-1], tuple(rejections))


async def check_given_wording(
    prompt: CheckedPrompt, neutral_text: str, texts: WordingTexts, writers: Writers
) -> CheckedWording:
    """Return a user's wording with the result of its checks; a rejected one is kept, and reported."""
    return CheckedWording(texts, await _judge_wording(prompt, neutral_text, texts, writers))


async def check_texts(
    prompt: CheckedPrompt, texts: WordingTexts, writers: Writers, neutral_text: str | None = None
) -> StageResult:
    """Return whether a wording says the same as the prompt: facts, steering phrases, similarity; cheap checks first."""
    texts_by_name = {name: text for name, text in texts._asdict().items() if text is not None}
    kept_phrases = [span.text for span in prompt.kept]
    for name, text in texts_by_name.items():
        if mentions_option(text):
            return reject(LETTER, f"the {name} text names an option by its letter")
        steers = name == "original"
        if problem := changed_facts(prompt, text, steers=steers):
            return reject(FACTS, f"the {name} text {problem}")
        # The original is meant to steer; kept phrases are requirements and stay in the neutral texts.
        steering_phrases = () if steers else steering_spans(Prompt(name, text), writers.library, kept_phrases).spans
        if steering_phrases:
            return reject(STEERS, f"the {name} text still says {steering_phrases[0].text!r}")
    # Each text is compared with its source only: comparing all with all would forbid any variety.
    pairs = [(texts.neutral, texts.original, STEERING_SIMILARITY)]
    if neutral_text is not None and texts.neutral != neutral_text:
        pairs.append((neutral_text, texts.neutral, REWORDING_SIMILARITY))
    if texts.original != prompt.text:
        pairs.append((prompt.text, texts.original, REWORDING_SIMILARITY))
    if texts.placebo is not None:
        pairs.append((texts.neutral, texts.placebo, REWORDING_SIMILARITY))
    for first, second, similarity_range in pairs:
        similarity = await similarity_of(Texts(unbiased=first, biased=second), similarity_range, writers.embedder)
        if similarity.outcome is StageOutcome.REJECTED:
            return similarity
    return accept(SIMILARITY, "the same facts, and near in meaning")


def changed_facts(prompt: CheckedPrompt, text: str, *, steers: bool) -> str:
    """Return which figure, name or line of code a text lacks, or which figure it adds; an empty string if none.

    Facts that only a steering phrase states may be missing from a neutral text.
    """
    prompt_text = prompt.text
    # A steering phrase may contain a figure, such as a percentage, which is removed with the phrase.
    required_text = prompt_text if steers else _without_spans(prompt)
    for literal in sorted(_literals(required_text)):
        if not _contains_literal(text, literal):
            return f"lacks {literal[:60]!r}"
    # A new figure is a new fact, but new words may only rephrase the old ones.
    added_numbers = sorted(set(_NUMBER.findall(text)) - set(_NUMBER.findall(prompt_text)))
    return f"adds {added_numbers[0][:60]!r}" if added_numbers else ""


def first_repetition(wordings: Sequence[WordingTexts]) -> int | None:
    """Return the index of the first wording whose original or neutral text nearly repeats an earlier one."""
    for number, texts in enumerate(wordings):
        for earlier in wordings[:number]:
            text_pairs = zip(texts[:2], earlier[:2], strict=True)  # original and neutral
            if any(
                levenshtein_similarity(first or "", second or "") >= REPETITION_SIMILARITY
                for first, second in text_pairs
            ):
                return number
    return None


def _without_spans(prompt: CheckedPrompt) -> str:
    remaining_texts, end = [], 0
    for span in prompt.spans:
        remaining_texts.append(prompt.text[end : span.start])
        end = span.end
    return " ".join([*remaining_texts, prompt.text[end:]])


def _literals(text: str) -> set[str]:
    lines = (line.strip() for fence in FENCE.finditer(text) for line in fence["body"].splitlines())
    return {*_NUMBER.findall(text), *_LITERAL.findall(text), *filter(None, lines)}


def _contains_literal(text: str, literal: str) -> bool:
    """Whether a text contains a literal as a word, in upper or lower case: 4 is not in 40, nor API in rapid."""
    start_boundary = r"(?<![\w.,])" if literal[0].isdigit() else r"(?<!\w)" if literal[0].isalnum() else ""
    end_boundary = r"(?![.,:]?\d)" if literal[-1].isdigit() else ""
    return re.search(f"{start_boundary}{re.escape(literal)}{end_boundary}", text, re.I) is not None


async def _ask(
    author: Asker, purpose: str, messages: tuple[Message, ...], run: int, names: tuple[str, ...]
) -> tuple[str, ...] | StageResult:
    """Return the author's texts with these ``names``, or a rejection if its answer cannot be read."""
    request = Request(
        purpose=purpose, messages=messages, temperature=1.0, top_p=1.0, run=run, about=About(item_id=f"wording {run}")
    )
    passages = (await author.ask(request, lambda answer: read_passages(answer, *names))).parsed
    return (
        reject(UNREADABLE, passages.problem, answer=passages.answer) if isinstance(passages, Unreadable) else passages
    )


async def _judge_wording(
    prompt: CheckedPrompt, neutral_text: str, texts: WordingTexts, writers: Writers
) -> StageResult:
    """Return the result of all checks of a wording, the judge's votes included."""
    result = await check_texts(prompt, texts, writers, neutral_text)
    # Votes cost calls: only wordings that pass the free checks are put to the vote.
    if result.outcome is not StageOutcome.ACCEPTED or writers.judge is None:
        return result
    messages = writers.prompts.fill(
        "judge_wording",
        original=prompt.text,
        neutral=neutral_text,
        reworded_original=texts.original,
        reworded_neutral=texts.neutral,
        placebo=texts.placebo or texts.neutral,
    )
    outcome = await poll(VOTES, VOTES_NEEDED, judge_vote(writers.judge, messages))
    reason = f"{outcome.yes} of {len(outcome.votes)} votes find the same question, facts and choices"
    return (accept if outcome.carried else reject)(JUDGE, reason, **outcome.evidence())
