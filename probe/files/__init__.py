"""Files that people keep: datasets, the seed corpus, published formats."""
