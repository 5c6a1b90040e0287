"""What published result files show: shares of runs by subject, bias and tier, without decisions."""
