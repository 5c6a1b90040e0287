"""The process in which clingo runs. A script that imports nothing from the package.

A request is a line of JSON, the text of an answer-set program; the reply is a line of JSON with the number of
``models`` (2 where there are more) and the shown ``atoms`` of the first. A program that takes too long or too much
memory ends this process, and the parent replaces it. The process ends with its parent, since its input ends then.
"""

import json
import math
import os
import resource
import sys
import time
from typing import Any, TextIO


def main() -> None:
    """Import clingo, give up unneeded rights, and serve until the input ends."""
    settings = json.loads(sys.argv[1])
    import clingo

    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    _limit(settings["memory_bytes"])
    _reply(replies, {"version": clingo.__version__})
    for line in sys.stdin:
        _allow(settings["seconds"])
        _reply(replies, _solve(clingo, json.loads(line)))


def _limit(memory_bytes: int) -> None:
    bounds = {
        resource.RLIMIT_AS: memory_bytes,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: 16,
    }
    for kind, bound in bounds.items():
        # macOS refuses RLIMIT_AS; the parent's deadline still applies.
        try:
            resource.setrlimit(kind, (bound, bound))
        except (ValueError, OSError):
            continue


def _allow(seconds: float) -> None:
    """Give the next program ``seconds`` of processor time, rounded up; the kernel then ends this process."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _reply(replies: TextIO, reply: dict[str, Any]) -> None:
    replies.write(json.dumps(reply) + "\n")
    replies.flush()


def _solve(clingo: Any, text: str) -> dict[str, Any]:
    """Return the number of models and the atoms of the first, or what went wrong."""
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


if __name__ == "__main__":
    main()
