"""The prompt templates, and those of a user that replace them."""

import re
from itertools import takewhile
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.prompts import load_prompts, placeholders_in
from probe.values import Bias


def test_every_template_is_complete() -> None:
    templates = load_prompts().templates
    assert {"expand", "translate", "decide", "awareness", "grounding"} <= set(templates)
    assert all(template.messages[-1].role == "user" for template in templates.values())


def test_a_text_with_double_braces_stays_as_it_is() -> None:
    """Text of a model is inserted once and never read as a placeholder."""
    (_, message) = load_prompts().fill("decide", text="{{text}} {{other}}")
    assert message.content == "{{text}} {{other}}"


def test_a_decision_is_asked_with_the_text_alone_as_user_message() -> None:
    assert load_prompts().fill("decide", text="A or B?")[-1].content == "A or B?"


def test_an_expansion_names_its_number_first_and_no_other_bias() -> None:
    """A scripted author recognises the bias by its name and the size by the first "at least"."""
    prompts = load_prompts()
    names = placeholders_in("".join(message.content for message in prompts.templates["expand"].messages))
    text = prompts.fill("expand", **(dict.fromkeys(names, "x") | {"bias": "framing effect", "count": "7"}))[0].content
    assert text.index("at least 7") == text.index("at least")
    assert [bias for bias in Bias if bias.value in text.lower()] == [Bias.FRAMING]


def test_a_users_template_takes_the_place_of_the_packaged_one(tmp_path: Path) -> None:
    (tmp_path / "decide.md").write_text("<!-- user -->\nChoose: {{text}}\n", encoding="utf-8")
    custom_prompts, packaged_prompts = load_prompts(tmp_path), load_prompts()
    assert custom_prompts.fill("decide", text="x")[0].content == "Choose: x"
    assert custom_prompts.digests["decide"] != packaged_prompts.digests["decide"]
    assert custom_prompts.digests["expand"] == packaged_prompts.digests["expand"]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("other.md", "", "other.md"),
        ("decide.md", "{{text}}", "decide.md"),
        ("decide.md", "<!-- user -->\nno placeholder", "{{text}}"),
        ("decide.md", "<!-- user -->\n{{text}} {{bias}}", "{{bias}}"),
    ],
)
def test_a_broken_template_is_reported_with_its_file(tmp_path: Path, name: str, text: str, problem: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=name) as error:
        load_prompts(tmp_path)
    assert problem in str(error.value)


CONSTANT = re.compile("count|bias|definition|(un)?biased_[12]|example_.*|domain|narrator|expert|practice")
"""The placeholders whose text is the same in all questions of one role about one bias."""
SUBJECTS = frozenset({"decide_freely"})
"""Prompts whose wording must not change, because subjects are measured with it."""


def filled_question(name: str, mark: str, **constant: str) -> str:
    """Return a question in which every varying text begins with ``mark``."""
    template = load_prompts().templates[name]
    names = placeholders_in("".join(message.content for message in template.messages))
    values = {key: constant.get(key, f"the {key}") if CONSTANT.fullmatch(key) else mark for key in names}
    return "\n".join(message.content for message in load_prompts().fill(name, **values))


def common_prefix_length(first: str, second: str) -> int:
    """Return the length of the common prefix."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def common_prefix_share(first: str, second: str) -> float:
    """Return the length of the common prefix of two questions as a share of their equal characters."""
    differing_characters = sum(character != counterpart for character, counterpart in zip(first, second, strict=True))
    return common_prefix_length(first, second) / (len(first) - differing_characters)


@pytest.mark.parametrize("name", sorted(set(load_prompts().templates) - SUBJECTS))
def test_what_is_the_same_in_all_questions_of_a_role_comes_first(name: str) -> None:
    """So a provider caches it after the first question; only short headings follow the varying text."""
    assert common_prefix_share(filled_question(name, "1"), filled_question(name, "2")) >= 0.8


@pytest.mark.parametrize("name", ["controls", "expand", "grounding", "judge_bias", "judge_pair", "translate"])
def test_the_instructions_come_before_the_bias(name: str) -> None:
    """So that questions about different biases share them."""
    first = filled_question(name, "1", bias="anchoring", definition="1")
    second = filled_question(name, "1", bias="framing", definition="2")
    template = load_prompts().templates[name]
    assert common_prefix_length(first, second) >= 0.75 * sum(len(message.content) for message in template.messages)
