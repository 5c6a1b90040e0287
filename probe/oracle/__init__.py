"""SWI-Prolog as the oracle: worker processes that run untrusted programs, and the pool in front of them."""
