"""Planning a study: how many items, series and runs it takes, at what cost, confirmed by simulation."""
