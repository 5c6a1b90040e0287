"""Protocols: how items are shown and scored, one package per protocol."""
