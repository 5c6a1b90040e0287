"""The store of a run: one SQLite file with its settings, calls, candidates, pairs, decisions and votes."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import IO, TypeVar

from pydantic import JsonValue

from probe.errors import StoppedError
from probe.ports import AnyItem, ReadItem
from probe.store.batches import BatchTable
from probe.store.paid import call_columns, failure_columns, insert, paid_columns, token_count
from probe.store.run_file import close, refusing_damage
from probe.store.served import served_by
from probe.values import (
    AnalysisPlan,
    Answer,
    Awareness,
    AwarenessVote,
    Bias,
    Candidate,
    CandidateState,
    Decision,
    Item,
    ModelSpec,
    Question,
    RegisteredPlan,
    Request,
    ServedModel,
    SpentUsage,
    StrategyCost,
    Value,
    canonical_json,
    fingerprint,
)

_ValueType = TypeVar("_ValueType", bound=Value)
Settings = Mapping[str, JsonValue]


def stored_settings(database: sqlite3.Connection) -> dict[str, JsonValue]:
    """Return the settings of the run, an empty mapping if it has just started."""
    return {name: json.loads(value) for name, value in database.execute("SELECT name, value FROM settings")}


def stored_candidate(database: sqlite3.Connection, number: int, content: str) -> Candidate:
    """Return candidate ``number``, whose row contains ``content``, with all its stage results."""
    results = [
        {"stage": stage, "outcome": outcome, "reason": reason, "evidence": json.loads(evidence)}
        for stage, outcome, reason, evidence in database.execute(
            "SELECT stage, outcome, reason, evidence FROM stage_results WHERE candidate = ? ORDER BY ordinal",
            (number,),
        )
    ]
    return Candidate.model_validate({**json.loads(content), "results": results})


def stored_decisions(database: sqlite3.Connection, item_id: str | None = None) -> tuple[Decision, ...]:
    """Return the decisions of a run, ordered by item, arm, run, mitigation and turn; optionally only on one item."""
    rows = database.execute(
        "SELECT * FROM decisions WHERE ?1 IS NULL OR item_id = ?1 ORDER BY 1, 2, 3, 4, 5", (item_id,)
    )
    names = [column[0] for column in rows.description]
    records = (dict(zip(names, row, strict=True)) for row in rows)
    decisions = tuple(
        Decision.model_validate(
            {**row, **{name: json.loads(row[name] or "null") for name in ("probabilities", "calls")}}
        )
        for row in records
    )
    if not database.execute("SELECT 1 FROM settings WHERE name = 'protocol'").fetchone():
        for decision in decisions:
            if decision.decision not in (0, 1, "unparsed"):
                raise ValueError(f"decision {decision.decision} is neither A nor B")
    return decisions


def _values(database: sqlite3.Connection, kind: type[_ValueType], query: str, *parameters: object) -> list[_ValueType]:
    """Return the rows of ``query`` as values; its columns have the names of their fields."""
    rows = database.execute(query, parameters)
    names = [column[0] for column in rows.description]
    return [kind.model_validate(dict(zip(names, row, strict=True))) for row in rows]


def judged_explanations(votes: Sequence[AwarenessVote]) -> tuple[Awareness, ...]:
    """Gather ordered votes into one judgement for each explanation and judge."""

    def explanation_of(vote: AwarenessVote) -> tuple[str, str, str]:
        return vote.pair_id, vote.explanation, vote.judge

    judgements = []
    for (pair_id, explanation, judge), group in groupby(votes, key=explanation_of):
        explanation_votes = list(group)
        judgements.append(
            Awareness(
                pair_id=pair_id,
                explanation=explanation,
                judge=judge,
                mentions=tuple(vote.vote for vote in explanation_votes if vote.question == "mentions"),
                endorses=tuple(vote.vote for vote in explanation_votes if vote.question == "endorses"),
            )
        )
    return tuple(judgements)


_CACHED, _REASONING = ("json_extract(answer, '$.cached_tokens')", "json_extract(answer, '$.reasoning_tokens')")
_PAID_TOKENS = (
    f"sum({token_count('prompt_tokens')}) AS prompt_tokens,"
    f" sum({token_count('completion_tokens')}) AS completion_tokens,"
    f" sum({token_count(_CACHED)}) AS cached_tokens"
)


@dataclass(eq=False)
class RunStore:
    """Reads and writes a run's file. Every write is durable against the end of the process when it returns."""

    _file: Path
    _database: sqlite3.Connection
    settings: Settings
    _lock: IO[bytes] | None = None
    _stored_numbers: set[int] = field(default_factory=set, init=False)

    @property
    def run_id(self) -> str:
        """The run's name: a hash of its settings, so that the same command always makes the same run."""
        return fingerprint(self.settings)

    def find_answer(self, key: str) -> Answer | None:
        """Return the stored answer of a call, marked as cached."""
        with self._reading():
            row = self._database.execute("SELECT answer FROM calls WHERE key = ?", (key,)).fetchone()
            return Answer.model_validate_json(row[0]).model_copy(update={"cached": True}) if row else None

    def keep_answer(self, key: str, spec: ModelSpec, endpoint: str, request: Request, answer: Answer) -> None:
        """Store an answered call; the first answer of a call is kept."""
        self._insert("INSERT OR IGNORE INTO calls", call_columns(key, spec, endpoint, request, answer))

    def keep_loss(self, spec: ModelSpec, endpoint: str, answer: Answer) -> None:
        """Store the cost of an unusable answer; it is never found as an answer."""
        self._insert("INSERT INTO losses", paid_columns(spec, endpoint, answer))

    def keep_failure(self, key: str, spec: ModelSpec, endpoint: str, request: Request, reason: str) -> None:
        """Store that a request got no answer, and why; the last reason is kept."""
        self._insert("INSERT OR REPLACE INTO failures", failure_columns(key, spec, endpoint, request, reason))

    @property
    def batches(self) -> BatchTable:
        """The batches that have been sent and not been collected."""
        return BatchTable(self._database, self._writing, self._reading)

    def spent_usages(self) -> Sequence[SpentUsage]:
        """Return the paid usage of each model in this run, losses included, by its name."""
        with self._reading():
            return _values(
                self._database,
                SpentUsage,
                f"SELECT model AS spec, count(*) AS calls, {_PAID_TOKENS} FROM ("
                " SELECT model, prompt_tokens, completion_tokens, answer FROM calls"
                " UNION ALL SELECT model, prompt_tokens, completion_tokens, answer FROM losses)"
                " GROUP BY model ORDER BY model",
            )

    def answered_at(self, spec: ModelSpec) -> dict[str, int]:
        """Return how many stored answers of a model there are from each endpoint."""
        with self._reading():
            return dict(
                self._database.execute(
                    "SELECT endpoint, count(*) FROM calls WHERE model = ? GROUP BY 1 ORDER BY 1", (str(spec),)
                )
            )

    def served_models(self) -> tuple[ServedModel, ...]:
        """Return what answered the stored calls of each model, by its name and endpoint."""
        with self._reading():
            rows = self._database.execute(
                "SELECT model, endpoint, json_extract(answer, '$.model'), json_extract(answer, '$.system_fingerprint'),"
                " json_extract(answer, '$.sent'), json_extract(answer, '$.left_out'), count(*),"
                f" sum({token_count(_REASONING)}) FROM calls GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6"
            )
            return served_by(rows)

    def keep_candidate(self, candidate: Candidate, state: CandidateState) -> None:
        """Store a candidate with its stage results, replacing earlier ones."""
        key = (candidate.bias.value, candidate.author, candidate.expansion, candidate.position)
        rejection = candidate.rejected_by
        with self._writing():
            self._database.execute(
                "DELETE FROM candidates WHERE (bias, author, expansion, position) = (?, ?, ?, ?)", key
            )
            cursor = self._database.execute(
                "INSERT INTO candidates (bias, author, expansion, position, state, stage, reason, content)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *key,
                    state.value,
                    rejection.stage if rejection else None,
                    rejection.reason if rejection else None,
                    candidate.model_dump_json(exclude={"results"}),
                ),
            )
            self._stored_numbers.add(cursor.lastrowid or 0)
            rows = [
                (result.stage, result.outcome.value, result.reason, canonical_json(result.evidence))
                for result in candidate.results
            ]
            self._database.executemany(
                "INSERT INTO stage_results VALUES (?, ?, ?, ?, ?, ?)",
                [(cursor.lastrowid, number, *row) for number, row in enumerate(rows)],
            )

    def forget_other_candidates(self) -> None:
        """Remove the candidates that this session did not store: a run that has grown no longer offers them."""
        with self._writing():
            stored_numbers = {number for (number,) in self._database.execute("SELECT id FROM candidates")}
            obsolete_numbers = [(number,) for number in sorted(stored_numbers - self._stored_numbers)]
            self._database.executemany("DELETE FROM candidates WHERE id = ?", obsolete_numbers)

    def candidates(self, state: CandidateState | None = None) -> Iterator[tuple[Candidate, CandidateState]]:
        """Yield the stored candidates (of one ``state``, if given) by bias, expansion, author and position."""
        with self._reading():
            rows = self._database.execute(
                "SELECT id, state, content FROM candidates WHERE ?1 IS NULL OR state = ?1"
                " ORDER BY bias, expansion, author, position",
                (state.value if state else None,),
            )
            for number, stored_state, content in rows:
                yield stored_candidate(self._database, number, content), CandidateState(stored_state)

    def candidate(self, bias: Bias, author: str, expansion: int, position: int) -> Candidate:
        """Return the candidate with this key, with its stage results; raise KeyError if none is stored."""
        with self._reading():
            row = self._database.execute(
                "SELECT id, content FROM candidates WHERE (bias, author, expansion, position) = (?, ?, ?, ?)",
                (bias.value, author, expansion, position),
            ).fetchone()
            if row is not None:
                return stored_candidate(self._database, *row)
        raise KeyError((bias, author, expansion, position))

    def call_means(self) -> Mapping[str, tuple[int, float, float]]:
        """Return, by purpose, how many calls were answered and their mean tokens, of the question and the answer."""
        with self._reading():
            rows = self._database.execute(
                f"SELECT purpose, count(*), avg({token_count('prompt_tokens')}),"
                f" avg({token_count('completion_tokens')}) FROM calls GROUP BY purpose"
            )
            return {
                purpose: (number, prompt_tokens, completion_tokens)
                for purpose, number, prompt_tokens, completion_tokens in rows
            }

    def candidate_states(self) -> Mapping[CandidateState, int]:
        """Return how many candidates there are in each state."""
        with self._reading():
            rows = self._database.execute("SELECT state, count(*) FROM candidates GROUP BY state")
            return {CandidateState(state): number for state, number in rows}

    def keep_items(self, items: Sequence[Item]) -> None:
        """Store the run's items, in order."""
        with self._writing():
            self._database.executemany(
                "INSERT OR REPLACE INTO pairs VALUES (?, ?, ?)",
                [(item.id, ordinal, item.model_dump_json()) for ordinal, item in enumerate(items)],
            )

    def items(self, read_item: ReadItem[AnyItem]) -> tuple[AnyItem, ...]:
        """Return the run's items, parsed by ``read_item``, in the order in which they were stored."""
        with self._reading():
            rows = self._database.execute("SELECT content FROM pairs ORDER BY ordinal")
            return tuple(read_item(json.loads(content)) for (content,) in rows)

    def keep_decision(self, decision: Decision) -> None:
        """Store one decision; it replaces an earlier one on the same question, run and mitigation."""
        row = decision.model_dump(mode="json")
        row["probabilities"] = json.dumps(row["probabilities"]) if decision.probabilities else None
        row["calls"] = None if decision.calls is None else json.dumps(row["calls"])
        self._insert("INSERT OR REPLACE INTO decisions", row)

    def decisions(self) -> Sequence[Decision]:
        """Return all decisions, ordered by pair, arm and run."""
        with self._reading():
            return stored_decisions(self._database)

    def costs(self) -> Sequence[StrategyCost]:
        """Return what the subject's calls took, by mitigation."""
        with self._reading():
            return _values(
                self._database,
                StrategyCost,
                "SELECT coalesce(json_extract(request, '$.mitigation'), 'none') AS mitigation, count(*) AS calls,"
                f" {_PAID_TOKENS}"
                " FROM calls WHERE purpose IN ('decide', 'mitigate', 'confidence') GROUP BY 1 ORDER BY 1",
            )

    def register_plan(self, plan: AnalysisPlan) -> None:
        """Store the analysis plan with the time, unless one is stored: the first plan is the one that counts."""
        with self._writing():
            self._database.execute(
                "INSERT INTO plan (content, decisions_before) "
                "SELECT ?, (SELECT count(*) FROM decisions) WHERE NOT EXISTS (SELECT 1 FROM plan)",
                (plan.model_dump_json(),),
            )

    def registered_plan(self) -> RegisteredPlan | None:
        """Return the registered plan, None in a run without one."""
        with self._reading():
            row = self._database.execute("SELECT content, decisions_before, registered_at FROM plan").fetchone()
            if row is None:
                return None
            plan = AnalysisPlan.model_validate_json(row[0])
            return RegisteredPlan(plan=plan, decisions_before=row[1], registered_at=row[2])

    def keep_label(self, label: str) -> None:
        """Store what the user calls this run, in place of an earlier label."""
        with self._writing():
            self._database.execute("DELETE FROM label")
            self._database.execute("INSERT INTO label VALUES (?)", (label,))

    def label(self) -> str:
        """Return what the user calls this run, empty by default."""
        with self._reading():
            row = self._database.execute("SELECT text FROM label").fetchone()
            return str(row[0]) if row else ""

    def keep_vote(self, vote: AwarenessVote) -> None:
        """Store one vote on an explanation; the same judge's vote with the same number is replaced."""
        self._insert("INSERT OR REPLACE INTO awareness_votes", vote.model_dump(mode="json"))

    def forget_votes(self, judge: str, question: Question, prompt: str) -> None:
        """Remove a judge's votes on ``question`` for prompts other than ``prompt``."""
        with self._writing():
            self._database.execute(
                "DELETE FROM awareness_votes WHERE judge = ? AND question = ? AND prompt <> ?",
                (judge, question, prompt),
            )

    def votes(self) -> Sequence[AwarenessVote]:
        """Return all votes in order."""
        with self._reading():
            query = "SELECT * FROM awareness_votes ORDER BY pair_id, explanation, judge, question, run"
            return _values(self._database, AwarenessVote, query)

    def close(self) -> None:
        """Close the file and release the run for other processes."""
        close(self._database)
        if self._lock:
            self._lock.close()

    def _insert(self, statement: str, row: Mapping[str, object]) -> None:
        """Insert one row, with its values by column."""
        with self._writing():
            insert(self._database, statement, row)

    def _reading(self) -> AbstractContextManager[None]:
        """Refuse a stored row that is not what PROBE writes."""
        return refusing_damage(self._file)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write in one transaction; one that fails, as on a full disk, stops the run and keeps what it has."""
        try:
            with self._database:
                yield
        except sqlite3.ProgrammingError:
            raise  # a bug in PROBE, such as a closed database
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            reason = " ".join(str(error).split())
            raise StoppedError(f"{self._file} cannot be written: {reason}; fix that and repeat the command") from error
