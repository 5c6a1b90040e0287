"""Statistics, figures, report: pure functions from evaluations to typed rows, tables and files; no model is called."""
