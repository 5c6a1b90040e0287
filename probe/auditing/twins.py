"""The fact twin of a dilemma for readers: what was changed, and that the other option then follows."""

from probe.auditing.dossier import ShownTwin
from probe.auditing.evidence import line_differences, shown_check, shown_checks, word_differences
from probe.auditing.pairs import Audited, audit_programs
from probe.auditing.proof_account import shown_programs
from probe.auditing.proof_steps import read_pair
from probe.certificate.meaning import certify_meaning, without_fact
from probe.ports import Oracle
from probe.values import FactTwin, Pair, Profile


async def audit_twin(pair: Pair, twin: FactTwin, original: Audited, oracle: Oracle, profile: Profile) -> ShownTwin:
    """Examine the twin's programs with the original's axioms, and return them with their checks and proofs."""
    programs = twin.programs(pair.axioms)
    audited = await audit_programs(programs, "", pair.bias, oracle, profile, explain=True)
    open_verdict = await oracle.verdict(without_fact(pair.programs, twin))
    found = audited.examination
    verdicts = original.examination.unbiased, found.unbiased, open_verdict
    meaning = certify_meaning(pair, pair.programs, audited.certificate, verdicts=verdicts)
    _, text = word_differences(pair.unbiased, twin.unbiased)
    _, biased = word_differences(twin.unbiased, twin.biased)
    _, unbiased_lines = line_differences(pair.unbiased_program, twin.unbiased_program)
    _, biased_lines = line_differences(pair.biased_program, twin.biased_program)
    return ShownTwin(
        twin=twin,
        flips=found.unbiased.choice is twin.correct_option is not pair.correct_option,
        text=text,
        biased_text=biased,
        meaning=tuple(map(shown_check, meaning)),
        checks=shown_checks(audited.certificate),
        programs=shown_programs((unbiased_lines, biased_lines), found, read_pair(programs, found)),
    )
