"""What a guesser may see of items of triage, for the audit of shortcuts (``probe shortcuts``).

For a profile, the guesser chooses between its two answers; for a choice, between the right option and a wrong one. It
sees no facts, only the title of a profile and who is behind it, or the name of an option.
"""

import re
from collections.abc import Iterator, Sequence

from probe.analysis.dataset.shortcut_cases import ShortcutCase
from probe.protocols.triage.items import TriageItem
from probe.protocols.triage.programs import OPTIONS
from probe.values import Option, fingerprint
from probe.values.texts import words_put_in

OPTION = ("option_A", "option_B")
"""What the facts of a choice call its two options."""
COMPARED_ARMS = {"choice": ("neutral_1", "status_quo_1"), "attribute": ("group_2", "group_1")}
"""The arms between which the words of a cue are put in."""


def cases_of(items: Sequence[TriageItem]) -> tuple[ShortcutCase, ...]:
    """Return the cases of all items that have a right answer, in the order of the file."""
    cases: list[ShortcutCase] = []
    for item in items:
        cases += _choice(item, len(cases)) if item.kind == "choice" else _profiles(item, len(cases))
    return tuple(cases)


def _profiles(item: TriageItem, position: int) -> Iterator[ShortcutCase]:
    for number, profile in enumerate(item.profiles):
        right = profile.right if item.kind == "sequence" else item.right
        if right is not None and len(item.scale) == len(OPTION):
            options = (item.scale[0], item.scale[1])
            title = _title(profile.text)
            yield _case(
                item, position + number, right, options, story=title, facts=profile.facts, text=title or profile.text
            )


def _choice(item: TriageItem, position: int) -> Iterator[ShortcutCase]:
    """Yield the right option against a wrong one, which is drawn; the one that is listed first is option A."""
    if item.right is None:
        return
    wrong_options = [option for option in range(len(item.scale)) if option != item.right]
    # Draw from the id, so that every audit of a dataset asks the same questions.
    wrong_option = wrong_options[int(fingerprint(item.id), 16) % len(wrong_options)]
    case_options = sorted((item.right, wrong_option))
    named_options = zip(case_options, OPTION, strict=True) if len(item.profiles) == len(item.scale) else ()
    facts = "".join(_with_option_name(item.profiles[option].facts, option, name) for option, name in named_options)
    first, second = (item.scale[option] for option in case_options)
    yield _case(item, position, case_options.index(item.right), (first, second), story=None, facts=facts, text="")


def _with_option_name(facts: str, option: int, name: str) -> str:
    """Return the facts of an option of a choice, named as one of two."""
    return re.sub(rf"\b{OPTIONS[option]}\b", name, facts) if option < len(OPTIONS) else facts


def _case(
    item: TriageItem, position: int, right: int, options: tuple[str, str], *, story: str | None, facts: str, text: str
) -> ShortcutCase:
    return ShortcutCase(
        pair_id=item.id,
        bias=item.bias,
        place=position,
        # With a different number of rules, different facts decide.
        group=f"{item.matter} with {item.level} rules",
        block=item.cluster,
        depth=item.complexity.depth,
        twin=False,
        right=(Option.A, Option.B)[right],
        options=options,
        story=story,
        cue=_cue(item),
        facts=facts,
        text=text,
    )


def _cue(item: TriageItem) -> str | None:
    neutral_arm, arm_with_cue = COMPARED_ARMS.get(item.kind, ("", ""))
    if neutral_arm not in item.questions or arm_with_cue not in item.questions:
        return None
    return words_put_in(item.questions[neutral_arm].text, item.questions[arm_with_cue].text) or None


def _title(text: str) -> str | None:
    """Return the first line of a profile, which states no fact; None where there is no other line."""
    first_line, _, other_lines = text.partition("\n")
    return first_line if other_lines else None
