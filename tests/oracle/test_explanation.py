"""The oracle explains why a program decides as it does, and what became of the other option."""

import pytest

from probe.oracle import Limits, SwiOracle
from probe.ports import Oracle
from probe.values import Explanation, Option, OtherOption, Program, ProofStep

OPTION_A_PROGRAM = "good(option_A).\ndecide_option(user, X) :- good(X).\n"


async def other_of(oracle: Oracle, text: str, axioms: str = "") -> OtherOption:
    (other_option,) = (await oracle.explain(Program(axioms=axioms, text=text))).others
    return other_option


def all_steps(step: ProofStep) -> list[ProofStep]:
    return [step, *(below for child in step.children for below in all_steps(child))]


async def test_an_option_without_a_proof_comes_with_its_search(oracle: Oracle) -> None:
    other_option = await other_of(oracle, OPTION_A_PROGRAM)
    assert (other_option.option, other_option.outcome, other_option.whole) == (Option.B, "fails", True)
    assert other_option.search is not None
    assert [(step.kind, step.goal, step.succeeded) for step in all_steps(other_option.search)] == [
        ("search", "decide_option(user, option_B)", False),
        ("rule", "decide_option(user, option_B)", False),
        ("search", "good(option_B)", False),
    ]


async def test_an_option_that_follows_too_is_reported_with_its_number(oracle: Oracle) -> None:
    explanation = await oracle.explain(
        Program(axioms="", text="good(option_A).\n" + OPTION_A_PROGRAM + "good(option_B).\n")
    )
    assert [proof.goal[-9:-1] for proof in explanation.proofs] == ["option_A", "option_A", "option_B"]
    (other_option,) = explanation.others
    assert (other_option.outcome, other_option.answer, other_option.detail) == ("follows", 3, "")


async def test_an_option_behind_a_cut_is_reported_with_the_clause_that_cuts(oracle: Oracle) -> None:
    """Queried alone it has a proof, and yet it is not an answer."""
    other_option = await other_of(
        oracle, "good(option_A).\ndecide_option(user, X) :-\n  good(X), !.\ndecide_option(user, _)."
    )
    assert (other_option.outcome, other_option.search and other_option.search.succeeded) == ("unreached", True)
    assert other_option.cut is not None
    assert (other_option.cut.source, other_option.cut.line) == ("program", 2)


async def test_an_option_behind_a_condition_names_no_cut(oracle: Oracle) -> None:
    """Bound from the start the option makes the condition fail; asked for all, the condition commits to the other."""
    text = "good(option_A).\ndecide_option(user, X) :- ( good(X) -> true ; X = option_B )."
    other_option = await other_of(oracle, text)
    assert (other_option.outcome, other_option.cut) == ("unreached", None)


@pytest.mark.parametrize(
    ("body", "outcome", "detail"),
    [
        ("loop(1)", "limit", "exceeds the limit of inferences"),
        ("nobody(1)", "error", "calls nobody/1, which no clause defines"),
        ("1 > a", "error", "ends in the error type_error(evaluable, a/0)"),
    ],
)
async def test_a_search_without_an_end_says_how_it_ended(oracle: Oracle, body: str, outcome: str, detail: str) -> None:
    loop = "loop(X) :- between(X, inf, Y), Y < X."
    text = f"{loop}\ndecide_option(user, option_A).\ndecide_option(user, option_B) :- {body}."
    other_option = await other_of(oracle, text)
    assert (other_option.outcome, other_option.detail, other_option.answer) == (outcome, detail, None)


async def test_a_search_of_too_many_steps_says_that_not_all_is_shown(oracle: Oracle) -> None:
    text = (
        "n(X) :- between(1, 3000, X).\ndecide_option(user, option_A).\ndecide_option(user, option_B) :- n(X), bad(X)."
    )
    other_option = await other_of(oracle, text + "\nbad(0).")
    assert (other_option.outcome, other_option.whole) == ("fails", False)


async def test_both_options_are_reported_where_neither_is_decided_for(oracle: Oracle) -> None:
    explanation = await oracle.explain(Program(axioms="", text="decide_option(user, X) :- member(X, [a, b])."))
    assert [(other_option.option, other_option.outcome) for other_option in explanation.others] == [
        (Option.A, "fails"),
        (Option.B, "fails"),
    ]
    assert len(explanation.proofs) == 2


async def test_the_other_option_is_asked_for_as_the_program_spells_it(oracle: Oracle) -> None:
    other_option = await other_of(
        oracle, "bad(x).\ndecide_option(user, option_a).\ndecide_option(user, option_b) :- \\+ bad(x)."
    )
    assert other_option.search is not None
    assert [step.goal for step in all_steps(other_option.search)][:3] == [
        "decide_option(user, option_b)",
        "decide_option(user, option_b)",
        "\\+bad(x)",
    ]


async def test_nothing_is_reported_of_a_program_that_is_refused(oracle: Oracle) -> None:
    assert await oracle.explain(Program(axioms="", text="decide_option(user, option_A) :- halt.")) == Explanation()
    assert await oracle.explain(Program(axioms="", text="decide_option(user, '\ud800').")) == Explanation()


async def test_a_program_without_time_is_not_explained() -> None:
    """A worker that is killed for it costs the explanation, not the oracle."""
    with SwiOracle.start(workers=1, limits=Limits(seconds=0.05, inferences=10**9)) as oracle:
        text = "loop :- loop, loop.\ndecide_option(user, option_A).\ndecide_option(user, option_B) :- loop."
        slow_program = Program(axioms="", text=text)
        await oracle.explain(slow_program)
        assert (await oracle.explain(Program(axioms="", text=OPTION_A_PROGRAM))).proofs


async def test_cases_of_forall_are_separate(oracle: Oracle) -> None:
    text = "part(a).\npart(b).\nclean(a).\ndecide_option(user, option_A) :- \\+ forall(part(P), clean(P))."
    (proof,) = (await oracle.explain(Program(axioms="", text=text))).proofs
    cases = [step for step in all_steps(proof) if step.goal.startswith("case(")]
    assert [(case.bindings, case.succeeded) for case in cases] == [({"P": "a"}, True), ({"P": "b"}, False)]


async def test_a_step_has_its_clause_its_branch_and_its_goal_as_written(oracle: Oracle) -> None:
    text = "takes(option_A, 2).\ndecide_option(user, O) :- fits(O).\n"
    axioms = (
        "fits(O) :- brief(O) ; cheap(O).\nbrief(O) :- takes(O, T), T =< 1.\nbrief(_) :- fail.\n"
        "cheap(O) :- takes(O, T), T =< 2.\n"
    )
    (proof,) = (await oracle.explain(Program(axioms=axioms, text=":- consult('axioms').\n" + text))).proofs
    fits = proof.children[0]
    assert (fits.branch, fits.branches, fits.nth, fits.clauses) == (2, 2, None, None)
    test = fits.children[0].children[1]
    assert (test.goal, test.written, test.bindings) == ("2=<2", "T =< 2", {"T": "2"})
    other_option = await other_of(oracle, ":- consult('axioms').\n" + text, axioms)
    assert other_option.search is not None
    steps = [step for step in all_steps(other_option.search) if step.goal.startswith("brief") and step.kind == "rule"]
    assert [(step.nth, step.clauses) for step in steps] == [(1, 2), (2, 2)]
