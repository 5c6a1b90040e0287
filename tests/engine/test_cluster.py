"""Ray as the engine: a real cluster of two nodes with one core each, one of which is lost while it works."""

import asyncio
import importlib.util
import json
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

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    yield made
    ray.shutdown()
    made.shutdown()


def test_a_lost_node_changes_nothing_but_time(cluster: Any, tmp_path: Path) -> None:
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    found = []

    async def collect() -> None:
        placement = Placement("ray", cluster.address)
        async with aclosing(spread(placement, partial(work.open_factor, 3), work.multiply, CHUNKS)) as results:
            async for result in results:
                found.append(result)
                if len(found) == 20:
                    cluster.remove_node(second, allow_graceful=False)

    asyncio.run(collect())
    assert found == [[3 * number for number in chunk] for chunk in CHUNKS]


def test_a_verified_dataset_is_the_same_on_a_cluster(cluster: Any, seeds: Path, probe: Any, tmp_path: Path) -> None:
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    first = json.loads(probe("verify", seeds, "--json", "--report", here).stdout)
    again = probe("verify", seeds, "--json", "--report", there, "--engine", "ray", "--address", cluster.address)
    assert json.loads(again.stdout) == first
    assert there.read_bytes() == here.read_bytes()
