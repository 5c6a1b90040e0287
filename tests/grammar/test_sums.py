"""Series of a sum: the same items at another depth, and rules that play no part."""

import pytest

from probe.certificate import certify, complexity, correct_option
from probe.grammar import GrammarAuthor, read_library
from probe.grammar.sums import ITEMS, PADDING_RULES, Tree, tree
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
def shaped() -> Series:
    return members("shape", "5-9", 5, Bias.BANDWAGON)


@pytest.fixture(scope="module")
def padded() -> Series:
    return members("padding", "4", len(PADDING_RULES), Bias.CONFIRMATION)


def height(part: Tree) -> int:
    return 1 + max(height(part.left), height(part.right)) if part.left and part.right else 0


@pytest.mark.parametrize("levels", range(3, ITEMS))
def test_a_sum_of_eight_items_has_any_depth_from_three_to_seven(levels: int) -> None:
    found = tree(ITEMS, levels)
    assert (found.leaves, height(found)) == (ITEMS, levels)


@pytest.mark.parametrize("kind", ["shaped", "padded"])
def test_every_check_holds_for_members_and_twins(kind: str, request: pytest.FixtureRequest, oracle: SwiOracle) -> None:
    for one in request.getfixturevalue(kind):
        original, twin = examinations_of(oracle, [one.programs, one.twin.programs(one.programs.axioms)], Profile.STRICT)
        for examination, right in ((original, one.correct_option), (twin, one.twin.correct_option)):
            checks = certify(examination, one.bias, Profile.STRICT).checks
            assert {check.outcome for check in checks} <= {Outcome.HOLDS, Outcome.NOT_RUN}
            assert correct_option(examination) is right
            assert str(complexity(examination).depth) == origin(one, "depth")


def test_a_shape_changes_the_depth_alone(shaped: Series) -> None:
    """Items, number of rules, size of the proof and number of words are the same."""
    assert [origin(one, "depth") for one in shaped] == ["5", "6", "7", "8", "9"]
    assert [one.reasoning.required_depth for one in shaped] == [5, 6, 7, 8, 9]
    assert len({origin(one, "size") for one in shaped}) == 1
    assert len({len(one.texts.unbiased.split()) for one in shaped}) == 1
    assert len({one.programs.unbiased for one in shaped if one.programs}) == 1
    assert len({one.programs.axioms for one in shaped if one.programs}) == len(shaped)
    assert len({(one.twin.fact, one.twin.changed) for one in shaped if one.twin}) == 1


def test_a_first_figure_anchors_the_sum_of_a_shape() -> None:
    """The text states its items alone, so it is derived in every member."""
    found = members("shape", "5-8", 4, Bias.ANCHORING)
    anchors = {schema.about: schema.anchor for schema in read_library().schemas}
    for one in found:
        anchor = anchors[origin(one, "schema")]
        assert one.programs
        assert f"{anchor}_item_a(" in one.programs.unbiased
        assert f"\n{anchor}(" not in one.programs.unbiased
    assert [one.reasoning.required_depth for one in found] == [5, 6, 7, 8]


def test_padding_adds_rules_that_no_proof_reads(padded: Series) -> None:
    rules = [sum(len(rule.clauses) for rule in one.stated_rules) for one in padded]
    assert [count - rules[0] for count in rules] == list(PADDING_RULES)
    assert len({(origin(one, "depth"), origin(one, "size"), one.correct_option) for one in padded}) == 1
    assert len({(one.twin.fact, one.twin.changed) for one in padded if one.twin}) == 1
