"""The task ``probe/dilemmas``.

One sample is one pair and one epoch is one run: the solver shows all arms, in odd epochs with the options exchanged, as
``probe evaluate`` does. The score of an epoch is a dictionary, so that Inspect's own reducer and metrics give the means
over runs and pairs.
"""

import asyncio
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, GenerateConfig, get_model
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, grouped, mean, metric, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from probe.errors import InputError
from probe.options.reading import names_of
from probe.prompts import load_prompts
from probe.protocols.arguments import Order
from probe.protocols.base import Showing
from probe.protocols.choosing import some_of_each_bias
from probe.protocols.conversation import Conversation
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.protocols.questions import LetterAsking
from probe.values import Arm, Decision, Dilemma, Message

DECISIONS = "probe_decisions"
"""The key of a sample's store, and of its score's metadata, that has the decisions of an epoch."""
SETTINGS = "probe"
"""The key of the task's metadata that has how the pairs were shown."""
UNPARSED, UNANSWERED = "invalid_response_format", "no_response"
_NAN = float("nan")
_PROTOCOL = DilemmaProtocol()


# Inspect prefixes the names of installed packages; an editable installation of another name than ``probe`` has none.
_INSTALLED = any(Path(__file__).is_relative_to(folder) for folder in sys.path if folder.endswith("site-packages"))


@task(name="dilemmas" if _INSTALLED else "probe/dilemmas")
def dilemmas(
    dataset: str,
    runs: int = 5,
    order: Order = "both",
    arms: str | list[str] = "unbiased,biased",
    limit_per_bias: int | None = None,
) -> Task:
    """Show every pair of a PROBE dataset in several arms, and score how far the cue moves the decisions.

    ``dataset`` is a dataset.jsonl or its folder. ``runs`` is the number of epochs, ``order`` both or
    as-written, ``arms`` are comma-separated. Raises InputError for a dataset or a setting that cannot be used.
    """
    check_showing(runs, order)
    pairs = some_of_each_bias(read_dilemmas(Path(dataset)), limit_per_bias)
    showing = Showing(runs=runs, order=order, arms=_PROTOCOL.chosen_arms(names_of(arms), pairs))
    return Task(
        dataset=MemoryDataset([_sample(pair) for pair in pairs], name="probe"),
        solver=show_arms({pair.id: pair for pair in pairs}, showing),
        scorer=effects(tuple(showing.arms)),
        epochs=Epochs(runs, "mean"),
        metadata={SETTINGS: {"runs": runs, "order": order, "arms": [arm.value for arm in showing.arms]}},
    )


def check_showing(runs: object, order: str) -> None:
    """Raise InputError for a number of runs, or an order, that a task does not take."""
    if order not in get_args(Order):
        raise InputError(f"-T order={order}: choose among {', '.join(get_args(Order))}")
    if not isinstance(runs, int) or runs < 1:
        raise InputError(f"-T runs={runs}: give a whole number from 1")


def _sample(pair: Dilemma) -> Sample:
    return Sample(
        id=pair.id,
        input=pair.unbiased,
        target=pair.correct_option.letter,
        metadata={
            "bias": pair.bias.value,
            "cluster": pair.cluster,
            "norm": pair.norm,
            "depth": pair.complexity.depth,
            "correct_option": pair.correct_option.value,
            "twin_option": pair.twin.correct_option.value if pair.twin else None,
        },
    )


@solver
def show_arms(pairs: dict[str, Dilemma], showing: Showing) -> Solver:
    """Ask each arm of a pair in a conversation of its own; the epoch, from 1, is the run."""
    prompts, asking = load_prompts(), LetterAsking()

    async def ask(state: TaskState, conversation: Conversation) -> Decision:
        text = str(conversation.turns[0].text)
        messages = [message_of(message) for message in asking.question(prompts, text, 0)]
        # The run is the seed, so that epochs differ but a repeated epoch stays the same.
        output = await get_model().generate(messages, config=GenerateConfig(seed=conversation.run))
        state.messages = [*messages, output.message]
        state.output = output
        return asking.decisions(conversation, 0, output.completion)[0]

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        run = state.epoch - 1
        # The conversation of this epoch is the last one of so many runs: the order of options depends on its number.
        all_conversations = _PROTOCOL.conversations([pairs[str(state.sample_id)]], replace(showing, runs=run + 1))
        epoch_conversations = [conversation for conversation in all_conversations if conversation.run == run]
        decisions = await asyncio.gather(*(ask(state, conversation) for conversation in epoch_conversations))
        state.store.set(DECISIONS, [decision.model_dump(mode="json") for decision in decisions])
        return state

    return solve


def message_of(message: Message) -> ChatMessage:
    """Return a message as Inspect has it."""
    if message.role == "system":
        return ChatMessageSystem(content=message.content)
    return ChatMessageUser(content=message.content)


KEYS = ("effect", "flip", "error_unbiased", "error_biased", "unparsed")
"""What the score of an epoch has: the effect is the error on the biased text minus that on the unbiased one."""


@metric(name="stderr")
def clustered_stderr() -> Metric:
    """Compute the standard error clustered by series; NaN where there is a single one, which shows no variation."""
    clustered: Any = stderr(cluster="cluster")

    def value(scores: list[SampleScore]) -> float:
        clusters = {(score.sample_metadata or {}).get("cluster") for score in scores}
        return float(clustered(scores)) if len(clusters) > 1 else _NAN

    return value


def _metrics(arms: Sequence[Arm]) -> dict[str, list[Any]]:
    keys = [*KEYS, *(f"error_{arm.value}" for arm in arms if arm not in (Arm.UNBIASED, Arm.BIASED))]
    keys += ["placebo_adjusted_effect"] if Arm.PLACEBO in arms else []
    return {key: [grouped(mean(), "bias"), clustered_stderr()] for key in keys}


def effects(arms: tuple[Arm, ...] = (Arm.UNBIASED, Arm.BIASED)) -> Scorer:
    """Return the scorer for these arms; unreadable answers are NaN, and have a share of their own."""

    @scorer(metrics=_metrics(arms), name="effects")
    def make_scorer() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            # Inspect also scores samples that a limit ended: they have no decisions.
            decisions = [Decision.model_validate(record) for record in state.store.get(DECISIONS) or ()]
            # The cue never changes what is right; only the fact twin does.
            right_letters = dict.fromkeys(Arm.packaged, state.metadata["correct_option"][-1])
            if twin := state.metadata["twin_option"]:
                right_letters |= {Arm.TWIN: twin[-1], Arm.TWIN_BIASED: twin[-1]}
            value = values_of(decisions, right_letters, arms)
            return Score(
                value=value,
                answer=", ".join(f"{decision.arm}: {decision.letter}" for decision in decisions),
                explanation="\n\n".join(f"{decision.arm}: {decision.explanation}" for decision in decisions),
                metadata={DECISIONS: [decision.model_dump(mode="json") for decision in decisions]},
                reason=UNANSWERED if not decisions else UNPARSED if value["unparsed"] else None,
            )

        return score

    return make_scorer()


def values_of(decisions: Sequence[Decision], right_letters: dict[Arm, str], arms: Sequence[Arm]) -> dict[str, float]:
    """Return the values of one run of one pair: errors as 0 or 1, NaN where an answer cannot be read."""
    letters = {decision.arm: decision.letter for decision in decisions}
    errors = {
        arm: _NAN if letters.get(arm, "unparsed") == "unparsed" else float(letters[arm] != right_letters[arm])
        for arm in arms
    }
    values = {f"error_{arm.value}": value for arm, value in errors.items()}
    unbiased, biased = errors.get(Arm.UNBIASED, _NAN), errors.get(Arm.BIASED, _NAN)
    values |= {"error_biased": biased, "effect": biased - unbiased, "flip": abs(biased - unbiased)}
    # A sample without decisions was ended by a limit, so it has no answer to read.
    values["unparsed"] = sum(map(math.isnan, errors.values())) / len(errors) if decisions else _NAN
    if Arm.PLACEBO in arms:
        values["placebo_adjusted_effect"] = biased - errors[Arm.PLACEBO]
    return values
