"""Facts are drawn so that no field alone reveals the right answer."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from probe.files.corpus import find_domain
from probe.protocols.triage.composing import Facts, Policy
from probe.protocols.triage.content import read_content
from probe.protocols.triage.drawing import Contrasts, has_to_be_weighed

PROFILES = 400
Rule = Callable[[Facts], str]


def policy(domain: str, name: str, level: int = 2) -> Policy:
    [matter] = [matter for matter in read_content(find_domain(Path(domain))).matters if matter.name == name]
    return Policy(matter, level, matter.settings[0])


def merges(facts: Facts) -> str:
    return "merge" if int(facts["approvals"]) - int(facts["objections"]) >= int(facts["needed"]) else "hold"


def answer_of(facts: Facts) -> str:
    return "admit" if int(facts["points"]) >= int(facts["required"]) else "reject"


def fixes(facts: Facts) -> str:
    return "fix" if int(facts["allowed"]) + int(facts["hold"]) - int(facts["age"]) <= 7 else "defer"


def draw_facts(rules_policy: Policy, rule: Rule, seed: int = 1, count: int = PROFILES) -> list[Facts]:
    """Return profiles whose answers alternate."""

    async def answer(facts: Facts) -> str:
        return rule(facts)

    async def draw_all() -> list[Facts | None]:
        contrasts = Contrasts(rules_policy, answer, Random(seed))
        return [await contrasts.profile(rules_policy.answers[number % 2]) for number in range(count)]

    return [facts for facts in asyncio.run(draw_all()) if facts is not None]


def best_guess(profiles: Sequence[Facts], rule: Rule, field: str) -> float:
    """Return the share of right answers of the best limit on one field."""
    values = sorted((int(profile[field]), rule(profile)) for profile in profiles)
    above, below, best = Counter(answer for _, answer in values), Counter[str](), 0
    for (value, answer), (next_value, _) in pairwise(values):
        below[answer] += 1
        above[answer] -= 1
        if next_value > value:
            best = max(best, *(below[limit] + above.total() - above[limit] for limit in above))
    return best / len(values)


MATTERS = [
    ("software_engineering", "pull_requests", merges),
    ("software_engineering", "vulnerability_reports", fixes),
    ("admissions", "students", answer_of),
]


@pytest.mark.parametrize(("domain", "name", "rule"), MATTERS)
def test_no_field_alone_reveals_the_answer(domain: str, name: str, rule: Rule) -> None:
    rules_policy = policy(domain, name)
    profiles = draw_facts(rules_policy, rule)
    assert Counter(map(rule, profiles)) == dict.fromkeys(rules_policy.answers, PROFILES // 2)
    for field in rules_policy.matter.facts_at(rules_policy.level):
        assert best_guess(profiles, rule, field) < 0.66, field


def test_independent_facts_would_reveal_it() -> None:
    """The measure above can fail: of facts that are drawn one by one, the number of approvals alone is a good guess."""
    rules_policy, draw = policy("software_engineering", "pull_requests"), Random(1)
    assert best_guess([rules_policy.draw(draw) for _ in range(PROFILES)], merges, "approvals") > 0.75


def test_equal_seeds_draw_equal_profiles() -> None:
    rules_policy = policy("software_engineering", "pull_requests")
    assert draw_facts(rules_policy, merges) == draw_facts(rules_policy, merges)
    assert draw_facts(rules_policy, merges) != draw_facts(rules_policy, merges, seed=2)


def test_profiles_that_all_have_the_same_answer_are_given_up() -> None:
    rules_policy = policy("software_engineering", "pull_requests")
    assert not draw_facts(rules_policy, lambda facts: "merge", count=2)


LIBRARY = {"integration": "10", "upkeep": "20"}


@pytest.mark.parametrize(
    ("other_facts", "is_weighed"),
    [
        (({"integration": "12", "upkeep": "19"}, {"integration": "14", "upkeep": "25"}), True),
        (({"integration": "12", "upkeep": "20"}, {"integration": "14", "upkeep": "25"}), False),
        (({"integration": "12", "upkeep": "19"}, {"integration": "12", "upkeep": "19"}), False),
    ],
    ids=["a trade-off", "best in every figure", "two equal options"],
)
def test_a_choice_needs_its_rules(other_facts: tuple[Facts, ...], is_weighed: bool) -> None:
    """An option that is best in every figure, or a choice between equal ones, is decided without them."""
    assert (
        has_to_be_weighed(policy("software_engineering", "libraries"), (LIBRARY, *other_facts), right=0) is is_weighed
    )


def test_words_and_larger_numbers_can_be_better() -> None:
    """Words are listed best first; a field says where more is better."""
    fields = policy("software_engineering", "vendors", 6).matter.fields
    assert fields["included"].rank("500") < fields["included"].rank("200")
    assert fields["plan"].rank("basic") < fields["plan"].rank("premium")
    assert fields["monthly"].rank("300") < fields["monthly"].rank("400")
