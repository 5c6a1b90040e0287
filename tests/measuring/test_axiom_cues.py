"""The practice below a text: what is shown, and where it is refused."""

import pytest

from probe.errors import InputError
from probe.protocols.dilemmas import axiom_cues
from probe.values import Corpus


def test_nothing_is_shown_by_default(corpus: Corpus) -> None:
    assert axiom_cues([seed.to_pair() for seed in corpus.seeds], "none") == {}


def test_words_are_the_note_and_prolog_is_the_axioms(corpus: Corpus) -> None:
    pair = corpus.seeds[0].to_pair()
    assert axiom_cues([pair], "words") == {pair.id: pair.axioms_note.strip()}
    assert pair.axioms.strip() in axiom_cues([pair], "prolog")[pair.id]


def test_a_pair_without_them_is_refused_with_its_id(corpus: Corpus) -> None:
    """Showing axioms with some of the texts only would mix two conditions."""
    pair = corpus.seeds[0].to_pair().model_copy(update={"axioms_note": " "})
    with pytest.raises(InputError, match=pair.id):
        axiom_cues([corpus.seeds[1].to_pair(), pair], "words")
