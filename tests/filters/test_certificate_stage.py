"""Translation and certification as one stage."""

from probe.filters.cascade import load_settings
from probe.filters.certificate import CertificateSettings, CertificateStage, case_facts, failures
from probe.filters.stage import Resources
from probe.models import ScriptedModel
from probe.ports import Oracle
from probe.values import (
    Candidate,
    Certificate,
    Check,
    Examination,
    Outcome,
    Profile,
    Programs,
    ProofStep,
    Seed,
    SourceLocation,
    StageOutcome,
    Verdict,
)
from tests.conftest import MakeResources, candidate_of

SETTINGS = load_settings(Profile.STRICT).of(CertificateSettings)


def translation(programs: Programs) -> str:
    blocks = {"Axioms": programs.axioms, "Unbiased": programs.unbiased, "Biased": programs.biased}
    code = "\n\n".join(f"## {name}\n```prolog\n{text}\n```" for name, text in blocks.items())
    return f"{code}\n\n## NL Representation of Axioms\n{programs.note}"


def certifying(resources: Resources) -> CertificateStage:
    return CertificateStage(SETTINGS, resources)


def untranslated_candidate(seed: Seed) -> Candidate:
    return candidate_of(seed, programs=None, correct_option=None)


def unloadable_programs(seed: Seed) -> Programs:
    return seed.programs.model_copy(update={"unbiased": seed.programs.unbiased + "\nfoo(a b."})


async def test_a_good_translation_is_certified(seed: Seed, resources: MakeResources, oracle: Oracle) -> None:
    translator = ScriptedModel([translation(seed.programs)])
    examined_candidate = await certifying(resources(oracle=oracle, translator=translator)).examine(
        untranslated_candidate(seed)
    )
    assert examined_candidate.rejected_by is None
    assert examined_candidate.correct_option is seed.correct_option
    assert examined_candidate.programs is not None
    assert examined_candidate.programs.biased.split() == seed.programs.biased.split()
    assert examined_candidate.complexity.depth
    assert examined_candidate.results[-1].evidence["case_facts"]


async def test_an_unreadable_translation_is_asked_for_again(
    seed: Seed, resources: MakeResources, oracle: Oracle
) -> None:
    """Two retries at most, each a new attempt of the same call."""
    translator = ScriptedModel(["Sorry.", "Sorry.", translation(seed.programs)])
    examined_candidate = await certifying(resources(oracle=oracle, translator=translator)).examine(
        untranslated_candidate(seed)
    )
    assert examined_candidate.rejected_by is None
    assert [request.attempt for request in translator.requests] == [0, 1, 2]
    assert len({request.sent_messages for request in translator.requests}) == 3
    assert "no '## Axioms' section" in translator.requests[1].sent_messages[-1].content
    assert examined_candidate.results[-1].evidence["translations"] == 3


async def test_a_translation_that_never_comes_is_rejected(seed: Seed, resources: MakeResources, oracle: Oracle) -> None:
    translator = ScriptedModel(lambda request: "Sorry.")
    examined_candidate = await certifying(resources(oracle=oracle, translator=translator)).examine(
        untranslated_candidate(seed)
    )
    assert examined_candidate.rejected_by is not None
    assert "cannot be read" in examined_candidate.rejected_by.reason
    assert len(translator.requests) == 3
    assert examined_candidate.results == (examined_candidate.rejected_by,)
    evidence = examined_candidate.rejected_by.evidence
    assert (evidence["translations"], evidence["answer"]) == (3, "Sorry.")
    assert isinstance(evidence["given_up"], list)
    assert len(evidence["given_up"]) == 2


async def test_a_program_that_does_not_load_is_translated_again(
    seed: Seed, resources: MakeResources, oracle: Oracle
) -> None:
    translator = ScriptedModel([translation(unloadable_programs(seed)), translation(seed.programs)])
    examined_candidate = await certifying(resources(oracle=oracle, translator=translator)).examine(
        untranslated_candidate(seed)
    )
    assert examined_candidate.rejected_by is None
    assert examined_candidate.results[-1].evidence["translations"] == 2


def deciding_otherwise(seed: Seed) -> Programs:
    """Both programs are well-formed, and the biased one chooses the other option."""
    facts = seed.programs.biased.replace("decide_option(user, option_A)", "decide_option(user, left)")
    facts = facts.replace("decide_option(user, option_B)", "decide_option(user, option_A)")
    return seed.programs.model_copy(update={"biased": facts.replace("(user, left)", "(user, option_B)")})


async def test_a_translation_that_fails_a_check_is_asked_for_again_with_the_finding(
    seed: Seed, resources: MakeResources, oracle: Oracle
) -> None:
    """The translator sees its own programs, the failed checks with reason and evidence, and the first question."""
    flawed_programs = deciding_otherwise(seed)
    translator = ScriptedModel([translation(flawed_programs), translation(seed.programs)])
    stage = certifying(resources(oracle=oracle, translator=translator))
    examined_candidate = await stage.examine(untranslated_candidate(seed))
    assert examined_candidate.rejected_by is None
    assert examined_candidate.results[-1].evidence["translations"] == 2
    first, second = translator.requests
    assert (first.attempt, second.attempt) == (0, 1)
    assert second.messages[: len(first.messages)] == first.messages
    answer, question = second.messages[len(first.messages) :]
    assert flawed_programs.biased.strip() in answer.content
    certificate = (await stage.examine(candidate_of(seed, programs=flawed_programs))).certificate
    assert certificate is not None
    for check in certificate.failing:
        assert f"- {check.name}: {check.reason}" in question.content
    assert "evidence: {" in question.content
    assert examined_candidate.failed_checks == (tuple(check.name for check in certificate.failing), ())


def test_the_translator_is_not_told_what_depends_on_the_machine() -> None:
    """A check that ran out of time is named only if none fails, so that a busy machine asks the same question."""
    late_check = Check(name="defined", outcome=Outcome.UNDETERMINED, reason="the searches exceed the limit of time")
    wrong_check = Check(name="decides", outcome=Outcome.FAILS, reason="the search exceeds the limit of stack")
    for checks, expected_check in (((wrong_check, late_check), wrong_check), ((late_check,), late_check)):
        certificate = Certificate(profile=Profile.STRICT, oracle="SWI-Prolog", checks=checks)
        assert failures(certificate) == f"- {expected_check.name}: {expected_check.reason}"


async def test_translations_end_as_often_as_the_settings_say(
    seed: Seed, resources: MakeResources, oracle: Oracle
) -> None:
    """Each attempt has different programs, and none passes; the last finding is the reason."""
    flawed_programs = deciding_otherwise(seed)
    tries = [
        flawed_programs.model_copy(update={"unbiased": f"{flawed_programs.unbiased}\nspare({n})."}) for n in range(4)
    ]
    translator = ScriptedModel([translation(programs) for programs in tries])
    stage = CertificateStage(CertificateSettings(translations=2), resources(oracle=oracle, translator=translator))
    examined_candidate = await stage.examine(untranslated_candidate(seed))
    assert examined_candidate.rejected_by is not None
    assert len(translator.requests) == len(examined_candidate.failed_checks) == 2
    assert "spare(0)" in translator.requests[1].messages[-2].content


async def test_programs_that_came_along_are_not_translated(
    seed: Seed, resources: MakeResources, oracle: Oracle
) -> None:
    examined_candidate = await certifying(resources(oracle=oracle)).examine(candidate_of(seed))
    assert examined_candidate.rejected_by is None
    assert examined_candidate.results[-1].evidence["translations"] == 0


async def test_without_programs_and_translator_the_stage_says_so(seed: Seed, resources: MakeResources) -> None:
    examined_candidate = await certifying(resources()).examine(untranslated_candidate(seed))
    assert examined_candidate.results[-1].outcome is StageOutcome.NOT_RUN


async def test_the_same_programs_once_more_are_a_last_word(
    seed: Seed, resources: MakeResources, oracle: Oracle
) -> None:
    """A third question would cost money without deciding anything."""
    translator = ScriptedModel(lambda request: translation(unloadable_programs(seed)))
    examined_candidate = await certifying(resources(oracle=oracle, translator=translator)).examine(
        untranslated_candidate(seed)
    )
    assert examined_candidate.rejected_by is not None
    assert examined_candidate.rejected_by.reason.startswith("loads")
    assert len(translator.requests) == 2


async def test_what_was_given_up_before_is_evidence(seed: Seed, resources: MakeResources, oracle: Oracle) -> None:
    translator = ScriptedModel(["Sorry.", translation(unloadable_programs(seed)), translation(seed.programs)])
    examined_candidate = await certifying(resources(oracle=oracle, translator=translator)).examine(
        untranslated_candidate(seed)
    )
    assert examined_candidate.rejected_by is None
    given_up_problems = examined_candidate.results[-1].evidence["given_up"]
    assert isinstance(given_up_problems, list)
    assert [str(problem).split(":")[0] for problem in given_up_problems] == ["cannot be read", "loads"]


async def test_the_outcome_of_every_check_is_evidence(seed: Seed, resources: MakeResources, oracle: Oracle) -> None:
    examined_candidate = await certifying(resources(oracle=oracle)).examine(candidate_of(seed))
    assert examined_candidate.certificate is not None
    outcomes = {check.name: check.outcome.value for check in examined_candidate.certificate.checks}
    assert examined_candidate.results[-1].evidence["outcomes"] == outcomes
    assert examined_candidate.results[-1].evidence["case_facts"] == [*examined_candidate.case_facts]


def test_case_facts_are_the_program_facts_of_both_proofs_each_once() -> None:
    """Not facts of the axioms, rules, or goals that failed."""
    program, axioms = SourceLocation(source="program", line=1), SourceLocation(source="axioms", line=1)

    def fact(goal: str, **changes: object) -> ProofStep:
        return ProofStep.model_validate({"goal": goal, "kind": "fact", "place": program, **changes})

    other_steps = (fact("axiom", place=axioms), fact("failed", succeeded=False), fact("nowhere", place=None))
    rule = ProofStep(goal="rule", kind="rule", place=program, children=(fact("b"), *other_steps, fact("a")))
    first = ProofStep(goal="top", kind="rule", place=axioms, children=(rule, fact("c")))
    second = ProofStep(goal="top", kind="rule", place=axioms, children=(fact("a"), fact("d")))
    verdicts = [Verdict(ran=True, proof=proof) for proof in (first, second)]
    assert case_facts(Examination(oracle="x", unbiased=verdicts[0], biased=verdicts[1])) == ("b", "a", "c", "d")
    no_verdict = Verdict(ran=True)
    assert case_facts(Examination(oracle="x", unbiased=no_verdict, biased=verdicts[1])) == ("a", "d")
