"""Causal language models on this machine, run by transformers in a separate process."""

from probe.models.local.model import LocalModel
from probe.models.local.process import ModelProcess
from probe.models.local.source import PACKAGED, WeightsSource, find_source
from probe.models.local.workers import ModelWorkers, OwnedModel, open_model

__all__ = [
    "PACKAGED",
    "LocalModel",
    "ModelProcess",
    "ModelWorkers",
    "OwnedModel",
    "WeightsSource",
    "find_source",
    "open_model",
]
