"""The protocol of triage."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import JsonValue

from probe.errors import InputError
from probe.protocols.arguments import ItemRequest, MadeItems, Making, ProvedPrograms
from probe.protocols.base import REVIEW, ItemProtocol, Material, Showing, Simulated, has_review
from probe.protocols.conversation import Asking, Conversation
from probe.protocols.questions import LabelAsking
from probe.protocols.rating import sampled_item
from probe.protocols.triage.chapters import ANALYSES, answers_of
from probe.protocols.triage.columns import COLUMNS, TriageDecision
from probe.protocols.triage.items import BIAS_OF, KINDS, Kind, TriageItem, profile_arm
from probe.protocols.triage.material import material_of
from probe.protocols.triage.programs import programs_of
from probe.protocols.triage.reading import DIRECT, PROMPT, TriageAsking
from probe.protocols.triage.showing import HISTORIES, conversations, labels_in, texts_of
from probe.protocols.triage.simulated import simulated
from probe.protocols.triage.values import MEASURES, values
from probe.protocols.triage.viewing import parts_of, sessions_of
from probe.protocols.viewing import Part, ShownSession
from probe.values import Arm, Corpus, Decision, ItemValue, ModelSpec
from probe.values.validation import SampledItem

if TYPE_CHECKING:
    from probe.analysis.dataset.shortcut_cases import ShortcutCase, Vectors
    from probe.analysis.measurements import Measurements
    from probe.analysis.triage.estimates import TriageStudy

COMPARED_ARMS: Mapping[Kind, tuple[Arm, Arm]] = {
    "choice": (Arm("neutral_1"), Arm("status_quo_1")),
    "framing": (Arm("admitting"), Arm("rejecting")),
    "attribute": (Arm("group_1"), Arm("group_2")),
}
"""The arms whose texts raters compare; a set is shown profile by profile, and has none."""
SIZES = (5, 10)
"""The smallest and the largest set."""


class TriageProtocol(ItemProtocol[TriageItem]):
    """Decisions in sequence, among four options, in several forms of a question, and by who is behind a profile.

    ``history`` is what a subject sees before a profile of a set: its ``own`` decisions, ``forced`` ones, ``none``, or
    ``all`` of these in turn. ``kind`` names the items to make (several with commas; none: all), ``sets`` how many of
    each, and ``set_size`` how many profiles are in a set, as a number or a range.
    """

    name = "triage"
    item_type = TriageItem
    prompts = (PROMPT,)
    direct_prompts = (DIRECT,)
    answers_directly = True
    measures = MEASURES
    reviews = True
    choices: Mapping[str, tuple[str, ...]] = {"history": tuple(HISTORIES)}  # type: ignore[misc]
    making: Mapping[str, str] = {"kind": "", "sets": "", "set_size": "5-10"}  # type: ignore[misc]
    composers = ("triage",)
    columns = COLUMNS
    decision_context = TriageDecision
    analyses = ANALYSES

    def arms(self, items: Sequence[TriageItem]) -> tuple[Arm, ...]:
        """Return the arms that any item has, single questions before sets."""
        return _arms(items, HISTORIES["all"])

    def task_arms(self, items: Sequence[TriageItem]) -> tuple[Arm, ...]:
        """Return the arms without a set's orders, which ask each question after the subject's own answers."""
        return _arms(items, HISTORIES["forced"])

    def checked_arms(self, item: TriageItem) -> tuple[Arm, ...]:
        """Return the first arm of a question, and each profile of a set alone, where the right answer is known."""
        if item.kind != "sequence":
            return super().checked_arms(item)
        return tuple(arm for arm in item.arms(HISTORIES["none"]) if item.right_answer(arm) is not None)

    def complete_showing(self, items: Sequence[TriageItem], showing: Showing) -> Showing:
        """Return ``showing`` with its defaults; without named arms, ``history`` says which arms of sets are shown.

        Raises InputError for an arm or a setting that is unknown, a history without sets, and a review of labels.
        """
        complete_showing = super().complete_showing(items, showing)
        if showing.direct and any(map(has_review, showing.mitigations)):
            raise InputError(
                f"--mitigation {REVIEW} asks for all decisions in one answer, and --logprobs for one label: "
                "leave one out"
            )
        history = complete_showing.choices["history"]
        # Refuse a setting that has no effect, because its user expects an effect.
        if history != "own" and not any(item.kind == "sequence" for item in items):
            raise InputError(
                f"--history {history}: only sets have a history, but none of these items is a set: leave it out"
            )
        return complete_showing if showing.arms else replace(complete_showing, arms=_arms(items, HISTORIES[history]))

    def conversations(self, items: Sequence[TriageItem], showing: Showing) -> Iterator[Conversation]:
        """Yield every session and every single question."""
        return conversations(items, showing)

    def asking(self, items: Sequence[TriageItem], showing: Showing) -> Asking:
        """Return how the questions are put and their answers read."""
        return LabelAsking(DIRECT, self, items) if showing.direct else TriageAsking(items)

    def labels(self, item: TriageItem, arm: Arm) -> str:
        """Return the letters that a choice names, or the numbers of the words that answer another question."""
        return labels_in(item, arm)

    def shown(self, item: TriageItem, arm: Arm) -> JsonValue:
        """Return the texts of an arm, with the words that answer them, and the policy, which mitigations show."""
        if arm not in set(item.arms()):
            return None
        if item.kind != "sequence":
            return [item.questions[arm].model_dump(mode="json"), list(item.policy)]
        history = profile_arm(arm)
        order = (
            [list(entry) for entry in item.history(*history)]
            if history and history[0] != "alone"
            else item.orders.get(arm)
        )
        profiles: list[JsonValue] = [profile.text for profile in item.profiles]
        shown_order: JsonValue = [list(entry) if isinstance(entry, list) else entry for entry in order or ()]
        return [item.instructions, item.question, profiles, shown_order, list(item.scale), list(item.policy)]

    def programs(self, item: TriageItem) -> tuple[ProvedPrograms, ...]:
        """Return the programs of every profile of a set, or those of the question."""
        return programs_of(item)

    def texts(self, item: TriageItem) -> dict[str, str]:
        """Return the instructions, the profiles and the orders of a set, or the question of each arm."""
        return texts_of(item)

    def parts(self, item: TriageItem) -> tuple[Part, ...]:
        """Return what readers see of an item besides its programs."""
        return tuple(parts_of(item))

    def cases(self, items: Sequence[TriageItem], vectors: "Vectors") -> "tuple[ShortcutCase, ...]":
        """Return the items with a right answer as guessers may see them."""
        from probe.protocols.triage.guessing import cases_of

        return cases_of(items)

    def rater_view(self, item: TriageItem) -> SampledItem | None:
        """Return what raters see of a question: both forms, both groups, or a choice without and with one in use."""
        arms = COMPARED_ARMS.get(item.kind)
        if arms is None or not set(arms) <= item.questions.keys():
            return None
        first, second = (item.questions[arm].text for arm in arms)
        return sampled_item(item, arms, (first, second), self.programs(item))

    def sessions(
        self, item: TriageItem, decisions: Sequence[Decision], choices: Mapping[str, str]
    ) -> tuple[ShownSession, ...]:
        """Return a subject's decisions on an item by arm and run."""
        return tuple(sessions_of(item, decisions))

    def material(self, items: Sequence[TriageItem], placeholders: set[str], corpus: Callable[[], Corpus]) -> Material:
        """Return the policy of each item in words and as clauses, that of another one, and an example of its kind."""
        return material_of(items, placeholders)

    def simulated(self, spec: ModelSpec, items: Sequence[TriageItem]) -> Simulated:
        """Return the simulated subject called ``spec``."""
        return simulated(spec, items)

    def values(self, items: Sequence[TriageItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
        """Yield what the decisions on each item show of each measure."""
        return values(items, decisions)

    def measured(self, measurements: "Measurements") -> "TriageStudy":
        """Return what the analyses read, with the answers of each subject under each mitigation."""
        from probe.analysis.triage.estimates import TriageStudy

        answers = tuple(map(answers_of, measurements.study.results))
        return TriageStudy(*measurements.fields, answers)

    async def make(self, making: Making) -> MadeItems[TriageItem]:
        """Make items from the profiles of a domain; every right answer is certified, and no author is needed."""
        from probe.protocols.triage.content import read_content
        from probe.protocols.triage.making import Maker

        making.refuse_author("triage composes its items from data")
        item_request = making.request
        content = read_content(item_request.domain)
        kinds, sizes = _kinds(item_request), _sizes(item_request.choices["set_size"])
        count = _number("sets", item_request.choices["sets"]) if item_request.choices["sets"] else item_request.per_bias
        maker, done_count = Maker(content, making.oracle, item_request.profile, item_request.seed), [0]

        def made_one() -> None:
            done_count[0] += 1
            making.listener(done_count[0])

        items = [item for kind in kinds for item in await maker.make(kind, count, sizes, made_one)]
        sensitive = sorted({item.attribute for item in items if item.sensitive})
        notices = (f"attributes of people in these items: {', '.join(sensitive)}",) if sensitive else ()
        return MadeItems(tuple(items), notices, {"kinds": list(kinds), "sensitive_attributes": list(sensitive)})


def _arms(items: Sequence[TriageItem], histories: tuple[str, ...]) -> tuple[Arm, ...]:
    question_arms = [arm for item in items if item.kind != "sequence" for arm in item.arms()]
    sequence_arms = [arm for item in items if item.kind == "sequence" for arm in item.arms(histories)]
    return tuple(dict.fromkeys([*question_arms, *sequence_arms]))


def _kinds(item_request: ItemRequest) -> tuple[Kind, ...]:
    """Return the kinds that are named, of those that measure the biases wanted."""
    kind_names = [name.strip() for name in item_request.choices["kind"].split(",") if name.strip()]
    unknown_kind = next((name for name in kind_names if name not in KINDS), None)
    if unknown_kind is not None:
        raise InputError(f"--kind {unknown_kind}: choose among {', '.join(KINDS)}")
    for bias in item_request.biases:
        bias.check_among(BIAS_OF.values(), "triage")
    kinds = tuple(
        kind
        for kind in KINDS
        if kind in (kind_names or KINDS) and (not item_request.biases or BIAS_OF[kind] in item_request.biases)
    )
    if not kinds:
        raise InputError("--kind and --bias have no kind in common: leave one of them out")
    return kinds


def _sizes(text: str) -> range:
    """Return the sizes of sets: ``8``, or ``5-10``."""
    smallest, dash, largest = text.partition("-")
    sizes = range(_number("set-size", smallest), _number("set-size", largest if dash else smallest) + 1)
    if not sizes or sizes[0] < SIZES[0] or sizes[-1] > SIZES[1]:
        raise InputError(f"--set-size {text}: write a number from {SIZES[0]} to {SIZES[1]}, or a range such as 5-10")
    return sizes


def _number(option: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 10_000):
        raise InputError(f"--{option} {text}: write a whole number above 0")
    return int(text)
