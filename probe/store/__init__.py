"""The store of a run: one SQLite file."""

from probe.store.opening import open_run
from probe.store.reading import evaluation_settings, read_run, stored_evaluation
from probe.store.run_file import FILE_NAME

__all__ = ["FILE_NAME", "evaluation_settings", "open_run", "read_run", "stored_evaluation"]
