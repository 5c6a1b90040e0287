"""Facts and rules in words: numbers with their units, dates, lists, and the sentences of a plan."""

import re
from collections.abc import Callable, Mapping, Sequence

from probe.grammar.artefacts import FactSentence
from probe.grammar.days import named_day
from probe.grammar.derivation import Fact
from probe.grammar.draw import Draw
from probe.grammar.joining import PolicySentence, join_complements
from probe.grammar.markup import capitalised
from probe.grammar.plan import Plan
from probe.grammar.practice_library import RecordPhrases, RecordWords
from probe.grammar.rewording import reword
from probe.grammar.scenario import StatedCase
from probe.grammar.schema import Category, Members, Node, Number
from probe.grammar.variants import Wider, forms, vary, vary_one_of

UNIT_JOINERS = re.compile(r" (?:a|an|per) ")
"""What is between the words of a unit like "delays a week"."""
SCALES = ("thousand", "million")
"""What a unit may count by: "41 thousand words"."""
UNIT_FORMS = ("singular", "plural")
"""The forms of a unit that is a word."""
SLOT = re.compile(r"\{[^{}|]*\}")
NUMBERS = ("{id}-{number}: ", "[{id}-{number}] ")
LONG_NUMBERS = ("{name} {number}: ", "{name}, rule {number}: ", "[{name} {number}] ")
"""How the rules of a policy are numbered, within the document of the product: by its initials, or by its name."""
PRODUCT_FIRST_ONE_IN = 3
"""One of this many rules that can begin with the product does so."""
JOINED_WORDS = 14
"""A longer sentence is not joined with the next one."""
CONDITION_FIRST = re.compile(
    r"(?:If|When|Where|Whenever) (?!not\b|so\b)([^,:;]+), "
    r"(we (?!.*\b(?:it|them|this|that|those|they|ones?)\b)[^,:;]+)\."
)
CONDITION_LAST = re.compile(r"(We [^,:;]+ (?:if|when|where|whenever) [^,:;]+)")
"""Rules that can be inverted, or begin with the product."""


def show_value(node: Node, value: Fact) -> str:
    """Return the value of a fact as it appears in a text: "480 requests per second", "€1,200", "14 March"."""
    if isinstance(node, Members):
        assert isinstance(value, tuple)
        return join_words([node.members[member] for member in value])
    if isinstance(node, Category):
        return str(value).replace("_", " ")
    assert isinstance(value, int)
    return _number(node, value)


def _number(node: Number, value: int) -> str:
    if node.unit == ("date",):
        return named_day(value)
    figure = f"{value:,}"
    if not node.unit:
        return figure
    if len(node.unit) == 1:
        sign = node.unit[0]
        return f"{figure}{sign}" if sign == "%" else f"{sign}{figure}"
    return f"{figure} {node.unit[0] if value == 1 else node.unit[1]}"


def first_figure(number: Number, value: int) -> str:
    """Return a figure for a cue that names ``number``."""
    return show_value(_without_repeated_unit(number, number.noun), value)


def anchor_noun(number: Number) -> str:
    """Return what a cue calls ``number``, for "12 as the …": "number of faulty records", never "faulty records"."""
    counts = _without_repeated_unit(number, number.noun) != number and not number.noun.startswith("number ")
    return f"number of {number.noun}" if counts else number.noun


def _without_repeated_unit(node: Node, text: str) -> Node:
    """Return a number without what its ``text`` counts before it: "the number of clients is 12", "… is 5 million"."""
    preceding_text = SLOT.sub("", text.partition("{" + node.name + "}")[0])
    if not isinstance(node, Number) or len(node.unit) != len(UNIT_FORMS):
        return node
    scale, _, counted_noun = node.unit[1].rpartition(" ")
    if scale in SCALES and re.search(rf"\b{counted_noun}\b", preceding_text):
        return node.model_copy(update={"unit": (scale, scale)})
    names_unit = all(re.search(rf"\b{word}\b", preceding_text) for word in UNIT_JOINERS.split(node.unit[1]))
    return node.model_copy(update={"unit": ()}) if names_unit else node


def join_words(words: list[str]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def stated_facts(
    stated_case: StatedCase,
    facts: Mapping[str, Fact],
    phrases: RecordPhrases,
    fill: Callable[[str, Mapping[str, str]], str],
    draw: Draw,
) -> list[FactSentence]:
    """Return each stated fact in words; ``fill`` fills the slots of a marked sentence.

    Facts from which one value is derived are together, in random order. Whether a sentence can be joined with another
    depends on its wording, not on the value. Figures on record are anywhere among them.
    """
    plan, facts_in_words = stated_case.plan, []
    for name in plan.stated_nodes(draw.child("order")):
        node, value = plan.graph.nodes[name], facts[name]
        # A set that has no member here has no sentence either.
        if value == ():
            continue
        template = vary_one_of(plan.graph.sentences(name, value), draw.child("fact", name))
        words = {name: show_value(_without_repeated_unit(node, template), value)}
        is_short = len(template.split()) <= JOINED_WORDS and not {",", ";", ":"} & set(template)
        noun = vary(node.noun, draw.child("noun", name))
        table_row = {"noun": fill(noun, {}), "value": show_value(_without_repeated_unit(node, noun), value)}
        # A class has no figure, so that it stays a sentence below a table.
        table_row = {} if isinstance(node, Category) else table_row
        joins = is_short and not isinstance(node, Category)
        facts_in_words.append(FactSentence(fill(template, words), joins=joins, group=plan.reader(name), **table_row))
    records = [(plan.graph.nodes[name], value) for name, value in facts.items() if name in plan.guarded]
    words_on_record = phrases.classes if stated_case.kind == "classes" else phrases.figures
    for number, (node, value) in enumerate((*records, *stated_case.decoys)):
        # By number, not by name, so that every member of a series has its record at the same point.
        position = draw.child("place of record", number).between(0, len(facts_in_words))
        facts_in_words.insert(position, _on_record(node, value, words_on_record, fill, draw.child("record", number)))
    return facts_in_words


def record_words(phrases: RecordPhrases, node: Node) -> RecordWords:
    """Return what is said about a class or a figure on record."""
    return phrases.classes if isinstance(node, Category) else phrases.figures


def _on_record(
    node: Node, value: Fact, words: RecordWords, fill: Callable[[str, Mapping[str, str]], str], draw: Draw
) -> FactSentence:
    """Return that a figure or a class is on record, in words."""
    noun = next(forms(node.noun))
    figure = (
        f"“{show_value(node, value)}”"
        if isinstance(node, Category)
        else show_value(_without_repeated_unit(node, noun), value)
    )
    sentence = fill(vary_one_of(words.say, draw).replace("{noun}", noun), {"value": figure})
    return FactSentence(sentence, joins=False, noun=fill(words.row.replace("{noun}", noun), {}), value=figure)


def rule_sentences(plan: Plan, wider: Wider, phrases: RecordPhrases, draw: Draw) -> list[PolicySentence]:
    """Return the sentences of a policy, in the order of its rules; some are inverted, and complements are joined."""
    statements = []
    for number, (rules, sentences) in enumerate(plan.rule_groups()):
        if rules[0].gives == plan.estimated:
            words = record_words(phrases, plan.graph.nodes[plan.estimated])
            statements.append(PolicySentence(vary_one_of(words.policy, draw.child("records")), rules))
            continue
        stream = draw.child("rule", rules[0].name, number)
        sentence = vary_one_of(sentences, stream, wider)
        is_choice = plan.graph.is_choice(rules[0].gives)
        sentence = sentence if is_choice else reword(sentence, stream.child("order"))
        sentence = (
            sentence if stream.brief_only else (_invert if is_choice else _for_product)(sentence, stream.child("turn"))
        )
        statements.append(PolicySentence(sentence, rules))
    return join_complements(statements, plan.graph.nodes)


def _for_product(sentence: str, draw: Draw) -> str:
    """Return some sentences that begin with "The" as one about the product: "For {product}, the load is …"."""
    fits = sentence.startswith("The ") and "," not in sentence and "{product}" not in sentence
    return f"For {{product}}, t{sentence[1:]}" if fits and draw.below(PRODUCT_FIRST_ONE_IN) == 0 else sentence


def _invert(sentence: str, draw: Draw) -> str:
    """Return "For {product}, we add a server if …" or "We add a server if …", or the sentence as it is."""
    match = CONDITION_FIRST.fullmatch(sentence)
    inverted_sentence = (
        capitalised(f"{match[2]} {draw.choice(('if', 'when', 'where', 'whenever'))} {match[1]}.") if match else sentence
    )
    if not CONDITION_LAST.match(inverted_sentence) or draw.below(3) == 0:
        return sentence
    return (
        f"For {{product}}, {inverted_sentence[0].lower()}{inverted_sentence[1:]}"
        if draw.below(2)
        else inverted_sentence
    )


def number_rules(rules: Sequence[str], product: str, draw: Draw) -> tuple[str, ...]:
    """Return the rules with their numbers in one of several styles: "CRM-1: …", "[Ticket shop 1] …".

    Where a rule begins with the product, the numbers do not: "Ticket shop 1: For the ticket shop, …" says it twice.
    """
    names_product = any(rule.startswith(f"For {product},") for rule in rules)
    style = draw.child("numbers").choice(NUMBERS if names_product or draw.brief_only else LONG_NUMBERS)
    name = capitalised(product.removeprefix("the "))
    words = {"name": name, "id": _initials(name)}
    return tuple(style.format(number=number, **words) + rule for number, rule in enumerate(rules, start=1))


def _initials(name: str) -> str:
    """Return the initials of a name of several words, in capitals, or the one word: "RS" for "Reporting system"."""
    words = re.split(r"[\s-]+", name)
    return "".join(word[0] for word in words).upper() if len(words) > 1 else name.upper()
