"""``probe verify --oracle asp``: compare what clingo derives from the programs with the recorded decisions."""

from collections.abc import Sequence
from pathlib import Path

from probe.audit.derivation import DerivedProgram, agreements
from probe.audit.verify import derive
from probe.cli.output import cell, console, message, print_json, table
from probe.cli.running import run

LISTED = 20
"""How many programs the terminal shows; --json lists all of them."""


def verify_logically(paths: Sequence[Path], as_json: bool) -> int:
    """Show what follows from each program; return 1 unless it is always exactly the recorded decision."""
    name, found = run(derive(paths))
    if as_json:
        print_json([_document(str(path), name, programs) for path, programs in found.items()])
    else:
        for path, programs in found.items():
            _show(str(path), name, programs)
    return 1 if any(one.agreement != "agrees" for programs in found.values() for one in programs) else 0


def _document(path: str, oracle: str, found: Sequence[DerivedProgram]) -> dict[str, object]:
    return {
        "path": path,
        "oracle": oracle,
        "programs": len(found),
        "agreement": dict(agreements(found)),
        "found": [one.model_dump(mode="json") for one in found if one.agreement != "agrees"],
    }


def _show(path: str, oracle: str, found: Sequence[DerivedProgram]) -> None:
    console().print(cell(f"{path}: {oracle}", "bold"))
    listed = [one for one in found if one.agreement != "agrees"] if len(found) > 2 else list(found)
    if listed:
        rows = table("program", "arm", "recorded", "derived", "why")
        for one in listed[:LISTED]:
            rows.add_row(
                cell(one.name),
                one.arm.value,
                cell(one.recorded.value if one.recorded else ""),
                _options(one),
                cell(_why(one)),
            )
        console().print(rows)
    if len(listed) > LISTED:
        message(f"showing the first {LISTED} of {len(listed)} programs; --json lists all of them")
    counts = agreements(found)
    console().print(
        cell(
            f"{counts['agrees']} of {len(found)} programs agree, {counts['differs']} differ, "
            f"{counts['untranslatable']} cannot be translated, {counts['limit']} reached a limit"
        )
    )


def _options(one: DerivedProgram) -> str:
    return "" if one.options is None else ", ".join(one.options) or "no option"


def _why(one: DerivedProgram) -> str:
    if not one.reasons:
        return ""
    first = one.reasons[0]
    return f"{first.place.source} line {first.place.line}: {first.message}" if first.place else first.message
