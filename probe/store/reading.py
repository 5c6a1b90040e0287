"""Read a run's file: single queries that do not load all of it, an evaluation, counts of rejected candidates."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from probe.errors import InputError
from probe.ports import ReadItem
from probe.store.run_file import FILE_NAME, open_to_read, reading, refusing_damage
from probe.store.run_store import (
    RunStore,
    Settings,
    judged_explanations,
    stored_candidate,
    stored_decisions,
    stored_settings,
)
from probe.values import (
    Bias,
    Candidate,
    CandidateState,
    Decision,
    Evaluation,
    Item,
    RejectedCandidate,
    RejectionCount,
)


def run_settings(folder: Path) -> dict[str, JsonValue]:
    """Return the settings of the run in ``folder``. Raises InputError if there is no run."""
    with reading(folder) as database:
        return stored_settings(database)


@contextmanager
def read_run(folder: Path) -> Iterator[RunStore]:
    """Open a finished or running run for reading. Raises InputError if ``folder`` contains none."""
    file = folder / FILE_NAME
    with open_to_read(folder) as database:
        with refusing_damage(file):
            settings = stored_settings(database)
        yield RunStore(file, database, settings)


class RunAbout(NamedTuple):
    """What a run is: its command, and for an evaluation its protocol (if it names one) and its subject."""

    kind: str
    protocol: str
    subject: str

    @property
    def evaluates(self) -> bool:
        """Whether it is an evaluation."""
        return self.kind == "evaluate"


def run_about(folder: Path) -> RunAbout:
    """Return what the run in ``folder`` is. Raises InputError if there is no run."""
    settings = run_settings(folder)
    return RunAbout(str(settings.get("kind")), str(settings.get("protocol", "")), str(settings.get("subject", "")))


def decisions_on(folder: Path, pair_id: str) -> tuple[Decision, ...]:
    """Return a run's decisions on one pair, by arm and run."""
    with reading(folder) as database:
        return stored_decisions(database, pair_id)


def holds_decisions(folder: Path) -> bool:
    """Return whether a run has any decision."""
    with reading(folder) as database:
        return database.execute("SELECT 1 FROM decisions LIMIT 1").fetchone() is not None


def flipped_pairs(folder: Path) -> frozenset[str]:
    """Return the pairs on which at least one run decides differently on the biased and the unbiased text.

    What flips only under a mitigation is left out, unless every decision is under one.
    """
    with reading(folder) as database:
        rows = database.execute(
            "SELECT DISTINCT u.item_id FROM decisions u JOIN decisions b USING (item_id, run, mitigation)"
            " WHERE u.arm = 'unbiased' AND b.arm = 'biased' AND u.decision <> b.decision"
            " AND u.decision <> 'unparsed' AND b.decision <> 'unparsed'"
            " AND (u.mitigation = 'none' OR NOT EXISTS (SELECT 1 FROM decisions WHERE mitigation = 'none'))"
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


def stored_evaluation(folder: Path, read_item: ReadItem[Item]) -> Evaluation:
    """Return the subject's decisions and the items they are about, parsed by ``read_item``.

    Raises InputError if ``folder`` contains no run, a run of another kind, or one without decisions.
    """
    settings = evaluation_settings(folder)
    with read_run(folder) as store, refusing_damage(folder / FILE_NAME):
        decisions = store.decisions()
        if not decisions:
            raise InputError(f"{folder} contains no decisions: repeat its probe evaluate")
        items = store.items(read_item)
        # Refuse an edited file here with a short message, before statistics look up its items.
        _refuse_unknown_items(decisions, {item.id for item in items})
        _refuse_off_scale(decisions, items)
        question_count, arms = _whole_number(settings, "questions"), settings.get("arms")
        return Evaluation.model_validate(
            {
                "subject": _subject(settings),
                "run_id": store.run_id,
                "runs": settings["runs"],
                "order": settings["order"],
                "items": items,
                "decisions": decisions,
                "reference": str(arms[0]) if isinstance(arms, list) and arms else "",
                "choices": _choices(settings),
                "unanswered": max(0, question_count - len(decisions)),
                "questions": question_count,
                "awareness": judged_explanations(store.votes()),
                "plan": store.registered_plan(),
                "label": store.label(),
                "conditions": _conditions(settings),
                "costs": store.costs(),
                "direct": bool(settings.get("logprobs")),
            }
        )


def _refuse_unknown_items(decisions: Sequence[Decision], ids: Set[str]) -> None:
    """Raise ValueError if a decision is not about one of the run's items."""
    for decision in decisions:
        if decision.item_id not in ids:
            raise ValueError(f"a decision is on {decision.item_id[:40]!r}, which is not an item of this run")


def _refuse_off_scale(decisions: Sequence[Decision], items: Sequence[Item]) -> None:
    """Raise ValueError if a decision is beyond the options of its item."""
    by_id = {item.id: item for item in items}
    for decision in decisions:
        options = by_id[decision.item_id].scale_of(decision.arm)
        if decision.decision != "unparsed" and decision.decision >= len(options):
            raise ValueError(f"decision {decision.decision} on {decision.item_id} is beyond its options")


def evaluation_settings(folder: Path) -> Settings:
    """Return the settings of an evaluation. Raises InputError if ``folder`` contains none, or a run of another kind."""
    settings = run_settings(folder)
    if (kind := settings.get("kind")) != "evaluate":
        description = f"a run of probe {kind}" if kind else "no evaluation yet"
        raise InputError(f"{folder} contains {description}: give the --out of a probe evaluate")
    return settings


def subject_of(folder: Path) -> str:
    """Return the subject of an evaluation. Raises InputError like ``evaluation_settings``."""
    settings = evaluation_settings(folder)
    with refusing_damage(folder / FILE_NAME):
        return str(settings["subject"])


def choices_of(folder: Path) -> dict[str, str]:
    """Return the protocol's settings of an evaluation. Raises InputError like ``evaluation_settings``."""
    return _choices(evaluation_settings(folder))


DIRECT = " [direct]"
"""Ends the name of a subject that answered with one letter and no explanation: another question, another estimand."""


def _subject(settings: Settings) -> str:
    """Return the subject's name; one that also saw the axioms, or answered directly, has a different name."""
    # In earlier versions, axioms were a setting of the whole run; now they are a mitigation, stored per decision.
    suffixes = {"words": " with axioms in words", "prolog": " with axioms in Prolog"}
    direct_suffix = DIRECT if settings.get("logprobs") else ""
    return str(settings["subject"]) + suffixes.get(str(settings.get("inject_axioms")), "") + direct_suffix


def _whole_number(settings: Settings, name: str) -> int:
    number = settings[name]
    if not isinstance(number, int):
        raise TypeError(f"{name} is not a whole number")
    return number


def _choices(settings: Settings) -> dict[str, str]:
    choices = settings.get("choices")
    return {name: str(value) for name, value in choices.items()} if isinstance(choices, dict) else {}


def _conditions(settings: Settings) -> dict[str, str]:
    """Return how the subject was asked, in the words of the command line, for reports on one model asked twice."""
    arms = settings.get("arms")
    conditions = {
        "order": settings.get("order"),
        "endpoint": settings.get("base_url") or "the provider's",
        "prompt": str(settings["prompt"])[:8] if settings.get("prompt") else None,
        "arms": ",".join(map(str, arms)) if isinstance(arms, list) else None,
        "runs": settings.get("runs"),
        **_choices(settings),
    }
    return {name: str(value) for name, value in conditions.items() if value is not None}


def rejection_counts(folder: Path) -> tuple[RejectionCount, ...]:
    """Return how many candidates each stage rejected, by author and bias; unanswered ones count as rejected.

    A candidate counts at the stage that rejected it. Raises InputError if ``folder`` contains no run.
    """
    with reading(folder) as database:
        rows = database.execute(
            "SELECT author, bias, stage FROM candidates WHERE stage IS NOT NULL"
            " ORDER BY bias, expansion, author, position"
        )
        counts = Counter[tuple[str, str, str]](rows)
        return tuple(
            RejectionCount(author=author, bias=Bias(bias), stage=stage, count=count)
            for (author, bias, stage), count in counts.items()
        )
