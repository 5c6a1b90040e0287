"""Three subjects that err, prefer a position and are unreadable at random, on dilemmas of three biases."""

import random

from probe.values import Arm, Bias, Evaluation, Pair, Provenance
from tests.analysis.made_datasets import Chooser, evaluate, pair, shown, with_controls

EVERY = tuple(Arm(name) for name in ("unbiased", "biased", "placebo", "counter"))
BIASES = (Bias.ANCHORING, Bias.BANDWAGON, Bias.FRAMING)


def dilemmas() -> list[Pair]:
    """28 dilemmas of each bias, by two authors; those of one bias are in series of seven. Texts differ in length."""
    made = []
    for bias in BIASES:
        for number in range(28):
            series = f"s{number // 7}" if bias is Bias.FRAMING else None
            where = Provenance(author=("m/one", "x/two")[number % 2], series=series)
            evidence = {"pair_similarity": {"cosine": 0.9 + 0.001 * (number * 7 % 50)}}
            text = f"I face task {number} of {bias.value}. {'More. ' * (number * 5 % 13)}Option A or Option B?"
            made.append(with_controls(pair(bias, number, provenance=where, evidence=evidence, unbiased=text)))
    return made


def unsteady(noise: float, cue: float, seed: int) -> Chooser:
    """Return a subject that errs at random, more with the cue and with size, prefers A, and is unreadable at times."""
    draw = random.Random(seed)

    def choose(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        size = dilemma.complexity.size or 0
        moved = {"biased": cue * (1 + size / 9), "placebo": cue / 3}.get(arm.value, 0.0)
        wrong = draw.random() < noise + moved
        letter = shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)
        return "unparsed" if draw.random() < 0.08 else "A" if draw.random() < 0.1 else letter

    return choose


def three_subjects() -> list[Evaluation]:
    """Return two evaluations of all dilemmas and arms, and one of fewer dilemmas without controls, not finished."""
    made = dilemmas()
    last = evaluate(made[:70], unsteady(0.1, 0.15, 3), subject="m/three")
    kept = tuple(one for one in last.decisions if one.item_id != made[5].id or one.run < 2)
    return [
        evaluate(made, unsteady(0.1, 0.35, 1), subject="m/one", arms=EVERY),
        evaluate(made, unsteady(0.2, 0.1, 2), subject="m/two", arms=EVERY),
        last.model_copy(update={"decisions": kept}),
    ]
