"""Datasets that the tests of templates share."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from probe.protocols.arguments import ItemRequest, Order
from probe.protocols.base import Showing
from probe.protocols.templates.authoring import WrittenInstance
from probe.protocols.templates.composing import plans_of
from probe.protocols.templates.item import CONTROL, PLACEBO, TREATMENT, TemplateItem
from probe.protocols.templates.making import composed
from probe.protocols.templates.protocol import TemplateProtocol
from probe.protocols.templates.scenarios import read_domain
from probe.values import Bias, Decision, Evaluation, Profile
from tests.analysis.made_datasets import evaluation_of
from tests.protocols.simulated_answers import simulated_decisions

PROTOCOL = TemplateProtocol()
SOFTWARE, MANAGEMENT = Path("software_engineering"), Path("management")


@cache
def instances_of(
    domain: Path, bias: str, per_bias: int = 4, profile: Profile = Profile.STRICT
) -> tuple[WrittenInstance, ...]:
    """Return tests of one bias that are composed without a model, not certified."""
    domain_content, request = read_domain(domain), ItemRequest(domain, per_bias=per_bias, profile=profile)
    return tuple(composed(list(plans_of(domain_content, Bias(bias), request, 2))))


def items(domain: Path, bias: str, per_bias: int = 4, profile: Profile = Profile.STRICT) -> list[TemplateItem]:
    """Return the same as items."""
    return [instance.item for instance in instances_of(domain, bias, per_bias, profile) if instance.item is not None]


def decisions_of(
    tests: Sequence[TemplateItem], subject: str, runs: int = 2, order: Order = "both", **choices: str
) -> list[Decision]:
    """Return the decisions of a simulated subject in all arms."""
    showing = Showing(runs=runs, order=order, arms=(CONTROL, TREATMENT, PLACEBO), choices=choices)
    return simulated_decisions(PROTOCOL, tests, subject, PROTOCOL.complete_showing(tests, showing))


def evaluation(subject: str, tests: Sequence[TemplateItem], runs: int = 2) -> Evaluation:
    """Return the evaluation of a simulated subject."""
    return evaluation_of(
        tests, decisions_of(tests, subject, runs), f"simulated/{subject}", runs=runs, reference="control"
    )
