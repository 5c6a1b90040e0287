"""A page with every rule of a library, in words and as a clause, for a reader to judge."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from probe.files.plain import write_new
from probe.grammar.library import Library, read_library
from probe.grammar.markup import slots
from probe.grammar.plan import Plan
from probe.grammar.programs import clause
from probe.grammar.schema import SIDES, Module, Rule, Schema
from probe.grammar.theory import Graph, Way, overriding, sides_of
from probe.values.phrases import counted

HEAD = """# Every rule

The rules of the [grammar](grammar.md): {schemas} with {rules}, and {modules} with {more}.
A rule is one clause of the program; in policy mode a text states it in one of its wordings. In
closed-book mode only rules marked "common" are used, and no text states them. {made}
"""
MODULES = """## Modules

A module decides before the rules of the schemas that name it.
"""
LADDERS = """## Ladders

In a series of classes, the rules of a ladder are those of the schema: two people want different actions, and \
a class settles whose view counts.
"""
COLUMNS = "| rule, in each of its wordings | clause | common |\n|---|---|---|"


def write_rules(folder: Path | None, out: Path | None, *, force: bool = False) -> str:
    """Return the page of the library in ``folder``, by default the packaged one, and write it to ``out``.

    Raises InputError if ``out`` exists, unless ``force``.
    """
    words = ("probe seeds rules", *map(str, (folder,) if folder else ()), *(("--out", str(out)) if out else ()))
    page = rules_page(read_library(folder), " ".join(words))
    if out is not None:
        write_new(out, page, "--out", force=force)
    return page


def rules_page(library: Library, command: str) -> str:
    """Return the page as Markdown; ``command`` makes it."""
    head = HEAD.format(
        schemas=counted(len(library.schemas), "schema"),
        rules=counted(sum(len(schema.rule) for schema in library.schemas), "rule"),
        modules=counted(len(library.modules), "module"),
        more=counted(sum(len(module.rule) for module in library.modules), "rule"),
        made=f"`{command}` {'writes' if ' --out ' in command else 'prints'} this page.",
    )
    return "\n".join([head, *_schemas(library), *_modules(library), *_ladders(library)]) + "\n"


def _schemas(library: Library) -> Iterator[str]:
    area = ""
    for schema in sorted(library.schemas, key=lambda schema: (schema.area, schema.name)):
        if schema.area != area:
            area = schema.area
            yield f"## {area.capitalize()}\n"
        yield f"### {schema.name}\n\n*{schema.first.base}*, or *{schema.second.base}*\n"
        sides = {name: schema.action(side).short for name, side in sides_of(schema.smaller).items()}
        yield from _table(Graph(schema, (), common_only=False), schema.rule, sides)


def _modules(library: Library) -> Iterator[str]:
    yield MODULES
    for module in library.modules:
        yield f"### {module.name.replace('_', ' ').capitalize()}\n"
        graph, way = _module_rules(library.schemas[0], module)
        action_names = {side: f"the {side} action" for side in sides_of("first")}
        order = [rule.gives for rule in way.rules]
        yield from _table(graph, sorted(way.rules, key=lambda rule: order.index(rule.gives)), action_names)


def _ladders(library: Library) -> Iterator[str]:
    yield LADDERS
    bare_schema = _without_facts(library.schemas[0], ("first_action", "second_action"))
    action_names = {side: f"the {side} action" for side in sides_of("first")}
    for ladder in library.ladders:
        yield f"### {ladder.name.replace('_', ' ').capitalize()}\n"
        yield from _table(Graph(ladder.of(bare_schema), (), common_only=False), ladder.rule, action_names)


def _module_rules(schema: Schema, module: Module) -> tuple[Graph, Way]:
    """Return the rules of ``module``, with what they read, in a schema without facts of its own."""
    has_size = any(rule.value in {"smaller", "larger"} for rule in module.rule)
    names = ("smaller_action", "larger_action") if has_size else ("first_action", "second_action")
    graph = Graph(_without_facts(schema, names), (), common_only=False)
    way = overriding(module, sides_of("first"))
    graph.nodes.update({node.name: node for node in way.nodes})
    return graph, way


def _without_facts(schema: Schema, names: tuple[str, str]) -> Schema:
    """Return ``schema`` without facts and rules, and with other ``names`` of its actions."""
    first, second = (
        schema.action(side).model_copy(update={"does": name}) for side, name in zip(SIDES, names, strict=True)
    )
    empty_fields: dict[str, object] = dict.fromkeys(("number", "category", "members", "rule"), ())
    return schema.model_copy(update={**empty_fields, "first": first, "second": second, "smaller": "first"})


def _table(graph: Graph, rules: Sequence[Rule], action_names: Mapping[str, str]) -> Iterator[str]:
    plan = Plan(graph, {}, ())
    yield COLUMNS
    for group in Way(rules).rules_by_sentence():
        wordings = "<br>".join(_readable(sentence, action_names) for sentence in group[0].say)
        program = " ".join(f"`{' '.join(clause(rule, plan).split())}`" for rule in group)
        yield f"| {wordings} | {program} | {'yes' if group[0].common else ''} |"
    yield ""


def _readable(sentence: str, action_names: Mapping[str, str]) -> str:
    """Return a sentence with its slots in words: an action by what ``action_names`` has for its side."""
    for slot in slots(sentence):
        side = slot.partition("_")[0]
        sentence = sentence.replace("{" + slot + "}", action_names.get(side) or f"*{slot.replace('_', ' ')}*")
    # A bar would end the cell of the table.
    return sentence.replace("|", r"\|")
