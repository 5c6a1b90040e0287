"""Datasets and requests that the tests of templates share."""
