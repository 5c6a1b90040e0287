"""A model rewords what a grammar composed; programs and cues stay."""

import re

import pytest

from probe.answers import UnreadableAnswerError
from probe.asking import Asker
from probe.generation.authors import PolishedAuthor, join_arm, read_wording, split_arms
from probe.grammar import GrammarAuthor
from probe.models import ScriptedModel
from probe.prompts import load_prompts
from probe.values import Bias, Candidate, Request


def arms_of(candidate: Candidate) -> list[str]:
    assert candidate.controls is not None
    controls = [candidate.controls.placebo, candidate.controls.counter]
    return [candidate.texts.unbiased, candidate.texts.biased, *(text for text in controls if text)]


@pytest.mark.parametrize("bias", Bias)
def test_what_is_split_is_joined_again(bias: Bias) -> None:
    """Every arm comes back word for word, and the model sees nothing of the passages that distinguish the arms."""
    author = GrammarAuthor({"depth": "2-4"}, seed=5)
    for index in range(4):
        arms = arms_of(author.candidate(bias, index))
        shared_text, by_arm = split_arms(arms)
        assert [join_arm(shared_text, passages) for passages in by_arm] == [text.strip() for text in arms]
        assert len({tuple(passages) for passages in by_arm}) > 1
        assert not any(passage.strip() and passage in shared_text for passages in by_arm for passage in passages)


def reword(request: Request) -> str:
    return "To be frank: " + request.messages[0].content.partition("reworded text alone.\n\n")[2]


async def test_a_new_wording_goes_round_every_arms_own_passages() -> None:
    grammar_author = GrammarAuthor({"depth": "2-4"}, seed=5)
    polished_author = PolishedAuthor(
        grammar_author, Asker(ScriptedModel(reword, name="openai/x"), "polisher", 1), load_prompts()
    )
    before, after = await grammar_author.expand(Bias.ANCHORING, 0), await polished_author.expand(Bias.ANCHORING, 0)
    for old, new in zip(before, after, strict=True):
        assert new.author == "grammar, polished by openai/x"
        assert (new.programs, new.correct_option) == (old.programs, old.correct_option)
        assert new.texts != old.texts
        cue = old.texts.biased[len(_common(old.texts.biased, old.texts.unbiased)) :].split(".")[0]
        assert cue.strip() in new.texts.biased
        assert new.controls is not None
        assert new.controls.placebo != (old.controls.placebo if old.controls else None)
        assert new.twin is not None
        assert old.twin is not None
        assert new.twin.unbiased != old.twin.unbiased
        differing_sentences = sentences(new.texts.unbiased) ^ sentences(new.twin.unbiased)
        assert differing_sentences == sentences(old.texts.unbiased) ^ sentences(old.twin.unbiased)
        assert new.stated_rules
        assert all(rule.sentence in new.texts.unbiased for rule in new.stated_rules)


def sentences(text: str) -> set[str]:
    """The sentences of a text, without its beginning, which the model rewords."""
    return set(re.split(r"(?<=[.?!])\s+|\n", text)[1:])


def _common(first: str, second: str) -> str:
    length = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), len(second))
    return first[:length]


async def test_a_wording_that_loses_a_mark_is_not_taken() -> None:
    grammar_author = GrammarAuthor({"depth": "2-4"}, seed=5)
    model = ScriptedModel(lambda request: "I lost it all. Option A or Option B?")
    (first, *_) = await PolishedAuthor(grammar_author, Asker(model, "polisher", 2), load_prompts()).expand(
        Bias.ANCHORING, 0
    )
    assert first.texts == grammar_author.candidate(Bias.ANCHORING, 0).texts
    assert [request.attempt for request in model.requests[:2]] == [0, 1]


@pytest.mark.parametrize(
    "answer",
    [
        "Text [[2]] [[1]]\n- Option A: a\n- Option B: b\nOption A or Option B?",
        "Text [[1]] [[2]] [[2]]\n- Option A: a\n- Option B: b\nOption A or Option B?",
        "Text [[1]] [[2]]\nOption A or Option B?",
        "Text [[1]] [[2]]\n- Option A: a\n- Option B: b\nI am done.",
    ],
    ids=["order", "twice", "options", "question"],
)
def test_a_broken_wording_is_unreadable(answer: str) -> None:
    with pytest.raises(UnreadableAnswerError):
        read_wording(answer, "Words [[1]] and [[2]]\n- Option A: a\n- Option B: b\nOption A or Option B?")
