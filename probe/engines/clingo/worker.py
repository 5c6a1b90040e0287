"""The process in which clingo runs. A script that imports nothing from the package.

A request is the text of an answer-set program; the reply is a JSON text with the number of ``models`` (2 where there
are more) and the shown ``atoms`` of the first, or ``failed``: ``memory``, or what clingo reports.
"""

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probe.workers.child import ParentLink


def serve(link: "ParentLink", settings: dict[str, Any]) -> None:
    """Import clingo, give up unneeded rights, and answer requests until the input ends."""
    # Before the limits: to load the library is not the program's work.
    import clingo

    link.silence()
    allowance = link.limit(settings["cpu_seconds"], settings["memory_bytes"])
    link.send(clingo.__version__.encode())
    while (request := link.receive()) is not None:
        with allowance.grant():
            solution = _solve(clingo, request.decode())
        exhausted = solution.get("failed") == "memory"
        link.reply(json.dumps(solution).encode(), exhausted=exhausted, replace=allowance.used_up())


def _solve(clingo: Any, text: str) -> dict[str, Any]:
    """Return the number of models and the atoms of the first, or what went wrong."""
    # Two models are enough to know that there is more than one; warnings would go to a closed stream.
    control = clingo.Control(["--models=2", "--warn=none"], logger=lambda code, message: None)
    models, atoms = 0, []
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            for model in handle:
                models += 1
                if models == 1:
                    atoms = [
                        [symbol.name, str(symbol.arguments[0])]
                        for symbol in model.symbols(shown=True)
                        if symbol.arguments
                    ]
    except MemoryError:
        return {"failed": "memory"}
    except RuntimeError as error:
        return {"failed": str(error)}
    return {"models": models, "atoms": atoms}
