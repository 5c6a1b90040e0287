"""PROBE measures whether a language model decides a software-engineering dilemma by its facts or by its wording.

Each function has an async twin for programs with an event loop; docs/python.md describes all of them.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probe.analysis.tables import Table
    from probe.api.analyzing import (
        Analysis,
        Figure,
        analyze,
        analyze_async,
        compare,
        compare_async,
    )
    from probe.api.auditing import Audit, ShortcutFindings, audit, audit_async, shortcuts, shortcuts_async
    from probe.api.checking import PromptCheck, check, check_async
    from probe.api.dataset import load, load_async
    from probe.api.evaluating import Measured, evaluate, evaluate_async
    from probe.api.generating import generate, generate_async
    from probe.api.measuring import (
        Opinion,
        awareness,
        awareness_async,
        controls,
        controls_async,
        opinion,
        opinion_async,
    )
    from probe.api.planning import plan, plan_async
    from probe.api.progress import progress
    from probe.api.sharing import (
        export,
        export_async,
        merge,
        merge_async,
        release,
        release_async,
        verify_release,
        verify_release_async,
    )
    from probe.api.verifying import Report, Reports, verify, verify_async, verify_programs, verify_programs_async
    from probe.errors import InputError, MissingError, ProbeError, StoppedError
    from probe.measuring.compare import EvaluationComparison
    from probe.protocols.dataset import Dataset
    from probe.values import Check, Decision, Pair
    from probe.version import __version__

__all__ = [
    "Analysis",
    "Audit",
    "Check",
    "Dataset",
    "Decision",
    "EvaluationComparison",
    "Figure",
    "InputError",
    "Measured",
    "MissingError",
    "Opinion",
    "Pair",
    "ProbeError",
    "PromptCheck",
    "Report",
    "Reports",
    "ShortcutFindings",
    "StoppedError",
    "Table",
    "__version__",
    "analyze",
    "analyze_async",
    "audit",
    "audit_async",
    "awareness",
    "awareness_async",
    "check",
    "check_async",
    "compare",
    "compare_async",
    "controls",
    "controls_async",
    "evaluate",
    "evaluate_async",
    "export",
    "export_async",
    "generate",
    "generate_async",
    "load",
    "load_async",
    "merge",
    "merge_async",
    "opinion",
    "opinion_async",
    "plan",
    "plan_async",
    "progress",
    "release",
    "release_async",
    "shortcuts",
    "shortcuts_async",
    "verify",
    "verify_async",
    "verify_programs",
    "verify_programs_async",
    "verify_release",
    "verify_release_async",
]

_MODULES = {
    name: module
    for module, names in {
        "probe.analysis.tables": "Table",
        "probe.api.analyzing": "Analysis Figure analyze analyze_async compare compare_async",
        "probe.api.auditing": "Audit ShortcutFindings audit audit_async shortcuts shortcuts_async",
        "probe.api.checking": "PromptCheck check check_async",
        "probe.api.dataset": "load load_async",
        "probe.api.evaluating": "Measured evaluate evaluate_async",
        "probe.api.generating": "generate generate_async",
        "probe.api.measuring": "Opinion awareness awareness_async controls controls_async opinion opinion_async",
        "probe.api.planning": "plan plan_async",
        "probe.api.progress": "progress",
        "probe.api.sharing": "export export_async merge merge_async release release_async "
        "verify_release verify_release_async",
        "probe.api.verifying": "Report Reports verify verify_async verify_programs verify_programs_async",
        "probe.errors": "InputError MissingError ProbeError StoppedError",
        "probe.measuring.compare": "EvaluationComparison",
        "probe.protocols.dataset": "Dataset",
        "probe.values": "Check Decision Pair",
        "probe.version": "__version__",
    }.items()
    for name in names.split()
}
"""The module of each name, imported when the name is first used: no program waits for what it does not use."""


def __getattr__(name: str) -> Any:
    """Import the module of a name on first use."""
    from importlib import import_module

    module_name = _MODULES.get(name)
    if module_name is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    attribute = globals()[name] = getattr(import_module(module_name), name)
    return attribute


class _Interface(ModuleType):
    """The type of this package: importing ``probe.audit`` does not replace the function of that name."""

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute, unless the import system sets a subpackage that has the name of a public function."""
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Interface


def __dir__() -> list[str]:
    """List the public names, including those that are not imported yet."""
    return sorted({*globals(), *__all__})
