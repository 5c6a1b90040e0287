"""The report: one answer, its tables and figures, as a page and as files."""
