"""Everything known about one item of any protocol, as one typed value that pages show."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from probe.audit.differences import numbered, word_differences
from probe.audit.dossier import Line, Piece, ShownCheck, ShownProgram, same_proofs
from probe.audit.evidence import shown_checks
from probe.audit.items import AuditedItem, ItemAuditor, ProvedItem
from probe.audit.proof_account import shown_pair
from probe.ports import Oracle
from probe.protocols.base import ItemProtocol
from probe.protocols.dataset import Dataset
from probe.protocols.viewing import Compared, Part, Session
from probe.session import Session as Engines
from probe.values import Decision, Item, Outcome, Profile

Subjects = Sequence[tuple[str, Sequence[Decision]]]
"""Subjects with their decisions on one item."""


@dataclass(frozen=True)
class Marked:
    """Texts by name, with the pieces marked that the first text lacks, or that only the first has."""

    title: str
    texts: tuple[tuple[str, tuple[Piece, ...]], ...]


class ShownProof(NamedTuple):
    """A pair of programs of an item for readers; ``right`` is the recorded answer."""

    name: str
    right: str | None
    axioms: tuple[Line, ...]
    programs: tuple[ShownProgram, ShownProgram]

    @property
    def same_proof(self) -> bool:
        """Whether both programs have the same proof, step by step, apart from line numbers."""
        return same_proofs(self.programs)


class SubjectSessions(NamedTuple):
    """A subject's conversations about an item under one mitigation; ``longest`` is the largest number of decisions."""

    subject: str
    mitigation: str
    sessions: tuple[Session, ...]

    @property
    def longest(self) -> int:
        """The number of decisions in the longest conversation."""
        return max(len(one.decisions) for one in self.sessions)


@dataclass(frozen=True)
class ItemDossier:
    """One item with its texts, its certificate, its proofs, and the decisions of subjects."""

    audited: AuditedItem
    parts: tuple[Part | Marked, ...]
    checks: tuple[ShownCheck, ...]
    proofs: tuple[ShownProof, ...]
    subjects: tuple[SubjectSessions, ...]

    @property
    def item(self) -> Item:
        """The item itself."""
        return self.audited.item

    @property
    def failing(self) -> tuple[ShownCheck, ...]:
        """The failing checks, in order."""
        return tuple(one for one in self.checks if one.check.outcome is Outcome.FAILS)


async def item_dossier(
    protocol: ItemProtocol[Any], item: Item, oracle: Oracle, profile: Profile, subjects: Subjects = ()
) -> ItemDossier:
    """Audit an item with the oracle and collect everything that is known about it."""
    audited = await ItemAuditor(protocol, oracle, profile, explain=True).audit(item)
    return ItemDossier(
        audited=audited,
        parts=tuple(_marked(part) if isinstance(part, Compared) else part for part in protocol.parts(item)),
        checks=shown_checks(audited.certificate),
        proofs=tuple(map(_proof, audited.programs)),
        subjects=tuple(one for name, made in subjects for one in _sessions(name, protocol.sessions(item, made))),
    )


async def audit_item(dataset: Dataset[Item], item: Item, profile: Profile, subjects: Subjects) -> ItemDossier:
    """Audit one item, with the decisions of ``subjects`` on it."""
    async with Engines() as session:
        return await item_dossier(dataset.definition, item, session.oracle(workers=1), profile, subjects)


async def item_dossiers(dataset: Dataset[Item], wanted: Container[str], profile: Profile) -> tuple[ItemDossier, ...]:
    """Return the dossiers of the items with these ids, in the order of the dataset."""
    async with Engines() as session:
        oracle = session.oracle()
        chosen = [item for item in dataset if item.id in wanted]
        return tuple([await item_dossier(dataset.definition, item, oracle, profile) for item in chosen])


def shown_programs(one: ProvedItem) -> tuple[ShownProgram, ShownProgram]:
    """Return a pair of programs under the names of its arms, with differences marked and proofs."""
    first, second = shown_pair(one.proved.programs, one.examination)
    arms = one.proved.arms
    return replace(first, arm=arms[0]), replace(second, arm=arms[1])


def _proof(one: ProvedItem) -> ShownProof:
    return ShownProof(one.proved.name, one.proved.right, numbered(one.proved.programs.axioms), shown_programs(one))


def _marked(part: Compared) -> Marked:
    """Mark each text against the first, and the first against the second."""
    (first, text), *others = part.texts
    found = [(name, word_differences(text, other)) for name, other in others]
    head = found[0][1][0] if found else (Piece(text, changed=False),)
    return Marked(part.title, ((first, head), *((name, own) for name, (_, own) in found)))


def _sessions(subject: str, sessions: Sequence[Session]) -> list[SubjectSessions]:
    ordered = sorted(sessions, key=lambda one: one.mitigation)
    return [
        SubjectSessions(subject, mitigation, tuple(own))
        for mitigation, own in groupby(ordered, key=lambda one: one.mitigation)
    ]
