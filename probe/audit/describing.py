"""Describe an item for readers: run its programs and those of its twin, certify the results, and read the proofs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from probe.audit.dossier import (
    Dossier,
    ShownProof,
    ShownTwin,
    SubjectDecisions,
)
from probe.audit.evidence import shown_check, shown_checks, shown_stages
from probe.audit.items import Audited, ItemAuditor, ProvedItem
from probe.audit.proof_account import cue_account, shown_pair
from probe.certificate.meaning import Examined, certify_twin, sources_of
from probe.document import MarkedTexts, ProgramLine, TextPiece
from probe.document.differences import line_differences, numbered, word_differences
from probe.ports import Oracle
from probe.protocols import protocol_named
from probe.protocols.arguments import ProvedPrograms, TwinnedDilemma
from probe.protocols.base import ItemProtocol
from probe.protocols.viewing import ComparedTexts
from probe.values import Decision, Examination, Item, Profile


class SubjectRun(NamedTuple):
    """A subject's decisions on one item, and the protocol's settings under which it made them."""

    subject: str
    decisions: Sequence[Decision]
    choices: Mapping[str, str]


async def make_dossier(item: Item, oracle: Oracle, profile: Profile, decisions: Sequence[SubjectRun] = ()) -> Dossier:
    """Audit an item with the oracle and collect everything that is known about it.

    ``decisions`` contains each subject with its decisions on this item.
    """
    protocol: ItemProtocol[Any] = protocol_named(item.protocol)
    audited = await ItemAuditor(protocol, oracle, profile, explain=True).audit(item)
    programs = audited.programs
    # The account of a cue is about one pair of programs; an item with several has none in one sentence.
    single_examination = programs[0].examination if len(programs) == 1 else None
    twin_pair = protocol.twin(item)
    return Dossier(
        protocol=protocol,
        item=item,
        audited=audited,
        parts=tuple(_marked(part) if isinstance(part, ComparedTexts) else part for part in protocol.parts(item)),
        checks=shown_checks(audited.certificate),
        proofs=described_proofs(audited),
        cue=cue_account(audited.certificate.check("inert_cue"), single_examination) if single_examination else "",
        stages=shown_stages(item.evidence),
        subjects=tuple(subject for run in decisions for subject in _decisions(protocol, item, run)),
        twin=await _shown_twin(twin_pair, single_examination, oracle, profile)
        if twin_pair and single_examination
        else None,
    )


def described_proofs(audited: Audited) -> tuple[ShownProof, ...]:
    """Return each pair of programs with differences marked, verdicts and proofs."""
    return tuple(map(_proof, audited.programs))


def _proof(proof: ProvedItem) -> ShownProof:
    proved = proof.proved
    unbiased, biased = shown_pair(proved.programs, proof.examination)
    return ShownProof(
        name=proved.name,
        right=proved.right,
        answers=proved.answering.answers,
        axioms=_axioms(proved),
        note=proved.programs.note,
        programs=(replace(unbiased, arm=proved.arms[0]), replace(biased, arm=proved.arms[1])),
    )


def _axioms(proved: ProvedPrograms) -> tuple[ProgramLine, ...]:
    """Return the lines of the axioms; where the rules in the text are known, with where it states each clause."""
    lines = numbered(proved.programs.axioms)
    if not proved.stated_rules:
        return lines
    sources = sources_of(proved.stated_rules, proved.programs.axioms, proved.text)
    notes = {number: f"text: {source}" if source else "not in the text" for number, source in sources.items()}
    return tuple(replace(line, note=notes.get(line.number, "")) for line in lines)


def _marked(part: ComparedTexts) -> MarkedTexts:
    """Mark each text against the first, and the first against the second."""
    (first_name, text), *other_texts = part.texts
    comparisons = [(name, word_differences(text, other_text)) for name, other_text in other_texts]
    first_pieces = comparisons[0][1][0] if comparisons else (TextPiece(text, changed=False),)
    return MarkedTexts(
        part.title,
        ((first_name, first_pieces), *((name, pieces) for name, (_, pieces) in comparisons)),
        "Differences are marked.",
    )


def _decisions(protocol: ItemProtocol[Any], item: Item, run: SubjectRun) -> list[SubjectDecisions]:
    # groupby joins neighbours only; sorting is stable, so that the order within a mitigation stays.
    sessions = protocol.sessions(item, run.decisions, run.choices)
    ordered_sessions = sorted(sessions, key=lambda session: session.mitigation)
    return [
        SubjectDecisions(
            run.subject,
            mitigation,
            tuple(mitigation_sessions),
            protocol.flips(item, [decision for decision in run.decisions if decision.mitigation == mitigation]),
        )
        for mitigation, mitigation_sessions in groupby(ordered_sessions, key=lambda session: session.mitigation)
    ]


async def _shown_twin(twin_pair: TwinnedDilemma, original: Examination, oracle: Oracle, profile: Profile) -> ShownTwin:
    """Certify the twin and describe it, with the differences from its original marked."""
    pair, twin = twin_pair
    examination = await oracle.examine(twin.programs(pair.axioms), profile, explain=True)
    examined = Examined(original, examination, await oracle.verdict(twin.without_fact(pair.programs)))
    certificate, meaning = certify_twin(pair, pair.programs, examined, profile)
    _, text = word_differences(pair.unbiased, twin.unbiased)
    _, biased_text = word_differences(twin.unbiased, twin.biased)
    # The lines are marked that the original lacks.
    _, unbiased = line_differences(pair.unbiased_program, twin.unbiased_program)
    _, biased = line_differences(pair.biased_program, twin.biased_program)
    return ShownTwin(
        twin=twin,
        flips=examination.unbiased.choice is twin.correct_option is not pair.correct_option,
        text=text,
        biased_text=biased_text,
        programs=shown_pair(twin.programs(pair.axioms), examination, (unbiased, biased)),
        meaning=tuple(map(shown_check, meaning)),
        checks=shown_checks(certificate),
    )
