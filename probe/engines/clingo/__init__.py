"""clingo as a second oracle: what follows from a program when the order of its clauses means nothing."""
