"""The batches of a run that have been sent and not been collected."""

import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from probe.store.paid import call_columns, insert, paid_columns
from probe.values import Answer, Batch, BatchCall, ModelSpec, Request


@dataclass(frozen=True)
class BatchTable:
    """Remembers batches from before they are sent until their answers are stored (a BatchStore).

    A batch is removed in the transaction that stores its answers, so that it is neither collected twice nor lost.
    """

    database: sqlite3.Connection
    writing: Callable[[], AbstractContextManager[None]]
    reading: Callable[[], AbstractContextManager[None]]

    def prepare(self, spec: ModelSpec, endpoint: str, left_out: Sequence[str], calls: Sequence[BatchCall]) -> Batch:
        """Store a batch that is about to be sent; its calls omit the parameters ``left_out``."""
        row = {
            "model": str(spec),
            "endpoint": endpoint,
            "left_out": json.dumps(sorted(left_out)),
            "prepared": time.time(),
        }
        with self.writing():
            number = insert(self.database, "INSERT INTO batches", row).lastrowid or 0
            self.database.executemany(
                "INSERT INTO batch_calls VALUES (?, ?, ?)",
                [(number, call.key, call.request.model_dump_json()) for call in calls],
            )
        return Batch(number=number, left_out=tuple(left_out), prepared=row["prepared"], calls=tuple(calls))

    def record_upload(self, number: int, file_id: str) -> None:
        """Store the provider's name of a batch's input file."""
        with self.writing():
            self.database.execute("UPDATE batches SET file_id = ? WHERE number = ?", (file_id, number))

    def record_submission(self, number: int, batch_id: str) -> None:
        """Store the provider's name of a batch."""
        with self.writing():
            self.database.execute("UPDATE batches SET batch_id = ? WHERE number = ?", (batch_id, number))

    def forget(self, number: int) -> None:
        """Remove a batch that the provider does not have."""
        with self.writing():
            self._remove(number)

    def collect(
        self,
        number: int,
        spec: ModelSpec,
        endpoint: str,
        answers: Sequence[tuple[BatchCall, Answer]],
        losses: Sequence[Answer],
    ) -> None:
        """Store the answers and losses of a batch and remove it, all in one transaction."""
        with self.writing():
            for call, answer in answers:
                row = call_columns(call.key, spec, endpoint, call.request, answer)
                # A single call may have answered the question in the meantime: keep the first answer.
                insert(self.database, "INSERT OR IGNORE INTO calls", row)
            for loss in losses:
                # Paid calls count against the budget even if their answers cannot be used.
                insert(self.database, "INSERT INTO losses", paid_columns(spec, endpoint, loss))
            self._remove(number)

    def uncollected_batches(self, spec: ModelSpec, endpoint: str) -> Sequence[Batch]:
        """Return the batches of a model that have not been collected, oldest first."""
        with self.reading():
            rows = self.database.execute(
                "SELECT number, file_id, batch_id, left_out, prepared FROM batches"
                " WHERE (model, endpoint) = (?, ?) ORDER BY number",
                (str(spec), endpoint),
            ).fetchall()
            return [
                Batch(
                    number=number,
                    file_id=file_id,
                    batch_id=batch_id,
                    left_out=tuple(json.loads(left_out)),
                    prepared=prepared_at,
                    calls=self._calls(number),
                )
                for number, file_id, batch_id, left_out, prepared_at in rows
            ]

    def _calls(self, number: int) -> tuple[BatchCall, ...]:
        rows = self.database.execute("SELECT key, request FROM batch_calls WHERE batch = ? ORDER BY key", (number,))
        return tuple(BatchCall(key=key, request=Request.model_validate_json(request)) for key, request in rows)

    def _remove(self, number: int) -> None:
        self.database.execute("DELETE FROM batches WHERE number = ?", (number,))
