"""Single queries on a run file, for readers that must not load all of it into memory."""

import json
from pathlib import Path

from pydantic import JsonValue

from probe.store.opening import reading
from probe.store.rows import stored_candidate, stored_decisions, stored_settings
from probe.values import Candidate, CandidateState, Decision, RejectedCandidate


def run_settings(folder: Path) -> dict[str, JsonValue]:
    """Return the settings of the run in ``folder``. Raises InputError if there is no run."""
    with reading(folder) as database:
        return stored_settings(database)


def decisions_on(folder: Path, pair_id: str) -> tuple[Decision, ...]:
    """Return a run's decisions on one pair, by arm and run."""
    with reading(folder) as database:
        return stored_decisions(database, pair_id)


def flipped_pairs(folder: Path) -> frozenset[str]:
    """Return the pairs on which at least one run decides differently on the biased and the unbiased text."""
    with reading(folder) as database:
        rows = database.execute(
            "SELECT DISTINCT u.pair_id FROM decisions u JOIN decisions b ON u.pair_id = b.pair_id AND u.run = b.run"
            " WHERE u.arm = 'unbiased' AND b.arm = 'biased' AND u.decision <> b.decision"
            " AND u.decision <> 'unparsed' AND b.decision <> 'unparsed'"
        )
        return frozenset(pair_id for (pair_id,) in rows)


def rejected_candidates(folder: Path) -> tuple[RejectedCandidate, ...]:
    """Return the candidates of a run that were not accepted, with the evidence of the stage that rejected them."""
    with reading(folder) as database:
        rows = database.execute(
            "SELECT c.id, c.bias, c.author, c.state, coalesce(c.stage, ''), coalesce(c.reason, ''),"
            " (SELECT r.evidence FROM stage_results r WHERE r.candidate = c.id AND r.stage = c.stage"
            "  ORDER BY r.ordinal DESC LIMIT 1)"
            " FROM candidates c WHERE c.state <> ? ORDER BY c.bias, c.expansion, c.author, c.position",
            (CandidateState.ACCEPTED.value,),
        )
        return tuple(RejectedCandidate._make((*row[:6], json.loads(row[6]) if row[6] else {})) for row in rows)


def candidate_by_number(folder: Path, number: int) -> Candidate | None:
    """Return one candidate of a run with all its stage results, None if there is no such number."""
    with reading(folder) as database:
        row = database.execute("SELECT content FROM candidates WHERE id = ?", (number,)).fetchone()
        return None if row is None else stored_candidate(database, number, row[0])
