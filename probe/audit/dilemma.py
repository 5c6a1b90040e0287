"""One dilemma for readers: run its programs and those of its twin, certify the results, and describe the proofs."""

from collections.abc import Sequence
from typing import NamedTuple

from probe.audit.differences import line_differences, numbered, word_differences
from probe.audit.dossier import Dossier, ShownTwin
from probe.audit.evidence import shown_check, shown_checks, shown_stages, subject_decisions
from probe.audit.pairs import audited_pair
from probe.audit.proof_account import cue_account, shown_programs
from probe.audit.proof_steps import read_pair
from probe.certificate import certify
from probe.certificate.meaning import certify_meaning
from probe.ports import Oracle
from probe.values import Certificate, Check, Decision, Examination, FactTwin, Pair, Profile, Verdict


class TwinFound(NamedTuple):
    """What the oracle finds about a fact twin, and about its original without the decisive fact."""

    twin: FactTwin
    examination: Examination
    open_verdict: Verdict


async def make_dossier(
    pair: Pair, oracle: Oracle, profile: Profile, decisions: Sequence[tuple[str, Sequence[Decision]]] = ()
) -> Dossier:
    """Audit the pair with the oracle and collect everything that is known about it.

    ``decisions`` contains each subject with its decisions on this pair.
    """
    found = await oracle.examine(pair.programs, profile, explain=True)
    twin = await _examine_twin(pair, pair.twin, oracle, profile) if pair.twin else None
    audited = audited_pair(pair, found, profile)
    twin_checks = _certify_twin(pair, found, twin, profile) if twin else None
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
        twin=_shown_twin(pair, twin, *twin_checks) if twin and twin_checks else None,
    )


async def _examine_twin(pair: Pair, twin: FactTwin, oracle: Oracle, profile: Profile) -> TwinFound:
    examination = await oracle.examine(twin.programs(pair.axioms), profile, explain=True)
    return TwinFound(twin, examination, await oracle.verdict(twin.without_fact(pair.programs)))


def _certify_twin(
    pair: Pair, original: Examination, found: TwinFound, profile: Profile
) -> tuple[Certificate, tuple[Check, ...]]:
    """Return the twin's certificate, and the checks that relate it to its original."""
    certificate = certify(found.examination, pair.bias, profile)
    verdicts = original.unbiased, found.examination.unbiased, found.open_verdict
    return certificate, certify_meaning(pair, pair.programs, certificate, verdicts=verdicts)


def _shown_twin(pair: Pair, found: TwinFound, certificate: Certificate, meaning: tuple[Check, ...]) -> ShownTwin:
    """Describe the twin, with the differences from its original marked."""
    twin, examination, _ = found
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
