"""Narrowing of optional results for the type checker, in tests that expect a value."""

from typing import TypeVar

from probe.analysis.tables import Gap

T = TypeVar("T")


def defined(value: T | Gap | None) -> T:
    """Return ``value``, which is neither missing nor a gap."""
    assert value is not None
    assert not isinstance(value, Gap), value.reason
    return value
