"""The packaged corpus meets the requirements of every dataset, and those of examples for authors."""

import asyncio
import difflib
import itertools
import re

import numpy as np
import pytest
from numpy.typing import NDArray

from probe.embeddings.minilm import MiniLmEmbedder
from probe.files.corpus import read_corpus
from probe.similarity import cosine, levenshtein_similarity
from probe.values import Arm, Bias, Option, Seed
from probe.values.texts import closing_question, exchange_options, option_texts
from tests.shared import ROOT

CORPUS = read_corpus()
SEEDS = CORPUS.seeds
EVERY_SEED = pytest.mark.parametrize("seed", SEEDS, ids=[seed.id for seed in SEEDS])

# The published ranges (cosine: PROBE-SWE, section 4; Levenshtein: its code). An edit that is too large is not
# a cue, and neither is one that is too small.
COSINE = {Bias.FRAMING: 0.85}
LEVENSHTEIN = {Bias.FRAMING: 0.55}
SIMILARITY_LIMIT = 0.99
COLLISION = 0.90

Vectors = dict[tuple[str, Arm], NDArray[np.float32]]


def texts(seed: Seed) -> dict[Arm, str]:
    pair = seed.to_pair()
    return {arm: text for arm in Arm if (text := pair.text(arm)) is not None}


@pytest.fixture(scope="module")
def vectors(embedder: MiniLmEmbedder) -> Vectors:
    text_by_arm = {(seed.id, arm): text for seed in SEEDS for arm, text in texts(seed).items()}
    return dict(zip(text_by_arm, asyncio.run(embedder.embed(list(text_by_arm.values()))), strict=True))


def words_put_in(seed: Seed, arm: Arm) -> str:
    """Return the words of an arm that the unbiased text lacks."""
    before, after = seed.texts.unbiased.split(), texts(seed)[arm].split()
    edits = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return " ".join(" ".join(after[start:end]) for tag, _, _, start, end in edits if tag != "equal")


def test_every_bias_has_two_seeds_and_a_sheet() -> None:
    assert CORPUS.biases == tuple(Bias)
    assert {bias: len(CORPUS.seeds_of(bias)) for bias in Bias} == dict.fromkeys(Bias, 2)


@pytest.mark.parametrize("bias", Bias)
def test_the_right_option_is_a_in_one_seed_and_b_in_the_other(bias: Bias) -> None:
    """An author would imitate examples with only one right letter."""
    assert {seed.correct_option for seed in CORPUS.seeds_of(bias)} == {Option.A, Option.B}


@pytest.mark.parametrize("bias", Bias)
def test_a_bias_is_described_without_naming_another(bias: Bias) -> None:
    """Requests to an author or a judge name one bias, so its sheet and seeds must not name another."""
    sheet = CORPUS.sheet(bias)
    description = " ".join(
        (sheet.definition, sheet.mechanism, *(text for seed in CORPUS.seeds_of(bias) for text in texts(seed).values()))
    )
    assert not [other_bias for other_bias in Bias if other_bias is not bias and other_bias.value in description.lower()]


@EVERY_SEED
def test_every_text_is_a_dilemma_with_two_options(seed: Seed) -> None:
    """First person, 60 to 150 words, two option lines, and a last line that asks for one of them."""
    for text in texts(seed).values():
        assert re.search(r"\b(I|my|My)\b", text)
        assert 60 <= len(text.split()) <= 150
        assert re.findall(r"^- Option ([AB]): [A-Z].*\.$", text, re.M) == ["A", "B"]
        question = closing_question(text)
        assert re.search(r"Option A or Option B\?$", question)
        assert not re.search(r"\bbias|best practice|\bat least\b", text, re.I)


@EVERY_SEED
def test_the_options_of_every_text_can_be_exchanged(seed: Seed) -> None:
    """Nothing but the option lines and the closing question names a letter, so order effects can be measured."""
    for text in texts(seed).values():
        exchanged_text = exchange_options(text)
        assert exchanged_text is not None
        before, after = option_texts(text), option_texts(exchanged_text)
        assert before is not None
        assert after == {"A": before["B"], "B": before["A"]}
        assert text.count("Option A") == text.count("Option B") == 2


@EVERY_SEED
def test_the_texts_differ_in_the_cue_alone(seed: Seed) -> None:
    """Without its cue the biased text is the unbiased one, word by word, less the words that the cue replaced."""
    without_cue = seed.texts.biased
    for cue_part in seed.cue:
        without_cue = without_cue.replace(cue_part, " ")
    remaining = iter(re.findall(r"\w+", seed.texts.unbiased))
    assert all(word in remaining for word in re.findall(r"\w+", without_cue))


@EVERY_SEED
def test_texts_of_a_pair_are_within_the_published_similarities(seed: Seed, vectors: Vectors) -> None:
    """In all arms, so that controls pass the same thresholds as their pair."""
    for arm in (Arm.BIASED, Arm.PLACEBO, Arm.COUNTER):
        similarity = cosine(vectors[seed.id, Arm.UNBIASED], vectors[seed.id, arm])
        assert COSINE.get(seed.bias, 0.90) <= similarity < SIMILARITY_LIMIT, arm
        spelling = levenshtein_similarity(seed.texts.unbiased, texts(seed)[arm])
        assert LEVENSHTEIN.get(seed.bias, 0.70) <= spelling < SIMILARITY_LIMIT, arm


def test_no_two_dilemmas_are_about_the_same(vectors: Vectors) -> None:
    for first, second in itertools.combinations([seed.id for seed in SEEDS], 2):
        assert cosine(vectors[first, Arm.UNBIASED], vectors[second, Arm.UNBIASED]) <= COLLISION, (first, second)


@EVERY_SEED
def test_controls_change_as_much_as_the_cue_does(seed: Seed) -> None:
    """A placebo of a clearly different length (±20 %) would not show the effect of a mere edit."""
    length = len(words_put_in(seed, Arm.BIASED))
    for arm in (Arm.PLACEBO, Arm.COUNTER):
        assert 0.8 <= len(words_put_in(seed, arm)) / length <= 1.2, arm


@EVERY_SEED
def test_the_axioms_are_general(seed: Seed) -> None:
    """They name neither options nor texts; both programs consult the same axioms and end with the decision."""
    assert "option_" not in seed.programs.axioms
    assert "decide_option" not in seed.programs.axioms
    for program in (seed.programs.unbiased, seed.programs.biased):
        assert program.startswith(":- consult('axioms').\n")
        assert re.findall(r"^decide_option\(user, (option_[AB])\) :- ", program, re.M) == ["option_A", "option_B"]


@EVERY_SEED
def test_the_programs_differ_in_facts_alone(seed: Seed) -> None:
    """The cue is stated as facts, and no rule changes for it."""
    unbiased, biased = seed.programs.unbiased.splitlines(), seed.programs.biased.splitlines()
    changed_lines = [line for line in difflib.ndiff(unbiased, biased) if line[0] in "+-"]
    assert changed_lines
    assert all(re.fullmatch(r"[+-] \w+\([\w, ]+\)\.", line) for line in changed_lines)


@EVERY_SEED
def test_the_documentation_lists_every_seed(seed: Seed) -> None:
    """docs/seeds.md lists each dilemma with its right option."""
    page = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
    assert f"| `{seed.name}` | {seed.correct_option.letter} |" in page


def test_nothing_is_repeated() -> None:
    """Every packaged dilemma has different texts, notes and axioms."""
    for contents in (
        [text for seed in SEEDS for text in texts(seed).values()],
        [seed.programs.note for seed in SEEDS],
        [seed.programs.axioms for seed in SEEDS],
        [seed.name for seed in SEEDS],
    ):
        assert len(set(contents)) == len(contents)
