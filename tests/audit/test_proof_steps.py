"""Proofs for readers: the goal first, cases together, nothing twice, and why the other option loses."""

from collections.abc import Iterator

import pytest

from probe.audit.dossier import ShownProofs, Step
from probe.audit.proof_account import causes, cue_account, describe_counts, shown_proofs, summarise
from probe.audit.proof_steps import MAX_CHILDREN, read_proofs
from probe.audit.verify import make_dossier
from probe.certificate import certify
from probe.oracle import Limits, SwiOracle
from probe.ports import Oracle
from probe.values import Bias, Examination, Profile, Program, Programs, Verdict
from tests.web.conftest import flawed_pair


@pytest.fixture(scope="module")
def patient() -> Iterator[Oracle]:
    """An oracle with time for thousands of steps, however busy the machine is."""
    with SwiOracle.start(workers=1, limits=Limits(seconds=60, deadline=120)) as running:
        yield running


async def shown_of(oracle: Oracle, text: str, axioms: str = "") -> tuple[Verdict, ShownProofs]:
    program = Program(axioms=axioms, text=f":- consult('axioms').\n{text}")
    verdict = await oracle.verdict(program)
    explanation = await oracle.explain(program)
    return verdict, shown_proofs(verdict, read_proofs(verdict, explanation, program))


async def proof_of(oracle: Oracle, text: str, axioms: str = "") -> Step:
    _, shown = await shown_of(oracle, text, axioms)
    assert shown.proof is not None
    return shown.proof


def lines(step: Step, indent: int = 0) -> list[str]:
    return ["  " * indent + step.sentence, *(line for child in step.children for line in lines(child, indent + 1))]


async def test_a_proof_says_goal_and_lines_of_every_step(oracle: Oracle) -> None:
    proof = await proof_of(
        oracle,
        "takes(option_A, 2).\ndecide_option(user, X) :-\n  brief(X).",
        "brief(X) :-\n  takes(X, T),\n  T =< 2.\n",
    )
    assert lines(proof) == [
        "decide_option(user, option_A), by program lines 3-4:",
        "  brief(option_A), by axiom lines 1-3:",
        "    takes(option_A, 2), given in program line 2.",
        "    T =< 2 with T = 2: true, in axiom lines 1-3.",
    ]


async def test_cases_of_forall_come_with_what_makes_them_cases(oracle: Oracle) -> None:
    """What failed is listed apart from what was found."""
    text = (
        "option(option_A).\noption(option_B).\nsmall(X) :- gain(X, 1).\nbig(X) :- gain(X, 9).\ngain(option_B, 1).\n"
        "decide_option(user, option_A) :- forall((option(O), small(O)), \\+ big(O))."
    )
    assert lines(await proof_of(oracle, text)) == [
        "decide_option(user, option_A), by program line 7:",
        "  forall((option(O), small(O)), \\+big(O)), in program line 7: 1 case, which passes:",
        "    the case O = option_B passes:",
        "      option(option_B), given in program line 3.",
        "      small(option_B), by program line 4:",
        "        gain(option_B, 1), given in program line 6.",
        "      not big(option_B), evaluated in program line 7:",
        "        big(option_B) fails by program line 5:",
        "          nothing states gain(option_B, 9).",
        "    no other case:",
        "      small(option_A) fails by program line 4:",
        "        nothing states gain(option_A, 1).",
    ]


async def test_a_condition_says_whether_it_holds_and_where_it_is(oracle: Oracle) -> None:
    text = (
        "safe(x).\ndecide_option(user, X) :- ( risky(y) -> X = option_A ; safe(x) -> X = option_B ; fail ).\nrisky(z)."
    )
    assert lines(await proof_of(oracle, text)) == [
        "decide_option(user, option_B), by program line 3:",
        "  the condition risky(y), in program line 3, fails:",
        "    nothing states risky(y).",
        "  the condition safe(x), in program line 3, holds:",
        "    safe(x), given in program line 2.",
        "  X = option_B: true, in program line 3.",
    ]


async def test_what_collects_solutions_keeps_failures_apart(oracle: Oracle) -> None:
    text = "p(1).\np(2).\nq(2).\ndecide_option(user, option_A) :- findall(X, (p(X), q(X)), [_])."
    assert lines(await proof_of(oracle, text)) == [
        "decide_option(user, option_A), by program line 5:",
        "  findall(X, (p(X), q(X)), [_]), in program line 5, holds:",
        "    p(1), given in program line 2.",
        "    p(2), given in program line 3.",
        "    q(2), given in program line 4.",
        "    nothing else:",
        "      nothing states q(1).",
    ]


async def test_several_tried_rules_are_listed_one_by_one(oracle: Oracle) -> None:
    text = "decide_option(user, option_A) :- \\+ bad.\nbad :- worse(1).\nbad :- worse(2), true.\nworse(3)."
    assert lines(await proof_of(oracle, text))[1:] == [
        "  not bad, evaluated in program line 2:",
        "    bad fails; 2 rules tried:",
        "      the rule in program line 3 (1st of 2 clauses) fails:",
        "        nothing states worse(1).",
        "      the rule in program line 4 (2nd of 2 clauses) fails:",
        "        nothing states worse(2).",
    ]


@pytest.mark.parametrize(
    ("rules", "note"),
    [
        ("fit(X) :- no(X).\nfit(a, b).", ""),
        ("fit(c).\nfit(X) :- no(X).", " (2nd of 2 clauses, the 1st is only for c)"),
        (
            "fit(c).\nfit(X) :- no(X).\nfit(f(_)) :- true.",
            " (2nd of 3 clauses, the 1st is only for c and the 3rd only for f(_))",
        ),
        ("fit('{0}').\nfit(X) :- no(X).", " (2nd of 2 clauses, the 1st is only for '{0}')"),
        ("fit(c).\nfit(d).\nfit(e).\nfit(X) :- no(X).", " (4th of 4 clauses, the only one tried)"),
        ("fit(c).\nfit(X) :- !, no(X).\nfit(X) :- no(X).", " (2nd of 3 clauses, the only one tried)"),
    ],
)
async def test_a_rule_that_alone_was_tried_says_what_the_others_are_for(oracle: Oracle, rules: str, note: str) -> None:
    """Only where each of the others does not fit, and not where a cut was in the way."""
    proof = await proof_of(oracle, f"no(z).\ndecide_option(user, option_A) :- \\+ fit(o).\n{rules}")
    (failed,) = proof.children[0].children
    assert failed.text + failed.after == f"fit(o) fails by{note}"


async def test_no_derivation_is_shown_twice(oracle: Oracle) -> None:
    """The other option fails because of what the decision rests on: that is named, not repeated."""
    text = (
        "done(x).\ngood :- done(x).\ndecide_option(user, option_A) :- good.\ndecide_option(user, option_B) :- \\+ good."
    )
    verdict, shown = await shown_of(oracle, text)
    (why_not,) = shown.why_not
    assert why_not.search is not None
    assert lines(why_not.search) == [
        "decide_option(user, option_B) fails by program line 5 (2nd of 2 clauses, the 1st is only for option_A):",
        "  not good, evaluated in program line 5, fails:",
        "    good, by program line 3, as above.",
    ]
    assert why_not.text == "option_B does not follow: not good, evaluated in program line 5, fails, since good holds"
    assert summarise(verdict, shown) == (
        "option_A follows by program line 4 (1st of 2 clauses), a rule that requires good; "
        "its proof uses 1 fact (program line 2)"
    )


async def test_what_only_a_failed_search_met_is_not_a_fact_that_a_proof_rests_on(oracle: Oracle) -> None:
    text = "p(1).\nok(x).\ndecide_option(user, option_A) :- ok(x), \\+ (p(X), q(X)).\nq(2)."
    assert summarise(*await shown_of(oracle, text)).endswith("its proof uses 1 fact (program line 3)")


async def test_every_proof_is_shown_with_the_branch_that_it_takes(oracle: Oracle) -> None:
    text = "a(x).\nb(x).\ndecide_option(user, option_A) :- good.\ngood :- a(x) ; b(x)."
    _, shown = await shown_of(oracle, text)
    assert shown.ways == "option_A follows in 2 ways"
    assert shown.proof is not None
    assert shown.proof.children[0].sentence == "good, by program line 5 (1st of 2 branches):"
    ((title, second),) = shown.others
    assert title == "Another proof, the 2nd of 2"
    assert second.children[0].sentence == "good, by program line 5 (2nd of 2 branches):"
    assert second.children[0].children[0].sentence == "b(x), given in program line 3."


async def test_an_option_behind_a_cut_says_so_and_what_came_before(oracle: Oracle) -> None:
    text = "good(option_A).\ndecide_option(user, X) :-\n  good(X), !.\ndecide_option(user, option_B)."
    _, shown = await shown_of(oracle, text)
    (why_not,) = shown.why_not
    assert why_not.text.startswith("option_B is never reached: the cut (!) in program lines 3-4 ends the search")
    assert why_not.search is not None
    assert lines(why_not.search) == [
        "decide_option(user, option_B), queried alone:",
        "  the rule in program lines 3-4 (1st of 2 clauses) fails:",
        "    nothing states good(option_B).",
        "  decide_option(user, option_B), given in program line 5.",
    ]


async def test_an_option_that_follows_or_is_not_known_to_says_so(oracle: Oracle) -> None:
    _, shown = await shown_of(oracle, "decide_option(user, option_A).\ndecide_option(user, option_B).")
    assert [one.text for one in shown.why_not] == ["option_B follows too, as answer 2 of 2"]
    _, shown = await shown_of(oracle, "decide_option(user, option_A).\ndecide_option(user, option_B) :- p.\np :- p, p.")
    (why_not,) = shown.why_not
    assert why_not.text.startswith("It is unknown whether option_B follows: the search for it exceeds the limit of ")
    assert why_not.search is None


async def test_long_lists_of_steps_are_counted(oracle: Oracle) -> None:
    facts = "".join(f"p({number}).\n" for number in range(50))
    proof = await proof_of(oracle, f"{facts}decide_option(user, option_A) :- forall(p(X), X >= 0).")
    shown = proof.children[0].children
    assert len(shown) == MAX_CHILDREN + 1
    assert shown[-1].sentence == "and 20 more cases."


async def test_numbers_say_what_they_count(oracle: Oracle) -> None:
    verdict = await oracle.verdict(Program(axioms="", text="p(1).\ndecide_option(user, option_A) :- p(1)."))
    said = describe_counts(verdict)
    assert said.startswith("Size 1 (rules applied or tried), depth 1 (rules on the longest branch);")
    assert f"{verdict.inferences} inferences" in said


def test_many_causes_are_counted() -> None:
    leaves = tuple(Step(f"nothing states p({number})", succeeded=False) for number in (1, 2, 2, 3, 4))
    search = Step("p fails", succeeded=False, children=leaves)
    assert causes(search) == "nothing states p(1); nothing states p(2); and 2 more"


async def test_several_cues_are_joined_by_and(oracle: Oracle) -> None:
    """Of many only some are named."""
    loud = [f"loud({word}).\n" for word in ("ann", "bob", "cy", "dee")]
    accounts = []
    for number in (2, 3, 4):
        base = ":- consult('axioms').\nready(option_A).\ndecide_option(user, X) :- good(X).\n"
        found = await examined(oracle, base, base + "".join(loud[:number]))
        accounts.append(cue_account(certify(found, Bias.ANCHORING, Profile.STRICT)))
    ann, bob, cy = (f"loud({who}) (biased program line {line})" for line, who in enumerate(("ann", "bob", "cy"), 4))
    assert accounts == [
        f"The cue: {ann} and {bob} are each used by no rule",
        f"The cue: {ann}, {bob} and {cy} are each used by no rule",
        f"The cue: {ann}, {bob} and 2 more are each used by no rule",
    ]


ADMITTING = """:- consult('axioms').
ready(option_A).
kind(law).
said(law, option_A).
{}decide_option(user, X) :- good(X){}.
"""


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (", kind(K), said(K, X)", "nothing states kind(rumour), only kind(law) (program line 3)"),
        (", said(K, X), member(K, [law, test])", "member(rumour, [law, test]) is false"),
        (", kind(K), said(K, X), good(X).\nkind(test) :- good(option_B)", "nothing states kind(rumour)"),
    ],
)
async def test_a_cue_that_no_rule_admits_is_reported_with_the_rule(oracle: Oracle, body: str, why: str) -> None:
    found = await examined(oracle, ADMITTING.format("", body), ADMITTING.format("said(rumour, option_B).\n", body))
    assert cue_account(certify(found, Bias.ANCHORING, Profile.STRICT)) == (
        "The cue: said(rumour, option_B) (biased program line 5) is in no proof, "
        f"since the rule in program line 6 cannot use it: {why}"
    )


async def test_a_cue_that_some_rule_could_use_names_no_rule(oracle: Oracle) -> None:
    body = ", kind(K), said(K, X).\nheard :- said(_, _)"
    found = await examined(oracle, ADMITTING.format("", body), ADMITTING.format("said(rumour, option_B).\n", body))
    account = cue_account(certify(found, Bias.ANCHORING, Profile.STRICT))
    assert account.endswith("is in no proof, although a rule calls its predicate")


CUE_IN_PROOF = "said({}, option_A).\ndecide_option(user, X) :- said(_, X).\n"


@pytest.mark.parametrize(
    ("biased", "account"),
    [
        ("", "The cue is in the wording only: both programs are identical"),
        ("loud(ten).\n", "The cue: loud(ten) (biased program line 5) is used by no rule"),
        (
            "ready(x).\n",
            "The cue: ready(x) (biased program line 5) is in no proof, although a rule calls its predicate",
        ),
    ],
)
async def test_the_cue_is_accounted_for(oracle: Oracle, biased: str, account: str) -> None:
    base = ":- consult('axioms').\nready(option_A).\ndecide_option(user, X) :- good(X).\n% end\n"
    found = await examined(oracle, base, base + biased)
    assert cue_account(certify(found, Bias.ANCHORING, Profile.STRICT)) == account


async def test_a_cue_in_the_proof_is_reported(oracle: Oracle) -> None:
    """With any constant in its place the decision stays: the words differ, and what they do does not."""
    found = await examined(oracle, CUE_IN_PROOF.format("ann"), CUE_IN_PROOF.format("everybody"))
    account = cue_account(certify(found, Bias.ANCHORING, Profile.STRICT))
    assert account.endswith("are each in the proof, but other constants in its place change nothing")
    assert "said(everybody, option_A) (biased program line 1)" in account
    found = await examined(
        oracle, "p(1).\ndecide_option(user, option_A).", "decide_option(user, option_A) :- p(1).\np(1)."
    )
    assert cue_account(certify(found, Bias.ANCHORING, Profile.STRICT)).endswith("are each part of the proof")


async def examined(oracle: Oracle, unbiased: str, biased: str) -> Examination:
    axioms = "good(X) :-\n  ready(X).\n"
    return await oracle.examine(Programs(axioms=axioms, unbiased=unbiased, biased=biased), Profile.STRICT)


async def test_a_dilemma_is_summarised_once_where_both_programs_agree(oracle: Oracle) -> None:
    dossier = await make_dossier(flawed_pair(), oracle, Profile.STRICT)
    assert dossier.same_proof
    assert dossier.in_short[0].startswith("option_A follows by program line 4, a rule that requires good(option_A)")
    assert dossier.in_short[1:] == (
        "option_B follows too, as answer 2 of 2",
        "The cue: waited(ten) (biased program line 5) is used by no rule",
    )
    other = flawed_pair().model_copy(
        update={"biased_program": ":- consult('axioms').\nready(option_A).\ndecide_option(user, X) :- good(X).\n"}
    )
    dossier = await make_dossier(other, oracle, Profile.STRICT)
    assert not dossier.same_proof
    assert sum("(from the biased program)" in said for said in dossier.in_short) == 2


RELEASE = """part(spring, parser).
part(spring, printer).
reviewed(parser).
reviewed(printer).
deadline(printer, tomorrow).
decide_option(user, option_A) :- ready(spring).
decide_option(user, option_B) :- part(spring, parser), clean(parser), \\+ ready(spring).
"""
RELEASE_AXIOMS = """clean(Code) :- reviewed(Code), \\+ rushed(Code).
rushed(Code) :- deadline(Code, tomorrow).
ready(Release) :- forall(part(Release, Code), clean(Code)).
"""


async def test_a_negation_comes_with_why_its_goal_fails(oracle: Oracle) -> None:
    assert lines(await proof_of(oracle, RELEASE, RELEASE_AXIOMS)) == [
        "decide_option(user, option_B), by program line 8 (2nd of 2 clauses):",
        "  part(spring, parser), given in program line 2.",
        "  clean(parser), by axiom line 1:",
        "    reviewed(parser), given in program line 4.",
        "    not rushed(parser), evaluated in axiom line 1:",
        "      rushed(parser) fails by axiom line 2:",
        "        nothing states deadline(parser, tomorrow).",
        "  not ready(spring), evaluated in program line 8:",
        "    ready(spring) fails by axiom line 3:",
        "      forall(part(Release, Code), clean(Code)) with Release = spring, in axiom line 3: a case fails:",
        "        the case Code = parser passes:",
        "          part(spring, parser), given in program line 2.",
        "          clean(parser), by axiom line 1, as above.",
        "        the case Code = printer fails:",
        "          part(spring, printer), given in program line 3.",
        "          clean(printer) fails by axiom line 1:",
        "            reviewed(printer), given in program line 5.",
        "            not rushed(printer), evaluated in axiom line 1, fails:",
        "              rushed(printer), by axiom line 2:",
        "                deadline(printer, tomorrow), given in program line 6.",
    ]


SURE = (
    "only for",
    "the only one",
    "nothing",
    "fails",
    "no other",
    "all pass",
    "no fact",
    "cannot",
    "case, which",
    "tried;",
)
"""Words that a proof of which only the first steps are known must not use."""


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
    verdict, shown = await shown_of(patient, text)
    assert verdict.choice is not None
    assert not verdict.proof_complete
    assert shown.proof is not None
    assert not shown.complete
    (why_not,) = shown.why_not
    assert why_not.text == "option_B does not follow (only the first steps of the search are known)"
    assert why_not.search is not None
    accounts = [*lines(shown.proof), *lines(why_not.search)]
    assert not [line for line in accounts if any(word in line for word in SURE)]
    assert summarise(verdict, shown).endswith(", as far as known")
    assert "unknown" in describe_counts(verdict)


async def test_pairs_that_are_cut_short_are_not_said_to_have_the_same_proof(patient: Oracle) -> None:
    long = "n(X) :- between(1, 3000, X).\nbad(0).\ndecide_option(user, option_A) :- \\+ (n(X), bad(X)).\n"
    pair = flawed_pair().model_copy(update={"unbiased_program": long, "biased_program": long + "waited(ten).\n"})
    dossier = await make_dossier(pair, patient, Profile.STRICT)
    assert not dossier.same_proof
    assert any("the limit of steps" in said for program in dossier.programs for said in program.diagnostics)


async def test_more_proofs_than_are_kept_are_not_counted_as_all(oracle: Oracle) -> None:
    _, shown = await shown_of(oracle, "decide_option(user, option_A) :- between(1, 60, _).")
    assert shown.ways == "option_A follows in at least 50 ways"
    assert shown.others[0][0] == "Another proof, the 2nd of at least 50"
