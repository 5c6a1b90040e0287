"""What the cue does to decisions: rates, differences between subjects, and what may explain them."""
