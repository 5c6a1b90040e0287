"""Measure ``probe verify`` on a local Ray cluster with one node, with two, and with two when one is killed.

    python -m benchmarks.cluster DATASET [--pairs 20000]

A node has one core. The pairs of DATASET are repeated with changed names. Prints the wall-clock time of each run, the
speed of two nodes as a share of twice the speed of one, and whether the reports are equal; ends with 1 if the share is
below 0.8 or they are not equal. Needs the extra ``ray``. On a machine without two free cores the wall-clock times show
how the system shares its cores, not how PROBE scales.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.running import read_options
from benchmarks.scale import write_pairs
from probe.protocols.dilemmas.reading import read_dilemmas

LEAST_SPEED = 0.8
"""The speed of two nodes, as a share of twice that of one, that the benchmark requires."""


def verify(file: Path, report: Path, nodes: int, during: Callable[[Any, Any], None] | None = None) -> float:
    """Verify ``file`` on a new cluster and return the seconds; ``during`` gets the cluster and its last node."""
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    last = [cluster.add_node(num_cpus=1) for _ in range(nodes)][-1]
    cluster.wait_for_nodes()
    command = [sys.executable, "-m", "probe", "verify", str(file), "--report", str(report), "--oracle", "swi"]
    start = time.perf_counter()
    with subprocess.Popen(
        [*command, "--engine", "ray", "--address", cluster.address], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        if during is not None:
            during(cluster, last)
        _, output = process.communicate()
    seconds = time.perf_counter() - start
    if process.returncode not in (0, 1):
        raise SystemExit(f"probe verify ended with {process.returncode}: {output.decode()}")
    ray.shutdown()
    cluster.shutdown()
    return seconds


def kill_midway(report: Path, rows: int) -> Callable[[Any, Any], None]:
    """Return a function that kills a node as soon as the report has ``rows`` rows."""

    def kill(cluster: Any, node: Any) -> None:
        while not report.exists() or report.read_bytes().count(b"\n") <= rows:
            time.sleep(0.2)
        cluster.remove_node(node, allow_graceful=False)

    return kill


def main() -> None:
    """Write a dataset, verify it three times, and compare."""
    options = read_options(__doc__, dataset=Path, pairs=20_000)
    originals = read_dilemmas(options.dataset)
    with tempfile.TemporaryDirectory() as folder:
        file, one_node, two_nodes, killed_node = (
            Path(folder) / name for name in ("dataset.jsonl", "one", "two", "killed")
        )
        write_pairs(file, originals, options.pairs)
        one_node_seconds = verify(file, one_node, 1)
        print(f"one node: {one_node_seconds:.0f} s; load {os.getloadavg()[0]:.0f}", flush=True)
        two_node_seconds = verify(file, two_nodes, 2)
        speed_share = one_node_seconds / two_node_seconds / 2
        print(
            f"two nodes: {two_node_seconds:.0f} s, {speed_share:.2f} of twice the speed; load {os.getloadavg()[0]:.0f}",
            flush=True,
        )
        killed_node_seconds = verify(file, killed_node, 2, kill_midway(killed_node, options.pairs // 2))
        print(f"two nodes, one killed midway: {killed_node_seconds:.0f} s", flush=True)
        equal = one_node.read_bytes() == two_nodes.read_bytes() == killed_node.read_bytes()
    fast = speed_share >= LEAST_SPEED
    print(
        f"{options.pairs} pairs: {speed_share:.2f} of twice the speed, {'holds' if fast else 'FAILS'}"
        f" (at least {LEAST_SPEED}); the reports are {'equal' if equal else 'NOT equal'}"
    )
    sys.exit(0 if fast and equal else 1)


if __name__ == "__main__":
    main()
