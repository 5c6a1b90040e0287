"""Inspect AI: the tasks ``probe/dilemmas`` and ``probe/workspaces``, registered by the entry point ``inspect_ai``.

docs/integrations.md explains them.
"""

from probe.integrations.inspect.tasks import dilemmas
from probe.integrations.inspect.workspaces import workspace_tools, workspaces

__all__ = ["dilemmas", "workspace_tools", "workspaces"]
