"""A run's memory: one SQLite file."""
