"""Series of a sum: the same items at another depth, and rules that play no part."""

import pytest

from probe.certificate import certify, complexity, correct_option
from probe.grammar import GrammarAuthor, read_library
from probe.grammar.sums import ITEMS, PADDED, Tree, tree
from probe.oracle import SwiOracle
from probe.values import Bias, Candidate, Outcome, Profile
from tests.grammar.composed import origin
from tests.verdicts import examinations_of

Series = list[Candidate]


def members(kind: str, depth: str, size: int, bias: Bias) -> Series:
    """Return the first series of a kind."""
    author = GrammarAuthor({"depth": depth, "series": str(size), "kind": kind}, seed=6)
    return [author.candidate(bias, index) for index in range(size)]


@pytest.fixture(scope="module")
def shaped_series() -> Series:
    return members("shape", "5-9", 5, Bias.BANDWAGON)


@pytest.fixture(scope="module")
def padded_series() -> Series:
    return members("padding", "4", len(PADDED), Bias.CONFIRMATION)


def height(subtree: Tree) -> int:
    return 1 + max(height(subtree.left), height(subtree.right)) if subtree.left and subtree.right else 0


@pytest.mark.parametrize("levels", range(3, ITEMS))
def test_a_sum_of_eight_items_has_any_depth_from_three_to_seven(levels: int) -> None:
    sum_tree = tree(ITEMS, levels)
    assert (sum_tree.leaves, height(sum_tree)) == (ITEMS, levels)


@pytest.mark.parametrize("kind", ["shaped_series", "padded_series"])
def test_every_check_holds_for_members_and_twins(kind: str, request: pytest.FixtureRequest, oracle: SwiOracle) -> None:
    for candidate in request.getfixturevalue(kind):
        original, twin = examinations_of(
            oracle, [candidate.programs, candidate.twin.programs(candidate.programs.axioms)], Profile.STRICT
        )
        for examination, right in ((original, candidate.correct_option), (twin, candidate.twin.correct_option)):
            checks = certify(examination, candidate.bias, Profile.STRICT).checks
            assert {check.outcome for check in checks} <= {Outcome.HOLDS, Outcome.NOT_RUN}
            assert correct_option(examination) is right
            assert str(complexity(examination).depth) == origin(candidate, "depth")


def test_a_shape_changes_the_depth_alone(shaped_series: Series) -> None:
    """Items, number of rules, size of the proof and number of words are the same."""
    assert [origin(candidate, "depth") for candidate in shaped_series] == ["5", "6", "7", "8", "9"]
    assert [candidate.reasoning.required_depth for candidate in shaped_series] == [5, 6, 7, 8, 9]
    assert len({origin(candidate, "size") for candidate in shaped_series}) == 1
    assert len({len(candidate.texts.unbiased.split()) for candidate in shaped_series}) == 1
    assert len({candidate.programs.unbiased for candidate in shaped_series if candidate.programs}) == 1
    assert len({candidate.programs.axioms for candidate in shaped_series if candidate.programs}) == len(shaped_series)
    assert len({(candidate.twin.fact, candidate.twin.changed) for candidate in shaped_series if candidate.twin}) == 1


def test_a_first_figure_anchors_the_sum_of_a_shape() -> None:
    """The text states its items alone, so it is derived in every member."""
    series = members("shape", "5-8", 4, Bias.ANCHORING)
    anchors = {schema.about: schema.anchor for schema in read_library().schemas}
    for candidate in series:
        anchor = anchors[origin(candidate, "schema")]
        assert candidate.programs
        assert f"{anchor}_item_a(" in candidate.programs.unbiased
        assert f"\n{anchor}(" not in candidate.programs.unbiased
    assert [candidate.reasoning.required_depth for candidate in series] == [5, 6, 7, 8]


def test_padding_adds_rules_that_no_proof_reads(padded_series: Series) -> None:
    rules = [sum(len(rule.clauses) for rule in candidate.stated_rules) for candidate in padded_series]
    assert [count - rules[0] for count in rules] == list(PADDED)
    assert (
        len(
            {
                (origin(candidate, "depth"), origin(candidate, "size"), candidate.correct_option)
                for candidate in padded_series
            }
        )
        == 1
    )
    assert len({(candidate.twin.fact, candidate.twin.changed) for candidate in padded_series if candidate.twin}) == 1
