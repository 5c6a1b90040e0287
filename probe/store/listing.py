"""A list of dilemmas in a temporary database, which the system deletes: filtered, searched and paged there."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

_TABLES = """
CREATE TABLE dilemmas (
    position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, bias TEXT NOT NULL, tier TEXT NOT NULL,
    author TEXT NOT NULL, failing TEXT
);
CREATE TABLE contents (position INTEGER PRIMARY KEY, pair TEXT NOT NULL, words TEXT NOT NULL);
CREATE TABLE failures (position INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (name, position)) WITHOUT ROWID;
CREATE TABLE flips (position INTEGER NOT NULL, subject TEXT NOT NULL, PRIMARY KEY (subject, position)) WITHOUT ROWID;
CREATE INDEX checked ON dilemmas (failing);
CREATE INDEX biases ON dilemmas (bias);
CREATE INDEX tiers ON dilemmas (tier);
CREATE INDEX authors ON dilemmas (author);
"""
_COLUMNS = ("bias", "tier", "author")
_ROW = """
SELECT id, tier, failing, pair, (SELECT json_group_array(subject) FROM flips WHERE flips.position = d.position)
FROM dilemmas AS d JOIN contents USING (position)
"""


class ListingEntry(NamedTuple):
    """One dilemma: ``pair`` and ``words``, its searchable text, as given; ``failing`` is None until checked."""

    id: str
    bias: str
    tier: str
    author: str
    failing: Sequence[str] | None
    pair: str
    words: str
    flipped_subjects: Sequence[str]


class ListedDilemma(NamedTuple):
    """One dilemma of a selection."""

    id: str
    tier: str
    failing: tuple[str, ...] | None
    pair: str
    flipped_subjects: tuple[str, ...]


class ListedSelection(NamedTuple):
    """A selection: values of columns, a check that fails, whether any check fails, a subject that flips, and words."""

    columns: Mapping[str, str] = {}
    check: str = ""
    fails: bool | None = None
    flipped_subject: str = ""
    words: Sequence[str] = ()


class Listing:
    """Dilemmas in the order in which they were added. Memory does not grow with their number."""

    def __init__(self) -> None:
        # A database without a name is a temporary file, which SQLite deletes when it is closed.
        self._database = sqlite3.connect("", check_same_thread=False, isolation_level=None)
        self._database.executescript(_TABLES)

    def add(self, dilemmas: Iterable[ListingEntry]) -> None:
        """Add dilemmas."""
        self._database.execute("BEGIN")
        for position, dilemma in enumerate(dilemmas):
            row = (position, dilemma.id, dilemma.bias, dilemma.tier, dilemma.author, None)
            self._database.execute("INSERT INTO dilemmas VALUES (?, ?, ?, ?, ?, ?)", row)
            self._database.execute("INSERT INTO contents VALUES (?, ?, ?)", (position, dilemma.pair, dilemma.words))
            flips = [(position, subject) for subject in dilemma.flipped_subjects]
            self._database.executemany("INSERT INTO flips VALUES (?, ?)", flips)
            if dilemma.failing is not None:
                self._record_failures(position, dilemma.failing)
        self._database.execute("COMMIT")

    def note(self, pair_id: str, tier: str, failing: Sequence[str]) -> None:
        """Record the result of a check."""
        (position,) = self._database.execute("SELECT position FROM dilemmas WHERE id = ?", [pair_id]).fetchone()
        self._database.execute("DELETE FROM failures WHERE position = ?", [position])
        self._database.execute("UPDATE dilemmas SET tier = ? WHERE position = ?", [tier, position])
        self._record_failures(position, failing)

    def find(self, pair_id: str) -> ListedDilemma | None:
        """Return one dilemma, None if there is none with this id."""
        return next(self._dilemmas(f"{_ROW} WHERE id = ?", [pair_id]), None)

    def select(self, selection: ListedSelection, limit: int = -1, offset: int = 0) -> list[ListedDilemma]:
        """Return the selected dilemmas in order, at most ``limit`` after the first ``offset``."""
        condition, values = _condition(selection)
        # Select positions first, so that only the long texts of this page are read.
        page = f"SELECT position FROM dilemmas AS d WHERE {condition} ORDER BY position LIMIT ? OFFSET ?"
        return list(self._dilemmas(f"{_ROW} WHERE position IN ({page}) ORDER BY position", [*values, limit, offset]))

    def count(self, selection: ListedSelection) -> int:
        """Return how many dilemmas are selected."""
        condition, values = _condition(selection)
        cursor = self._database.execute(f"SELECT count(*) FROM dilemmas AS d WHERE {condition}", values)
        return int(cursor.fetchone()[0])

    def neighbours(self, selection: ListedSelection, pair_id: str) -> tuple[str | None, str | None]:
        """Return the selected ids before and after a dilemma; None at either end, or if it is not selected."""
        condition, values = _condition(selection)
        query = f"SELECT position FROM dilemmas AS d WHERE {condition} AND id = ?"
        if (position_row := self._database.execute(query, [*values, pair_id]).fetchone()) is None:
            return None, None
        directions = (("<", "DESC"), (">", "ASC"))
        neighbours = [
            self._database.execute(
                f"SELECT id FROM dilemmas AS d WHERE {condition} AND position {sign} ?"
                f" ORDER BY position {order} LIMIT 1",
                [*values, *position_row],
            ).fetchone()
            for sign, order in directions
        ]
        previous_id, next_id = (row[0] if row else None for row in neighbours)
        return previous_id, next_id

    def unchecked_pairs(self) -> Iterator[str]:
        """Yield the pairs that are not checked when their turn comes."""
        last_position = -1
        query = f"{_ROW} WHERE failing IS NULL AND position > ? ORDER BY position LIMIT 1"
        position_query = "SELECT position FROM dilemmas WHERE id = ?"
        # Query each item separately, because a page opened meanwhile may have checked the next one.
        while (dilemma := next(self._dilemmas(query, [last_position]), None)) is not None:
            (last_position,) = self._database.execute(position_query, [dilemma.id]).fetchone()
            yield dilemma.pair

    def failures(self) -> list[tuple[str, int]]:
        """Return each check that fails and for how many dilemmas, the most frequent first."""
        query = "SELECT name, count(*) AS number FROM failures GROUP BY name ORDER BY number DESC, min(position), name"
        return [(name, number) for name, number in self._database.execute(query)]

    def values(self, column: str) -> list[str]:
        """Return the values of ``bias``, ``tier`` or ``author``, sorted."""
        # The name becomes part of the query.
        assert column in _COLUMNS
        return [value for (value,) in self._database.execute(f"SELECT DISTINCT {column} FROM dilemmas ORDER BY 1")]

    def close(self) -> None:
        """Delete the database."""
        self._database.close()

    def _record_failures(self, position: int, failing: Sequence[str]) -> None:
        self._database.execute(
            "UPDATE dilemmas SET failing = ? WHERE position = ?", [json.dumps(list(failing)), position]
        )
        rows = [(position, name) for name in failing]
        self._database.executemany("INSERT OR IGNORE INTO failures VALUES (?, ?)", rows)

    def _dilemmas(self, query: str, values: Sequence[object]) -> Iterator[ListedDilemma]:
        for pair_id, tier, failing, pair, flipped_json in self._database.execute(query, values):
            checks = None if failing is None else tuple(json.loads(failing))
            yield ListedDilemma(pair_id, tier, checks, pair, tuple(json.loads(flipped_json)))


def _condition(selection: ListedSelection) -> tuple[str, list[object]]:
    """Return the condition of a selection, and its values. Words are searched last: they are the slowest."""
    terms: list[tuple[str, object]] = [(f"d.{column} = ?", selection.columns[column]) for column in selection.columns]
    assert set(selection.columns) <= set(_COLUMNS)
    if selection.check:
        terms.append(("d.position IN (SELECT position FROM failures WHERE name = ?)", selection.check))
    if selection.fails is not None:
        terms.append((f"d.failing {'<>' if selection.fails else '='} ?", "[]"))
    if selection.flipped_subject:
        terms.append(("d.position IN (SELECT position FROM flips WHERE subject = ?)", selection.flipped_subject))
    word_condition = "(SELECT instr(words, ?) FROM contents AS c WHERE c.position = d.position) > 0"
    terms += [(word_condition, word) for word in selection.words]
    return " AND ".join(term for term, _ in terms) or "TRUE", [value for _, value in terms]
