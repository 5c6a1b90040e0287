"""How sensitivity changes with the depth and size of a dilemma's proof."""
