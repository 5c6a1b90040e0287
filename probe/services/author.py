"""A language model as an author of dilemmas."""

from collections.abc import Sequence

from probe.answers import read_expansion
from probe.filters.asking import Asker, Unreadable
from probe.ports import Model
from probe.prompts import Prompts
from probe.values import Bias, Candidate, Corpus, Message, Option, Request, Texts

EXPANSION_SIZE = 5
"""Pairs that an author is asked for at once (PROBE-SWE, section 4: k)."""

UNREAD = Texts(unbiased="", biased="")
"""Stands in the place of a pair that could not be read; the first stage rejects it."""


class LanguageModelAuthor:
    """Asks a model for new pairs, with two seed pairs as the example.

    Option A and Option B are asked for as the right one in turn, and every expansion begins with the option that the
    one before did not begin with, so that an odd number of pairs evens out.
    """

    def __init__(self, model: Model, prompts: Prompts, corpus: Corpus, asker: Asker) -> None:
        self._model = model
        self._prompts = prompts
        self._corpus = corpus
        self._asker = asker

    @property
    def name(self) -> str:
        """The model's name."""
        return str(self._model.spec)

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        """Return the pairs of the n-th expansion; none where the answer holds no pair however often it is asked."""
        messages = expansion_question(self._prompts, self._corpus, bias, expansion)
        request = Request(purpose="expand", messages=messages, temperature=1.0, top_p=1.0, run=expansion)
        pairs = (await self._asker.ask(self._model, request, read_expansion)).said
        if isinstance(pairs, Unreadable):
            return ()
        return [
            Candidate(
                bias=bias,
                author=self.name,
                expansion=expansion,
                position=position,
                texts=texts or UNREAD,
                intended_option=_right_options(expansion)[position % 2],
            )
            for position, texts in enumerate(pairs)
        ]


def expansion_question(prompts: Prompts, corpus: Corpus, bias: Bias, expansion: int) -> tuple[Message, ...]:
    """Return what an author is asked for the n-th expansion of ``bias``, with its first two seeds to go by."""
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


def _right_options(expansion: int) -> tuple[Option, Option]:
    return (Option.A, Option.B) if expansion % 2 == 0 else (Option.B, Option.A)
