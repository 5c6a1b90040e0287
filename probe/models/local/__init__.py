"""Causal language models on this machine, run by transformers in a separate process."""

from probe.models.local.model import LocalModel
from probe.models.local.process import ModelProcess
from probe.models.local.source import PACKAGED_MODEL, WeightsSource, find_source
from probe.models.local.workers import ModelWorkers, OwnedModel, open_model

__all__ = [
    "PACKAGED_MODEL",
    "LocalModel",
    "ModelProcess",
    "ModelWorkers",
    "OwnedModel",
    "WeightsSource",
    "find_source",
    "open_model",
]
