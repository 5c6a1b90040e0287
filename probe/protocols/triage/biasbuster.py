"""Read the data of BiasBuster (Echterhoff et al.) if you have a copy; it does not come with PROBE.

Its licence, CC BY-NC, does not allow commercial use. The items have no policy, no right answers and no certificate.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from probe.errors import InputError
from probe.files.spreadsheets import read_csv
from probe.protocols.triage.composing import LETTERS
from probe.protocols.triage.items import BIAS_OF, ArmQuestion, Kind, ShownProfile, TriageItem
from probe.values import Provenance

AUTHOR = "biasbuster"
ADMIT, YES = ("ADMIT", "REJECT"), ("YES", "NO")
_IN_USE = re.compile(r"\balready\b[^.?!]{0,120}?\b(?:student|option|candidate)\s+([a-d])\b", re.I)
Row = dict[str, str]


def import_biasbuster(folder: Path) -> tuple[TriageItem, ...]:
    """Return the items in a copy of the data set. Raises InputError for a folder without it or a malformed file."""
    data_files = [
        (folder / name, columns, read_item) for name, columns, read_item in _FILES if (folder / name).is_file()
    ]
    if not data_files:
        names = ", ".join(name for name, _, _ in _FILES)
        raise InputError(f"{folder}: contains none of {names}; give the folder of the data set")
    items: dict[str, TriageItem] = {}
    for path, columns, read_item in data_files:
        rows = _rows(path, columns)
        for name in dict.fromkeys(row["id"] for row in rows):
            item = read_item(path, name, [row for row in rows if row["id"] == name])
            items.setdefault(item.id, item)
    return tuple(items.values())


def _rows(path: Path, columns: Sequence[str]) -> list[Row]:
    description = f"a file with the columns {', '.join(columns)}"
    rows = [{column: row[column].strip() for column in columns} for _, row in read_csv(path, columns, description)]
    for number, row in enumerate(rows, 2):
        if empty_column := next((column for column in columns if not row[column]), None):
            raise InputError(f"{path} row {number}: {empty_column} is empty; fill it in or delete the row")
    if not rows:
        raise InputError(f"{path}: contains no row; delete the file")
    return rows


def _sequence(path: Path, name: str, rows: Sequence[Row]) -> TriageItem:
    """Return the set of one id: its orders are one after the other, and an incomplete last one is left out."""
    prompts = [row["prompts"] for row in rows]
    # The file does not mark where an order ends: the first repeated profile begins the next one.
    size = next((number for number, prompt in enumerate(prompts) if prompt in prompts[:number]), len(prompts))
    profiles = prompts[:size]
    orders = {}
    for number in range(len(prompts) // size):
        order_prompts = prompts[number * size : (number + 1) * size]
        if sorted(order_prompts) != sorted(profiles):
            raise InputError(
                f"{path}: id {name}: order {number + 1} does not show the {size} profiles of the first one"
            )
        orders[f"order_{number + 1}"] = tuple(profiles.index(prompt) for prompt in order_prompts)
    return _item(
        path,
        name,
        "sequence",
        scale=ADMIT,
        question="Should this student be admitted or rejected?",
        profiles=tuple(ShownProfile(text=prompt) for prompt in profiles),
        orders=orders,
    )


def _framing(path: Path, name: str, rows: Sequence[Row]) -> TriageItem:
    forms = {"admit": ("admitting_yes_no", (0, 1)), "reject": ("rejecting_yes_no", (1, 0))}
    questions = {}
    for row in rows:
        if row["framing"].lower() not in forms:
            raise InputError(f"{path}: id {name}: framing is {row['framing']!r}; write admit or reject")
        arm, decisions = forms[row["framing"].lower()]
        questions[arm] = ArmQuestion(text=row["prompt_biased"], words=YES, decisions=decisions)
    neutral = ArmQuestion(text=rows[0]["prompt_neutral"], words=ADMIT, decisions=(0, 1))
    return _single(path, name, "framing", {"neutral": neutral, **questions}, scale=ADMIT)


def _attribute(path: Path, name: str, rows: Sequence[Row]) -> TriageItem:
    groups = ("female", "male")
    questions = {"neutral": ArmQuestion(text=rows[0]["prompt_neutral"], words=YES, decisions=(0, 1))}
    for row in rows:
        if row["framing"].lower() not in groups:
            raise InputError(f"{path}: id {name}: framing is {row['framing']!r}; write female or male")
        arm = f"group_{groups.index(row['framing'].lower()) + 1}"
        questions[arm] = ArmQuestion(text=row["prompt_biased"], words=YES, decisions=(0, 1))
    return _single(path, name, "attribute", questions, scale=YES, attribute="gender", groups=groups, sensitive=True)


def _choice(path: Path, name: str, rows: Sequence[Row]) -> TriageItem:
    texts = {"neutral_1": rows[0]["prompt_neutral"], "status_quo_1": rows[0]["prompt_biased"]}
    name_match = _IN_USE.search(texts["status_quo_1"])
    questions = {arm: ArmQuestion(text=text, words=LETTERS, decisions=(0, 1, 2, 3)) for arm, text in texts.items()}
    status_quo = None if name_match is None else LETTERS.index(name_match[1].upper())
    return _single(path, name, "choice", questions, scale=LETTERS, status_quo=status_quo)


def _single(path: Path, name: str, kind: Kind, questions: dict[str, ArmQuestion], **fields: Any) -> TriageItem:
    profile = ShownProfile(text=next(iter(questions.values())).text)
    return _item(path, name, kind, profiles=(profile,), questions=questions, **fields)


def _item(path: Path, name: str, kind: Kind, **fields: Any) -> TriageItem:
    return TriageItem(
        kind=kind,
        bias=BIAS_OF[kind],
        domain="admissions",
        cluster=f"{AUTHOR}/{path.parent.name}/{name}",
        matter=path.stem,
        provenance=Provenance(author=AUTHOR, imported={"file": f"{path.parent.name}/{path.name}", "id": name}),
        **fields,
    )


_FILES: tuple[tuple[str, tuple[str, ...], Callable[[Path, str, Sequence[Row]], TriageItem]], ...] = (
    ("anchoring/students.csv", ("id", "prompts"), _sequence),
    ("status_quo/sq.csv", ("id", "prompt_biased", "prompt_neutral"), _choice),
    ("framing_bias/frame.csv", ("id", "prompt_biased", "framing", "prompt_neutral"), _framing),
    ("group_attribution/ga.csv", ("id", "prompt_biased", "framing", "prompt_neutral"), _attribute),
)
"""The files of the data set, their columns, and how the rows of one id are read."""
