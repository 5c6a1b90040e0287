"""Audit: what a dataset claims, decided again, and shown with its evidence."""
