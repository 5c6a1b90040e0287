"""SWI-Prolog as the oracle: worker processes that run untrusted programs, the pool in front of them, and clingo."""

from probe.oracle.clingo import BothOracles, ClingoOracle, clingo_version
from probe.oracle.installation import Limits
from probe.oracle.swi import SwiOracle, diagnose

__all__ = ["BothOracles", "ClingoOracle", "Limits", "SwiOracle", "clingo_version", "diagnose"]
