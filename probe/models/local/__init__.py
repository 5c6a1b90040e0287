"""Causal language models on this machine, run by transformers in a separate process."""

from probe.models.local.model import LocalModel
from probe.models.local.process import ModelProcess
from probe.models.local.source import PACKAGED, Source, find_source

__all__ = ["PACKAGED", "LocalModel", "ModelProcess", "Source", "find_source"]
