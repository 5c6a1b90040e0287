"""Language models and simulated ones, all behind one gateway that loses no answer and pays for none twice."""

from probe.models.budget import Prices
from probe.models.gateway import Gateway, RetryPolicy
from probe.models.opening import OpenedModels
from probe.models.providers import at_providers
from probe.models.simulated import ScriptedModel

__all__ = [
    "Gateway",
    "OpenedModels",
    "Prices",
    "RetryPolicy",
    "ScriptedModel",
    "at_providers",
]
