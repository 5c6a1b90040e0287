"""Verify and audit: run programs again, account for their proofs, show dilemmas to raters, look for shortcuts."""
