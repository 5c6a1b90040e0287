"""A worker's script for tests: it upper-cases texts; ``wait`` makes it wait for a file."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probe.workers.child import ParentLink


def serve(link: "ParentLink", settings: dict[str, Any]) -> None:
    link.load(lambda: _load(settings))
    for number, text in link.requests():
        while text == b"wait" and not Path(settings["file"]).exists():
            time.sleep(0.01)
        link.answer(number, text.upper())


def _load(settings: dict[str, Any]) -> None:
    if error := settings.get("error"):
        raise ValueError(error)
