"""The version of PROBE, from the metadata of the installed package."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("probe-swe")
except PackageNotFoundError:  # a checkout that is not installed
    __version__ = "0+checkout"
