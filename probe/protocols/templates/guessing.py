"""What a guesser may see of tests with a right answer, for the audit of shortcuts (``probe shortcuts``).

The guesser chooses between the two ends of the scale. To hide the decisive facts, all sentences with a digit are left
out of the text.
"""

import re
from collections.abc import Iterator, Sequence

from probe.analysis.dataset.shortcut_cases import ShortcutCase
from probe.protocols.templates.item import CONTROL, TREATMENT, TemplateItem
from probe.values import Arm, Option
from probe.values.texts import words_put_in

_SENTENCE = re.compile(r"[^.?!\n]*[.?!]?\s*")
_DIGIT = re.compile(r"\d")


def cases_of(items: Sequence[TemplateItem]) -> tuple[ShortcutCase, ...]:
    """Return a case for each text with a right answer, in the order of the file; none for an answer in the middle."""
    cases: list[ShortcutCase] = []
    for item in items:
        for arm in (CONTROL, TREATMENT):
            cases += _case(item, arm, len(cases))
    return tuple(cases)


def _case(item: TemplateItem, arm: Arm, position: int) -> Iterator[ShortcutCase]:
    right, text = item.right.get(arm), item.text(arm)
    scale = item.scale_of(arm)
    # Guessers choose between the two ends, and the midpoint is neither.
    if right is None or text is None or 2 * right == len(scale) - 1:
        return
    other_text = item.text(TREATMENT if arm == CONTROL else CONTROL) or ""
    yield ShortcutCase(
        pair_id=item.id,
        bias=item.bias,
        place=position,
        group=item.cluster,
        # Tests of a scenario share its words, so keep them in the same fold.
        block=item.cluster,
        depth=item.complexity.depth,
        twin=False,
        right=Option.A if 2 * right < len(scale) - 1 else Option.B,
        options=(scale[0], scale[-1]),
        story=without_numbers(text),
        cue=words_put_in(other_text, text) or None if arm == TREATMENT else None,
        facts="".join(f"{name}({value}).\n" for name, value in item.drawn.items() if isinstance(value, int)),
        text=text,
    )


def without_numbers(text: str) -> str:
    """Return the sentences without a digit."""
    return "".join(sentence for sentence in _SENTENCE.findall(text) if not _DIGIT.search(sentence))
