"""Formats to import and export, found by entry points (``probe.formats``): the core does not import them."""
