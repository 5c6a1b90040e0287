"""How the four texts of a candidate differ: in the cue's place alone."""

import Levenshtein

from probe.values import Bias, Candidate
from probe.values.texts import exchange_options, option_texts
from tests.grammar.composed import arms, edit


def test_arms_differ_in_the_cues_place_alone(candidates: list[Candidate]) -> None:
    """Without the inserted sentence each arm is the unbiased text (framing exchanges the sentence on each line)."""
    for candidate in candidates:
        if candidate.bias is Bias.FRAMING:
            continue
        texts = arms(candidate)
        for arm in ("biased", "placebo", "counter"):
            inserted = edit(texts["unbiased"], texts[arm])
            assert texts[arm].replace(inserted, "", 1) == texts["unbiased"], (candidate.seed_ids, arm)


def test_framing_changes_the_option_lines_alone(candidates: list[Candidate]) -> None:
    for candidate in candidates:
        if candidate.bias is Bias.FRAMING:
            bodies = {
                "\n".join(line for line in text.splitlines() if not line.startswith("- Option "))
                for text in arms(candidate).values()
            }
            assert len(bodies) == 1
            assert len(set(arms(candidate).values())) == 4


def test_a_placebo_is_as_long_as_the_cue(candidates: list[Candidate]) -> None:
    """The placebo's edit has the length of the cue's, give or take a fifth."""
    for candidate in candidates:
        texts = arms(candidate)
        if candidate.bias is Bias.FRAMING:
            assert abs(len(texts["placebo"]) - len(texts["biased"])) <= 0.2 * len(texts["biased"])
        else:
            cue, placebo = (len(texts[arm]) - len(texts["unbiased"]) for arm in ("biased", "placebo"))
            assert abs(placebo - cue) <= 0.2 * cue + 1


def test_pairs_lie_in_the_range_of_similarity(candidates: list[Candidate]) -> None:
    """Levenshtein similarity of the two texts, with the bounds of the paper's default cascade."""
    for candidate in candidates:
        unbiased, biased = candidate.texts.unbiased, candidate.texts.biased
        similarity = 1 - Levenshtein.distance(unbiased, biased) / max(len(unbiased), len(biased))
        assert (0.55 if candidate.bias is Bias.FRAMING else 0.70) <= similarity < 0.99


def test_the_counter_text_pushes_the_other_way(candidates: list[Candidate]) -> None:
    for candidate in candidates:
        texts = arms(candidate)
        assert len(set(texts.values())) == 4, candidate.seed_ids


def test_options_can_be_exchanged(candidates: list[Candidate]) -> None:
    """Every arm reads as well with its options exchanged: the lines alone say what a letter stands for."""
    for candidate in candidates:
        for text in arms(candidate).values():
            options, exchanged = option_texts(text), exchange_options(text)
            assert options is not None
            assert exchanged is not None
            assert option_texts(exchanged) == {"A": options["B"], "B": options["A"]}
            assert exchange_options(exchanged) == text
            assert "appropriate" not in text.splitlines()[-1]
