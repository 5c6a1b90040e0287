"""Intervals, tests and simulations, built on scipy and statsmodels wherever these have them."""
