"""Compose tests from a template: draws, words, texts and the parameters of the metric.

Every draw comes from SHA-256 of the seed, the bias, the scenario and the instance, never from the order of calls.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from probe.errors import CorpusError
from probe.files.corpus import Problems
from probe.grammar.draw import Draw
from probe.protocols.arguments import Wanted
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.metric import Metric
from probe.protocols.templates.scenarios import Domain, Entry, Scenario
from probe.protocols.templates.slots import fill, names_in, value, variables_in
from probe.protocols.templates.source import STATED, TEMPLATES, Arms, TemplateForm, TemplateSource, slots_of
from probe.values import Bias, Profile, Provenance

GRAMMAR = "grammar"
"""The author of items that are composed without a model."""
WORDLESS = "add it to scenarios/words.toml, or correct the slot"
DOSE = "dose"
"""The setting that makes series of doses, and the drawn value that records a test's dose."""
DOSE_UNIT = "dose_unit"
DOSE_KIND = "dose_kind"
ANCHOR, STRENGTH = "anchor", "strength"
"""The kinds of dose: a place on the scale, towards which answers move from both sides, or a strength of the cue."""
FOUR = "four_options"
"""The setting that asks the form with four options."""
FEWEST_SCENARIOS = 20
"""Tests of a bias have a scenario each until there are so many: an interval over fewer says little."""


def named(bias: Bias, scenario: str, instance: int) -> str:
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
        """What the calls are about that make the instance."""
        return named(self.bias, self.scenario.name, self.instance)

    @property
    def form(self) -> int:
        """The number of the instance as far as draws go: a series of doses is one instance."""
        return self.instance if self.dose is None else 0

    @property
    def prompt(self) -> str:
        """The question."""
        return self.template.four.prompt if self.four and self.template.four else self.template.prompt

    @property
    def stated(self) -> dict[str, str]:
        """What the text states so that the norm holds, by slot; the published procedure has none of it."""
        own = self.template.stated
        return {STATED: self.template.paper.stated if self.paper else own} if own else {}

    @property
    def normed(self) -> bool:
        """Whether the template's norm holds for what the text states."""
        return self.template.paper.norm or not self.paper

    @property
    def arms(self) -> Arms:
        """The words of each arm."""
        return self.template.arms | (self.template.paper.arms if self.paper else {})


class Filling(NamedTuple):
    """An instance's values: its case, numbers, and words by slot."""

    case: TemplateForm | None
    numbers: Mapping[str, float]
    words: Mapping[str, str]


def filling(place: InstancePlan) -> Filling:
    """Draw the values of an instance, with the packaged words in its gaps."""
    case = _case(place)
    numbers = _numbers(place) | (case.numbers if case else {})
    words = {name: _shown(number) for name, number in numbers.items()} | place.stated
    words |= {f"{name}_signed": _signed(number) for name, number in numbers.items()}
    words |= dict(place.scenario.words) | (case.words if case else {})
    if place.dose is not None and place.template.dose is not None:
        words |= place.template.dose.slots(place.dose)
    return Filling(case, numbers, words | _gap_words(place, set(words)))


def _shown(number: float) -> str:
    """Return a whole number without, another one with one decimal."""
    return f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"


def _signed(number: float) -> str:
    """Return the whole number with a plus or minus sign; zero has none."""
    return f"{number:+.0f}".replace("-", "\N{MINUS SIGN}") if number else "0"


def check_domain(domain: Domain, folder: Path) -> None:
    """Raise CorpusError that lists the templates which lack words, or whose words contain themselves."""
    problems = Problems()
    for bias, template in domain.templates.items():
        for profile in Profile:
            wanted = Wanted(folder, per_bias=max(len(template.case), 1), profile=profile)
            try:
                for place in places(domain, bias, wanted, wanted.per_bias):
                    compose(place, filling(place))
            except KeyError as error:
                problems.add(folder / TEMPLATES / f"{bias.slug}.toml", f"no word for {{{error.args[0]}}}", WORDLESS)
                break
            except ValueError as error:
                problems.add(folder / TEMPLATES / f"{bias.slug}.toml", str(error), "fix the file")
                break
    if problems:
        raise CorpusError(problems.lines)


def texts(place: InstancePlan, words: Mapping[str, str]) -> dict[str, str]:
    """Return the text of each arm."""
    whole = f"{place.template.situation}\n\n{place.prompt}"
    control = place.arms["control"]
    return {arm: fill(whole, {**words, **control, **own}) for arm, own in place.arms.items()}


def compose(
    place: InstancePlan, filled: Filling, *, author: str = GRAMMAR, imported: Mapping[str, str] | None = None
) -> TemplateItem:
    """Return the item of an instance with these values."""
    written = texts(place, filled.words)
    template, draws = place.template, place.template.draw | place.template.paper.draw
    scale = _four_options(place, filled.words) if place.four else template.options
    return TemplateItem(
        bias=place.bias,
        domain=place.domain.name,
        cluster=f"{place.domain.name}: {place.scenario.name}",
        norm="none",
        scale=scale,
        provenance=Provenance(author=author, seed_ids=(), series=place.scenario.name, imported=dict(imported or {})),
        control=written["control"],
        treatment=written["treatment"],
        placebo=written.get("placebo"),
        treatment_scale=template.options[::-1] if place.paper and template.paper.turned else None,
        metric=_four_metric(place, filled, scale) if place.four else metric_of(place, filled),
        kind=template.kind if place.normed else 3,
        relation=template.relation if place.normed else None,
        right={arm: round(value(one, filled.numbers)) for arm, one in template.right.items() if place.normed},
        scenario=place.scenario.line,
        instance=place.instance,
        drawn={name: int(number) for name, number in filled.numbers.items() if name in draws and number == int(number)}
        | ({"case": filled.case.name} if filled.case else {})
        | _level(place),
        reversed=place.paper and place.draw.child("reversed").below(2) == 1,
        procedure="paper" if place.paper else "own",
    )


def _level(place: InstancePlan) -> dict[str, str | int]:
    dose = place.template.dose
    if dose is None or place.dose is None:
        return {}
    anchors = variables_in(place.template.x[0])
    for name, expression in reversed(place.template.computed.items()):
        anchors |= variables_in(expression) if name in anchors else set()
    kind = ANCHOR if dose.of in anchors else STRENGTH
    return {DOSE: dose.levels[place.dose], DOSE_UNIT: dose.unit, DOSE_KIND: kind}


def _four_options(place: InstancePlan, words: Mapping[str, str]) -> tuple[str, ...]:
    """Return the option with the word of the text among three with others, in random order."""
    four = place.template.four
    assert four is not None
    own = words[four.of]
    found = (one.get(four.of, "") if isinstance(one, dict) else one for one in _entries(place, four.of)[1])
    others = [one for one in dict.fromkeys(found) if one != own]
    drawn = place.draw.child("four options").shuffled(others)[:3]
    order = place.draw.child("order of four").shuffled([own, *drawn])
    return tuple(fill(four.option, {**words, four.of: word}) for word in order)


def _four_metric(place: InstancePlan, filled: Filling, scale: tuple[str, ...]) -> Metric:
    """Return the metric of the form with four options: whether the one with the word of the text is chosen."""
    four = place.template.four
    assert four is not None
    own = scale.index(fill(four.option, filled.words))
    return Metric(k=metric_of(place, filled).k, x1=own, x2=own, nominal=True)


def metric_of(place: InstancePlan, filled: Filling) -> Metric:
    """Return the parameters of the metric: the template's, the case's, and those of the published procedure."""
    template, paper = place.template, place.template.paper if place.paper else None
    k = (filled.case.k if filled.case else None) or template.k
    flip, x = template.flip, template.x
    if paper is not None:
        k, flip, x = paper.k or k, template.flip if paper.flip is None else paper.flip, paper.x or x
    x1, x2 = (round(value(one, filled.numbers)) for one in x)
    update = value(template.update, filled.numbers) if template.update else None
    return Metric(k=k, x1=x1, x2=x2, flip=flip, update=update)


def _case(place: InstancePlan) -> TemplateForm | None:
    """Return the case of an instance: successive instances and scenarios take turns."""
    cases = place.template.case
    if not cases:
        return None
    order = Draw("templates cases", place.bias.value, place.seed, place.number // len(cases)).shuffled(
        range(len(cases))
    )
    return cases[order[(place.number + place.form) % len(cases)]]


def _numbers(place: InstancePlan) -> dict[str, float]:
    template, paper = place.template, place.template.paper
    draws = template.draw | (paper.draw if place.paper else {})
    computed = template.computed_in(paper=place.paper)
    numbers: dict[str, float] = {}
    for name, (low, high, step) in draws.items():
        numbers[name] = low + step * place.draw.child("number", name).below((high - low) // step + 1)
    if place.dose is not None and template.dose is not None:
        numbers |= template.dose.numbers(place.dose)
    for name, expression in computed.items():
        numbers[name] = value(expression, numbers)
    return numbers


def _gap_words(place: InstancePlan, known: set[str]) -> dict[str, str]:
    """Return the packaged words of all gaps; words that belong together are drawn together."""
    found: dict[str, str] = {}
    wanted = sorted((slots_of(place.template) | set(place.template.gap)) - known)
    while wanted:
        name = wanted.pop(0)
        if name in found or name in known:
            continue
        list_name, entries = _entries(place, name)
        entry = place.draw.child("gap", list_name).choice(entries)
        new = {list_name: entry} if isinstance(entry, str) else entry
        found |= {slot: word for slot, word in new.items() if slot not in found}
        wanted += sorted(set().union(*map(names_in, new.values())) - known - set(found))
    return found


def _entries(place: InstancePlan, name: str) -> tuple[str, tuple[Entry, ...]]:
    """Return the list that has words for ``name``, and its name."""
    gap = place.template.gap.get(name)
    if gap is not None and gap.words:
        return name, gap.words
    lists = place.domain.source.words
    if name in lists:
        return name, lists[name]
    for list_name, entries in lists.items():
        if all(isinstance(entry, dict) and name in entry for entry in entries):
            return list_name, entries
    raise KeyError(name)


def places(domain: Domain, bias: Bias, wanted: Wanted, instances: int) -> Iterator[InstancePlan]:
    """Yield the instances of a bias, ``instances`` of a scenario at most, or whole series of doses.

    All scenarios have their first instance before one has its second, so that a few tests are of many scenarios.
    """
    if wanted.choices.get(DOSE):
        yield from _series(domain, bias, wanted)
        return
    scenarios = scenarios_of(wanted, instances)
    for index in range(wanted.per_bias):
        instance, number = divmod(index, scenarios)
        scenario = domain.scenario(wanted.seed, bias, number)
        place = InstancePlan(
            domain, bias, domain.templates[bias], scenario, number, instance, wanted.seed, wanted.profile
        )
        yield place._replace(four=bool(wanted.choices.get(FOUR)))


def scenarios_of(wanted: Wanted, instances: int) -> int:
    """Return among how many scenarios the tests of a bias are divided.

    Intervals need many scenarios, so a small dataset has one for each test; only where a user names the instances, or
    follows the published procedure, do they come before further scenarios.
    """
    fewest = 1 if wanted.choices.get("instances") or wanted.profile is Profile.PAPER else FEWEST_SCENARIOS
    return max(-(-wanted.per_bias // instances), min(wanted.per_bias, fewest))


def _series(domain: Domain, bias: Bias, wanted: Wanted) -> Iterator[InstancePlan]:
    """Yield as many whole series as there is room for, and at least one; each in a scenario of its own."""
    template = domain.templates[bias]
    levels = len(template.dose.levels) if template.dose else 0
    for number in range(max(wanted.per_bias // levels, 1) if levels else 0):
        scenario = domain.scenario(wanted.seed, bias, number)
        for level in range(levels):
            yield InstancePlan(domain, bias, template, scenario, number, level, wanted.seed, wanted.profile, dose=level)
