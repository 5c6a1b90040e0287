"""What measures, put together: models, stores and files are handed to the services of evaluation here.

Beside ``probe.composition`` it is the one place that knows adapters.
"""

from probe.measuring.controls import ControlsCommand, Written, write_controls
from probe.measuring.evaluation import (
    AwarenessCommand,
    EvaluateCommand,
    Evaluated,
    Judged,
    evaluate,
    judge_awareness,
)
from probe.measuring.opinion import OpinionCommand, OpinionGiven, give_opinion

__all__ = [
    "AwarenessCommand",
    "ControlsCommand",
    "EvaluateCommand",
    "Evaluated",
    "Judged",
    "OpinionCommand",
    "OpinionGiven",
    "Written",
    "evaluate",
    "give_opinion",
    "judge_awareness",
    "write_controls",
]
