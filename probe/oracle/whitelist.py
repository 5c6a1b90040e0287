"""Generates the page of the predicates that a program may call from the whitelist itself."""

import json
import subprocess
from pathlib import Path

from probe.oracle.installation import find_installation

_WHITELIST = Path(__file__).resolve().parent.parent / "prolog" / "subset.pl"
_GOAL = (
    "forall((group(G,D),findall(P-A,permitted(P,G,A),L)),format('~w\\t~s\\t~q~n',[G,D,L])),"
    "forall(impure_function(F),format('impure\\t~q~n',[F])),halt"
)
_ARGUMENT = {"0": "goal", "^": "goal after `Variable^`", "?": ""}

_HEAD = """# The whitelist

This page lists the predicates that a program under audit may call. It is generated from `prolog/subset.pl` by
`python -m probe.oracle.whitelist > docs/whitelist.md`, and a test compares it with the list.

Every other predicate of SWI-Prolog itself is refused before anything runs, unless SWI-Prolog allows programs to define
it and the program does. A name that only a library of SWI-Prolog defines, or that nothing defines, is not refused: it
is an unknown procedure, and a call raises an error. No library is ever loaded for a program. The goals in goal and
closure arguments are checked in the same way; a variable or a module qualification there is refused. Tests compare the
list with the names that the installed SWI-Prolog compiles, loads or evaluates specially.

"""

_TAIL = """
Beyond calls, these are refused wherever they appear: rules with `=>`, `?=>` or `-->`; `|` as a disjunction; lists as
clauses; clauses for names that begin with `$`, for `^/2`, `term_expansion` and `goal_expansion`; compound terms whose
names begin with `$`; queries; clauses and declarations for another module; dicts; texts over 64 KiB; lone surrogates;
and directives other than

- `consult(axioms)`, `[axioms]`, `ensure_loaded(axioms)`, also as `'axioms.pl'`: the place of the axioms;
- `discontiguous` and `dynamic` with `Name/Arity`;
- `use_module` of `lists`, `apply`, `aggregate`, `pairs`, `ordsets` and `yall`, which changes nothing.

A lambda expression, `[X,Y]>>Goal` or `{Free}/[X,Y]>>Goal`, is allowed where a closure is, with at most as many
parameters as the closure gets arguments. It is read as a predicate of its own, with its meaning in `library(yall)`.

Text after `end_of_file.` is reported like a clause that SWI-Prolog does not accept. `Variable^Goal` may also be called
outside `setof/3` and `bagof/3`; there it means `Goal`.
"""


def whitelist_page() -> str:
    """Return the page as Markdown. Raise MissingError if SWI-Prolog is missing."""
    # Without the user's initialisation file, which could define or load anything.
    command = [find_installation().executable, "-q", "-f", "none", "-g", _GOAL, str(_WHITELIST)]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=True)
    rows, impure = [], []
    for line in result.stdout.splitlines():
        columns = line.split("\t")
        if columns[0] == "impure":
            impure.append(f"`{columns[1]}`")
        else:
            rows.append(f"| {columns[1]} | {_predicates(columns[2])} |")
    table = "| group | predicates |\n|---|---|\n" + "\n".join(rows) + "\n"
    arithmetic = (
        f"Arithmetic may use every function that depends only on its arguments. It may not use {', '.join(impure)}.\n"
        "A shift is allowed by a number from 0 to 64 that is written out.\n"
        "A program that calculates in any way, for example with `sum_list/2` or `aggregate_all/3`, may not contain\n"
        "these names anywhere, not even as data. A function that a later release adds is refused until it is listed.\n"
    )
    return f"{_HEAD}{table}\n{arithmetic}{_TAIL}"


def _predicates(predicate_list: str) -> str:
    """Return ``[name/1-[0],…]``, as Prolog writes it, as a list of names with their callable arguments."""
    descriptions = []
    for entry in predicate_list[1:-1].replace("],", "]\n").splitlines():
        name, _, arguments = entry.rpartition("-")
        kinds = [kind for kind in arguments.strip("[]").split(",") if kind]
        callable_arguments = [
            _callable_argument(position, kind) for position, kind in enumerate(kinds, 1) if kind != "?"
        ]
        # A bar would end the cell of the table.
        escaped_name = name.replace("|", "\\|")
        descriptions.append(f"`{escaped_name}`" + (f" ({', '.join(callable_arguments)})" if callable_arguments else ""))
    return ", ".join(descriptions)


def _callable_argument(position: int, kind: str) -> str:
    description = _ARGUMENT.get(kind, f"closure with {json.dumps(kind)} more".replace('"', ""))
    return f"{position}: {description}"


if __name__ == "__main__":
    import sys

    sys.stdout.write(whitelist_page())
