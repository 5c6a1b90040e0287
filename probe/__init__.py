"""PROBE measures whether a language model decides a software-engineering dilemma by its facts or by its wording."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("probe-swe")
except PackageNotFoundError:  # a checkout that nobody installed
    __version__ = "0+checkout"

__all__ = ["__version__"]
