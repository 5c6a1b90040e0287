"""What people say about the dilemmas: how far raters agree."""
