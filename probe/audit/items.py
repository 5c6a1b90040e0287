"""Audit items of any protocol: run the programs of each again, and compare with what the item records."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from probe.audit.rows import RecordedDifference, Row
from probe.certificate import certify, complexity, correct_option
from probe.certificate.uniting import highest, united
from probe.errors import InputError
from probe.ports import AnyItem, Oracle
from probe.protocols.arguments import ProvedPrograms
from probe.protocols.base import ItemProtocol
from probe.protocols.dataset import Dataset
from probe.values import (
    OPTIONS,
    Bias,
    Certificate,
    Check,
    Complexity,
    Examination,
    Item,
    Option,
    Outcome,
    Profile,
    Programs,
)
from probe.values.dilemma import HAND_MADE

REPRODUCIBLE_OUTCOMES = (Outcome.HOLDS, Outcome.FAILS, Outcome.VACUOUS, Outcome.NOT_APPLICABLE)
"""Outcomes that do not depend on what is installed."""
VERSION_DEPENDENT_FIELDS = frozenset(Complexity.model_fields)
"""Fields that may differ in an item that passes: counts depend on the version of SWI-Prolog."""
MOST_REMEMBERED = 256
"""How many examinations an auditor keeps for items with the same programs."""


class ProvedItem(NamedTuple):
    """A pair of programs of an item with the oracle's results."""

    proved: ProvedPrograms
    examination: Examination


class Audited(NamedTuple):
    """The audit of an item: its programs, their certificate, and how it differs from what the item records.

    ``item`` is None for a user's own programs, which have a ``name`` instead.
    """

    item: Item | None
    programs: tuple[ProvedItem, ...]
    certificate: Certificate
    differences: tuple[RecordedDifference, ...] = ()
    complexity: Complexity = Complexity()
    name: str = ""

    @property
    def passed(self) -> bool:
        """Whether no check fails, and the answers, the programs and the certificate are the recorded ones."""
        return self.certificate.passed and not self.contradictions

    @property
    def contradictions(self) -> tuple[RecordedDifference, ...]:
        """The differences that an item with a valid proof does not have."""
        return tuple(difference for difference in self.differences if difference.field not in VERSION_DEPENDENT_FIELDS)

    @property
    def correct_option(self) -> Option | None:
        """The option of a dilemma that its programs agree on, None if they do not, or for other answers."""
        return correct_option(self.programs[0].examination) if self.programs else None

    def row(self) -> Row:
        """Return the audit as a row of a report."""
        item = self.item
        return Row(
            id=item.id if item else "",
            bias=item.bias if item else None,
            name=self.name,
            author=item.provenance.author if item else "",
            passed=self.passed,
            checks={check.name: check.outcome for check in self.certificate.checks},
            failing=self.certificate.failing,
            differences=self.differences,
            stages={}
            if item is None
            else {name: str(evidence.get("outcome", "")) for name, evidence in item.evidence.items()},
        )


class ItemAuditor:
    """Audits the items of one protocol; equal programs are examined once."""

    def __init__(self, protocol: ItemProtocol[Any], oracle: Oracle, profile: Profile, *, explain: bool = False) -> None:
        self._protocol = protocol
        self._oracle = oracle
        self._profile = profile
        self._explain = explain
        self._examined: dict[tuple[object, ...], asyncio.Task[Examination]] = {}

    async def audit(self, item: Item) -> Audited:
        """Run the programs of an item again. A flaw in the item is a failing check."""
        try:
            programs = self._protocol.programs(item)
        except ValueError as error:
            # An edited item may give no programs at all, which is a finding about it and no reason to stop the audit.
            reason = str(error).splitlines()[-1].strip() if "\n" in str(error) else str(error)
            return Audited(item, (), self._alone("programs", Outcome.FAILS, reason), ())
        if not programs:
            return self._unproved(item)
        proved_items = tuple(
            map(ProvedItem, programs, await asyncio.gather(*(self._examine(pair) for pair in programs)))
        )
        certificate = united([certify(result.examination, item.bias, self._profile) for result in proved_items])
        counted_complexity = highest([complexity(result.examination) for result in proved_items])
        # Where a dataset may leave checks out, a missing one is no difference.
        recorded_certificate = item.certificate if self._protocol.records_all_checks else None
        differences = (
            *_answers(proved_items),
            *_recorded(recorded_certificate, certificate),
            *_counts(item.complexity, counted_complexity, proved_items),
        )
        return Audited(item, proved_items, certificate, differences, counted_complexity, _seed(item))

    def _unproved(self, item: Item) -> Audited:
        """Return the audit of an item without programs: nothing is claimed, or a claim lacks its proof."""
        # Without a norm there is nothing to prove; with one, the missing proof is a failure.
        if item.norm == "none":
            reason = "the item has no programs and claims no right answer: a shift is a response style"
            certificate = self._alone("norm", Outcome.NOT_APPLICABLE, reason)
        else:
            certificate = self._alone(
                "norm", Outcome.FAILS, f"the item records the norm {item.norm}, but no programs prove its right answer"
            )
        return Audited(item, (), certificate, tuple(_recorded(item.certificate, certificate)))

    def _alone(self, name: str, outcome: Outcome, reason: str) -> Certificate:
        check = Check(name=name, outcome=outcome, reason=reason)
        return Certificate(profile=self._profile, oracle=self._oracle.name, checks=(check,))

    async def _examine(self, proved: ProvedPrograms) -> Examination:
        key = (proved.programs, proved.answering)
        if key not in self._examined:
            if len(self._examined) >= MOST_REMEMBERED:
                # The oldest one: forgetting it costs another examination at most.
                del self._examined[next(iter(self._examined))]
            examination = self._oracle.examine(
                proved.programs, self._profile, explain=self._explain, answering=proved.answering
            )
            # The task, not its result: an equal item that comes meanwhile awaits the same examination.
            self._examined[key] = asyncio.ensure_future(examination)
        return await self._examined[key]


async def audit_programs(
    programs: Programs, name: str, bias: Bias | None, oracle: Oracle, profile: Profile, *, explain: bool = False
) -> Audited:
    """Examine a user's own pair of programs; without a bias, only checks that apply to every bias are made."""
    examination = await oracle.examine(programs, profile, explain=explain)
    proved = ProvedItem(ProvedPrograms("", programs, OPTIONS), examination)
    return Audited(None, (proved,), certify(examination, bias, profile), (), complexity(examination), name)


def _seed(item: Item) -> str:
    """Return the name of the seed that a hand-made item is, empty for any other."""
    origin = item.provenance
    return origin.seed_ids[0] if origin.author == HAND_MADE and origin.seed_ids else ""


def _answers(programs: Sequence[ProvedItem]) -> Iterator[RecordedDifference]:
    """Yield the recorded answers and programs that are not those found."""
    for proved, examination in programs:
        pair_note = f" of {proved.name}" if proved.name else ""
        answer = examination.unbiased.choice
        if proved.right is not None and answer != proved.right:
            explanation = _why(examination) or "the programs have another answer"
            field, derived = f"{proved.records}{pair_note}", str(answer)
            yield RecordedDifference(field=field, recorded=proved.right, recomputed=derived, explanation=explanation)
        if proved.programs_from_values is not None and proved.programs_from_values != proved.programs:
            explanation = "the programs are not those that the values in the text give"
            yield RecordedDifference(
                field=f"programs{pair_note}", recorded="other clauses", recomputed="composed", explanation=explanation
            )


def _why(examination: Examination) -> str:
    """Return why the oracle's results may differ from the recorded ones, as far as its messages explain it."""
    verdict = examination.unbiased
    message = next((diagnostic.message for diagnostic in verdict.diagnostics), "")
    return message if verdict.ran else f"not run: {message or 'the program was refused'}"


def _recorded(recorded: Certificate | None, certificate: Certificate) -> Iterator[RecordedDifference]:
    """Yield the recorded checks with another outcome; under the recorded profile also those that only one has."""
    if recorded is None:
        return
    recorded_outcomes = {check.name: check.outcome for check in recorded.checks}
    computed_outcomes = {check.name: check.outcome for check in certificate.checks}
    same_profile = recorded.profile is certificate.profile
    for name in dict.fromkeys([*recorded_outcomes, *computed_outcomes]):
        recorded_outcome, computed_outcome = recorded_outcomes.get(name), computed_outcomes.get(name)
        # Another profile makes other checks, so that one which only one side has means nothing.
        if (
            recorded_outcome is computed_outcome
            or (not same_profile and None in (recorded_outcome, computed_outcome))
            or not {recorded_outcome, computed_outcome} <= {*REPRODUCIBLE_OUTCOMES, None}
        ):
            continue
        yield RecordedDifference(
            field=f"check {name}",
            recorded=_word(recorded_outcome),
            recomputed=_word(computed_outcome),
            explanation="the recorded certificate is not that of the programs",
        )


def _word(outcome: Outcome | None) -> str:
    return "no such check" if outcome is None else outcome.words


def _counts(recorded: Complexity, counted: Complexity, programs: Sequence[ProvedItem]) -> Iterator[RecordedDifference]:
    """Yield the counts that are not the recorded ones, with what may explain it."""
    why = next((reason for item in programs if (reason := _why(item.examination))), "")
    collects = any("findall" in item.proved.programs.axioms + item.proved.programs.unbiased for item in programs)
    note = f"findall: {programs[0].examination.oracle} counts its inner calls differently from other versions"
    for name, recorded_count in recorded:
        computed_count = getattr(counted, name)
        if recorded_count is not None and computed_count != recorded_count:
            # The count of choice steps inside findall is the one difference between versions that is known.
            explanation = why or (note if collects and name == "choice_steps" else "not explained")
            yield RecordedDifference(
                field=name, recorded=str(recorded_count), recomputed=str(computed_count), explanation=explanation
            )


async def audit_items(
    protocol: ItemProtocol[Any], items: Sequence[Item], oracle: Oracle, profile: Profile, *, explain: bool = False
) -> tuple[Audited, ...]:
    """Audit items of one protocol, in their order; ``explain`` adds proofs for readers."""
    auditor = ItemAuditor(protocol, oracle, profile, explain=explain)
    return tuple(await asyncio.gather(*map(auditor.audit, items)))


def find_item(dataset: Dataset[AnyItem], item_id: str, name: str) -> AnyItem:
    """Return the item whose ID begins with ``item_id``. Raises InputError if there is not exactly one."""
    matching_items = [item for item in dataset if item.id.startswith(item_id.lower())]
    if len(matching_items) == 1:
        return matching_items[0]
    if matching_items:
        raise InputError(
            f"{len(matching_items)} {dataset.definition.noun}s of {name} begin with {item_id}: give more digits"
        )
    noun = dataset.definition.noun
    raise InputError(
        f"{name} has no {noun} {item_id}: probe audit {name} lists the first IDs, and names one to go on with"
    )
