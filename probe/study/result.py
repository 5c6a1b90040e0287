"""The result of a standard study: one checksummed file without texts, and the decisions beside it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, FiniteFloat, ValidationError

from probe.analysis.tables import points
from probe.document import Document, Paragraph
from probe.errors import InputError
from probe.files.dataset import write_json
from probe.files.plain import write_packed
from probe.files.spreadsheets import csv_rows, read_csv
from probe.inputs import read_json, sha256_of
from probe.measuring.decisions import decision_rows
from probe.measuring.evaluate import shown_as
from probe.measuring.mitigations import choose_strategies
from probe.protocols import protocol_named
from probe.protocols.arguments import Order
from probe.protocols.base import Showing
from probe.protocols.conversation import Turn
from probe.session import holds_run
from probe.study.estimates import DilemmaEffect, DoseCurve, EstimateRows, Label, MainResult
from probe.study.recipe import HASH, StudyRecipe, first_difference, prompt_hashes
from probe.values import Arm, Bias, Decision, Evaluation, Item, Value, fingerprint, first_problem, index_of
from probe.values.texts import visible_line

RESULT = "result.json"
DECISIONS = "decisions.csv.gz"
COLUMNS = ("item", "arm", "mitigation", "run", "order", "decision")
"""The columns of the decisions; ``decision`` is a letter of the text as written, or ``unparsed``."""

ORDERS = ("as-written", "exchanged")
"""The order in which the options were shown, as the decisions have it."""

ROUNDING_TOLERANCE = 1e-5
"""How far a mean of effects that are rounded to six decimals may be from a result that is rounded as well."""

Count = Annotated[int, Field(ge=0)]

ResultPart = Literal["full", "quick", "private"]
"""Which dilemmas a result is about: the study's, a few of them, or a private set of the same recipe."""


class AskedSettings(Value):
    """How the subject was asked; ``prompts`` and ``mitigations`` are hashes of words."""

    arms: tuple[Arm, ...]
    runs: int
    order: Order
    prompts: dict[str, str]
    mitigations: dict[str, str]


class AnswerCounts(Value):
    """Counts of dilemmas, questions, and of those without a usable answer; ``unparsed`` is by mitigation and arm.

    ``refused`` questions got no answer, since the provider refuses them.
    """

    dilemmas: Count
    questions: Count
    refused: Count
    unparsed: dict[str, dict[str, Count]]

    @property
    def unusable(self) -> float:
        """The share of questions, 0 to 1, without an answer that could be read."""
        unparsed = sum(number for arms in self.unparsed.values() for number in arms.values())
        return (self.refused + unparsed) / self.questions if self.questions else 0.0


class StudyCosts(Value):
    """What the subject's calls took; ``usd`` is None where its price is not known."""

    calls: Count
    prompt_tokens: Count
    completion_tokens: Count
    cached_tokens: Count
    usd: Annotated[FiniteFloat, Field(ge=0)] | None


class StudyResult(Value):
    """The content of ``result.json``.

    ``recipe`` is the hash of the study's recipe, ``content`` are those of its dilemmas by bias, ``decisions`` is that
    of the file with the decisions. ``answered_by`` counts calls by the model that the provider named, where it named
    one. ``doses`` is None where too little was answered. ``tables`` are by mode; ``sha256`` is the hash of everything
    else.
    """

    format: Literal[1] = 1
    study: str
    part: ResultPart
    recipe: str
    analysis: int
    probe: str
    content: dict[Bias, str]
    subject: Label
    settings: AskedSettings
    counts: AnswerCounts
    costs: StudyCosts
    answered_by: dict[str, Count]
    main: MainResult
    doses: DoseCurve | None
    tables: dict[str, EstimateRows]
    effects: tuple[DilemmaEffect, ...]
    decisions: str
    sha256: str = ""

    def checksum(self) -> str:
        """Return the hash of everything but the hash."""
        return fingerprint(self.model_dump(mode="json", exclude={"sha256"}), HASH)

    @property
    def document(self) -> Document:
        """The main result in a sentence."""
        main = self.main
        return Document(
            "",
            (
                Paragraph(
                    f"{visible_line(self.subject)}: {main.measure} {points(main.estimate)} points "
                    f"(95 % interval {points(main.low)} to {points(main.high)}; {main.dilemmas} dilemmas, "
                    f"{main.clusters} scenarios)"
                ),
            ),
        )


class StoredResult(NamedTuple):
    """A result and the file that it was read from."""

    file: Path
    result: StudyResult

    @property
    def decisions(self) -> Path:
        """The file with its decisions."""
        return self.file.with_name(DECISIONS)


def settings_of(recipe: StudyRecipe) -> AskedSettings:
    """Return how the study asks."""
    asking = recipe.asking
    return AskedSettings(
        arms=asking.arms,
        runs=asking.runs,
        order=asking.order,
        prompts=prompt_hashes(),
        mitigations=recipe.mitigation_hashes(),
    )


def expected_settings(recipe: StudyRecipe) -> AskedSettings:
    """Return how the study was frozen to ask."""
    frozen_content = recipe.hashes()
    return settings_of(recipe).model_copy(
        update={"prompts": frozen_content.prompts, "mitigations": frozen_content.mitigations}
    )


def counts_of(evaluation: Evaluation, questions: int) -> AnswerCounts:
    """Return the counts of an evaluation with this many ``questions``."""
    unparsed: dict[str, Counter[str]] = {}
    for decision in evaluation.decisions:
        # Add zeros too, so that every mitigation and every arm is listed.
        unparsed.setdefault(decision.mitigation, Counter())[decision.arm.value] += decision.decision == "unparsed"
    return AnswerCounts(
        dilemmas=len(evaluation.items),
        questions=questions,
        refused=questions - len(evaluation.decisions),
        unparsed={name: dict(sorted(counts.items())) for name, counts in sorted(unparsed.items())},
    )


def write_result(result: StudyResult, folder: Path) -> StudyResult:
    """Write ``result.json`` with its checksum, and return the result with it."""
    result_with_checksum = result.model_copy(update={"sha256": result.checksum()})
    write_json(folder / RESULT, result_with_checksum.model_dump(mode="json"))
    return result_with_checksum


def read_result(path: Path) -> StoredResult:
    """Return the result in a file or folder. Raises InputError if it cannot be read, or a checksum does not hold."""
    file = path / RESULT if path.is_dir() else path
    if path.is_dir() and not file.exists() and holds_run(path):
        raise InputError(f"{path} is a run of probe evaluate or generate: give a folder of probe study, with {RESULT}")
    try:
        result = StudyResult.model_validate(read_json(file))
    except ValidationError as error:
        raise InputError(f"{file}: {first_problem(error)}; give a result of probe study") from error
    if result.sha256 != result.checksum():
        raise InputError(f"{file}: was changed after it was written: its checksum differs")
    stored_result = StoredResult(file, result)
    if not stored_result.decisions.is_file():
        raise InputError(f"{stored_result.decisions} is missing: a result is {RESULT} with the decisions beside it")
    if sha256_of(stored_result.decisions).hex() != result.decisions:
        raise InputError(f"{stored_result.decisions}: was changed: it is not the file that {file.name} was made from")
    return stored_result


def check_result(stored_result: StoredResult, recipe: StudyRecipe) -> None:
    """Raise InputError, which says what differs, unless a result is one of the study, asked in its way."""
    result, file = stored_result.result, stored_result.file
    if result.study != recipe.name or result.recipe != recipe.digest:
        raise InputError(f"{file}: is a result of {result.study[:40]} by a different recipe from {recipe.name} here")
    if result.analysis != recipe.analysis.version:
        raise InputError(
            f"{file}: was analysed by version {result.analysis}, and {recipe.name} has version "
            f"{recipe.analysis.version}: --check computes it from the decisions"
        )
    expected = expected_settings(recipe).model_dump(mode="json")
    actual = result.settings.model_dump(mode="json")
    if name := first_difference(expected, actual):
        inner_name = first_difference(expected[name], actual[name]) if isinstance(expected[name], dict) else None
        raise InputError(
            f"{file}: was asked with other {name}{f' ({inner_name})' if inner_name else ''} than {recipe.name}"
        )
    if result.counts.dilemmas != recipe.dilemmas():
        raise InputError(f"{file}: has {result.counts.dilemmas} dilemmas, but {recipe.name} has {recipe.dilemmas()}")
    # Without its decisions, a made-up result is detected only if it contradicts itself.
    if result.main.dilemmas != len(result.effects):
        raise InputError(
            f"{file}: its main result counts {result.main.dilemmas} dilemmas, but {len(result.effects)} have an effect"
        )
    # A repeated dilemma would count twice in comparisons.
    if repeated_item := next(
        (name for name, count in Counter(effect.item for effect in result.effects).items() if count > 1), None
    ):
        raise InputError(f"{file}: has two effects on the dilemma {visible_line(repeated_item)[:40]}")
    # Only the holder of a private set knows its hashes.
    if abs(result.main.estimate - _mean_effect(result.effects)) > ROUNDING_TOLERANCE:
        raise InputError(
            f"{file}: its main result is {result.main.estimate:g}, and the effects on its dilemmas give "
            f"{_mean_effect(result.effects):.4f}: one of them was changed"
        )
    if result.part != "private" and (name := first_difference(recipe.content(result.part), result.content)):
        raise InputError(f"{file}: its dilemmas of {name} are not those of {recipe.name}")


def _mean_effect(effects: Sequence[DilemmaEffect]) -> float:
    """Return the mean effect, in which every bias has the same weight, as in the main result."""
    by_bias: dict[str, list[float]] = {}
    for effect in effects:
        by_bias.setdefault(effect.bias, []).append(effect.effect)
    return mean(mean(bias_effects) for bias_effects in by_bias.values()) if by_bias else 0.0


def write_decisions(evaluation: Evaluation, folder: Path) -> str:
    """Write the decisions, sorted, and return the SHA-256 of the file."""
    rows = sorted(tuple(row[name] for name in COLUMNS) for row in decision_rows(evaluation))
    # Use the same line endings on every system: the file's hash is part of the result.
    write_packed(folder / DECISIONS, (line.encode() for line in csv_rows([COLUMNS, *rows], end="\n")))
    return sha256_of(folder / DECISIONS).hex()


def read_decisions(file: Path, items: Sequence[Item], settings: AskedSettings) -> tuple[Decision, ...]:
    """Return the decisions in ``file``.

    Raises InputError for a decision that is not about ``items``, that does not match ``settings`` or their order of
    the options, or that occurs twice. A decision may be missing, because the provider refused the question.
    """
    asked_turns = _asked_turns(items, settings)
    ids = {item.id for item in items}
    decisions: dict[_Question, Decision] = {}
    for number, row in read_csv(file, COLUMNS, "the decisions of a study"):
        location = f"{file} line {number}"
        decision = _decision(location, row)
        question = (decision.item_id, decision.arm, decision.mitigation, decision.run)
        if decision.item_id not in ids:
            problem = "is not a dilemma of the study"
        elif question in decisions:
            problem = "is there twice"
        elif question not in asked_turns:
            problem = "has an arm, a mitigation or a run that the study does not ask for"
        elif decision.exchanged != asked_turns[question].exchanged:
            problem = "was shown with its options in a different order from the study's"
        else:
            # Whether options can be exchanged follows from the dilemma, so do not trust the file about it.
            decisions[question] = decision.model_copy(update={"kept_order": asked_turns[question].kept_order})
            continue
        raise InputError(f"{location}: {decision.item_id[:40]} {problem}")
    return tuple(decisions.values())


_Question = tuple[str, Arm, str, int]
"""A dilemma, its arm, the mitigation and the run."""


def _asked_turns(items: Sequence[Item], settings: AskedSettings) -> dict[_Question, Turn]:
    """Return how each question of the study is shown."""
    protocol = protocol_named("")
    asking = Showing(runs=settings.runs, order=settings.order, arms=settings.arms)
    showing = shown_as(asking, choose_strategies(tuple(settings.mitigations)), protocol, items)
    return {
        (conversation.item_id, conversation.arm, conversation.mitigation, conversation.run): conversation.turns[0]
        for conversation in protocol.conversations(items, showing)
    }


def _decision(location: str, row: Mapping[str, str]) -> Decision:
    try:
        return Decision(
            item_id=row["item"],
            arm=Arm(row["arm"]),
            run=int(row["run"]),
            mitigation=row["mitigation"],
            decision=index_of(row["decision"]),
            exchanged=ORDERS.index(row["order"]) == 1,
        )
    except (ValueError, ValidationError) as error:
        raise InputError(f"{location}: {str(dict(row))[:200]} is not a decision") from error


def evaluation_of(stored_result: StoredResult, items: Sequence[Item]) -> Evaluation:
    """Return the evaluation that a result was made from, without explanations."""
    return bare_evaluation(stored_result.result.subject, stored_result.result.settings, stored_result.decisions, items)


def bare_evaluation(subject: str, settings: AskedSettings, decisions: Path, items: Sequence[Item]) -> Evaluation:
    """Return what the estimates are made from: the decisions in a file, and the dilemmas by their ids."""
    return Evaluation(
        subject=subject,
        run_id="",
        runs=settings.runs,
        order=settings.order,
        items=tuple(sorted(items, key=lambda item: item.id)),
        decisions=read_decisions(decisions, items, settings),
    )
