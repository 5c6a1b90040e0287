"""Datasets that the tests of templates share."""

from functools import cache
from pathlib import Path

from probe.protocols.arguments import ItemRequest
from probe.protocols.templates.authoring import WrittenInstance
from probe.protocols.templates.composing import plans_of
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.making import composed
from probe.protocols.templates.scenarios import read_domain
from probe.values import Bias, Profile

SOFTWARE, MANAGEMENT = Path("software_engineering"), Path("management")


@cache
def written(
    domain: Path, bias: str, per_bias: int = 4, profile: Profile = Profile.STRICT
) -> tuple[WrittenInstance, ...]:
    """Return tests of one bias that are composed without a model, not certified."""
    found, wanted = read_domain(domain), ItemRequest(domain, per_bias=per_bias, profile=profile)
    return tuple(composed(list(plans_of(found, Bias(bias), wanted, 2))))


def items(domain: Path, bias: str, per_bias: int = 4, profile: Profile = Profile.STRICT) -> list[TemplateItem]:
    """Return the same as items."""
    return [one.item for one in written(domain, bias, per_bias, profile) if one.item is not None]
