"""The table of judges' votes on explanations, in an evaluation's run file."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from itertools import groupby

from probe.values import Awareness, AwarenessVote, Question

_COLUMNS = ("pair_id", "explanation", "judge", "question", "run", "vote", "said", "prompt")


class AwarenessTable:
    """Reads and writes the votes; ``writing`` opens a transaction of the run that the table belongs to."""

    def __init__(self, database: sqlite3.Connection, writing: Callable[[], AbstractContextManager[None]]) -> None:
        self._database = database
        self._writing = writing

    def keep_vote(self, vote: AwarenessVote) -> None:
        """Store one vote; the same judge's vote with the same number is replaced."""
        fields = vote.model_dump(mode="json")
        with self._writing():
            self._database.execute(
                "INSERT OR REPLACE INTO awareness_votes VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                tuple(fields[name] for name in _COLUMNS),
            )

    def forget_votes(self, judge: str, question: Question, prompt: str) -> None:
        """Remove a judge's votes on ``question`` that were given for another prompt than ``prompt``."""
        with self._writing():
            self._database.execute(
                "DELETE FROM awareness_votes WHERE judge = ? AND question = ? AND prompt <> ?",
                (judge, question, prompt),
            )

    def votes(self) -> Sequence[AwarenessVote]:
        """Return all votes in order; empty for a run file from before votes were stored."""
        found = self._database.execute("SELECT 1 FROM sqlite_master WHERE name = 'awareness_votes'").fetchone()
        if found is None:
            return []
        rows = self._database.execute(
            f"SELECT {', '.join(_COLUMNS)} FROM awareness_votes ORDER BY pair_id, explanation, judge, question, run"
        )
        return [AwarenessVote.model_validate(dict(zip(_COLUMNS, row, strict=True))) for row in rows]


def judged_explanations(votes: Sequence[AwarenessVote]) -> tuple[Awareness, ...]:
    """Gather ordered votes into one judgement for each explanation and judge."""

    def explanation_of(vote: AwarenessVote) -> tuple[str, str, str]:
        return vote.pair_id, vote.explanation, vote.judge

    judged = []
    for (pair_id, explanation, judge), group in groupby(votes, key=explanation_of):
        cast = list(group)
        judged.append(
            Awareness(
                pair_id=pair_id,
                explanation=explanation,
                judge=judge,
                mentions=tuple(vote.vote for vote in cast if vote.question == "mentions"),
                endorses=tuple(vote.vote for vote in cast if vote.question == "endorses"),
            )
        )
    return tuple(judged)
