"""What ``probe doctor`` tells of the oracle."""

from probe.oracle.discovery import find_installation


def diagnose() -> tuple[tuple[str, str], ...]:
    """Return what is installed, as pairs of a name and what was found. Raises MissingError where nothing is."""
    found = find_installation()
    return (("SWI-Prolog", found.name), ("swipl", found.executable), ("libswipl", found.library), ("home", found.home))
