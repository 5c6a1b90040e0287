"""Measuring: what subjects decide, and what the measurements rest on."""
