"""What answered a run's calls, gathered from their stored answers."""

import json
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from probe.values import ServedModel

Row = tuple[Any, ...]
"""Model, endpoint, snapshot, fingerprint, parameters sent and left out as JSON, and counts: calls, reasoning tokens."""
SEEDS = ("seed", "random_seed")


def served_by(rows: Iterable[Row]) -> tuple[ServedModel, ...]:
    """Return one entry for each model and endpoint of ``rows``, which are sorted by both."""
    return tuple(_served_model(*key, list(group)) for key, group in groupby(rows, key=lambda row: (row[0], row[1])))


def _served_model(spec: str, endpoint: str, rows: list[Row]) -> ServedModel:
    snapshots, fingerprints = Counter[str](), Counter[str]()
    values: dict[str, dict[Any, None]] = {}
    omission_counts = Counter[str]()
    for _, _, snapshot, fingerprint, sent_json, left_out_json, calls, _ in rows:
        snapshots[snapshot or ""] += calls
        fingerprints[fingerprint or ""] += calls
        for name, value in json.loads(sent_json or "{}").items():
            # Unlike a set, a dictionary keeps the order of first use.
            values.setdefault(name, {})[value] = None
        for name in json.loads(left_out_json or "[]"):
            omission_counts[name] += calls
    # Every run has its own seed, so only the range of seeds is reported.
    seeds = [int(seed) for name in SEEDS for seed in values.pop(name, {})]
    return ServedModel(
        spec=spec,
        endpoint=endpoint,
        calls=sum(snapshots.values()),
        snapshots=dict(snapshots),
        system_fingerprints=dict(fingerprints),
        parameters={name: tuple(used_values) for name, used_values in sorted(values.items())},
        left_out=dict(sorted(omission_counts.items())),
        seeds=(min(seeds), max(seeds)) if seeds else (),
        reasoning_tokens=sum(row[7] or 0 for row in rows),
    )
