"""The page of all rules is complete, and the words of each rule fit its comparison."""

import re
from collections.abc import Iterator

from probe.grammar import read_library
from probe.grammar.schema import Rule
from tests.shared import CommandLine

LIBRARY = read_library()
RULES: dict[str, tuple[Rule, ...]] = {schema.name: schema.rule for schema in LIBRARY.schemas}
RULES |= {module.name: module.rule for module in LIBRARY.modules}

INCLUDES_EQUAL = re.compile(
    r"at most|at least|within|no (?:more|longer|later|higher|larger)|fits? |as (?:long|high|many|much|large) as"
    r"|or (?:before|after|later)|no earlier|or more|reach|covers?|up to|can be finished|\bfrom .* on\b"
    r"|in time|\benough|has started by|^\[?otherwise|^in all other cases"
    r"|not exceed|not before|no lower|not outnumber|(?<!multiplied )(?<!divided )by (?:the|its) "
    r"|unless .*\bmore|nobody .*\blonger than"
    r"|have time for|there is time for|with time for|no (?:fewer|less)|not (?:have|get|go) (?:more|beyond|the higher)"
    r"|time or longer|ready by|at or above|can be moved|can do all|still has its"
    r"|(?:no|unless a) change freeze begins",
    re.IGNORECASE,
)
EXCLUDES_EQUAL = re.compile(
    r"more (?:[\w-]+ ){0,12}than|above|below|longer|lower|higher|larger|later|less|fewer|older|after|exceed|shorter"
    r"|too short|too little|not enough|without enough|insufficient|only|(?<!or )before"
    r"|(?:does|do)(?:n't| not) (?:fit|cover|reach|pay .*within)|(?:is|have) not reached|outnumber"
    r"|(?:cannot|would not) .*\bwithin|smaller than|beyond|too (?:late|few)|sooner than|cannot (?:move|do|wait)"
    r"|(?:is|would|will) not be (?:done|finished)|is not done by|will miss|is still (?:on|using|reviewing)"
    r"|without tests",
    re.IGNORECASE,
)
NEGATION_PATTERN = re.compile(
    r"no (?:more|longer|later|lower|higher|larger|fewer)|no earlier|not (?:exceed|before|outnumber)"
    r"|(?:cannot|would not|does not|do not) exceed|not (?:have|get|go) (?:more|beyond|the higher)"
)
"""Words that exclude equal numbers, turned into their opposite."""


def operators(rule: Rule) -> list[str]:
    """Return the operators by which a rule compares numbers."""
    return [condition.operator for condition in rule.conditions if condition.compares_numbers]


def comparisons() -> Iterator[tuple[str, Rule]]:
    """Yield the rules with one comparison of numbers."""
    for owner, rules in RULES.items():
        yield from ((owner, rule) for rule in rules if len(operators(rule)) == 1)


def test_the_words_of_a_rule_say_whether_equal_numbers_count() -> None:
    """A text that says "more than" for ``>=`` would state a different rule from its program."""
    for owner, rule, wording in (
        (owner, comparison, wording) for owner, comparison in comparisons() for wording in comparison.say
    ):
        [operator] = operators(rule)
        if operator in {"=<", ">="}:
            assert INCLUDES_EQUAL.search(wording), f"{owner} has {rule.when}: {wording}"
        else:
            assert EXCLUDES_EQUAL.search(NEGATION_PATTERN.sub("", wording)), f"{owner} has {rule.when}: {wording}"


def test_the_page_has_each_wording_and_each_clause_once(probe: CommandLine) -> None:
    page = probe("seeds", "rules").stdout
    rows = [line for line in page.splitlines() if line.startswith("| ") and ":-" in line]
    all_rules = [rule for rules in RULES.values() for rule in rules] + [
        rule for ladder in LIBRARY.ladders for rule in ladder.rule
    ]
    exceptions = sum(module.otherwise is not None for module in LIBRARY.modules)
    worded_rules = [rule for rule in all_rules if rule.say]
    assert len(rows) == len(worded_rules)
    assert page.count(" :- ") == len(all_rules) + exceptions
    assert page.count("<br>") == sum(len(rule.say) - 1 for rule in worded_rules)
    assert "{" not in page
