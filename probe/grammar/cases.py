"""The cases of a schema: what a text states, what follows from it, and the twin, without any words."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from probe.grammar.artefacts import Form
from probe.grammar.draw import Draw
from probe.grammar.facts import Case, draw_case
from probe.grammar.library import Library
from probe.grammar.options import RULES_WITHOUT_BRANCH, GrammarOptions
from probe.grammar.plan import Plan, draw_plan
from probe.grammar.practice_library import RecordPhrases, Size
from probe.grammar.readers import required_depth
from probe.grammar.records import ABOVE, fits, recorded_series
from probe.grammar.scenario import FEWEST_RULES, WORDS, SeriesRequest, StatedCase
from probe.grammar.schema import Schema, Side, opposite
from probe.grammar.sums import padding_series, shape_fits, shape_series
from probe.grammar.theory import Graph
from probe.grammar.twins import CaseTwin, draw_twin, exchange
from probe.values import Bias

PLANS = 30
"""How many plans of each shape are drawn for a schema; not all of them fit."""
MOST_PLANS = 4000
"""How many plans are remembered at most, so that memory does not grow with the number of dilemmas."""
SERIES_PLANS = 6
"""How many plans of a schema are tried for a series before the next schema is."""
TWIN_DRAWS = ((True, False), (True, False), (True, True), (True, True), (False, True), (False, False))
"""Of each draw of a case, whether its twin has to differ in a number that only the last rule of the main line reads,
and whether compared numbers are near each other, so that a small change is enough."""
LAYERED_ONE_IN = 4
"""One of this many dilemmas states a layer or an exception, where the schema has one."""
OVERRIDDEN_SHARE = (2, 3)
"""In this share of them, 2 of 3, it decides in either the dilemma or its twin: in a third of the texts."""
LEAST_FRAME: dict[Form, int] = {"prose": 105, "ticket": 118, "table": 92, "log": 118}
"""How many words a policy needs at least beyond the fewest of its rules and facts, in each form."""


class Cases:
    """Draws plans and facts. The plans of a shape depend on the seed alone, so they are drawn once."""

    def __init__(self, library: Library, options: GrammarOptions, seed: int) -> None:
        self._modules = library.modules
        self._phrases = library.phrases.records
        self._options = options
        self._seed = seed
        self._graphs: dict[tuple[str, str, Size], Graph] = {}
        self._drawn_plans: dict[tuple[Graph, int, int, bool, int], Plan | None] = {}

    def graph(self, schema: Schema, size: Size) -> Graph:
        """Return what follows from what in a schema, for a product of this size."""
        key = (schema.about, schema.name, size)
        if key not in self._graphs:
            common_only = self._options.mode == "closed-book"
            self._graphs[key] = Graph(schema, self._modules, common_only=common_only, size=size)
        return self._graphs[key]

    def draw(  # noqa: PLR0917
        self,
        graph: Graph,
        bias: Bias,
        right: Side,
        depths: Sequence[int],
        draw: Draw,
        form: Form,
        series_request: SeriesRequest | None = None,
    ) -> Iterator[tuple[StatedCase, ...]]:
        """Yield plans with facts and twins, one for each of the ``depths``; several make a series.

        Plans that are too long for a policy in this ``form`` are left out. In half of the dilemmas the case is drawn
        for the other action, and changes places with its twin. A first figure anchors a number on which the decision
        turns and that the text leaves to derive, so nothing overrides the choice there.
        """
        drawn_side = right if draw.child("exchange").below(2) else opposite(right)

        def derives_anchor(plan: Plan) -> bool:
            return bias is not Bias.ANCHORING or graph.schema.anchor in plan.ways

        def fits_series(plan: Plan) -> bool:
            assert series_request
            if series_request.kind == "shape":
                return shape_fits(plan, anchored=bias is Bias.ANCHORING)
            return derives_anchor(plan) and (series_request.kind == "padding" or fits(plan, series_request))

        if series_request:
            fitting_plans = self.plans(graph, _height(series_request), draw, form, fits_series)
            for plan, plan_draw in islice(fitting_plans, SERIES_PLANS):
                series = _series(plan, drawn_side, right, series_request, self._phrases, plan_draw)
                if series and self._has_room(series[-1].plan, form):
                    yield series
            return
        may_override = bool(graph.modules) and bias is not Bias.ANCHORING
        has_layer = may_override and draw.child("layered").below(LAYERED_ONE_IN) == 0
        decides = draw.child("decides").below(OVERRIDDEN_SHARE[1]) < OVERRIDDEN_SHARE[0]
        # The other kind is tried second: some depths are reached only with a layer, others only without one.
        for overriding in (True, False) if has_layer else (False, True)[: 1 + may_override]:
            for plan, plan_draw in self.plans(graph, depths[-1] - 1, draw, form, derives_anchor, layered=overriding):
                pair = _with_twin(plan, drawn_side, plan_draw, overriding=overriding and decides)
                if pair:
                    case, twin = exchange(plan, *pair) if drawn_side != right else pair
                    yield (StatedCase(plan=plan, case=case, twin=twin),)

    def plans(
        self,
        graph: Graph,
        height: int,
        draw: Draw,
        form: Form,
        fits: Callable[[Plan], bool] = bool,
        *,
        layered: bool = False,
    ) -> Iterator[tuple[Plan, Draw]]:
        """Yield plans with a main line of ``height`` rules that are short enough and fit, each with its own draws."""
        low, high = self._options.branches
        room = height + 1 - RULES_WITHOUT_BRANCH
        low, high = min(low, room), min(high, room)
        branch_count = draw.child("branches").between(low, high)
        # Prefer fewer branches to no plan: a short schema may have no room for the number that was drawn.
        for branches in [branch_count, *(number for number in range(branch_count - 1, low - 1, -1))]:
            plan_draw = draw.child("plans", branches)
            for number in plan_draw.shuffled(range(PLANS)):
                plan = self._plan(graph, height, branches, number, layered=layered)
                if plan and self._has_room(plan, form) and fits(plan):
                    yield plan, plan_draw.child(number)

    def _has_room(self, plan: Plan, form: Form) -> bool:
        """Return whether a policy with these rules is not too long."""
        # Closed-book texts state no rules, so any plan has room.
        return self._options.mode != "policy" or room_of(plan) >= LEAST_FRAME[form]

    def _plan(self, graph: Graph, height: int, branches: int, number: int, *, layered: bool) -> Plan | None:
        """Return one of the plans of a shape, which all dilemmas of the schema share: they depend on the seed alone."""
        shape = (height, branches, layered, number)
        key = (graph, *shape)
        if key not in self._drawn_plans:
            if len(self._drawn_plans) >= MOST_PLANS:
                # Clearing the cache costs only time: plans depend on the seed alone and are drawn identically.
                self._drawn_plans.clear()
            fewest_sentences = min(FEWEST_RULES, height + 1) if self._options.mode == "policy" else 0
            draw = Draw(self._seed, "plans", graph.schema.about, *shape)
            self._drawn_plans[key] = draw_plan(graph, height, branches, draw, fewest_sentences, layered=layered)
        return self._drawn_plans[key]


def _height(series_request: SeriesRequest) -> int:
    """Return how many rules the main line of a series' plan has: a sum comes below the choice rule."""
    deepest = series_request.depths[-1]
    return {"shape": 1, "padding": deepest - 1}.get(series_request.kind, deepest - ABOVE)


def _series(  # noqa: PLR0917
    plan: Plan, drawn_side: Side, right: Side, series_request: SeriesRequest, phrases: RecordPhrases, draw: Draw
) -> tuple[StatedCase, ...] | None:
    """Return the members of a series with one plan."""
    if series_request.kind == "shape":
        return shape_series(plan, drawn_side, right, series_request.depths, draw)
    if series_request.kind == "padding":
        return padding_series(plan, drawn_side, right, phrases, draw)
    return recorded_series(plan, drawn_side, right, series_request, phrases, draw)


def room_of(plan: Plan) -> int:
    """Return how many words of a policy its rules and facts leave for the rest, in their shortest wordings."""
    return WORDS["policy"][1] - plan.least_words


def _with_twin(plan: Plan, drawn_side: Side, draw: Draw, *, overriding: bool) -> tuple[Case, CaseTwin] | None:
    """Return a case and its twin, of several draws the one that requires most levels of rules to be followed.

    With ``overriding``, the layer or exception of the plan decides in one of the two.
    """
    best_pair, highest_depth = None, 0
    way = plan.overriding
    overridden = overriding and way is not None and any(rule.value == drawn_side for rule in way.overriding)
    stated_facts = frozenset(plan.stated_nodes())
    # The changed fact is one that the layer reads exactly where the layer decides in one of the two.
    changeable_facts = plan.overrides if overriding else stated_facts - plan.overrides
    for number, (lowest, is_narrow) in enumerate(TWIN_DRAWS):
        # The last draw has no condition: it is the fallback if the others fail.
        if best_pair and number + 1 == len(TWIN_DRAWS):
            break
        is_near = is_narrow and not overriding
        case = draw_case(plan, drawn_side, draw.child("draw", number), overridden=overridden, narrow=is_near)
        names = changeable_facts & plan.lowest if lowest and not overriding else changeable_facts
        twin = draw_twin(plan, case, draw.child("twin", number), names, narrow=is_near) if case else None
        if case is None or twin is None:
            continue
        levels = required_depth(plan, case.facts, twin.facts)
        if levels > highest_depth:
            best_pair, highest_depth = (case, twin), levels
        if overriding or levels == case.depth + 1:
            break
    return best_pair
