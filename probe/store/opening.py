"""Open a run's file, to continue the run or to read it; refuse the file of another run."""

import os
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import JsonValue

from probe.errors import InputError
from probe.store.run_file import FILE_NAME, RUN_FILES, close, connect, lock_folder, refusing_damage
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
    # Lock before the file is opened, so that two processes never migrate or claim it at once.
    lock = lock_folder(folder)
    try:
        database = connect(file)
        try:
            with refusing_damage(file):
                # Do this before the settings are stored: after that, the file would not look empty.
                _refuse_loss(database, file, writes)
                _claim(database, settings, folder, grows)
        except BaseException:
            close(database)
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
    # After a mistake before the first answer, delete the new run file, but never any other files.
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
            f"{file} contains no run, but {existing_name} is beside it:"
            " restore the run file, or give another folder with --out"
        )


def _claim(database: sqlite3.Connection, settings: Settings, folder: Path, grows: Collection[str]) -> None:
    """Claim this file for the run of ``settings``. Raises InputError if it contains another run."""
    settings_in_file = stored_settings(database)
    if (
        settings_in_file
        and settings_in_file != settings
        and settings_in_file.get("kind") == settings.get("kind")
        and _is_empty(database)
    ):
        with database:  # an earlier mistake, such as a wrong address, does not lock the folder
            for name in ("settings", "candidates", "pairs", "plan"):
                database.execute(f"DELETE FROM {name}")
        settings_in_file = {}
    differing_names = (
        [name for name in {**settings_in_file, **settings} if settings_in_file.get(name) != settings.get(name)]
        if settings_in_file
        else []
    )
    conflicting_names = [
        name
        for name in differing_names
        if name not in grows or not covers(settings.get(name), settings_in_file.get(name))
    ]
    if conflicting_names:
        option_order = list(OPTIONS)
        # The message names one difference; contents come last, because their hashes mean nothing to a user.
        name = min(
            conflicting_names,
            key=lambda setting: (
                setting in _CONTENT,
                option_order.index(setting) if setting in option_order else len(option_order),
                setting,
            ),
        )
        difference = _difference(name, settings_in_file.get(name), settings.get(name), grows=name in grows)
        raise InputError(
            f"{folder} belongs to another run: {difference};"
            " repeat its command to resume it, or give another folder with --out"
        )
    if settings_in_file != settings:
        rows = [(name, canonical_json(value)) for name, value in settings.items()]
        with database:
            database.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", rows)


def covers(requested_value: JsonValue, stored_value: JsonValue) -> bool:
    """Whether ``requested_value`` covers ``stored_value``: a number at least as large, a list with all its entries.

    An empty list stands for all entries.
    """
    if stored_value is None or requested_value == stored_value:
        return True
    if isinstance(stored_value, dict) and isinstance(requested_value, dict):
        return all(covers(requested_value.get(name), value) for name, value in stored_value.items())
    if isinstance(stored_value, list) and isinstance(requested_value, list):
        return not requested_value or (bool(stored_value) and all(value in requested_value for value in stored_value))
    return isinstance(stored_value, int) and isinstance(requested_value, int) and requested_value >= stored_value


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


def _difference(name: str, stored_value: JsonValue, requested_value: JsonValue, *, grows: bool) -> str:
    """Return in the words of the command line how a setting differs; one that ``grows`` has become smaller."""
    if name == "kind" or name in _CONTENT:
        return (
            f"it was made by probe {stored_value}"
            if name == "kind"
            else f"{_CONTENT[name]} differ from those of that run"
        )
    if name == "mitigations" and isinstance(stored_value, dict) and isinstance(requested_value, dict):
        mitigation = next(key for key, value in stored_value.items() if requested_value.get(key) != value)
        change = "has a different text now" if mitigation in requested_value else "is left out: a run can only grow"
        return f"its --mitigation {mitigation} {change}"
    if isinstance(stored_value, dict) and isinstance(requested_value, dict):  # the roles of a generation
        role = next(key for key, value in stored_value.items() if not covers(requested_value.get(key), value))
        return _difference(
            role.removesuffix("s"), stored_value.get(role), requested_value.get(role), grows=role == "authors"
        )
    option = {"polisher": "--polish"}.get(name) or OPTIONS.get(name) or "--" + name.replace("_", "-")
    if stored_value in (None, "") or requested_value in (None, ""):
        return (
            f"it has no {option}"
            if stored_value in (None, "")
            else f"its {option} is {_value_text(stored_value)}, but this command gives none"
        )
    if grows:
        missing_part = f"{_value_text(requested_value)} leaves some of that out"
        return f"its {option} is {_value_text(stored_value)}, but {missing_part}: a run can only grow"
    return f"its {option} is {_value_text(stored_value)}, not {_value_text(requested_value)}"


def _value_text(value: JsonValue) -> str:
    # An empty list means all.
    text = (",".join(map(str, value)) or "all") if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
