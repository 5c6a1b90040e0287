"""Make the tests of a dataset: bias by bias, scenario by scenario, instance by instance."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from random import Random

from pydantic import JsonValue

from probe.errors import InputError
from probe.prompts import Prompts
from probe.protocols.arguments import ItemRequest, MadeItems, Making
from probe.protocols.templates.authoring import GapAuthor, WrittenInstance, requests_for
from probe.protocols.templates.certifying import certify_items
from probe.protocols.templates.checks import length_notice, problems
from probe.protocols.templates.composing import (
    DOSE,
    FOUR,
    GRAMMAR,
    InstancePlan,
    check_domain,
    compose,
    plans_of,
    slot_values,
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


async def make_items(making: Making) -> MadeItems[TemplateItem]:
    """Return the requested items. Raises InputError for a bias without a template, or a wrong setting."""
    item_request, author = making.request, making.author
    domain, biases, instances = _read_request(item_request, composed=author is None)
    written_instances: list[WrittenInstance] = []
    for bias in biases:
        plans = list(plans_of(domain, bias, item_request, instances))
        if author is None:
            bias_instances = composed(plans)
        else:
            bias_instances = await asyncio.gather(*map(GapAuthor(author, making.prompts).fill, plans))
        # Forms take turns, which must not reveal an answer.
        Random(f"{item_request.seed}|{domain.name}|{bias}").shuffle(bias_instances)
        written_instances += bias_instances
        making.listener(sum(instance.item is not None for instance in written_instances))
    composed_items = [instance.item for instance in written_instances if instance.item is not None]
    items = tuple(await certify_items(composed_items, making.oracle, item_request.profile))
    per_scenario = {} if item_request.choices.get(DOSE) else {"instances": instances}
    manifest = {**per_scenario, **_manifest(domain, items)}
    return MadeItems(items, _notices(written_instances), manifest, _failure_summary(written_instances))


def author_requests(item_request: ItemRequest, prompts: Prompts) -> Iterator[tuple[Request, ...]]:
    """Yield the questions to an author about each test. Raises InputError as ``make_items`` does."""
    domain, biases, instances = _read_request(item_request, composed=False)
    for bias in biases:
        for plan in plans_of(domain, bias, item_request, instances):
            yield tuple(requests_for(plan, prompts))


def _read_request(item_request: ItemRequest, *, composed: bool) -> tuple[Domain, tuple[Bias, ...], int]:
    """Return the requested domain, biases and instances per scenario. Raises InputError for a wrong setting."""
    domain = read_domain(item_request.domain)
    # Compose every template once first, so that a missing word is reported before any work is done.
    check_domain(domain, item_request.domain)
    biases = chosen_biases(domain, item_request.biases)
    if form := special_form(item_request, composed=composed):
        biases = with_form(domain, form, item_request.biases)
    return domain, biases, _instances(item_request)


def chosen_biases(domain: Domain, requested_biases: Sequence[Bias]) -> tuple[Bias, ...]:
    """Return the requested biases, or all that have a template. Raises InputError for a bias without a template."""
    for bias in requested_biases:
        bias.check_among(domain.templates, f"the templates of {domain.name}")
    return tuple(requested_biases) or tuple(domain.templates)


def special_form(item_request: ItemRequest, *, composed: bool) -> str:
    """Return the form of tests that ``item_request`` asks for, ``dose`` or ``four_options``, or nothing.

    Raises InputError for both, for texts that are not ``composed``, for a profile that does not have it, and for
    instances beside doses, which are the instances of a scenario.
    """
    form_names = [name for name in FORMS if item_request.choices.get(name)]
    invalid_form = next((name for name in form_names if item_request.choices[name].lower() != "true"), None)
    if invalid_form is not None:
        raise InputError(f"{invalid_form}: {item_request.choices[invalid_form]}: write true, or leave it out")
    if not form_names:
        return ""
    option = f"--{form_names[0].replace('_', '-')}"
    if len(form_names) > 1:
        raise InputError(f"{option}: leave out --{form_names[1].replace('_', '-')}, or make two datasets")
    if not composed:
        raise InputError(f"{option}: the texts are composed; use --author grammar, or leave it out")
    if item_request.profile is Profile.PAPER:
        raise InputError(f"{option}: not available in the published procedure; leave out --profile paper")
    if form_names == [DOSE] and item_request.choices.get("instances"):
        raise InputError("--instances: a series has one test per dose; leave out --instances or --dose")
    return form_names[0]


def with_form(domain: Domain, form: str, requested_biases: Sequence[Bias]) -> tuple[Bias, ...]:
    """Return the biases whose templates have this form. Raises InputError for a requested bias without it."""
    biases = tuple(bias for bias, template in domain.templates.items() if getattr(template, FORMS[form]))
    missing_biases = [bias for bias in requested_biases if bias not in biases]
    if missing_biases or not biases:
        bias_names = ", ".join(bias.slug for bias in biases) or "none"
        raise InputError(
            f"--{form.replace('_', '-')}: only these biases of the domain {domain.name} have it: {bias_names}"
        )
    return tuple(requested_biases) or biases


def composed(plans: Sequence[InstancePlan]) -> list[WrittenInstance]:
    """Return the tests of ``plans`` with packaged words, each different from those before."""
    earlier_texts: set[tuple[str, str]] = set()
    if any(plan.dose is not None for plan in plans):
        return [
            instance
            for _, series in groupby(plans, lambda plan: plan.number)
            for instance in _whole_series(list(series))
        ]
    return [_compose_distinct(plan, earlier_texts) for plan in plans]


def _whole_series(plans: Sequence[InstancePlan]) -> list[WrittenInstance]:
    """Return a series whose tests share all draws: if a rule refuses one of them, all are drawn again."""
    instances: list[WrittenInstance] = []
    for attempt in range(REDRAWS):
        instances = [_draw_instance(plan._replace(attempt=attempt)) for plan in plans]
        if all(instance.item is not None for instance in instances):
            break
    return instances


def _draw_instance(plan: InstancePlan) -> WrittenInstance:
    """Return the test of a draw, or what is wrong with its texts."""
    values = slot_values(plan)
    item = compose(plan, values)
    problem = next(problems(plan, values, item), "")
    return WrittenInstance(plan, None if problem else item, problem)


def _compose_distinct(plan: InstancePlan, earlier_texts: set[tuple[str, str]]) -> WrittenInstance:
    """Return a test that differs from ``earlier_texts``; the published procedure repeats one if all draws repeat."""
    problem = ""
    controls = {control for control, _ in earlier_texts}
    for attempt in range(REDRAWS):
        instance = _draw_instance(plan._replace(attempt=attempt))
        problem, item = instance.problem, instance.item
        if item is None:
            continue
        # The first attempts also require a new control; with few words, a new pair of texts is enough.
        wants_similar = attempt < REDRAWS // 2 and item.control in controls
        is_repeated = (item.control, item.treatment) in earlier_texts or wants_similar
        # The published procedure repeats prompts, so its dataset may do so too.
        if not is_repeated or (plan.paper and attempt == REDRAWS - 1):
            earlier_texts.add((item.control, item.treatment))
            return instance
    return WrittenInstance(plan, None, problem or "every draw repeats an earlier test")


def _instances(request: ItemRequest) -> int:
    text = request.choices.get("instances", "")
    if not text:
        return INSTANCES[request.profile]
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise InputError(f"--instances {text}: write a whole number from 1 to 100")
    return int(text)


def _notices(instances: Sequence[WrittenInstance]) -> tuple[str, ...]:
    """Return which biases have arms of different lengths."""
    differing_counts = Counter(
        instance.plan.bias
        for instance in instances
        if instance.item is not None and length_notice(instance.plan, instance.item)
    )
    return tuple(
        f"{bias}: in {count} tests the lengths of the arms differ by more than the template allows"
        for bias, count in differing_counts.items()
    )


def _failure_summary(instances: Sequence[WrittenInstance]) -> str | None:
    failed_instances = [instance for instance in instances if instance.item is None]
    if not failed_instances:
        return None
    first = failed_instances[0]
    example = f"{first.plan.bias}, {first.plan.scenario.line}"
    return f"{len(failed_instances)} of {len(instances)} tests could not be made, such as {example}: {first.problem}"


def _manifest(domain: Domain, items: Sequence[TemplateItem]) -> Mapping[str, JsonValue]:
    return {
        "domain": domain.name,
        "scenarios": len({item.cluster for item in items}),
        "certified": sum(item.norm == "stipulated" for item in items),
        "refused_certificates": sum(item.certificate is not None and not item.certificate.passed for item in items),
        "by_class": {str(kind): count for kind, count in sorted(Counter(item.kind for item in items).items())},
        "author": items[0].provenance.author if items else GRAMMAR,
    }
