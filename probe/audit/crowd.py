"""Read and write the decisions of people: a CSV file with a line for each dilemma that a person saw."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from probe.errors import InputError
from probe.files.spreadsheets import csv_table, read_csv
from probe.values import Arm, Decision, Evaluation, Item
from probe.values.texts import visible_line

PEOPLE = "crowd"
"""The subject of an evaluation of people: a singular noun, since sentences say that a subject is moved."""

COLUMNS = ("person", "item", "arm", "decision")
"""The columns of the file; a further one, ``passed``, is no for a person who failed the comprehension checks."""

EXPECTED_FILE = "a file of probe validate export"

MOST_PEOPLE = 10_000
"""The most people of a file."""


class PersonDecision(NamedTuple):
    """What a person decided about an item in the arm that they saw; empty where they gave no answer."""

    person: str
    item: str
    arm: str
    decision: str
    passed: bool = True


def people_csv(decisions: Iterable[PersonDecision]) -> str:
    """Return the file's text."""
    rows = ({**decision._asdict(), "passed": "yes" if decision.passed else "no"} for decision in decisions)
    return csv_table((*COLUMNS, "passed"), rows)


def read_people(file: Path, items: Sequence[Item]) -> Evaluation:
    """Return what people decided about ``items`` as an evaluation, without people who failed the checks.

    Raises InputError, with the file's row, for an unknown item, arm, decision or result of the checks, a person who saw
    two arms of an item, or a file without a decision.
    """
    items_by_id = {item.id: item for item in items}
    runs: dict[str, int] = {}
    row_by_person_and_item: dict[tuple[str, str], int] = {}
    decisions, excluded_people = [], set[str]()
    for number, row in read_csv(file, COLUMNS, EXPECTED_FILE):
        location, person = f"{file} row {number}", row["person"].strip()
        if not person:
            raise InputError(f"{location}: the person is missing: fill in the column")
        if _failed_checks(location, row):
            excluded_people.add(person)
            continue
        decision = _decision(location, row, items_by_id, runs.setdefault(person, len(runs)))
        # A person with two arms of a dilemma has seen what was changed, so a comparison between people is not possible.
        first_row = row_by_person_and_item.setdefault((person, decision.item_id), number)
        if first_row != number:
            raise InputError(
                f"{location}: {visible_line(person)} saw {decision.item_id} in row {first_row} too: a person may "
                "see only one arm of a dilemma, and only once"
            )
        if len(runs) > MOST_PEOPLE:
            raise InputError(f"{location}: more than {MOST_PEOPLE} people: give fewer")
        decisions.append(decision)
    # The checks apply to the person, so different values in a person's rows are a mistake in the file.
    if inconsistent_people := excluded_people & runs.keys():
        raise InputError(
            f"{file}: {visible_line(min(inconsistent_people))} passed the checks in some rows but not in others"
        )
    if not decisions:
        reason = f": all {len(excluded_people)} people failed the checks" if excluded_people else ""
        raise InputError(f"{file} contains no decision{reason}; give {EXPECTED_FILE}")
    answered_ids = {decision.item_id for decision in decisions}
    return Evaluation(
        subject=PEOPLE,
        run_id=str(file),
        runs=len(runs),
        order="as-written",
        items=tuple(item for item in items if item.id in answered_ids),
        decisions=tuple(decisions),
        conditions={"people": str(len(runs)), "people who failed the checks": str(len(excluded_people))},
        between=True,
    )


def _failed_checks(location: str, row: Mapping[str, str]) -> bool:
    """Return whether the person of a row failed the comprehension checks."""
    passed_text = row.get("passed", "").strip().lower()
    if passed_text not in ("", "yes", "no"):
        raise InputError(
            f"{location}: passed is {visible_line(passed_text)[:40]!r}: write yes or no, or leave it empty"
        )
    return passed_text == "no"


def _decision(location: str, row: Mapping[str, str], items_by_id: Mapping[str, Item], run: int) -> Decision:
    item_id, arm, letter = (row[name].strip() for name in ("item", "arm", "decision"))
    if item_id not in items_by_id:
        raise InputError(f"{location}: the runs have no dilemma {visible_line(item_id)[:40]}: give runs on its dataset")
    item = items_by_id[item_id]
    shown_arm = next((candidate for candidate in item.arms() if candidate.value == arm), None)
    if shown_arm is None:
        arms = ", ".join(candidate.value for candidate in item.arms())
        raise InputError(f"{location}: {item_id} has no arm {visible_line(arm)[:40]!r}: it has {arms}")
    scale = item.scale_of(shown_arm)
    if letter and letter not in scale:
        raise InputError(f"{location}: the decision {visible_line(letter)[:40]!r} is not one of {', '.join(scale)}")
    choice = scale.index(letter) if letter else "unparsed"
    return Decision(item_id=item_id, arm=Arm(shown_arm), run=run, decision=choice)
