"""Formats to import and export, found by entry points (``probe.formats``): nothing of the core imports them."""
