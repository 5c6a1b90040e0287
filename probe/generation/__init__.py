"""Generation: from seeds to a dataset with its manifest."""
