"""Convert rows of a run file to values."""

import json
import sqlite3

from pydantic import JsonValue

from probe.values import Candidate, Decision

_DECISION = ("pair_id", "arm", "run", "decision", "exchanged", "kept_order", "explanation")


def stored_settings(database: sqlite3.Connection) -> dict[str, JsonValue]:
    """Return the settings of the run, an empty mapping if it has just begun."""
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


def stored_decisions(database: sqlite3.Connection, pair_id: str | None = None) -> tuple[Decision, ...]:
    """Return the decisions of a run, ordered by pair, arm and run; optionally only those on one pair."""
    where, values = ("WHERE pair_id = ?", (pair_id,)) if pair_id is not None else ("", ())
    rows = database.execute(f"SELECT {', '.join(_DECISION)} FROM decisions {where} ORDER BY pair_id, arm, run", values)
    return tuple(Decision.model_validate(dict(zip(_DECISION, row, strict=True))) for row in rows)
