"""What every protocol provides: it reads and makes items, shows them, and estimates measures from decisions."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import JsonValue

from probe.document import TitledText
from probe.errors import InputError
from probe.files.hub_columns import HubForm, form_of
from probe.ports import AnyItem
from probe.prompts import Prompts
from probe.protocols import protocol_of
from probe.protocols.arguments import ItemRequest, MadeItems, Making, Order, ProvedPrograms, TwinnedDilemma
from probe.protocols.conversation import Asking, Conversation
from probe.protocols.direct import Weighing, labels_of
from probe.protocols.files import FiledItems
from probe.protocols.rating import compared_arms
from probe.protocols.reporting import ReportedItems
from probe.protocols.reviewing import ReviewedItems
from probe.protocols.viewing import (
    Flips,
    Moving,
    Part,
    ShownDecision,
    ShownSession,
    confidence_text,
    conversations_in,
    session,
    shown_decision,
)
from probe.values import About, Answer, Arm, Corpus, Decision, Evaluation, ItemValue, Measure, ModelSpec, Request
from probe.values.validation import SampledItem

if TYPE_CHECKING:  # a command that reports nothing does not wait for Matplotlib or scikit-learn
    from probe.analysis.dataset.shortcut_cases import ShortcutCase
    from probe.analysis.dataset.shortcut_readers import Reading
    from probe.analysis.depth.tiers import TierScheme
    from probe.analysis.effects.two_evaluations import Kind
    from probe.analysis.measurements import Vectors
    from probe.analysis.planning.pilots import Pilot
    from probe.analysis.planning.table import PlanRequest
    from probe.analysis.study import Study
    from probe.protocols.comparing import Comparison

Material = dict[str, dict[str, str]]
"""The texts of a mitigation's placeholders, by item and name."""
REVIEW = "review"
"""The mitigation that adds a turn in which all decisions may be changed; a protocol that ``reviews`` adds it."""
CONTROL = "control:"
"""How the name of a mitigation's control begins."""
Simulated = Callable[[Request], str | Answer]
"""A simulated subject: it answers a question whose ``about`` names the item, the arm and the turn."""


def has_review(mitigation: str) -> bool:
    """Whether decisions are reviewed under a mitigation; its control asks the same without a review."""
    return REVIEW in mitigation.split("+") and not mitigation.startswith(CONTROL)


@dataclass(frozen=True)
class Showing:
    """How a subject is asked: ``runs`` times per text, in which order of options, in which arms and mitigations.

    Without arms, the protocol's usual ones are shown. The options of ``fixed_items``, by mitigation and id, are
    never exchanged, because the mitigation's text names an option. ``choices`` are a protocol's own settings by name.
    ``direct`` asks for one label and the probabilities of all options, ``confidence`` for the subject's confidence.
    """

    runs: int = 5
    order: Order = "both"
    arms: tuple[Arm, ...] = ()
    mitigations: tuple[str, ...] = ("none",)
    fixed_items: Collection[tuple[str, str]] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    direct: bool = False
    confidence: bool = False


class ItemProtocol(FiledItems[AnyItem], ReviewedItems[AnyItem], ReportedItems, ABC):
    """One way of asking for decisions.

    ``item_type`` is the class of its items, and ``prompts`` are the names of its templates. ``noun`` is what readers
    call an item, ``page`` what its page and the page's address call it, ``moving`` what lists call items that show an
    effect (``moved_items``), and ``arm_order`` the usual order of the arms; items may have others. ``measures`` are
    what its estimator gives. ``choices`` lists the settings of an evaluation with their values, the default first, and
    ``making`` those of a generation with their defaults. ``composers`` are authors that compose items, so that targets
    of a shortcut audit apply. ``records_all_checks`` says that a certificate in a dataset has the checks that an audit
    makes, and no others. ``between_people`` says that people who see one arm each can be compared. If a protocol
    ``uses_cascade``, models in several roles write and judge candidates (``probe generate``).
    """

    item_type: ClassVar[type[Any]]
    prompts: ClassVar[tuple[str, ...]]
    measures: ClassVar[tuple[Measure, ...]]
    states_confidence: ClassVar[bool] = False
    reviews: ClassVar[bool] = False
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    making: ClassVar[Mapping[str, str]] = {}
    composers: ClassVar[tuple[str, ...]] = ()
    records_all_checks: ClassVar[bool] = True
    uses_cascade: ClassVar[bool] = False
    between_people: ClassVar[bool] = False
    noun: ClassVar[str] = "item"
    page: ClassVar[str] = "item"
    moving: ClassVar[Moving] = Moving("Moved in", "moved by")
    arm_order: ClassVar[tuple[Arm, ...]] = ()

    def read(self, content: Mapping[str, JsonValue]) -> AnyItem:
        """Return the item in one line of a dataset. Raises InputError for another protocol, and ValidationError."""
        # The first line decides the protocol; a line of a different protocol would be read with the wrong fields.
        if (name := protocol_of(content)) != self.name:
            raise InputError(f"an item of the protocol {name[:40]} in a dataset of {self.name}; separate them")
        # A line may name its protocol even if the items' class computes it.
        fields = {key: content[key] for key in content if key != "protocol" or key in self.item_type.model_fields}
        item: AnyItem = self.item_type.model_validate(fields)
        return item

    def arms(self, items: Sequence[AnyItem]) -> tuple[Arm, ...]:
        """Return the arms that any of the items has, in their usual order; the reference arm is the first."""
        existing_arms = dict.fromkeys(arm for item in items for arm in item.arms())
        return (
            *(arm for arm in self.arm_order if arm in existing_arms),
            *(arm for arm in existing_arms if arm not in self.arm_order),
        )

    def usual_arms(self, items: Sequence[AnyItem]) -> tuple[Arm, ...]:
        """Return the arms that are shown unless the user names others: all of them."""
        return self.arms(items)

    def task_arms(self, items: Sequence[AnyItem]) -> tuple[Arm, ...]:
        """Return the arms that tasks for another harness show unless the user names others: one question in each."""
        return self.usual_arms(items)

    def chosen_arms(self, names: Sequence[str], items: Sequence[AnyItem]) -> tuple[Arm, ...]:
        """Return the arms that a user names. Raises InputError for what is not the name of an arm."""
        try:
            return tuple(map(Arm, names))
        except ValueError as error:
            raise InputError(f"--arms: {error}") from None

    def warnings(self, items: Sequence[AnyItem], showing: Showing) -> tuple[str, ...]:
        """Return what readers of the results have to know before the first question; none by default."""
        return ()

    def hints(self, items: Sequence[AnyItem], showing: Showing) -> tuple[str, ...]:
        """Return options by which these items would show more; none by default."""
        return ()

    def complete_showing(self, items: Sequence[AnyItem], showing: Showing) -> Showing:
        """Return ``showing`` with its defaults. Raises InputError for an unknown arm or setting."""
        if showing.direct and not self.answers_directly:
            raise InputError(f"--logprobs: items of the protocol {self.name} are not answered with one label")
        if showing.confidence and not self.states_confidence:
            raise InputError(f"--confidence: items of the protocol {self.name} are not choices between two options")
        if showing.confidence and showing.direct:
            raise InputError("--confidence asks after a decision in words, and --logprobs for a letter: leave one out")
        if not self.reviews and any(map(has_review, showing.mitigations)):
            raise InputError(f"--mitigation {REVIEW}: items of the protocol {self.name} have no decisions to review")
        existing_arms = self.arms(items)
        for arm in showing.arms:
            if arm not in existing_arms:
                raise InputError(f"--arms: these items have no arm {arm}: choose among {', '.join(existing_arms)}")
        arms = tuple(arm for arm in existing_arms if arm in showing.arms) if showing.arms else self.usual_arms(items)
        return replace(showing, arms=arms, choices=self.chosen_settings(showing.choices))

    def chosen_settings(self, settings: Mapping[str, str]) -> dict[str, str]:
        """Return the settings of an evaluation with the defaults. Raises InputError for an unknown setting."""
        choices = {name: values[0] for name, values in self.choices.items()}
        for name, value in settings.items():
            if name not in self.choices:
                raise InputError(f"--{name}: the protocol {self.name} has no such setting; leave it out")
            if value not in self.choices[name]:
                raise InputError(f"--{name} {value}: choose among {', '.join(self.choices[name])}")
            choices[name] = value
        return choices

    @abstractmethod
    def conversations(self, items: Sequence[AnyItem], showing: Showing) -> Iterator[Conversation]:
        """Yield everything that is asked, item by item, run by run; ``showing`` is settled."""

    @abstractmethod
    def asking(self, items: Sequence[AnyItem], showing: Showing) -> Asking:
        """Return how the questions of these conversations are put and their answers read."""

    def weighing(self, items: Sequence[AnyItem], showing: Showing) -> Weighing | None:
        """Return how direct answers are weighed, None where subjects explain their answers."""
        if not showing.direct:
            return None
        items_by_id = {item.id: item for item in items}
        return Weighing(lambda item_id, arm: self.labels(items_by_id[item_id], arm))

    def labels(self, item: AnyItem, arm: Arm) -> str:
        """Return the labels of the options of ``arm`` as written, in scale order, for a direct answer.

        Where options are exchanged, their labels are in the reverse order. Raises InputError for too many options.
        """
        return labels_of(len(item.scale_of(arm)))

    @abstractmethod
    def shown(self, item: AnyItem, arm: Arm) -> JsonValue:
        """Return everything that a subject sees of an item in ``arm``, None if the item lacks the arm.

        An evaluation is resumed only on items for which this is unchanged.
        """

    def identity(self, showing: Showing, digests: Mapping[str, str]) -> dict[str, JsonValue]:
        """Return what identifies a run besides the items, the arms and the mitigations.

        ``digests`` are the hashes of the prompts by name.
        """
        # Include only the prompts in use: a run can be resumed after any other prompt has changed.
        names = self.direct_prompts if showing.direct else self.prompts
        prompts: JsonValue = {name: digests[name] for name in names}
        return {"protocol": self.name, "prompts": prompts, "choices": dict(showing.choices)}

    def imported_identity(self, choices: Mapping[str, str]) -> dict[str, JsonValue]:
        """Return what identifies a run of decisions that another tool collected."""
        return {"protocol": self.name, "choices": dict(choices)}

    def planned_measure(self) -> str | None:
        """Return the measure that an analysis plan registers, None for the effect on errors, which the arms choose."""
        return next((measure.label for measure in self.measures if measure.expected is not None), "none")

    def programs(self, item: AnyItem) -> tuple[ProvedPrograms, ...]:
        """Return the programs that prove what is right about an item; none without a proof.

        Raises ValueError if an edited item gives no programs.
        """
        return ()

    def texts(self, item: AnyItem) -> dict[str, str]:
        """Return the texts of an item for readers, by arm or, where arms share a text, by a title."""
        return {arm.value: text for arm in item.arms() if (text := item.text(arm)) is not None}

    def parts(self, item: AnyItem) -> tuple[Part, ...]:
        """Return what readers see of an item besides its programs: its texts, unless a protocol shows more."""
        return tuple(TitledText(f"Text of {name}", text) for name, text in self.texts(item).items())

    def sessions(
        self, item: AnyItem, decisions: Sequence[Decision], choices: Mapping[str, str]
    ) -> tuple[ShownSession, ...]:
        """Return decisions on an item by mitigation, arm and run; ``choices`` are the evaluation's settings."""

        def in_words(decision: Decision) -> ShownDecision:
            answer = shown_decision(
                decision.decision, item.scale_of(decision.arm), item.right_answer(decision.arm, decision.turn)
            )
            return answer._replace(confidence=confidence_text(decision.confidence))

        return tuple(
            session(conversation, [*map(in_words, conversation)])
            for conversation in conversations_in(decisions, self.arms([item]))
        )

    def flips(self, item: AnyItem, decisions: Sequence[Decision]) -> Flips | None:
        """Return how often decisions differ between the item's two texts, None for items without two such texts."""
        return None

    def moved_items(self, folder: Path) -> frozenset[str]:
        """Return the ids of the items of an evaluation whose main measure differs from its expected value."""
        from probe.protocols.comparing import moved_items

        return moved_items(self, folder)

    def headline(self, item: AnyItem) -> tuple[tuple[str, str], ...]:
        """Return the first lines of an audit of an item, as names and values."""
        return ("protocol", item.protocol), ("norm", item.norm)

    def twin(self, item: AnyItem) -> TwinnedDilemma | None:
        """Return the item with its fact twin, if it has one."""
        return None

    def rater_view(self, item: AnyItem) -> SampledItem | None:
        """Return what raters see of an item (``probe validate``): by default the texts of its first two arms, if any.

        Raises ValueError if an edited item gives no programs.
        """
        return compared_arms(item, self.programs(item))

    def made_as(self, item: AnyItem) -> str | None:
        """Return the name under which the calls that made an item are recorded, None for its id or without calls."""
        return None

    def words(self, item: AnyItem) -> tuple[str, ...]:
        """Return the texts in which readers search for an item; lists show the first."""
        return tuple(self.texts(item).values())

    @property
    def hub_form(self) -> HubForm:
        """How items are published on the Hugging Face Hub and in releases."""
        return form_of(self.name, self.read, self.texts)

    def cases(self, items: Sequence[AnyItem], vectors: "Vectors") -> "tuple[ShortcutCase, ...]":
        """Return what the guessers of a shortcut audit see of items with a right answer; nothing by default.

        ``vectors`` are those of ``texts_to_embed``.
        """
        return ()

    def texts_to_embed(self, items: Sequence[AnyItem]) -> tuple[str, ...]:
        """Return every text whose vector a shortcut audit needs."""
        from probe.analysis.dataset.shortcut_cases import texts_of

        return tuple(texts_of(self.cases(items, {})))

    def composed(self, item: AnyItem) -> bool:
        """Whether the item's author composes items, so that the targets of a shortcut audit apply."""
        return item.provenance.author in self.composers

    def first_text(self, item: AnyItem) -> str:
        """Return the text by which items are compared: the text of the first arm, or all texts if that arm has none."""
        first = next(iter(item.arms()), None)
        text = None if first is None else item.text(first)
        return "\n\n".join(self.texts(item).values()) if text is None else text

    def readings(self, items: Sequence[AnyItem]) -> "tuple[Reading, ...]":
        """Return the answers of simulated readers with one habit each, for a shortcut audit; none by default."""
        return ()

    def fixed_items(self, items: Sequence[AnyItem], placeholders: Mapping[str, set[str]]) -> set[tuple[str, str]]:
        """Return the items whose options are never exchanged, by mitigation and id; ``placeholders`` by mitigation."""
        return set()

    def material(self, items: Sequence[AnyItem], placeholders: set[str], corpus: Callable[[], Corpus]) -> Material:
        """Return the material of mitigations. Raises InputError for a placeholder that these items cannot fill."""
        unsupported_placeholders = sorted(placeholders - {"bias"})
        if unsupported_placeholders:
            raise InputError(
                f"--mitigation: items of the protocol {self.name} have no"
                f" {unsupported_placeholders[0].replace('_', ' ')}"
            )
        return {item.id: {"bias": item.bias.value} for item in items}

    def simulated(self, spec: ModelSpec, items: Sequence[AnyItem]) -> Simulated:
        """Return the simulated subject called ``spec``, by default one of those that plant no effect.

        Raises InputError for an unknown one, and for wrong options.
        """
        from probe.protocols.simulated import common_subject

        return common_subject(self, spec, items)

    def decision_wording(self, item: AnyItem, about: About, decision: int) -> str:
        """Return a simulated subject's answer for a decision: the number of the option as it is shown."""
        position = len(item.scale_of(about.arm)) - 1 - decision if about.exchanged else decision
        return f"Decision: Option {position + 1}"

    @abstractmethod
    def values(self, items: Sequence[AnyItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
        """Yield the value of each measure for each item; items without enough decisions have no value.

        This is the protocol's estimator. Means, clusters, intervals, tests and the report are shared by all protocols.
        """

    def compare(self, evaluations: Sequence[Evaluation], kind: "Kind", scheme: "TierScheme") -> "Comparison":
        """Compare the first evaluation with the second, in every measure; two more are a reference on each dataset."""
        from probe.protocols.comparing import compare_items

        return compare_items(self, evaluations, kind, scheme)

    def pilots(self, evaluations: Sequence[Evaluation], request: "PlanRequest") -> "tuple[list[Pilot], PlanRequest]":
        """Return pilots of the main measure, and the plan request for that measure's kind of values."""
        from probe.analysis.planning.pilots import designs_of_values, pilots_of

        study = self.study(evaluations)
        kind = "width" if study.headline.kind in ("points", "share") else study.headline.kind
        pilots = list(pilots_of(study, designs_of_values(study, self.values), over_biases=False))
        return pilots, replace(request, kind=kind, targets=("effect",))

    def study(self, evaluations: Sequence[Evaluation], scheme: "TierScheme | None" = None) -> "Study":
        """Return evaluations scored in every measure. Raises InputError where there is nothing to measure."""
        from probe.analysis.depth.tiers import TierScheme
        from probe.analysis.study import prepare_values

        return prepare_values(evaluations, self.measures, self.values, scheme or TierScheme.FIXED)

    def author_requests(self, item_request: ItemRequest, prompts: Prompts) -> Iterator[tuple[Request, ...]]:
        """Yield the questions to an author about each item, assuming that first answers are usable; none by default."""
        yield from ()

    async def make(self, making: Making) -> MadeItems[AnyItem]:
        """Make items, with texts by the author or, without one, from the packaged content alone.

        Equal requests make equal items, and the run's file has the answers of earlier calls: an interrupted run is
        resumed by making everything again.
        """
        raise InputError(f"probe generate does not make items of the protocol {self.name}")
