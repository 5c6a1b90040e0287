"""Triage: decisions in sequence, among four, by the form of the question and by who is behind a case."""
