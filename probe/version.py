"""The version of PROBE, and what its optional packages have to be, from the metadata of the installed package."""

from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement

try:
    __version__ = version("probe-swe")
except PackageNotFoundError:  # an uninstalled checkout
    __version__ = "0+checkout"


def install_command(package: str) -> str:
    """Return the command that installs a package in a version that PROBE can use.

    It names the package, not the extra that has it: an extra would install everything that PROBE requires again, and so
    PyTorch where a light install leaves it out.
    """
    try:
        requirements = [Requirement(line) for line in requires("probe-swe") or ()]
    except PackageNotFoundError:
        requirements = []
    bounds = next((str(requirement.specifier) for requirement in requirements if requirement.name == package), "")
    return f"pip install '{package}{bounds}'" if bounds else f"pip install {package}"
