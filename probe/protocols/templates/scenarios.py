"""Scenarios: who decides, and where; and a domain's words for the gaps of templates.

A domain's ``scenarios/words.toml`` has ``roles``, ``places`` (or contexts of the grammar, in ``practices/contexts``),
``words`` by gap, and optionally ``templates``: the packaged domain whose templates are used for biases of which the
domain has none.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field

from probe.content import ContentFile
from probe.errors import InputError
from probe.files.corpus import PRACTICES, find_domain
from probe.grammar.draw import Draw
from probe.grammar.practice_library import Context
from probe.protocols.templates.source import NonEmptyText, TemplateSource, read_templates
from probe.values import Bias, Value
from probe.values.texts import with_capital

SCENARIOS = "scenarios"
WORDS_FILE = "words.toml"
Entry = NonEmptyText | dict[str, NonEmptyText]
"""The word of one gap, or words that belong together, by slot."""


class RoleAndProduct(Value):
    """Where the subject works: ``place`` follows the role ("at a bank"), ``product`` is what the work is about."""

    name: NonEmptyText
    place: NonEmptyText
    product: NonEmptyText
    users: NonEmptyText


class ContextsFile(Value):
    """A file of the grammar's contexts."""

    context: tuple[Context, ...]


class ScenarioSource(Value):
    """A domain's words.toml; see the module."""

    roles: Annotated[tuple[NonEmptyText, ...], Field(min_length=1)]
    place: tuple[RoleAndProduct, ...] = ()
    templates: str = ""
    words: dict[str, Annotated[tuple[Entry, ...], Field(min_length=1)]] = Field(default_factory=dict)


class Scenario(NamedTuple):
    """A role in a place; ``name`` identifies it, ``words`` fill the slots of texts."""

    name: str
    words: Mapping[str, str]

    @property
    def line(self) -> str:
        """The scenario in one line, as a model is shown it."""
        return f"{with_capital(self.words['role'])} {self.words['place']}"


class Domain(NamedTuple):
    """Everything that templates need from a domain."""

    name: str
    templates: Mapping[Bias, TemplateSource]
    roles_and_products: tuple[RoleAndProduct, ...]
    source: ScenarioSource

    def scenario(self, seed: int, bias: Bias, number: int) -> Scenario:
        """Return the n-th scenario of a bias: no place is repeated before all others.

        Each bias has its own order, so that a small dataset has different scenarios in different biases.
        """
        draw = Draw("templates scenarios", self.name, seed, bias.value)
        pairs = len(self.roles_and_products) * len(self.source.roles)
        if number >= pairs:
            raise InputError(f"--per-bias: the domain {self.name} has {pairs} scenarios; ask for fewer items")
        round_number, position = divmod(number, len(self.roles_and_products))
        order = draw.child("places").shuffled(range(len(self.roles_and_products)))
        context = self.roles_and_products[order[position]]
        roles = draw.child("roles", context.name).shuffled(self.source.roles)
        role = roles[round_number]
        words = {"role": role, "place": context.place, "product": context.product, "users": context.users}
        return Scenario(f"{role} {context.place}", words)


def read_domain(folder: Path | None) -> Domain:
    """Return the templates and scenarios of the domain that ``folder`` names (``find_domain``).

    Raises InputError or CorpusError, which lists every problem, if there are none.
    """
    domain = find_domain(folder)
    path = domain / SCENARIOS / WORDS_FILE
    if not path.is_file():
        raise InputError(f"{path}: missing; the protocol templates needs the domain's roles, places and words")
    source = ContentFile(path, several_lines=True).value(ScenarioSource)
    templates = dict(read_templates(domain))
    # A domain's own template replaces that of the domain it builds on.
    if source.templates:
        templates = read_templates(find_domain(Path(source.templates))) | templates
    if not templates:
        raise InputError(f"{domain / 'templates'}: no template; add <bias>.toml, or name a domain in {path}")
    # Several systems may belong to one product, and so to one entry.
    contexts_by_place = {context.place: context for context in source.place or _contexts(domain)}
    roles_and_products = tuple(contexts_by_place.values())
    if not roles_and_products:
        raise InputError(f"{path}: no place; add [[place]] with name, place, product and users")
    return Domain(domain.name, templates, roles_and_products, source)


def _contexts(domain: Path) -> Iterator[RoleAndProduct]:
    """Yield the contexts of the domain's grammar as places."""
    for path in sorted((domain / PRACTICES / "contexts").glob("*.toml")):
        for context in ContentFile(path).value(ContextsFile).context:
            team = f"in the team that develops {context.product}"
            yield RoleAndProduct(name=context.system, place=team, product=context.product, users=context.users)
