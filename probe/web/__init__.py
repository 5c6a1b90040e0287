"""The pages of ``probe serve``, for one local user, and the files that ``probe audit --html`` writes."""
