"""Random programs that a second engine should understand, each drawn from a seed.

They have facts, joins, negation, conditions, aggregates, arithmetic and recursion over graphs.
"""

from collections.abc import Callable
from random import Random

from probe.values import Program

ATOMS = ["option_A", "option_B", "a", "'a b'", '"a"', "zeta", "f(a)", "[]"]
NUMBERS = ["-7", "-2", "-1", "0", "1", "2", "3", "7"]
COMPARISONS = ["<", ">", "=<", ">=", "=:=", "=\\="]
OPERATIONS = ["+", "-", "*", "//", "mod", "rem", "/", "max", "min"]
OPTIONS = ["option_A", "option_B", "option_a", "'Option_B'"]


class LogicProgram:
    """One program: ``e/1``, ``n/2`` (names and numbers), ``l/2`` (a graph) are facts, rules call the levels below."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._level = 0
        self._fresh = 0

    def draw(self) -> Program:
        """Return the program."""
        facts = self._facts()
        rules = []
        for self._level in range(1, 5):
            rules += [self._rule() for _ in range(self._random.randint(1, 3))]
        text = [":- consult('axioms').", *facts, *self._decisions()]
        return Program(
            axioms="\n".join(["r(X, Y) :- l(X, Y).", "r(X, Y) :- l(X, Z), r(Z, Y).", *rules]), text="\n".join(text)
        )

    def _facts(self) -> list[str]:
        pick = self._random.choice
        names = [f"e({pick(ATOMS)})." for _ in range(self._random.randint(1, 4))]
        value_facts = [f"n({pick(ATOMS)}, {pick(NUMBERS)})." for _ in range(self._random.randint(1, 5))]
        nodes = ["option_A", "option_B", "a", "zeta"]
        edges = sorted(
            {(start, end) for start in range(4) for end in range(start + 1, 4) if self._random.random() < 0.4}
        )
        graph = [f"l({nodes[start]}, {nodes[end]})." for start, end in edges]
        lists = [f"s({pick(ATOMS)}, [{', '.join(self._random.choices(ATOMS, k=self._random.randint(0, 3)))}])."]
        return [*names, *value_facts, *(graph or ["l(a, zeta)."]), *lists]

    def _decisions(self) -> list[str]:
        pick = self._random.choice
        level = 5
        self._level = level
        decisions = [
            f"decide_option(user, {pick(OPTIONS)}) :- {self._body('W', bound=False)}.",
            f"decide_option({pick(['user', '_', 'User'])}, X) :- {self._body('X', bound=False)}.",
        ]
        return decisions[: self._random.randint(1, 2)] if self._random.random() < 0.8 else [*decisions, decisions[0]]

    def _rule(self) -> str:
        head = "X" if self._random.random() < 0.8 else self._random.choice(ATOMS)
        body = self._body("X", bound=self._random.random() < 0.1)
        cut = ", !" if self._random.random() < 0.1 else ""
        return f"p{self._level}({head}) :- {body}{cut}."

    def _variable(self) -> str:
        self._fresh += 1
        return f"V{self._fresh}"

    def _body(self, variable: str, bound: bool) -> str:
        goals = [] if bound else [self._binder(variable)]
        goals += [self._goal(variable) for _ in range(self._random.randint(0, 3))]
        return ", ".join(goals) or "true"

    def _binder(self, variable: str) -> str:
        below = f"p{self._random.randint(1, self._level - 1)}({variable})" if self._level > 1 else f"e({variable})"
        return self._random.choice(
            [
                f"e({variable})",
                f"n({variable}, _)",
                f"l({variable}, _)",
                f"r(_, {variable})",
                below,
                below,
                below,
                f"member({variable}, [{', '.join(self._random.sample(ATOMS, 3))}])",
                f"( e({variable}) ; n({variable}, 1) )",
                f"( s(_, L), member({variable}, L) )" if self._level == 1 else below,
            ]
        )

    def _goal(self, x: str) -> str:
        kinds: list[Callable[[str], str]] = [
            self._negation,
            self._negation,
            self._condition,
            self._arithmetic,
            self._arithmetic,
            self._aggregate,
            self._aggregate,
            self._comparison,
            self._binder,
            self._disjunction,
            self._every,
            self._solutions,
        ]
        return self._random.choice(kinds)(x)

    def _negation(self, x: str) -> str:
        other_variable = self._variable()
        inner = self._random.choice(
            [
                self._binder(x),
                f"l({x}, {other_variable}), {self._binder(other_variable)}",
                f"n({x}, {other_variable}), {other_variable} > 1",
                f"n({x}, {x})",
                f"l({x}, _), e(_)",
                f"l({other_variable}, {other_variable})",
                f"( {self._binder(x)} ; {self._binder(x)} )",
            ]
        )
        return self._random.choice([f"\\+ ( {inner} )", f"not(( {inner} ))"])

    def _condition(self, x: str) -> str:
        other_variable = self._variable()
        return self._random.choice(
            [
                f"( {self._binder(x)} -> {self._comparison(x)} ; {self._binder(x)} )",
                f"( n({x}, {other_variable}) -> {other_variable} > 0 ; true )",
                f"( {self._negation(x)} -> true ; {self._binder(x)} )",
                f"( n({x}, {other_variable}) *-> {other_variable} < 2 ; {self._binder(x)} )",
                f"once(l({x}, {other_variable})), \\+ e({other_variable})",
                f"once({self._binder(x)})",
                f"ignore({self._binder(x)})",
            ]
        )

    def _arithmetic(self, x: str) -> str:
        n, m = self._variable(), self._variable()
        pick = self._random.choice
        operation = pick(OPERATIONS)
        first, second = n, pick(NUMBERS)
        term = f"{operation}({first}, {second})" if operation in ("max", "min") else f"{first} {operation} ({second})"
        return f"n({x}, {n}), {m} is {term}, {m} {pick(COMPARISONS)} {pick(NUMBERS)}"

    def _aggregate(self, x: str) -> str:
        n, m, z = self._variable(), self._variable(), self._variable()
        pick = self._random.choice
        goal = pick(
            [
                f"n(_, {n})",
                f"n({x}, {n})",
                f"( n({z}, {n}), e({z}) )",
                f"( n({z}, {n}), r({z}, _) )",
                f"( n({z}, {n}), \\+ e({z}) )",
                f"( n(_, {n}) ; n({x}, {n}) )",
                f"( n(_, {n}), {n} > 0 )",
            ]
        )
        collecting = pick(
            [
                f"aggregate_all(count, {goal}, {m})",
                f"aggregate_all(sum({n}), {goal}, {m})",
                f"aggregate_all(max({n}), {goal}, {m})",
                f"aggregate_all(min({n}), {goal}, {m})",
                f"findall({n}, {goal}, L{m}), length(L{m}, {m})",
                f"findall({n}, {goal}, L{m}), sum_list(L{m}, {m})",
                f"findall({n}, {goal}, L{m}), max_list(L{m}, {m})",
                f"findall({n}, {goal}, L{m}), sort(L{m}, S{m}), length(S{m}, {m})",
                f"findall({n}, {goal}, L{m}), msort(L{m}, [{m}|_])",
                f"findall({n}, {goal}, L{m}), sort(0, @>=, L{m}, [{m}|_])",
                f"aggregate_all(count, {self._binder(z)}, {m})",
                f"aggregate_all(max({n}, {z}), n({z}, {n}), max({m}, _))",
            ]
        )
        return f"{collecting}, {m} {pick(COMPARISONS)} {pick(NUMBERS)}"

    def _comparison(self, x: str) -> str:
        atom = self._random.choice(ATOMS)
        return self._random.choice(
            [
                f"{x} \\= {atom}",
                f"{x} \\== {atom}",
                f"{x} @< {atom}",
                f"{x} @>= {atom}",
                f"{x} = {atom}",
                f"atom({x})",
                f"{x} \\= f(_)",
            ]
        )

    def _disjunction(self, x: str) -> str:
        return f"( {self._comparison(x)} ; {self._binder(x)} )"

    def _every(self, x: str) -> str:
        y, n = self._variable(), self._variable()
        return self._random.choice(
            [
                f"forall(l({x}, {y}), {self._binder(y)})",
                f"forall(n({x}, {n}), {n} > 0)",
                f"forall(( n({y}, {n}), {y} \\= {x} ), ( n({x}, {y}{n}), {y}{n} >= {n} ))",
            ]
        )

    def _solutions(self, x: str) -> str:
        y, z = self._variable(), self._variable()
        return self._random.choice(
            [
                f"findall({y}, {self._binder(y)}, L{y}), member({x}, L{y})",
                f"findall({y}, l({x}, {y}), L{y}), L{y} \\= []",
                f"findall({y}, l({x}, {y}), L{y}), L{y} == []",
                f"setof({y}, l({x}, {y}), [{z}|_]), {self._comparison(z)}",
                f"findall({y}, {self._binder(y)}, [{z}|_]), {self._comparison(z)}",
                f"findall({y}, {self._binder(y)}, [{x}])",
                f"findall({y}, {self._binder(y)}, L{y}), include(e, L{y}, [{z}|_]), e({z})",
                f"findall({y}, {self._binder(y)}, L{y}), forall(member({z}, L{y}), e({z}))",
                f"memberchk({x}, [a, zeta, option_A])",
            ]
        )


def logic_program(seed: int) -> Program:
    """Return the program of ``seed``."""
    return LogicProgram(seed).draw()
