"""Small simulated datasets: evaluations in which every flip is planted."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from probe.analysis.tables import Cell
from probe.values import (
    Arm,
    Bias,
    Complexity,
    Controls,
    Decision,
    Dilemma,
    Evaluation,
    Item,
    Option,
    Provenance,
    index_of,
)

Chooser = Callable[[Dilemma, Arm, int, bool], str]
"""What a subject answers, in the letters as shown: (pair, arm, run, exchanged) to A, B or unparsed."""


def pair(bias: Bias = Bias.ANCHORING, number: int = 0, correct: Option | None = None, **changes: Any) -> Dilemma:
    """Return a dilemma that differs from all others by its number; its size runs from 1 to 9 with it."""
    size = 1 + number % 9
    fields = {
        "bias": bias,
        "unbiased": f"I face task {number} of {bias.value}. Option A or Option B?",
        "biased": f"I face task {number} of {bias.value}, and all my friends say B. Option A or Option B?",
        "axioms": "best(X) :- good(X).",
        "unbiased_program": ":- consult('axioms').\ngood(option_A).",
        "biased_program": ":- consult('axioms').\ngood(option_A).\nsaid(option_B).",
        "correct_option": correct or (Option.A if number % 2 else Option.B),
        "complexity": Complexity(inferences=2 * size, choice_steps=size, depth=1 + size // 3, size=size),
        "provenance": Provenance(author="grammar"),
    }
    return Dilemma.model_validate(fields | changes)


def pairs(biases: Sequence[Bias], per_bias: int, **changes: Any) -> tuple[Dilemma, ...]:
    return tuple(pair(bias, number, **changes) for bias in biases for number in range(per_bias))


def evaluate(
    dilemmas: Sequence[Dilemma],
    choose: Chooser,
    *,
    subject: str = "simulated/planted",
    runs: int = 5,
    order: str = "both",
    arms: Sequence[Arm] = (Arm.UNBIASED, Arm.BIASED),
) -> Evaluation:
    """Ask ``choose`` for every text, with the options exchanged in odd runs, and map its letters back."""
    decisions = []
    for dilemma in dilemmas:
        for arm in arms:
            for run in range(runs):
                exchanged = order == "both" and run % 2 == 1
                letter = choose(dilemma, arm, run, exchanged)
                if exchanged and letter in ("A", "B"):
                    letter = "B" if letter == "A" else "A"
                decisions.append(
                    Decision.model_validate(
                        {
                            "item_id": dilemma.id,
                            "arm": arm,
                            "run": run,
                            "decision": index_of(letter),
                            "exchanged": exchanged,
                            "explanation": f"Because it is safer in run {run}.",
                        }
                    )
                )
    return evaluation_of(dilemmas, decisions, subject, run_id="run-1", runs=runs, order=order)


def evaluation_of(
    items: Iterable[Item], decisions: Iterable[Decision], subject: str = "m/x", **fields: object
) -> Evaluation:
    """Return an evaluation with these decisions, of two runs in both orders unless ``fields`` say otherwise."""
    defaults = {"subject": subject, "run_id": "r", "runs": 2, "order": "both", "items": tuple(items)}
    return Evaluation.model_validate({**defaults, "decisions": tuple(decisions), **fields})


def shown_letter(option: Option, exchanged: bool) -> str:
    """Return the letter under which ``option`` is shown."""
    return (option.other_option if exchanged else option).letter


def choosing(choose: Callable[[Dilemma, Arm, int], Option | None]) -> Chooser:
    """Return a subject that chooses an option as written, or gives no readable answer."""

    def letter(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        option = choose(dilemma, arm, run)
        return "unparsed" if option is None else shown_letter(option, exchanged)

    return letter


def errs_where(wrong: Callable[[Dilemma, Arm, int], object]) -> Chooser:
    """Return a subject that chooses the wrong option where ``wrong`` is true, and the right one elsewhere."""

    def option(dilemma: Dilemma, arm: Arm, run: int) -> Option:
        return dilemma.correct_option.other_option if wrong(dilemma, arm, run) else dilemma.correct_option

    return choosing(option)


always_right = errs_where(lambda dilemma, arm, run: False)


def flips_at(rate: float, seed: int = 0) -> Chooser:
    """Return a subject that decides correctly by content, but errs on a biased text with probability ``rate``."""
    draw = random.Random(seed)
    return errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and draw.random() < rate)


def task(dilemma: Dilemma) -> int:
    """Return the number by which a dilemma differs from all others."""
    return int(dilemma.unbiased.split()[3])


def number(cell: Cell) -> float:
    """Return the number in a cell that must have one."""
    assert isinstance(cell, (int, float)), cell
    return float(cell)


def in_series(dilemma: Dilemma, series: int) -> Dilemma:
    """Return the dilemma as a member of a series with this number."""
    return dilemma.model_copy(update={"provenance": dilemma.provenance.model_copy(update={"series": f"s{series}"})})


def with_controls(dilemma: Dilemma) -> Dilemma:
    return dilemma.model_copy(update={"controls": Controls(placebo="p?", counter="c?")})
