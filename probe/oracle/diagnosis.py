"""What the doctor says about the oracle."""

from probe.oracle.discovery import find_installation
from probe.oracle.limits import Limits
from probe.oracle.swi import SwiOracle

_GUARDS = {
    "files": "a worker cannot open files",
    "network": "a worker has no network",
    "parent": "a worker ends with its parent",
}


def diagnose() -> list[str]:
    """Return lines on the version, the library, the guards and the limits of the oracle on this machine.

    Raise MissingError, with the command that installs it, where SWI-Prolog cannot be used.
    """
    installation = find_installation()
    limits = Limits()
    with SwiOracle.start(workers=1) as oracle:
        guards = oracle.guards
    lines = [installation.name, f"libswipl: {installation.library}", f"home: {installation.home}"]
    for guard, promise in _GUARDS.items():
        means = guards.get(guard, "absent")
        kept = f"{promise} ({means})" if means != "absent" else f"this kernel cannot see to it that {promise}"
        lines.append(f"{guard}: {kept}")
    lines.append(
        f"limits: {limits.inferences:,} inferences a search, {limits.seconds:g} s a request and "
        f"{limits.deadline:g} s until the worker is killed, {limits.stack_bytes // 2**20} MiB of stacks, "
        f"{limits.memory_bytes // 2**20} MiB of memory"
    )
    return lines
