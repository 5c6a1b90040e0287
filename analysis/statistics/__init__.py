"""Intervals, tests and simulations; what scipy and statsmodels have is taken from there."""
