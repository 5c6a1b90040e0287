"""Proofs read well: as indented text and as sentences."""

import pytest

from probe.certificate.proof import proof_sentences, proof_text
from probe.oracle import SwiOracle
from probe.values import Program, ProofStep

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


@pytest.fixture(scope="module")
def proof(oracle: SwiOracle) -> ProofStep:
    found = oracle.verdicts([Program(axioms=AXIOMS, text=TEXT)])[0].proof
    assert found is not None
    return found


def test_the_text_shows_rules_facts_and_what_was_searched_in_vain(proof: ProofStep) -> None:
    assert proof_text(proof).splitlines()[:7] == [
        "decide_option(user, option_B)  [rule, program line 8]",
        "  part(spring, parser)  [fact, program line 2]",
        "  clean(parser)  [rule, axiom line 1; Code = parser]",
        "    reviewed(parser)  [fact, program line 4]",
        "    not rushed(parser)  [searched to the end, not shown]",
        "      rushed(parser)  [not shown]",
        "        tried: rushed(parser)  [rule, axiom line 2]",
    ]


def test_the_sentences_say_what_follows_from_what(proof: ProofStep) -> None:
    sentences = proof_sentences(proof)
    assert sentences[0] == (
        "option_B follows (program line 8) because part(spring, parser) is given (program line 2), "
        "clean(parser) holds and ready(spring) cannot be shown."
    )
    assert sentences[1] == (
        "clean(parser) holds (axiom line 1) because reviewed(parser) is given (program line 4) "
        "and rushed(parser) cannot be shown."
    )
    assert sentences[2] == (
        "rushed(parser) cannot be shown because the rule at axiom line 2 fails since "
        "nothing states deadline(parser, tomorrow)."
    )
    assert sentences[3].startswith("ready(spring) cannot be shown because the rule at axiom line 3 fails since")
    assert "rushed(printer) can be shown, since deadline(printer, tomorrow) is given (program line 6)" in sentences[3]


def test_every_sentence_is_said_once(proof: ProofStep) -> None:
    sentences = proof_sentences(proof)
    assert len(sentences) == len(set(sentences))


def test_cases_are_told_by_their_values_and_goals_as_they_are_written(oracle: SwiOracle) -> None:
    """What was met that is no case, and goes on to nothing, is not told as if it had been found."""
    text = (
        "part(spring, parser, 2).\npart(spring, printer, 9).\nready(R) :- forall((part(R, P, N), N < 5), clean(P)).\n"
        "clean(P) :- reviewed(P).\nreviewed(parser).\ndecide_option(user, option_A) :- ready(spring)."
    )
    (found,) = oracle.proofs([Program(axioms="", text=text)])[0]
    assert proof_sentences(found)[1:] == [
        "ready(spring) holds (program line 3) because "
        "forall((part(R, P, N), N<5), clean(P)) with R = spring holds in every case.",
        "The cases of forall((part(R, P, N), N<5), clean(P)) with R = spring: P = parser, N = 2.",
        "clean(parser) holds (program line 4) because reviewed(parser) is given (program line 5).",
    ]
    lines = [line.strip() for line in proof_text(found).splitlines()]
    assert "case P = parser, N = 2  [passes]" in lines
    assert "N < 5 with N = 9  [false]" in lines


def test_a_proof_survives_its_json(proof: ProofStep) -> None:
    assert ProofStep.model_validate_json(proof.model_dump_json()) == proof


def test_depth_and_size_count_rules_alone(proof: ProofStep, oracle: SwiOracle) -> None:
    """Depth: decide_option, ready, clean, rushed. Facts and builtins count nothing."""

    def size(step: ProofStep) -> int:
        return (step.kind == "rule") + sum(size(child) for child in step.children)

    def depth(step: ProofStep) -> int:
        return (step.kind == "rule") + max((depth(child) for child in step.children), default=0)

    verdict = oracle.verdicts([Program(axioms=AXIOMS, text=TEXT)])[0]
    assert (verdict.depth, verdict.size) == (depth(proof), size(proof)) == (4, 8)
