"""Providers with an SDK of their own, each a package that an entry point of ``probe.providers`` names.

Nothing else in PROBE imports them: they are found by name, and used where their SDK is installed.
"""
