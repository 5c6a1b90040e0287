"""Stereotyping as a choice among four traits, which have no order."""

import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.prompts import load_prompts
from probe.protocols.arguments import ItemRequest
from probe.protocols.templates.composing import plans_of
from probe.protocols.templates.estimator import values
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.making import author_requests, composed, special_form
from probe.protocols.templates.metric import Metric, m, recoded_m, shift
from probe.protocols.templates.scenarios import read_domain
from probe.values import Bias, Profile
from tests.defined import defined
from tests.protocols.templates.material import MANAGEMENT, SOFTWARE, decisions_of
from tests.shared import CommandLine

CHOICES = {"four_options": "True"}


def four_way(domain: Path, count: int = 40) -> list[TemplateItem]:
    request = ItemRequest(domain, per_bias=count, choices=CHOICES)
    instances = composed(list(plans_of(read_domain(domain), Bias("stereotyping"), request, 2)))
    return [instance.item for instance in instances if instance.item is not None]


@pytest.mark.parametrize("domain", [SOFTWARE, MANAGEMENT], ids=str)
def test_one_of_four_options_is_the_trait_of_the_group_that_the_treatment_names(domain: Path) -> None:
    tests = four_way(domain)
    assert len(tests) == 40
    words = read_domain(domain).source.words["stereotypes"]
    trait_of = {word["group_name"]: word["trait"] for word in words if isinstance(word, dict)}
    for item in tests:
        group = defined(re.search(r"A new colleague, (.+?), will join", item.treatment))
        assert group[1] not in item.control
        assert len(set(item.scale)) == 4
        assert item.metric.x1 == item.metric.x2 == item.scale.index(f"The new colleague {trait_of[group[1]]}.")
        assert item.control.endswith("?")
        assert "How likely" not in item.control
    assert len(Counter(item.metric.x1 for item in tests)) == 4


def test_options_other_than_the_trait_are_equally_far_from_it() -> None:
    metric = Metric(k=1, x1=2, x2=2, nominal=True)
    for control, treatment in product(range(4), repeat=2):
        expected = (control != 2) - (treatment != 2)
        assert shift(metric, 4, control, treatment) == expected
        assert m(metric, 4, control, treatment) == pytest.approx(expected)
        assert recoded_m(metric, 4, control, treatment) == pytest.approx(expected)
    assert sum(m(metric, 4, a, b) for a, b in product(range(4), repeat=2)) == pytest.approx(0)


@pytest.mark.parametrize(("subject", "expected"), [("biased?m=1", 1.0), ("biased?m=-1", -1.0), ("biased?m=0", 0.0)])
def test_a_planted_stereotype_is_found(subject: str, expected: float) -> None:
    tests = four_way(SOFTWARE, 10)
    m_values = [
        item_value.value for item_value in values(tests, decisions_of(tests, subject, 2)) if item_value.measure == "m"
    ]
    assert m_values == pytest.approx([expected] * 10)


def test_other_settings_are_refused() -> None:
    conflicting_request = ItemRequest(SOFTWARE, choices={**CHOICES, "dose": "True"})
    for request in (
        conflicting_request,
        ItemRequest(SOFTWARE, choices=CHOICES, profile=Profile.PAPER),
        ItemRequest(SOFTWARE, choices={"dose": "no"}),
        ItemRequest(SOFTWARE, choices={"dose": "true", "instances": "3"}),
    ):
        with pytest.raises(InputError):
            special_form(request, composed=True)


@pytest.mark.parametrize(
    "choices", [{"dose": "true"}, {"four_options": "true"}, {"four_options": "maybe"}], ids=["dose", "four", "faulty"]
)
def test_an_author_is_not_asked_for_other_forms(choices: dict[str, str]) -> None:
    with pytest.raises(InputError):
        list(author_requests(ItemRequest(SOFTWARE, choices=choices), load_prompts()))


def test_the_command_makes_certified_tests(probe: CommandLine, tmp_path: Path) -> None:
    generate_command = ("generate", "--protocol", "templates", "--four-options", "--per-bias", "4", "--out")
    probe(*generate_command, tmp_path / "tests")
    lines = (tmp_path / "tests" / "dataset.jsonl").read_text(encoding="utf-8").splitlines()
    assert [TemplateItem.model_validate_json(line).norm for line in lines] == ["stipulated"] * 4
    export_options = ("--format", "malberg", "--out", tmp_path / "full_dataset.csv")
    assert "ordered" in probe("export", tmp_path / "tests", *export_options, expect=2).stderr
    assert "stereotyping" in probe(*generate_command, tmp_path / "no", "--bias", "halo_effect", expect=2).stderr
