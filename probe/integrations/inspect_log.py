"""Read a log of Inspect AI's ``probe/dilemmas`` as the decisions of an evaluation."""

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from probe.errors import InputError, MissingError
from probe.measuring.imported import Collected
from probe.values import Arm, Decision

_KEY, _SETTINGS = "probe_decisions", "probe"


def read_inspect_log(file: Path, subject: str | None = None) -> Collected:
    """Return the decisions in a log; ``subject`` is the model's name in the log unless another is given.

    Raises MissingError without inspect_ai, InputError if the file is no log of ``probe/dilemmas``.
    """
    try:
        from inspect_ai.log import read_eval_log
    except ImportError:
        raise MissingError("Inspect AI is not installed: pip install 'probe-swe[inspect]'") from None
    if not file.is_file():
        raise InputError(f"{file} does not exist: give a log of inspect eval probe/dilemmas")
    try:
        log = read_eval_log(str(file))
    except Exception as error:  # whatever is wrong with a file that is not ours
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"{file} cannot be read as an Inspect log: {reason}") from error
    settings = (log.eval.metadata or {}).get(_SETTINGS)
    if not isinstance(settings, dict):
        raise InputError(f"{file} is a log of {log.eval.task}: give one of inspect eval probe/dilemmas")
    decisions = [one for sample in log.samples or () for one in _decisions(file, sample)]
    return Collected(
        subject=subject or f"inspect/{log.eval.model}",
        decisions=tuple(decisions),
        runs=int(settings["runs"]),
        order="both" if settings["order"] == "both" else "as-written",
        arms=tuple(map(Arm, settings["arms"])),
        tool="Inspect AI",
    )


def _decisions(file: Path, sample: Any) -> list[Decision]:
    """Return the decisions of one sample in one epoch; a sample that ended in an error has none."""
    found = [score.metadata for score in (sample.scores or {}).values() if score.metadata]
    try:
        return [Decision.model_validate(one) for metadata in found for one in metadata.get(_KEY, ())]
    except ValidationError as error:
        raise InputError(f"{file}, sample {sample.id}: decisions cannot be read: {error.errors()[0]['msg']}") from error
