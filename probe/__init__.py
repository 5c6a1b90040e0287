"""PROBE measures whether a language model decides a software-engineering dilemma by its facts or by its wording."""

from typing import TYPE_CHECKING

__all__ = ["__version__"]

if TYPE_CHECKING:
    __version__: str


def __getattr__(name: str) -> str:
    """Look the version up when it is first asked for: reading package metadata takes as long as printing the help."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version("probe-swe")
    except PackageNotFoundError:  # a checkout that is not installed
        found = "0+checkout"
    globals()["__version__"] = found
    return found
