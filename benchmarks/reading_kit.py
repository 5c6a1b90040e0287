"""A kit for blind readers: a page of texts, an empty sheet and the key; and the scoring of filled sheets."""

import argparse
import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from statsmodels.stats.proportion import proportion_confint

from probe.errors import InputError
from probe.values import Value

KitItem = TypeVar("KitItem", bound=Value)
"""A text for readers with the fields that the key records: a value with a ``text``, which the key leaves out."""
Sheet = TypeVar("Sheet")
"""A filled sheet."""


def write_kit(folder: Path, page: str, task: str, items: Sequence[tuple[str, Value]], columns: Sequence[str]) -> None:
    """Write the page of ``items``, each below its heading, an empty sheet with ``columns``, and the key."""
    folder.mkdir(parents=True, exist_ok=True)
    numbered_items = list(enumerate(items, start=1))
    texts = (f"## {heading} {number}\n\n{item.model_dump()['text']}" for number, (heading, item) in numbered_items)
    (folder / page).write_text("\n\n".join([task, *texts]) + "\n", encoding="utf-8")
    key = {number: item.model_dump(exclude={"text"}) for number, (_, item) in numbered_items}
    (folder / "key.json").write_text(json.dumps(key, indent=1) + "\n", encoding="utf-8")
    with (folder / "answers.csv").open("w", encoding="utf-8", newline="") as sheet:
        writer = csv.writer(sheet)
        writer.writerow(columns)
        writer.writerows([number] + [""] * (len(columns) - 1) for number, _ in numbered_items)


def read_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a filled sheet. Raise InputError where it is not UTF-8 text."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as sheet:
            return [row | {"number": (row.get("number") or "").strip()} for row in csv.DictReader(sheet)]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read as UTF-8 text: {error}") from error


def share(hits: Sequence[bool]) -> str:
    """Return a count and a share with its Wilson interval at 95 %."""
    low, high = proportion_confint(sum(hits), len(hits), method="wilson")
    return f"{sum(hits)} of {len(hits)} ({sum(hits) / len(hits):.0%}, {low:.0%} to {high:.0%})"


def draw_or_score(
    page: str | None,
    item_type: Callable[..., KitItem],
    *,
    draw: Callable[[argparse.Namespace], None],
    numbers: Mapping[str, int],
    read_sheet: Callable[[Path, dict[str, KitItem]], Sheet],
    score: Callable[[dict[str, Sheet], dict[str, KitItem]], Iterator[str]],
) -> None:
    """Read the options; ``draw`` a kit, with ``numbers`` as its options, or print the ``score`` of filled sheets."""
    parser = argparse.ArgumentParser(description=page, formatter_class=argparse.RawDescriptionHelpFormatter)
    jobs = parser.add_subparsers(dest="job", required=True)
    drawing, scoring = jobs.add_parser("draw"), jobs.add_parser("score")
    drawing.add_argument("--out", type=Path, required=True)
    for name, number in numbers.items():
        drawing.add_argument(f"--{name}", type=int, default=number)
    scoring.add_argument("folder", type=Path)
    scoring.add_argument("sheets", type=Path, nargs="+")
    options = parser.parse_args()
    if options.job == "draw":
        draw(options)
        return
    if not (options.folder / "key.json").is_file():
        parser.error(f"{options.folder}: contains no key.json: name the folder that 'draw' wrote")
    recorded_items = json.loads((options.folder / "key.json").read_text(encoding="utf-8"))
    key = {number: item_type(text="", **fields) for number, fields in recorded_items.items()}
    try:
        sheets = {path.stem: read_sheet(path, key) for path in options.sheets}
    except InputError as error:
        parser.error(str(error))
    print("\n".join(score(sheets, key)))
