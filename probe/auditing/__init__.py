"""Audit: recompute what a dataset claims, and show the evidence."""
