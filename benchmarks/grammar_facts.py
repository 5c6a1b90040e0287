"""How well the best single fact of each decision schema predicts the right action.

    python -m benchmarks.grammar_facts                     # 2,000 cases of each schema, with their twins
    python -m benchmarks.grammar_facts --schema hire_or_contract --draws 4000 --top 5

Cases are drawn as for dilemmas, in both modes, at all depths and product sizes, without texts. A fact is judged by a
tree with three limits at most, learnt on one half of the cases and asked about the other; a twin is in its original's
half. Intervals are at 95 % over cases. Only facts that enough cases state are judged.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from benchmarks.running import read_options
from probe.generation.schema_check import BEST_FACT
from probe.grammar.cases import Cases
from probe.grammar.derivation import Fact
from probe.grammar.draw import Draw
from probe.grammar.library import Library, read_library
from probe.grammar.options import GrammarOptions
from probe.grammar.scenario import DEPTHS, Mode, StatedCase
from probe.grammar.schema import SIDES, Category, Members, Schema
from probe.values import Bias

SEEDS = 5
"""The plans of a schema depend on the seed, so several are used."""
FEWEST = 0.15
"""Share of the cases that have to state a fact; with fewer, its interval is too wide to say anything."""
MODES: tuple[Mode, ...] = ("policy", "closed-book")


class Row(NamedTuple):
    """What one text states, as numbers; ``first`` is whether the first action is right in it."""

    values: Mapping[str, float]
    first: bool


class Judged(NamedTuple):
    """How often one fact gives the right action (0 to 1), over how many cases, with half the width of its interval."""

    fact: str
    share: float
    half: float
    cases: int


def drawn(library: Library, schema: Schema, draws: int) -> Iterator[tuple[Row, Row]]:
    """Yield what ``draws`` cases and their twins state, fewer where a depth is not reached."""
    sizes = [context.size for context in library.contexts if set(schema.needs) <= set(context.tags)]
    known = {
        (mode, seed): Cases(library, GrammarOptions(mode=mode, depth=DEPTHS[mode]), seed)
        for mode in MODES
        for seed in range(SEEDS)
    }
    for number in range(draws):
        draw = Draw("facts", schema.about, number)
        mode, seed = draw.choice(MODES), number % SEEDS
        cases, depth = known[mode, seed], draw.between(*DEPTHS[mode])
        graph = cases.graph(schema, draw.choice(sizes))
        stated = next(
            cases.drawn(graph, draw.choice(list(Bias)), SIDES[number // SEEDS % 2], (depth,), draw, "table"), None
        )
        if stated:
            yield rows(stated[-1])


def rows(account: StatedCase) -> tuple[Row, Row]:
    """Return the case and its twin."""
    first = account.case.right == "first"
    nodes = account.plan.graph.nodes

    def values(facts: Mapping[str, Fact]) -> dict[str, float]:
        numbers: dict[str, float] = {}
        for name, value in facts.items():
            node = nodes[name]
            if isinstance(node, Members):
                assert isinstance(value, tuple)
                numbers |= {f"{name} {member}": float(member in value) for member in node.members}
            elif isinstance(node, Category):
                numbers[name] = float(sorted(node.say).index(str(value)))
            else:
                assert isinstance(value, int)
                numbers[name] = float(value)
        return numbers

    return Row(values(account.case.facts), first), Row(values(account.twin.facts), not first)


def judged(cases: Sequence[tuple[Row, Row]]) -> list[Judged]:
    """Return the facts that enough cases state, the best predictor first."""
    stating: dict[str, list[int]] = defaultdict(list)
    for place, (original, _) in enumerate(cases):
        for name in original.values:
            stating[name].append(place)
    judgements = [
        judge(name, [cases[place] for place in stated_in])
        for name, stated_in in stating.items()
        if len(stated_in) >= FEWEST * len(cases)
    ]
    return sorted(judgements, key=lambda judgement: -judgement.share)


def judge(fact: str, cases: Sequence[tuple[Row, Row]]) -> Judged:
    """Return how well ``fact`` alone gives the right action."""
    table = np.array([[row.values[fact] for row in pair] for pair in cases])
    right = np.array([[row.first for row in pair] for pair in cases])
    half = np.random.default_rng(0).permutation(len(cases)) % 2 == 0
    hits = np.zeros(len(cases))
    for test in (half, ~half):
        tree = DecisionTreeClassifier(max_depth=2, min_samples_leaf=10, random_state=0)
        tree.fit(table[~test].reshape(-1, 1), right[~test].ravel())
        guessed = tree.predict(table[test].reshape(-1, 1)).reshape(-1, 2)
        hits[test] = (guessed == right[test]).mean(axis=1)
    return Judged(fact, float(hits.mean()), float(1.96 * hits.std() / len(hits) ** 0.5), len(cases))


def main() -> None:
    """Read the flags, draw, judge, print."""
    flags = read_options(__doc__, draws=2_000, schema="", top=1)
    library, above = read_library(None), 0
    for schema in library.schemas:
        if flags.schema not in ("", schema.about):
            continue
        cases = list(drawn(library, schema, flags.draws))
        first = Counter(original.first for original, _ in cases)
        print(f"{schema.about}: {len(cases)} cases, first right in {first[True] / max(1, len(cases)):.1%}")
        for judgement in judged(cases)[: flags.top]:
            over = judgement.share + judgement.half > BEST_FACT
            above += over
            interval = f"{judgement.share:.1%} ± {judgement.half:.1%}"
            print(f"  {judgement.fact} {interval} of {judgement.cases}{'  ABOVE' if over else ''}", flush=True)
    print(f"facts whose upper end is above {BEST_FACT:.0%}: {above}")


if __name__ == "__main__":
    main()
