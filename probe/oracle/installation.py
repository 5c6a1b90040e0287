"""The installed SWI-Prolog, and the resources that a program under audit may use."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from pydantic import Field

from probe.errors import MissingError
from probe.values.base import Value

OLDEST_VERSION = (9, 0, 4)
"""The oldest release that the counting formula and ``snapshot/1`` are tested with (Debian 12)."""


class Installation(Value):
    """An installed SWI-Prolog: ``library`` is libswipl, ``home`` its home directory."""

    version: tuple[int, int, int]
    executable: str
    library: str
    home: str

    @property
    def name(self) -> str:
        """Name and version, for example ``SWI-Prolog 9.0.4``."""
        return "SWI-Prolog " + ".".join(map(str, self.version))


def install_hint() -> str:
    """Return the command that installs SWI-Prolog on this machine."""
    if sys.platform == "darwin":
        return "brew install swi-prolog"
    if shutil.which("apt-get"):
        return "apt-get install swi-prolog-nox"
    if shutil.which("dnf"):
        return "dnf install pl"
    # The only command that needs neither root nor the system's package manager.
    return "conda install -c conda-forge swi-prolog"


@cache
def find_installation() -> Installation:
    """Return the SWI-Prolog that ``swipl`` on the path belongs to.

    ``LIBSWIPL_PATH`` and ``SWI_HOME_DIR`` override library and home. Raise MissingError, with the command that
    installs it, if there is none, if it is older than 9.0.4, or if it has no shared library.
    """
    executable = shutil.which("swipl")
    if executable is None:
        raise MissingError(f"SWI-Prolog is not installed (no swipl on the path): {install_hint()}")
    variables = _runtime_variables(executable)
    number = int(variables.get("PLVERSION", "0"))
    version = (number // 10_000, number // 100 % 100, number % 100)
    # An older release might count inferences differently, and no later step would notice.
    if version < OLDEST_VERSION:
        installed_version, oldest_version = (".".join(map(str, numbers)) for numbers in (version, OLDEST_VERSION))
        raise MissingError(
            f"SWI-Prolog {installed_version} is too old, {oldest_version} or newer is needed: {install_hint()}"
        )
    home_folder = os.environ.get("SWI_HOME_DIR") or variables.get("PLBASE", "")
    library = os.environ.get("LIBSWIPL_PATH") or _library(variables)
    if not library:
        raise MissingError(f"SWI-Prolog at {executable} has no shared library (libswipl): {install_hint()}")
    return Installation(version=version, executable=executable, library=library, home=home_folder)


def _runtime_variables(executable: str) -> dict[str, str]:
    try:
        # Ask swipl itself, because distributions put the library and the home into different folders.
        result = subprocess.run(
            [executable, "--dump-runtime-variables"], capture_output=True, text=True, timeout=30, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise MissingError(f"SWI-Prolog at {executable} does not run ({error}): {install_hint()}") from error
    return dict(re.findall(r'^(\w+)="(.*)";$', result.stdout, re.MULTILINE))


def _library(variables: dict[str, str]) -> str:
    if variables.get("PLSHARED") == "no":
        return ""
    # Newer releases name the library themselves; older ones only say where it would be.
    library_path = variables.get("PLLIBSWIPL", "")
    if library_path and Path(library_path).exists():
        return library_path
    folder = Path(variables.get("PLBASE", "")) / "lib" / variables.get("PLARCH", "")
    libraries = sorted(folder.glob("libswipl.*"))
    return str(libraries[0]) if libraries else ""


class Limits(Value):
    """Bounds on one request to a worker; exceeding one is contained and reported as data.

    ``inferences`` bounds each search for an answer (published programs need fewer than 200), ``seconds`` the processor
    time of one request, enforced inside Prolog, and ``cpu_seconds`` the same enforced by the kernel, which ends the
    worker. ``deadline`` bounds the wall-clock time, generously: a stopped or starved worker is not the program's fault,
    so its request is tried again on a fresh worker. ``stack_bytes`` bounds Prolog's stacks, ``memory_bytes`` the
    worker's address space, ``text_bytes`` each text. A worker is replaced after ``requests_per_worker`` requests, and
    after every limit. ``lock_files`` uses Landlock if the kernel has it; if it is off, a worker runs as on kernels
    without Landlock.
    """

    inferences: int = Field(default=1_000_000, gt=0)
    seconds: float = Field(default=1.0, gt=0)
    cpu_seconds: float = Field(default=1.3, gt=0)
    deadline: float = Field(default=30.0, gt=0)
    stack_bytes: int = Field(default=64 * 2**20, ge=2**20)
    memory_bytes: int = Field(default=2**30, ge=2**28)
    text_bytes: int = Field(default=64 * 2**10, gt=0)
    requests_per_worker: int = Field(default=5_000, gt=0)
    lock_files: bool = True
