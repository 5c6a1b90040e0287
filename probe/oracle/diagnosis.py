"""The doctor's report on the oracle."""

import resource

from probe.oracle.discovery import find_installation
from probe.oracle.limits import Limits
from probe.oracle.swi import SwiOracle

_GUARDS = {
    "files": "a worker cannot open or execute files",
    "network": "a worker has no network",
    "parent": "a worker ends with its parent",
}


def diagnose() -> list[str]:
    """Report the version, the library, the guards and the limits of the oracle on this machine, one per line.

    Raise MissingError, with the command that installs it, if SWI-Prolog cannot be used.
    """
    installation = find_installation()
    limits = Limits()
    with SwiOracle.start(workers=1) as oracle:
        guards = oracle.guards
    lines = [installation.name, f"libswipl: {installation.library}", f"home: {installation.home}"]
    for guard, promise in _GUARDS.items():
        means = guards.get(guard, "absent")
        kept = f"{promise} ({means})" if means != "absent" else f"missing: this kernel cannot ensure that {promise}"
        lines.append(f"{guard}: {kept}")
    lines.append(
        f"limits: {limits.inferences:,} inferences per search, {limits.seconds:g} s of processor time per request, "
        f"{limits.cpu_seconds:g} s until the kernel ends the worker, {limits.stack_bytes // 2**20} MiB of stacks, "
        f"{limits.memory_bytes // 2**20} MiB of memory"
    )
    lines.extend(_inherited_limit(limits))
    return lines


def _inherited_limit(limits: Limits) -> list[str]:
    """Report a limit on the processor time of processes here (``ulimit -t``, a batch system)."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY:
        return []
    enough = hard > 4 * limits.cpu_seconds
    verdict = "workers are replaced before they reach it" if enough else "too little: raise it with ulimit -t"
    return [f"processor time: a process here may use {hard} s, {verdict}"]
