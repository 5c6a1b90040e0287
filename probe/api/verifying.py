"""Verify programs, items and datasets: reports with every check and the proof."""

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast, overload

from typing_extensions import TypeVar, deprecated

from probe.api.running import Work, function, synchronous
from probe.audit.describing import described_proofs
from probe.audit.dossier import ShownProof
from probe.audit.evidence import shown_checks
from probe.audit.item_document import checks_block
from probe.audit.items import Audited
from probe.audit.proof_document import all_proofs, named_proofs
from probe.audit.rows import RecordedDifference
from probe.audit.verify import verify_items, verify_user_programs
from probe.document import Checks, Document, Grid, Text
from probe.errors import InputError
from probe.options.auditing import AuditOptions, VerifyOptions, VerifyProgramsOptions
from probe.options.reading import profile_of
from probe.options.shared import ProfileName
from probe.protocols import protocol_named
from probe.protocols.reading import items_of
from probe.values import Bias, Check, Item, Option, Outcome, Programs
from probe.values.certificate import RECORDED_CHECKS

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Report:
    """What verification found out about an item, or about a pair of programs; ``item`` is None without texts."""

    audited: Audited = field(compare=False)

    @property
    def item(self) -> Item | None:
        """The item with these programs."""
        return self.audited.item

    @property
    def pair(self) -> Item | None:
        """The item, by the name that earlier versions use."""
        return self.item

    @property
    def programs(self) -> tuple[Programs, ...]:
        """The pairs of programs: one for a dilemma, none where nothing is claimed."""
        return tuple(program.proved.programs for program in self.audited.programs)

    @property
    def holds(self) -> bool:
        """Whether no check fails or is undetermined, and the answers are those that the item records."""
        return self.audited.passed

    @property
    def checks(self) -> Mapping[str, Check]:
        """Every check by name; each has an ``outcome``, a ``reason`` and its ``evidence``."""
        return {check.name: check for check in self.audited.certificate.checks}

    @property
    def failing(self) -> tuple[Check, ...]:
        """The checks that fail or are undetermined."""
        return self.audited.certificate.failing

    @property
    def differences(self) -> tuple[RecordedDifference, ...]:
        """Recorded answers, counts and checks that differ from those found."""
        return self.audited.differences

    @property
    def correct_option(self) -> Option | None:
        """The option that both programs of a dilemma decide for, None if they do not agree."""
        return self.audited.correct_option

    @cached_property
    def proofs(self) -> tuple[ShownProof, ...]:
        """Each pair of programs with verdicts and proofs, step by step."""
        return described_proofs(self.audited)

    @property
    def proof(self) -> Text:
        """The proof of the decision, and why the other option does not follow; both proofs if the programs' differ."""
        return Document("", tuple(all_proofs(self.proofs))).text()

    @property
    def text(self) -> Text:
        """Every check with its evidence, both programs, and the proof."""
        return self.document.text()

    @property
    def document(self) -> Document:
        """The same as a value that terminals, pages, notebooks and JSON show."""
        return Document("", (self._checks, *named_proofs(self.proofs, "pair")))

    @property
    def _checks(self) -> Checks:
        return checks_block("The checks", shown_checks(self.audited.certificate))

    def to_pandas(self) -> "pd.DataFrame":
        """Return one row per check: its name, outcome and reason."""
        import pandas as pd

        rows = [(check.name, check.outcome.value, check.reason) for check in self.checks.values()]
        return pd.DataFrame(rows, columns=["check", "outcome", "reason"])

    @property
    def row(self) -> dict[str, object]:
        """The report as a row of a table: ``to_pandas()`` of several reports."""
        item, option = self.item, self.correct_option
        return {
            "id": item.id if item else "",
            "bias": item.bias if item else None,
            "holds": self.holds,
            "correct_option": option.value if option else None,
            **self.audited.complexity.model_dump(),
            **{name: check.outcome.value for name, check in self.checks.items()},
        }

    def __repr__(self) -> str:
        return f"<Report: {self.in_short}>"

    @property
    def in_short(self) -> str:
        """Whether the item holds, and if not which checks fail."""
        certificate = self.audited.certificate
        option_text = f" for {self.correct_option.value}" if self.correct_option else ""
        if self.holds:
            required = [check for check in certificate.checks if check.name not in RECORDED_CHECKS]
            return f"holds{option_text}, {len(required)} checks, profile {certificate.profile}"
        reasons = [*(check.name for check in self.failing), *(difference.field for difference in self.differences)]
        return f"fails {', '.join(reasons)}, profile {certificate.profile}"

    def _repr_html_(self) -> str:
        return Document(self.in_short, (self._checks, *all_proofs(self.proofs)))._repr_html_()


class Reports(Sequence[Report]):
    """The reports on several items, in their order."""

    def __init__(self, reports: Iterable[Report]) -> None:
        self._reports = tuple(reports)

    @property
    def holds(self) -> bool:
        """Whether all items hold."""
        return all(report.holds for report in self)

    @property
    def failing(self) -> "Reports":
        """The reports on items that do not hold."""
        return Reports(report for report in self if not report.holds)

    def outcomes(self) -> dict[str, Counter[Outcome]]:
        """Return the number of outcomes per check."""
        counts_by_check: dict[str, Counter[Outcome]] = {}
        for report in self:
            for name, check in report.checks.items():
                counts_by_check.setdefault(name, Counter())[check.outcome] += 1
        return counts_by_check

    def to_pandas(self) -> "pd.DataFrame":
        """Return one row per item: its ID and bias, whether it holds, the decision, and the outcome of each check."""
        import pandas as pd

        return pd.DataFrame([report.row for report in self])

    @overload
    def __getitem__(self, index: int) -> Report: ...

    @overload
    def __getitem__(self, index: slice) -> "Reports": ...

    def __getitem__(self, index: int | slice) -> "Report | Reports":
        return Reports(self._reports[index]) if isinstance(index, slice) else self._reports[index]

    def __len__(self) -> int:
        return len(self._reports)

    def __iter__(self) -> Iterator[Report]:
        return iter(self._reports)

    def __repr__(self) -> str:
        return f"<Reports: {len(self) - len(self.failing)} of {len(self)} {self._noun}s hold>"

    @property
    def _noun(self) -> str:
        first_item = self[0].item if self else None
        noun: str = protocol_named(first_item.protocol if first_item else "").noun
        return noun

    def _repr_html_(self) -> str:
        rows = tuple((str(report.row["id"]), str(report.row["bias"] or ""), report.in_short) for report in self.failing)
        grid = Grid(f"{self._noun}s that do not hold", (self._noun, "bias", "why"), rows)
        return Document(repr(self)[1:-1], (grid,) if rows else ())._repr_html_()


Oracle = Literal["swi", "both"] | None
SingleReport = TypeVar("SingleReport", covariant=True)
SeveralReports = TypeVar("SeveralReports", covariant=True)


class Verification(Protocol[SingleReport, SeveralReports]):
    """``verify`` or its twin: what it returns depends on what it is given, which no class of options can say."""

    @overload
    def __call__(self, items: Item, *, profile: ProfileName = ..., oracle: Oracle = ...) -> SingleReport: ...

    @overload
    def __call__(
        self, items: Iterable[Item] | PathLike[str], *, profile: ProfileName = ..., oracle: Oracle = ...
    ) -> SeveralReports: ...

    @overload
    @deprecated("verify_programs is for three texts of Prolog")
    def __call__(
        self,
        axioms: str,
        unbiased: str,
        biased: str,
        *,
        bias: str | None = ...,
        profile: ProfileName = ...,
        oracle: Oracle = ...,
    ) -> SingleReport: ...


@function(VerifyProgramsOptions)
async def verify_programs_async(options: VerifyProgramsOptions) -> Report:
    """Run two programs that share axioms, and check what they claim.

    Give three texts of Prolog: the axioms, the program of the unbiased text and that of the biased one. Raises
    InputError for other arguments, and MissingError without SWI-Prolog. A flaw in a program is not an error but a
    failed check.
    """
    return await report_on((options.axioms, options.unbiased, options.biased), options, options.oracle)


verify_programs = synchronous(verify_programs_async)


@function(VerifyOptions)
async def _verify_items(options: VerifyOptions) -> Report | Reports:
    """Run the programs of items and check what they claim, and the answers and counts that they record.

    Give an item, several, or the path of a dataset; ``verify_programs`` is for programs without an item. Returns a
    Report, for several items Reports. Raises InputError for other arguments, and MissingError without SWI-Prolog. A
    flaw in a program is not an error but a failed check.
    """
    items = await items_of(options.items)
    reports = Reports(map(Report, await verify_items(items, profile_of(options.profile), engines=options.oracle)))
    return reports[0] if options.items is items[0] else reports


@wraps(_verify_items)
def _verify(*arguments: Any, **keywords: Any) -> Work[Report | Reports]:
    # Not a coroutine function: a warning has to be about the line that calls verify, not about the event loop.
    if isinstance(arguments[0] if arguments else keywords.get("axioms"), str) or len(arguments) > 1:
        warnings.warn("verify takes items: use verify_programs(axioms, unbiased, biased)", DeprecationWarning, 3)
        texts = dict.fromkeys(("axioms", "unbiased", "biased"), "")
        return verify_programs_async(**texts | dict(zip(texts, arguments, strict=False)) | keywords)
    if "axioms" in keywords:
        warnings.warn("verify(axioms=…) is now verify(items=…)", DeprecationWarning, 3)
        keywords["items"] = keywords.pop("axioms")
    return _verify_items(*arguments, **keywords)


_verify.__name__ = "verify_async"
verify_async = cast(Verification[Work[Report], Work[Reports]], _verify)
verify = cast(Verification[Report, Reports], synchronous(_verify))


async def report_on(
    texts: tuple[object, object, object], options: AuditOptions | VerifyProgramsOptions, oracle: Oracle = None
) -> Report:
    """Return the report on two programs and their axioms, as ``options`` describe them."""
    bias = None if options.bias is None else Bias.parse(options.bias)
    return Report(await verify_user_programs(_programs_of(*texts), bias, profile_of(options.profile), oracle))


def _programs_of(axioms: object, unbiased: object, biased: object) -> Programs:
    """Return three texts as programs. Raises InputError if there are not three."""
    if not (isinstance(axioms, str) and isinstance(unbiased, str) and isinstance(biased, str) and unbiased and biased):
        raise InputError(
            "give three texts of Prolog (axioms, unbiased, biased), or only pairs; to read a file, use probe.load(file)"
        )
    for arm, text in (("unbiased", unbiased), ("biased", biased)):
        if axioms.strip() and "consult" not in text:
            warnings.warn(
                f"the {arm} program does not use the axioms: begin it with :- consult('axioms').", stacklevel=2
            )
    return Programs(axioms=axioms, unbiased=unbiased, biased=biased)
