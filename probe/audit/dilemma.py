"""One dilemma for readers: run its programs and those of its twin, certify the results, and describe the proofs."""

from collections.abc import Sequence

from probe.audit.differences import line_differences, numbered, word_differences
from probe.audit.dossier import Dossier, ShownTwin
from probe.audit.evidence import shown_check, shown_checks, shown_stages, subject_decisions
from probe.audit.pairs import audited_pair
from probe.audit.proof_account import cue_account, shown_programs
from probe.audit.proof_steps import read_pair
from probe.certificate.meaning import Examined, certify_twin
from probe.ports import Oracle
from probe.values import Decision, Dilemma, Examination, FactTwin, Profile


async def make_dossier(
    pair: Dilemma, oracle: Oracle, profile: Profile, decisions: Sequence[tuple[str, Sequence[Decision]]] = ()
) -> Dossier:
    """Audit the pair with the oracle and collect everything that is known about it.

    ``decisions`` contains each subject with its decisions on this pair.
    """
    found = await oracle.examine(pair.programs, profile, explain=True)
    twin = await _shown_twin(pair, pair.twin, found, oracle, profile) if pair.twin else None
    audited = audited_pair(pair, found, profile)
    unbiased_text, biased_text = word_differences(pair.unbiased, pair.biased)
    lines = line_differences(pair.unbiased_program, pair.biased_program)
    return Dossier(
        pair=pair,
        audited=audited,
        unbiased_text=unbiased_text,
        biased_text=biased_text,
        axioms=numbered(pair.axioms),
        programs=shown_programs(lines, found, read_pair(pair.programs, found)),
        cue=cue_account(audited.certificate.check("inert_cue"), found),
        checks=shown_checks(audited.certificate),
        stages=shown_stages(pair),
        subjects=tuple(subject_decisions(subject, pair, made) for subject, made in decisions if made),
        twin=twin,
    )


async def _shown_twin(
    pair: Dilemma, twin: FactTwin, original: Examination, oracle: Oracle, profile: Profile
) -> ShownTwin:
    """Certify the twin and describe it, with the differences from its original marked."""
    examination = await oracle.examine(twin.programs(pair.axioms), profile, explain=True)
    found = Examined(original, examination, await oracle.verdict(twin.without_fact(pair.programs)))
    certificate, meaning = certify_twin(pair, pair.programs, found, profile)
    _, text = word_differences(pair.unbiased, twin.unbiased)
    _, biased_text = word_differences(twin.unbiased, twin.biased)
    _, unbiased_lines = line_differences(pair.unbiased_program, twin.unbiased_program)
    _, biased_lines = line_differences(pair.biased_program, twin.biased_program)
    read = read_pair(twin.programs(pair.axioms), examination)
    return ShownTwin(
        twin=twin,
        flips=examination.unbiased.choice is twin.correct_option is not pair.correct_option,
        text=text,
        biased_text=biased_text,
        programs=shown_programs((unbiased_lines, biased_lines), examination, read),
        meaning=tuple(map(shown_check, meaning)),
        checks=shown_checks(certificate),
    )
