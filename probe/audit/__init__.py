"""Verify and audit: run programs again, account for their proofs, show dilemmas to raters, look for shortcuts.

``probe.audit`` is also a function of the public interface (docs/python.md), so this package can be called.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    """A package to call: importing one of its modules would otherwise replace the function."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Audit a pair, or three texts of programs: ``probe.api.auditing.audit``."""
        return import_module("probe.api.auditing").audit(*arguments, **named)


sys.modules[__name__].__class__ = _CallablePackage
