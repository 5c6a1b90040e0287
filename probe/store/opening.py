"""Open a run's file, to continue the run or to read it; refuse the file of another run."""

import os
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import JsonValue

from probe.errors import InputError
from probe.store.run_file import FILE_NAME, RUN_FILES, connect, leave, lock_folder, refusing_damage
from probe.store.run_store import RunStore, Settings, stored_settings
from probe.values import canonical_json


@contextmanager
def open_run(
    folder: Path, settings: Settings, grows: Collection[str] = (), writes: Collection[str] = ()
) -> Iterator[RunStore]:
    """Continue the run in ``folder``, or begin it.

    The settings named in ``grows`` say how much there is to do: a run that has less continues with more (``covers``).
    ``writes`` names the files that the run makes beside its own. Raises InputError if the folder cannot be written,
    contains a run with other settings, a damaged one, or such files without their run, or is in use by another process.
    """
    file, folder_is_new = folder / FILE_NAME, not folder.exists()
    # Before the file is opened, so that two processes never migrate or claim it at once.
    lock = lock_folder(folder)
    try:
        database = connect(file)
        try:
            with refusing_damage(file):
                # Before the settings are stored, after which the file would no longer look empty.
                _refuse_loss(database, file, writes)
                _claim(database, settings, folder, grows)
        except BaseException:
            leave(database)
            raise
    except BaseException:
        lock.close()
        raise
    store = RunStore(file, database, settings, lock)
    try:
        yield store
    except BaseException:
        with suppress(sqlite3.Error):  # a file that cannot be read now stays
            _leave_nothing(database, folder, folder_is_new=folder_is_new)
        raise
    finally:
        store.close()


_VALUABLE = (
    "SELECT 1 FROM calls UNION ALL SELECT 1 FROM losses UNION ALL SELECT 1 FROM decisions"
    " UNION ALL SELECT 1 FROM awareness_votes UNION ALL SELECT 1 FROM batches"
    " UNION ALL SELECT 1 FROM candidates WHERE state = 'accepted'"
    " UNION ALL SELECT 1 FROM pairs, settings WHERE name = 'kind' AND value = '\"generate\"' LIMIT 1"
)


def _is_empty(database: sqlite3.Connection) -> bool:
    """Whether a run has no answer, batch, decision, vote, accepted candidate or item that it made."""
    return database.execute(_VALUABLE).fetchone() is None


def _leave_nothing(database: sqlite3.Connection, folder: Path, *, folder_is_new: bool) -> None:
    """Remove an empty run from a folder without other files, and the folder itself if ``folder_is_new``."""
    # A mistake before the first answer leaves no trace, but never at the cost of other files.
    if not folder.is_dir() or not {file.name for file in folder.iterdir()} <= RUN_FILES or not _is_empty(database):
        return
    database.close()
    for name in RUN_FILES:
        (folder / name).unlink(missing_ok=True)
    if folder_is_new:
        folder.rmdir()


def _refuse_loss(database: sqlite3.Connection, file: Path, writes: Collection[str]) -> None:
    """Raise InputError if the run file is empty but a run's outputs are beside it: they would be paid for again."""
    existing_name = next((name for name in writes if os.path.lexists(file.with_name(name))), None)
    if existing_name and not stored_settings(database):
        raise InputError(
            f"{file} contains no run, and {existing_name} is beside it:"
            " restore the run file, or give another folder with --out"
        )


def _claim(database: sqlite3.Connection, settings: Settings, folder: Path, grows: Collection[str]) -> None:
    """Claim this file for the run of ``settings``. Raises InputError if it contains another run."""
    stored = stored_settings(database)
    if stored and stored != settings and stored.get("kind") == settings.get("kind") and _is_empty(database):
        with database:  # an earlier mistake, such as a wrong address, does not lock the folder
            for name in ("settings", "candidates", "pairs", "plan"):
                database.execute(f"DELETE FROM {name}")
        stored = {}
    differing_names = (
        [name for name in {**stored, **settings} if stored.get(name) != settings.get(name)] if stored else []
    )
    conflicting_names = [
        name for name in differing_names if name not in grows or not covers(settings.get(name), stored.get(name))
    ]
    if conflicting_names:
        option_order = list(OPTIONS)
        # One difference is enough for a message; contents come last, since their hashes mean nothing to a user.
        name = min(
            conflicting_names,
            key=lambda setting: (
                setting in _CONTENT,
                option_order.index(setting) if setting in option_order else len(option_order),
                setting,
            ),
        )
        difference = _difference(name, stored.get(name), settings.get(name), grows=name in grows)
        raise InputError(
            f"{folder} belongs to another run: {difference};"
            " repeat its command to resume it, or give another folder with --out"
        )
    if stored != settings:
        rows = [(name, canonical_json(value)) for name, value in settings.items()]
        with database:
            database.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", rows)


def covers(requested: JsonValue, stored: JsonValue) -> bool:
    """Whether ``requested`` asks for everything that ``stored`` has: at least its number, and all its entries.

    An empty list has all entries that there are.
    """
    if stored is None or requested == stored:
        return True
    if isinstance(stored, dict) and isinstance(requested, dict):
        return all(covers(requested.get(name), value) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(requested, list):
        return not requested or (bool(stored) and all(value in requested for value in stored))
    return isinstance(stored, int) and isinstance(requested, int) and requested >= stored


OPTIONS = {
    "kind": "the command",
    "protocol": "--protocol",
    "subject": "--model",
    "model": "--model",
    "author": "--author",
    "judge": "--judge",
    "decider": "--decider",
    "logprobs": "--logprobs",
    "runs": "--runs",
    "arms": "--arms",
    "mitigations": "--mitigation",
    "per_bias": "--per-bias",
    "biases": "--bias",
    "tries": "--tries",
    "kinds": "--kind",
}
"""The users' names of settings, the most informative first; other settings are named like their options."""
_CONTENT = {
    "dataset": "the texts of DATASET that this run has already asked about (another DATASET, edited texts, or a "
    "smaller --limit)",
    "advocacy": "the recommendations in DATASET, or their prompts (--prompts)",
    "prompt": "the prompts (--prompts)",
    "prompts": "the prompts (--prompts)",
    "seeds": "the seeds (--seeds)",
    "sheets": "the biases of the seeds (--seeds)",
    "cascade": "the stages or thresholds (--cascade, --profile)",
    "libraries": "the grammar's library or options (--author, --seed)",
    "against": "the datasets of --against",
    "content": "the content of the domain (--seeds)",
    "questions": "the number of questions",
}
"""Settings that are stored as fingerprints or follow from others: their values mean nothing to a user."""


def _difference(name: str, stored: JsonValue, requested: JsonValue, *, grows: bool) -> str:
    """Return in the words of the command line how a setting differs; one that ``grows`` has become smaller."""
    if name == "kind" or name in _CONTENT:
        return f"it was made by probe {stored}" if name == "kind" else f"{_CONTENT[name]} differ from those of that run"
    if name == "mitigations" and isinstance(stored, dict) and isinstance(requested, dict):
        mitigation = next(key for key, value in stored.items() if requested.get(key) != value)
        change = "has another text now" if mitigation in requested else "is left out: a run only grows"
        return f"its --mitigation {mitigation} {change}"
    if isinstance(stored, dict) and isinstance(requested, dict):  # the roles of a generation
        role = next(key for key, value in stored.items() if not covers(requested.get(key), value))
        return _difference(role.removesuffix("s"), stored.get(role), requested.get(role), grows=role == "authors")
    option = {"polisher": "--polish"}.get(name) or OPTIONS.get(name) or "--" + name.replace("_", "-")
    if stored in (None, "") or requested in (None, ""):
        return (
            f"it has no {option}"
            if stored in (None, "")
            else f"its {option} is {_shown(stored)}, and this command gives none"
        )
    if grows:
        return f"its {option} is {_shown(stored)}, and {_shown(requested)} leaves some of that out: a run only grows"
    return f"its {option} is {_shown(stored)}, not {_shown(requested)}"


def _shown(value: JsonValue) -> str:
    # An empty list stands for all that there are.
    text = (",".join(map(str, value)) or "all") if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
