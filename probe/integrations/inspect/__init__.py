"""Inspect AI: the task ``probe/dilemmas``, registered by the entry point ``inspect_ai`` (docs/integrations.md)."""

from probe.integrations.inspect.tasks import dilemmas

__all__ = ["dilemmas"]
