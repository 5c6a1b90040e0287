"""Run a standard study on one subject: compose or take the dilemmas, evaluate, analyse, write the result."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from probe.errors import InputError
from probe.files.dataset import DATASET, dataset_file
from probe.files.manifest import Manifest
from probe.files.plain import refuse_overwriting
from probe.filters.estimates import Estimate, PricedEstimate, priced_estimate
from probe.measuring.analyze import analyze, write_card
from probe.measuring.evaluate import EvaluateCommand, EvaluationOutcome, evaluate
from probe.measuring.work import DoneListener, MeasuringCommand, silent
from probe.options.analyzing import AnalyzeOptions
from probe.options.reading import path_of, specs_of
from probe.options.studying import StudyCommandLine
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_evaluation, read_items
from probe.session import Access, holds_run, load_prices
from probe.store.reading import read_run
from probe.study.composing import NO_PROGRESS, ComposingProgress, compose
from probe.study.estimates import VERSION, estimates
from probe.study.recipe import Part, StudyRecipe, content_hashes, read_recipe
from probe.study.result import (
    DECISIONS,
    RESULT,
    StudyCosts,
    StudyResult,
    bare_evaluation,
    counts_of,
    settings_of,
    write_decisions,
    write_result,
)
from probe.values import ModelSpec
from probe.version import __version__

BENCHMARK, EVALUATION, REPORT, CARD = "benchmark", "evaluation", "report", "card.html"
"""The parts of a study's folder, beside the result."""


@dataclass(frozen=True)
class StudyCommand(MeasuringCommand):
    """Which subject is measured, on which part.

    ``release`` is a dataset with the study's dilemmas, None to compose them; a ``private`` one is a set of the same
    recipe, of which no hashes are known.
    """

    recipe: StudyRecipe
    subject: ModelSpec
    part: Part = "full"
    release: Path | None = None
    private: bool = False

    @classmethod
    def of(cls, options: StudyCommandLine) -> Self:
        """Return the command that the options describe. Raises InputError for a private set of another size."""
        release, private = path_of(options.release), path_of(options.private)
        if private and (release or options.part == "quick"):
            raise InputError("--private is a separate, complete set: leave out --release and --part")
        return cls(
            recipe=read_recipe(options.name),
            subject=specs_of(options.model)[0],
            part=options.part,
            release=private or release,
            private=private is not None,
            access=Access.of(options),
            keep_trying=options.keep_trying,
        )

    def dataset(self, out: Path) -> Path:
        """Return where the dilemmas are."""
        return out / BENCHMARK if self.release is None else self.release


async def benchmark(command: StudyCommand, out: Path, progress: ComposingProgress = NO_PROGRESS) -> Dataset[Any]:
    """Return the dilemmas, composed in ``out`` unless the command names a release.

    Raises InputError if this version of PROBE asks in other words than the study, they are other dilemmas, or ``out``
    contains files that no run of a study wrote.
    """
    check_start(command, out)
    recipe = command.recipe
    if command.release is None:
        items = await compose(recipe, command.part, out / BENCHMARK, progress=progress)
    else:
        items = await read_items(command.release)
    if command.private:
        recipe.check_private(items, str(command.release))
    else:
        # In a thread: hashing every text would hold up the event loop.
        await asyncio.to_thread(recipe.check_content, items, command.part, str(command.dataset(out)))
    return items


def check_start(command: StudyCommand, out: Path) -> None:
    """Raise InputError if this version asks in other words than the study, or ``out`` has files of another origin."""
    recipe = command.recipe
    # A command that continues its own evaluation may overwrite its files.
    if not holds_run(out / EVALUATION):
        refuse_overwriting([out / name for name in (RESULT, DECISIONS, CARD)], "--out")
    recipe.check_words()
    if recipe.analysis.version != VERSION:
        raise InputError(f"{recipe.name}: needs version {recipe.analysis.version} of the analysis; this is {VERSION}")


def estimate_uncomposed(command: StudyCommand, out: Path) -> PricedEstimate | None:
    """Return the estimate from the calls that are frozen with the study, without composing anything.

    None if the dilemmas are available, which give a more exact estimate, or if the study has no record of its calls.
    Raises InputError where a run would not start.
    """
    recipe = command.recipe
    calls = recipe.hashes().calls.get(command.part)
    if command.release is not None or calls is None or (out / BENCHMARK / DATASET).exists():
        return None
    check_start(command, out)
    number = recipe.dilemmas(command.part)
    source = f"the frozen length of the questions of {recipe.name}; nothing was composed"
    estimate = Estimate(pairs=number, offered=number, source=source, calls=calls)
    prices, _ = load_prices(command.access.prices, command.access)
    return priced_estimate(estimate, {"subject": (command.subject,)}, prices)


def evaluation_command(command: StudyCommand, items: Dataset[Any], out: Path) -> EvaluateCommand:
    """Return the evaluation of the subject on the dilemmas."""
    return EvaluateCommand(
        subject=command.subject,
        items=items,
        settings=command.recipe.showing,
        access=command.access,
        keep_trying=command.keep_trying,
        strategies=command.recipe.strategies,
        dataset=Manifest.read(dataset_file(command.dataset(out)).parent).origin.content,
        protocol=items.definition,
    )


async def measure(
    command: StudyCommand, items: Dataset[Any], out: Path, listener: DoneListener = silent
) -> EvaluationOutcome:
    """Start or resume the evaluation. Raises StoppedError unless every question is answered or refused for good."""
    outcome = await evaluate(evaluation_command(command, items, out), out / EVALUATION, listener)
    evaluation = outcome.measured
    if evaluation.stopped and (evaluation.ended or not evaluation.refused):
        raise evaluation.stopped
    return outcome


def conclude(command: StudyCommand, items: Dataset[Any], outcome: EvaluationOutcome, out: Path) -> StudyResult:
    """Write the decisions, the result, the report and its card into ``out``, and return the result."""
    settings = settings_of(command.recipe)
    evaluation = read_evaluation(out / EVALUATION)
    digest = write_decisions(evaluation, out)
    # Read the file just written, so that a check of the result uses the same decisions.
    evaluation_without_texts = bare_evaluation(str(command.subject), settings, out / DECISIONS, items)
    estimated_values = estimates(evaluation_without_texts)
    findings = analyze(AnalyzeOptions(out / EVALUATION, out=out / REPORT))
    write_card(findings, out / CARD, force=True)
    costs, answered_by = _costs(command, out / EVALUATION)
    result = StudyResult(
        study=command.recipe.name,
        part="private" if command.private else command.part,
        recipe=command.recipe.digest,
        analysis=VERSION,
        probe=__version__,
        content=content_hashes(items),
        subject=str(command.subject),
        settings=settings,
        counts=counts_of(evaluation_without_texts, outcome.measured.asked),
        costs=costs,
        answered_by=answered_by,
        main=estimated_values.main,
        doses=estimated_values.doses,
        tables=estimated_values.tables,
        effects=estimated_values.effects,
        decisions=digest,
    )
    return write_result(result, out)


def _costs(command: StudyCommand, folder: Path) -> tuple[StudyCosts, dict[str, int]]:
    """Return the costs of the calls of all sessions, and the number of calls by the model that answered."""
    with read_run(folder) as run:
        usage, answering_models = run.spent_usages(), run.served_models()
    prices, _ = load_prices(command.access.prices)
    model_costs = [
        None if (price := prices.of(model.spec)) is None
        else price.of(model.prompt_tokens, model.completion_tokens, model.cached_tokens)
        for model in usage
    ]  # fmt: skip
    known_costs = [usd for usd in model_costs if usd is not None]
    costs = StudyCosts(
        calls=sum(model.calls for model in usage),
        prompt_tokens=sum(model.prompt_tokens for model in usage),
        completion_tokens=sum(model.completion_tokens for model in usage),
        cached_tokens=sum(model.cached_tokens for model in usage),
        # A sum without the models of unknown price would look like the cost of the whole study.
        usd=round(sum(known_costs), 6) if len(known_costs) == len(model_costs) else None,
    )
    answered_by: dict[str, int] = {}
    for model in answering_models:
        for name, calls in model.snapshots.items():
            if name:  # providers may omit the model that answered
                answered_by[name] = answered_by.get(name, 0) + calls
    return costs, dict(sorted(answered_by.items()))
