"""A finished or running evaluation, read from its run's file."""

from pathlib import Path

from probe.errors import InputError
from probe.store.awareness import judged_explanations
from probe.store.lookup import run_settings
from probe.store.opening import read_run
from probe.store.run_store import Settings
from probe.values import Evaluation


def read_evaluation(folder: Path) -> Evaluation:
    """Return the subject's decisions and the pairs they are about.

    Raises InputError if ``folder`` contains no run, a run of another kind, or one without decisions.
    """
    settings = evaluation_settings(folder)
    with read_run(folder) as store:
        decisions, pairs = store.decisions(), store.pairs()
        if not decisions:
            raise InputError(f"{folder} contains no decisions: repeat its probe evaluate")
        asked = int(str(settings["questions"]))
        return Evaluation.model_validate(
            {
                "subject": _subject(settings),
                "run_id": store.run_id,
                "runs": settings["runs"],
                "order": settings["order"],
                "pairs": pairs,
                "decisions": decisions,
                "unanswered": asked - len(decisions),
                "awareness": judged_explanations(store.awareness.votes()),
            }
        )


def evaluation_settings(folder: Path) -> Settings:
    """Return the settings of an evaluation. Raises InputError if ``folder`` contains none, or a run of another kind."""
    settings = run_settings(folder)
    if settings.get("kind") != "evaluate":
        raise InputError(f"{folder} contains a run of probe {settings.get('kind')}: give the --out of a probe evaluate")
    return settings


def _subject(settings: Settings) -> str:
    """Return the subject's name; a subject that also saw the axioms has a different name."""
    shown = {"words": " with axioms in words", "prolog": " with axioms in Prolog"}
    return str(settings["subject"]) + shown.get(str(settings.get("inject_axioms")), "")
