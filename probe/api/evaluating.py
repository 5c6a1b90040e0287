"""Evaluate a subject: a model by its name, or any Python function."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probe.api.options import folder_of
from probe.api.progress import shown_progress
from probe.api.running import function, synchronous
from probe.document import Document, Grid, Paragraph
from probe.errors import InputError
from probe.files.folders import Folder
from probe.measuring.decisions import decision_columns, decision_rows
from probe.measuring.evaluate import evaluate as run_evaluation
from probe.measuring.evaluate import evaluation_of, questions, warnings_of
from probe.options.evaluating import EvaluateOptions
from probe.options.shared import Spec
from probe.ports import SubjectFunction
from probe.protocols.reading import items_of, read_evaluation
from probe.values import Arm, Decision, Evaluation, ModelSpec, ServedModel, Usage

if TYPE_CHECKING:
    import pandas as pd


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


_NAME = re.compile(r"\w[\w.:-]{0,59}")


@dataclass(frozen=True, repr=False)
class Measured:
    """The decisions of one subject on a dataset. ``manifest`` records how they were made, ``notices`` what to note.

    ``protocol`` is that of the items.
    """

    subject: str
    manifest: dict[str, Any] = field(compare=False)
    notices: tuple[str, ...] = field(compare=False)
    usage: Usage = field(compare=False)
    _folder: Folder
    protocol: str

    @property
    def folder(self) -> Path:
        """The folder of the run, which ``probe analyze`` and other commands read."""
        return self._folder.path

    @cached_property
    def evaluation(self) -> Evaluation:
        """The decisions with the items that they are about."""
        return read_evaluation(self.folder)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision, ordered by item, arm and run."""
        return self.evaluation.decisions

    def to_pandas(self) -> pd.DataFrame:
        """Return one row per decision, with the columns of ``probe data export --format decisions``."""
        import pandas as pd

        return pd.DataFrame(decision_rows(self.evaluation), columns=list(decision_columns(self.evaluation)))

    def error_rates(self) -> dict[str, float]:
        """Return the share of wrong decisions by arm, 0 to 1, among answers that could be read and have a right one."""
        return dict[str, float](self.evaluation.error_rates().items())

    def __repr__(self) -> str:
        rates = ", ".join(f"{_percent(rate)} wrong on {arm} texts" for arm, rate in self.error_rates().items())
        return f"<Measured {self.subject}: {len(self.decisions)} decisions, {rates or 'none right or wrong'}>"

    def _repr_html_(self) -> str:
        counts = Counter(decision.arm for decision in self.decisions)
        error_rates = {arm: _percent(rate) for arm, rate in self.error_rates().items()}
        rows = tuple((arm.value, str(counts[arm]), error_rates.get(arm, "–")) for arm in Arm.in_order(counts))
        grid = Grid(self.subject, ("arm", "decisions", "wrong"), rows, numbers=("decisions", "wrong"))
        return Document("", (grid, *map(Paragraph, self.notices)))._repr_html_()


@function(EvaluateOptions)
async def evaluate_async(options: EvaluateOptions) -> Measured:
    """Show every item of ``data`` to a subject and return its decisions.

    ``data`` is a dataset, items of one protocol, or what ``load`` reads. Without ``arms``, dilemmas are shown
    unbiased and biased, and other items in the usual arms of their protocol. ``choices`` are the protocol's own
    settings, such as ``{"answering": "extract"}`` or ``{"history": "forced"}``.

    ``subject`` is a model (``openai/gpt-4.1-mini``), a simulated subject, or a function from the text of a prompt to
    the text of an answer; with ``messages`` it is given a list of messages instead. A coroutine function is awaited,
    another one called in up to ``concurrency`` threads. A function is recorded as ``python/NAME``, where ``name`` is
    its ``__name__`` by default: after you change a function, use another name, or another folder.

    ``out`` is the folder of the evaluation: the same call resumes it, and asks nothing twice. Without it, the
    evaluation is in a temporary folder, which is removed with the result.

    Raises InputError for an unusable argument, MissingError for a missing key, and StoppedError if questions have no
    answer: a budget is spent, a provider fails, or the function raised an exception, whose message is shown.
    """
    spec, functions = subject_and_function(options.subject, options.name, messages=options.messages)
    command = evaluation_of(options, await items_of(options.data), spec, functions=functions)
    setting_warnings = warnings_of(command)
    for warning in setting_warnings:
        warnings.warn(warning, stacklevel=2)
    with folder_of(options.out) as folder:
        with shown_progress(str(spec)) as listener:
            question_count = len(questions(command))
            result = await run_evaluation(command, folder.path, lambda done: listener(done, question_count))
        if result.measured.stopped:
            raise result.measured.stopped
        version_warnings = _versions_of(spec, result.served)
        for warning in version_warnings:
            warnings.warn(warning, stacklevel=2)
        notices = (*setting_warnings, *version_warnings, *result.notices)
        return Measured(str(spec), result.manifest.content, notices, result.usage, folder, command.protocol.name)


evaluate = synchronous(evaluate_async)


def subject_and_function(
    subject: Spec | Callable[..., object], name: str | None, *, messages: bool
) -> tuple[ModelSpec, Mapping[str, SubjectFunction]]:
    """Return the name of a subject, and the function that it names."""
    if isinstance(subject, (str, ModelSpec)):
        if name is not None or messages:
            raise InputError(f"name and messages describe a function, and the subject is the model {subject}")
        return ModelSpec.parse(str(subject)), {}
    if not callable(subject):
        raise InputError(f"subject: {type(subject).__name__} is neither the name of a model nor a function")
    function_name = getattr(subject, "__name__", "") if name is None else name
    if not _NAME.fullmatch(function_name):
        raise InputError(
            f"the subject has no usable name ({function_name!r}): add name=… (letters, digits and . : _ -)"
        )
    return ModelSpec(provider="python", model=function_name), {function_name: SubjectFunction(subject, messages)}


def _versions_of(spec: ModelSpec, served_models: Sequence[ServedModel]) -> tuple[str, ...]:
    """Return a warning if several versions of a function answered under one name."""
    versions = {name for model in served_models if model.spec == str(spec) for name in model.snapshots}
    if spec.provider != "python" or len(versions) < 2:
        return ()
    return (f"{len(versions)} versions of {spec} answered in this run: use name=… or another out=… after a change",)
