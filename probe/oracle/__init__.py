"""SWI-Prolog as the oracle: worker processes that run untrusted programs, and the pool in front of them."""

from probe.oracle.diagnosis import diagnose
from probe.oracle.limits import Limits
from probe.oracle.swi import SwiOracle

__all__ = ["Limits", "SwiOracle", "diagnose"]
