"""Dilemmas with two options (PROBE-SWE)."""
