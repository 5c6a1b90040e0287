"""The rules for each file of the library; every problem names file, line and reason."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence

from probe.content import ContentFile, Key
from probe.grammar.expressions import conditions, upper_bound
from probe.grammar.practice_library import Action, Context, Phrases
from probe.grammar.programs import RESERVED_NAMES
from probe.grammar.ranges import up
from probe.grammar.schema import (
    LARGEST_NUMBER,
    ROOT,
    SIDES,
    Category,
    Circumstance,
    Ladder,
    Members,
    Module,
    Node,
    Number,
    Rule,
    Schema,
    Theory,
)
from probe.grammar.sentence_checks import (
    CONTEXT_SLOTS,
    FORMS,
    PRODUCT_SLOTS,
    check_fact,
    check_questions,
    check_sentences,
    check_slots,
)
from probe.grammar.theory import CHOICE, lower_choice, overriding, sides_of, stated_rules
from probe.grammar.variants import forms

SIDES_OF_ALL = sides_of("first")
SIDE_SLOTS = frozenset(f"{side}_{form}" for side in SIDES_OF_ALL for form in FORMS)


def check_schema(
    source: ContentFile,
    schema: Schema,
    contexts: Sequence[Context],
    modules: Sequence[Module],
    used_predicates: Mapping[str, str],
) -> None:
    """Reject a schema with invalid sentences, unknown names, circular rules, or a side that no rule gives.

    ``used_predicates`` has the predicates of remarks and cues with their places: no fact of a decision may have them.
    """
    if not any(set(schema.needs) <= set(context.tags) for context in contexts):
        raise source.error(("needs",), f"no context has the tags {', '.join(schema.needs)}")
    check_sentences(source, ("topic",), schema.topic, CONTEXT_SLOTS)
    check_sentences(source, ("aim",), schema.aim, CONTEXT_SLOTS)
    for name in SIDES:
        _action(source, (name,), schema.action(name))
    if len(schema.first.lines) != len(schema.second.lines):
        raise source.error(("second",), "both actions need equally many lines")
    if schema.margin[0] > schema.margin[1]:
        raise source.error(("margin",), "a margin has the smaller number first")
    if schema.circumstance:
        _circumstance(source, schema, schema.circumstance)
    _nodes(source, schema, used_predicates)
    _numbers(source, schema.number)
    _rules(source, schema.rule, {node.name: node for node in schema.nodes}, ROOT)
    _sides(source, schema)
    _examples(source, schema)
    _layers(source, schema, modules)
    layer_modules = (module for module in modules if module.name in schema.layers)
    layer_numbers = {f"{module.name}_{number.name}" for module in layer_modules for number in module.number}
    _plausible(source, schema, {number.name for number in schema.number} | layer_numbers)
    number_names = {number.name for number in schema.number}
    if schema.anchor is not None and schema.anchor not in number_names:
        raise source.error(("anchor",), f"{schema.anchor!r} is not a [[number]] of this schema")


def _circumstance(source: ContentFile, schema: Schema, circumstance: Circumstance) -> None:
    """Reject a circumstance with invalid sentences, or with the name of a fact: no rule may read it."""
    for name in ("first", "second", "lead_in"):
        check_sentences(source, ("circumstance", name), getattr(circumstance, name), CONTEXT_SLOTS)
    check_questions(source, ("circumstance", "question"), circumstance.question)
    if circumstance.fact in {*RESERVED_NAMES, *(node.name for node in schema.nodes)}:
        reason = f"{circumstance.fact!r} is the name of a fact, or reserved: no rule may read a circumstance"
        raise source.error(("circumstance", "fact"), reason)
    if circumstance.values[0] == circumstance.values[1]:
        raise source.error(("circumstance", "values"), "give two different values")


def _layers(source: ContentFile, schema: Schema, modules: Sequence[Module]) -> None:
    """Reject layers that no module gives, or that need to know which action is the smaller one."""
    by_name = {module.name: module for module in modules}
    for name, count in Counter(schema.layers).items():
        if count > 1:
            raise source.error(("layers",), f"{name!r} is in the list {count} times: name it once", f'"{name}"')
        if name not in by_name:
            reason = f"{name!r} is not a layer or exception: choose among {', '.join(sorted(by_name))}"
            raise source.error(("layers",), reason)
        if {rule.value for rule in by_name[name].rule if rule.gives == "it"} - {None, *sides_of(schema.smaller)}:
            raise source.error(("layers",), f"{name!r} needs 'smaller', the action that is quicker to take")


def check_module(source: ContentFile, module: Module) -> None:
    """Reject a module with unknown names or slots, or that is neither a layer nor an exception."""
    if bool(module.lower) is bool(module.otherwise):
        raise source.error(("name",), "give either lower, for a layer, or otherwise, for an exception")
    numbers = {number.name for number in module.number}
    facts = {node.name for node in module.nodes}
    for position, rule in enumerate(module.rule):
        if rule.gives not in {"it", *facts}:
            raise source.error(("rule", position, "gives"), f"{rule.gives!r} is neither 'it' nor a fact of this module")
    _numbers(source, module.number)
    _plausible(source, module, numbers)
    _otherwise(source, module)
    rules, module_nodes = stated_rules(overriding(module, SIDES_OF_ALL))
    nodes = {node.name: node for node in (CHOICE, *module_nodes)}
    for node in module_nodes:
        if node.name != lower_choice(module):
            _node_sentences(source, ("number",), node)
    _rules(source, rules, nodes, ROOT)


def check_ladder(source: ContentFile, ladder: Ladder, used_predicates: Mapping[str, str]) -> None:
    """Reject a ladder with unknown names or slots, or whose rules give one action only."""
    for position, category in enumerate(ladder.category):
        if category.name in RESERVED_NAMES or category.name in used_predicates:
            raise source.error(
                ("category", position, "name"), f"{category.name!r} is used_predicates: choose another name"
            )
        _node_sentences(source, ("category", position), category)
    _rules(source, ladder.rule, {category.name: category for category in ladder.category}, ROOT)
    if {rule.value for rule in ladder.rule if rule.gives == ROOT} != set(SIDES):
        raise source.error(("rule",), f"rules with gives = {ROOT!r} have to give 'first' and 'second'")


def _otherwise(source: ContentFile, module: Module) -> None:
    """Reject an exception unless ``otherwise`` compares one of its categories with a value of that category."""
    allowed_conditions = [
        f"{category.name} {sign} {value}"
        for category in module.category
        for value in category.say
        for sign in ("==", "!=")
    ]
    if module.otherwise and module.otherwise not in allowed_conditions:
        fix = f"choose among {', '.join(allowed_conditions)}" if allowed_conditions else "add a [[category]] first"
        raise source.error(("otherwise",), f"otherwise names the case in which the exception does not apply: {fix}")


def check_context(source: ContentFile, key: Key, context: Context, phrases: Phrases) -> None:
    """Reject a context with unknown slots, or a style that no voice has."""
    if not phrases.voices(context.style):
        raise source.error((*key, "style"), f"no voice in phrases.toml has the style {context.style!r}")
    check_sentences(source, (*key, "intro"), context.intro, CONTEXT_SLOTS)
    head = context.product.split()[-1]
    for intro in context.intro:
        if head not in intro:
            reason = f"the introduction does not mention {context.product!r}: name the product in it"
            raise source.error((*key, "intro"), reason, intro)
    if context.again == context.product:
        raise source.error((*key, "again"), f"{context.again!r} has to be a shorter name for the product")
    for position, aside in enumerate(context.aside):
        check_sentences(source, (*key, "aside", position, "say"), [aside.say], CONTEXT_SLOTS)
        check_fact(source, (*key, "aside", position, "fact"), aside.fact)


def _action(source: ContentFile, key: Key, action: Action) -> None:
    for form in FORMS:
        check_slots(source, (*key, form), getattr(action, form), CONTEXT_SLOTS)
    for line in action.lines:
        check_slots(source, (*key, "lines"), line, CONTEXT_SLOTS)
        if any(form.endswith(".") for form in forms(line)):
            raise source.error((*key, "lines"), "the line of an option must not end with a full stop", line)


def _nodes(source: ContentFile, schema: Schema, used_predicates: Mapping[str, str]) -> None:
    lines_by_name: dict[str, str] = {}
    for kind in ("number", "category", "members"):
        for position, node in enumerate(getattr(schema, kind)):
            key = (kind, position, "name")
            if node.name in RESERVED_NAMES:
                reserved_names = ", ".join(sorted(RESERVED_NAMES))
                raise source.error(key, f"{node.name!r} is reserved, like {reserved_names}: choose another name")
            if node.name in lines_by_name:
                raise source.error(
                    key, f"{node.name!r} is the name of another fact too, in line {lines_by_name[node.name]}"
                )
            if node.name in used_predicates:
                reason = (
                    f"a remark or cue states a different {node.name!r}, in {used_predicates[node.name]}: "
                    "rename one of them"
                )
                raise source.error(key, reason)
            lines_by_name[node.name] = str(source.line(key))
            _node_sentences(source, (kind, position), node)
    for position, category in enumerate(schema.category):
        # A condition may name facts and values, so a name for both would be ambiguous.
        for value in set(category.say) & set(lines_by_name):
            raise source.error(("category", position, "say", value), f"{value!r} is a value here and a fact elsewhere")


def _node_sentences(source: ContentFile, key: Key, node: Node) -> None:
    slot = frozenset({node.name})
    if isinstance(node, Category):
        if len(node.say) < 2:
            raise source.error((*key, "say"), f"{node.name} needs at least two values")
        for value, sentences in node.say.items():
            check_sentences(source, (*key, "say", value), sentences, CONTEXT_SLOTS | SIDE_SLOTS)
        return
    check_sentences(source, (*key, "say"), node.say, CONTEXT_SLOTS | SIDE_SLOTS | slot)
    for text in node.say:
        if not all("{" + node.name + "}" in form for form in forms(text)):
            raise source.error((*key, "say"), f"the sentence does not state its fact: use {{{node.name}}}", text)
    if isinstance(node, Members) and not 0 <= node.size[0] <= node.size[1]:
        raise source.error((*key, "size"), f"{node.name}: a size has the smaller number first")


def _numbers(source: ContentFile, numbers: Sequence[Number]) -> None:
    """Reject ranges without a value, and a share of something that is not a number of the file."""
    names = {number.name for number in numbers}
    for position, number in enumerate(numbers):
        for name, limits in (("range", number.range), ("small", number.small), ("large", number.large)):
            _range(source, ("number", position, name), number.step, limits)
        if number.share and number.share[0] > number.share[1]:
            raise source.error(("number", position, "share"), f"{number.name}: a share has the smaller number first")
        if (number.part_of is None) is not (number.share is None):
            raise source.error(("number", position), f"{number.name}: part_of and share belong together")
        if number.part_of and number.part_of not in names - {number.name}:
            raise source.error(
                ("number", position, "part_of"), f"{number.part_of!r} is not another number of this file"
            )


def _range(source: ContentFile, key: Key, step: int, limits: tuple[int, int] | None) -> None:
    if limits and not limits[0] < limits[1]:
        raise source.error(key, "a range has the smaller number first")
    if limits and up(limits[0], step) > limits[1]:
        raise source.error(key, f"{limits[0]} to {limits[1]} contains no multiple of the step, {step}")


def _plausible(source: ContentFile, theory: Theory, numbers: Container[str]) -> None:
    """Reject expectations of plausible cases that cannot be read, divide, or compare anything but known numbers."""
    for position, text in enumerate(theory.plausible):
        key = ("plausible", position)
        try:
            expectations = conditions(text)
        except ValueError as error:
            raise source.error(key, str(error), text) from error
        for condition in expectations:
            if not condition.compares_numbers or "/" in text:
                reason = "it has to compare numbers, without division: write it like 60 * rejected <= saved"
                raise source.error(key, reason, text)
            for name in condition.names:
                if name not in numbers:
                    raise source.error(key, f"{name!r} is not a number of this file or of its layers", text)


def _rules(source: ContentFile, rules: Iterable[Rule], nodes: dict[str, Node], root: str) -> None:
    """Reject rules that read or give unknown facts, or lead back to themselves."""
    reads: dict[str, set[str]] = {}
    for position, rule in enumerate(rules):
        key = ("rule", position)
        try:
            condition_sides = [
                (side, condition) for condition in rule.conditions for side in (condition.left, condition.right)
            ]
            term = rule.term
        except ValueError as error:
            raise source.error((*key, "when" if rule.when else "is"), str(error)) from error
        if rule.gives != root and rule.gives not in nodes:
            raise source.error((*key, "gives"), f"{rule.gives!r} is not a fact of this file")
        if (term is None) is (rule.value is None):
            raise source.error(key, "a rule has either 'is' (for a number) or 'value'")
        names = [name for side, _ in condition_sides for name in side.names]
        value_names = {str(name) for node in nodes.values() if isinstance(node, Category) for name in node.say}
        for name in [*names, *(term.names if term else ())]:
            if name not in nodes and name not in value_names:
                raise source.error((*key, "when" if name in names else "is"), f"{name!r} is not a fact of this file")
        _check_size(source, key, rule, nodes)
        if not rule.say and rule.gives not in reads:
            raise source.error(key, "'say' is missing: only a rule after another one for the same fact may be unsaid")
        check_sentences(source, (*key, "say"), rule.say, PRODUCT_SLOTS | SIDE_SLOTS)
        reads.setdefault(rule.gives, set()).update(name for name in rule.names(frozenset(nodes)))
        # After each rule, so that the error names the one that closes the circle.
        if circle := _circle(rule.gives, reads):
            raise source.error((*key, "gives"), f"the rules are circular: {' needs '.join(circle)}")


def _check_size(source: ContentFile, key: Key, rule: Rule, nodes: Mapping[str, Node]) -> None:
    numbers = [node for node in nodes.values() if isinstance(node, Number)]
    highest_values = {
        node.name: max(limits[1] for limits in (node.range, node.small, node.large) if limits) for node in numbers
    }
    compared_terms = [side for condition in rule.conditions for side in (condition.left, condition.right)]
    for term in [*compared_terms, *([rule.term] if rule.term else [])]:
        if upper_bound(term, highest_values) > LARGEST_NUMBER**2:
            reason = (
                f"{rule.name!r} calculates numbers above {LARGEST_NUMBER**2:.0e}: choose larger units or smaller ranges"
            )
            raise source.error(key, reason)


def _circle(name: str, reads: dict[str, set[str]]) -> tuple[str, ...]:
    """Return a path from a fact through what its rules read back to itself, or nothing."""
    paths: dict[str, tuple[str, ...]] = {}
    queue: list[tuple[str, ...]] = [(name,)]
    while queue:
        path = queue.pop(0)
        for fact in sorted(reads.get(path[-1], ())):
            if fact not in paths:
                paths[fact] = (*path, fact)
                queue.append(paths[fact])
    return paths.get(name, ())


def _sides(source: ContentFile, schema: Schema) -> None:
    for position, rule in enumerate(schema.rule):
        if rule.gives == ROOT and rule.value not in {None, *SIDES}:
            raise source.error(("rule", position, "value"), f"{rule.value!r} is neither 'first' nor 'second'")
    sides = {rule.value for rule in schema.rule if rule.gives == ROOT}
    if sides != set(SIDES):
        raise source.error(
            ("rule",), f"rules with gives = {ROOT!r} have to give 'first' and 'second', each at least once"
        )
    derived_names = {rule.gives for rule in schema.rule}
    for number in schema.number:
        if not number.say and number.name not in derived_names:
            raise source.error(("number",), f"{number.name} is neither stated (say) nor derived by a rule")


def _examples(source: ContentFile, schema: Schema) -> None:
    nodes = {node.name: node for node in schema.nodes}
    if {example.right for example in schema.example} != set(SIDES):
        raise source.error(("example",), "give at least one example for each action")
    for position, example in enumerate(schema.example):
        for name, value in example.facts.items():
            node = nodes.get(name)
            valid = (
                isinstance(value, int) if isinstance(node, Number)
                else value in node.say if isinstance(node, Category)
                else isinstance(value, tuple) and set(value) <= set(node.members) if isinstance(node, Members)
                else False
            )  # fmt: skip
            if not valid:
                raise source.error(("example", position), f"{name} = {value!r} is not a fact of this schema")
