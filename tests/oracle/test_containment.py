"""What a hostile program can do: get a verdict, and nothing else."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from probe.oracle import SwiOracle
from probe.values import Option, Program, Verdict
from tests.oracle.hostile import Hostile, hostile_programs, is_expected, outcome_of

MARK = "probe_hostile_mark"
CORPUS = hostile_programs(str(Path("/tmp") / MARK))
"""The bound that the oracle promises for any one program."""

RULES = "fit(O) :- covers(O, N), need(N).\nbest(O) :- fit(O), \\+ risky(O).\n:- dynamic risky/1.\n"


def canaries() -> list[Program]:
    """Return fifteen harmless programs that touch what hostile ones might have changed."""
    facts = "need(n).\ncovers(option_A, n).\ncovers(option_B, n).\n"
    decide = "decide_option(user, X) :- "
    bodies = [
        "best(X).",
        "best(X), !.",
        "findall(Y, best(Y), [_, X]).",
        "forall(need(N), covers(option_B, N)), X = option_B.",
        "member(X, [option_B, option_A]), best(X).",
        "Y is 3 * 4, Y =:= 12, X = option_A.",
        "\\+ risky(option_B), X = option_B.",
        "aggregate_all(count, need(_), 1), X = option_A.",
        "( need(m) -> X = option_A ; X = option_B ).",
        "setof(Y, best(Y), [X|_]).",
        "maplist(fit, [option_A, option_B]), X = option_A.",
        "msort([option_B, option_A], [X|_]).",
        "length([a, b], 2), X = option_B.",
        'Y = "text", string(Y), X = option_B.',
        "nobody_defines_this(X).",
    ]
    return [Program(axioms=RULES, text=f":- consult('axioms').\n{facts}{decide}{body}\n") for body in bodies]


@pytest.fixture(scope="module")
def attacked() -> Iterator[SwiOracle]:
    with SwiOracle.start(workers=1) as started:
        yield started


@pytest.fixture(scope="module")
def untouched(attacked: SwiOracle) -> list[Verdict]:
    """Return the verdicts on the canaries before any hostile program has run."""
    return attacked.verdicts(canaries())


def test_the_canaries_sing(untouched: list[Verdict]) -> None:
    a, b = Option.A, Option.B
    assert [verdict.choice for verdict in untouched] == [a, a, b, b, b, a, b, a, b, a, a, a, b, b, None]


@pytest.mark.parametrize("hostile", CORPUS, ids=lambda hostile: hostile.name)
def test_a_hostile_program_is_contained(hostile: Hostile, attacked: SwiOracle, untouched: list[Verdict]) -> None:
    mark = Path("/tmp") / MARK
    directory, environment = Path.cwd(), dict(os.environ)
    verdict = attacked.verdicts([hostile.program])[0]
    assert is_expected(outcome_of(verdict), hostile.outcome), (outcome_of(verdict), verdict.diagnostics)
    assert not mark.exists()
    assert (Path.cwd(), dict(os.environ)) == (directory, environment)
    assert attacked.verdicts(canaries()) == untouched


def test_a_refusal_names_clause_line_and_reason(attacked: SwiOracle) -> None:
    text = ":- consult('axioms').\nfirst(1).\n\n  second(X) :-\n    first(X), shell(ls).\n"
    verdict = attacked.verdicts([Program(axioms="", text=text)])[0]
    (found,) = verdict.diagnostics
    assert found.place is not None
    assert (found.kind, found.message) == ("whitelist", "shell/1 is outside the pure subset")
    assert (found.place.source, found.place.line, found.place.column, found.place.clause) == ("program", 4, 3, 3)
    assert found.clause_text == "second(X):-first(X), shell(ls)"


def test_refused_axioms_keep_the_program_from_running(attacked: SwiOracle) -> None:
    program = Program(axioms="best(option_A) :- halt.", text=":- consult('axioms').\ndecide_option(user, option_A).")
    verdict = attacked.verdicts([program])[0]
    assert not verdict.ran
    assert verdict.diagnostics[0].place is not None
    assert verdict.diagnostics[0].place.source == "axioms"


@pytest.mark.parametrize(
    "text",
    [
        "decide_option(user, option_A). % " + "x" * 70_000,
        "decide_option(user, 'option_A\ud800').",
        "decide_option(user, X) :- X = " + "f(" * 15_000 + "a" + ")" * 15_000 + ".",
        "decide_option(user, X) :- X = " + "(" * 30_000 + "a" + ")" * 30_000 + ".",
        "decide_option(user, X) :- " + "\\+ " * 15_000 + "X = option_A.",
        "decide_option(user, X) :- X = [" + "[" * 15_000 + "]" * 15_000 + "].",
        "decide_option(user, X) :- X = " + "- " * 25_000 + "1.",
        "decide_option(user, X) :- X = " + "9" * 60_000 + ".",
        "decide_option(user, X) :- X = " + "a" * 60_000 + ".",
        "a. " * 20_000,
        "decide_option(user, X) :- " + ", ".join(["true"] * 9_000) + ", X = option_A.",
        "p(" + ", ".join(["a"] * 20_000) + ").\ndecide_option(user, option_A).",
        "\ufeffdecide_option(user, option_A).",
        "decide_option(user, option_A)\x00.",
        "\u202edecide_option(user, option_A).",
    ],
    ids=[
        "too_long", "half_a_character", "deep_term", "deep_parentheses", "deep_negation", "deep_list",
        "deep_prefix",
        "long_number", "long_atom", "many_clauses", "long_body", "wide_fact", "byte_order_mark", "null",
        "right_to_left",
    ],
)  # fmt: skip
def test_an_odd_text_costs_only_its_own_verdict(text: str, attacked: SwiOracle, untouched: list[Verdict]) -> None:
    verdict = attacked.verdicts([Program(axioms="", text=text)])[0]
    assert verdict.ran or verdict.diagnostics
    assert attacked.verdicts(canaries()) == untouched
