"""Make the tests of a dataset: bias by bias, scenario by scenario, instance by instance."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from random import Random

from pydantic import JsonValue

from probe.errors import InputError
from probe.ports import Model, Oracle
from probe.prompts import Prompts
from probe.protocols.arguments import Made, Wanted
from probe.protocols.templates.authoring import GapAuthor, WrittenInstance, requests_for
from probe.protocols.templates.certifying import certified
from probe.protocols.templates.checks import length_notice, problems
from probe.protocols.templates.composing import (
    DOSE,
    FOUR,
    GRAMMAR,
    InstancePlan,
    check_domain,
    compose,
    filling,
    plans_of,
)
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.scenarios import Domain, read_domain
from probe.values import Bias, Profile, Request

INSTANCES = {Profile.STRICT: 2, Profile.PAPER: 5}
"""Tests per scenario of a bias: ours, and the published number."""
FORMS = {DOSE: "dose", FOUR: "four"}
"""The settings that make tests of another form, and the key of templates that have it."""
REDRAWS = 30
"""How often an instance is drawn again if an earlier one has the same texts, or a rule refuses it."""


async def make_items(
    wanted: Wanted, author: Model | None, oracle: Oracle, prompts: Prompts, listener: Callable[[int], None]
) -> Made[TemplateItem]:
    """Return the items that ``wanted`` names. Raises InputError for biases without a template, and wrong settings."""
    domain, biases, instances = _chosen(wanted, composed=author is None)
    made: list[WrittenInstance] = []
    for bias in biases:
        plans = list(plans_of(domain, bias, wanted, instances))
        if author is None:
            bias_instances = composed(plans)
        else:
            bias_instances = await asyncio.gather(*map(GapAuthor(author, prompts).fill, plans))
        # Forms take turns, which must not reveal an answer.
        Random(f"{wanted.seed}|{domain.name}|{bias}").shuffle(bias_instances)
        made += bias_instances
        listener(sum(instance.item is not None for instance in made))
    written = [instance.item for instance in made if instance.item is not None]
    items = tuple(await certified(written, oracle, wanted.profile))
    per_scenario = {} if wanted.choices.get(DOSE) else {"instances": instances}
    return Made(items, _notices(made), {**per_scenario, **_manifest(domain, items)}, _missing(made))


def author_requests(wanted: Wanted, prompts: Prompts) -> Iterator[tuple[Request, ...]]:
    """Yield the questions to an author about each test. Raises InputError as ``make_items`` does."""
    domain, biases, instances = _chosen(wanted, composed=False)
    for bias in biases:
        for plan in plans_of(domain, bias, wanted, instances):
            yield tuple(requests_for(plan, prompts))


def _chosen(wanted: Wanted, *, composed: bool) -> tuple[Domain, tuple[Bias, ...], int]:
    """Return the domain, the biases and the instances per scenario that ``wanted`` names, or raise InputError."""
    domain = read_domain(wanted.domain)
    # Every template is composed once first, so that a missing word does not end the work midway.
    check_domain(domain, wanted.domain)
    biases = chosen_biases(domain, wanted.biases)
    if form := special_form(wanted, composed=composed):
        biases = with_form(domain, form, wanted.biases)
    return domain, biases, _instances(wanted)


def chosen_biases(domain: Domain, wanted: Sequence[Bias]) -> tuple[Bias, ...]:
    """Return the wanted biases, or all that the domain has templates for. Raises InputError for one without."""
    for bias in wanted:
        bias.check_among(domain.templates, f"the templates of {domain.name}")
    return tuple(wanted) or tuple(domain.templates)


def special_form(wanted: Wanted, *, composed: bool) -> str:
    """Return the form of tests that ``wanted`` asks for, ``dose`` or ``four_options``, or nothing.

    Raises InputError for both, for texts that are not ``composed``, for a profile that does not have it, and for
    instances beside doses, which are the instances of a scenario.
    """
    named = [name for name in FORMS if wanted.choices.get(name)]
    wrong = next((name for name in named if wanted.choices[name].lower() != "true"), None)
    if wrong is not None:
        raise InputError(f"{wrong}: {wanted.choices[wrong]}: write true, or leave it out")
    if not named:
        return ""
    option = f"--{named[0].replace('_', '-')}"
    if len(named) > 1:
        raise InputError(f"{option}: leave out --{named[1].replace('_', '-')}, or make two datasets")
    if not composed:
        raise InputError(f"{option}: the texts are composed; use --author grammar, or leave it out")
    if wanted.profile is Profile.PAPER:
        raise InputError(f"{option}: not in the published procedure; leave out --profile paper")
    if named == [DOSE] and wanted.choices.get("instances"):
        raise InputError("--instances: a series has one test per dose; leave out --instances or --dose")
    return named[0]


def with_form(domain: Domain, form: str, wanted: Sequence[Bias]) -> tuple[Bias, ...]:
    """Return the biases that have a form of tests. Raises InputError for a ``wanted`` one without."""
    biases = tuple(bias for bias, template in domain.templates.items() if getattr(template, FORMS[form]))
    lacking = [bias for bias in wanted if bias not in biases]
    if lacking or not biases:
        named = ", ".join(bias.slug for bias in biases) or "none"
        raise InputError(f"--{form.replace('_', '-')}: only these biases of the domain {domain.name} have it: {named}")
    return tuple(wanted) or biases


def composed(plans: Sequence[InstancePlan]) -> list[WrittenInstance]:
    """Return the tests of ``plans`` with packaged words, each different from those before."""
    seen: set[tuple[str, str]] = set()
    if any(plan.dose is not None for plan in plans):
        return [
            instance
            for _, series in groupby(plans, lambda plan: plan.number)
            for instance in _whole_series(list(series))
        ]
    return [_composed(plan, seen) for plan in plans]


def _whole_series(plans: Sequence[InstancePlan]) -> list[WrittenInstance]:
    """Return a series whose tests share all draws: if a rule refuses one of them, all are drawn again."""
    instances: list[WrittenInstance] = []
    for attempt in range(REDRAWS):
        instances = [_drawn(plan._replace(attempt=attempt)) for plan in plans]
        if all(instance.item is not None for instance in instances):
            break
    return instances


def _drawn(plan: InstancePlan) -> WrittenInstance:
    """Return the test of a draw, or what is wrong with its texts."""
    filled = filling(plan)
    item = compose(plan, filled)
    problem = next(problems(plan, filled, item), "")
    return WrittenInstance(plan, None if problem else item, problem)


def _composed(plan: InstancePlan, seen: set[tuple[str, str]]) -> WrittenInstance:
    """Return a test that is not among ``seen``; the published procedure repeats one where there is no other."""
    problem = ""
    controls = {control for control, _ in seen}
    for attempt in range(REDRAWS):
        drawn = _drawn(plan._replace(attempt=attempt))
        problem, item = drawn.problem, drawn.item
        if item is None:
            continue
        # At first another control is looked for too; where words are few, another pair of texts has to do.
        similar = attempt < REDRAWS // 2 and item.control in controls
        repeated = (item.control, item.treatment) in seen or similar
        # The published procedure repeats prompts, so its dataset may as well.
        if not repeated or (plan.paper and attempt == REDRAWS - 1):
            seen.add((item.control, item.treatment))
            return drawn
    return WrittenInstance(plan, None, problem or "every draw repeats an earlier test")


def _instances(wanted: Wanted) -> int:
    text = wanted.choices.get("instances", "")
    if not text:
        return INSTANCES[wanted.profile]
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise InputError(f"--instances {text}: write a whole number from 1 to 100")
    return int(text)


def _notices(made: Sequence[WrittenInstance]) -> tuple[str, ...]:
    """Return which biases have arms of different lengths."""
    differing = Counter(
        instance.plan.bias
        for instance in made
        if instance.item is not None and length_notice(instance.plan, instance.item)
    )
    return tuple(
        f"{bias}: in {count} tests the lengths of the arms differ by more than the template allows"
        for bias, count in differing.items()
    )


def _missing(made: Sequence[WrittenInstance]) -> str | None:
    lost = [instance for instance in made if instance.item is None]
    if not lost:
        return None
    first = lost[0]
    which = f"{first.plan.bias}, {first.plan.scenario.line}"
    return f"{len(lost)} of {len(made)} tests could not be made, such as {which}: {first.problem}"


def _manifest(domain: Domain, items: Sequence[TemplateItem]) -> Mapping[str, JsonValue]:
    return {
        "domain": domain.name,
        "scenarios": len({item.cluster for item in items}),
        "certified": sum(item.norm == "stipulated" for item in items),
        "refused_certificates": sum(item.certificate is not None and not item.certificate.passed for item in items),
        "by_class": {str(kind): count for kind, count in sorted(Counter(item.kind for item in items).items())},
        "author": items[0].provenance.author if items else GRAMMAR,
    }
