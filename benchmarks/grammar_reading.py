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
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.reading_kit import draw_or_score, read_rows, share, write_kit
from probe.analysis.statistics.agreement import fleiss_kappa
from probe.errors import InputError
from probe.grammar import GrammarAuthor
from probe.grammar.draw import Draw
from probe.grammar.scenario import DEPTHS
from probe.values import Bias, Candidate, Value
from probe.values.texts import Passage, passage_of

COLUMNS = ("number", "answer", "odd", "straw_man", "remark")
INDICES = 10_000
"""Number of dilemmas per bias from which texts are drawn."""
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


class Item(Value):
    """A text for readers, and the fields that the key records."""

    text: str
    mode: str
    arm: str
    right: str
    without_fact: bool
    origin: tuple[str, ...]


def items(per_mode: int, without_count: int, seed: int) -> Iterator[Item]:
    """Yield ``per_mode`` texts in each mode, and ``without_count`` more that lack the sentence of the decisive fact."""
    for mode in DEPTHS:
        draw = Draw(seed, "blind reading", mode)
        author = GrammarAuthor({"mode": mode}, seed=seed)
        indices = draw.child("places").shuffled(range(INDICES))[: per_mode + without_count]
        for number, index in enumerate(indices):
            bias = draw.choice(list(Bias))
            yield _item(author.candidate(bias, index), mode, without_fact=number >= per_mode, draw=draw.child(number))


def _item(candidate: Candidate, mode: str, *, without_fact: bool, draw: Draw) -> Item:
    assert candidate.twin is not None
    assert candidate.correct_option is not None
    pairs = {"original": candidate.texts, "twin": candidate.twin}
    case, arm = draw.choice(list(pairs)), draw.choice(("unbiased", "biased"))
    original, twin = (getattr(texts, arm) for texts in pairs.values())
    passage = passage_of(original, twin)
    text = without(passage) if without_fact else getattr(pairs[case], arm)
    right = candidate.twin.correct_option if case == "twin" else candidate.correct_option
    return Item(
        text=text,
        mode=mode,
        arm=f"{case}, {arm}",
        right=right.letter,
        without_fact=without_fact,
        origin=candidate.seed_ids,
    )


def without(passage: Passage) -> str:
    """Return the text without the passage; if a comment begins with the passage, its author and time stay."""
    author = COMMENT.match(passage.original)
    comment_head = author[0] if author and not passage.tail.startswith("\n") else ""
    return _join(passage.head + comment_head, passage.tail.lstrip(" ") if comment_head else passage.tail)


def _join(head: str, tail: str) -> str:
    """Join two parts of a text, without the blanks or the empty line that would show where a passage is missing."""
    line_end = "\n" if head.endswith("\n") and tail.startswith("\n") and not head.endswith("\n\n") else ""
    return re.sub(r"^ +| +$|(?<= ) +", "", head + tail.removeprefix(line_end), flags=re.MULTILINE)


def write(items_in_order: Sequence[Item], folder: Path) -> None:
    """Write the texts, an empty sheet and the key."""
    write_kit(folder, "texts.md", TASK, [("Text", item) for item in items_in_order], COLUMNS)


Sheet = dict[str, dict[str, str]]


def read_sheet(path: Path, key: dict[str, Item]) -> Sheet:
    """Return the rows of a filled sheet by number; rows without an answer are left out.

    Raises InputError for an unknown number or an answer other than A or B.
    """
    rows = {row["number"]: row for row in read_rows(path) if row.get("answer")}
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
    """Yield the results of the sheets in lines."""
    for mode in DEPTHS:
        for without_fact in (False, True):
            rows = [
                (row, key[number])
                for sheet in sheets.values()
                for number, row in sheet.items()
                if (key[number].mode, key[number].without_fact) == (mode, without_fact)
            ]
            if rows:
                label = f"{mode}, decisive fact removed" if without_fact else mode
                yield f"{label}: agreement {share([row['answer'] == item.right for row, item in rows])}"
                yield f"  odd sentence {share([_is_filled_in(row, 'odd') for row, _ in rows])}"
                yield f"  straw man {share([_is_filled_in(row, 'straw_man') for row, _ in rows])}"
                yield f"  called open {share([_is_filled_in(row, 'remark', 'open') for row, _ in rows])}"
    if len(sheets) > 1:
        yield f"kappa of the answers: {_kappa(list(sheets.values()))}"
    yield from (
        f"{reader}, text {number}: certified {key[number].right}, answered {row['answer']}"
        for reader, sheet in sheets.items()
        for number, row in sheet.items()
        if row["answer"] != key[number].right and not key[number].without_fact
    )


def _is_filled_in(row: dict[str, str], column: str, word: str = "") -> bool:
    entry = (row.get(column) or "").strip().lower()
    return entry.startswith(word) and entry not in {"", "no", "-"}


def _kappa(sheets: Sequence[Sheet]) -> str:
    shared_numbers = [number for number in sheets[0] if all(number in sheet for sheet in sheets)]
    counts = np.array([[sum(sheet[number]["answer"] == letter for sheet in sheets) for letter in "AB"]
                       for number in shared_numbers])  # fmt: skip
    kappa = fleiss_kappa(counts) if shared_numbers else None
    return (
        f"{kappa.value:.2f} over {len(shared_numbers)} texts"
        if kappa
        else f"not defined over {len(shared_numbers)} texts"
    )


def draw(options: argparse.Namespace) -> None:
    """Compose the texts and write the kit."""
    texts = list(items(options.each, options.without, options.seed))
    write(Draw(options.seed, "order").shuffled(texts), options.out)


def main() -> None:
    """Draw or score."""
    draw_or_score(
        __doc__, Item, draw=draw, numbers={"each": 100, "without": 25, "seed": 1}, read_sheet=read_sheet, score=score
    )


if __name__ == "__main__":
    main()
