"""SWI-Prolog as the oracle: worker processes that run untrusted programs, and the pool in front of them."""

from probe.oracle.both import BothOracles
from probe.oracle.installation import Limits
from probe.oracle.swi import SwiOracle, diagnose

__all__ = ["BothOracles", "Limits", "SwiOracle", "diagnose"]
