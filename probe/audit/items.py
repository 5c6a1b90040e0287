"""Audit items of any protocol: run the programs of each again, and compare with what the item records."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from probe.audit.pairs import Difference, audit_pairs
from probe.audit.rows import Row, rows_of
from probe.certificate import certify, common_answer, complexity
from probe.certificate.uniting import highest, united
from probe.errors import InputError
from probe.ports import AnyItem, Oracle
from probe.protocols.base import ItemProtocol, Proved
from probe.protocols.dataset import Dataset
from probe.values import Certificate, Check, Complexity, Dilemma, Examination, Item, Outcome, Profile

COUNTED = (Outcome.HOLDS, Outcome.FAILS, Outcome.VACUOUS, Outcome.NOT_APPLICABLE)
"""Outcomes that do not depend on what is installed."""
ACCEPTABLE = frozenset(Complexity.model_fields)
"""Fields that may differ in an item that passes: counts depend on the version of SWI-Prolog."""


class ProvedItem(NamedTuple):
    """A pair of programs of an item with the oracle's results."""

    proved: Proved
    examination: Examination


class AuditedItem(NamedTuple):
    """The audit of one item: its programs, their certificate, and how it differs from what the item records."""

    item: Item
    programs: tuple[ProvedItem, ...]
    certificate: Certificate
    differences: tuple[Difference, ...]
    complexity: Complexity = Complexity()

    @property
    def passed(self) -> bool:
        """Whether no check fails, and the answers, the programs and the certificate are the recorded ones."""
        return self.certificate.passed and all(one.field in ACCEPTABLE for one in self.differences)

    def row(self) -> Row:
        """Return the audit as a row of a report."""
        return Row(
            id=self.item.id,
            bias=self.item.bias,
            name="",
            author=self.item.provenance.author,
            passed=self.passed,
            checks={check.name: check.outcome for check in self.certificate.checks},
            failing=self.certificate.failing,
            differences=self.differences,
            stages={},
        )


class ItemAuditor:
    """Audits the items of one protocol; equal programs are examined once."""

    def __init__(self, protocol: ItemProtocol[Any], oracle: Oracle, profile: Profile, *, explain: bool = False) -> None:
        self._protocol = protocol
        self._oracle = oracle
        self._profile = profile
        self._explain = explain
        self._examined: dict[tuple[object, ...], asyncio.Task[Examination]] = {}

    async def audit(self, item: Item) -> AuditedItem:
        """Run the programs of an item again. A flaw in the item is a failing check."""
        try:
            programs = self._protocol.programs(item)
        except ValueError as error:
            why = str(error).splitlines()[-1].strip() if "\n" in str(error) else str(error)
            return AuditedItem(item, (), self._alone("programs", Outcome.FAILS, why), ())
        if not programs:
            return self._unproved(item)
        found = await asyncio.gather(*(self._examine(one) for one in programs))
        certificate = united([certify(one, item.bias, self._profile) for one in found])
        counted = highest([complexity(one) for one in found])
        proved = tuple(map(ProvedItem, programs, found))
        differences = (*_answers(proved), *_recorded(item.certificate, certificate), *_counts(item.complexity, counted))
        return AuditedItem(item, proved, certificate, differences, counted)

    def _unproved(self, item: Item) -> AuditedItem:
        """Return the audit of an item without programs: nothing is claimed, or a claim lacks its proof."""
        if item.norm == "none":
            reason = "the item has no programs and claims no right answer: a shift is a response style"
            certificate = self._alone("norm", Outcome.NOT_APPLICABLE, reason)
        else:
            certificate = self._alone(
                "norm", Outcome.FAILS, f"the item records the norm {item.norm}, but no programs prove its right answer"
            )
        return AuditedItem(item, (), certificate, tuple(_recorded(item.certificate, certificate)))

    def _alone(self, name: str, outcome: Outcome, reason: str) -> Certificate:
        check = Check(name=name, outcome=outcome, reason=reason)
        return Certificate(profile=self._profile, oracle=self._oracle.name, checks=(check,))

    async def _examine(self, proved: Proved) -> Examination:
        key = (proved.programs, proved.answering)
        if key not in self._examined:
            work = self._oracle.examine(
                proved.programs, self._profile, explain=self._explain, answering=proved.answering
            )
            self._examined[key] = asyncio.ensure_future(work)
        return await self._examined[key]


def _answers(programs: Sequence[ProvedItem]) -> Iterator[Difference]:
    """Yield the recorded answers and programs that are not those found."""
    for proved, examination in programs:
        where = f" of {proved.name}" if proved.name else ""
        answer = str(common_answer(examination))
        if proved.right is not None and answer != proved.right:
            because = _because(examination) or "the programs have another answer"
            yield Difference(field=f"right{where}", recorded=proved.right, found=answer, explanation=because)
        if proved.composed is not None and proved.composed != proved.programs:
            because = "the programs are not those that the values in the text give"
            yield Difference(field=f"programs{where}", recorded="other clauses", found="composed", explanation=because)


def _because(examination: Examination) -> str:
    return next((one.message for one in examination.unbiased.diagnostics), "")


def _recorded(recorded: Certificate | None, found: Certificate) -> Iterator[Difference]:
    """Yield the recorded checks with another outcome; under the recorded profile also those that only one has."""
    if recorded is None:
        return
    before = {check.name: check.outcome for check in recorded.checks}
    now = {check.name: check.outcome for check in found.checks}
    same = recorded.profile is found.profile
    for name in dict.fromkeys([*before, *now]):
        old, new = before.get(name), now.get(name)
        if old is new or (not same and None in (old, new)) or not {old, new} <= {*COUNTED, None}:
            continue
        yield Difference(
            field=f"check {name}",
            recorded=_word(old),
            found=_word(new),
            explanation="the recorded certificate is not that of the programs",
        )


def _word(outcome: Outcome | None) -> str:
    return "no such check" if outcome is None else outcome.value.replace("_", " ")


def _counts(recorded: Complexity, found: Complexity) -> Iterator[Difference]:
    for name, old in recorded:
        new = getattr(found, name)
        if old is not None and new != old:
            yield Difference(field=name, recorded=str(old), found=str(new), explanation="not explained")


async def audited_rows(
    protocol: ItemProtocol[Any], items: Sequence[Item], oracle: Oracle, profile: Profile
) -> list[Row]:
    """Audit items of one protocol, and return their rows of a report."""
    pairs = [one for one in items if isinstance(one, Dilemma)]  # their lines record no checks to compare with
    if len(pairs) == len(items):
        return rows_of(await audit_pairs(pairs, oracle, profile), pairs)
    auditor = ItemAuditor(protocol, oracle, profile)
    return [one.row() for one in await asyncio.gather(*map(auditor.audit, items))]


def find_item(dataset: Dataset[AnyItem], item_id: str, name: str) -> AnyItem:
    """Return the item whose ID begins with ``item_id``. Raises InputError if there is not exactly one."""
    found = [item for item in dataset if item.id.startswith(item_id.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"{len(found)} {dataset.definition.noun}s of {name} begin with {item_id}: give more digits")
    noun = dataset.definition.noun
    raise InputError(f"{name} has no {noun} {item_id}: run probe audit {name} to list the failing {noun}s")
