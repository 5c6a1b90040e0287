"""Engines that entry points name (``probe.engines``): a Ray cluster for bulk work, and clingo as a second oracle."""
