"""The best single fact: how well one predicate's value alone predicts the right action of a schema."""

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.tree import DecisionTreeClassifier

from probe.analysis.dataset.shortcut_cases import ShortcutCase, Vectors
from probe.analysis.dataset.shortcut_guessers import Floats, Positions, answers, folds

FEWEST = 20
"""Cases that a group needs before a fact of it is judged: below, folds are too small to choose a fact."""

MOST_SLOTS = 80
"""Predicates and values of a group that are tried, most frequent first."""

COMMON = 0.1
"""A name is a value of its own if it is in at least this share of a group's programs."""

_FACT = re.compile(r"^([a-z]\w*)\(([^()]*)\)\s*\.", re.MULTILINE)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

Slots = dict[str, float]


def guess_by_single_facts(cases: Sequence[ShortcutCase], vectors: Vectors) -> tuple[Floats, Positions]:
    """Return a margin for each case that is judged, positive for option A, and the places of these cases.

    Within each group, the fact and its limits (two at most) are chosen on four fifths of the dilemmas and applied to
    the others; a twin shares its original's fold.
    """
    right = answers(cases)
    margins, positions = [], []
    for group in sorted({case.group for case in cases}):
        members = np.array([position for position, case in enumerate(cases) if case.group == group and case.facts])
        if len(members) < FEWEST:
            continue
        group_cases = [cases[position] for position in members]
        # Facts decide for an action, not for a letter, so a guess is learnt for the action and converted back
        # afterwards.
        orientations = orientation(group_cases, vectors)
        table = _fact_table([_slots(case.facts, sign) for case, sign in zip(group_cases, orientations, strict=True)])
        margin = _predict(table, right[members] * orientations, [case.block for case in group_cases])
        margins.append(margin * orientations)
        positions.append(members)
    if not positions:
        return np.zeros(0), np.zeros(0, dtype=np.int64)
    return np.concatenate(margins), np.concatenate(positions)


def orientation(cases: Sequence[ShortcutCase], vectors: Vectors) -> Floats:
    """Return +1 where option A is the group's first action, −1 where it is the second.

    The two actions of a schema differ along one axis, the first principal axis of the options' differences. Which
    action is called the first is arbitrary.
    """
    difference = np.stack([vectors[case.options[0]] - vectors[case.options[1]] for case in cases]).astype(np.float64)
    _, _, axes = np.linalg.svd(difference, full_matrices=False)
    return np.where(difference @ axes[0] >= 0, 1.0, -1.0)


def _slots(program: str, orientation_sign: float) -> Slots:
    """Return what the facts of a program say: a number or 1 for each predicate with its names, numbers left out.

    An option's own fact counts for the first action and against the second.
    """
    slots: Slots = {}
    for predicate, argument_text in _FACT.findall(program):
        arguments = [argument.strip() for argument in argument_text.split(",")]
        number = next((float(argument) for argument in arguments if _NUMBER.fullmatch(argument)), 1.0)
        sign = _sign(arguments, orientation_sign)
        names = [
            "#" if _NUMBER.fullmatch(argument) else "option" if argument.startswith("option_") else argument
            for argument in arguments
        ]
        # Both with its names and by its number of arguments: a fact may reveal the answer whichever option it is about.
        for slot in {f"{predicate}({','.join(names)})", f"{predicate}/{len(names)}"}:
            slots[slot] = slots.get(slot, 0.0) + number * sign
    return slots


def _sign(arguments: Sequence[str], orientation_sign: float) -> float:
    named_options = [argument for argument in arguments if argument in ("option_A", "option_B")]
    if not named_options:
        return 1.0
    return orientation_sign if named_options[0] == "option_A" else -orientation_sign


def _fact_table(rows: Sequence[Slots]) -> NDArray[np.float64]:
    """Return the values of the slots that are common and not constant; NaN where a program lacks one."""
    counts = Counter(slot for slots in rows for slot in slots)
    common_slots = [slot for slot, count in counts.most_common() if count >= COMMON * len(rows)]
    columns = (np.array([slots.get(slot, np.nan) for slots in rows]) for slot in common_slots)
    varied_columns = [column for column in columns if len(set(column.tolist())) > 1 and not _is_constant(column)]
    return np.stack(varied_columns[:MOST_SLOTS], axis=1) if varied_columns else np.zeros((len(rows), 0))


def _is_constant(column: NDArray[np.float64]) -> bool:
    present_values = column[~np.isnan(column)]
    return len(present_values) == len(column) and bool(np.ptp(present_values) == 0)


def _predict(table: NDArray[np.float64], first_action: Floats, blocks: Sequence[str]) -> Floats:
    """Return the margin for the first action, each case by the fact that was best on the other folds.

    The best fact is the one whose best limit divides the cases best (a tree with one limit finds it).
    """
    margin = np.zeros(len(first_action))
    for learn, test in folds(blocks) if table.shape[1] else ():
        best = _tree(1).fit(table[learn], first_action[learn]).tree_.feature[0]
        if best < 0:  # no fact divides the cases
            continue
        tree = _tree(2).fit(table[learn][:, [best]], first_action[learn])
        margin[test] = tree.predict_proba(table[test][:, [best]]) @ tree.classes_
    return margin


def _tree(depth: int) -> DecisionTreeClassifier:
    # Leaves of at least five cases: smaller ones would learn single dilemmas.
    return DecisionTreeClassifier(max_depth=depth, min_samples_leaf=5, random_state=0)
