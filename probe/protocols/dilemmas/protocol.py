"""The protocol of dilemmas."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from pydantic import JsonValue

from probe.document import Grid
from probe.files import exports
from probe.files.columns import FileColumn
from probe.files.hub_columns import DILEMMAS, HubForm
from probe.protocols.arguments import ProvedPrograms, TwinnedDilemma
from probe.protocols.base import ItemProtocol, Material, Showing, Simulated
from probe.protocols.conversation import Conversation
from probe.protocols.dilemmas import (
    ARMS,
    USUAL,
    chosen_arms,
    conversations,
    lacking_arms,
    no_noise_floor,
    unused_placebo,
    unused_twins,
)
from probe.protocols.dilemmas.columns import COLUMNS
from probe.protocols.dilemmas.material import material_of
from probe.protocols.dilemmas.reading import read_dilemma
from probe.protocols.dilemmas.simulated import simulated_subject
from probe.protocols.estimating import by_arm_and_run, error, means
from probe.protocols.files import HarnessTasks
from probe.protocols.questions import LetterAsking
from probe.protocols.viewing import ComparedTexts, Flips, Moving, Part
from probe.session import flipped_pairs
from probe.values import (
    LETTERS,
    OPTIONS,
    Arm,
    Candidate,
    Choice,
    Corpus,
    Decision,
    Dilemma,
    Evaluation,
    ItemValue,
    Measure,
    ModelSpec,
    Published,
    RejectionCount,
)
from probe.values.texts import mentions_option
from probe.values.validation import SampledItem

if TYPE_CHECKING:
    from probe.analysis.dataset.shortcut_cases import ShortcutCase
    from probe.analysis.dataset.shortcut_readers import Reading
    from probe.analysis.depth.tiers import TierScheme
    from probe.analysis.effects.two_evaluations import Kind
    from probe.analysis.measurements import Vectors
    from probe.analysis.planning.pilots import Pilot
    from probe.analysis.planning.table import PlanRequest
    from probe.analysis.report.findings import Findings
    from probe.analysis.study import Study
    from probe.protocols.comparing import Comparison

EXPLAINED, DIRECT = "decide", "decide_direct"
"""The prompts: for a decision with its reasons, and for one letter."""


class DilemmaProtocol(ItemProtocol[Dilemma]):
    """Two texts with two options that differ only in a cue. Reports on them have chapters of their own."""

    name = "dilemmas"
    item_type = Dilemma
    prompts = (EXPLAINED, DIRECT)
    answers_directly = True
    states_confidence = True
    columns = COLUMNS
    direct_columns: ClassVar[Mapping[str, FileColumn]] = {}
    flat_columns = exports.COLUMNS
    noun = "pair"
    page = "dilemma"
    moving = Moving("Flipped by", "flips")
    cascaded = True
    between_people = True
    records_all_checks = False  # the certificate of a dilemma may be from another version, and name its fact twin
    arm_order = ARMS
    measures = (
        Measure.difference(
            "net_effect",
            "net effect",
            "the error rate on the biased text minus that on the unbiased text",
            ("error rate on biased texts", "error rate on unbiased texts"),
            errors=True,
        ),
    )

    def read(self, content: Mapping[str, JsonValue]) -> Dilemma:
        """Return the pair in one line of a dataset."""
        return read_dilemma(content)

    def usual_arms(self, items: Sequence[Dilemma]) -> tuple[Arm, ...]:
        """Return the unbiased and the biased arm."""
        return USUAL

    def chosen_arms(self, names: Sequence[str], items: Sequence[Dilemma]) -> tuple[Arm, ...]:
        """Return the arms in their usual order; the unbiased one is required."""
        return chosen_arms(names, items)

    def warnings(self, items: Sequence[Dilemma], showing: Showing) -> tuple[str, ...]:
        """Return a sentence for each arm that some pairs lack."""
        return lacking_arms(items, showing.arms)

    def hints(self, items: Sequence[Dilemma], showing: Showing) -> tuple[str, ...]:
        """Return how to show the placebo, the facts against the cue, and noise, where none of these is shown."""
        return (*unused_placebo(items, showing.arms), *unused_twins(items, showing.arms), *no_noise_floor(showing))

    def readings(self, items: Sequence[Dilemma]) -> "tuple[Reading, ...]":
        """Return the answers of simulated readers who ignore a part of what a composed dilemma states."""
        from probe.analysis.dataset.shortcut_readers import Reading
        from probe.grammar.habits import habit_answers, has_target

        pairs = {pair.id: pair for pair in items}
        return tuple(
            Reading(
                reader=answer.reader,
                case=f"{answer.item} twin" if answer.twin else answer.item,
                cluster=answer.schema,
                in_series=pairs[answer.item].reasoning.recorded is not None,
                hit=answer.hit,
                targeted=has_target(answer.reader),
            )
            for answer in habit_answers(items)
        )

    def fixed(self, items: Sequence[Dilemma], placeholders: Mapping[str, set[str]]) -> set[tuple[str, str]]:
        """Return the pairs for which a mitigation shows axioms that name an option, by mitigation and id."""
        return {
            (mitigation, pair.id)
            for mitigation, names in placeholders.items()
            for pair in items
            for name, text in (("axioms_words", pair.axioms_note), ("axioms_prolog", pair.axioms))
            if name in names and mentions_option(text)
        }

    def conversations(self, items: Sequence[Dilemma], showing: Showing) -> Iterator[Conversation]:
        """Yield every text as it is shown."""
        return conversations(items, showing)

    def asking(self, items: Sequence[Dilemma], showing: Showing) -> LetterAsking:
        """Return how a dilemma is asked: with an explanation, or for one letter."""
        return LetterAsking(DIRECT if showing.direct else EXPLAINED, direct=showing.direct)

    def candidate(self, item: Dilemma, position: int) -> Candidate:
        """Return a pair as the candidate that its cascade accepted."""
        return Candidate(
            bias=item.bias,
            author=item.provenance.author,
            expansion=0,
            position=position,
            texts=item.texts,
            programs=item.programs,
            correct_option=item.correct_option,
            complexity=item.complexity,
        )

    def labels(self, item: Dilemma, arm: Arm) -> str:
        """Return the letters that the texts name."""
        return "".join(LETTERS)

    @property
    def harness_tasks(self) -> HarnessTasks:
        """Tasks for explained decisions and for direct answers, both compared by their errors."""
        return HarnessTasks({"probe": EXPLAINED, "probe_logits": DIRECT}, compares_errors=True)

    def identity(self, showing: Showing, digests: Mapping[str, str]) -> dict[str, JsonValue]:
        """Return the hash of the one prompt; runs on dilemmas name no protocol."""
        return {"prompt": digests[self.asking((), showing).prompt]}

    def imported_identity(self, choices: Mapping[str, str]) -> dict[str, JsonValue]:
        """Return nothing: runs on dilemmas name no protocol."""
        return {}

    def planned_measure(self) -> None:
        """Return nothing: the arms determine whether it is the net or the placebo-adjusted effect."""

    @property
    def hub_form(self) -> HubForm:
        """The columns and the card of dilemmas."""
        return replace(DILEMMAS, read=read_dilemma)

    def programs(self, item: Dilemma) -> tuple[ProvedPrograms, ...]:
        """Return the pair of programs."""
        recorded = item.correct_option.value
        stated, text = item.stated_rules, item.unbiased
        return (
            ProvedPrograms("", item.programs, OPTIONS, recorded, records="correct_option", stated=stated, text=text),
        )

    def simulated(self, spec: ModelSpec, items: Sequence[Dilemma]) -> Simulated:
        """Return a subject that follows the programs or the cue, errs by chance, or prefers a position."""
        return simulated_subject(spec, items)

    def parts(self, item: Dilemma) -> tuple[Part, ...]:
        """Return both texts, to be compared, and the days of a composed dilemma's dates, which programs count."""
        texts = ComparedTexts("The two texts", (("unbiased", item.unbiased), ("biased", item.biased)))
        return (texts, *_days(item))

    def flips(self, item: Dilemma, decisions: Sequence[Decision]) -> Flips:
        """Return in how many runs the decisions on the unbiased and on the biased text differ."""
        chosen: dict[Arm, dict[int, Choice]] = {arm: {} for arm in USUAL}
        for decision in decisions:
            if decision.arm in chosen and decision.decision != "unparsed":
                chosen[decision.arm][decision.run] = decision.decision
        unbiased, biased = chosen.values()
        common_runs = unbiased.keys() & biased.keys()
        return Flips(sum(unbiased[run] != biased[run] for run in common_runs), len(common_runs))

    def moved(self, folder: Path) -> frozenset[str]:
        """Return the pairs on which a run decides differently on the unbiased and the biased text."""
        return flipped_pairs(folder)

    def compare(self, evaluations: Sequence[Evaluation], kind: "Kind", scheme: "TierScheme") -> "Comparison":
        """Compare effects on errors, and error rates without the cue."""
        from probe.protocols.dilemmas.comparing import compare_dilemmas

        return compare_dilemmas(evaluations, kind, scheme)

    def study(self, evaluations: Sequence[Evaluation], scheme: "TierScheme | None" = None) -> "Study":
        """Return the effects on errors, against the placebo arm where every evaluation showed it."""
        from probe.analysis.depth.tiers import TierScheme
        from probe.analysis.study import prepare

        return prepare(evaluations, scheme or TierScheme.FIXED)

    def report(
        self,
        study: "Study",
        vectors: "Vectors | None" = None,
        rejected: Sequence[RejectionCount] | None = None,
        published: Published | None = None,
    ) -> "Findings":
        """Return the report on effects on errors."""
        from probe.analysis.measurements import DILEMMA_WORDS, Measurements
        from probe.analysis.report.dilemmas import report_on_dilemmas

        return report_on_dilemmas(Measurements(study, DILEMMA_WORDS, vectors, rejected, published or Published()))

    def pilots(self, evaluations: Sequence[Evaluation], request: "PlanRequest") -> "tuple[list[Pilot], PlanRequest]":
        """Return pilots of the effects on errors, and of their trend with depth."""
        from probe.analysis.planning.pilots import designs_of_errors, pilots_of

        study = self.study(evaluations)
        return list(pilots_of(study, designs_of_errors(study), over_biases=True)), request

    def cases(self, items: Sequence[Dilemma], vectors: "Vectors") -> "tuple[ShortcutCase, ...]":
        """Return the originals, then the twins, in clusters of their schemas or topics."""
        from probe.analysis.dataset.shortcut_cases import cases_of

        return cases_of(items, vectors)

    def embedded(self, items: Sequence[Dilemma]) -> tuple[str, ...]:
        """Return the texts that guessers see, and those that make the topics."""
        from probe.analysis.dataset.shortcut_cases import texts_to_embed

        return texts_to_embed(items)

    def composed(self, item: Dilemma) -> bool:
        """Whether the grammar composed the pair, also if a model polished its texts."""
        from probe.analysis.dataset.shortcut_cases import is_composed

        return is_composed(item)

    def headline(self, item: Dilemma) -> tuple[tuple[str, str], ...]:
        """Return the right option."""
        return (("right option", item.correct_option.value),)

    def twin(self, item: Dilemma) -> TwinnedDilemma | None:
        """Return the dilemma with its fact twin."""
        return None if item.twin is None else TwinnedDilemma(item, item.twin)

    def words(self, item: Dilemma) -> tuple[str, ...]:
        """Return both texts, the axioms and the unbiased program."""
        return item.unbiased, item.biased, item.axioms, item.unbiased_program

    def sampled(self, item: Dilemma) -> SampledItem:
        """Return what raters see of a pair, with the kinds of cue that would count, unless a program excludes them."""
        # The program of a composed pair declares the kind of its cue, so people are not asked about it.
        kinds = () if item.certificate is None or self.composed(item) else item.certificate.would_count
        return SampledItem.of(item).model_copy(update={"would_count": kinds})

    def shown(self, item: Dilemma, arm: Arm) -> JsonValue:
        """Return the text and the note, which mitigations show."""
        text = item.text(arm)
        return None if text is None else [text, item.axioms_note]

    def material(self, items: Sequence[Dilemma], placeholders: set[str], corpus: Callable[[], Corpus]) -> Material:
        """Return the axioms of each pair, those of another one, and examples of its bias."""
        return material_of(items, placeholders, corpus)

    def values(self, items: Sequence[Dilemma], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
        """Yield the error rates of each pair in both arms, over the runs that are readable in both."""
        # A run with one unreadable answer is left out of both arms, so that both have the same runs.
        for pair, mitigation, errors in by_arm_and_run(items, decisions, error):
            if rates := means(errors, Arm.BIASED, Arm.UNBIASED):
                yield ItemValue.between(pair.id, mitigation, "net_effect", rates)


def _days(item: Dilemma) -> Iterator[Grid]:
    """Yield the dates in a composed dilemma's texts beside their numbers in its programs."""
    from probe.grammar.days import FIRST_DAY, days_named

    # Other authors count dates in ways of their own.
    if not item.provenance.author.startswith("grammar"):
        return
    twin = () if item.twin is None else ((item.twin.biased, item.twin.biased_program),)
    texts, programs = zip((item.biased, item.biased_program), *twin, strict=True)
    if days := days_named(texts, (*programs, item.axioms)):
        rows = tuple((name, str(number)) for name, number in days.items())
        yield Grid(f"Dates as days of the year ({FIRST_DAY})", ("in the texts", "in the programs"), rows)
