"""PROBE measures whether a language model decides a software-engineering dilemma by its facts or by its wording.

Each function has an async twin for programs with an event loop; docs/python.md describes all of them.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probe.analysis.tables import Table
    from probe.api.analyzing import Analysis, Figure, analyze, analyze_async
    from probe.api.auditing import Audit, audit, audit_async
    from probe.api.checking import PromptCheck, check, check_async
    from probe.api.dataset import load, load_async
    from probe.api.evaluating import Measured, evaluate, evaluate_async
    from probe.api.generating import generate, generate_async
    from probe.api.planning import plan, plan_async
    from probe.api.verifying import Report, Reports, verify, verify_async
    from probe.errors import InputError, MissingError, ProbeError, StoppedError
    from probe.protocols.dataset import Dataset
    from probe.values import Check, Decision, Pair
    from probe.version import __version__

__all__ = [
    "Analysis",
    "Audit",
    "Check",
    "Dataset",
    "Decision",
    "Figure",
    "InputError",
    "Measured",
    "MissingError",
    "Pair",
    "ProbeError",
    "PromptCheck",
    "Report",
    "Reports",
    "StoppedError",
    "Table",
    "__version__",
    "analyze",
    "analyze_async",
    "audit",
    "audit_async",
    "check",
    "check_async",
    "evaluate",
    "evaluate_async",
    "generate",
    "generate_async",
    "load",
    "load_async",
    "plan",
    "plan_async",
    "verify",
    "verify_async",
]

_HOMES = {
    "probe.analysis.tables": ("Table",),
    "probe.api.analyzing": ("Analysis", "Figure", "analyze", "analyze_async"),
    "probe.api.auditing": ("Audit", "audit", "audit_async"),
    "probe.api.checking": ("PromptCheck", "check", "check_async"),
    "probe.api.dataset": ("load", "load_async"),
    "probe.protocols.dataset": ("Dataset",),
    "probe.api.evaluating": ("Measured", "evaluate", "evaluate_async"),
    "probe.api.generating": ("generate", "generate_async"),
    "probe.api.planning": ("plan", "plan_async"),
    "probe.api.verifying": ("Report", "Reports", "verify", "verify_async"),
    "probe.errors": ("InputError", "MissingError", "ProbeError", "StoppedError"),
    "probe.values": ("Check", "Decision", "Pair"),
    "probe.version": ("__version__",),
}
"""The module of each name: it is imported when the name is first used, so that no program waits for what it omits."""


def __getattr__(name: str) -> Any:
    """Import the module of a name on first use."""
    from importlib import import_module

    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(home), name)
    return found


def __dir__() -> list[str]:
    """List the public names, which are not here before they are used."""
    return sorted({*globals(), *__all__})
