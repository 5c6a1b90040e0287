"""Measuring: evaluations of subjects, and checks of what the evaluations depend on."""
