"""A model as the author: it fills the gaps of a template, checked, with retries.

The control's gaps are filled first; its insertions are copied into the treatment, and what is left there is filled in a
second call (the other way round where the template says so). A model's words are hostile: they are checked like any
other text, and never read as slots.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from probe.answers import plain
from probe.grammar.markup import fill, slots
from probe.ports import Model
from probe.prompts import Prompts
from probe.protocols.templates.checks import problems
from probe.protocols.templates.composing import InstancePlan, SlotValues, compose, slot_values
from probe.protocols.templates.item import TemplateItem
from probe.values import About, Request

Side = Literal["control", "treatment"]

ATTEMPTS = 5
"""How often a set of insertions is asked for, as published."""
TEMPERATURE = 0.7
"""As published, except for templates whose gaps were written at temperature 0."""
LONGEST_INSERTION = 300
"""Characters of an insertion."""
FORBIDDEN_CHARACTERS = re.compile(r"[{}\[\]<>\x00-\x1f\x7f\u2028\u2029]")
"""What no insertion contains: slots, markup, line endings and control characters."""


class WrittenInstance(NamedTuple):
    """An instance with its item, or with the reason why it has none."""

    plan: InstancePlan
    item: TemplateItem | None
    problem: str = ""


class UnusableError(Exception):
    """An answer that does not fill the gaps; the text says why."""


class GapAuthor:
    """Fills the gaps of instances with the words of ``model``."""

    def __init__(self, model: Model, prompts: Prompts) -> None:
        self._model = model
        self._prompts = prompts

    async def fill(self, plan: InstancePlan) -> WrittenInstance:
        """Return the item of an instance, or why the model's answers were unusable."""
        problem = ""
        for attempt in range(ATTEMPTS):
            # Numbers and roles stay the same in every attempt; only the words are requested again.
            values = slot_values(plan)
            try:
                words = dict(values.words)
                for gaps in _rounds(plan, values):
                    words |= await self._ask(plan, words, gaps, attempt)
                filled_values = values._replace(words=words)
                item = compose(plan, filled_values, author=str(self._model.spec))
                flaw = next(problems(plan, filled_values, item), None)
            except UnusableError as error:
                flaw = str(error)
            else:
                if flaw is None:
                    return WrittenInstance(plan, item)
            problem = flaw
        return WrittenInstance(plan, None, problem)

    async def _ask(
        self, plan: InstancePlan, words: Mapping[str, str], gaps: Mapping[str, str], attempt: int
    ) -> dict[str, str]:
        """Return the model's insertions for ``gaps``; raise UnusableError."""
        request = _request(self._prompts, plan, words, gaps, attempt)
        return read_insertions((await self._model.ask(request)).text, gaps)


def requests_for(plan: InstancePlan, prompts: Prompts) -> Iterator[Request]:
    """Yield the questions about an instance, as they are asked if the first answers can be used."""
    values = slot_values(plan)
    words = dict(values.words)
    for gaps in _rounds(plan, values):
        yield _request(prompts, plan, words, gaps, 0)
        words |= gaps  # an instruction is about as long as its insertion


def _request(
    prompts: Prompts, plan: InstancePlan, words: Mapping[str, str], gaps: Mapping[str, str], attempt: int
) -> Request:
    marked_words = {**words, **{name: f"[[{name}]]" for name in gaps}}
    text = "\n\n".join(
        f"{arm.capitalize()} version:\n{fill(version_text, {**marked_words, **arm_words})}"
        for arm, version_text, arm_words in _versions(plan)
    )
    gap_list = "\n".join(f"- {name}: {instruction}" for name, instruction in gaps.items())
    repeats_prompt = plan.paper and plan.template.paper.same_prompt
    return Request(
        purpose="fill",
        messages=prompts.fill("fill", scenario=plan.scenario.line, text=text, gaps=gap_list),
        temperature=0.0 if repeats_prompt else TEMPERATURE,
        run=0 if repeats_prompt else plan.instance,
        attempt=attempt,
        about=About(item_id=plan.name),
    )


def read_insertions(answer: str, gaps: Mapping[str, str]) -> dict[str, str]:
    """Return the insertions in ``answer`` by gap, each without its last full stop, question or exclamation mark.

    Raises UnusableError unless the answer has exactly the requested gaps, and each insertion is a short text without
    brackets or control characters that does not repeat its instruction.
    """
    fields = _json_object(answer)
    if set(fields) != set(gaps):
        raise UnusableError("the answer does not have exactly the requested gaps")
    insertions = {}
    for name, text in fields.items():
        if not isinstance(text, str):
            raise UnusableError(f"the insertion {name} is not a text")
        insertions[name] = _clean_insertion(name, text.strip(), gaps[name])
    return insertions


def _clean_insertion(name: str, text: str, instruction: str) -> str:
    insertion = (text[:-1] if text[-1:] in tuple(".?!") else text).strip()
    if not insertion:
        raise UnusableError(f"the insertion {name} is empty")
    if len(insertion) > LONGEST_INSERTION:
        raise UnusableError(f"the insertion {name} is longer than {LONGEST_INSERTION} characters")
    if FORBIDDEN_CHARACTERS.search(insertion) or not insertion.isprintable():
        raise UnusableError(f"the insertion {name} contains a bracket or a control character")
    if instruction.casefold() in insertion.casefold() or insertion.casefold() in instruction.casefold():
        raise UnusableError(f"the insertion {name} repeats its instruction")
    return insertion


def _json_object(answer: str) -> dict[str, object]:
    text = plain(answer)
    # An answer may have a sentence before its JSON.
    start = text.find("{")
    try:
        # raw_decode stops where the object ends, so text after the JSON is ignored.
        content, _ = json.JSONDecoder().raw_decode(text, start) if start >= 0 else (None, 0)
    except (ValueError, RecursionError) as error:
        raise UnusableError("the answer is not JSON") from error
    if not isinstance(content, dict):
        raise UnusableError("the answer has no JSON object")
    return content


def _rounds(plan: InstancePlan, values: SlotValues) -> Iterator[dict[str, str]]:
    """Yield the gaps to ask for in each call: those of the first arm, then the remaining ones of the other arm."""
    asked_names: set[str] = set()
    order: tuple[Side, Side] = ("treatment", "control") if plan.template.treatment_first else ("control", "treatment")
    for arm in order:
        names = _reachable_slots(plan, values, arm)
        gaps = {
            name: gap.instruction
            for name, gap in plan.template.gap.items()
            if gap.instruction and name in names - asked_names
        }
        asked_names |= set(gaps)
        if gaps:
            yield gaps


def _reachable_slots(plan: InstancePlan, values: SlotValues, arm: Side) -> set[str]:
    """Return the slots in the text of ``arm``, those in filled slots included."""
    words = {**values.words, **plan.arms[arm]}
    unvisited_slots = set(slots(plan.template.situation)) | set(slots(plan.template.prompt))
    visited_slots: set[str] = set()
    while unvisited_slots:
        name = unvisited_slots.pop()
        visited_slots.add(name)
        unvisited_slots |= set(slots(words.get(name, ""))) - visited_slots
    return visited_slots


def _versions(plan: InstancePlan) -> Iterator[tuple[str, str, Mapping[str, str]]]:
    arms: tuple[Side, Side] = ("control", "treatment")
    for arm in arms:
        yield arm, f"{plan.template.situation}\n\n{plan.template.prompt}", plan.arms[arm]
