"""Draw a sheet of published and composed texts for a blind reader, who guesses which ones the grammar composed.

    python -m benchmarks.grammar_reading PUBLISHED.json --out DIR [--each 20] [--seed 1] [--body]

PUBLISHED.json is a file of the published benchmark (``1_augmented_dilemmas_dataset_*.json``). DIR gets ``sheet.md``,
for the reader, and ``key.json``, for scoring. Both biased and unbiased texts are drawn.

Nearly all published texts end with the same question, which alone identifies them: ``--body`` removes the question from
all texts, and normalises apostrophes, quotation marks and dashes.
"""

import argparse
import json
import re
from pathlib import Path

from probe.grammar import GrammarAuthor
from probe.grammar.draw import Draw
from probe.values import Bias


def published(path: Path, count: int, draw: Draw) -> list[str]:
    """Return ``count`` published texts of all biases."""
    data = json.loads(path.read_text(encoding="utf-8"))
    texts = [item[arm] for items in data.values() for item in items for arm in ("unbiased", "biased")]
    return draw.shuffled(texts)[:count]


def ours(count: int, seed: int, draw: Draw) -> list[str]:
    """Return ``count`` composed texts of all biases."""
    author = GrammarAuthor(seed=seed)
    found = []
    for _ in range(count):
        texts = author.candidate(draw.choice(list(Bias)), draw.below(100)).texts
        found.append(draw.choice([texts.unbiased, texts.biased]))
    return found


VERDICTS = re.compile(r"[^.!?:\n]*[.!?:]\n- Option A: Appropriate\n.*", re.DOTALL)
"""The verdict options of composed retrospective texts; published ones have them in their question."""


def body(text: str) -> str:
    """Return ``text`` without its closing question, verdict options and typographic characters."""
    plain = text.translate(str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"}))
    return VERDICTS.sub("", plain.rstrip().rpartition("\n\n")[0] or plain).rstrip()


def main() -> None:
    """Read the flags, draw, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("published", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--body", action="store_true", help="leave out the closing questions")
    flags = parser.parse_args()
    draw = Draw(flags.seed, "blind reading")
    theirs = [(text, "published") for text in published(flags.published, flags.each, draw.child("published"))]
    mixed = draw.shuffled([*theirs, *((text, "grammar") for text in ours(flags.each, flags.seed, draw.child("ours")))])
    flags.out.mkdir(parents=True, exist_ok=True)
    shown = [(body(text) if flags.body else text, origin) for text, origin in mixed]
    sheet = "\n\n".join(f"## Text {number}\n\n{text}" for number, (text, _) in enumerate(shown, start=1))
    (flags.out / "sheet.md").write_text(sheet + "\n", encoding="utf-8")
    key = {str(number): origin for number, (_, origin) in enumerate(mixed, start=1)}
    (flags.out / "key.json").write_text(json.dumps(key, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
