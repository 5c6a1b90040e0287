"""Adapters that turn texts into vectors."""
