"""The page that lists what a program may call, generated from the whitelist."""

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

The predicates that a program under audit may call. This page is generated from `prolog/subset.pl` by
`python -m probe.oracle.whitelist > docs/whitelist.md`; a test compares it with the list.

Every other predicate of SWI-Prolog itself is refused before anything runs, unless the program defines it and SWI-Prolog
allows that. A predicate that only a library defines, or that is not defined at all, is not refused: it is an unknown
procedure, and calling it raises an error. No library is ever loaded for a program. Goal and closure arguments are
checked in the same way; variables and module qualifiers in them are refused. Tests compare the list with the predicates
that the installed SWI-Prolog compiles, loads and evaluates in a special way.

"""

_TAIL = """
Beyond calls, these are refused wherever they appear: rules with `=>`, `?=>` or `-->`; `|` as a disjunction; lists as
clauses; clauses for names that begin with `$`, for `^/2`, `term_expansion` and `goal_expansion`; compound terms whose
names begin with `$`; queries; clauses and declarations for another module; dicts; texts over 64 KiB; lone surrogates;
and directives other than

- `consult(axioms)`, `[axioms]`, `ensure_loaded(axioms)`, also as `'axioms.pl'`: the place of the axioms;
- `discontiguous` and `dynamic` with `Name/Arity`;
- `use_module` of `lists`, `apply`, `aggregate`, `pairs` and `ordsets`, which has no effect.

Text after `end_of_file.` is reported like a clause that is not accepted. `Variable^Goal` may also be called outside
`setof/3` and `bagof/3`; it means `Goal` there.
"""


def whitelist_page() -> str:
    """Return the page as Markdown. Raise MissingError if SWI-Prolog is missing."""
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
        f"Arithmetic may use every function that depends only on its arguments, that is, not {', '.join(impure)}.\n"
        "A program with arithmetic of any kind, for example `sum_list/2` or `aggregate_all/3`, may not contain these\n"
        "names anywhere, not even as data. A function that a later release adds is refused until it is listed.\n"
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
