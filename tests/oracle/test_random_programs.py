"""What must hold of any program, tried on random ones."""

import asyncio
import re

from hypothesis import HealthCheck, given, settings

from probe.oracle import SwiOracle
from probe.values import Program, ProofStep, Verdict
from tests.oracle.random_programs import random_programs
from tests.verdicts import verdicts_on

EXAMPLES = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def result_of(verdict: Verdict) -> tuple[object, ...]:
    return verdict.answer, verdict.inferences, verdict.choice_steps, verdict.answers, verdict.search


def rules(step: ProofStep) -> int:
    return (step.kind == "rule") + sum(rules(child) for child in step.children)


def branch(step: ProofStep) -> int:
    return (step.kind == "rule") + max((branch(child) for child in step.children), default=0)


@EXAMPLES
@given(program=random_programs())
def test_the_proof_gives_the_native_answer(oracle: SwiOracle, program: Program) -> None:
    """Wherever a program answers natively, the interpreter answers the same, and its proof has depth and size.

    The answer is the first of all, and a second run gives the same verdict.
    """
    verdict, second_verdict = verdicts_on(oracle, [program, program])
    assert verdict == second_verdict
    assert verdict.ran
    if verdict.search == "complete":
        assert verdict.answer == next(iter(verdict.answers), None)
    assert not {diagnostic.kind for diagnostic in verdict.diagnostics} & {"oracle", "crash", "syntax", "clause"}
    if verdict.answer is None:
        assert verdict.proof is None
        return
    assert verdict.proof is not None, "the interpreter did not find the native answer"
    assert verdict.proof.goal.endswith(f", {verdict.answer})")
    assert (verdict.size, verdict.depth) == (rules(verdict.proof), branch(verdict.proof))


@EXAMPLES
@given(program=random_programs())
def test_all_answers_of_the_proof_are_the_native_ones(oracle: SwiOracle, program: Program) -> None:
    native = verdicts_on(oracle, [program])[0]
    proofs = asyncio.run(oracle.explain(program)).proofs
    if native.search == "complete":
        assert [proof.goal.removeprefix("decide_option(user, ")[:-1] for proof in proofs] == list(native.answers)


@EXAMPLES
@given(program=random_programs())
def test_renaming_predicates_and_constants_changes_no_count(oracle: SwiOracle, program: Program) -> None:
    """Nothing in the subset drawn here depends on the order of names, except setof, which sorts."""
    if "setof" in program.axioms:
        return
    names = {"zeta": "beta", "alpha": "omega"} | {f"p{n}": f"q{9 - n}" for n in range(9)}

    def rename(text: str) -> str:
        return re.sub(r"\b(zeta|alpha|p[0-9])\b", lambda name: names[name.group()], text)

    plain_verdict, renamed_verdict = verdicts_on(
        oracle, [program, Program(axioms=rename(program.axioms), text=rename(program.text))]
    )
    assert (
        plain_verdict.inferences,
        plain_verdict.choice_steps,
        plain_verdict.depth,
        plain_verdict.size,
        plain_verdict.search,
    ) == (
        renamed_verdict.inferences,
        renamed_verdict.choice_steps,
        renamed_verdict.depth,
        renamed_verdict.size,
        renamed_verdict.search,
    )
    assert [rename(answer) for answer in plain_verdict.answers] == list(renamed_verdict.answers)


@EXAMPLES
@given(program=random_programs())
def test_exchanging_the_options_everywhere_exchanges_the_answers(oracle: SwiOracle, program: Program) -> None:
    if "setof" in program.axioms:
        return

    def exchange(text: str) -> str:
        return re.sub(r"option_([AB])", lambda option: "option_" + "BA"["AB".index(option[1])], text)

    swapped_program = Program(axioms=exchange(program.axioms), text=exchange(program.text))
    plain_verdict, other_verdict = verdicts_on(oracle, [program, swapped_program])
    assert [exchange(answer) for answer in plain_verdict.answers] == list(other_verdict.answers)
    assert (plain_verdict.inferences, plain_verdict.choice_steps, plain_verdict.depth, plain_verdict.size) == (
        other_verdict.inferences,
        other_verdict.choice_steps,
        other_verdict.depth,
        other_verdict.size,
    )


@EXAMPLES
@given(program=random_programs())
def test_comments_blanks_and_line_ends_change_nothing(oracle: SwiOracle, program: Program) -> None:
    spaced_program = Program(
        axioms="% a comment\n" + program.axioms.replace("\n", "\r\n"),
        text=program.text.replace(".\n", ". /* so */\n\n"),
    )
    plain_verdict, other_verdict = verdicts_on(oracle, [program, spaced_program])
    assert result_of(plain_verdict) == result_of(other_verdict)
