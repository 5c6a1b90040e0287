"""How figures look, and the kinds of chart that the analyses share."""
