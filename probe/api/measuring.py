"""Controls, second opinions and awareness: what models add to a dataset or an evaluation."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probe.analysis.tables import Table
from probe.api.options import folder_of
from probe.api.running import function, synchronous
from probe.files.folders import Folder
from probe.measuring.awareness import AwarenessCommand, judge_awareness, rates_of
from probe.measuring.controls import controls_of, write_controls
from probe.measuring.opinion import (
    Disagreement,
    StageAgreement,
    agreements,
    disagreements,
    give_opinion,
    opinion_of,
)
from probe.measuring.work import measuring
from probe.options.evaluating import AwarenessOptions
from probe.options.generating import ControlsOptions, OpinionOptions
from probe.options.reading import folders_of, specs_of
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_dataset
from probe.values import Dilemma

if TYPE_CHECKING:
    import pandas as pd


@function(ControlsOptions)
async def controls_async(options: ControlsOptions) -> Dataset[Dilemma]:
    """Write the control texts that pairs lack, and return the pairs with them: placebos, counter-cues and advocacy.

    Texts that fail a check are requested again, then left out; the manifest of the result counts them. Without ``out``,
    the run is in a temporary folder. Raises InputError for other items than dilemmas, StoppedError if pairs are not
    finished.
    """
    command, pairs = controls_of(options)
    with folder_of(options.out) as folder:
        result = await write_controls(command, pairs, folder.path)
        if unfinished_error := result.outcome.work_outcome.stop_error:
            raise unfinished_error
        return Dataset(read_dataset(folder.path), manifest=result.manifest.content, folder=folder)


controls = synchronous(controls_async)


@dataclass(frozen=True, repr=False)
class Opinion:
    """How far other models agree with the checks of a dataset; ``document`` is the content of ``opinion.json``."""

    agreements: tuple[StageAgreement, ...]
    disagreements: tuple[Disagreement, ...]
    document: dict[str, Any] = field(compare=False)
    _folder: Folder

    @property
    def folder(self) -> Path:
        """The folder of the run."""
        return self._folder.path

    def to_pandas(self) -> "pd.DataFrame":
        """Return one row per stage and bias: pairs, how many agree, and their share (0 to 1) with its interval."""
        import pandas as pd

        return pd.DataFrame([json.loads(agreement.model_dump_json()) for agreement in self.agreements])

    def __repr__(self) -> str:
        overall_agreements = [agreement for agreement in self.agreements if agreement.bias is None]
        shares = ", ".join(
            f"{agreement.stage}: {agreement.agree} of {agreement.pairs} items" for agreement in overall_agreements
        )
        return f"<Opinion: {shares or 'no item'}>"


@function(OpinionOptions)
async def opinion_async(options: OpinionOptions) -> Opinion:
    """Repeat the model-based checks on items with another ``judge`` and ``decider``, or one ``model`` for both.

    Of other items than dilemmas, the decider answers those with a right answer. Raises InputError without a model or
    such an item, StoppedError if items are not finished.
    """
    command, items = await opinion_of(options)
    with folder_of(options.out) as folder:
        result = await give_opinion(command, items, folder.path)
        if unfinished_error := result.opinion.stop_error:
            raise unfinished_error
        comparison = agreements(result.opinion), disagreements(result.opinion)
        return Opinion(*comparison, result.document, folder)


opinion = synchronous(opinion_async)


@function(AwarenessOptions)
async def awareness_async(options: AwarenessOptions) -> Table:
    """Judge the explanations of harmful decisions in an evaluation, and return how many mention and endorse the cue.

    The votes are stored in the evaluation's folder; the same call continues. Raises InputError if the folder contains
    no evaluation of dilemmas, StoppedError if votes are missing.
    """
    (folder,), (judge,) = folders_of(options.evaluation), specs_of(options.judge)
    judging = (await judge_awareness(AwarenessCommand(judge=judge, **measuring(options)), folder)).judging
    if judging.stop_error:
        raise judging.stop_error
    return rates_of(judge, folder)


awareness = synchronous(awareness_async)
