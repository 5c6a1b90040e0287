"""Compose tests from a template: draws, words, texts and the parameters of the metric.

Every draw comes from SHA-256 of the seed, the bias, the scenario and the instance, never from the order of calls.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from probe.errors import CorpusError
from probe.files.corpus import Problems
from probe.grammar.draw import Draw
from probe.grammar.markup import fill, slots
from probe.protocols.arguments import ItemRequest
from probe.protocols.templates.calculations import value, variables_in
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.metric import Metric
from probe.protocols.templates.scenarios import Domain, Entry, Scenario
from probe.protocols.templates.source import STATED_SLOT, TEMPLATES, Arms, TemplateForm, TemplateSource, slots_of
from probe.values import Bias, Profile, Provenance

GRAMMAR = "grammar"
"""The author of items that are composed without a model."""
MISSING_WORD_FIX = "add it to scenarios/words.toml, or correct the slot"
DOSE = "dose"
"""The setting that makes series of doses, and the drawn value that records a test's dose."""
DOSE_UNIT = "dose_unit"
DOSE_KIND = "dose_kind"
ANCHOR, STRENGTH = "anchor", "strength"
"""The kinds of dose: a place on the scale, towards which answers move from both sides, or a strength of the cue."""
FOUR = "four_options"
"""The setting that asks the form with four options."""
FEWEST_SCENARIOS = 20
"""Up to this number, each test of a bias has its own scenario: an interval over fewer is too wide."""


def instance_name(bias: Bias, scenario: str, instance: int) -> str:
    """Return the name of an instance before its item is made."""
    return f"{bias.slug}, {scenario}, instance {instance + 1}"


class InstancePlan(NamedTuple):
    """One instance to compose: its bias and template, its scenario, and its numbers."""

    domain: Domain
    bias: Bias
    template: TemplateSource
    scenario: Scenario
    number: int
    instance: int
    seed: int
    profile: Profile
    attempt: int = 0
    four: bool = False
    """Whether the form with four options is asked."""
    dose: int | None = None
    """Which level of the template's series of doses; the tests of a series share all draws."""

    @property
    def paper(self) -> bool:
        """Whether the published procedure is followed."""
        return self.profile is Profile.PAPER

    @property
    def draw(self) -> Draw:
        """The stream of this instance; a further attempt has another one."""
        key = ("templates", self.domain.name, self.bias.value, self.seed, self.number, self.form)
        return Draw(*key, *([self.attempt] if self.attempt else []))

    @property
    def name(self) -> str:
        """The name under which the calls that make the instance are recorded."""
        return instance_name(self.bias, self.scenario.name, self.instance)

    @property
    def form(self) -> int:
        """The number of the instance as far as draws go: a series of doses is one instance."""
        return self.instance if self.dose is None else 0

    @property
    def prompt(self) -> str:
        """The question."""
        return self.template.four.prompt if self.four and self.template.four else self.template.prompt

    @property
    def stated_words(self) -> dict[str, str]:
        """What the text states so that the norm holds, by slot; the published procedure has none of it."""
        statement = self.template.stated
        return {STATED_SLOT: self.template.paper.stated if self.paper else statement} if statement else {}

    @property
    def normed(self) -> bool:
        """Whether the template's norm holds for what the text states."""
        return self.template.paper.norm or not self.paper

    @property
    def arms(self) -> Arms:
        """The words of each arm."""
        return self.template.arms | (self.template.paper.arms if self.paper else {})


class SlotValues(NamedTuple):
    """An instance's values: its case, numbers, and words by slot."""

    case: TemplateForm | None
    numbers: Mapping[str, float]
    words: Mapping[str, str]


def slot_values(plan: InstancePlan) -> SlotValues:
    """Draw the values of an instance, with the packaged words in its gaps."""
    case = _case(plan)
    numbers = _numbers(plan) | (case.numbers if case else {})
    words = {name: _number_text(number) for name, number in numbers.items()} | plan.stated_words
    words |= {f"{name}_signed": _signed_number(number) for name, number in numbers.items()}
    words |= dict(plan.scenario.words) | (case.words if case else {})
    if plan.dose is not None and plan.template.dose is not None:
        words |= plan.template.dose.slots(plan.dose)
    return SlotValues(case, numbers, words | _gap_words(plan, set(words)))


def _number_text(number: float) -> str:
    """Return a number as text: whole numbers without decimals, others with one."""
    return f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"


def _signed_number(number: float) -> str:
    """Return the whole number with a plus or minus sign; zero has none."""
    return f"{number:+.0f}".replace("-", "\N{MINUS SIGN}") if number else "0"


def check_domain(domain: Domain, folder: Path) -> None:
    """Raise CorpusError that lists the templates which lack words, or whose words contain themselves."""
    problems = Problems()
    for bias, template in domain.templates.items():
        # Check both procedures, because the published one has its own draws and words.
        for profile in Profile:
            # Compose as many tests as the template has cases, so that every case is used once.
            item_request = ItemRequest(folder, per_bias=max(len(template.case), 1), profile=profile)
            try:
                for plan in plans_of(domain, bias, item_request, item_request.per_bias):
                    compose(plan, slot_values(plan))
            except KeyError as error:
                problems.add(
                    folder / TEMPLATES / f"{bias.slug}.toml", f"no word for {{{error.args[0]}}}", MISSING_WORD_FIX
                )
                break
            except ValueError as error:
                problems.add(folder / TEMPLATES / f"{bias.slug}.toml", str(error), "fix the file")
                break
    if problems:
        raise CorpusError(problems.lines)


def texts(plan: InstancePlan, words: Mapping[str, str]) -> dict[str, str]:
    """Return the text of each arm."""
    template_text = f"{plan.template.situation}\n\n{plan.prompt}"
    control = plan.arms["control"]
    return {arm: fill(template_text, {**words, **control, **arm_words}) for arm, arm_words in plan.arms.items()}


def compose(
    plan: InstancePlan, slot_values: SlotValues, *, author: str = GRAMMAR, imported: Mapping[str, str] | None = None
) -> TemplateItem:
    """Return the item of an instance with these values."""
    arm_texts = texts(plan, slot_values.words)
    template, draws = plan.template, plan.template.draw | plan.template.paper.draw
    scale = _four_options(plan, slot_values.words) if plan.four else template.options
    return TemplateItem(
        bias=plan.bias,
        domain=plan.domain.name,
        cluster=f"{plan.domain.name}: {plan.scenario.name}",
        norm="none",
        scale=scale,
        provenance=Provenance(author=author, seed_ids=(), series=plan.scenario.name, imported=dict(imported or {})),
        control=arm_texts["control"],
        treatment=arm_texts["treatment"],
        placebo=arm_texts.get("placebo"),
        treatment_scale=template.options[::-1] if plan.paper and template.paper.turned else None,
        metric=_four_metric(plan, slot_values, scale) if plan.four else metric_of(plan, slot_values),
        kind=template.kind if plan.normed else 3,
        relation=template.relation if plan.normed else None,
        right={
            arm: round(value(expression, slot_values.numbers))
            for arm, expression in template.right.items()
            if plan.normed
        },
        scenario=plan.scenario.line,
        instance=plan.instance,
        drawn={
            name: int(number) for name, number in slot_values.numbers.items() if name in draws and number == int(number)
        }
        | ({"case": slot_values.case.name} if slot_values.case else {})
        | _dose_fields(plan),
        reversed=plan.paper and plan.draw.child("reversed").below(2) == 1,
        procedure="paper" if plan.paper else "own",
    )


def _dose_fields(plan: InstancePlan) -> dict[str, str | int]:
    dose = plan.template.dose
    if dose is None or plan.dose is None:
        return {}
    anchors = variables_in(plan.template.x[0])
    # The reference point may depend on the dose through several expressions: follow them backwards.
    for name, expression in reversed(plan.template.computed.items()):
        anchors |= variables_in(expression) if name in anchors else set()
    kind = ANCHOR if dose.of in anchors else STRENGTH
    return {DOSE: dose.levels[plan.dose], DOSE_UNIT: dose.unit, DOSE_KIND: kind}


def _four_options(plan: InstancePlan, words: Mapping[str, str]) -> tuple[str, ...]:
    """Return the option with the word of the text among three with others, in random order."""
    four = plan.template.four
    assert four is not None
    stated_word = words[four.of]
    candidates = (entry.get(four.of, "") if isinstance(entry, dict) else entry for entry in _entries(plan, four.of)[1])
    other_words = [word for word in dict.fromkeys(candidates) if word != stated_word]
    drawn_words = plan.draw.child("four options").shuffled(other_words)[:3]
    order = plan.draw.child("order of four").shuffled([stated_word, *drawn_words])
    return tuple(fill(four.option, {**words, four.of: word}) for word in order)


def _four_metric(plan: InstancePlan, slot_values: SlotValues, scale: tuple[str, ...]) -> Metric:
    """Return the metric of the form with four options: whether the one with the word of the text is chosen."""
    four = plan.template.four
    assert four is not None
    index = scale.index(fill(four.option, slot_values.words))
    return Metric(k=metric_of(plan, slot_values).k, x1=index, x2=index, nominal=True)


def metric_of(plan: InstancePlan, slot_values: SlotValues) -> Metric:
    """Return the parameters of the metric: the template's, the case's, and those of the published procedure."""
    template, paper = plan.template, plan.template.paper if plan.paper else None
    k = (slot_values.case.k if slot_values.case else None) or template.k
    flip, x = template.flip, template.x
    if paper is not None:
        k, flip, x = paper.k or k, template.flip if paper.flip is None else paper.flip, paper.x or x
    x1, x2 = (round(value(expression, slot_values.numbers)) for expression in x)
    update = value(template.update, slot_values.numbers) if template.update else None
    return Metric(k=k, x1=x1, x2=x2, flip=flip, update=update)


def _case(plan: InstancePlan) -> TemplateForm | None:
    """Return the case of an instance: successive instances and scenarios take turns."""
    cases = plan.template.case
    if not cases:
        return None
    # Each round of scenarios has its own order, so that a case is not tied to a position.
    order = Draw("templates cases", plan.bias.value, plan.seed, plan.number // len(cases)).shuffled(range(len(cases)))
    return cases[order[(plan.number + plan.form) % len(cases)]]


def _numbers(plan: InstancePlan) -> dict[str, float]:
    template, paper = plan.template, plan.template.paper
    draws = template.draw | (paper.draw if plan.paper else {})
    computed_numbers = template.computed_in(paper=plan.paper)
    numbers: dict[str, float] = {}
    for name, (low, high, step) in draws.items():
        # Each number has its own random stream, so that adding one to a template does not change the others.
        numbers[name] = low + step * plan.draw.child("number", name).below((high - low) // step + 1)
    if plan.dose is not None and template.dose is not None:
        numbers |= template.dose.numbers(plan.dose)
    for name, expression in computed_numbers.items():
        numbers[name] = value(expression, numbers)
    return numbers


def _gap_words(plan: InstancePlan, filled_slots: set[str]) -> dict[str, str]:
    """Return the packaged words of all gaps; words that belong together are drawn together."""
    words: dict[str, str] = {}
    unfilled_slots = sorted((slots_of(plan.template) | set(plan.template.gap)) - filled_slots)
    # Words may contain slots, which are filled as well.
    while unfilled_slots:
        name = unfilled_slots.pop(0)
        if name in words or name in filled_slots:
            continue
        list_name, entries = _entries(plan, name)
        # The draw is named after the list, so that adding a gap does not change other words.
        entry = plan.draw.child("gap", list_name).choice(entries)
        new_words = {list_name: entry} if isinstance(entry, str) else entry
        words |= {slot: word for slot, word in new_words.items() if slot not in words}
        unfilled_slots += sorted(set().union(*map(slots, new_words.values())) - filled_slots - set(words))
    return words


def _entries(plan: InstancePlan, name: str) -> tuple[str, tuple[Entry, ...]]:
    """Return the list that has words for ``name``, and its name."""
    gap = plan.template.gap.get(name)
    if gap is not None and gap.words:
        return name, gap.words
    lists = plan.domain.source.words
    if name in lists:
        return name, lists[name]
    for list_name, entries in lists.items():
        if all(isinstance(entry, dict) and name in entry for entry in entries):
            return list_name, entries
    raise KeyError(name)


def plans_of(domain: Domain, bias: Bias, item_request: ItemRequest, instances: int) -> Iterator[InstancePlan]:
    """Yield the instances of a bias, at most ``instances`` per scenario, or whole series of doses.

    All scenarios have their first instance before one has its second, so that few tests cover many scenarios.
    """
    if item_request.choices.get(DOSE):
        yield from _series(domain, bias, item_request)
        return
    scenarios = scenarios_of(item_request, instances)
    for index in range(item_request.per_bias):
        instance, number = divmod(index, scenarios)
        scenario = domain.scenario(item_request.seed, bias, number)
        plan = InstancePlan(
            domain, bias, domain.templates[bias], scenario, number, instance, item_request.seed, item_request.profile
        )
        yield plan._replace(four=bool(item_request.choices.get(FOUR)))


def scenarios_of(item_request: ItemRequest, instances: int) -> int:
    """Return the number of scenarios for the tests of a bias.

    Intervals need many scenarios, so a small dataset has one for each test; only where a user names the instances, or
    follows the published procedure, do they come before further scenarios.
    """
    fewest_scenarios = (
        1 if item_request.choices.get("instances") or item_request.profile is Profile.PAPER else FEWEST_SCENARIOS
    )
    return max(-(-item_request.per_bias // instances), min(item_request.per_bias, fewest_scenarios))


def _series(domain: Domain, bias: Bias, item_request: ItemRequest) -> Iterator[InstancePlan]:
    """Yield as many whole series as fit, and at least one; each has its own scenario."""
    template = domain.templates[bias]
    levels = len(template.dose.levels) if template.dose else 0
    for number in range(max(item_request.per_bias // levels, 1) if levels else 0):
        scenario = domain.scenario(item_request.seed, bias, number)
        for level in range(levels):
            yield InstancePlan(
                domain, bias, template, scenario, number, level, item_request.seed, item_request.profile, dose=level
            )
