"""The pages of ``probe serve``, for one person on this machine, and the files that ``probe audit --html`` writes."""
