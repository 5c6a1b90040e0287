"""Caveats that fit the data: a limit appears in a report only if the data give a reason for it."""

import pytest

from probe.analysis.report import limits
from probe.analysis.study import prepare
from probe.analysis.tables import format_cell
from probe.values import Arm, Bias, Complexity, Provenance
from tests.analysis.made_datasets import always_right, evaluate, pairs, with_controls

COMPOSED = Provenance(author="grammar")
WRITTEN = Provenance(author="openai/gpt-4o-mini")
SOLVED = Provenance(author="openai/gpt-4o-mini", decider="openai/gpt-4o-mini")


def limits_of(*chapters: str, subject: str = "m/one", arms: tuple[Arm, ...] = (), **changes: object) -> list[str]:
    dilemmas = [with_controls(dilemma) for dilemma in pairs([Bias.FRAMING], 4, **changes)]
    study = prepare([evaluate(dilemmas, always_right, subject=subject, arms=(Arm.UNBIASED, Arm.BIASED, *arms))])
    return list(limits.limits(study, chapters))


@pytest.mark.parametrize(
    ("provenance", "selection", "is_written"),
    [
        (COMPOSED, None, False),
        (WRITTEN, limits.UNRECORDED_NOTE, True),
        (SOLVED, "the decider (openai/gpt-4o-mini)", True),
    ],
    ids=["composed", "written", "solved"],
)
def test_selection_and_depth_depend_on_who_made_the_dilemmas(
    provenance: Provenance, selection: str | None, is_written: bool
) -> None:
    lines = limits_of(provenance=provenance)
    selection_lines = [line for line in lines if line.startswith("Selection")]
    assert len(selection_lines) == bool(selection)
    assert all(selection in line for line in selection_lines if selection)
    (depth,) = [line for line in lines if line.startswith("Confounded")]
    assert depth.startswith(limits.CONFOUNDING_NOTE)
    assert (limits.MODEL_WRITTEN_NOTE in depth) == is_written


def test_depth_is_confounded_only_where_it_varies() -> None:
    assert not any(line.startswith("Confounded") for line in limits_of(complexity=Complexity(depth=3, size=3)))
    assert limits.PARTLY in limits_of("scenarios")


def test_the_edit_is_a_caveat_of_net_effects_only() -> None:
    assert limits.EDIT in limits_of()
    assert limits.EDIT not in limits_of(arms=(Arm.PLACEBO,))


def test_explanations_and_simulated_subjects_are_mentioned_where_there_are_any() -> None:
    assert limits.EXPLANATIONS not in limits_of("effects")
    assert limits.EXPLANATIONS in limits_of("effects", "themes")
    assert limits_of(subject="simulated/rational")[0] == limits.SIMULATED_NOTE.format(names="simulated/rational")
    assert not any("imulated" in line for line in limits_of())


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.0004, "< 0.001"), (0.0496, "< 0.05"), (0.05, "0.050"), (0.0501, "> 0.05"), (0.0506, "0.051"), (1.0, "1.000")],
)
def test_rounding_does_not_hide_on_which_side_of_the_level_a_p_is(p: float, text: str) -> None:
    assert format_cell(p, "p") == text
