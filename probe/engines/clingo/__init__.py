"""clingo as a second oracle: what follows from a program if the order of its clauses does not matter."""
