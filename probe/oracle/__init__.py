"""SWI-Prolog as the oracle: worker processes that run untrusted programs, the pool in front of them, and clingo."""

from probe.oracle.answer_sets import ClingoOracle
from probe.oracle.both import BothOracles
from probe.oracle.clingo_process import clingo_version
from probe.oracle.diagnosis import diagnose
from probe.oracle.limits import Limits
from probe.oracle.swi import SwiOracle

__all__ = ["BothOracles", "ClingoOracle", "Limits", "SwiOracle", "clingo_version", "diagnose"]
