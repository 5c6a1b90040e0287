"""The store of a run: one SQLite file."""

from probe.store.evaluation import evaluation_settings, read_evaluation
from probe.store.opening import FILE_NAME, open_run, read_run
from probe.store.run_store import RunStore, Settings

__all__ = ["FILE_NAME", "RunStore", "Settings", "evaluation_settings", "open_run", "read_evaluation", "read_run"]
