"""Whole commands, run as a user runs them, against a server that answers with real model outputs."""
