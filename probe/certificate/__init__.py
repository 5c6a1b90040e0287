"""The checks that make a certificate, each a pure function on what the oracle found."""
