"""The protocol of dilemmas."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from pydantic import JsonValue

from probe.document import Grid
from probe.errors import InputError
from probe.files import exports
from probe.files.columns import FileColumn
from probe.files.hub_columns import DILEMMAS, HubForm
from probe.protocols.arguments import ProvedPrograms, TwinnedDilemma
from probe.protocols.base import ItemProtocol, Material, Showing, Simulated
from probe.protocols.conversation import Conversation, Turn
from probe.protocols.dilemmas.chapters import ANALYSES
from probe.protocols.dilemmas.columns import COLUMNS
from probe.protocols.dilemmas.material import material_of
from probe.protocols.dilemmas.simulated import simulated_subject
from probe.protocols.estimating import by_arm_and_run, error, means
from probe.protocols.files import HarnessTasks
from probe.protocols.questions import LetterAsking, conversations_of
from probe.protocols.viewing import ComparedTexts, Flips, Moving, Part
from probe.store.reading import flipped_pairs
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
)
from probe.values.base import FACTS_BY_CUE
from probe.values.texts import exchange_options, mentions_option
from probe.values.validation import SampledItem

if TYPE_CHECKING:
    from probe.analysis.dataset.shortcut_cases import ShortcutCase
    from probe.analysis.dataset.shortcut_readers import Reading
    from probe.analysis.depth.tiers import TierScheme
    from probe.analysis.effects.two_evaluations import Kind
    from probe.analysis.measurements import Measurements, Vectors
    from probe.analysis.planning.pilots import Pilot
    from probe.analysis.planning.table import PlanRequest
    from probe.analysis.report.findings import Findings
    from probe.analysis.study import Study
    from probe.protocols.comparing import Comparison

DEFAULT_ARMS = (Arm.UNBIASED, Arm.BIASED)
"""The arms that are shown unless a user names others."""
EXPLAINED_PROMPT, DIRECT_PROMPT = "decide", "decide_direct"
"""The prompts: for a decision with its reasons, and for one letter."""


class DilemmaProtocol(ItemProtocol[Dilemma]):
    """Two texts with two options that differ only in a cue."""

    name = "dilemmas"
    item_type = Dilemma
    prompts = (EXPLAINED_PROMPT, DIRECT_PROMPT)
    analyses = ANALYSES
    answers_directly = True
    states_confidence = True
    columns = COLUMNS
    direct_columns: ClassVar[Mapping[str, FileColumn]] = {}
    flat_columns = exports.COLUMNS
    noun = "pair"
    page = "dilemma"
    moving = Moving("Flipped by", "flips")
    uses_cascade = True
    between_people = True
    records_all_checks = False  # the certificate may be from an earlier version, or name the fact twin
    arm_order = Arm.packaged
    measures = (
        Measure.difference(
            "net_effect",
            "net effect",
            "the error rate on the biased text minus that on the unbiased text",
            ("error rate on biased texts", "error rate on unbiased texts"),
            errors=True,
        ),
    )

    def usual_arms(self, items: Sequence[Dilemma]) -> tuple[Arm, ...]:
        """Return the unbiased and the biased arm."""
        return DEFAULT_ARMS

    def chosen_arms(self, names: Sequence[str], items: Sequence[Dilemma]) -> tuple[Arm, ...]:
        """Return the named arms in their usual order; the unbiased one is required.

        Raises InputError for an unknown arm, or one that none of these pairs has.
        """
        requested_arms = set(names)
        unknown_arms = sorted(requested_arms - set(self.arm_order))
        if unknown_arms:
            raise InputError(f"unknown arm {unknown_arms[0]!r}: choose among {', '.join(self.arm_order)}")
        arms = tuple(arm for arm in self.arm_order if arm in requested_arms)
        # Every estimate is a difference from the unbiased text.
        if Arm.UNBIASED not in arms or len(arms) < 2:
            raise InputError(f"--arms {','.join(names)}: name unbiased and at least one arm to compare it with")
        missing_arms = [arm for arm in arms if not any(pair.text(arm) for pair in items)]
        if missing_arms:
            raise InputError(f"no pair of this dataset has a {missing_arms[0]} text: leave that arm out of --arms")
        return arms

    def warnings(self, items: Sequence[Dilemma], showing: Showing) -> tuple[str, ...]:
        """Return a sentence for each arm that some pairs lack; these pairs are shown without it."""
        missing_counts = {arm: sum(pair.text(arm) is None for pair in items) for arm in showing.arms}
        return tuple(
            f"{number} of {len(items)} pairs have no {arm.value} text and are shown without it"
            for arm, number in missing_counts.items()
            if number
        )

    def hints(self, items: Sequence[Dilemma], showing: Showing) -> tuple[str, ...]:
        """Return how to show the placebo, the facts against the cue, and noise, where none of these is shown."""
        hints, arms = [], showing.arms
        # Not shown by default, because a placebo adds half of the calls, and twins double them.
        if items and Arm.PLACEBO not in arms and all(pair.text(Arm.PLACEBO) for pair in items):
            hints.append(
                f"these pairs have a placebo: --arms {_names_text({*arms, Arm.PLACEBO})} separates the cue's effect"
                " from that of any edit in its place"
            )
        if items and not {Arm.TWIN, Arm.TWIN_BIASED}.intersection(arms) and all(pair.twin for pair in items):
            hints.append(
                f"these pairs have fact twins: --arms {_names_text({*arms, *FACTS_BY_CUE})} measures facts against cue,"
                " with twice as many questions"
            )
        # With a single run, the user does not intend to measure noise.
        if showing.runs == 2 and showing.order == "both" and not showing.direct:
            hints.append(
                "two runs in both orders show each order once, so that the noise floor of flips (how often two runs of"
                " the same text differ) cannot be measured: --runs 4 shows each order twice"
            )
        return tuple(hints)

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

    def fixed_items(self, items: Sequence[Dilemma], placeholders: Mapping[str, set[str]]) -> set[tuple[str, str]]:
        """Return the pairs for which a mitigation shows axioms that name an option, by mitigation and id."""
        return {
            (mitigation, pair.id)
            for mitigation, names in placeholders.items()
            for pair in items
            for name, text in (("axioms_words", pair.axioms_note), ("axioms_prolog", pair.axioms))
            if name in names and mentions_option(text)
        }

    def conversations(self, items: Sequence[Dilemma], showing: Showing) -> Iterator[Conversation]:
        """Yield every text as it is shown, pair by pair, run by run, without the arms that a pair lacks.

        If one text of a pair cannot be exchanged mechanically, all are shown as written in all runs (``kept_order``).
        """
        exchanged_texts = {pair.id: _exchanged_texts(pair, showing.arms) for pair in items}

        def turns_of(pair: Dilemma, arm: Arm, exchanged: bool, mitigation: str) -> tuple[Turn, ...]:
            exchangeable = (mitigation, pair.id) not in showing.fixed_items
            exchanged_text = exchanged_texts[pair.id].get(arm) if exchanged and exchangeable else None
            return (
                Turn(
                    exchanged_text or pair.text(arm) or "",
                    exchanged=exchanged_text is not None,
                    kept_order=exchanged and exchanged_text is None,
                ),
            )

        return conversations_of(items, showing, turns_of)

    def asking(self, items: Sequence[Dilemma], showing: Showing) -> LetterAsking:
        """Return how a dilemma is asked: with an explanation, or for one letter."""
        return LetterAsking(DIRECT_PROMPT if showing.direct else EXPLAINED_PROMPT, direct=showing.direct)

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
        return HarnessTasks({"probe": EXPLAINED_PROMPT, "probe_logits": DIRECT_PROMPT}, compares_errors=True)

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
        return replace(DILEMMAS, read=self.read)

    def programs(self, item: Dilemma) -> tuple[ProvedPrograms, ...]:
        """Return the pair of programs."""
        recorded_option = item.correct_option.value
        stated_rules, text = item.stated_rules, item.unbiased
        return (
            ProvedPrograms(
                "",
                item.programs,
                OPTIONS,
                recorded_option,
                records="correct_option",
                stated_rules=stated_rules,
                text=text,
            ),
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
        choices_by_arm: dict[Arm, dict[int, Choice]] = {arm: {} for arm in DEFAULT_ARMS}
        for decision in decisions:
            if decision.arm in choices_by_arm and decision.decision != "unparsed":
                choices_by_arm[decision.arm][decision.run] = decision.decision
        unbiased, biased = choices_by_arm.values()
        common_runs = unbiased.keys() & biased.keys()
        return Flips(sum(unbiased[run] != biased[run] for run in common_runs), len(common_runs))

    def moved_items(self, folder: Path) -> frozenset[str]:
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

    def measured(self, measurements: "Measurements") -> "Measurements":
        """Return what the analyses read, in the words of dilemmas."""
        from probe.analysis.measurements import DILEMMA_WORDS

        return replace(measurements, words=DILEMMA_WORDS)

    def findings(self, measurements: "Measurements") -> "Findings":
        """Return the report on effects on errors."""
        from probe.analysis.report.dilemmas import report_on_dilemmas

        return report_on_dilemmas(measurements, self.analyses)

    def pilots(self, evaluations: Sequence[Evaluation], request: "PlanRequest") -> "tuple[list[Pilot], PlanRequest]":
        """Return pilots of the effects on errors, and of their trend with depth."""
        from probe.analysis.planning.pilots import designs_of_errors, pilots_of

        study = self.study(evaluations)
        return list(pilots_of(study, designs_of_errors(study), over_biases=True)), request

    def cases(self, items: Sequence[Dilemma], vectors: "Vectors") -> "tuple[ShortcutCase, ...]":
        """Return the originals, then the twins, in clusters of their schemas or topics."""
        from probe.analysis.dataset.shortcut_cases import cases_of

        return cases_of(items, vectors)

    def texts_to_embed(self, items: Sequence[Dilemma]) -> tuple[str, ...]:
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

    def rater_view(self, item: Dilemma) -> SampledItem:
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
        # A run with an unreadable answer is left out of both arms, so that both have the same runs.
        for pair, mitigation, errors in by_arm_and_run(items, decisions, error):
            if rates := means(errors, Arm.BIASED, Arm.UNBIASED):
                yield ItemValue.between(pair.id, mitigation, "net_effect", rates)


def _exchanged_texts(pair: Dilemma, arms: Iterable[Arm]) -> dict[Arm, str]:
    """Return the texts with exchanged options, none if one text cannot be exchanged."""
    exchanged = {arm: exchange_options(text) for arm in arms if (text := pair.text(arm)) is not None}
    texts = {arm: text for arm, text in exchanged.items() if text is not None}
    # Exchange the options in all arms or in none: otherwise compared texts would differ in the order of the options.
    return texts if len(texts) == len(exchanged) else {}


def _names_text(arms: Iterable[Arm]) -> str:
    """Return the arms in their usual order, as ``--arms`` takes them."""
    return ",".join(Arm.in_order(arms))


def _days(item: Dilemma) -> Iterator[Grid]:
    """Yield the dates in a composed dilemma's texts beside their numbers in its programs."""
    from probe.grammar.days import FIRST_DAY, days_named

    # Other authors count dates differently.
    if not item.provenance.author.startswith("grammar"):
        return
    twin = () if item.twin is None else ((item.twin.biased, item.twin.biased_program),)
    texts, programs = zip((item.biased, item.biased_program), *twin, strict=True)
    if days := days_named(texts, (*programs, item.axioms)):
        rows = tuple((name, str(number)) for name, number in days.items())
        yield Grid(f"Dates as days of the year ({FIRST_DAY})", ("in the texts", "in the programs"), rows)
