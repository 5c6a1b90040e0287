"""The report: the answer, its tables and figures, as a page and as files."""
