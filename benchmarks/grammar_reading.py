"""Draw composed texts for blind readers, and score what they answer.

    python -m benchmarks.grammar_reading draw --out DIR [--each 100] [--without 25] [--seed 1]
    python -m benchmarks.grammar_reading score DIR ANNA.csv BEN.csv

``draw`` composes ``--each`` texts in each mode, and ``--without`` more in each mode from which the sentence of the
decisive fact is removed. Every text is from a dilemma of its own, in a random arm. DIR gets

    texts.md     the texts, numbered, in random order, and what readers are asked
    answers.csv  the sheet that each reader copies and fills: answer, odd sentence, straw man, remark
    key.json     what ``score`` needs; not for readers

``score`` compares filled sheets with the certified options. Intervals are Wilson's at 95 %. With several readers it
also prints Fleiss' kappa of their answers.
"""

import argparse
import csv
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from statsmodels.stats.proportion import proportion_confint

from probe.analysis.people.coefficients import fleiss_kappa
from probe.errors import InputError
from probe.grammar import GrammarAuthor
from probe.grammar.draw import Draw
from probe.grammar.scenario import DEPTHS
from probe.values import Bias, Candidate, Value
from probe.values.texts import Passage, passage_of

COLUMNS = ("number", "answer", "odd", "straw_man", "remark")
INDICES = 10_000
"""Dilemmas are drawn from so many of each bias."""
COMMENT = re.compile(r"(?:\[\d\d:\d\d\] \w+|\w+, \w{3} \d\d:\d\d): ")
"""The author and time of a comment."""
TASK = """# Texts for blind readers

Each text ends with two options. For each, fill one row of a copy of `answers.csv`:

- `answer`: A or B, whichever follows from the facts and, where there are any, from the team's rules. What others say or
  feel about an option decides nothing. If the text leaves the answer open, guess. Every row needs an answer.
- `odd`: a sentence that no engineer would write, that contradicts another one, or that cannot be understood; quote it.
- `straw_man`: `yes` if one option could be dismissed without the facts, because no sensible engineer would choose it.
- `remark`: anything else; `open` if the text leaves the answer open.
"""

Shown = TypeVar("Shown", bound=Value)
"""What readers are shown, as the key records it."""
Filled = TypeVar("Filled")
"""A filled sheet."""


class Item(Value):
    """A text for readers, with what the key records of it."""

    text: str
    mode: str
    arm: str
    right: str
    without_fact: bool
    origin: tuple[str, ...]


def items(each: int, without: int, seed: int) -> Iterator[Item]:
    """Yield ``each`` texts in each mode, and ``without`` more that lack the sentence of the decisive fact."""
    for mode in DEPTHS:
        draw = Draw(seed, "blind reading", mode)
        author = GrammarAuthor({"mode": mode}, seed=seed)
        places = draw.child("places").shuffled(range(INDICES))[: each + without]
        for number, place in enumerate(places):
            bias = draw.choice(list(Bias))
            yield _item(author.candidate(bias, place), mode, without_fact=number >= each, draw=draw.child(number))


def _item(candidate: Candidate, mode: str, *, without_fact: bool, draw: Draw) -> Item:
    assert candidate.twin is not None
    assert candidate.correct_option is not None
    pairs = {"original": candidate.texts, "twin": candidate.twin}
    case, cue = draw.choice(list(pairs)), draw.choice(("unbiased", "biased"))
    original, twin = (getattr(one, cue) for one in pairs.values())
    passage = passage_of(original, twin)
    text = without(passage) if without_fact else getattr(pairs[case], cue)
    right = candidate.twin.correct_option if case == "twin" else candidate.correct_option
    return Item(
        text=text,
        mode=mode,
        arm=f"{case}, {cue}",
        right=right.letter,
        without_fact=without_fact,
        origin=candidate.seed_ids,
    )


def without(passage: Passage) -> str:
    """Return a text without the passage; what follows it in a comment keeps the name and the time of its author."""
    author = COMMENT.match(passage.original)
    kept = author[0] if author and not passage.tail.startswith("\n") else ""
    return _joined(passage.head + kept, passage.tail.lstrip(" ") if kept else passage.tail)


def _joined(head: str, tail: str) -> str:
    """Return two parts of a text as one, without the blanks or the empty line that would show where one is missing."""
    between = "\n" if head.endswith("\n") and tail.startswith("\n") and not head.endswith("\n\n") else ""
    return re.sub(r"^ +| +$|(?<= ) +", "", head + tail.removeprefix(between), flags=re.MULTILINE)


def write(found: Sequence[Item], folder: Path) -> None:
    """Write the texts, an empty sheet and the key."""
    folder.mkdir(parents=True, exist_ok=True)
    numbered = list(enumerate(found, start=1))
    texts = "\n\n".join(f"## Text {number}\n\n{item.text}" for number, item in numbered)
    (folder / "texts.md").write_text(f"{TASK}\n{texts}\n", encoding="utf-8")
    key = {number: item.model_dump(exclude={"text"}) for number, item in numbered}
    (folder / "key.json").write_text(json.dumps(key, indent=1) + "\n", encoding="utf-8")
    with (folder / "answers.csv").open("w", encoding="utf-8", newline="") as sheet:
        rows = csv.writer(sheet)
        rows.writerow(COLUMNS)
        rows.writerows([number] + [""] * (len(COLUMNS) - 1) for number, _ in numbered)


Sheet = dict[str, dict[str, str]]


def read_sheet(path: Path, key: dict[str, Item]) -> Sheet:
    """Return the rows of a filled sheet by number; rows without an answer are left out.

    Raises InputError for an unknown number or an answer other than A or B.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as sheet:
            rows = {(row.get("number") or "").strip(): row for row in csv.DictReader(sheet) if row.get("answer")}
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read as UTF-8 text: {error}") from error
    if not rows:
        raise InputError(f"{path}: there are no answers: fill the column 'answer' with A or B")
    for number, row in rows.items():
        row["answer"] = row["answer"].strip().upper()
        if number not in key:
            raise InputError(f"{path}: there is no text {number}: leave the column 'number' as it is")
        if row["answer"] not in {"A", "B"}:
            raise InputError(f"{path}: text {number}: the answer is {row['answer']!r}: write A or B")
    return rows


def score(sheets: dict[str, Sheet], key: dict[str, Item]) -> Iterator[str]:
    """Yield what the sheets show, a line each."""
    for mode in DEPTHS:
        for without in (False, True):
            rows = [
                (row, key[number])
                for sheet in sheets.values()
                for number, row in sheet.items()
                if (key[number].mode, key[number].without_fact) == (mode, without)
            ]
            if rows:
                part = f"{mode}, decisive fact removed" if without else mode
                yield f"{part}: agreement {share([row['answer'] == item.right for row, item in rows])}"
                yield f"  odd sentence {share([_filled(row, 'odd') for row, _ in rows])}"
                yield f"  straw man {share([_filled(row, 'straw_man') for row, _ in rows])}"
                yield f"  called open {share([_filled(row, 'remark', 'open') for row, _ in rows])}"
    if len(sheets) > 1:
        yield f"kappa of the answers: {_kappa(list(sheets.values()))}"
    yield from (
        f"{reader}, text {number}: certified {key[number].right}, answered {row['answer']}"
        for reader, sheet in sheets.items()
        for number, row in sheet.items()
        if row["answer"] != key[number].right and not key[number].without_fact
    )


def _filled(row: dict[str, str], column: str, word: str = "") -> bool:
    said = (row.get(column) or "").strip().lower()
    return said.startswith(word) and said not in {"", "no", "-"}


def share(found: Sequence[bool]) -> str:
    """Return a count and a share with its Wilson interval at 95 %."""
    low, high = proportion_confint(sum(found), len(found), method="wilson")
    return f"{sum(found)} of {len(found)} ({sum(found) / len(found):.0%}, {low:.0%} to {high:.0%})"


def _kappa(sheets: Sequence[Sheet]) -> str:
    shared = [number for number in sheets[0] if all(number in sheet for sheet in sheets)]
    counts = np.array([[sum(sheet[number]["answer"] == letter for sheet in sheets) for letter in "AB"]
                       for number in shared])  # fmt: skip
    found = fleiss_kappa(counts) if shared else None
    return f"{found.value:.2f} over {len(shared)} texts" if found else f"not defined over {len(shared)} texts"


def filled_kit(
    parser: argparse.ArgumentParser,
    folder: Path,
    paths: Sequence[Path],
    kind: Callable[..., Shown],
    read: Callable[[Path, dict[str, Shown]], Filled],
) -> tuple[dict[str, Shown], dict[str, Filled]]:
    """Return the key of the kit in ``folder`` and the filled sheets by reader, or end with what is wrong with them."""
    if not (folder / "key.json").is_file():
        parser.error(f"{folder}: contains no key.json: name the folder that 'draw' wrote")
    recorded = json.loads((folder / "key.json").read_text(encoding="utf-8"))
    key = {number: kind(text="", **fields) for number, fields in recorded.items()}
    try:
        return key, {path.stem: read(path, key) for path in paths}
    except InputError as error:
        parser.error(str(error))


def main() -> None:
    """Read the flags, draw or score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    jobs = parser.add_subparsers(dest="job", required=True)
    drawing = jobs.add_parser("draw")
    drawing.add_argument("--out", type=Path, required=True)
    drawing.add_argument("--each", type=int, default=100)
    drawing.add_argument("--without", type=int, default=25)
    drawing.add_argument("--seed", type=int, default=1)
    scoring = jobs.add_parser("score")
    scoring.add_argument("folder", type=Path)
    scoring.add_argument("sheets", type=Path, nargs="+")
    flags = parser.parse_args()
    if flags.job == "draw":
        found = list(items(flags.each, flags.without, flags.seed))
        write(Draw(flags.seed, "order").shuffled(found), flags.out)
        return
    key, sheets = filled_kit(parser, flags.folder, flags.sheets, Item, read_sheet)
    print("\n".join(score(sheets, key)))


if __name__ == "__main__":
    main()
