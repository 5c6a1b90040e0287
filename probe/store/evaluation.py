"""A finished or running evaluation, read from its run's file."""

from pathlib import Path

from probe.errors import InputError
from probe.store.run_store import read_run
from probe.values import Evaluation


def read_evaluation(folder: Path) -> Evaluation:
    """Return the subject's decisions and the pairs they are about.

    Raises InputError where ``folder`` holds no run, a run of another kind, or one that has no decision yet.
    """
    with read_run(folder) as store:
        settings = store.settings
        if settings.get("kind") != "evaluate":
            raise InputError(f"{folder} holds a run that generates: give the --out of a probe evaluate")
        decisions, pairs = store.decisions(), store.pairs()
        if not decisions:
            raise InputError(f"{folder} has no decision yet: repeat its probe evaluate")
        asked = int(str(settings["questions"]))
        return Evaluation.model_validate(
            {
                "subject": settings["subject"],
                "run_id": store.run_id,
                "runs": settings["runs"],
                "order": settings["order"],
                "pairs": pairs,
                "decisions": decisions,
                "unanswered": asked - len(decisions),
            }
        )
