"""A run's memory: one SQLite file."""

from probe.store.evaluation import read_evaluation
from probe.store.run_store import FILE_NAME, RunStore, Settings, open_run, read_run

__all__ = ["FILE_NAME", "RunStore", "Settings", "open_run", "read_evaluation", "read_run"]
