"""Readers with one habit each, who decide from the clauses of a program."""

import pytest

from probe.grammar import GrammarAuthor
from probe.grammar.habits import (
    IGNORES_OVERRIDES,
    IGNORES_RECORDS,
    LAST_FIGURE,
    ONE_VALUE,
    SEARCHES,
    SMALLER_ADDEND,
    TOP,
    TOP_DRAWN,
    HabitAnswer,
    habit_answers,
)
from probe.grammar.program_rules import read_program
from probe.grammar.readers import action
from probe.values import Bias, Dilemma, Option, Provenance, Reasoning
from tests.grammar.composed import pair_of

AXIOMS = """value(Figure, Value) :-
    recorded(Figure, Value).
value(load, Result) :-
    \\+ recorded(load, _),
    own(Own),
    value(rented, Rented),
    Result is Own + Rented.
value(rented, Result) :-
    \\+ recorded(rented, _),
    shops(Shops),
    each(Each),
    Result is Shops * Each.
called_for(buy) :-
    value(load, Load),
    limit(Limit),
    Load > Limit.
called_for(keep) :-
    value(load, Load),
    limit(Limit),
    Load =< Limit.
"""
FACTS = "own({own}).\nshops(4).\neach(5).\nlimit({limit}).\nrecorded(rented, 40).\nrecorded(age, 3).\n"


def dilemma(cost: int, limit: int) -> Dilemma:
    """Return a dilemma in which the load of 40 on record and ``own`` is more than the limit."""
    return Dilemma(
        bias=Bias.BANDWAGON,
        unbiased=f"At most {limit}, for 4 shops with 5 each; on record are 40, and our own are {cost}.",
        biased="",
        axioms=AXIOMS,
        unbiased_program=FACTS.format(own=cost, limit=limit),
        biased_program="",
        correct_option=Option.A,
        reasoning=Reasoning(required_depth=4),
        provenance=Provenance(author="grammar", seed_ids=("schema:shops",)),
    )


def hits(answers: list[HabitAnswer], item: str) -> dict[str, float]:
    """Return how often each reader is right about an item."""
    return {answer.reader: answer.hit for answer in answers if answer.item == item}


def test_each_reader_decides_by_its_habit() -> None:
    """A load of 30 + 40: without the record it is 30 + 20, without the smaller addend 40; 30 is the last figure."""
    high, low = dilemma(30, 60), dilemma(5, 25)
    answers = list(habit_answers([high, low]))
    top = {TOP.format(2): 1, TOP_DRAWN.format(2): 1}
    assert hits(answers, high.id) == {
        IGNORES_RECORDS: 0,
        SEARCHES: 0,
        SMALLER_ADDEND: 0,
        LAST_FIGURE: 0,
        TOP.format(1): 0,
        TOP_DRAWN.format(1): 0,
        ONE_VALUE: pytest.approx(4 / 5),
        **top,
    }
    assert hits(answers, low.id) == {
        IGNORES_RECORDS: 0,
        SEARCHES: 1,
        SMALLER_ADDEND: 1,
        LAST_FIGURE: 0,
        TOP.format(1): 1,
        TOP_DRAWN.format(1): 1,
        ONE_VALUE: pytest.approx(4 / 5),
        **top,
    }


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "policy", "depth": "5"},
        {"mode": "closed-book"},
        {"series": "4", "kind": "classes"},
        {"series": "4", "kind": "shape"},
        {"series": "3", "kind": "padding"},
    ],
)
def test_a_reader_of_the_whole_program_finds_the_certified_option(options: dict[str, str]) -> None:
    """Layers, exceptions and sets included."""
    author = GrammarAuthor(options, seed=3)
    for pair in (
        pair_of(author.candidate(bias, index)) for bias in (Bias.BANDWAGON, Bias.HINDSIGHT) for index in range(8)
    ):
        assert pair.twin
        for program, right in (
            (pair.unbiased_program, pair.correct_option),
            (pair.twin.unbiased_program, pair.twin.correct_option),
        ):
            reading = read_program(pair.axioms, program)
            assert reading
            assert f"takes({right}, {action(reading.rules, reading.facts)})." in program


def test_a_reader_who_ignores_overrides_is_wrong_where_one_decides() -> None:
    author = GrammarAuthor({"depth": "4"}, seed=5)
    dilemmas = [pair_of(author.candidate(Bias.FRAMING, index)) for index in range(40)]
    hits_by_item = {
        answer.item: answer.hit
        for answer in habit_answers(dilemmas)
        if answer.reader == IGNORES_OVERRIDES and not answer.twin
    }
    overrides_by_id = {pair.id: pair.reasoning.overridden for pair in dilemmas if pair.reasoning.overridden is not None}
    assert {item: hit == 0 for item, hit in hits_by_item.items()} == overrides_by_id
    assert set(overrides_by_id.values()) == {True, False}


def test_readers_of_too_few_levels_of_single_dilemmas_are_no_better_than_a_coin() -> None:
    """With values of other dilemmas in place of deeper ones, and with layers and exceptions."""
    author = GrammarAuthor({"depth": "6"}, seed=5)
    dilemmas = [
        pair_of(author.candidate(bias, index)) for bias in (Bias.FRAMING, Bias.CONFIRMATION) for index in range(24)
    ]
    top_readers = (TOP.partition("{")[0],)
    hits = [answer.hit for answer in habit_answers(dilemmas) if answer.reader.startswith(top_readers)]
    assert len(hits) > 200
    assert sum(hits) / len(hits) <= 0.55
    assert sum(dilemma.reasoning.required_depth == 6 for dilemma in dilemmas) > len(dilemmas) / 2


@pytest.mark.parametrize(
    ("axioms", "facts"),
    [
        ("decide_option(user, option_A) :- true.\n", "p(1).\n"),
        (AXIOMS.replace("shops(Shops)", "value(load, Shops)"), FACTS),
        (AXIOMS.replace("Result is Shops", "Result is Others"), FACTS),
        (AXIOMS.replace("    shops(Shops),\n", "    shell('ls'),\n    shops(Shops),\n"), FACTS),
        (AXIOMS, FACTS + "own(7).\n"),
    ],
    ids=["another form", "a circle", "an unbound variable", "another goal", "two values"],
)
def test_a_program_of_another_form_is_not_read(axioms: str, facts: str) -> None:
    assert read_program(axioms, facts.format(own=30, limit=60)) is None


@pytest.mark.parametrize("value", ["high", "0.5.1", "[1, 2]", "-3"])
def test_a_pair_whose_values_were_edited_costs_only_its_own_answers(value: str) -> None:
    edited_pair, sound_pair = dilemma(30, 60), dilemma(20, 60)
    edited_pair = edited_pair.model_copy(update={"unbiased_program": edited_pair.unbiased_program.replace("30", value)})
    assert {answer.item for answer in habit_answers([edited_pair, sound_pair])} >= {sound_pair.id}


def test_a_program_of_doubling_calculations_is_read_at_once() -> None:
    """Numbers that grow without end would keep an audit busy forever."""
    rules = "".join(
        f"n{number}(Result) :-\n    n{number + 1}(N{number + 1}),\n    Result is N{number + 1} * N{number + 1}.\n"
        for number in range(50)
    )
    choice = "called_for(buy) :-\n    n0(N0),\n    N0 > 5.\n"
    reading = read_program(choice + rules, "n50(999).\n")
    assert reading
    assert action(reading.rules, reading.facts) == "buy"
