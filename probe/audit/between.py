"""A study between people: each sees one text of a dilemma, and no one two; who sees what is drawn from a seed."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, Self

from probe.errors import InputError
from probe.options.validating import BEARINGS, BETWEEN_ITEMS, CHECKS, PEOPLE, WORDS, KitCommandLine
from probe.protocols import protocol_named
from probe.values import Arm, Item, fingerprint
from probe.values.validation import FIGURES, Question, Rating, SampledItem

BETWEEN = "between"
"""The name of the design, in a sample's settings."""

PASSING_SHARE = 2 / 3
"""The share of comprehension checks that a person has to answer rightly."""

_NUMBER = re.compile(r"(?<![\w.,])[1-9]\d{1,5}(?![\w.,]*\d)")


class StudyOptions(NamedTuple):
    """What a study consists of; ``items`` of ``per_person`` each form a block, and each person reads one block.

    ``depths`` are the least and the greatest depth of its dilemmas, ``words`` the most words of a text. ``checks`` are
    the comprehension checks of a person, ``bearings`` the cues that each judges at the end.
    """

    people: int = PEOPLE
    items: int = BETWEEN_ITEMS
    per_person: int = BETWEEN_ITEMS
    arms: tuple[str, ...] = (Arm.UNBIASED.value, Arm.BIASED.value)
    depths: tuple[int, int] = (2, 4)
    words: int = WORDS
    checks: int = CHECKS
    bearings: int = BEARINGS
    seed: int = 0

    def settings(self, dataset: str) -> dict[str, str]:
        """Return the options as the settings of a sample."""
        values = self._asdict() | {"arms": ",".join(self.arms), "depths": "-".join(map(str, self.depths))}
        return {"design": BETWEEN, "dataset": dataset, **{name: str(value) for name, value in values.items()}}

    @classmethod
    def chosen(cls, options: KitCommandLine) -> Self:
        """Return the options of a command; what is not given is as usual. Raises InputError for no range of depths."""
        chosen: dict[str, Any] = {
            "people": options.people,
            "items": options.items,
            "per_person": options.per_person or options.items,
            "arms": tuple(dict.fromkeys(options.arms)) or None,
            "depths": None if options.depth is None else _depths(options.depth),
            "words": options.words,
            "checks": options.checks,
            "bearings": options.bearings,
            "seed": options.seed,
        }
        return cls(**{name: value for name, value in chosen.items() if value is not None})

    @classmethod
    def of(cls, settings: Mapping[str, str]) -> "StudyOptions":
        """Return the options that a sample was drawn with."""
        shallowest, deepest = (int(depth) for depth in settings["depths"].split("-"))
        numbers = {name: int(settings[name]) for name in _COUNTS}
        return cls(arms=tuple(settings["arms"].split(",")), depths=(shallowest, deepest), **numbers)


_COUNTS = ("people", "items", "per_person", "words", "checks", "bearings", "seed")


def _depths(text: str) -> tuple[int, int]:
    shallowest, dash, deepest = text.partition("-")
    numbers = (shallowest, deepest if dash else shallowest)
    if len(text) > 9 or not all(map(str.isdecimal, numbers)) or int(numbers[0]) > int(numbers[1]):
        raise InputError(f"--depth {text!r} is not a range such as 2-4")
    return int(numbers[0]), int(numbers[1])


class BookletStep(NamedTuple):
    """A page of a person's booklet: an item in one arm with its questions; ``marked`` shows where the cue is."""

    item: SampledItem
    arm: str
    questions: tuple[Question, ...]
    marked: bool = False

    @property
    def text(self) -> str:
        """The text that the person sees."""
        return self.item.arms[self.arm]


def names(options: StudyOptions) -> tuple[str, ...]:
    """Return what the people are called."""
    width = max(2, len(str(options.people)))
    return tuple(f"person-{number:0{width}}" for number in range(1, options.people + 1))


def draw_between(items: Sequence[Item], options: StudyOptions, location: str) -> tuple[SampledItem, ...]:
    """Return the dilemmas of a study, evenly over biases, at most one of a series.

    Raises InputError for a single arm, if the numbers of people, items and arms do not go together, or if too few
    dilemmas are suitable.
    """
    # A study with one arm has nothing to compare with.
    if len(set(options.arms)) < 2:
        raise InputError(f"--arm {options.arms[0]} alone: people are compared between arms, so name another one too")
    if options.items % options.per_person:
        raise InputError(f"--items {options.items} is not a multiple of --per-person {options.per_person}")
    blocks = options.items // options.per_person
    # Below this, some dilemma would not be seen in every arm.
    if options.people < blocks * len(options.arms):
        raise InputError(
            f"--people {options.people} are too few for {len(options.arms)} arms of {options.items} dilemmas: give at "
            f"least {blocks * len(options.arms)}, or fewer --items"
        )
    suitable_items = [item for item in items if _is_suitable(item, options)]
    shuffled_items = sorted(suitable_items, key=lambda item: fingerprint([options.seed, item.id]))
    # One of a series: its members share a scenario, and a second look shows what was changed.
    drawn_items = evenly({item.cluster: item for item in shuffled_items}.values())[: options.items]
    if len(drawn_items) < options.items:
        shallowest, deepest = options.depths
        raise InputError(
            f"{location} has {len(drawn_items)} dilemmas of depth {shallowest} to {deepest} with at most "
            f"{options.words} words in each of the arms {', '.join(options.arms)} (one of a series), and "
            f"{options.items} are needed: generate more (probe generate --author "
            f"'grammar?mode=closed-book&depth={shallowest}-{deepest}'), or give fewer --items, other --depth or more "
            "--words"
        )
    return tuple(_sampled(item, options) for _, item in drawn_items)


def evenly(items: Iterable[Item]) -> list[tuple[int, Item]]:
    """Return items by turns of one of each bias, with the turn from 0: cutting the list leaves the biases even."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.bias.value, []).append(item)
    turns = enumerate(zip_longest(*(groups[bias] for bias in sorted(groups))))
    return [(turn, item) for turn, group in turns for item in group if item is not None]


def sampled_of(item: Item) -> SampledItem:
    """Return what raters see of an item that has two texts to compare."""
    sampled_item: SampledItem | None = protocol_named(item.protocol).rater_view(item)
    assert sampled_item is not None, "only such items are drawn"
    return sampled_item


def _is_suitable(item: Item, options: StudyOptions) -> bool:
    texts = [item.text(Arm(arm)) for arm in options.arms]
    shallowest, deepest = options.depths
    depth = item.complexity.depth
    short = all(text is not None and len(text.split()) <= options.words for text in texts)
    return short and depth is not None and shallowest <= depth <= deepest


def _sampled(item: Item, options: StudyOptions) -> SampledItem:
    arms = {arm: text for arm in options.arms if (text := item.text(Arm(arm))) is not None}
    figures, in_text = _figures(item.id, list(arms.values()), options.seed)
    return sampled_of(item).model_copy(
        update={"blind": True, "arms": arms, "figures": figures, "in_text": in_text, "rebuilt": None}
    )


def _figures(item_id: str, texts: Sequence[str], seed: int) -> tuple[tuple[str, ...], int]:
    """Return a number that is in every text among two that are in none, and its place; nothing without such a number.

    They rise; the place is drawn, so that no one finds the right number without the text. What is asked does not depend
    on the arm, so that checks are equally hard in all of them.
    """
    shared_numbers = sorted(set.intersection(*(set(_NUMBER.findall(text)) for text in texts)))
    if not shared_numbers:
        return (), 0
    chance = int(fingerprint([seed, "figure", item_id]), 16)
    figure = shared_numbers[chance % len(shared_numbers)]
    all_texts = " ".join(texts)
    # The wrong figures are in proportion to the right one, so that neither is absurd beside it.
    step = max(1, int(figure) // 7)

    def absent(sign: int) -> list[str]:
        candidates = (int(figure) + sign * step * times for times in range(1, 50))
        # Looked for in the whole text of every arm: part of a longer number would be right as well.
        return [str(candidate) for candidate in candidates if candidate > 0 and str(candidate) not in all_texts][:2]

    smaller, larger = absent(-1), absent(1)
    # Drawn, but within what exists: near zero there are not two smaller numbers.
    position = min(len(smaller), max(2 - len(larger), chance // len(shared_numbers) % len(FIGURES)))
    figures = (*reversed(smaller[:position]), figure, *larger[: 2 - position])
    return (figures, position) if len(figures) == len(FIGURES) else ((), 0)


def booklet(items: Sequence[SampledItem], options: StudyOptions, number: int) -> tuple[BookletStep, ...]:
    """Return what person ``number`` (from 0) sees: a decision on each dilemma of a block, then the bearing of cues.

    Within a block, every ``len(arms)`` people see each dilemma once in each arm; a person sees equally many dilemmas in
    each arm, or one more, over all and within a bias. Nobody sees a dilemma in two arms: cues are judged in dilemmas
    that the person has seen with them.
    """
    blocks = len(items) // options.per_person
    block, turn = number % blocks, number // blocks
    group, shift = divmod(turn, len(options.arms))
    members = items[block * options.per_person : (block + 1) * options.per_person]

    def chance(*key: object) -> str:
        return fingerprint([options.seed, *map(str, key)])

    # Ranked within a bias, so that taking turns among the arms balances them for each bias.
    ranked_items = sorted(
        members,
        key=lambda item: (chance("bias", block, group, item.bias.value), chance("rank", block, group, item.pair_id)),
    )
    arm_of = {item.pair_id: options.arms[(rank + shift) % len(options.arms)] for rank, item in enumerate(ranked_items)}
    # The order is the person's own; what is seen in which arm is the group's.
    ordered_items = sorted(members, key=lambda item: chance("order", number, item.pair_id))
    checked_ids = {item.pair_id for item in [item for item in ordered_items if item.figures][: options.checks]}
    decision_steps = [
        BookletStep(item, arm_of[item.pair_id], (*_ASKED, *((Question.FIGURE,) if item.pair_id in checked_ids else ())))
        for item in ordered_items
    ]
    # Only texts that the person has seen with the cue: another would be a second arm of a dilemma.
    cued_steps = [step for step in decision_steps if step.arm == Arm.BIASED][: options.bearings]
    return (
        *decision_steps,
        *(BookletStep(step.item, step.arm, (Question.BEARING,), marked=True) for step in cued_steps),
    )


_ASKED = (Question.DECISION,)


def booklets(items: Sequence[SampledItem], options: StudyOptions) -> dict[str, tuple[BookletStep, ...]]:
    """Return everyone's booklet by name."""
    return {name: booklet(items, options, number) for number, name in enumerate(names(options))}


def next_step(steps: Sequence[BookletStep], answered_questions: Mapping[str, frozenset[Question]]) -> int | None:
    """Return the number (from 1) of the first step with a question that is not answered; None after the last."""
    for number, step in enumerate(steps, 1):
        if not set(step.questions) <= answered_questions.get(step.item.pair_id, frozenset()):
            return number
    return None


def passed(steps: Sequence[BookletStep], answers: Mapping[tuple[str, Question], Rating]) -> bool:
    """Return whether a person answered at least ``PASSING_SHARE`` of the comprehension checks rightly."""
    checks = [step.item for step in steps if Question.FIGURE in step.questions]
    ratings = [answers.get((item.pair_id, Question.FIGURE)) for item in checks]
    right = sum(
        rating is not None and rating.answer == FIGURES[item.in_text]
        for rating, item in zip(ratings, checks, strict=True)
    )
    # Two of three has to be enough in spite of rounding.
    return right >= PASSING_SHARE * len(checks) - 1e-9


def readings(
    items: Sequence[SampledItem], options: StudyOptions, ratings: Sequence[Rating]
) -> Iterator[tuple[str, tuple[BookletStep, ...], dict[tuple[str, Question], Rating]]]:
    """Yield each person with an answer: the name, the booklet, and the answers by item and question."""
    by_person: dict[str, dict[tuple[str, Question], Rating]] = {}
    for rating in ratings:
        by_person.setdefault(rating.rater, {})[rating.pair_id, rating.question] = rating
    for name, steps in booklets(items, options).items():
        if name in by_person:
            yield name, steps, by_person[name]
