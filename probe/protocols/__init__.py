"""Protocols: how items are shown and scored, one module or package per protocol."""
