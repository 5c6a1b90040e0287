"""Every error that PROBE raises on purpose, in one tree.

    ProbeError
     ├── InputError        a file, flag or text that cannot be used            exit 2
     │    ├── CorpusError     a folder or file of content with one or more problems
     │    ├── ParameterError  a parameter that a Python function lacks; also a TypeError
     │    └── UnreadableError  a file that cannot be read
     ├── MissingError      SWI-Prolog, an API key, a model's weights: absent   exit 3
     └── StoppedError      the work stopped and can be resumed                 exit 4
          ├── BudgetError     --max-calls or --max-usd is spent
          └── ModelFault      a provider did not answer; never an answer itself
               ├── FatalModelFault   asking again cannot help (bad key, quota, unknown model)
               └── PendingFault      a batch of calls is not answered yet

An error's text is one line: what is wrong, where, and how to fix it. The command line prints it to standard error and
ends with the class's ``exit_code``; a traceback means a bug in PROBE. A flaw in a program or an answer under audit is
data (a diagnostic, a rejected candidate), never one of these errors.
"""

import signal
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, TypeVar


def choose(name: str, choices: Iterable[str], similarity: float = 0.6) -> str:
    """Return what to write instead of ``name``: the similar choice, otherwise all of them.

    ``similarity`` is the lowest ratio of difflib, 0 to 1, at which they count as similar.
    """
    names = list(choices)
    matches = get_close_matches(name, names, n=1, cutoff=similarity)
    return f"did you mean {matches[0]!r}?" if matches else f"choose among {', '.join(names)}"


class ProbeError(Exception):
    """An error that the user can fix; its text is one line."""

    exit_code = 2


class InputError(ProbeError):
    """A file, flag or text that cannot be used as it is; ``problems`` lists what is wrong, one line each."""

    @property
    def problems(self) -> tuple[str, ...]:
        """The lines."""
        return (str(self),)


class ParameterError(InputError, TypeError):
    """A parameter that a Python function lacks: a TypeError, as everywhere in Python, with the likely name."""


class CorpusError(InputError):
    """A folder or file of content that cannot be used, for one reason or several."""

    def __init__(self, problems: Sequence[str], container: Literal["folder", "file"] = "folder"):
        self._problems = tuple(problems)
        further_count = len(self._problems) - 1
        suffix = (
            ""
            if not further_count
            else f" (and {further_count} more {'problem' if further_count == 1 else 'problems'} in this {container})"
        )
        super().__init__(f"{self._problems[0]}{suffix}")

    @property
    def problems(self) -> tuple[str, ...]:
        """All problems, one line each."""
        return self._problems


class UnreadableError(InputError):
    """A file that cannot be read; ``problem`` and ``fix``, which may be empty, are the parts of its line."""

    def __init__(self, file: Path, problem: str, fix: str = ""):
        self.file, self.problem, self.fix = file, problem, fix
        super().__init__(f"{file} {problem}{'; ' if fix else ''}{fix}")


class MissingError(ProbeError):
    """Something outside the project that must be installed or set."""

    exit_code = 3


class StoppedError(ProbeError):
    """The work stopped early; the same command resumes it."""

    exit_code = 4


class BudgetError(StoppedError):
    """The user's limit on calls or money is reached."""


class ModelFault(StoppedError):
    """A model did not answer: network, server or truncation. A fault is never an answer.

    ``refused``: the server refuses this request and would refuse it again; it may answer others.
    """

    def __init__(self, message: str, *, refused: bool = False) -> None:
        super().__init__(message)
        self.refused = refused


class FatalModelFault(ModelFault):
    """A model will not answer, however often you ask: bad key, exhausted quota, unknown model."""


class PendingFault(ModelFault):
    """A provider has not answered a batch of calls yet; the same command collects the answers later."""


Error = TypeVar("Error", bound=ProbeError)


def kill_error(description: str, returncode: int | None) -> StoppedError | None:
    """Return the error for a process that a signal ended at its start, None if it exited or still runs."""
    if returncode is None or returncode >= 0:
        return None
    ending = how_ended(returncode)
    return StoppedError(
        f"{description} was killed {ending} while it started, twice (out of memory?): repeat the command"
    )


def how_ended(returncode: int) -> str:
    """Return how a process ended: by the name of a signal, or with its exit code."""
    if returncode >= 0:
        return f"with exit code {returncode}"
    try:
        return f"by {signal.Signals(-returncode).name}"
    # Python has no names for most real-time signals.
    except ValueError:
        return f"by signal {-returncode}"


def first_of(group: BaseExceptionGroup[Error]) -> Error:
    """Return the first error in a tree of groups: tasks that stop together have the same reason."""
    first: BaseExceptionGroup[Error] | Error = group
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return first


def single_error(error: BaseException) -> BaseException:
    """Return the one error to report if tasks failed together or a package cannot be imported.

    A group that contains a ProbeError becomes that error; a missing or broken third-party package becomes MissingError.
    Any other error is returned unchanged.
    """
    first_error = error
    while isinstance(first_error, BaseExceptionGroup):
        # An error that the user can fix is more useful than the failures that came with it.
        first_error = next(
            (failure for failure in first_error.exceptions if isinstance(failure, ProbeError)),
            first_error.exceptions[0],
        )
    if isinstance(first_error, ProbeError):
        return first_error
    # A missing module of PROBE is a bug and keeps its traceback.
    if isinstance(first_error, ImportError) and not (first_error.name or "").startswith("probe"):
        reason = " ".join(str(first_error).split())
        package = (first_error.name or "a package").partition(".")[0]
        return MissingError(f"{package} is missing or broken ({reason}): probe doctor shows how to install it")
    return error
