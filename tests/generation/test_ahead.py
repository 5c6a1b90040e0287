"""Expansions are asked for early only where they are certain to be needed."""

import asyncio
from collections.abc import Sequence

import pytest

from probe.errors import BudgetError
from probe.generation.rounds import Expansions
from probe.values import Bias, Candidate
from tests.generation.test_generate import Author, Embedder, accept_all, run_generator


class Counting(Author):
    """Remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Bias, int]] = []

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        self.asked.append((bias, expansion))
        return await super().expand(bias, expansion)


@pytest.mark.parametrize(("per_bias", "expansions"), [(3, 1), (5, 1), (6, 2), (10, 2), (11, 3)])
async def test_no_expansion_is_requested_without_need(per_bias: int, expansions: int) -> None:
    """Everything passes, so ten pairs take two expansions of five, and looking ahead asks for no third."""
    author = Counting()
    await run_generator(accept_all, author, per_bias=per_bias)
    assert sorted(author.asked) == sorted({(bias, number) for bias, _ in author.asked for number in range(expansions)})


async def test_the_vectors_of_what_is_certain_to_be_looked_at_are_computed() -> None:
    embedded_texts: list[str] = []

    class Remembering(Embedder):
        def prefetch(self, texts: Sequence[str]) -> None:
            embedded_texts.extend(texts)

    expansions = Expansions(Remembering())
    expansions.begin(Bias.FRAMING, 1, [Author()], needed=2)
    candidates = await expansions.take(Bias.FRAMING, 1, [Author()])
    await asyncio.sleep(0.01)
    await expansions.close()
    assert len(candidates) == 5
    assert embedded_texts == [text for candidate in candidates[:2] for _, text in candidate.texts]


async def test_what_stops_an_early_expansion_is_raised_where_it_is_taken() -> None:
    class Spent(Author):
        async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
            raise BudgetError("spent")

    expansions = Expansions(Embedder())
    expansions.begin(Bias.FRAMING, 1, [Spent()], needed=5)
    with pytest.raises(BudgetError):
        await expansions.take(Bias.FRAMING, 1, [Spent()])
    await expansions.close()
