"""Measure how well the best single fact of each decision schema predicts the right action.

    python -m benchmarks.grammar_facts                     # 2,000 cases of each schema, with their twins
    python -m benchmarks.grammar_facts --schema hire_or_contract --draws 4000 --top 5

Cases are drawn as for dilemmas, in both modes, at all depths and product sizes, without texts. A fact is judged by a
tree with three thresholds at most, trained on one half of the cases and tested on the other; a twin is in the half of
its original. Intervals are at 95 % over cases. Only facts that enough cases state are judged.
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
LEAST_STATED_SHARE = 0.15
"""Share of the cases that have to state a fact; with a lower share its interval is too wide to be useful."""
MODES: tuple[Mode, ...] = ("policy", "closed-book")


class StatedFacts(NamedTuple):
    """The facts of one text, as numbers; ``first`` is whether the first action is right."""

    values: Mapping[str, float]
    first: bool


class FactPredictor(NamedTuple):
    """How often one fact gives the right action (0 to 1), over how many cases, with the half-width of its interval."""

    fact: str
    share: float
    half_width: float
    cases: int


def draw_cases(library: Library, schema: Schema, draws: int) -> Iterator[tuple[StatedFacts, StatedFacts]]:
    """Yield the facts of ``draws`` cases and their twins, fewer if a depth is not reached."""
    sizes = [context.size for context in library.contexts if set(schema.needs) <= set(context.tags)]
    cases_by_plan = {
        (mode, seed): Cases(library, GrammarOptions(mode=mode, depth=DEPTHS[mode]), seed)
        for mode in MODES
        for seed in range(SEEDS)
    }
    for number in range(draws):
        draw = Draw("facts", schema.about, number)
        mode, seed = draw.choice(MODES), number % SEEDS
        cases, depth = cases_by_plan[mode, seed], draw.between(*DEPTHS[mode])
        graph = cases.graph(schema, draw.choice(sizes))
        accounts = next(
            cases.drawn(graph, draw.choice(list(Bias)), SIDES[number // SEEDS % 2], (depth,), draw, "table"), None
        )
        if accounts:
            yield stated_facts(accounts[-1])


def stated_facts(account: StatedCase) -> tuple[StatedFacts, StatedFacts]:
    """Return the facts of the case and of its twin."""
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

    return StatedFacts(values(account.case.facts), first), StatedFacts(values(account.twin.facts), not first)


def best_predictors(cases: Sequence[tuple[StatedFacts, StatedFacts]]) -> list[FactPredictor]:
    """Return the facts that enough cases state, the best predictor first."""
    stating: dict[str, list[int]] = defaultdict(list)
    for index, (original, _) in enumerate(cases):
        for name in original.values:
            stating[name].append(index)
    predictors = [
        predictor_of(name, [cases[index] for index in indices])
        for name, indices in stating.items()
        if len(indices) >= LEAST_STATED_SHARE * len(cases)
    ]
    return sorted(predictors, key=lambda predictor: -predictor.share)


def predictor_of(fact: str, cases: Sequence[tuple[StatedFacts, StatedFacts]]) -> FactPredictor:
    """Return how well ``fact`` alone gives the right action."""
    table = np.array([[row.values[fact] for row in pair] for pair in cases])
    right = np.array([[row.first for row in pair] for pair in cases])
    in_first_half = np.random.default_rng(0).permutation(len(cases)) % 2 == 0
    hits = np.zeros(len(cases))
    for test in (in_first_half, ~in_first_half):
        tree = DecisionTreeClassifier(max_depth=2, min_samples_leaf=10, random_state=0)
        tree.fit(table[~test].reshape(-1, 1), right[~test].ravel())
        predictions = tree.predict(table[test].reshape(-1, 1)).reshape(-1, 2)
        hits[test] = (predictions == right[test]).mean(axis=1)
    return FactPredictor(fact, float(hits.mean()), float(1.96 * hits.std() / len(hits) ** 0.5), len(cases))


def main() -> None:
    """Read the flags, draw, judge, print."""
    flags = read_options(__doc__, draws=2_000, schema="", top=1)
    library, above_count = read_library(None), 0
    for schema in library.schemas:
        if flags.schema not in ("", schema.about):
            continue
        cases = list(draw_cases(library, schema, flags.draws))
        first_is_right = Counter(original.first for original, _ in cases)
        print(f"{schema.about}: {len(cases)} cases, first right in {first_is_right[True] / max(1, len(cases)):.1%}")
        for predictor in best_predictors(cases)[: flags.top]:
            is_above = predictor.share + predictor.half_width > BEST_FACT
            above_count += is_above
            interval = f"{predictor.share:.1%} ± {predictor.half_width:.1%}"
            print(f"  {predictor.fact} {interval} of {predictor.cases}{'  ABOVE' if is_above else ''}", flush=True)
    print(f"facts whose upper end is above {BEST_FACT:.0%}: {above_count}")


if __name__ == "__main__":
    main()
