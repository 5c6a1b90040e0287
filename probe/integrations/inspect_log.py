"""Read a log of Inspect AI's ``probe/dilemmas`` as the decisions of an evaluation."""

from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from probe.errors import InputError, MissingError
from probe.protocols.arguments import CollectedDecisions, Order
from probe.values import Arm, Decision, first_problem
from probe.version import install_command

_KEY, _SETTINGS = "probe_decisions", "probe"


def read_inspect_log(file: Path, subject: str | None = None) -> CollectedDecisions:
    """Return the decisions in a log; ``subject`` is the model's name in the log unless another is given.

    Raises MissingError without inspect_ai, InputError if the file is not a log of ``probe/dilemmas``.
    """
    try:
        from inspect_ai.log import read_eval_log
    except ImportError:
        raise MissingError(f"Inspect AI is not installed: {install_command('inspect_ai')}") from None
    if not file.is_file():
        raise InputError(f"{file} does not exist: give a log of inspect eval probe/dilemmas")
    try:
        log = read_eval_log(str(file))
    except Exception as error:  # an invalid file may raise anything
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"{file} cannot be read as an Inspect log: {reason}") from error
    settings = _settings(file, log)
    decisions = [decision for sample in log.samples or () for decision in _decisions(file, sample)]
    return CollectedDecisions(
        subject=subject or f"inspect/{log.eval.model}",
        decisions=tuple(decisions),
        runs=max([settings.runs, *(decision.run + 1 for decision in decisions)]),  # --epochs may ask for more than runs
        order=settings.order,
        arms=settings.arms,
        tool="Inspect AI",
        choices=settings.choices,
    )


class _Settings(BaseModel):
    """How the task showed the pairs."""

    runs: int = Field(ge=1)
    order: Order
    arms: tuple[Arm, ...]
    choices: dict[str, str] = Field(default_factory=dict)


def _settings(file: Path, log: Any) -> _Settings:
    try:
        return _Settings.model_validate((log.eval.metadata or {}).get(_SETTINGS))
    except ValidationError as error:
        raise InputError(f"{file} is a log of {log.eval.task}: give one of inspect eval probe/dilemmas") from error


def _decisions(file: Path, sample: Any) -> list[Decision]:
    """Return the decisions of one sample in one epoch; a sample that ended in an error has none."""
    score_metadata = [score.metadata for score in (sample.scores or {}).values() if score.metadata]
    try:
        return [Decision.model_validate(record) for metadata in score_metadata for record in metadata.get(_KEY, ())]
    except ValidationError as error:
        raise InputError(f"{file}, sample {sample.id}: decisions cannot be read: {first_problem(error)}") from error
