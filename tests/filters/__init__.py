"""One file a stage: what it accepts, what it rejects, and with which evidence."""
