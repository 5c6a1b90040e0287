"""Protocols: how items are made, shown and scored, a package for each."""
