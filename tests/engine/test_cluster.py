"""Ray as the engine: a real cluster of two nodes with one core each, one of which is lost during the work."""

import asyncio
import importlib.util
from collections.abc import Iterator
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from probe.session import Placement, spread
from tests.engine import work

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed"),
]
CHUNKS = [[number, number + 1] for number in range(0, 200, 2)]


@pytest.fixture
def cluster() -> Iterator[Any]:
    import ray
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    yield nodes
    ray.shutdown()
    nodes.shutdown()


def test_a_lost_node_changes_nothing_but_time(cluster: Any, tmp_path: Path) -> None:
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    collected = []

    async def collect() -> None:
        placement = Placement("ray", cluster.address)
        async with aclosing(spread(placement, partial(work.open_factor, 3), work.multiply, CHUNKS)) as results:
            async for result in results:
                collected.append(result)
                if len(collected) == 20:
                    cluster.remove_node(second, allow_graceful=False)

    asyncio.run(collect())
    assert collected == [[3 * number for number in chunk] for chunk in CHUNKS]


def test_a_verified_dataset_is_the_same_on_a_cluster(cluster: Any, seed_file: Path, probe: Any, tmp_path: Path) -> None:
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    local_report, cluster_report = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    local_result = probe.json("verify", seed_file, "--report", local_report)
    cluster_options = ("--engine", "ray", "--address", cluster.address)
    assert probe.json("verify", seed_file, "--report", cluster_report, *cluster_options) == local_result
    assert cluster_report.read_bytes() == local_report.read_bytes()
