"""Proofs for readers, as data: the goal first, cases together, nothing twice, and why the other option loses.

Their sentences are compared in tests/end_to_end/test_wording.py.
"""

from collections.abc import Iterator

import pytest
from pydantic import TypeAdapter

from probe.audit.describing import make_dossier
from probe.audit.proof_account import causes, describe_counts, summarise
from probe.audit.proof_steps import MAX_CHILDREN
from probe.document import Step
from probe.oracle import Limits, SwiOracle
from probe.ports import Oracle
from probe.values import NeededClauses, Option, Profile, Program, Programs
from probe.values.probes import Difference
from tests.audit.proofs import PROOFS, Row, inert_cue, lines, rows, shown_proofs_of
from tests.web.conftest import flawed_pair

STEPS = {
    "rules, a fact and a comparison": [
        Row(0, "rule", "decide_option(user, option_A)", True, ("program", 3, 4)),
        Row(1, "rule", "brief(option_A)", True, ("axioms", 1, 3)),
        Row(2, "fact", "takes(option_A, 2)", True, ("program", 2, 2)),
        Row(2, "builtin", "2=<2", True, ("axioms", 1, 3)),
    ],
    "cases": [
        Row(0, "rule", "decide_option(user, option_A)", True, ("program", 7, 7)),
        Row(1, "control", "forall((option(A), small(A)), \\+big(A))", True, ("program", 7, 7)),
        Row(2, "control", "case((option(option_B), small(option_B)))", True),
        Row(3, "fact", "option(option_B)", True, ("program", 3, 3)),
        Row(3, "rule", "small(option_B)", True, ("program", 4, 4)),
        Row(4, "fact", "gain(option_B, 1)", True, ("program", 6, 6)),
        Row(3, "control", "\\+big(option_B)", True, ("program", 7, 7)),
        Row(4, "rule", "big(option_B)", False, ("program", 5, 5)),
        Row(5, "search", "gain(option_B, 9)", False),
        Row(2, "group", "", True),
        Row(3, "rule", "small(option_A)", False, ("program", 4, 4)),
        Row(4, "search", "gain(option_A, 1)", False),
    ],
    "conditions": [
        Row(0, "rule", "decide_option(user, option_B)", True, ("program", 3, 3)),
        Row(1, "control", "if(risky(y))", False, ("program", 3, 3)),
        Row(2, "search", "risky(y)", False),
        Row(1, "control", "if(safe(x))", True, ("program", 3, 3)),
        Row(2, "fact", "safe(x)", True, ("program", 2, 2)),
        Row(1, "builtin", "option_B=option_B", True, ("program", 3, 3)),
    ],
    "collected solutions": [
        Row(0, "rule", "decide_option(user, option_A)", True, ("program", 5, 5)),
        Row(1, "control", "findall(A, (p(A), q(A)), [2])", True, ("program", 5, 5)),
        Row(2, "fact", "p(1)", True, ("program", 2, 2)),
        Row(2, "fact", "p(2)", True, ("program", 3, 3)),
        Row(2, "fact", "q(2)", True, ("program", 4, 4)),
        Row(2, "group", "", True),
        Row(3, "search", "q(1)", False),
    ],
    "several failed rules": [
        Row(0, "rule", "decide_option(user, option_A)", True, ("program", 2, 2)),
        Row(1, "control", "\\+bad", True, ("program", 2, 2)),
        Row(2, "search", "bad", False),
        Row(3, "rule", "bad", False, ("program", 3, 3)),
        Row(4, "search", "worse(1)", False),
        Row(3, "rule", "bad", False, ("program", 4, 4)),
        Row(4, "search", "worse(2)", False),
    ],
    "negations": [
        Row(0, "rule", "decide_option(user, option_B)", True, ("program", 8, 8)),
        Row(1, "fact", "part(spring, parser)", True, ("program", 2, 2)),
        Row(1, "rule", "clean(parser)", True, ("axioms", 1, 1)),
        Row(2, "fact", "reviewed(parser)", True, ("program", 4, 4)),
        Row(2, "control", "\\+rushed(parser)", True, ("axioms", 1, 1)),
        Row(3, "rule", "rushed(parser)", False, ("axioms", 2, 2)),
        Row(4, "search", "deadline(parser, tomorrow)", False),
        Row(1, "control", "\\+ready(spring)", True, ("program", 8, 8)),
        Row(2, "rule", "ready(spring)", False, ("axioms", 3, 3)),
        Row(3, "control", "forall(part(spring, A), clean(A))", False, ("axioms", 3, 3)),
        Row(4, "control", "case(part(spring, parser))", True),
        Row(5, "fact", "part(spring, parser)", True, ("program", 2, 2)),
        Row(5, "rule", "clean(parser)", True, ("axioms", 1, 1)),
        Row(4, "control", "case(part(spring, printer))", False),
        Row(5, "fact", "part(spring, printer)", True, ("program", 3, 3)),
        Row(5, "rule", "clean(printer)", False, ("axioms", 1, 1)),
        Row(6, "fact", "reviewed(printer)", True, ("program", 5, 5)),
        Row(6, "control", "\\+rushed(printer)", False, ("axioms", 1, 1)),
        Row(7, "rule", "rushed(printer)", True, ("axioms", 2, 2)),
        Row(8, "fact", "deadline(printer, tomorrow)", True, ("program", 6, 6)),
    ],
}
"""The steps of these proofs: the proved goals of a search come first, then, in a group, the failed ones."""


@pytest.fixture(scope="module")
def patient() -> Iterator[Oracle]:
    """An oracle with time for thousands of steps, even on a busy machine."""
    with SwiOracle.start(workers=1, limits=Limits(seconds=60, deadline=120)) as oracle:
        yield oracle


async def proof_of(oracle: Oracle, text: str, axioms: str = "") -> Step:
    """Return the first proof of a program."""
    _, proofs = await shown_proofs_of(oracle, text, axioms)
    assert proofs.proof is not None
    return proofs.proof


async def search_of(oracle: Oracle, text: str, axioms: str = "") -> tuple[bool, list[Row]]:
    """Return whether the other option fails, and the steps of the search for it."""
    _, proofs = await shown_proofs_of(oracle, text, axioms)
    (why_not,) = proofs.why_not
    assert why_not.search is not None
    return why_not.fails, list(rows(why_not.search))


@pytest.mark.parametrize("name", STEPS)
async def test_a_proof_has_the_goal_and_clause_of_every_step(oracle: Oracle, name: str) -> None:
    assert list(rows(await proof_of(oracle, *PROOFS[name]))) == STEPS[name]


@pytest.mark.parametrize(
    ("name", "other_arguments", "line"),
    [
        ("one rule of one", [], 4),
        ("one rule of two", ["c"], 5),
        ("one rule of three", ["c", "f(_)"], 5),
        ("one rule beside a quoted atom", ["'{0}'"], 5),
        ("one rule of four", [], 7),
        ("one rule before a cut", [], 5),
    ],
)
async def test_a_rule_that_alone_was_tried_names_what_the_others_are_for(
    oracle: Oracle, name: str, other_arguments: list[str], line: int
) -> None:
    """Only if none of the others fits, and not if a cut prevented it."""
    (failed_step,) = (await proof_of(oracle, *PROOFS[name])).children[0].children
    assert list(rows(failed_step)) == [
        Row(0, "rule", "fit(o)", False, ("program", line, line)),
        Row(1, "search", "no(o)", False),
    ]
    assert [
        argument for argument in ("c", "f(_)", "'{0}'", "d", "e", "b") if f"only for {argument}" in failed_step.after
    ] == other_arguments


async def test_no_derivation_is_shown_twice(oracle: Oracle) -> None:
    """The other option fails because of the facts of the decision: these are named, not repeated."""
    fails, search = await search_of(oracle, *PROOFS["a derivation met again"])
    assert fails
    assert search == [
        Row(0, "rule", "decide_option(user, option_B)", False, ("program", 5, 5)),
        Row(1, "control", "\\+good", False, ("program", 5, 5)),
        Row(2, "rule", "good", True, ("program", 3, 3)),
    ]


async def test_what_only_a_failed_search_met_is_not_a_fact_that_a_proof_rests_on(oracle: Oracle) -> None:
    verdict, proofs = await shown_proofs_of(oracle, *PROOFS["a fact of a failed search"])
    assert proofs.proof is not None
    clauses = {row.clause for row in rows(proofs.proof) if row.kind == "fact"}
    assert clauses == {("program", 2, 2), ("program", 3, 3)}
    assert "(program line 3)" in summarise(verdict, proofs)


async def test_every_proof_is_shown_with_the_branch_that_it_takes(oracle: Oracle) -> None:
    _, proofs = await shown_proofs_of(oracle, *PROOFS["two proofs"])
    assert proofs.proof is not None
    ((_, second),) = proofs.others
    assert [[row.goal for row in rows(proof)][1:] for proof in (proofs.proof, second)] == [
        ["good", "a(x)"],
        ["good", "b(x)"],
    ]
    assert [proof.children[0].after for proof in (proofs.proof, second)] == [
        f" ({n} of 2 branches)" for n in ("1st", "2nd")
    ]


async def test_an_option_behind_a_cut_comes_with_what_came_before(oracle: Oracle) -> None:
    fails, search = await search_of(oracle, *PROOFS["an option behind a cut"])
    assert not fails
    assert search == [
        Row(0, "search", "decide_option(user, option_B)", True),
        Row(1, "rule", "decide_option(user, option_B)", False, ("program", 3, 4)),
        Row(2, "search", "good(option_B)", False),
        Row(1, "fact", "decide_option(user, option_B)", True, ("program", 5, 5)),
    ]


@pytest.mark.parametrize("name", ["both options", "an endless search"])
async def test_an_option_that_follows_or_may_follow_has_no_failed_search(oracle: Oracle, name: str) -> None:
    _, proofs = await shown_proofs_of(oracle, *PROOFS[name])
    assert [(why_not.option, why_not.fails, why_not.search) for why_not in proofs.why_not] == [(Option.B, False, None)]


async def test_long_lists_of_steps_are_counted(oracle: Oracle) -> None:
    facts = "".join(f"p({number}).\n" for number in range(50))
    proof = await proof_of(oracle, f"{facts}decide_option(user, option_A) :- forall(p(X), X >= 0).")
    cases = proof.children[0].children
    assert [row.goal for row in cases[:MAX_CHILDREN]] == [f"case(p({number}))" for number in range(MAX_CHILDREN)]
    assert [str(50 - MAX_CHILDREN) in case.text for case in cases[MAX_CHILDREN:]] == [True]


CASES = (
    "p(a).\np(b).\nq(p(b), a).\nq(z, b).\nr(a).\nr(b).\n"
    "decide_option(user, option_A) :- forall((q(_, X), p(X)), r(X)).\n"
)
REPEATED_FACT = "p(a).\np(a).\nr(a).\ndecide_option(user, option_A) :- forall(p(X), r(X)).\n"


async def test_a_case_lists_the_facts_of_its_own_goals_only(oracle: Oracle) -> None:
    """A term that is an argument in a case is not a goal of it."""
    proof = await proof_of(oracle, CASES)
    cases = {case.goal: sorted(step.goal for step in case.children) for case in proof.children[0].children}
    assert cases == {
        "case((q(p(b), a), p(a)))": ["p(a)", "q(p(b), a)", "r(a)"],
        "case((q(z, b), p(b)))": ["p(b)", "q(z, b)", "r(b)"],
    }


async def test_equal_cases_are_shown_once(oracle: Oracle) -> None:
    (case,) = (await proof_of(oracle, REPEATED_FACT)).children[0].children
    assert [step.lines for step in case.children if step.goal == "p(a)"] == [(2, 2), (3, 3)]


BY_DEFAULT = {
    "a negation": ("vetoed(option_B).\ndecide_option(user, option_A) :- \\+ vetoed(option_A).", "vetoed(option_A)"),
    "an else": (
        "decide_option(user, X) :- ( risky(y) -> X = option_A ; X = option_B ).\nrisky(x).",
        "risky(y)",
    ),
    "a negation in a rule": (
        "vetoed(option_B).\ndecide_option(user, option_A) :- fine(option_A).\nfine(X) :- \\+ vetoed(X).",
        "vetoed(option_A)",
    ),
}


@pytest.mark.parametrize("name", BY_DEFAULT)
async def test_a_decision_by_default_names_the_failed_search_it_rests_on(oracle: Oracle, name: str) -> None:
    program, goal = BY_DEFAULT[name]
    verdict, proofs = await shown_proofs_of(oracle, program)
    _, _, used_facts = summarise(verdict, proofs).partition("its proof uses ")
    assert used_facts.startswith("no fact, only failed searches")
    assert goal in used_facts


async def test_more_proofs_than_are_kept_are_not_counted_as_all(oracle: Oracle) -> None:
    _, proofs = await shown_proofs_of(oracle, *PROOFS["many proofs"])
    assert len(proofs.others) == 3
    assert proofs.more == 46
    assert "at least 50" in proofs.ways


async def test_the_counts_of_a_decision_are_those_of_its_verdict(oracle: Oracle) -> None:
    verdict = await oracle.verdict(Program(axioms="", text="p(1).\ndecide_option(user, option_A) :- p(1)."))
    assert (verdict.size, verdict.depth) == (1, 1)
    assert f"{verdict.inferences} inferences" in describe_counts(verdict)


async def test_steps_that_decide_nothing_are_counted_beside_depth(oracle: Oracle) -> None:
    counting_rules = "count(0).\ncount(N) :- N > 0, M is N - 1, count(M).\n"
    unbiased = ":- consult('axioms').\ntested(option_A).\nwish(option_B).\ndecide_option(user, O) :- best(O).\n"
    descriptions = []
    for axioms in ("best(O) :- tested(O), wish(_).\n", f"best(O) :- tested(O), wish(_), count(5).\n{counting_rules}"):
        programs = Programs(axioms=axioms, unbiased=unbiased, biased=f"{unbiased}loud(x).\n")
        examination = await oracle.examine(programs, Profile.STRICT)
        assert examination.probes is not None
        assert examination.probes.unbiased.needed == NeededClauses(depth=2, size=2)
        descriptions.append(describe_counts(examination.unbiased, examination.probes.unbiased.needed))
    assert "idle" not in descriptions[0]
    assert "idle: 5 of the rules, 5 of the levels" in descriptions[1]


def test_many_causes_are_counted() -> None:
    leaf_steps = tuple(Step(f"no p({number})", succeeded=False) for number in (1, 2, 2, 3, 4))
    first, second, remainder = causes(Step("p", succeeded=False, children=leaf_steps)).split("; ")
    assert (first, second) == ("no p(1)", "no p(2)")
    assert "2" in remainder


@pytest.mark.parametrize(
    ("name", "missing_goal", "stated_facts"),
    [
        ("read by no rule", None, None),
        ("barred by a missing fact", "kind(rumour)", ["kind(law)"]),
        ("barred by a built-in", "member(rumour, [law, test])", None),
        ("barred by a fact that a rule could give", "kind(rumour)", []),
        ("admitted by one rule", None, None),
    ],
)
async def test_a_cue_that_no_rule_admits_comes_with_the_goal_that_fails(
    oracle: Oracle, name: str, missing_goal: str | None, stated_facts: list[str] | None
) -> None:
    check, examination = await inert_cue(oracle, name)
    assert check is not None
    (difference,) = TypeAdapter(list[Difference]).validate_python(check.evidence["differing"])
    assert examination.probes is not None
    assert examination.probes.pair is not None
    assert examination.probes.pair.differing == (difference,)
    assert not difference.in_proof
    assert difference.read is (name != "read by no rule")
    assert (difference.barred.lacks if difference.barred else None) == missing_goal
    facts = difference.barred.stated if difference.barred else None
    assert (None if facts is None else [fact.text for fact in facts]) == stated_facts


async def test_a_dilemma_is_summarised_once_where_both_programs_agree(oracle: Oracle) -> None:
    dossier = await make_dossier(flawed_pair(), oracle, Profile.STRICT)
    assert dossier.same_proof
    summary, other_option, cue = dossier.in_short
    assert summary == dossier.programs[0].summary
    assert other_option == dossier.programs[0].shown.why_not[0].text
    assert "waited(ten)" in cue
    changed_pair = flawed_pair().model_copy(
        update={"biased_program": ":- consult('axioms').\nready(option_A).\ndecide_option(user, X) :- good(X).\n"}
    )
    dossier = await make_dossier(changed_pair, oracle, Profile.STRICT)
    assert not dossier.same_proof
    assert len(dossier.in_short) > 3


CERTAIN = ("only for", "the only one", "nothing", "fails", "no other", "all pass", "no fact", "cannot", "tried;")
"""Words that must not describe a proof of which only the first steps are available."""


@pytest.mark.parametrize(
    "body",
    [
        "\\+ (n(X), bad(X))",
        "( (n(X), bad(X)) -> fail ; true )",
        "forall(n(X), good(X))",
        "findall(X, (n(X), good(X)), [_|_])",
        "\\+ (n(X), ( bad(X) -> true ; \\+ good(X) ))",
        "\\+ (n(X), \\+ forall(good(X), ( good(X), X < 4999 )))",
    ],
)
async def test_a_proof_that_is_cut_short_claims_nothing_that_it_does_not_know(patient: Oracle, body: str) -> None:
    text = (
        "n(X) :- between(1, 1800, X).\ngood(X) :- X > 0.\nbad(X) :- X < 0.\nbad(0).\n"
        f"decide_option(user, option_A) :- {body}.\ndecide_option(user, option_B) :- n(X), bad(X).\n"
    )
    verdict, proofs = await shown_proofs_of(patient, text)
    assert verdict.choice is not None
    assert not verdict.proof_complete
    assert proofs.proof is not None
    assert not proofs.complete
    (why_not,) = proofs.why_not
    assert why_not.search is not None
    accounts = [*lines(proofs.proof), *lines(why_not.search)]
    assert not [line for line in accounts if any(word in line for word in CERTAIN)]
    assert verdict.size is None


async def test_pairs_that_are_cut_short_are_not_reported_as_having_the_same_proof(patient: Oracle) -> None:
    long_program = "n(X) :- between(1, 3000, X).\nbad(0).\ndecide_option(user, option_A) :- \\+ (n(X), bad(X)).\n"
    pair = flawed_pair().model_copy(
        update={"unbiased_program": long_program, "biased_program": long_program + "waited(ten).\n"}
    )
    dossier = await make_dossier(pair, patient, Profile.STRICT)
    assert not dossier.same_proof
    assert all(program.diagnostics and not program.verdict.proof_complete for program in dossier.programs)
