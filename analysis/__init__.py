"""Statistics, figures and report: pure functions from evaluations to typed rows, tables and files; no model calls."""
