"""Evaluations on disk, as commands read them."""

from pathlib import Path

from pydantic import JsonValue

from probe.store import open_run
from probe.values import Evaluation


def store_evaluation(folder: Path, evaluation: Evaluation, **settings: str) -> Path:
    """Write the run of an evaluation into ``folder``."""
    fields: dict[str, JsonValue] = {"subject": evaluation.subject, "runs": evaluation.runs, "order": evaluation.order}
    with open_run(folder, {"kind": "evaluate", **fields, "questions": len(evaluation.decisions), **settings}) as store:
        store.keep_items(evaluation.items)
        store.keep_label(evaluation.label)
        for decision in evaluation.decisions:
            store.keep_decision(decision)
    return folder
