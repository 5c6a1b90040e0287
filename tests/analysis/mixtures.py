"""Random mixtures of evaluations, as varied as the evaluations that users analyse together."""

import random
from collections.abc import Sequence

from probe.values import Arm, Bias, Decision, Dilemma, Evaluation
from probe.values.base import FACTS_BY_CUE
from tests.analysis.made_datasets import Chooser, evaluate, in_series, pair, shown_letter
from tests.analysis.test_facts import dilemma_with_twin

BIASES = (Bias.FRAMING, Bias.ANCHORING, Bias.BANDWAGON)


def subject_of(draw: random.Random) -> Chooser:
    """Return a subject with random noise, effect of the cue, trend, letter preference and unreadable answers."""
    noise, effect, slope = draw.choice([0.0, 0.1, 0.5]), draw.choice([-0.2, 0.0, 0.1, 0.5]), draw.choice([-0.1, 0, 0.1])
    always_a, unparsed_rate = draw.random() < 0.1, draw.choice([0.0, 0.0, 0.1, 1.0 if draw.random() < 0.2 else 0.02])

    def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        if draw.random() < unparsed_rate:
            return "unparsed"
        if always_a:
            return "A"
        depth = (dilemma.complexity.depth or 1) - 2
        wrong = draw.random() < noise
        right_option = dilemma.right_option(arm)
        if arm in (Arm.BIASED, Arm.TWIN_BIASED) and draw.random() < abs(effect + slope * depth):
            wrong = effect + slope * depth > 0
        return shown_letter(right_option.other_option if wrong else right_option, exchanged)

    return choose


def dilemmas_of(draw: random.Random) -> list[Dilemma]:
    """Return a pool from which datasets are taken; some pools are in series, some have twins."""
    make_dilemma = dilemma_with_twin if draw.random() < 0.3 else pair
    biases = BIASES[: draw.randint(1, len(BIASES))]
    count = draw.choice([12, 30, 60])
    dilemmas = [make_dilemma(bias, number) for bias in biases for number in range(count)]
    if draw.random() < 0.4:
        dilemmas = [in_series(item, number // 3) for number, item in enumerate(dilemmas)]
    return dilemmas


def datasets_of(draw: random.Random, pool: Sequence[Dilemma], count: int) -> list[list[Dilemma]]:
    """Return ``count`` datasets that are shared, disjoint, nested or overlap."""
    shuffled = draw.sample(list(pool), len(pool))
    size = len(pool) // count
    match draw.choice(["shared", "disjoint", "nested", "overlapping"]):
        case "disjoint":
            return [shuffled[index * size : (index + 1) * size] for index in range(count)]
        case "nested":
            return [shuffled[: len(pool) - index * size // 2] for index in range(count)]
        case "overlapping":
            return [draw.sample(shuffled, max(2, 2 * len(pool) // 3)) for _ in range(count)]
        case _:
            return [shuffled for _ in range(count)]


def mitigate(evaluation: Evaluation, draw: random.Random) -> Evaluation:
    """Return the evaluation with a second strategy, which corrects a random share of the wrong decisions."""
    share = draw.choice([0.0, 0.5, 1.0])
    by_id = {item.id: item for item in evaluation.items}
    added_decisions: list[Decision] = []
    for decision in evaluation.decisions:
        right_answer = by_id[decision.item_id].right_answer(decision.arm)
        correction = {"decision": right_answer} if draw.random() < share and not evaluation.direct else {}
        added_decisions.append(decision.model_copy(update={"mitigation": "bias-warning", **correction}))
    return evaluation.model_copy(update={"decisions": (*evaluation.decisions, *added_decisions)})


def with_probabilities(evaluation: Evaluation, draw: random.Random) -> Evaluation:
    """Return the evaluation with probabilities of the options instead of runs."""

    def probable(decision: Decision) -> Decision:
        if decision.decision == "unparsed":
            return decision.model_copy(update={"probabilities": (0.0, 0.0)})
        chosen_probability = draw.uniform(0.5, 1.0)
        probabilities = (
            (chosen_probability, 1 - chosen_probability)
            if decision.decision == 0
            else (1 - chosen_probability, chosen_probability)
        )
        return decision.model_copy(update={"probabilities": probabilities})

    return evaluation.model_copy(update={"direct": True, "decisions": tuple(map(probable, evaluation.decisions))})


def mixture(seed: int) -> list[Evaluation]:
    """Return the evaluations of one report."""
    draw = random.Random(seed)
    pool, count = dilemmas_of(draw), draw.randint(1, 4)
    answers_are_direct, with_mitigation = draw.random() < 0.15, draw.random() < 0.25
    evaluations = []
    for index, dilemmas in enumerate(datasets_of(draw, pool, count)):
        twins = all(item.twin for item in dilemmas)
        arms: tuple[Arm, ...] = FACTS_BY_CUE if twins else (Arm.UNBIASED, Arm.BIASED)
        runs = 2 if answers_are_direct else draw.choice([1, 2, 5])
        evaluation = evaluate(dilemmas, subject_of(draw), subject=f"maker/s{index}", runs=runs, arms=arms)
        if answers_are_direct:
            evaluation = with_probabilities(evaluation, draw)
        evaluations.append(mitigate(evaluation, draw) if with_mitigation else evaluation)
    return evaluations
