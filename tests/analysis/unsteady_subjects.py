"""Three subjects that err, prefer a position and are unreadable at random; their decisions as tables by pandas."""

import random
from collections.abc import Sequence
from typing import Any

import pandas as pd
import pytest

from probe.analysis.report.findings import Findings
from probe.analysis.tables import Cell
from probe.measuring.decisions import decision_rows
from probe.values import Arm, Bias, Dilemma, Evaluation, Option, Provenance
from tests.analysis.made_datasets import Chooser, choosing, evaluate, pair, shown_letter, with_controls

EVERY = tuple(Arm(name) for name in ("unbiased", "biased", "placebo", "counter"))
BIASES = (Bias.ANCHORING, Bias.BANDWAGON, Bias.FRAMING)


def dilemmas() -> list[Dilemma]:
    """28 dilemmas of each bias, by two authors; those of one bias are in series of seven. Texts differ in length."""
    items = []
    for bias in BIASES:
        for number in range(28):
            series = f"s{number // 7}" if bias is Bias.FRAMING else None
            provenance = Provenance(author=("m/one", "x/two")[number % 2], series=series)
            evidence = {"pair_similarity": {"cosine": 0.9 + 0.001 * (number * 7 % 50)}}
            text = f"I face task {number} of {bias.value}. {'More. ' * (number * 5 % 13)}Option A or Option B?"
            items.append(with_controls(pair(bias, number, provenance=provenance, evidence=evidence, unbiased=text)))
    return items


def unsteady_subject(noise: float, cue: float, seed: int) -> Chooser:
    """Return a subject that errs at random, more with the cue and with size, prefers A, and is sometimes unreadable."""
    draw = random.Random(seed)

    def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        size = dilemma.complexity.size or 0
        cue_probability = {"biased": cue * (1 + size / 9), "placebo": cue / 3}.get(arm.value, 0.0)
        wrong = draw.random() < noise + cue_probability
        letter = shown_letter(dilemma.correct_option.other_option if wrong else dilemma.correct_option, exchanged)
        return "unparsed" if draw.random() < 0.08 else "A" if draw.random() < 0.1 else letter

    return choose


def susceptible_subject(rate: float, seed: int) -> Chooser:
    """Return a subject that errs at this rate on biased texts, in 15 % of the others, and is unreadable in 10 %."""
    draw = random.Random(seed)

    @choosing
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> Option | None:
        wrong = draw.random() < (rate if arm is Arm.BIASED else 0.15)
        option = dilemma.correct_option.other_option if wrong else dilemma.correct_option
        return None if draw.random() < 0.1 else option

    return choose


def three_subjects() -> list[Evaluation]:
    """Return two evaluations of all dilemmas and arms, and one of fewer dilemmas without controls and unfinished."""
    items = dilemmas()
    last = evaluate(items[:70], unsteady_subject(0.1, 0.15, 3), subject="m/three")
    kept_decisions = tuple(
        decision for decision in last.decisions if decision.item_id != items[5].id or decision.run < 2
    )
    return [
        evaluate(items, unsteady_subject(0.1, 0.35, 1), subject="m/one", arms=EVERY),
        evaluate(items, unsteady_subject(0.2, 0.1, 2), subject="m/two", arms=EVERY),
        last.model_copy(update={"decisions": kept_decisions}),
    ]


def runs_of(evaluations: Sequence[Evaluation]) -> pd.DataFrame:
    """One row per subject, dilemma and run: whether the decision in each arm was wrong, and whether there was one."""
    rows = pd.DataFrame([row for evaluation in evaluations for row in decision_rows(evaluation)])
    rows["wrong"] = rows["wrong"].astype(float)
    rows["asked"] = True
    keys = ["subject", "item", "run"]
    wide_rows = rows.pivot(index=keys, columns="arm", values=["wrong", "asked"])
    wide_rows.columns = pd.Index(
        [f"{column[1]}{'' if column[0] == 'wrong' else '_asked'}" for column in wide_rows.columns.to_list()]
    )
    wide_rows = wide_rows.reset_index()
    for arm in rows["arm"].unique():
        wide_rows[arm] = wide_rows[arm].astype(float)
        wide_rows[f"{arm}_asked"] = wide_rows[f"{arm}_asked"].eq(True)
    labels = rows.drop_duplicates(["item"])[["item", "bias", "author", "cluster", "depth", "size"]]
    lengths = rows[rows["arm"] == "unbiased"].drop_duplicates("item")[["item", "length"]]
    return wide_rows.merge(labels, on="item").merge(lengths, on="item")


def per_dilemma(runs: pd.DataFrame) -> pd.DataFrame:
    """Means over the runs that are readable in both arms, one row per subject and dilemma."""
    complete_runs = runs.dropna(subset=["unbiased", "biased"]).copy()
    complete_runs["flip"] = (complete_runs["unbiased"] != complete_runs["biased"]).astype(float)
    complete_runs["to_wrong"] = (complete_runs["unbiased"] < complete_runs["biased"]).astype(float)
    complete_runs["to_right"] = (complete_runs["unbiased"] > complete_runs["biased"]).astype(float)
    keys = ["subject", "item", "bias", "author", "cluster", "depth", "size", "length"]
    values = ["unbiased", "biased", "flip", "to_wrong", "to_right"]
    means = complete_runs.groupby(keys, sort=False)[values].mean().reset_index()
    means["effect"] = means["biased"] - means["unbiased"]
    return means


def equally(values: "pd.Series[float]", biases: "pd.Series[str]") -> float:
    """The mean of the biases' means; dilemmas of a bias with fewer than 20 count like the average dilemma."""
    means, sizes = values.groupby(biases).mean(), biases.value_counts()
    large_biases = sizes.index[sizes >= 20]
    share = sizes[large_biases].sum() / len(values)
    small_sum = sum(sizes[bias] / len(values) * means[bias] for bias in sizes.index[sizes < 20])
    return float(small_sum + (share * means[large_biases].mean() if len(large_biases) else 0.0))


def table(findings: Findings, key: str) -> list[dict[str, Cell]]:
    (matching_table,) = [candidate for candidate in findings.tables if candidate.key == key]
    return list(matching_table.rows)


def agree(row: dict[str, Cell], expected: dict[str, Any]) -> None:
    shown_cells = {key: row[key] for key in expected}
    texts = {key: value for key, value in expected.items() if isinstance(value, str)}
    assert {key: shown_cells[key] for key in texts} == texts
    numbers = {key: float(value) for key, value in expected.items() if key not in texts}
    assert {key: shown_cells[key] for key in numbers} == pytest.approx(numbers, abs=1e-9), row
