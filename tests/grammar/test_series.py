"""Series: the same rules and the same base figures, and one record at another level."""

import re
from collections import Counter

import pytest

from probe.certificate import certify, complexity, correct_option
from probe.certificate.meaning import decisive_fact, stated_rules, twin_flips
from probe.errors import InputError
from probe.grammar import GrammarAuthor
from probe.grammar.draw import Draw
from probe.grammar.library import read_library
from probe.grammar.plan import draw_plan
from probe.grammar.records import ABOVE, LEAST_LEVEL, fits
from probe.grammar.scenario import SeriesRequest
from probe.grammar.theory import Graph
from probe.oracle import SwiOracle
from probe.values import Arm, Bias, Candidate, Option, Outcome, Profile, Program
from tests.grammar.composed import origin
from tests.verdicts import examinations_of, verdicts_on

SIZES = {"policy": 4, "closed-book": 2}
BIASES = (Bias.ANCHORING, Bias.CONFIRMATION, Bias.HINDSIGHT)
RECORD = re.compile(r"^recorded\(\w+, -?\w+\)\.\n", re.MULTILINE)

Series = list[Candidate]


@pytest.fixture(scope="module", params=sorted(SIZES))
def series(request: pytest.FixtureRequest) -> list[Series]:
    """Return a series of three biases in each mode."""
    size = SIZES[request.param]
    options = {"mode": request.param, "depth": "4-8" if size > 2 else "2-5", "series": str(size), "kind": "records"}
    author = GrammarAuthor(options, seed=4)
    return [[author.candidate(bias, index) for index in range(size)] for bias in BIASES]


def programs_of(member: Candidate) -> list[tuple[Program, Option | None]]:
    """Return the unbiased programs of a member and its twin, with their right options."""
    assert member.programs
    assert member.twin
    twin = member.twin.programs(member.programs.axioms)
    return [
        (member.programs.of(Arm.UNBIASED), member.correct_option),
        (twin.of(Arm.UNBIASED), member.twin.correct_option),
    ]


def facts_of(member: Candidate) -> set[str]:
    """Return the stated facts of a member except those on record."""
    assert member.programs
    return {line for line in member.programs.unbiased.splitlines() if not line.startswith("recorded(")}


@pytest.mark.parametrize("about", ["module_split", "faulty_records", "ship_now"])
def test_no_plan_puts_on_record_what_only_a_team_itself_counts(about: str) -> None:
    """Neither the figure on record nor the provisional one is a number with ``official = false``."""
    schema = next(schema for schema in read_library().schemas if schema.about == about)
    graph = Graph(schema, read_library().modules, common_only=False, size="medium")
    counted_names = {number.name for number in schema.number if not number.official}
    drawn_plans = [draw_plan(graph, 6, 0, Draw(number, "plan"), 3, layered=False) for number in range(40)]
    plans = [plan for plan in drawn_plans if plan]
    fitting_plans = [plan for plan in plans if fits(plan, SeriesRequest("records", (4, 5, 6, 7, 8), replaces=True))]
    assert any(counted_names & set(plan.spine[2:]) for plan in plans)
    assert not any(counted_names & set(plan.spine[2:]) for plan in fitting_plans)


def test_every_check_holds_for_every_member_and_its_twin(series: list[Series], oracle: SwiOracle) -> None:
    """The oracle measures the depth of each; the rules in the text are the clauses of the program."""
    for member in (candidate for members in series for candidate in members):
        assert member.programs
        assert member.twin
        pairs = [member.programs, member.twin.programs(member.programs.axioms)]
        original, twin = examinations_of(oracle, pairs, Profile.STRICT)
        for examination, right in ((original, member.correct_option), (twin, member.twin.correct_option)):
            checks = certify(examination, member.bias, Profile.STRICT).checks
            assert {check.outcome for check in checks} <= {Outcome.HOLDS, Outcome.NOT_RUN}
            assert correct_option(examination) is right
            assert str(complexity(examination).depth) == origin(member, "depth")
        certificate = certify(twin, member.bias, Profile.STRICT)
        assert twin_flips(original.unbiased, twin.unbiased, certificate).outcome is Outcome.HOLDS
        (verdict,) = verdicts_on(oracle, [member.twin.without_fact(member.programs)])
        assert decisive_fact(verdict, member.twin).outcome is Outcome.HOLDS
        if member.stated_rules:
            rules_check = stated_rules(member.stated_rules, member.programs, member.texts.unbiased)
            assert rules_check.outcome is Outcome.HOLDS


def test_members_state_the_same_rules_and_base_figures_and_share_their_twin(series: list[Series]) -> None:
    """What differs is which figure is on record, and in one sentence of the text."""
    for members in series:
        first = members[0]
        assert first.programs
        assert first.twin
        for other_member in members[1:]:
            assert other_member.programs
            assert other_member.twin
            assert other_member.programs.axioms == first.programs.axioms
            assert [rule.sentence for rule in other_member.stated_rules] == [
                rule.sentence for rule in first.stated_rules
            ]
            assert facts_of(other_member) == facts_of(first)
            assert (other_member.twin.fact, other_member.twin.changed) == (first.twin.fact, first.twin.changed)
            assert other_member.correct_option is first.correct_option
            lines = [set(re.split(r"(?<=[.:])\s", member.texts.unbiased)) for member in (other_member, first)]
            assert len(lines[0] - lines[1]) <= 2
        assert len({member.reasoning.recorded for member in members}) == len(members)
        assert len({member.series for member in members}) == 1


def test_each_member_requires_its_depth(series: list[Series]) -> None:
    """Also the shallowest: the last derived value is never on record."""
    for members in series:
        depths = [int(origin(member, "depth")) for member in members]
        assert depths == sorted(set(depths))
        assert depths[0] == LEAST_LEVEL + ABOVE
        assert [member.reasoning.required_depth for member in members] == depths


def test_without_the_record_original_and_twin_have_the_same_answer(series: list[Series], oracle: SwiOracle) -> None:
    """So a reader who ignores records is right in one of both; in which one is recorded."""
    for member in (candidate for members in series for candidate in members):
        answers = []
        for program, right in programs_of(member):
            text = RECORD.sub("", program.text) + ":- dynamic recorded/2.\n"
            (verdict,) = verdicts_on(oracle, [Program(axioms=program.axioms, text=text)])
            answers.append((verdict.choice, verdict.choice is right))
        assert answers[0][0] is answers[1][0]
        assert answers[0][1] is not member.reasoning.replaces
        assert answers[1][1] is member.reasoning.replaces


@pytest.mark.parametrize("kind", ["records", "classes"])
def test_in_half_of_the_cases_of_each_depth_the_answer_without_the_record_is_wrong(
    kind: str, oracle: SwiOracle
) -> None:
    """Exactly half, so that ignoring records is no better than a coin flip at any depth."""
    author = GrammarAuthor({"series": "4", "kind": kind}, seed=1)
    members = [author.candidate(Bias.CONFIRMATION, index) for index in range(16)]
    programs = [programs_of(member)[0] for member in members]
    texts = [RECORD.sub("", program.text) + ":- dynamic recorded/2.\n" for program, _ in programs]
    questions = [Program(axioms=program.axioms, text=text) for (program, _), text in zip(programs, texts, strict=True)]
    wrong_counts: Counter[str] = Counter()
    for member, verdict, (_, right) in zip(members, verdicts_on(oracle, questions), programs, strict=True):
        wrong_counts[origin(member, "depth")] += verdict.choice is not right
    assert wrong_counts == {"4": 2, "5": 2, "7": 2, "8": 2}


def test_members_have_the_same_length(series: list[Series]) -> None:
    """Within the words by which the names of two figures differ."""
    for members in series:
        words = [len(member.texts.unbiased.split()) for member in members]
        numbers = {len(re.findall(r"\d+(?:,\d+)*", member.texts.unbiased)) for member in members}
        assert max(words) - min(words) <= 8
        assert len(numbers) == 1


@pytest.mark.parametrize(
    ("options", "members", "depth"),
    [
        ({"depth": "2-8"}, 4, (4, 8)),
        ({"depth": "2-5", "mode": "closed-book"}, 2, (4, 5)),
        ({"depth": "3-5", "kind": "padding"}, 3, (3, 5)),
        ({"depth": "4-6", "kind": "records"}, 3, (4, 6)),
        ({"depth": "2-8", "series": "none"}, 1, (2, 8)),
        ({"depth": "2-8", "series": "1"}, 1, (2, 8)),
        ({"depth": "2-5"}, 1, (2, 5)),
        ({"depth": "2-8", "area": "team"}, 1, (2, 8)),
        ({"depth": "2-8", "branches": "4"}, 1, (2, 8)),
        ({"depth": "2-8", "schema": "on_call_rotation"}, 1, (2, 8)),
        ({"depth": "5"}, 1, (5, 5)),
        ({"depth": "3-8", "measures": "reversal"}, 1, (3, 8)),
        ({}, 1, (2, 12)),
    ],
)
def test_a_range_of_depths_is_composed_in_series(options: dict[str, str], members: int, depth: tuple[int, int]) -> None:
    """If the range has enough depths for a series, unless the user says otherwise."""
    parsed_options = GrammarAuthor(options).options
    assert (parsed_options.series, parsed_options.depth) == (members, depth)


@pytest.mark.parametrize(
    "options",
    [
        {"series": "3", "depth": "2-5"},
        {"series": "3", "mode": "closed-book"},
        {"series": "2", "kind": "length"},
        {"series": "2", "kind": "shape", "mode": "closed-book"},
    ],
)
def test_series_that_cannot_be_are_an_error(options: dict[str, str]) -> None:
    """A record is at depth 4 or below, and closed-book texts reach depth 5."""
    with pytest.raises(InputError):
        GrammarAuthor(options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "records", "depth": "5"}, "kind=records needs 2 depths from 4 to 8, but depth=5 has 1"),
        ({"kind": "padding", "depth": "2"}, "kind=padding needs a depth from 3 to 5, but depth=2 has 0"),
        ({"series": "4", "depth": "2-5"}, "series=4 needs 4 depths from 4 to 8, but depth=2-5 has 2"),
        ({"series": "7"}, "series=7 needs 7 depths from 4 to 8, but depth=2-12 has 5: ask for fewer members"),
    ],
)
def test_an_error_names_the_option_that_the_user_wrote(options: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        GrammarAuthor(options)


@pytest.mark.parametrize(
    ("options", "missing_depths"),
    [
        ({"depth": "2-8"}, "members at 4, 5, 7 and 8, none at 2, 3 and 6"),
        ({"depth": "2-5", "mode": "closed-book"}, "members at 4 and 5, none at 2 and 3"),
        ({"depth": "2-5", "kind": "padding"}, "members at 3, 4 and 5, none at 2"),
        ({"depth": "4-8", "series": "5"}, None),
        ({"depth": "2-8", "series": "none"}, None),
        ({"kind": "classes"}, None),
    ],
)
def test_depths_of_the_range_that_no_member_has_are_said(options: dict[str, str], missing_depths: str | None) -> None:
    notice = GrammarAuthor(options).notice
    assert missing_depths in notice if missing_depths and notice else notice is missing_depths
