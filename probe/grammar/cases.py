"""The cases of a schema: what a text states, what follows from it, and the twin, without any words."""

from collections.abc import Iterator, Sequence

from probe.grammar.artefacts import Form
from probe.grammar.derivation import follow
from probe.grammar.draw import Draw
from probe.grammar.facts import Case, draw_case
from probe.grammar.options import BESIDE, GrammarOptions
from probe.grammar.plan import Plan, draw_plan
from probe.grammar.practice_library import Size
from probe.grammar.scenario import FEWEST_RULES, WORDS, StatedCase
from probe.grammar.schema import Module, Schema, Side, opposite
from probe.grammar.theory import Graph
from probe.grammar.twins import CaseTwin, draw_twin, exchanged, level
from probe.values import Bias

PLANS = 30
"""How many plans of each shape are drawn for a schema; not all of them fit."""
KNOWN_PLANS = 4000
"""How many plans are remembered at most, so that memory does not grow with the number of dilemmas."""
TWIN_DRAWS = 4
"""How many cases are drawn until a small change at the end of the main line gives the twin."""
LEAST_FRAME: dict[Form, int] = {"prose": 105, "ticket": 118, "table": 92, "log": 118}
"""How many words a policy needs at least beyond the fewest of its rules and facts, in each form."""


class Cases:
    """Draws plans and facts. The plans of a shape depend on the seed alone, so they are drawn once."""

    def __init__(self, modules: Sequence[Module], options: GrammarOptions, seed: int) -> None:
        self._modules = modules
        self._options = options
        self._seed = seed
        self._graphs: dict[tuple[str, Size], Graph] = {}
        self._known_plans: dict[tuple[Graph, int, int, str, int], Plan | None] = {}

    def graph(self, schema: Schema, size: Size) -> Graph:
        """Return what follows from what in a schema, for a product of this size."""
        key = (schema.about, size)
        if key not in self._graphs:
            common_only = self._options.mode == "closed-book"
            self._graphs[key] = Graph(schema, self._modules, common_only=common_only, size=size)
        return self._graphs[key]

    def drawn(  # noqa: PLR0917
        self, graph: Graph, bias: Bias, right: Side, depths: Sequence[int], draw: Draw, form: Form
    ) -> Iterator[tuple[StatedCase, ...]]:
        """Yield plans with facts and twins, the deepest first drawn, the others cut from it.

        Plans that are too long for a policy in this ``form`` are left out. In half of the dilemmas the case is drawn
        for the other action, and changes places with its twin. A first figure anchors a number on which the decision
        turns and that the text leaves to derive, so nothing overrides the choice there.
        """
        drawn = right if draw.child("exchange").below(2) else opposite(right)
        overriding = None if bias is Bias.ANCHORING else drawn
        low, high = self._options.branches
        room = depths[-1] - BESIDE
        low, high = min(low, room), min(high, room)
        wanted = draw.child("branches").between(low, high)
        for branches in [wanted, *(number for number in range(wanted - 1, low - 1, -1))]:
            drawing = draw.child("plans", branches)
            for number in drawing.shuffled(range(PLANS)):
                plan = self._plan(graph, depths[-1] - 1, branches, overriding, number)
                if plan and self._options.mode == "policy" and room_of(plan) < LEAST_FRAME[form]:
                    continue
                if plan and bias is Bias.ANCHORING and graph.schema.anchor not in plan.ways:
                    continue
                found = plan and self._facts(plan, drawn, right, depths, drawing.child(number))
                if found:
                    yield found

    def _plan(self, graph: Graph, height: int, branches: int, overriding: Side | None, number: int) -> Plan | None:
        """Return one of the plans of a shape, which all dilemmas of the schema share: they depend on the seed alone."""
        shape = (height, branches, overriding or "", number)
        key = (graph, *shape)
        if key not in self._known_plans:
            if len(self._known_plans) >= KNOWN_PLANS:
                self._known_plans.clear()
            fewest = FEWEST_RULES if self._options.mode == "policy" else 0
            draw = Draw(self._seed, "plans", graph.schema.about, *shape)
            self._known_plans[key] = draw_plan(graph, height, branches, overriding, draw, fewest)
        return self._known_plans[key]

    def _facts(
        self, plan: Plan, drawn: Side, right: Side, depths: Sequence[int], draw: Draw
    ) -> tuple[StatedCase, ...] | None:
        pair = _with_twin(plan, drawn, draw)
        if pair is None:
            return None
        deepest, twin = pair
        if drawn != right:
            deepest, twin = exchanged(plan, deepest, twin)
        found = [_cut(plan, deepest, depth, draw.child("twin", depth)) for depth in depths[:-1]]
        stated = [one for one in found if one is not None]
        last = StatedCase(plan=plan, case=deepest, twin=twin)
        return (*stated, last) if len(stated) == len(found) else None


def room_of(plan: Plan) -> int:
    """Return how many words of a policy its rules and facts leave for the rest, in their shortest wordings."""
    return WORDS["policy"][1] - plan.least_words


def _with_twin(plan: Plan, drawn: Side, draw: Draw) -> tuple[Case, CaseTwin] | None:
    """Return a case and its twin, of several draws the one whose changed fact is farthest down the main line."""
    found = None
    lowest = max(plan.levels.values(), default=0)
    reached = -1
    for number in range(TWIN_DRAWS):
        case = draw_case(plan, drawn, draw.child("draw", number))
        if case is None:
            break
        twin = draw_twin(plan, case, draw.child("twin", number))
        if twin and level(plan, twin) > reached:
            found, reached = (case, twin), level(plan, twin)
        if reached == lowest:
            break
    return found


def _cut(plan: Plan, deepest: Case, depth: int, draw: Draw) -> StatedCase | None:
    """Return what a text of a smaller ``depth`` states: derived numbers in place of what they follow from."""
    cut = plan.cut(depth - 1)
    if not all(plan.graph.statable(name) and name in deepest.values for name in cut.stated()):
        return None
    facts = {name: deepest.values[name] for name in cut.stated()}
    facts |= {name: value for name, value in deepest.facts.items() if name in cut.ways}
    read = follow(cut, facts)
    if read is None or read.value != deepest.right or read.depth != depth - 1:
        return None
    case = deepest.model_copy(update={"facts": facts, "depth": read.depth, "size": read.size})
    twin = draw_twin(cut, case, draw)
    return StatedCase(plan=cut, case=case, twin=twin) if twin else None
