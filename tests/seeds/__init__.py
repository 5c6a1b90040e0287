"""The seed corpus and its reader."""
