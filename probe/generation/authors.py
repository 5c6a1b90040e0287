"""Language models as authors: one writes dilemmas from seeds, one rewords dilemmas composed without a model.

The arms of a composed dilemma share all but a few passages. The polishing model sees only the shared text, with a
numbered mark in place of each passage that differs; each arm's passages are then put back into its rewording.
"""

import asyncio
import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from probe.answers import UnreadableAnswerError, read_expansion, read_rebuilt
from probe.asking import Asker, Calls, Unreadable, question_tokens, text_tokens
from probe.filters.stage import TypicalDilemma
from probe.grammar.author import EXPANSION_SIZE
from probe.ports import Author
from probe.prompts import Prompts
from probe.values import About, Bias, Candidate, Controls, Corpus, Message, Option, Request, Texts
from probe.values.texts import closing_question, option_texts

UNREADABLE_PAIR = Texts(unbiased="", biased="")
"""Placeholder for a pair that could not be read; the first stage rejects it."""

_SEGMENT = re.compile(r"\n+|[ \t]+|\S[^\n.!?]*[.!?]*")
_MARK = re.compile(r"\[\[(\d+)\]\]")


class LanguageModelAuthor:
    """Asks a model for new pairs, with two seed pairs as the example.

    The requested right option alternates between Option A and Option B. Consecutive expansions begin with different
    options, so that an odd number of pairs is balanced.
    """

    def __init__(self, asker: Asker, prompts: Prompts, corpus: Corpus) -> None:
        self._asker = asker
        self._prompts = prompts
        self._corpus = corpus

    @property
    def name(self) -> str:
        """The model's name."""
        return str(self._asker.model.spec)

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        """Return the pairs of the n-th expansion; none if no answer contains a pair."""
        messages = expansion_question(self._prompts, self._corpus, bias, expansion)
        about = About(candidate=(bias.value, self.name, expansion, None))
        request = Request(purpose="expand", messages=messages, temperature=1.0, top_p=1.0, run=expansion, about=about)
        pairs = (await self._asker.ask(request, read_expansion)).parsed
        if isinstance(pairs, Unreadable):
            return ()
        return [
            Candidate(
                bias=bias,
                author=self.name,
                expansion=expansion,
                position=position,
                # An unreadable pair keeps its position, so that the others keep the letters that were asked for.
                texts=texts or UNREADABLE_PAIR,
                intended_option=_right_options(expansion)[position % 2],
            )
            for position, texts in enumerate(pairs)
        ]

    async def replacement(self, candidate: Candidate) -> Candidate | None:
        """Return None: the next pair that the model writes is as good as any."""
        return None


def expansion_question(prompts: Prompts, corpus: Corpus, bias: Bias, expansion: int) -> tuple[Message, ...]:
    """Return the prompt for the n-th expansion of ``bias``, with its first two seeds as examples."""
    first, second = (seed.texts for seed in corpus.seeds_of(bias)[:2])
    right = _right_options(expansion)
    return prompts.fill(
        "expand",
        bias=bias.value,
        definition=corpus.sheet(bias).definition,
        count=str(EXPANSION_SIZE),
        first=right[0].letter,
        second=right[1].letter,
        unbiased_1=first.unbiased,
        biased_1=first.biased,
        unbiased_2=second.unbiased,
        biased_2=second.biased,
    )


def expansion_calls(offered_count: float, example: TypicalDilemma) -> Calls:
    """Return the calls needed to get ``offered_count`` candidates."""
    seed, corpus = example.seed, example.corpus
    texts = [text for seed_pair in corpus.seeds_of(seed.bias)[:2] for _, text in seed_pair.texts]
    question = expansion_question(example.prompts, corpus, seed.bias, 0)
    answer = EXPANSION_SIZE * text_tokens(*texts) / 2
    return Calls("expand", "author", offered_count / EXPANSION_SIZE, question_tokens(question), answer)


def polishing_calls(offered_count: float, example: TypicalDilemma) -> Calls:
    """Return the calls needed to reword ``offered_count`` candidates."""
    seed = example.seed
    question = example.prompts.fill("polish", text=seed.texts.unbiased)
    return Calls("polish", "polisher", offered_count, question_tokens(question), text_tokens(seed.texts.unbiased))


def _right_options(expansion: int) -> tuple[Option, Option]:
    return (Option.A, Option.B) if expansion % 2 == 0 else (Option.B, Option.A)


class PolishedAuthor:
    """An author whose candidates are reworded; without a readable rewording, a candidate keeps its texts.

    Only what all texts of a candidate share is reworded, its twin's included; the rules of a policy stay as they are.
    """

    def __init__(self, author: Author, asker: Asker, prompts: Prompts) -> None:
        self._author = author
        self._asker = asker
        self._prompts = prompts

    @property
    def name(self) -> str:
        """Both names, so that each pair records which model worded it."""
        return f"{self._author.name}, polished by {self._asker.model.spec}"

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        """Return the author's candidates, each reworded on its own."""
        candidates = await self._author.expand(bias, expansion)
        return await asyncio.gather(*(self._polish(candidate) for candidate in candidates))

    async def replacement(self, candidate: Candidate) -> Candidate | None:
        """Return the author's replacement of a rejected ``candidate``, reworded; None if the author has none."""
        replacement = await self._author.replacement(candidate)
        return await self._polish(replacement) if replacement else None

    async def _polish(self, candidate: Candidate) -> Candidate:
        arms = _texts_by_arm(candidate)
        # The rules of a policy stay word for word, because each is recorded with the clauses that it states.
        shared_text, passages = split_arms(list(arms.values()), [rule.sentence for rule in candidate.stated_rules])
        request = Request(
            purpose="polish",
            messages=self._prompts.fill("polish", text=shared_text),
            temperature=1.0,
            top_p=1.0,
            run=candidate.expansion,
            about=candidate.model_copy(update={"author": self.name}).about,
        )
        rewording = (await self._asker.ask(request, lambda answer: read_wording(answer, shared_text))).parsed
        if isinstance(rewording, Unreadable):
            return candidate.model_copy(update={"author": self.name})
        texts = {arm: join_arm(rewording, passage) for arm, passage in zip(arms, passages, strict=True)}
        controls = Controls(placebo=texts.get("placebo"), counter=texts.get("counter"))
        twin = candidate.twin and candidate.twin.model_copy(
            update={"unbiased": texts["twin"], "biased": texts["twin_biased"]}
        )
        return candidate.model_copy(
            update={
                "author": self.name,
                "texts": Texts(unbiased=texts["unbiased"], biased=texts["biased"]),
                "controls": controls if candidate.controls else None,
                "twin": twin,
            }
        )


def _texts_by_arm(candidate: Candidate) -> dict[str, str]:
    texts = dict(candidate.texts)
    controls = dict(candidate.controls) if candidate.controls else {}
    twins = {"twin": candidate.twin.unbiased, "twin_biased": candidate.twin.biased} if candidate.twin else {}
    return texts | twins | {arm: text for arm, text in controls.items() if text is not None}


def split_arms(arms: Sequence[str], fixed_sentences: Sequence[str] = ()) -> tuple[str, list[list[str]]]:
    """Return the shared text of ``arms``, with marks [[1]], [[2]] … for the rest, and each arm's passages in order.

    The other arms are compared with the first one, sentence by sentence and line by line. The
    ``fixed_sentences`` count as passages of each arm, so that they stay as they are.
    """
    segments = [_SEGMENT.findall(text) for text in arms]
    base = segments[0]
    # Without autojunk: in a long text it would ignore frequent pieces, such as blanks.
    matchers = [SequenceMatcher(None, base, arm_segments, autojunk=False) for arm_segments in segments[1:]]
    shared_indices = {index for index, segment in enumerate(base) if not _is_fixed(segment, fixed_sentences)}
    matches: list[dict[int, int]] = []
    for matcher in matchers:
        matched_indices = {a + n: b + n for a, b, size in matcher.get_matching_blocks() for n in range(size)}
        matches.append(matched_indices)
        shared_indices &= set(matched_indices)
    boundaries = [-1, *sorted(shared_indices), len(base)]
    shared_passages: list[str] = []
    passages: list[list[str]] = [[] for _ in arms]
    for previous, following in pairwise(boundaries):
        gap_texts = ["".join(base[previous + 1 : following])]
        for matched_indices, arm_segments in zip(matches, segments[1:], strict=True):
            start = matched_indices[previous] + 1 if previous >= 0 else 0
            end = matched_indices[following] if following < len(base) else len(arm_segments)
            gap_texts.append("".join(arm_segments[start:end]))
        if any(gap_texts):
            for passage, text in zip(passages, gap_texts, strict=True):
                passage.append(text)
            shared_passages.append(f"[[{len(passages[0])}]]")
        if following < len(base):
            shared_passages.append(base[following])
    return "".join(shared_passages), passages


def _is_fixed(segment: str, fixed_sentences: Sequence[str]) -> bool:
    stripped_segment = segment.strip()
    # A rule with a full stop inside is split into segments; a segment of three characters is part of almost any text.
    return any(
        sentence in stripped_segment or (len(stripped_segment) > 3 and stripped_segment in sentence)
        for sentence in fixed_sentences
    )


def join_arm(rewording: str, passages: Sequence[str]) -> str:
    """Return the reworded text with an arm's passages in place of the marks, without stray spaces."""
    text = _MARK.sub(lambda mark: passages[int(mark[1]) - 1], rewording)
    # Possessive, and only where blanks begin: the time must not grow with the square of an answer's length.
    text = re.sub(r"(?<![ \t])[ \t]++(?=\n|$)", "", text)
    return re.sub(r"(?<=\S)[ \t]{2,}", " ", text).strip()


def read_wording(answer: str, shared_text: str) -> str:
    """Return the reworded text; raise UnreadableAnswerError if a mark, an option or the question is missing."""
    rewording = read_rebuilt(answer)
    if _MARK.findall(rewording) != _MARK.findall(shared_text):
        raise UnreadableAnswerError("the marks do not all appear once each and in order")
    if (option_texts(rewording) is None) != (option_texts(shared_text) is None) or not closing_question(rewording):
        raise UnreadableAnswerError("the options or the closing question are missing")
    return rewording
