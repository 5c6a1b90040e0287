"""Draw cues without their labels for blind readers, and score which bias they name.

    python -m benchmarks.cue_reading draw --out DIR [--texts 100] [--seed 1]
    python -m benchmarks.cue_reading score DIR ANNA.csv BEN.csv

``draw`` takes one wording of every cue pattern of the library, about as many bare recommendations as a bias has
patterns and as many neutral sentences, each with the two options of its text; and ``--texts`` whole texts
with a cue. DIR gets

    cues.md      the passages and texts, numbered, in random order, and what readers are asked
    answers.csv  the sheet that each reader copies and fills: what the passage invites, an odd sentence, a remark
    key.json     what ``score`` needs; not for readers

``score`` prints how often each kind is recognised and what it is mistaken for: the confusion matrix over all readers.
Intervals are Wilson's at 95 %. Patterns that no reader recognised are listed.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.reading_kit import draw_or_score, read_rows, share, write_kit
from probe.errors import InputError
from probe.grammar import GrammarAuthor
from probe.grammar.draw import Draw
from probe.values import Arm, Bias, Candidate, Value
from probe.values.texts import option_texts, passage_of

COLUMNS = ("number", "invites", "odd", "remark")
RECOMMENDATION, NONE = "mere recommendation", "none"
LABELS = {
    Bias.ANCHORING: "a first figure",
    Bias.AVAILABILITY: "a vivid case",
    Bias.BANDWAGON: "popularity",
    Bias.CONFIRMATION: "a prior belief",
    Bias.FRAMING: "a frame",
    Bias.HINDSIGHT: "an outcome",
    Bias.HYPERBOLIC_DISCOUNTING: "a reward at once",
    Bias.OVERCONFIDENCE: "stated certainty",
}
MEANINGS = {
    "a first figure": "a number without a source that an estimate may stay near",
    "a vivid case": "one recent or vivid case that may count for more than it shows",
    "popularity": "what many others choose",
    "a prior belief": "a view that the author held before, with what was picked to support it",
    "a frame": "equal figures, one worded as a gain and one as a loss",
    "an outcome": "how things went afterwards, which could not be known at the time",
    "a reward at once": "something pleasant to be had now that may count for more than what comes later",
    "stated certainty": "how certain the author is, with nothing behind it",
    RECOMMENDATION: "an option is named or suggested, and nothing else speaks for it",
    NONE: "nothing speaks for either option",
}
DILEMMAS_PER_PATTERN = 8
"""The most dilemmas per pattern that are composed for a bias until each of its patterns has been used."""
TASK = f"""# What do these passages invite?

Each passage is below two options of a decision; then come whole texts, which state facts and end in a question.
For each, fill one row of a copy of `answers.csv`:

- `invites`: by what a reader may be swayed who does not decide by the facts. Write the one that fits best:
{chr(10).join(f"    - `{name}`: {meaning}" for name, meaning in MEANINGS.items())}
- `odd`: a sentence that nobody would write, or in which the author explains being swayed; quote it.
- `remark`: anything else, such as a second answer that fits almost as well.
"""


class Passage(Value):
    """A passage or whole text for readers; ``kind`` is what it is meant to invite, ``cue`` the name of its pattern."""

    text: str
    kind: str
    cue: str
    bias: str
    whole: bool


def passages(seed: int) -> Iterator[Passage]:
    """Yield one wording of every pattern, and as many recommendations and neutral sentences as a bias has patterns."""
    author = GrammarAuthor({"mode": "closed-book", "depth": "3-4"}, seed=seed)
    controls: dict[Arm, list[Passage]] = {Arm.ADVOCACY: [], Arm.PLACEBO: []}
    for bias, cues in author.library.cues.items():
        unused_cues = {cue.name for cue in cues}
        for index in range(DILEMMAS_PER_PATTERN * len(cues)):
            candidate = author.candidate(bias, index)
            name = _cue(candidate)
            if name in unused_cues:
                unused_cues.remove(name)
                yield _passage(candidate, Arm.BIASED)
                for arm, control_passages in controls.items():
                    if bias is not Bias.FRAMING and getattr(candidate.controls, arm.value):
                        control_passages.append(_passage(candidate, arm))
            if not unused_cues:
                break
    limit = max(map(len, author.library.cues.values()))
    for arm, control_passages in controls.items():
        yield from Draw(seed, "controls", arm.value).shuffled(control_passages)[:limit]


def texts(count: int, seed: int) -> Iterator[Passage]:
    """Yield ``count`` whole texts with a cue, evenly over the biases."""
    author = GrammarAuthor({"mode": "policy", "depth": "3-5"}, seed=seed + 1)
    for number in range(count):
        index, bias_index = divmod(number, len(Bias))
        bias = list(Bias)[bias_index]
        candidate = author.candidate(bias, index)
        yield Passage(text=candidate.texts.biased, kind=LABELS[bias], cue=_cue(candidate), bias=bias.value, whole=True)


def _passage(candidate: Candidate, arm: Arm) -> Passage:
    """Return the options and, below them, the passage of ``arm``; a frame is in the options themselves."""
    text = candidate.texts.biased if arm is Arm.BIASED else getattr(candidate.controls, arm.value)
    options = option_texts(text)
    assert options is not None
    lines = "\n".join(f"- Option {letter}: {line}" for letter, line in options.items())
    cue_text = "" if candidate.bias is Bias.FRAMING else passage_of(candidate.texts.unbiased, text).cued.strip()
    kind = LABELS[candidate.bias] if arm is Arm.BIASED else RECOMMENDATION if arm is Arm.ADVOCACY else NONE
    passage_text = f"{lines}\n\n{cue_text}".rstrip()
    return Passage(text=passage_text, kind=kind, cue=_cue(candidate), bias=candidate.bias.value, whole=False)


def _cue(candidate: Candidate) -> str:
    return next(name.partition(":")[2] for name in candidate.seed_ids if name.startswith("cue:"))


def write(passages_in_order: Sequence[Passage], folder: Path) -> None:
    """Write the passages, an empty sheet and the key."""
    write_kit(
        folder, "cues.md", TASK, [("Text" if item.whole else "Passage", item) for item in passages_in_order], COLUMNS
    )


def read_sheet(path: Path, key: dict[str, Passage]) -> dict[str, str]:
    """Return a reader's answer to each number; rows without an answer are left out.

    Raises InputError for an unknown number or answer.
    """
    rows = [(row["number"], (row.get("invites") or "").strip().lower()) for row in read_rows(path)]
    for number, answer in rows:
        if number not in key:
            raise InputError(f"{path}: there is no passage {number}: leave the column 'number' as it is")
        if answer and answer not in MEANINGS:
            raise InputError(f"{path}: passage {number}: {answer!r}: write one of {', '.join(MEANINGS)}")
    return {number: answer for number, answer in rows if answer}


def score(sheets: dict[str, dict[str, str]], key: dict[str, Passage]) -> Iterator[str]:
    """Yield the confusion matrix of the sheets in lines, and the patterns that no reader named as meant."""
    for whole in (False, True):
        numbers = [number for number, passage in key.items() if passage.whole is whole]
        kinds_and_answers = [
            (key[number].kind, sheet[number]) for sheet in sheets.values() for number in numbers if number in sheet
        ]
        if not kinds_and_answers:
            continue
        hits = share([kind == answer for kind, answer in kinds_and_answers])
        yield f"{'texts' if whole else 'passages'}: {hits} as meant"
        for kind in MEANINGS:
            answers = Counter(answer for expected, answer in kinds_and_answers if expected == kind)
            if answers:
                other_answers = ", ".join(
                    f"{answer} {count}" for answer, count in answers.most_common() if answer != kind
                )
                yield f"  {kind}: {answers[kind]} of {answers.total()}" + (
                    f"; {other_answers}" if other_answers else ""
                )
    for number, passage in key.items():
        answers = Counter(sheet[number] for sheet in sheets.values() if number in sheet)
        if answers and passage.kind not in answers:
            yield f"no reader named {passage.kind}: {number}, {passage.bias}, {passage.cue}: {', '.join(answers)}"


def draw(options: argparse.Namespace) -> None:
    """Compose the passages and texts, and write the kit."""
    order = Draw(options.seed, "order")
    cues = order.child("passages").shuffled(list(passages(options.seed)))
    write([*cues, *order.child("texts").shuffled(list(texts(options.texts, options.seed)))], options.out)


def main() -> None:
    """Draw or score."""
    draw_or_score(__doc__, Passage, draw=draw, numbers={"texts": 100, "seed": 1}, read_sheet=read_sheet, score=score)


if __name__ == "__main__":
    main()
