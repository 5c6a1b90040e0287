"""The protocol of templates: thirty biases, control against treatment, on one ordered scale."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from pydantic import JsonValue

from probe.errors import InputError
from probe.prompts import Prompts
from probe.protocols.arguments import ItemRequest, MadeItems, Making, ProvedPrograms
from probe.protocols.base import ItemProtocol, Showing, Simulated
from probe.protocols.conversation import Asking, Conversation
from probe.protocols.questions import LabelAsking
from probe.protocols.templates.chapters import ANALYSES, map_subjects
from probe.protocols.templates.columns import COLUMNS
from probe.protocols.templates.composing import GRAMMAR, instance_name
from probe.protocols.templates.estimator import MEASURES, values
from probe.protocols.templates.item import ARMS, CONTROL, TREATMENT, TemplateItem
from probe.protocols.templates.making import author_requests, make_items
from probe.protocols.templates.programs import proved_of
from probe.protocols.templates.showing import (
    DIRECT,
    DIRECTLY,
    EXTRACT,
    PROMPTS,
    TemplateAsking,
    conversations,
)
from probe.protocols.templates.simulated import simulated_subject
from probe.protocols.templates.viewing import parts_of
from probe.protocols.viewing import Part, ShownSession
from probe.values import Arm, Decision, ItemValue, ModelSpec, Request

if TYPE_CHECKING:
    from probe.analysis.dataset.shortcut_cases import ShortcutCase, Vectors
    from probe.analysis.measurements import Measurements
    from probe.analysis.templates.maps import MappedStudy


class TemplateProtocol(ItemProtocol[TemplateItem]):
    """Two texts that differ in one manipulation, answered on the same scale."""

    name = "templates"
    item_type = TemplateItem
    prompts = PROMPTS
    direct_prompts = (DIRECTLY,)
    answers_directly = True
    measures = MEASURES
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"answering": (DIRECT, EXTRACT)}
    making: ClassVar[Mapping[str, str]] = {"instances": "", "dose": "", "four_options": ""}
    composers = (GRAMMAR,)
    columns = COLUMNS
    arm_order = ARMS
    analyses = ANALYSES

    def usual_arms(self, items: Sequence[TemplateItem]) -> tuple[Arm, ...]:
        """Return control and treatment."""
        return (CONTROL, TREATMENT)

    def complete_showing(self, items: Sequence[TemplateItem], showing: Showing) -> Showing:
        """Return ``showing`` with the defaults: tests of the published procedure are answered freely first."""
        complete_showing = super().complete_showing(items, showing)
        if showing.direct and complete_showing.choices["answering"] == EXTRACT:
            raise InputError("--logprobs asks for a label, and --answering extract for free words: leave one out")
        if showing.direct:
            return complete_showing
        if "answering" not in showing.choices and items and all(item.procedure == "paper" for item in items):
            return replace(complete_showing, choices={**complete_showing.choices, "answering": EXTRACT})
        return complete_showing

    def conversations(self, items: Sequence[TemplateItem], showing: Showing) -> Iterator[Conversation]:
        """Yield every text as it is shown."""
        return conversations(items, showing)

    def asking(self, items: Sequence[TemplateItem], showing: Showing) -> Asking:
        """Return how a test is asked: for an option with a reason, for free words, or for a label."""
        return LabelAsking(DIRECTLY, self, items) if showing.direct else TemplateAsking(items, showing.choices)

    def shown(self, item: TemplateItem, arm: Arm) -> JsonValue:
        """Return the text with its scale and order."""
        text = item.text(arm)
        return None if text is None else [text, list(item.scale_of(arm)), item.reversed, item.procedure]

    def programs(self, item: TemplateItem) -> tuple[ProvedPrograms, ...]:
        """Return the programs of classes 1 and 2."""
        return proved_of(item)

    def texts(self, item: TemplateItem) -> dict[str, str]:
        """Return the text of each arm with its scale, as written."""
        texts = {arm.value: item.text(arm) for arm in ARMS}
        return {
            arm: "\n".join([text, "", *item.options(arm, False)]) for arm, text in texts.items() if text is not None
        }

    def parts(self, item: TemplateItem) -> tuple[Part, ...]:
        """Return what readers see of an item besides its programs."""
        return tuple(parts_of(item))

    def cases(self, items: Sequence[TemplateItem], vectors: "Vectors") -> "tuple[ShortcutCase, ...]":
        """Return the items with a right answer as guessers may see them."""
        from probe.protocols.templates.guessing import cases_of

        return cases_of(items)

    def made_as(self, item: TemplateItem) -> str | None:
        """Return the name of the instance."""
        return instance_name(item.bias, item.provenance.series or "", item.instance)

    def sessions(
        self, item: TemplateItem, decisions: Sequence[Decision], choices: Mapping[str, str]
    ) -> tuple[ShownSession, ...]:
        """Return the decisions by arm and run; of a free answer with an extraction, the extracted option counts."""
        sessions = super().sessions(item, decisions, choices)
        return tuple(session._replace(decisions=session.decisions[-1:]) for session in sessions)

    def simulated(self, spec: ModelSpec, items: Sequence[TemplateItem]) -> Simulated:
        """Return a subject that is random, rational, biased or led by position."""
        return simulated_subject(spec, items)

    def values(self, items: Sequence[TemplateItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
        """Yield m, the shift, the update share, and what is reported beside them."""
        return values(items, decisions)

    def measured(self, measurements: "Measurements") -> "MappedStudy":
        """Return what the analyses read, with each subject's values by bias."""
        from probe.analysis.templates.maps import MappedStudy

        return MappedStudy(*measurements.fields, map_subjects(measurements.study))

    def author_requests(self, item_request: ItemRequest, prompts: Prompts) -> Iterator[tuple[Request, ...]]:
        """Yield the questions that ask a model to fill the gaps of each test."""
        return author_requests(item_request, prompts)

    async def make(self, making: Making) -> MadeItems[TemplateItem]:
        """Make tests from the domain's templates; gaps are filled by ``author`` or with the domain's words."""
        return await make_items(making)
