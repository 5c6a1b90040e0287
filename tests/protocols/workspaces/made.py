"""Workspaces for tests: composed and laid out in this process, without a certificate."""

from functools import cache
from typing import Any, cast

from probe.protocols.workspaces.item import WorkspaceItem
from probe.protocols.workspaces.making import WITHOUT, WorkspaceMaker, laid_out
from probe.values import Bias, Profile

BIASES = tuple(bias for bias in Bias.packaged if bias not in WITHOUT)


@cache
def workspaces(count: int, seed: int = 1, depth: str = "3-6") -> tuple[WorkspaceItem, ...]:
    """Return ``count`` workspaces, the biases in turn."""
    maker = WorkspaceMaker(cast(Any, None), Profile.STRICT, seed, depth)
    made: list[WorkspaceItem] = []
    index = 0
    while len(made) < count:
        bias = BIASES[index % len(BIASES)]
        composed = maker._composed(bias, index // len(BIASES))
        if composed is not None:
            made.append(laid_out(composed, maker._draw(bias, index // len(BIASES))))
        index += 1
    return tuple(made)
