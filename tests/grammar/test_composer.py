"""Composed dilemmas: exact depth, twins, balance, determinism, and options."""

from collections import Counter

import pytest

from probe.certificate import certify, complexity, correct_option
from probe.certificate.meaning import NUMBERED, decisive_fact, stated_rules, twin_flips
from probe.errors import InputError
from probe.grammar import GrammarAuthor, read_library
from probe.grammar.draw import Draw
from probe.grammar.wording import numbered
from probe.oracle import SwiOracle
from probe.values import Bias, Candidate, Option, Outcome, Profile
from tests.grammar.composed import arms, edit, origin
from tests.verdicts import examinations_of, verdicts_on


def test_every_check_holds_for_original_and_twin_at_the_asked_depth(
    candidates: list[Candidate], oracle: SwiOracle
) -> None:
    """The oracle measures depth and size; nothing else vouches for them."""
    originals = examinations_of(
        oracle, [candidate.programs for candidate in candidates if candidate.programs], Profile.STRICT
    )
    twins = [
        candidate.twin.programs(candidate.programs.axioms)
        for candidate in candidates
        if candidate.twin and candidate.programs
    ]
    for candidate, original, twin in zip(
        candidates, originals, examinations_of(oracle, twins, Profile.STRICT), strict=True
    ):
        assert candidate.twin
        for examination, option in ((original, candidate.correct_option), (twin, candidate.twin.correct_option)):
            checks = certify(examination, candidate.bias, Profile.STRICT).checks
            assert {check.outcome for check in checks} <= {Outcome.HOLDS, Outcome.NOT_RUN}
            assert correct_option(examination) is option
            assert str(complexity(examination).depth) == origin(candidate, "depth")
        assert str(complexity(original).size) == origin(candidate, "size")
        certificate = certify(twin, candidate.bias, Profile.STRICT)
        assert twin_flips(original.unbiased, twin.unbiased, certificate).outcome is Outcome.HOLDS


def test_without_the_decisive_fact_neither_option_follows(candidates: list[Candidate], oracle: SwiOracle) -> None:
    """The decision is open; the other option does not follow either."""
    open_programs = [
        candidate.twin.without_fact(candidate.programs)
        for candidate in candidates
        if candidate.programs and candidate.twin
    ]
    for candidate, verdict in zip(candidates, verdicts_on(oracle, open_programs), strict=True):
        assert candidate.twin
        assert decisive_fact(verdict, candidate.twin).outcome is Outcome.HOLDS


def test_a_policy_states_the_rules_of_its_program(candidates: list[Candidate]) -> None:
    """One to one: a missing rule in the text or a different clause in the program fails."""
    for candidate in candidates:
        assert candidate.programs
        assert bool(candidate.stated_rules) is (origin(candidate, "mode") == "policy")
        if candidate.stated_rules:
            assert (
                stated_rules(candidate.stated_rules, candidate.programs, candidate.texts.unbiased).outcome
                is Outcome.HOLDS
            )
            fewer_rules = candidate.stated_rules[1:]
            assert stated_rules(fewer_rules, candidate.programs, candidate.texts.unbiased).outcome is Outcome.FAILS
            changed_programs = candidate.programs.model_copy(
                update={"axioms": candidate.programs.axioms.replace("called_for", "avoid", 1)}
            )
            assert (
                stated_rules(candidate.stated_rules, changed_programs, candidate.texts.unbiased).outcome
                is Outcome.FAILS
            )


def test_the_certificate_recognises_every_numbered_rule() -> None:
    """Whatever the product is called, and however its rules are numbered."""
    rules = ["When the load is above 5, we add a server.", "Two: one more.", "Otherwise, the rules below decide."]
    for seed, context in enumerate(read_library().contexts):
        for draw in (Draw(seed), Draw(seed).brief()):
            text = "\n".join(numbered(rules, context.product, draw))
            assert NUMBERED.findall(text) == rules, text


def test_a_twin_changes_one_fact_and_keeps_the_cue(candidates: list[Candidate]) -> None:
    """Cue and fact are independent: the same edit leads from twin to twin_biased as from unbiased to biased."""
    for candidate in candidates:
        texts = arms(candidate)
        assert len(set(texts.values())) == len(texts)
        if candidate.bias is not Bias.FRAMING:
            assert edit(texts["unbiased"], texts["biased"]) == edit(texts["twin"], texts["twin_biased"])
        assert candidate.programs
        assert candidate.twin
        removed_lines = set(candidate.programs.unbiased.splitlines()) - set(
            candidate.twin.unbiased_program.splitlines()
        )
        assert removed_lines == {candidate.twin.fact}


def test_action_and_letter_are_balanced_within_bias_and_depth() -> None:
    """All four combinations, equally often, in an order that the seed draws."""
    author = GrammarAuthor({"mode": "closed-book", "depth": "2-3"}, seed=2)
    candidates = [author.candidate(Bias.BANDWAGON, index) for index in range(16)]
    counts = Counter(
        (origin(candidate, "depth"), origin(candidate, "right"), candidate.correct_option) for candidate in candidates
    )
    assert set(counts.values()) == {2}
    assert len(counts) == 8
    cells = [(origin(candidate, "depth"), candidate.correct_option) for candidate in candidates[:4]]
    assert len(set(cells)) == 4  # even after two dilemmas of a depth


def test_letters_are_balanced_over_depths_wherever_a_set_ends() -> None:
    """Sets with few dilemmas of a depth too have no letter that is right in most of them."""
    author = GrammarAuthor({"mode": "closed-book", "depth": "2-4"}, seed=3)
    same_count = 0
    for index in range(13):
        same_count += 1 if author.candidate(Bias.BANDWAGON, index).correct_option is Option.A else -1
        assert abs(same_count) <= 1


def test_a_schema_goes_through_its_contexts_before_one_recurs() -> None:
    """Also in a bias that some schemas of the area do not fit."""
    author = GrammarAuthor({"mode": "closed-book", "area": "team", "depth": "3"}, seed=1)
    candidates = [author.candidate(Bias.ANCHORING, index) for index in range(24)]
    combinations = [(origin(candidate, "schema"), origin(candidate, "context")) for candidate in candidates]
    assert len(set(combinations)) == len(combinations)


async def test_what_replaces_a_dilemma_is_another_one_with_its_depth_action_and_letter() -> None:
    author = GrammarAuthor({"mode": "policy", "depth": "3-5"}, seed=2)
    candidates = [author.candidate(Bias.FRAMING, 7)]
    while replacement := await author.replacement(candidates[-1]):
        candidates.append(replacement)
    assert len(candidates) == 4
    assert (
        len({candidate.texts.unbiased for candidate in candidates})
        == len({origin(candidate, "scenario") for candidate in candidates})
        == 4
    )
    assert (
        len(
            {
                (origin(candidate, "depth"), origin(candidate, "right"), candidate.correct_option)
                for candidate in candidates
            }
        )
        == 1
    )
    assert [(candidate.expansion, candidate.position) for candidate in candidates] == [(1, 2), (1, 7), (1, 12), (1, 17)]
    series = GrammarAuthor({"depth": "4-5", "series": "2"})
    assert await series.replacement(series.candidate(Bias.FRAMING, 0)) is None


def test_a_dilemma_depends_only_on_seed_bias_and_index(author: GrammarAuthor) -> None:
    """Earlier compositions do not matter."""
    same_author = GrammarAuthor({"mode": author.options.mode, "depth": "2-5"}, seed=7)
    longer_author = GrammarAuthor({"mode": author.options.mode, "depth": "2-5"}, seed=7)
    for index in range(5):
        longer_author.candidate(Bias.ANCHORING, index)
    assert same_author.candidate(Bias.HINDSIGHT, 3) == longer_author.candidate(Bias.HINDSIGHT, 3)


@pytest.mark.parametrize(
    "options",
    [
        {"depth": "2-13"},
        {"mode": "closed-book", "depth": "6"},
        {"mode": "guess"},
        {"area": "gardening"},
        {"voice": "chat", "style": "plain"},
        {"form": "poem"},
        {"depth": "8-2"},
    ],
)
def test_impossible_options_are_one_line(options: dict[str, str]) -> None:
    """A user error names the problem and the choices."""
    with pytest.raises(InputError) as error:
        GrammarAuthor(options)
    assert "\n" not in str(error.value)


def test_the_first_dilemma_of_a_bias_has_either_action() -> None:
    """One dilemma of each bias at one depth is a small dataset too."""
    rights = [
        origin(GrammarAuthor({"depth": "4"}, seed=seed).candidate(bias, 0), "right")
        for seed in range(3)
        for bias in (Bias.BANDWAGON, Bias.OVERCONFIDENCE, Bias.HYPERBOLIC_DISCOUNTING)
    ]
    assert set(rights) == {"first", "second"}
