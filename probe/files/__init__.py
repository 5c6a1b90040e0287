"""Readers and writers of user files: datasets, the seed corpus, published formats."""
