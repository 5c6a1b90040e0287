"""Statistics, figures and report: pure functions from tables to tables; no model is ever called from here."""
