"""The page that lists what a program may call, made from the whitelist itself."""

import json
import subprocess
from pathlib import Path

from probe.oracle.discovery import find_installation

_WHITELIST = Path(__file__).resolve().parent.parent / "prolog" / "subset.pl"
_GOAL = (
    "forall((group(G,D),findall(P-A,permitted(P,G,A),L)),format('~w\\t~s\\t~q~n',[G,D,L])),"
    "forall(impure_function(F),format('impure\\t~q~n',[F])),halt"
)
_ARGUMENT = {"0": "goal", "^": "goal after `Variable^`", "?": ""}

_HEAD = """# The whitelist

What a program under audit may call. This page is made from `prolog/subset.pl` by
`python -m probe.oracle.whitelist > docs/whitelist.md`; a test holds it against the list.

Everything that is not on it is refused before anything runs, unless the program defines it itself. A name that neither
the program nor SWI-Prolog nor one of its libraries defines is no refusal: it is an unknown procedure, and raises an
error when it is called. What is called by a goal or closure argument is checked in the same way; a variable there is
refused, and so is a module.

"""

_TAIL = """
Beyond calls, these are refused wherever they stand: directives other than `consult('axioms')`, `discontiguous` and
`dynamic`; queries; grammar rules; clauses and declarations for another module; dicts; texts over 64 KiB; half
characters.
"""


def whitelist_page() -> str:
    """Return the page as Markdown. Raise MissingError where SWI-Prolog is missing."""
    command = [find_installation().executable, "-q", "-f", "none", "-g", _GOAL, str(_WHITELIST)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=True)
    rows, impure = [], []
    for line in done.stdout.splitlines():
        parts = line.split("\t")
        if parts[0] == "impure":
            impure.append(f"`{parts[1]}`")
        else:
            rows.append(f"| {parts[1]} | {_predicates(parts[2])} |")
    table = "| group | predicates |\n|---|---|\n" + "\n".join(rows) + "\n"
    arithmetic = (
        f"Arithmetic may name every function but {', '.join(impure)},\n"
        "whose values change. A program that calculates may not have them among its data either, where a variable\n"
        "could be bound to them.\n"
    )
    return f"{_HEAD}{table}\n{arithmetic}{_TAIL}"


def _predicates(written: str) -> str:
    """Return ``[name/1-[0],…]``, as Prolog writes it, as a list of names with their callable arguments."""
    shown = []
    for entry in written[1:-1].replace("],", "]\n").splitlines():
        name, _, arguments = entry.rpartition("-")
        kinds = [kind for kind in arguments.strip("[]").split(",") if kind]
        called = [_called(place, kind) for place, kind in enumerate(kinds, 1) if kind != "?"]
        escaped = name.replace("|", "\\|")
        shown.append(f"`{escaped}`" + (f" ({', '.join(called)})" if called else ""))
    return ", ".join(shown)


def _called(place: int, kind: str) -> str:
    what = _ARGUMENT.get(kind, f"closure with {json.dumps(kind)} more".replace('"', ""))
    return f"{place}: {what}"


if __name__ == "__main__":
    import sys

    sys.stdout.write(whitelist_page())
