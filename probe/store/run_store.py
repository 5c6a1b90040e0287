"""The store of a run: one SQLite file with its settings, every answered call, every candidate and every decision."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TextIO

from pydantic import JsonValue

from probe.errors import StoppedError
from probe.store.awareness import AwarenessTable
from probe.store.rows import stored_candidate, stored_decisions
from probe.values import (
    Answer,
    Bias,
    Candidate,
    CandidateState,
    Decision,
    ModelSpec,
    Pair,
    Request,
    Spent,
    canonical_json,
    fingerprint,
)

Settings = Mapping[str, JsonValue]


class RunStore:
    """Reads and writes a run's file. Every write is durable against the end of the process when it returns."""

    def __init__(self, database: sqlite3.Connection, settings: Settings, lock: TextIO | None = None) -> None:
        self._database = database
        self._lock = lock
        self.settings = settings
        self.awareness = AwarenessTable(database, self._writing)

    @property
    def run_id(self) -> str:
        """The run's name: a hash of its settings, so that the same command always makes the same run."""
        return fingerprint(self.settings)

    def find_answer(self, key: str) -> Answer | None:
        """Return the stored answer of a call, marked as cached."""
        row = self._database.execute("SELECT answer FROM calls WHERE key = ?", (key,)).fetchone()
        return Answer.model_validate_json(row[0]).model_copy(update={"cached": True}) if row else None

    def keep_answer(self, key: str, spec: ModelSpec, endpoint: str, request: Request, answer: Answer) -> None:
        """Store an answered call; the first answer of a call is kept."""
        self._write(
            "INSERT OR IGNORE INTO calls (key, provider, endpoint, model, purpose, run, attempt, request, answer,"
            " prompt_tokens, completion_tokens, latency) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                key,
                spec.provider,
                endpoint,
                str(spec),
                request.purpose,
                request.run,
                request.attempt,
                request.model_dump_json(),
                answer.model_dump_json(),
                answer.prompt_tokens,
                answer.completion_tokens,
                answer.latency,
            ),
        )

    def keep_loss(self, spec: ModelSpec, endpoint: str, answer: Answer) -> None:
        """Store the cost of an unusable answer; it is never found as an answer."""
        self._write(
            "INSERT INTO losses VALUES (?, ?, ?, ?, ?, ?)",
            (
                spec.provider,
                endpoint,
                str(spec),
                answer.model_dump_json(),
                answer.prompt_tokens,
                answer.completion_tokens,
            ),
        )

    def spent(self) -> Sequence[Spent]:
        """Return the paid usage of each model in this run, losses included, by its name."""
        rows = self._database.execute(
            "SELECT model, count(*), sum(prompt_tokens), sum(completion_tokens) FROM ("
            " SELECT model, prompt_tokens, completion_tokens FROM calls"
            " UNION ALL SELECT model, prompt_tokens, completion_tokens FROM losses) GROUP BY model ORDER BY model"
        )
        names = ("spec", "calls", "prompt_tokens", "completion_tokens")
        return [Spent.model_validate(dict(zip(names, row, strict=True))) for row in rows]

    def keep_candidate(self, candidate: Candidate, state: CandidateState) -> None:
        """Store a candidate with its stage results, replacing earlier ones."""
        place = (candidate.bias.value, candidate.author, candidate.expansion, candidate.position)
        ended = candidate.rejected_by
        with self._writing():
            self._database.execute(
                "DELETE FROM candidates WHERE (bias, author, expansion, position) = (?, ?, ?, ?)", place
            )
            row = self._database.execute(
                "INSERT INTO candidates (bias, author, expansion, position, state, stage, reason, content)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *place,
                    state.value,
                    ended.stage if ended else None,
                    ended.reason if ended else None,
                    candidate.model_dump_json(exclude={"results"}),
                ),
            )
            self._database.executemany(
                "INSERT INTO stage_results VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (
                        row.lastrowid,
                        ordinal,
                        result.stage,
                        result.outcome.value,
                        result.reason,
                        canonical_json(result.evidence),
                    )
                    for ordinal, result in enumerate(candidate.results)
                ],
            )

    def candidates(self, state: CandidateState | None = None) -> Iterator[tuple[Candidate, CandidateState]]:
        """Yield the stored candidates (of one ``state``, if given) by bias, expansion, author and position."""
        rows = self._database.execute(
            "SELECT id, state, content FROM candidates WHERE ?1 IS NULL OR state = ?1"
            " ORDER BY bias, expansion, author, position",
            (state.value if state else None,),
        )
        for identity, stored_state, content in rows:
            yield stored_candidate(self._database, identity, content), CandidateState(stored_state)

    def candidate(self, bias: Bias, author: str, expansion: int, position: int) -> Candidate:
        """Return the candidate at this place, with its stage results; raise KeyError if none is stored."""
        row = self._database.execute(
            "SELECT id, content FROM candidates WHERE (bias, author, expansion, position) = (?, ?, ?, ?)",
            (bias.value, author, expansion, position),
        ).fetchone()
        if row is None:
            raise KeyError((bias, author, expansion, position))
        return stored_candidate(self._database, *row)

    def call_means(self) -> Mapping[str, tuple[int, float, float]]:
        """Return, by purpose, how many calls were answered and their mean tokens, of the question and the answer."""
        rows = self._database.execute(
            "SELECT purpose, count(*), avg(prompt_tokens), avg(completion_tokens) FROM calls GROUP BY purpose"
        )
        return {purpose: (number, asked, answered) for purpose, number, asked, answered in rows}

    def candidate_states(self) -> Mapping[CandidateState, int]:
        """Return how many candidates there are in each state."""
        rows = self._database.execute("SELECT state, count(*) FROM candidates GROUP BY state")
        return {CandidateState(state): number for state, number in rows}

    def keep_pairs(self, pairs: Sequence[Pair]) -> None:
        """Store the run's pairs, in order."""
        with self._writing():
            self._database.executemany(
                "INSERT OR REPLACE INTO pairs VALUES (?, ?, ?)",
                [(pair.id, ordinal, pair.model_dump_json()) for ordinal, pair in enumerate(pairs)],
            )

    def pairs(self) -> tuple[Pair, ...]:
        """Return the run's pairs, in the order in which they were stored."""
        rows = self._database.execute("SELECT content FROM pairs ORDER BY ordinal")
        return tuple(Pair.model_validate_json(content) for (content,) in rows)

    def keep_decision(self, decision: Decision) -> None:
        """Store one decision; a decision with the same pair, arm and run is replaced."""
        self._write(
            "INSERT OR REPLACE INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                decision.pair_id,
                decision.arm.value,
                decision.run,
                decision.decision,
                decision.exchanged,
                decision.kept_order,
                decision.explanation,
            ),
        )

    def decisions(self) -> Sequence[Decision]:
        """Return all decisions, ordered by pair, arm and run."""
        return stored_decisions(self._database)

    def close(self) -> None:
        """Close the file and release the run for other processes."""
        self._database.close()
        if self._lock:
            self._lock.close()

    def _write(self, statement: str, values: tuple[object, ...]) -> None:
        with self._writing():
            self._database.execute(statement, values)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write in one transaction; a full disk stops the run and keeps everything stored before."""
        try:
            with self._database:
                yield
        except sqlite3.OperationalError as error:
            raise StoppedError(f"the run file cannot be written: {error}; fix that and repeat the command") from error
