"""What a verdict says of its proof is true, and costs nothing until it is read."""

import copy
import pickle

import pytest

from probe.oracle import SwiOracle
from probe.oracle.replies import parse_reply, verdict_of
from probe.values import DISAGREEMENT, Examination, Profile, Program, Programs, ProofStep, Verdict
from tests.verdicts import examinations_of, verdicts_on

AXIOMS = """clean(Code) :- reviewed(Code), \\+ rushed(Code).
rushed(Code) :- deadline(Code, tomorrow).
ready(Release) :- forall(part(Release, Code), clean(Code)).
"""
TEXT = """:- consult('axioms').
part(spring, parser).
part(spring, printer).
reviewed(parser).
reviewed(printer).
deadline(printer, tomorrow).
decide_option(user, option_A) :- ready(spring).
decide_option(user, option_B) :- part(spring, parser), clean(parser), \\+ ready(spring).
"""
LONG_SEARCH = "n(X) :- between(1, 3000, X).\ndecide_option(user, option_A) :- \\+ (n(X), bad(X)).\nbad(0).\n"
"""Its negation takes more steps than the log keeps."""


def verdict_on(oracle: SwiOracle, text: str, axioms: str = "") -> Verdict:
    return verdicts_on(oracle, [Program(axioms=axioms, text=text)])[0]


def unread(verdict: Verdict) -> bool:
    return "proof" not in verdict.__dict__


def test_depth_and_size_count_rules_alone(oracle: SwiOracle) -> None:
    """Depth: decide_option, ready, clean, rushed. Facts and builtins count nothing."""

    def size(step: ProofStep) -> int:
        return (step.kind == "rule") + sum(size(child) for child in step.children)

    def depth(step: ProofStep) -> int:
        return (step.kind == "rule") + max((depth(child) for child in step.children), default=0)

    verdict = verdict_on(oracle, TEXT, AXIOMS)
    assert verdict.proof is not None
    assert (verdict.depth, verdict.size) == (depth(verdict.proof), size(verdict.proof)) == (4, 8)
    assert verdict.proof_complete


def test_a_condition_that_failed_says_so(oracle: SwiOracle) -> None:
    """The step is part of the proof all the same, and nothing else distinguishes both kinds of condition."""
    text = "p(1).\ndecide_option(user, X) :- ( p(2) -> X = option_B ; p(1) -> X = option_A )."
    proof = verdict_on(oracle, text).proof
    assert proof is not None
    assert [(step.goal, step.succeeded) for step in proof.children[:2]] == [("if(p(2))", False), ("if(p(1))", True)]


def test_a_proof_that_is_cut_short_says_so_in_both_profiles(oracle: SwiOracle) -> None:
    pair = Programs(axioms="", unbiased=LONG_SEARCH, biased=LONG_SEARCH)
    for profile in Profile:
        verdict = examinations_of(oracle, [pair], profile)[0].biased
        assert verdict.answer == "option_A"
        assert (verdict.proof_complete, verdict.depth, verdict.size) == (False, None, None)
        assert [diagnostic.kind for diagnostic in verdict.diagnostics] == ["limit"]
        assert "the limit of steps" in verdict.diagnostics[0].message


def test_both_profiles_measure_the_same(oracle: SwiOracle) -> None:
    """Up to the last step that is logged, seven for each number, and beyond it."""
    pairs = [
        Programs(axioms="", unbiased=text, biased=text)
        for count in (10, 1100, 1141, 1142, 1143, 1200)
        for text in [LONG_SEARCH.replace("3000", str(count)).replace("bad(X))", "q(X))") + "q(X) :- X > 0, bad(X).\n"]
    ]
    by_profile = [
        [examination.unbiased for examination in examinations_of(oracle, pairs, profile)] for profile in Profile
    ]
    sizes = [[(verdict.depth, verdict.size, verdict.proof_complete) for verdict in row] for row in by_profile]
    assert sizes[0] == sizes[1]
    assert [size for _, size, _ in sizes[0][:2]] == [12, 1102]
    assert sizes[0][-1] == (None, None, False)


def test_large_goals_fill_the_log_sooner_and_break_nothing(oracle: SwiOracle) -> None:
    """Every step copies its goal: without a bound on that, a list of 2,000 elements would fill all memory."""
    text = (
        "walk([]).\nwalk([X|Xs]) :- X > 0, walk(Xs).\n"
        "decide_option(user, option_A) :- numlist(1, {}, L), \\+ \\+ walk(L).\n"
    )
    short_verdict, long_verdict = verdict_on(oracle, text.format(300)), verdict_on(oracle, text.format(2000))
    assert (short_verdict.size, short_verdict.proof_complete) == (301, True)
    assert (long_verdict.answer, long_verdict.size, long_verdict.proof_complete) == ("option_A", None, False)
    assert verdict_on(oracle, text.format(300)) == short_verdict


def test_a_program_that_fills_the_log_does_not_change_the_next_verdict(oracle: SwiOracle) -> None:
    before = verdict_on(oracle, TEXT, AXIOMS)
    assert not verdict_on(oracle, LONG_SEARCH).proof_complete
    assert verdict_on(oracle, TEXT, AXIOMS) == before


REPLY = (
    '{{"verdicts":[{{"diagnostics":[],"outcome":{{"how":"yes","detail":""}},"answer":"option_A","choice":"option_A",'
    '"inferences":1,"choice_steps":1,"proof_outcome":{{"how":"{}","detail":"{}"}},"depth":null,"size":null,'
    '"search":{{"how":"complete","detail":""}},"answers":["option_A"]}}],"same":null,"probes":null}}'
)


@pytest.mark.parametrize(
    ("outcome", "detail", "words"),
    [
        ("no", "", "finds no answer"),
        ("other", "option_B", "finds option_B first"),
        ("unknown", "q/1", "finds the unknown procedure q/1"),
        ("error", "type_error(evaluable, a/0)", "finds the error type_error(evaluable, a/0)"),
    ],
)
def test_where_the_proof_search_finds_something_else_the_verdict_says_so(outcome: str, detail: str, words: str) -> None:
    verdict = verdict_of(parse_reply(REPLY.format(outcome, detail).encode()))
    assert (verdict.proof_complete, verdict.depth, verdict.proof) == (False, None, None)
    (diagnostic,) = verdict.diagnostics
    assert diagnostic.kind == DISAGREEMENT
    assert words in diagnostic.message


def test_a_proof_is_parsed_when_it_is_read(oracle: SwiOracle) -> None:
    verdict = verdict_on(oracle, TEXT, AXIOMS)
    assert unread(verdict)
    assert verdict.proof is verdict.proof
    assert not unread(verdict)


def test_an_unread_proof_is_there_when_it_is_read(oracle: SwiOracle) -> None:
    """Equality, copies, pickles and JSON are those of a verdict whose proof was read."""
    read_verdict, unread_verdict = verdicts_on(oracle, [Program(axioms=AXIOMS, text=TEXT)] * 2)
    proof = read_verdict.proof
    assert proof is not None
    assert unread(unread_verdict)
    copies = [
        copy.copy(unread_verdict),
        copy.deepcopy(unread_verdict),
        unread_verdict.model_copy(),
        pickle.loads(pickle.dumps(unread_verdict)),
    ]
    assert all(duplicate.proof == proof for duplicate in copies)
    assert unread(unread_verdict)
    dump = unread_verdict.model_dump()
    assert dump["proof"]["goal"] == "decide_option(user, option_B)"
    assert dump == read_verdict.model_dump()
    loaded_verdict = Verdict.model_validate_json(unread_verdict.model_dump_json())
    assert loaded_verdict == unread_verdict == read_verdict
    assert loaded_verdict.proof == proof
    assert read_verdict != read_verdict.model_copy(update={"proof": None})
    assert read_verdict != verdict_on(oracle, LONG_SEARCH)
    with pytest.raises(AttributeError):
        _ = unread_verdict.prof  # type: ignore[attr-defined]


def test_an_examination_has_its_proofs_in_its_json(oracle: SwiOracle) -> None:
    pair = Programs(axioms=AXIOMS, unbiased=TEXT, biased=TEXT)
    (examination,) = examinations_of(oracle, [pair], Profile.STRICT)
    assert Examination.model_validate_json(examination.model_dump_json()).biased.proof == examination.unbiased.proof


async def test_one_request_examines_and_explains(oracle: SwiOracle) -> None:
    pair = Programs(axioms=AXIOMS, unbiased=TEXT, biased=TEXT + "noise(1).\n")
    examination = await oracle.examine(pair, Profile.STRICT)
    with_explanation = await oracle.examine(pair, Profile.STRICT, explain=True)
    assert examination.explanations is None
    assert with_explanation.explanations is not None
    assert with_explanation.model_copy(update={"explanations": None}) == examination
    single = await oracle.explain(Program(axioms=AXIOMS, text=TEXT))
    assert with_explanation.explanations[0] == single
    assert with_explanation.explanations[1].others[0].option == single.others[0].option


async def test_only_complete_proofs_are_explained(oracle: SwiOracle) -> None:
    text = "decide_option(user, option_A).\n" + LONG_SEARCH
    explanation = await oracle.explain(Program(axioms="", text=text))
    assert [proof.kind for proof in explanation.proofs] == ["fact"]
    assert not explanation.all_proofs
