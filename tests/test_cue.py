"""Where a cue is: the passage in which two texts differ."""

from hypothesis import given
from hypothesis import strategies as st

from probe.values import Corpus
from probe.values.texts import passage_of, words_put_in

TEXTS = st.lists(st.sampled_from(["I wait.", "It rains!", "x", "1.5", "\n", " ", "  ", "Option A: go", "Which?"])).map(
    "".join
)


@given(TEXTS, TEXTS)
def test_a_passage_divides_both_texts_completely(first: str, second: str) -> None:
    passage = passage_of(first, second)
    assert passage.head + passage.original + passage.tail == first
    assert passage.head + passage.cued + passage.tail == second


def test_an_added_sentence_is_the_whole_passage() -> None:
    """The neighbouring sentences are not part of it, even if they begin with the same words."""
    text = "The tests pass. The form is new.\n- Option A: go."
    passage = passage_of(text, text.replace("The form", "The boss is sure. The form"))
    assert (passage.original, passage.cued) == ("", "The boss is sure. ")
    assert passage.with_words("\nThe sky is blue.\n") == text.replace("The form", "The sky is blue. The form")


def test_a_changed_sentence_is_the_passage_with_what_it_was() -> None:
    passage = passage_of("It is 1.5 s. We go.", "It is a mere 1.5 s. We go.")
    assert (passage.original, passage.cued, passage.tail) == ("It is 1.5 s.", "It is a mere 1.5 s.", " We go.")


def test_several_pieces_make_one_passage() -> None:
    """It reaches from the first difference to the last and includes everything between them."""
    passage = passage_of("One.\n- A: go.\n- B: stay.\nWhich?", "One.\n- A: run.\n- B: hide.\nWhich?")
    assert passage.cued == "- A: run.\n- B: hide."


def test_equal_texts_have_an_empty_passage() -> None:
    passage = passage_of("One. Two.", "One. Two.")
    assert (passage.original, passage.cued) == ("", "")


def test_words_put_in_are_those_that_the_other_text_lacks() -> None:
    assert words_put_in("I go home now", "I gladly go home right now") == "gladly right"
    assert words_put_in("I go home", "I go") == ""


def test_every_seeds_cue_is_found(corpus: Corpus) -> None:
    for seed in corpus.seeds:
        cued = passage_of(seed.texts.unbiased, seed.texts.biased).cued
        assert all(part in cued for part in seed.cue), seed.id


def test_published_pairs_are_divided_completely(published_texts: list[tuple[str, str]]) -> None:
    """Texts of real models: the passage is part of the text, rarely all of it."""
    mostly_cue = 0
    for unbiased, biased in published_texts:
        passage = passage_of(unbiased, biased)
        assert passage.head + passage.cued + passage.tail == biased
        assert passage.cued.strip()
        mostly_cue += len(passage.cued) > 0.8 * len(biased)
    assert mostly_cue < 0.02 * len(published_texts)
