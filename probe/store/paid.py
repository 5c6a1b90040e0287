"""Rows of answers and of failed requests, in the columns of a run's file."""

import json
import sqlite3
from collections.abc import Mapping

from probe.values import Answer, ModelSpec, Request
from probe.values.call import MOST_TOKENS


def call_columns(key: str, spec: ModelSpec, endpoint: str, request: Request, answer: Answer) -> dict[str, object]:
    """Return the columns of an answered call."""
    request_columns = request.model_dump(include={"purpose", "run", "attempt"}) | {"request": request.model_dump_json()}
    return {"key": key, **request_columns, **paid_columns(spec, endpoint, answer), "latency": answer.latency}


def paid_columns(spec: ModelSpec, endpoint: str, answer: Answer) -> dict[str, object]:
    """Return the columns of a paid answer, used or lost."""
    return {
        "provider": spec.provider,
        "endpoint": endpoint,
        "model": str(spec),
        "answer": answer.model_dump_json(),
        **answer.model_dump(include={"prompt_tokens", "completion_tokens"}),
    }


def failure_columns(key: str, spec: ModelSpec, endpoint: str, request: Request, reason: str) -> dict[str, object]:
    """Return the columns of a request that got no answer; lone surrogates, which cannot be sent, are replaced."""
    request_json = (
        json.dumps(request.model_dump(mode="json"), ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")
    )
    request_columns = {"purpose": request.purpose, "request": request_json}
    return {
        "key": key,
        "provider": spec.provider,
        "endpoint": endpoint,
        "model": str(spec),
        **request_columns,
        "reason": reason,
    }


def token_count(column: str) -> str:
    """Return an SQL expression for a stored token count; an impossible count of an earlier version counts as 0."""
    return f"CASE WHEN {column} BETWEEN 0 AND {MOST_TOKENS} THEN {column} ELSE 0 END"


def insert(database: sqlite3.Connection, statement: str, row: Mapping[str, object]) -> sqlite3.Cursor:
    """Insert one row, with its values by column."""
    return database.execute(f"{statement} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))
