"""Print one item of any protocol on a terminal: its texts, its programs with their proofs, its certificate."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding

from probe.audit.differences import numbered
from probe.audit.evidence import shown_checks
from probe.audit.item_dossier import Subjects, shown_programs
from probe.audit.items import AuditedItem, ProvedItem
from probe.audit.printing import head, show_checks, show_programs
from probe.terminal import cell, table
from probe.values import Arm, Decision


def show_item(out: Console, audited: AuditedItem, texts: Mapping[str, str], subjects: Subjects) -> None:
    """Print everything that is known about one item; ``texts`` are those of its arms."""
    item = audited.item
    out.print(cell(f"{item.id}  {item.bias}  {item.protocol}, by {item.provenance.author}", "bold"))
    verdict = "passes" if audited.passed else "does not pass"
    out.print(cell(f"{verdict}, profile {audited.certificate.profile}; norm: {item.norm}", _style(audited.passed)))
    for one in audited.differences:
        text = f"{one.field}: recorded {one.recorded}, found {one.found} ({one.explanation})"
        out.print(Padding(cell(text, "yellow"), (0, 0, 0, 2)))
    for name, text in texts.items():
        head(out, f"Text of {name}")
        out.print(cell(text))
    show_checks(out, shown_checks(audited.certificate))
    _show_programs(out, audited.programs)
    for subject, decisions in subjects:
        _show_decisions(out, subject, decisions)


def _style(passed: bool) -> str:
    return "green" if passed else "bold red"


def _show_programs(out: Console, programs: Sequence[ProvedItem]) -> None:
    """Print the programs, and axioms that are those of the programs before only once."""
    known = None
    for one in programs:
        if one.proved.name:
            right = f"; recorded answer: {one.proved.right}" if one.proved.right else ""
            head(out, f"{one.proved.name}{right}")
        axioms = one.proved.programs.axioms
        show_programs(out, numbered(axioms) if axioms != known else (), shown_programs(one))
        known = axioms


def _show_decisions(out: Console, subject: str, decisions: Sequence[Decision]) -> None:
    head(out, f"Decisions of {subject}, as places on the scale (from 1; ? for an answer that could not be read)")
    rows = table("arm", "mitigation", "turn", "decisions by run")
    for (arm, mitigation, turn), made in by_question(decisions).items():
        rows.add_row(cell(arm), cell(mitigation), str(turn + 1), " ".join(made))
    out.print(rows)


def by_question(decisions: Sequence[Decision]) -> dict[tuple[str, str, int], list[str]]:
    """Return the decisions by arm, mitigation and turn, in the order of the runs."""
    found: dict[tuple[str, str, int], list[str]] = {}
    for one in sorted(decisions, key=lambda one: one.run):
        said = "?" if one.decision == "unparsed" else str(one.decision + 1)
        found.setdefault((one.arm.value, one.mitigation, one.turn), []).append(said)
    return found


def item_document(audited: AuditedItem, texts: Mapping[str, str], subjects: Subjects) -> dict[str, Any]:
    """Return the same as JSON."""
    return {
        "item": audited.item.model_dump(mode="json", exclude={"certificate"}),
        "passed": audited.passed,
        "certificate": audited.certificate.model_dump(mode="json"),
        "differences": [one.model_dump() for one in audited.differences],
        "texts": dict(texts),
        "programs": [_programs(one) for one in audited.programs],
        "decisions": [
            {"subject": subject, "by_question": [one.model_dump(mode="json") for one in decisions]}
            for subject, decisions in subjects
        ],
    }


def _programs(one: ProvedItem) -> dict[str, Any]:
    return {
        "name": one.proved.name,
        "recorded": one.proved.right,
        "answers": list(one.proved.answering.answers),
        "arms": {
            shown.arm.value: {
                "answers": list(shown.verdict.answers),
                "program": one.proved.programs.of(arm).text,
                "summary": shown.summary,
            }
            for arm, shown in zip((Arm.UNBIASED, Arm.BIASED), shown_programs(one), strict=True)
        },
        "axioms": one.proved.programs.axioms,
    }
