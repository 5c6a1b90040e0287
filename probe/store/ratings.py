"""Raters' answers: one SQLite file in which no answer is ever deleted; undoing only marks answers."""

import hmac
import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from pydantic import ValidationError

from probe.errors import InputError, StoppedError
from probe.store.foreign_file import accept_only_values
from probe.values.base import first_problem
from probe.values.validation import Question, Rating, SampledItem

RATINGS_FILE = "ratings.sqlite"

_LINKS, _FORMS = "link_secret", "form_secret"
"""The settings with the sample's two secrets. Links and forms have one each: no page shows what makes a link."""
_SHARED_SECRET = "token"
"""The setting of earlier versions from which both were made, so that any page gave away every link."""

_SECRETS = frozenset({_LINKS, _FORMS, _SHARED_SECRET})

_TABLES = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE items (number INTEGER PRIMARY KEY, pair_id TEXT NOT NULL UNIQUE, content TEXT NOT NULL);
CREATE TABLE batches (
    id INTEGER PRIMARY KEY, rater TEXT NOT NULL, pair_id TEXT NOT NULL, undone INTEGER NOT NULL DEFAULT 0,
    at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE TABLE answers (
    batch INTEGER NOT NULL REFERENCES batches (id), pair_id TEXT NOT NULL REFERENCES items (pair_id),
    question TEXT NOT NULL, answer TEXT, comment TEXT NOT NULL,
    PRIMARY KEY (batch, pair_id, question)
) WITHOUT ROWID;
CREATE INDEX batches_by_rater ON batches (rater, undone, id);
"""
_INVITATIONS = "CREATE TABLE IF NOT EXISTS invitations (rater TEXT PRIMARY KEY) WITHOUT ROWID"

_CURRENT = """
SELECT rater, pair_id, question, answer, comment FROM (
    SELECT b.rater, a.pair_id, a.question, a.answer, a.comment,
           row_number() OVER (PARTITION BY b.rater, a.pair_id, a.question ORDER BY b.id DESC) AS place
    FROM answers a JOIN batches b ON b.id = a.batch WHERE NOT b.undone AND (?1 IS NULL OR b.rater = ?1)
) WHERE place = 1 AND (answer IS NOT NULL OR comment <> '') ORDER BY rater, pair_id, question
"""


class RatingStore:
    """A validation's sample and all answers. Each call opens the file again; every write is on disk on return."""

    def __init__(self, file: Path) -> None:
        self._file = file
        with self._reading() as database:
            rows = database.execute("SELECT content FROM items ORDER BY number")
            self.items = tuple(SampledItem.model_validate_json(content) for (content,) in rows)
            settings = database.execute("SELECT name, value FROM settings")
            self.settings: Mapping[str, str] = {name: str(value) for name, value in settings if name not in _SECRETS}

    @classmethod
    def create(cls, folder: Path, items: Sequence[SampledItem], settings: dict[str, str]) -> "RatingStore":
        """Begin a validation of ``items``. Raises InputError if ``folder`` already contains another one."""
        file, partial_file = (
            folder / RATINGS_FILE,
            folder / f".{RATINGS_FILE}.part",
        )  # the file appears when it is complete
        if file.exists():
            store = cls.open(folder)
            # A repeated command gets the sample that it created, with the answers so far.
            if [item.pair_id for item in store.items] == [item.pair_id for item in items]:
                return store
            raise InputError(f"{file} contains a different sample: give another folder with --out")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # A killed command may have left a partial file.
            partial_file.unlink(missing_ok=True)
            with closing(sqlite3.connect(partial_file)) as database:
                database.executescript(f"BEGIN; {_TABLES} COMMIT;")
                with database:
                    database.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())
                    database.executemany(
                        "INSERT INTO items VALUES (?, ?, ?)",
                        [(number, item.pair_id, item.model_dump_json()) for number, item in enumerate(items, 1)],
                    )
                database.execute("PRAGMA journal_mode = WAL")  # only now, because the log would not be renamed
            partial_file.replace(file)
        except (OSError, sqlite3.Error) as error:
            for leftover in (
                partial_file,
                *(partial_file.with_name(f"{partial_file.name}{suffix}") for suffix in ("-wal", "-shm", "-journal")),
            ):
                leftover.unlink(missing_ok=True)
            raise InputError(f"{file} cannot be written: {error}") from error
        return cls(file)

    @classmethod
    def open(cls, folder: Path) -> "RatingStore":
        """Open the validation in ``folder``. Raises InputError if there is none."""
        file = folder / RATINGS_FILE
        if not file.is_file():
            raise InputError(f"{folder} contains no validation: make one with probe validate sample")
        return cls(file)

    def save(self, rater: str, ratings: Sequence[Rating]) -> None:
        """Store a rater's answers as one batch, which is undone as a whole; unchanged answers are left out."""
        stored_answers = {
            (rating.pair_id, rating.question): (rating.answer, rating.comment) for rating in self.ratings(rater)
        }
        changed_ratings = [
            rating
            for rating in ratings
            if stored_answers.get((rating.pair_id, rating.question), (None, "")) != (rating.answer, rating.comment)
        ]
        if not changed_ratings:
            return
        with self._writing() as database:
            batch = database.execute(
                "INSERT INTO batches (rater, pair_id) VALUES (?, ?)", (rater, changed_ratings[0].pair_id)
            ).lastrowid
            database.executemany(
                "INSERT INTO answers VALUES (?, ?, ?, ?, ?)",
                [
                    (batch, rating.pair_id, rating.question.value, rating.answer, rating.comment)
                    for rating in changed_ratings
                ],
            )

    def undo(self, rater: str) -> str | None:
        """Undo a rater's last batch and return its pair, None if there is nothing to undo."""
        with self._writing() as database:
            row = database.execute(
                "SELECT id, pair_id FROM batches WHERE rater = ? AND NOT undone ORDER BY id DESC LIMIT 1", (rater,)
            ).fetchone()
            if row is None:
                return None
            database.execute("UPDATE batches SET undone = 1 WHERE id = ?", (row[0],))
            return str(row[1])

    def ratings(self, rater: str | None = None) -> tuple[Rating, ...]:
        """Return the current answers, of one rater or of all: the last answer to each question that was not undone."""
        with self._reading() as database:
            names = ("rater", "pair_id", "question", "answer", "comment")
            rows = database.execute(_CURRENT, (rater,))
            return tuple(_possible(Rating.model_validate(dict(zip(names, row, strict=True)))) for row in rows)

    def raters(self) -> tuple[str, ...]:
        """Return the names of all raters with an answer, sorted."""
        with self._reading() as database:
            return _names(database, "SELECT DISTINCT rater FROM batches ORDER BY rater")

    def progress(self, rater: str) -> dict[str, frozenset[Question]]:
        """Return, by pair, the questions that a rater has answered."""
        answered_questions: dict[str, set[Question]] = {}
        for rating in self.ratings(rater):
            # A comment alone is not an answer.
            if rating.answer is not None:
                answered_questions.setdefault(rating.pair_id, set()).add(rating.question)
        return {pair_id: frozenset(questions) for pair_id, questions in answered_questions.items()}

    def invite(self, raters: Sequence[str]) -> None:
        """Record who may answer by a link; an invitation is never withdrawn."""
        with self._writing() as database:
            database.execute(_INVITATIONS)
            database.executemany("INSERT OR IGNORE INTO invitations VALUES (?)", [(rater,) for rater in raters])

    def invited_raters(self) -> tuple[str, ...]:
        """Return the names of all invited raters, sorted."""
        with self._reading() as database:
            tables = "SELECT 1 FROM sqlite_master WHERE name = 'invitations'"
            if database.execute(tables).fetchone() is None:
                return ()
            return _names(database, "SELECT rater FROM invitations ORDER BY rater")

    def link_key(self, rater: str) -> str:
        """Return the secret part of a rater's link."""
        return self._derived_key(_LINKS, rater)

    def form_token(self, rater: str) -> str:
        """Return the token that a form needs to be accepted as sent from a page of this rater."""
        return self._derived_key(_FORMS, rater)

    def _derived_key(self, secret: str, rater: str) -> str:
        """Return a key that follows from one of the secrets and a rater's name: 32 hex digits of an HMAC."""
        return hmac.new(self._secret(secret).encode(), rater.encode(), "sha256").hexdigest()[:32]

    def _secret(self, name: str) -> str:
        """Return one of the sample's secrets; a sample that has none, or the shared one, gets new ones first."""
        query = "SELECT value FROM settings WHERE name = ?"
        with self._reading() as database:
            row = database.execute(query, (name,)).fetchone()
        if row is None:
            with self._writing() as database:
                database.executemany(
                    # Another process may have created the secrets in the meantime; its links must keep working.
                    "INSERT OR IGNORE INTO settings VALUES (?, ?)",
                    [(setting, secrets.token_hex(32)) for setting in (_LINKS, _FORMS)],
                )
                database.execute("DELETE FROM settings WHERE name = ?", (_SHARED_SECRET,))
                row = database.execute(query, (name,)).fetchone()
        return str(row[0])

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(self._connect()) as database:
                yield database
        except sqlite3.DatabaseError as error:
            raise InputError(f"{self._file} is not a validation: {error}") from error
        except ValidationError as error:
            raise InputError(f"{self._file} is damaged: {first_problem(error)}") from error
        except (ValueError, TypeError) as error:
            raise InputError(f"{self._file} is damaged: {error}") from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(self._connect()) as database:
                database.execute("PRAGMA synchronous = FULL")  # an acknowledged answer survives a power failure
                with database:
                    # Lock from the beginning: a transaction that reads first and writes later can fail when two
                    # raters answer at once.
                    database.execute("BEGIN IMMEDIATE")
                    yield database
        except sqlite3.DatabaseError as error:
            raise StoppedError(f"{self._file} cannot be written: {error}; nothing was lost, try again") from error

    def _connect(self) -> sqlite3.Connection:
        """Open the file, which is never made here. Raises sqlite3.DatabaseError if it is not one of PROBE's."""
        # Raters may save at the same time: each waits up to ten seconds for the others.
        database = sqlite3.connect(f"{self._file.resolve().as_uri()}?mode=rw", timeout=10, uri=True)
        try:
            accept_only_values(database)
        except BaseException:
            database.close()
            raise
        return database


def _possible(rating: Rating) -> Rating:
    """Return a stored rating. Raises ValueError if its question cannot be answered in this way."""
    if rating.answer is not None and rating.answer not in rating.question.answers:
        raise ValueError(f"{rating.answer} is not an answer to the question {rating.question.value}")
    return rating


def _names(database: sqlite3.Connection, query: str) -> tuple[str, ...]:
    """Return the names that ``query`` selects. Raises TypeError if one of them is not text."""
    names = tuple(name for (name,) in database.execute(query))
    if not all(isinstance(name, str) for name in names):
        raise TypeError("a rater's name is not text")
    return names
