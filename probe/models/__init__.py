"""Language models and simulated ones, all behind one gateway that loses no answer and pays for none twice."""

from probe.models.gateway import Gateway
from probe.models.opening import Models
from probe.models.prices import Price, Prices
from probe.models.retry import RetryPolicy
from probe.models.scripted import ScriptedModel
from probe.models.simulated import SimulatedSubject

__all__ = [
    "Gateway",
    "Models",
    "Price",
    "Prices",
    "RetryPolicy",
    "ScriptedModel",
    "SimulatedSubject",
]
