"""Open a run's file, to continue the run or to read it; refuse the file of another run."""

import fcntl
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pydantic import JsonValue

from probe.errors import InputError
from probe.store.run_store import RunStore, Settings, stored_settings
from probe.values import canonical_json

MIGRATIONS: tuple[tuple[str, str], ...] = (
    (
        "001-run-calls-candidates-decisions",
        """
        CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

        CREATE TABLE calls (
            key TEXT PRIMARY KEY,
            provider TEXT NOT NULL, endpoint TEXT NOT NULL, model TEXT NOT NULL,
            purpose TEXT NOT NULL, run INTEGER NOT NULL, attempt INTEGER NOT NULL,
            request TEXT NOT NULL, answer TEXT NOT NULL,
            prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, latency REAL NOT NULL,
            answered_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
        );

        CREATE TABLE losses (
            provider TEXT NOT NULL, endpoint TEXT NOT NULL, model TEXT NOT NULL, answer TEXT NOT NULL,
            prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL
        );

        CREATE TABLE candidates (
            id INTEGER PRIMARY KEY,
            bias TEXT NOT NULL, author TEXT NOT NULL, expansion INTEGER NOT NULL, position INTEGER NOT NULL,
            state TEXT NOT NULL, stage TEXT, reason TEXT, content TEXT NOT NULL,
            UNIQUE (bias, author, expansion, position)
        );

        CREATE TABLE stage_results (
            candidate INTEGER NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            stage TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, evidence TEXT NOT NULL,
            PRIMARY KEY (candidate, ordinal)
        ) WITHOUT ROWID;

        CREATE TABLE pairs (id TEXT PRIMARY KEY, ordinal INTEGER NOT NULL, content TEXT NOT NULL) WITHOUT ROWID;

        CREATE TABLE decisions (
            pair_id TEXT NOT NULL, arm TEXT NOT NULL, run INTEGER NOT NULL,
            decision TEXT NOT NULL, exchanged INTEGER NOT NULL, kept_order INTEGER NOT NULL, explanation TEXT NOT NULL,
            PRIMARY KEY (pair_id, arm, run)
        ) WITHOUT ROWID;
        """,
    ),
    (
        "002-awareness-votes",
        """
        CREATE TABLE awareness_votes (
            pair_id TEXT NOT NULL, explanation TEXT NOT NULL, judge TEXT NOT NULL, question TEXT NOT NULL,
            run INTEGER NOT NULL, vote TEXT NOT NULL, said TEXT NOT NULL, prompt TEXT NOT NULL,
            PRIMARY KEY (pair_id, explanation, judge, question, run)
        ) WITHOUT ROWID;
        """,
    ),
    (
        "003-analysis-plan",
        """
        CREATE TABLE plan (
            content TEXT NOT NULL,
            decisions_before INTEGER NOT NULL,
            registered_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
        );
        """,
    ),
    ("004-label", "CREATE TABLE label (text TEXT NOT NULL);"),
    (
        "005-decisions-on-a-scale",  # ``decision`` has no type: it is an index, or the text unparsed
        """
        ALTER TABLE decisions RENAME TO letters;

        CREATE TABLE decisions (
            item_id TEXT NOT NULL, arm TEXT NOT NULL, run INTEGER NOT NULL, mitigation TEXT NOT NULL,
            turn INTEGER NOT NULL, decision NOT NULL, probabilities TEXT,
            exchanged INTEGER NOT NULL, kept_order INTEGER NOT NULL, explanation TEXT NOT NULL,
            PRIMARY KEY (item_id, arm, run, mitigation, turn)
        ) WITHOUT ROWID;

        INSERT INTO decisions
            SELECT pair_id, arm, run, 'none', 0,
                CASE decision WHEN 'A' THEN 0 WHEN 'B' THEN 1 ELSE decision END, NULL,
                exchanged, kept_order, explanation
            FROM letters;

        DROP TABLE letters;
        """,
    ),
    (
        "006-batches",
        """
        CREATE TABLE batches (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            model TEXT NOT NULL, endpoint TEXT NOT NULL, left_out TEXT NOT NULL,
            file_id TEXT, batch_id TEXT, prepared REAL NOT NULL
        );

        CREATE TABLE batch_calls (
            batch INTEGER NOT NULL REFERENCES batches (number) ON DELETE CASCADE,
            key TEXT NOT NULL, request TEXT NOT NULL,
            PRIMARY KEY (batch, key)
        ) WITHOUT ROWID;
        """,
    ),
)


def migrate(database: sqlite3.Connection) -> None:
    """Apply the pending migrations to this file, each in one transaction."""
    database.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) WITHOUT ROWID")
    applied = {name for (name,) in database.execute("SELECT name FROM migrations")}
    for name, script in MIGRATIONS:
        if name not in applied:
            database.executescript(f"BEGIN; {script} INSERT INTO migrations VALUES ('{name}'); COMMIT;")


FILE_NAME = "run.sqlite"


@contextmanager
def open_run(folder: Path, settings: Settings, grows: Collection[str] = ()) -> Iterator[RunStore]:
    """Continue the run in ``folder``, or begin it.

    The settings named in ``grows`` say how much there is to do: a run that has less goes on with more (``covers``).
    Raises InputError if the folder cannot be written, contains a run with other settings, or is in use by another
    process.
    """
    file, made = folder / FILE_NAME, not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "run.lock").open("a", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}; give another folder with --out") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise InputError(f"{folder} is in use by another probe: wait for it, or give another folder") from error
    try:
        database = _connect(file)
        _claim(database, settings, folder, grows)
    except BaseException:
        lock.close()
        raise
    store = RunStore(database, settings, lock)
    try:
        yield store
    except BaseException:
        _leave_nothing(database, folder, made=made)
        raise
    finally:
        store.close()


_BESIDE = frozenset({FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm", "run.lock"})
_VALUABLE = (
    "SELECT 1 FROM calls UNION ALL SELECT 1 FROM losses UNION ALL SELECT 1 FROM decisions"
    " UNION ALL SELECT 1 FROM awareness_votes UNION ALL SELECT 1 FROM batches"
    " UNION ALL SELECT 1 FROM candidates WHERE state = 'accepted'"
    " UNION ALL SELECT 1 FROM pairs, settings WHERE name = 'kind' AND value = '\"generate\"' LIMIT 1"
)


def _is_empty(database: sqlite3.Connection) -> bool:
    """Whether a run has no answer, batch, decision, vote, accepted candidate or item that it made."""
    return database.execute(_VALUABLE).fetchone() is None


def _leave_nothing(database: sqlite3.Connection, folder: Path, *, made: bool) -> None:
    """Remove an empty run from a folder without other files; also the folder, if this run ``made`` it."""
    if not folder.is_dir() or not {file.name for file in folder.iterdir()} <= _BESIDE or not _is_empty(database):
        return
    database.close()
    for name in _BESIDE:
        (folder / name).unlink(missing_ok=True)
    if made:
        folder.rmdir()


@contextmanager
def read_run(folder: Path) -> Iterator[RunStore]:
    """Open a finished or running run for reading. Raises InputError if ``folder`` contains none."""
    with reading(folder) as database:
        yield RunStore(database, stored_settings(database))


@contextmanager
def reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open a run's file for reading. Raises InputError if ``folder`` contains none, or a file of another kind."""
    file = folder / FILE_NAME
    if not file.is_file():
        raise InputError(f"{folder} contains no run: {FILE_NAME} is missing; give the --out folder of a run")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            yield database
    except sqlite3.DatabaseError as error:
        raise InputError(f"{file} is not a run file: {error}") from error


def _connect(file: Path) -> sqlite3.Connection:
    try:
        database = sqlite3.connect(file)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")  # safe against a crash, not against a power failure
        database.execute("PRAGMA foreign_keys = ON")
        migrate(database)
    except sqlite3.DatabaseError as error:
        raise InputError(f"{file} cannot be used as a run file: {error}; give another folder with --out") from error
    return database


def _claim(database: sqlite3.Connection, settings: Settings, folder: Path, grows: Collection[str]) -> None:
    """Make the run in this file the one of ``settings``. Raises InputError if it is another one."""
    stored = stored_settings(database)
    if stored and stored != settings and stored.get("kind") == settings.get("kind") and _is_empty(database):
        with database:  # an earlier mistake, such as a wrong address, does not lock the folder
            for name in ("settings", "candidates", "pairs", "plan"):
                database.execute(f"DELETE FROM {name}")
        stored = {}
    differing = [name for name in {**stored, **settings} if stored.get(name) != settings.get(name)] if stored else []
    refused = [name for name in differing if name not in grows or not covers(settings.get(name), stored.get(name))]
    if refused:
        known = list(OPTIONS)
        name = min(refused, key=lambda one: (one in _CONTENT, known.index(one) if one in known else len(known), one))
        difference = _difference(name, stored.get(name), settings.get(name), grows=name in grows)
        raise InputError(
            f"{folder} belongs to another run: {difference};"
            " repeat its command to resume it, or give another folder with --out"
        )
    if stored != settings:
        rows = [(name, canonical_json(value)) for name, value in settings.items()]
        with database:
            database.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", rows)


def covers(given: JsonValue, stored: JsonValue) -> bool:
    """Whether ``given`` asks for everything that ``stored`` has: at least its number, and all its entries.

    An empty list has all entries that there are.
    """
    if stored is None or given == stored:
        return True
    if isinstance(stored, dict) and isinstance(given, dict):
        return all(covers(given.get(name), value) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(given, list):
        return not given or (bool(stored) and all(value in given for value in stored))
    return isinstance(stored, int) and isinstance(given, int) and given >= stored


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
"""What the user calls a setting, the most telling first; others are called like their options."""
_CONTENT = {
    "dataset": "DATASET, or its --limit: texts that this run has already asked about",
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


def _difference(name: str, stored: JsonValue, given: JsonValue, *, grows: bool) -> str:
    """Return in the words of the command line how a setting differs; one that ``grows`` has become smaller."""
    if name == "kind" or name in _CONTENT:
        return f"it was made by probe {stored}" if name == "kind" else f"{_CONTENT[name]} differ from those of that run"
    if name == "mitigations" and isinstance(stored, dict) and isinstance(given, dict):
        one = next(key for key, value in stored.items() if given.get(key) != value)
        change = "has another text now" if one in given else "is left out: a run only grows"
        return f"its --mitigation {one} {change}"
    if isinstance(stored, dict) and isinstance(given, dict):  # the roles of a generation
        role = next(key for key, value in stored.items() if not covers(given.get(key), value))
        return _difference(role.removesuffix("s"), stored.get(role), given.get(role), grows=role == "authors")
    option = {"polisher": "--polish"}.get(name) or OPTIONS.get(name) or "--" + name.replace("_", "-")
    if stored in (None, "") or given in (None, ""):
        return (
            f"it has no {option}"
            if stored in (None, "")
            else f"its {option} is {_shown(stored)}, and this command gives none"
        )
    if grows:
        return f"its {option} is {_shown(stored)}, and {_shown(given)} leaves some of that out: a run only grows"
    return f"its {option} is {_shown(stored)}, not {_shown(given)}"


def _shown(value: JsonValue) -> str:
    text = (",".join(map(str, value)) or "all") if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
