"""Counts as the published benchmark made them, and the same ones every time."""

import random

import pytest

from probe.oracle import SwiOracle
from probe.oracle.replies import needs_recount
from probe.values import Examination, Profile, Program, Programs, Verdict
from tests.verdicts import examinations_of, verdicts_on

COUNTED_PROGRAMS = {
    "one fact": ("decide_option(user, option_A).", -1, 2),
    "one rule": ("decide_option(user, X) :- p(X).\np(option_A).", 0, 3),
    "two rules": ("decide_option(user, X) :- p(X).\np(X) :- q(X).\nq(option_A).", 1, 4),
    "a choice point left costs one": ("decide_option(user, X) :- p(X).\np(option_A).\np(option_B).", -1, 3),
    "a negation counts, and so does the call under it": ("decide_option(user, option_A) :- \\+ p(b).\np(a).", 1, 3),
    "arithmetic is a call": ("decide_option(user, option_A) :- 1 < 2.", 0, 3),
    "findall": ("decide_option(user, X) :- findall(Y, p(Y), [X]).\np(option_A).", 9, 8),
}
"""Inferences and choice steps by the formula of the documentation: calls - 2, less one where a choice point is left."""


@pytest.mark.parametrize("name", COUNTED_PROGRAMS)
def test_counts_follow_the_formula(name: str, oracle: SwiOracle) -> None:
    text, inferences, choice_steps = COUNTED_PROGRAMS[name]
    verdict = verdicts_on(oracle, [Program(axioms="", text=text)])[0]
    assert (verdict.inferences, verdict.choice_steps) == (inferences, choice_steps)


def corpus() -> list[Program]:
    """Return programs of many kinds, among them ones that build indexes, collect solutions and backtrack."""
    facts = "\n".join(f"edge(n{i}, n{i * 7 % 50})." for i in range(50))
    rules = "path(X, Y) :- edge(X, Y).\npath(X, Y) :- edge(X, Z), Z @> X, path(Z, Y).\n"
    tests = [
        f"decide_option(user, option_A) :- path(n{i}, n{i * 3 % 50}).\ndecide_option(user, option_B)."
        for i in range(50)
    ]
    collected_programs = [
        f"decide_option(user, option_A) :- findall(Y, path(n{i}, Y), L), length(L, N), N >= 0." for i in range(50)
    ]
    return [
        Program(axioms=rules, text=f":- consult('axioms').\n{facts}\n{clause}\n")
        for clause in tests + collected_programs
    ]


def counts_of(verdict: Verdict) -> tuple[object, ...]:
    return verdict.choice, verdict.inferences, verdict.choice_steps, verdict.depth, verdict.size, verdict.answers


def test_the_same_program_has_the_same_counts_in_every_run_order_and_worker(oracle: SwiOracle) -> None:
    programs = corpus()
    first = [counts_of(verdict) for verdict in verdicts_on(oracle, programs)]
    order = list(range(len(programs)))
    with SwiOracle.start(workers=2) as other_oracle:
        for seed in range(3):
            random.Random(seed).shuffle(order)
            second_verdicts = dict(zip(order, verdicts_on(other_oracle, [programs[n] for n in order]), strict=True))
            assert [counts_of(second_verdicts[n]) for n in range(len(programs))] == first


def test_both_profiles_count_alike(oracle: SwiOracle) -> None:
    pairs = [Programs(axioms=program.axioms, unbiased=program.text, biased=program.text) for program in corpus()[::10]]
    paper = examinations_of(oracle, pairs, Profile.PAPER)
    strict = examinations_of(oracle, pairs, Profile.STRICT)
    for paper_verdict, strict_verdict in zip(paper, strict, strict=True):
        assert counts_of(paper_verdict.unbiased)[:5] == counts_of(strict_verdict.unbiased)[:5]
        assert paper_verdict.unbiased == paper_verdict.biased


def examination_with(unbiased: int, biased: int, *, inferences: int = 5) -> Examination:
    """Return an examination with these choice steps; the biased program takes 5 inferences."""
    return Examination(
        oracle="",
        unbiased=Verdict(ran=True, inferences=inferences, choice_steps=unbiased),
        biased=Verdict(ran=True, inferences=5, choice_steps=biased),
    )


def test_choice_steps_that_differ_beside_equal_inferences_are_doubted() -> None:
    assert not needs_recount(examination_with(8, 8))
    assert needs_recount(examination_with(8, 9))


def test_a_difference_that_is_there_is_not_doubted() -> None:
    assert not needs_recount(examination_with(8, 9, inferences=4))


async def test_a_pair_that_differs_in_choice_steps_alone_is_reported_so(oracle: SwiOracle) -> None:
    """The oracle is asked twice, and answers the same."""
    template = "decide_option(user, X) :- {first}, X = option_A. p :- q. q. r. s :- r."
    pair = Programs(axioms="", unbiased=template.format(first="p, s"), biased=template.format(first="p, p"))
    first = await oracle.examine(pair, Profile.PAPER)
    second = await oracle.examine(pair, Profile.PAPER)
    assert first == second
    assert first.unbiased.inferences == first.biased.inferences
    assert first.unbiased.choice_steps != first.biased.choice_steps
