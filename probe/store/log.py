"""Read the calls of a run's file."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from probe.store.paid import token_count
from probe.store.run_file import reading
from probe.values import Candidate, CandidateState
from probe.values.log import FailedCall, LostAnswers, StoredCall

_COLUMNS = "c.rowid, c.provider, c.endpoint, c.model, c.request, c.answer, c.answered_at"
_FAILED_COLUMNS = ("provider", "endpoint", "model", "request", "reason", "failed_at")
_REPEATED_MENTION = """EXISTS (SELECT 1 FROM calls d WHERE d.model = c.model AND d.purpose = c.purpose AND d.run = c.run
 AND d.attempt = c.attempt + 1 AND d.attempt IN (SELECT DISTINCT attempt FROM calls)
 AND json_extract(d.request, '$.messages') = json_extract(c.request, '$.messages'))"""
"""Whether the question was asked once more; most questions have no second attempt, so this is looked up rarely."""


def call_numbers(folder: Path, purpose: str = "", words: Sequence[str] = ()) -> list[int]:
    """Return the numbers of the calls of one ``purpose`` (all by default) that contain all ``words``, in any case.

    Raises InputError if ``folder`` contains no run.
    """
    with reading(folder) as database:
        # SQLite's own lower() changes ASCII letters only.
        database.create_function("folded", 1, str.casefold, deterministic=True)
        word_conditions = "".join(" AND instr(folded(request || answer), ?) > 0" for _ in words)
        query = f"SELECT rowid FROM calls WHERE (?1 = '' OR purpose = ?1){word_conditions} ORDER BY rowid"
        rows = database.execute(query, (purpose, *(_as_stored(word) for word in words)))
        return [number for (number,) in rows]


def _as_stored(word: str) -> str:
    """Return ``word`` as it is written in the file's JSON, in lower case."""
    return json.dumps(word, ensure_ascii=False)[1:-1].casefold()


def calls(folder: Path, numbers: Sequence[int]) -> Iterator[StoredCall]:
    """Yield the calls with these numbers, in their order; numbers without a call are left out."""
    with reading(folder) as database:
        has_repetitions = bool(database.execute("SELECT 1 FROM calls WHERE attempt > 0 LIMIT 1").fetchone())
        repeated_column = _REPEATED_MENTION if has_repetitions else "0"
        for number in numbers:
            row = database.execute(
                f"SELECT {_COLUMNS}, {repeated_column} FROM calls c WHERE c.rowid = ?", (number,)
            ).fetchone()
            if row is not None:
                yield _call(row)


def _call(row: tuple[object, ...]) -> StoredCall:
    number, provider, endpoint, model, request, answer, answered_at, asked_again = row
    return StoredCall.model_validate(
        {
            "number": number,
            "provider": provider,
            "endpoint": endpoint,
            "model": model,
            "request": json.loads(str(request)),
            "answer": json.loads(str(answer)),
            "answered_at": answered_at,
            "asked_again": bool(asked_again),
        }
    )


def purposes(folder: Path) -> dict[str, int]:
    """Return how many calls the run has of each purpose, in the order of their first calls."""
    with reading(folder) as database:
        rows: list[tuple[str, int]] = database.execute(
            "SELECT purpose, count(*) FROM calls GROUP BY purpose ORDER BY min(rowid)"
        ).fetchall()
        return dict(rows)


def lost_answers(folder: Path) -> tuple[LostAnswers, ...]:
    """Return the truncated answers of each model."""
    with reading(folder) as database:
        rows = database.execute(
            f"SELECT model, count(*), sum({token_count('prompt_tokens')}), sum({token_count('completion_tokens')})"
            " FROM losses GROUP BY model"
        )
        return tuple(LostAnswers._make(row) for row in rows)


def failed_calls(folder: Path) -> tuple[FailedCall, ...]:
    """Return the requests that have no answer yet, oldest first."""
    with reading(folder) as database:
        rows = database.execute(
            f"SELECT {', '.join(_FAILED_COLUMNS)} FROM failures"
            " WHERE key NOT IN (SELECT key FROM calls) ORDER BY failed_at, rowid"
        ).fetchall()
        return tuple(
            FailedCall.model_validate(dict(zip(_FAILED_COLUMNS, row, strict=True)) | {"request": json.loads(row[3])})
            for row in rows
        )


def numbered_candidates(folder: Path) -> list[tuple[int, CandidateState, str, Candidate]]:
    """Return each candidate of a run with its number, its state and the stage that rejected it."""
    with reading(folder) as database:
        rows = database.execute("SELECT id, state, stage, content FROM candidates ORDER BY id").fetchall()
        return [(row[0], CandidateState(row[1]), row[2] or "", Candidate.model_validate_json(row[3])) for row in rows]
