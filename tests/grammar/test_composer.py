"""What the author composes: format, arms, balance, and independence of everything but (seed, bias, index)."""

import asyncio
import os
import re
import subprocess
import sys
from itertools import pairwise, takewhile
from pathlib import Path

import Levenshtein
import pytest

from probe.errors import InputError
from probe.grammar import GrammarAuthor, GrammarOptions
from probe.grammar.library import Action
from probe.grammar.markup import say
from probe.values import Bias, Candidate, Option
from probe.values.texts import exchange_options, option_texts

PER_BIAS = 30


@pytest.fixture(scope="module")
def candidates(author: GrammarAuthor) -> list[Candidate]:
    return [author.candidate(bias, index) for bias in Bias for index in range(PER_BIAS)]


def asked(candidate: Candidate, name: str) -> str:
    """Return what the candidate's origin says of ``name``."""
    return next(value.partition(":")[2] for value in candidate.seed_ids if value.startswith(f"{name}:"))


def arms(candidate: Candidate) -> dict[str, str]:
    assert candidate.controls is not None
    assert candidate.controls.placebo is not None
    assert candidate.controls.counter is not None
    return {
        "unbiased": candidate.texts.unbiased,
        "biased": candidate.texts.biased,
        "placebo": candidate.controls.placebo,
        "counter": candidate.controls.counter,
    }


def test_every_arm_has_the_form_of_a_dilemma(candidates: list[Candidate]) -> None:
    for candidate in candidates:
        for text in arms(candidate).values():
            assert 60 <= len(text.split()) <= 160
            assert re.search(r"^- Option A: \S", text, re.MULTILINE)
            assert re.search(r"^- Option B: \S", text, re.MULTILINE)
            question = text.splitlines()[-1]
            assert question.endswith("?")
            assert "Option A" in question
            assert "Option B" in question
            assert "biased" not in text.lower()
            assert re.search(r"\b(I|we|my|our)\b", text, re.IGNORECASE)


def test_options_are_named_by_letter_on_their_lines_and_in_the_question_only(candidates: list[Candidate]) -> None:
    for candidate in candidates:
        for text in arms(candidate).values():
            lines = text.splitlines()
            body = "\n".join(line for line in lines[:-1] if not line.startswith("- Option "))
            question = re.split(r"(?<=[.!?:]) ", lines[-1])[-1] if candidate.bias is not Bias.HINDSIGHT else ""
            before = lines[-1].removesuffix(question)
            assert not re.search(r"\bOption [AB]\b", body)
            assert candidate.bias is Bias.HINDSIGHT or before.count("Option") <= 2


def test_sentences_are_written_properly(candidates: list[Candidate]) -> None:
    """No mark is left, no blank or article is wrong, and every sentence begins with a capital letter."""
    for candidate in candidates:
        for text in arms(candidate).values():
            assert not re.search(r"[{}|\N{WHITE SQUARE}\N{WHITE CIRCLE}]|  | [,.;:?]|\.\.", text)
            assert not re.search(r"\ba (?!one\b)[aeio]\w|\ban [^aeiouhAEFHILMNORSX\W]", text)
            for line in text.splitlines():
                assert not re.search(r"(?:^|[.?!] |: (?=\w+ \w+ \w+$))[a-z]", line), line


def test_a_text_keeps_one_voice(author: GrammarAuthor, candidates: list[Candidate]) -> None:
    """What leads in the options and what asks the question are of one register, in every arm."""
    voices = author.practice_library.phrases.voice
    met = set()
    for candidate in candidates:
        past = candidate.bias is Bias.HINDSIGHT
        for text in arms(candidate).values():
            fitting = {
                voice.name
                for voice in voices
                if text.endswith(voice.hindsight_question if past else voice.question)
                and (
                    candidate.bias is Bias.FRAMING
                    or any(lead in text for lead in (voice.hindsight_lead_in if past else voice.lead_in))
                )
            }
            assert fitting, text
            met |= fitting
    assert met == {voice.name for voice in voices}


def test_a_cue_names_an_option_by_its_short_name(author: GrammarAuthor, candidates: list[Candidate]) -> None:
    """The biased text pushes the wrong option by name, or the right one away; the counter text the other way round."""
    practices = {practice.about: practice for practice in author.practice_library.practices}
    for candidate in candidates:
        if candidate.bias in (Bias.FRAMING, Bias.HINDSIGHT):
            continue
        practice = practices[asked(candidate, "practice")]
        texts = arms(candidate)
        for arm in ("biased", "counter"):
            inserted = edit(texts["unbiased"], texts[arm])
            assert any(name(action) in inserted for action in (practice.right, practice.wrong)), inserted


def name(action: Action) -> str:
    """Return the beginning of an action's short name, up to its first slot."""
    return re.split(r"\{", action.short or action.ing)[0].strip()


def test_a_premise_never_hangs_on_a_word_that_joins_nothing(author: GrammarAuthor, candidates: list[Candidate]) -> None:
    """Behind the matter stakes are why it is asked, and effort is what limits the answer."""
    met = set()
    for candidate in candidates:
        for text in arms(candidate).values():
            assert not re.search(r"\b(?:Also|Plus|Besides|Additionally|Furthermore|In addition),", text)
        practice = next(one for one in author.practice_library.practices if one.about == asked(candidate, "practice"))
        said = {
            piece
            for voice in author.practice_library.phrases.voice
            for marked in getattr(voice, practice.premise)
            for piece in [say(marked, {}, past=candidate.bias is Bias.HINDSIGHT)]
            if f"{piece} " in candidate.texts.unbiased
        }
        met |= {practice.premise} if said else set()
    assert met == {"stakes", "effort"}


def test_remarks_are_about_the_matter_as_long_as_there_are_any(
    author: GrammarAuthor, candidates: list[Candidate]
) -> None:
    """What is merely true of the product ("The front end is Vue.") comes when the practice has nothing left."""
    practices = author.practice_library.practices
    of_matters = {aside.fact for practice in practices for aside in practice.aside}
    of_products = {aside.fact for context in author.practice_library.contexts for aside in context.aside} - of_matters
    for candidate in candidates:
        assert candidate.programs is not None
        assert not of_products & {line.rstrip(".") for line in candidate.programs.unbiased.splitlines()}


def test_remarks_on_the_product_fill_up_what_the_practice_lacks(small_library: Path) -> None:
    for path in (small_library / "theories").glob("*.toml"):
        path.write_text(path.read_text().partition("[[aside]]")[0])
    made = GrammarAuthor({"distractors": "2"}, seed=1, folder=small_library)
    facts = {f"{aside.fact}." for context in made.practice_library.contexts for aside in context.aside}
    for index in range(4):
        candidate = made.candidate(Bias.BANDWAGON, index)
        assert candidate.programs is not None
        assert len(facts & set(candidate.programs.unbiased.splitlines())) == 2


def test_a_short_name_follows_the_full_one(author: GrammarAuthor, candidates: list[Candidate]) -> None:
    """Nobody says "the shop" before the reader knows of the ticket shop."""
    contexts = {context.system: context for context in author.practice_library.contexts}
    practices = {practice.about: practice for practice in author.practice_library.practices}
    met = 0
    for candidate in candidates:
        context, text = contexts[asked(candidate, "context")], candidate.texts.biased
        again = context.again or context.product
        short = re.search(rf"\b{again}\b", text, re.IGNORECASE)
        of_practice = again in practices[asked(candidate, "practice")].model_dump_json().lower()
        if short and again not in context.product and not of_practice:
            head = context.product.removeprefix("the ")
            assert head in text[: short.start()], text
            met += 1
    assert met


def test_right_options_alternate(candidates: list[Candidate]) -> None:
    for bias in Bias:
        options = [candidate.correct_option for candidate in candidates if candidate.bias is bias]
        assert options.count(Option.A) == options.count(Option.B)
        assert all(first is not second for first, second in pairwise(options))


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


def test_hindsight_asks_for_a_verdict(candidates: list[Candidate]) -> None:
    for candidate in candidates:
        if candidate.bias is Bias.HINDSIGHT:
            assert "\n- Option A: Appropriate\n- Option B: Inappropriate\n" in candidate.texts.unbiased


def alike(one: str, other: str) -> int:
    """Return how many characters two texts have in common from their beginnings."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def edit(one: str, other: str) -> str:
    """Return what ``other`` has in the place in which it differs from ``one``."""
    start = alike(one, other)
    end = min(alike(one[::-1], other[::-1]), min(len(one), len(other)) - start)
    return other[start : len(other) - end]


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


def test_a_dilemma_does_not_depend_on_how_many_are_made(author: GrammarAuthor) -> None:
    late = GrammarAuthor(seed=7, expansion_size=3).candidate(Bias.AVAILABILITY, 41)
    asyncio.run(author.expand(Bias.AVAILABILITY, 0))
    here = author.candidate(Bias.AVAILABILITY, 41)
    assert here.model_copy(update={"expansion": 13, "position": 2}) == late


async def test_an_expansion_is_five_candidates_in_order(author: GrammarAuthor) -> None:
    found = await author.expand(Bias.FRAMING, 2)
    assert [candidate.position for candidate in found] == [0, 1, 2, 3, 4]
    assert {candidate.expansion for candidate in found} == {2}
    assert [candidate.texts for candidate in found] == [
        author.candidate(Bias.FRAMING, index).texts for index in range(10, 15)
    ]


def test_other_seeds_share_no_text(candidates: list[Candidate]) -> None:
    other = GrammarAuthor(seed=8)
    theirs = {other.candidate(bias, index).texts.unbiased for bias in Bias for index in range(PER_BIAS)}
    ours = {candidate.texts.unbiased for candidate in candidates}
    assert len(ours) == len(candidates)
    assert not ours & theirs


def test_every_practice_is_used_once_before_any_is_used_twice(author: GrammarAuthor) -> None:
    count = len(author.practice_library.practices)
    used = [asked(author.candidate(Bias.ANCHORING, index), "practice") for index in range(count)]
    assert len(set(used)) == count


def test_a_practice_meets_a_context_once(author: GrammarAuthor) -> None:
    met = [
        (asked(candidate, "practice"), asked(candidate, "context"))
        for bias in Bias
        for index in range(100)
        for candidate in [author.candidate(bias, index)]
    ]
    assert len(set(met)) == len(met)


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_another_process_composes_the_same(hash_seed: str, author: GrammarAuthor) -> None:
    """Python's own hashes differ between the processes; what is composed does not."""
    script = (
        "from probe.grammar import GrammarAuthor; from probe.values import Bias;"
        "print(GrammarAuthor(seed=7).candidate(Bias.CONFIRMATION, 5).model_dump_json())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(__file__).parents[2])}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert Candidate.model_validate_json(run.stdout) == author.candidate(Bias.CONFIRMATION, 5)


def test_a_series_tells_one_scenario_at_several_depths() -> None:
    """Between the depths of a series one sentence differs, and nothing else."""
    author = GrammarAuthor({"series": "4"}, seed=3)
    for bias in Bias:
        told = [author.candidate(bias, index) for index in range(8)]
        for series in (told[:4], told[4:]):
            assert [asked(candidate, "depth") for candidate in series] == ["2", "4", "6", "8"]
            assert len({candidate.series for candidate in series}) == 1
            assert series[0].series is not None
            assert len({candidate.correct_option for candidate in series}) == 1
            first = series[0].texts.unbiased
            for other in series[1:]:
                here, there = edit(other.texts.unbiased, first), edit(first, other.texts.unbiased)
                assert not re.search(r"[.?!] \w", here + there)
                assert "\n" not in here + there
        assert told[0].series != told[4].series


@pytest.mark.parametrize("count", [0, 1, 4])
def test_distractors_are_as_many_as_asked_for(count: int) -> None:
    """Each is a fact of the program that no rule of the proof reads, and a sentence of the text."""
    author = GrammarAuthor({"distractors": str(count)}, seed=2)
    none = GrammarAuthor({"distractors": "0"}, seed=2)
    for index in range(20):
        more, less = (made.candidate(Bias.OVERCONFIDENCE, index) for made in (author, none))
        assert more.programs is not None
        assert less.programs is not None
        assert more.programs.unbiased.count("\n") - less.programs.unbiased.count("\n") == count


def test_a_range_of_one_depth_is_kept() -> None:
    author = GrammarAuthor({"depth": "5", "branches": "2"}, seed=1)
    for index in range(10):
        candidate = author.candidate(Bias.HYPERBOLIC_DISCOUNTING, index)
        assert (asked(candidate, "depth"), asked(candidate, "size")) == ("5", "7")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"depth": "1-8"}, "out of range"),
        ({"depth": "8-2"}, "out of range"),
        ({"depth": "deep"}, "is no range"),
        ({"distractors": "5"}, "out of range"),
        ({"series": "9"}, "out of range"),
        ({"depth": "4-5", "series": "3"}, "out of range"),
        ({"colour": "red"}, "unknown option 'colour'"),
    ],
)
def test_options_that_cannot_be_met_are_refused(options: dict[str, str], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        GrammarOptions.parse(options)


def test_the_manifest_names_what_would_compose_the_same_again(author: GrammarAuthor) -> None:
    manifest = author.manifest
    assert manifest["seed"] == 7
    assert manifest["library"] == author.practice_library.version
    assert manifest["options"] == {"depth": [2, 8], "distractors": [0, 1], "branches": [0, 2], "series": 1}
