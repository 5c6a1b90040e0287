"""Two engines agree: SWI-Prolog, which searches in order, finds what clingo derives without an order."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from probe.engines.clingo.oracle import ClingoOracle, ClingoProcess, NotSolvedError
from probe.formats.probe_swe.dataset import stream_probe_swe
from probe.oracle import SwiOracle
from probe.oracle.installation import find_installation
from probe.values import Program, Verdict
from tests.oracle.random_logic_programs import logic_program
from tests.oracle.tricky_logic import TRICKY
from tests.verdicts import verdicts_on

pytest.importorskip("clingo")

PROGRAMS = int(os.environ.get("PROBE_LOGIC_PROGRAMS", "300"))
"""How many random programs are compared; set it to 5000 and more for a thorough run."""
FOLDER = os.environ.get("PROBE_SWE_DATA", "")
ROUNDING = "decimals are calculated exactly, where Prolog rounds"
EARLY_TEST_MESSAGE = "a test comes before a goal that binds its variables"


@pytest.fixture(scope="module")
def clingo(oracle: SwiOracle) -> Iterator[ClingoOracle]:
    with ClingoOracle(oracle) as clingo_oracle:
        yield clingo_oracle


def options(verdict: Verdict) -> set[str]:
    return {answer.strip("'").lower() for answer in verdict.answers} & {"option_a", "option_b"}


def messages(verdict: Verdict) -> set[str]:
    return {diagnostic.message for diagnostic in verdict.diagnostics}


@pytest.mark.parametrize("name", TRICKY)
def test_tricky_programs_are_derived_alike_or_not_translated(
    oracle: SwiOracle, clingo: ClingoOracle, name: str
) -> None:
    program = Program(axioms="", text=TRICKY[name])
    native, derived_verdict = verdicts_on(oracle, [program])[0], verdicts_on(clingo, [program])[0]
    assert native.search == "complete"
    if derived_verdict.ran:
        assert options(derived_verdict) == options(native)
    else:
        assert {diagnostic.kind for diagnostic in derived_verdict.diagnostics} == {"untranslatable"}


def test_most_tricky_programs_are_translated(clingo: ClingoOracle) -> None:
    derived_verdicts = verdicts_on(clingo, [Program(axioms="", text=text) for text in TRICKY.values()])
    untranslated_names = {name for name, verdict in zip(TRICKY, derived_verdicts, strict=True) if not verdict.ran}
    assert untranslated_names == {
        "a fact that is written twice counts twice",
        "two rules find the same value",
        "products beyond the limit",
        "a decimal is not a whole number",
    }


def test_random_programs_are_derived_alike(oracle: SwiOracle, clingo: ClingoOracle) -> None:
    """A difference can only come from a test that precedes the binding of its variables."""
    programs = [logic_program(seed) for seed in range(PROGRAMS)]
    comparison_count = 0
    for seed, native, derived_verdict in zip(
        range(PROGRAMS), verdicts_on(oracle, programs), verdicts_on(clingo, programs), strict=True
    ):
        if not derived_verdict.ran or native.search != "complete":
            continue
        comparison_count += 1
        assert options(derived_verdict) == options(native) or EARLY_TEST_MESSAGE in messages(derived_verdict), (
            f"seed {seed}"
        )
    assert comparison_count > 0.6 * PROGRAMS


@pytest.mark.parametrize("prolog", ["swipl", "gprolog"])
def test_random_programs_are_answered_alike_by_a_plain_prolog(
    clingo: ClingoOracle, prolog: str, tmp_path: Path
) -> None:
    executable = find_installation().executable if prolog == "swipl" else shutil.which(prolog)
    if executable is None:
        pytest.skip(f"{prolog} is not installed")
    seeds = [seed for seed in range(15) if prolog == "swipl" or not _beyond_iso(logic_program(seed))]
    derived_verdicts = verdicts_on(clingo, [logic_program(seed) for seed in seeds])
    for seed, verdict in zip(seeds, derived_verdicts, strict=True):
        if verdict.ran and EARLY_TEST_MESSAGE not in messages(verdict):
            answers = _answers(executable, prolog, logic_program(seed), tmp_path)
            assert answers is None or answers == options(verdict), f"seed {seed}"


def _beyond_iso(program: Program) -> bool:
    """Return whether a program calls predicates that GNU Prolog lacks or reads differently."""
    text = program.axioms + program.text
    return any(word in text for word in ("aggregate_all", "*->", "forall", "include", '"', "sort(0", "setof", "not("))


def _answers(executable: str, prolog: str, program: Program, folder: Path) -> set[str] | None:
    """Return the options among all answers of a plain Prolog, None where it raises."""
    file = folder / "program.pl"
    goal = "catch((decide_option(user,O),write(answer(O)),nl,fail;write(end),nl),_,true),halt"
    discontiguous = ":- discontiguous(decide_option/2).\n"
    text = program.text.replace(":- consult('axioms').", "")
    declarations = "".join(
        f":- dynamic({name}).\n" for name in ("e/1", "n/2", "l/2", "s/2", *(f"p{n}/1" for n in range(9)))
    )
    file.write_text(f"{discontiguous}{declarations}{program.axioms}\n{text}\n")
    command = (
        [executable, "-q", "-f", "none", "-g", goal, str(file)]
        if prolog == "swipl"
        else [executable, "--consult-file", str(file), "--query-goal", goal]
    )
    completed = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
    )
    lines = completed.stdout.splitlines()
    if "end" not in lines:
        return None
    return {line[7:-1].lower() for line in lines if line.startswith("answer(")} & {"option_a", "option_b"}


@pytest.mark.skipif(not FOLDER, reason="PROBE_SWE_DATA does not name the folder of the published data")
def test_four_of_five_published_programs_are_translated_and_differences_are_explained(
    oracle: SwiOracle, clingo: ClingoOracle
) -> None:
    """Every third pair: the test of docs/published-findings.md compares the engines on all of them."""
    pairs = tuple(stream_probe_swe(Path(FOLDER) / "1_augmented_dilemmas_dataset_gpt-4o-mini.json"))[::3]
    programs = [
        Program(axioms=pair.axioms, text=text)
        for pair in pairs
        for text in (pair.unbiased_program, pair.biased_program)
    ]
    verdict_pairs = list(zip(verdicts_on(oracle, programs), verdicts_on(clingo, programs), strict=True))
    assert sum(verdict.ran for _, verdict in verdict_pairs) >= 0.8 * len(verdict_pairs)
    differing_verdicts = [
        verdict for native, verdict in verdict_pairs
        if verdict.ran and native.search == "complete" and options(native) != options(verdict)
    ]  # fmt: skip
    assert len(differing_verdicts) <= 4
    assert all(EARLY_TEST_MESSAGE in messages(verdict) for verdict in differing_verdicts)


def test_rounding_is_named_where_the_engines_differ(oracle: SwiOracle, clingo: ClingoOracle) -> None:
    program = Program(axioms="", text="c(0.1, 0.2). decide_option(user, option_A) :- c(X, Y), X + Y =< 0.3.")
    (native,), (derived_verdict,) = verdicts_on(oracle, [program]), verdicts_on(clingo, [program])
    assert (options(native), options(derived_verdict)) == (set(), {"option_a"})
    assert messages(derived_verdict) == {ROUNDING}


def test_a_reason_names_the_clause(clingo: ClingoOracle) -> None:
    text = "q(a).\np(X) :- q(X), \\+ p(X).\ndecide_option(user, X) :- p(X)."
    (diagnostic,) = verdicts_on(clingo, [Program(axioms="", text=text)])[0].diagnostics
    assert diagnostic.kind == "untranslatable"
    assert diagnostic.place is not None
    assert (diagnostic.place.line, diagnostic.clause_text) == (2, "p(X):-q(X), \\+p(X)")


def test_a_program_that_is_too_large_costs_its_own_verdict(oracle: SwiOracle) -> None:
    digits = "".join(f"d({n}). " for n in range(40))
    large_text = f"{digits}decide_option(user, option_A) :- d(A), d(B), d(C), d(D), d(E), d(F), A+B+C+D+E+F < 0."
    small_text = "decide_option(user, option_B)."
    with ClingoOracle(oracle, ClingoProcess(seconds=0.5)) as clingo:
        first, second = verdicts_on(clingo, [Program(axioms="", text=large_text), Program(axioms="", text=small_text)])
    assert [diagnostic.kind for diagnostic in first.diagnostics] == ["limit"]
    assert options(second) == {"option_b"}


@pytest.mark.parametrize("text", ["#script (lua) x #end.", '#include "/etc/passwd".', "p :- X = @f(1)."])
def test_nothing_but_a_translation_is_given_to_clingo(text: str) -> None:
    with pytest.raises(ValueError, match="the form of a translation"):
        ClingoProcess().solve(text)


def test_several_models_are_no_answer() -> None:
    process = ClingoProcess()
    try:
        with pytest.raises(NotSolvedError, match="several"):
            process.solve("p0 :- not p1.\np1 :- not p0.\n")
    finally:
        process.close()


def test_a_program_whose_engine_is_killed_is_run_again() -> None:
    process = ClingoProcess()
    try:
        process.solve("answer(a). #show answer/1.")
        (pid,) = process.pids
        os.kill(pid, signal.SIGKILL)
        assert process.solve("answer(b). #show answer/1.") == (("answer", "b"),)
    finally:
        process.close()
