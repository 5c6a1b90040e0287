"""Workspaces for tests: composed and laid out in this process, without a certificate."""

import re
from functools import cache
from typing import Any, cast

from probe.protocols.workspaces.item import LinePosition, WorkspaceItem
from probe.protocols.workspaces.making import UNSUITABLE_BIASES, WorkspaceMaker, laid_out
from probe.values import Arm, Bias, Profile

BIASES = tuple(bias for bias in Bias.packaged if bias not in UNSUITABLE_BIASES)


@cache
def workspaces(count: int, seed: int = 1, depth: str = "3-6") -> tuple[WorkspaceItem, ...]:
    """Return ``count`` workspaces, the biases in turn."""
    maker = WorkspaceMaker(cast(Any, None), Profile.STRICT, seed, depth)
    items: list[WorkspaceItem] = []
    index = 0
    while len(items) < count:
        bias = BIASES[index % len(BIASES)]
        composition = maker._compose(bias, index // len(BIASES))
        if composition is not None:
            items.append(laid_out(composition, maker._draw(bias, index // len(BIASES))))
        index += 1
    return tuple(items)


def stated_text(item: WorkspaceItem, position: LinePosition, arm: Arm = Arm.UNBIASED) -> str:
    """Return what a line says, without the number of a rule, the time and the writer."""
    text = item.lines(arm, "file")[position.path][position.line - 1]
    return re.sub(r"^(?:\d+\.\d+ |\[\d\d:\d\d\] [^:]+: |- [^:]+: |\| )", "", text)
