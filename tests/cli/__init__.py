"""The command line's views."""
