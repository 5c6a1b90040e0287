"""Templates and scenarios of the packaged domains, and faults in a user's."""

import re
from collections import Counter
from pathlib import Path

import pytest
from pydantic import ValidationError

from probe.errors import CorpusError, InputError
from probe.protocols.arguments import ItemRequest
from probe.protocols.templates.checks import problems
from probe.protocols.templates.composing import check_domain, compose, plans_of, slot_values
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.making import chosen_biases
from probe.protocols.templates.scenarios import read_domain
from probe.protocols.templates.source import read_templates
from probe.values import Bias, Profile
from probe.values.texts import passage_of
from tests.defined import defined
from tests.protocols.templates.material import MANAGEMENT, SOFTWARE, instances_of, items

BIASES = sorted(read_domain(SOFTWARE).templates)
KINDS = {1: 16, 2: 3, 3: 11}
PUBLISHED_K = {
    "anchoring bias": (1, False),
    "availability bias": (-1, False),
    "confirmation bias": (1, False),
    "conservatism": (-1, False),
    "endowment effect": (1, False),
    "escalation of commitment": (1, False),
    "framing effect": (-1, False),
    "hindsight bias": (1, False),
    "illusion of control": (-1, False),
    "in group bias": (-1, False),
    "information bias": (-1, True),
    "mental accounting": (1, False),
    "negativity bias": (-1, True),
    "not invented here": (-1, False),
    "planning fallacy": (1, False),
    "reactance": (-1, False),
    "risk compensation": (-1, False),
    "self serving bias": (1, False),
    "status quo bias": (-1, True),
    "stereotyping": (1, False),
    "survivorship bias": (1, False),
}


def test_there_are_thirty_biases_in_three_classes() -> None:
    templates = read_domain(SOFTWARE).templates
    assert len(templates) == 30
    assert Counter(template.kind for template in templates.values()) == KINDS
    assert {len(template.options) for template in templates.values()} == {7, 11}


@pytest.mark.parametrize("domain", [SOFTWARE, MANAGEMENT])
@pytest.mark.parametrize("profile", list(Profile))
@pytest.mark.parametrize("bias", BIASES)
def test_every_test_satisfies_the_rules(domain: Path, profile: Profile, bias: str) -> None:
    instances = instances_of(domain, bias, 8, profile)
    assert [instance.problem for instance in instances if instance.item is None] == []
    for instance in instances:
        assert instance.item is not None
        for text in (instance.item.control, instance.item.treatment, instance.item.placebo or "?"):
            assert "{" not in text
            assert not re.search(r"  | [.,;:?]|\.\.|[a-z]\. [a-z]| a [aeio]|\n\n\n", text), text
            assert text.endswith("?")


@pytest.mark.parametrize(("bias", "parameters"), PUBLISHED_K.items())
def test_the_signs_are_the_published_ones(bias: str, parameters: tuple[int, bool]) -> None:
    (item, *_) = items(SOFTWARE, bias)
    assert (item.metric.k, item.metric.flip) == parameters


def test_signs_that_depend_on_the_case_follow_it() -> None:
    for bias, minus in (
        ("bandwagon effect", "majority A"),
        ("halo effect", "negatively"),
        ("hyperbolic discounting", "immediate first"),
        ("loss aversion", "sure first"),
        ("optimism bias", "positive"),
        ("fundamental attribution error", "circumstance first"),
    ):
        template_items = items(SOFTWARE, bias)
        assert {item.drawn["case"] == minus for item in template_items} == {True, False}
        assert all((item.metric.k == -1) == (item.drawn["case"] == minus) for item in template_items)


def test_equal_arguments_make_equal_tests_and_another_seed_others() -> None:
    domain, bias = read_domain(SOFTWARE), Bias("anchoring bias")
    ids = [
        [compose(plan, filling(plan)).id for plan in plans_of(domain, bias, ItemRequest(SOFTWARE, seed=seed), 2)]
        for seed in (0, 0, 1)
    ]
    assert ids[0] == ids[1]
    assert not set(ids[0]) & set(ids[2])


def test_later_offers_are_larger_and_risky_choices_are_worth_it() -> None:
    """A later offer may never equal the earlier one, and the risky choice has the higher expected value."""
    for instance in instances_of(SOFTWARE, "hyperbolic discounting", 40):
        assert int(defined(instance.item).drawn["extra"]) > 0
    for item in items(SOFTWARE, "loss aversion", 40):
        base, factor = int(item.drawn["base"]), int(item.drawn["factor"])
        assert (base * factor - base) / 2 > base
        assert "neutral towards risk" in item.control
        assert item.right == dict.fromkeys(("control", "treatment"), 6 if item.drawn["case"] == "sure first" else 0)


@pytest.mark.parametrize(
    ("bias", "words"),
    [
        ("escalation of commitment", "prospects"),
        ("disposition effect", "prospects of both are the same"),
        ("not invented here", "equally good"),
        ("anthropomorphism", "equally often"),
    ],
)
def test_biases_with_a_norm_state_what_makes_the_arms_equal(bias: str, words: str) -> None:
    for item in items(SOFTWARE, bias):
        assert words in item.control
        assert words in item.treatment


def test_the_published_procedure_states_nothing_that_makes_the_arms_equal() -> None:
    """Without such a statement, the arms of ten biases may rightly differ."""
    stating = {bias: template for bias, template in read_domain(SOFTWARE).templates.items() if template.stated}
    assert len(stating) == 16
    for bias, template in stating.items():
        for item in items(SOFTWARE, bias):
            assert all(template.stated in text for text in (item.control, item.treatment, item.placebo or ""))
        for item in items(SOFTWARE, bias, profile=Profile.PAPER):
            assert not [text for text in (item.control, item.treatment, item.placebo) if template.stated in str(text)]
            assert (item.kind == 3) == (item.relation is None) == (template.kind == 3 or not template.paper.norm)
            assert not item.right
    assert sum(not template.paper.norm for template in stating.values()) == 10


def test_the_factor_of_the_published_gamble_is_not_a_whole_number() -> None:
    template_items = items(SOFTWARE, "loss aversion", 40, Profile.PAPER)
    factors = [int(template_item.drawn["hundredths"]) / 100 for template_item in template_items]
    assert any(factor % 1 for factor in factors)
    assert 2 <= min(factors) <= max(factors) < 100
    for item, factor in zip(template_items, factors, strict=True):
        match = defined(re.search(r"earns ([\d,.]+) thousand dollars or", item.control))
        assert float(match[1].replace(",", "")) == pytest.approx(int(item.drawn["base"]) * factor, abs=0.051)


@pytest.mark.parametrize("domain", [SOFTWARE, MANAGEMENT])
def test_inserted_words_fit_the_sentences_around_them(domain: Path) -> None:
    """An opinion that begins with "We" may not go on with "your", and a single thing is named once with "a"."""
    for item in items(domain, "bandwagon effect", 40):
        opinions = [line for line in item.control.splitlines() if line.startswith("Opinion")]
        assert len(opinions) == 2
        assert not [line for line in opinions if re.search(r"\byours?\b", line)]
    for item in items(domain, "negativity bias", 8):
        assert re.search(r"Overall, how do you assess the \w", item.control)


@pytest.mark.parametrize(("value", "expected"), [(0, "0 %"), (7, "+7 %"), (-7, "\N{MINUS SIGN}7 %")])
def test_only_numbers_other_than_zero_have_a_sign(tmp_path: Path, value: int, expected: str) -> None:
    template = (
        VALID_TEMPLATE.replace("Five.", "Five: {n_signed} %.")
        + f"[draw]\nn = [{value}, {value}, 1]\n[rules]\ndigits = ['n']\n"
    )
    domain = read_domain(own_domain(tmp_path / "own", PLACE_WORDS, template))
    (plan,) = plans_of(domain, Bias("test bias"), ItemRequest(tmp_path, per_bias=1), 1)
    assert f"Five: {expected}." in compose(plan, filling(plan)).treatment


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"control": ""}, "control"),
        ({"treatment_scale": ("low", "high")}, "treatment_scale"),
        ({"metric": {"k": 1, "x1": 99}}, "reference point"),
        ({"metric": {"k": 1, "update": float("inf")}}, "finite"),
        ({"right": {"control": 11}}, "not on the scale"),
        ({"right": {"biased": 1}}, "names an arm that is not one of"),
    ],
    ids=["text", "options", "reference", "update", "answer", "arm"],
)
def test_an_edited_test_is_refused_unless_its_values_are_on_its_scale(change: dict[str, object], message: str) -> None:
    (item, *_) = items(SOFTWARE, "anchoring bias")
    with pytest.raises(ValidationError, match=message):
        TemplateItem.model_validate({**item.model_dump(exclude={"id"}), **change})


def test_the_published_procedure_differs_where_ours_is_corrected() -> None:
    (strict_item, *_), (paper, *_) = (
        items(SOFTWARE, "anthropomorphism", profile=profile) for profile in (Profile.STRICT, Profile.PAPER)
    )
    assert "by an AI" in strict_item.control
    assert "by an AI" in paper.treatment
    assert items(SOFTWARE, "conservatism", profile=Profile.PAPER)[0].metric.flip
    holdings = items(SOFTWARE, "disposition effect", profile=Profile.PAPER)[0]
    assert holdings.metric.flip
    assert holdings.scale_of("treatment") == holdings.scale_of("control")[::-1]
    changes = [int(item.drawn["p"]) for item in items(SOFTWARE, "hindsight bias", 40, Profile.PAPER)]
    assert min(changes) >= -49
    assert max(changes) <= 49
    assert not items(SOFTWARE, "conservatism")[0].metric.flip
    reversals = {item.reversed for item in items(SOFTWARE, "anchoring bias", 40, Profile.PAPER)}
    assert reversals == {True, False}
    assert not any(item.reversed for item in items(SOFTWARE, "anchoring bias", 40))


def test_a_rule_notices_what_it_forbids() -> None:
    (instance, *_) = instances_of(SOFTWARE, "anchoring bias")
    assert instance.item is not None
    slot_values = filling(instance.plan)
    for text, expected in (
        ("12 months", "number"),
        ("We decide", "first person"),
        ("Option 3", "numbered option"),
    ):
        words = {**slot_values.words, "purpose": text}
        changed_values = slot_values._replace(words=words)
        assert any(
            expected in problem
            for problem in problems(instance.plan, changed_values, compose(instance.plan, changed_values))
        )


def test_instances_differ_in_their_draws() -> None:
    template_items = items(SOFTWARE, "anchoring bias", 40)
    assert len({item.cluster for item in template_items}) == 20
    assert len({(item.control, item.treatment) for item in template_items}) == 40


def test_an_unknown_bias_is_a_user_error() -> None:
    with pytest.raises(InputError, match="in the templates of"):
        chosen_biases(read_domain(SOFTWARE), (Bias("salience bias"),))


VALID_TEMPLATE = """
bias = "test bias"
published = "Test"
kind = 3
source = "none"
manipulation = "a sentence more"
scale = { low = 0, high = 4, step = 1 }
situation = "You are {role} {place}. {cue}"
prompt = "How many?"
[arms.control]
cue = ""
[arms.treatment]
cue = "Five."
"""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("kind = 3", "kind = 4"), "kind"),
        (("kind = 3", "kind = 1"), "relation"),
        (('cue = "Five."', 'cue = ""'), "manipulation"),
        (('prompt = "How many?"', 'prompt = "How many."'), "question mark"),
        (("kind = 3", 'kind = 3\nstated = "All are equal."'), "lacks the slot {stated}"),
        (('cue = "Five."', 'cue = "Five."\n[paper]\nstated = "All are equal."'), "it replaces stated"),
        (("step = 1 }", "step = 9 }"), "scale"),
        (
            ('cue = "Five."', 'cue = "{Five}."'),
            "test_bias.toml:13: arms.treatment.cue: {Five} is neither a slot nor a pair of tenses",
        ),
        (("kind = 3", 'kind = 3\nx = ["__import__(\'os\')", "0"]'), "computed"),
        (("kind = 3", 'kind = 3\nx = ["9**9**9", "0"]'), "computed"),
        (('bias = "test bias"', 'bias = "other"'), "name the file alike"),
        (("kind = 3", "kind = 3\nkinds = 3"), "kinds"),
        (("kind = 3", "kind ="), "TOML"),
    ],
)
def test_a_fault_in_a_template_is_one_line_with_file_and_fix(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    (tmp_path / "templates").mkdir()
    file = tmp_path / "templates" / "test_bias.toml"
    file.write_text(VALID_TEMPLATE, encoding="utf-8")
    assert list(read_templates(tmp_path)) == [Bias("test bias")]
    file.write_text(VALID_TEMPLATE.replace(*change), encoding="utf-8")
    with pytest.raises(CorpusError) as error:
        read_templates(tmp_path)
    assert message in str(error.value)
    assert "test_bias.toml" in str(error.value)


def own_domain(folder: Path, words: str, template: str = VALID_TEMPLATE) -> Path:
    for name in ("templates", "scenarios"):
        (folder / name).mkdir(parents=True)
    (folder / "domain.toml").write_text('name = "own"\ndescription = "Own."\n', encoding="utf-8")
    (folder / "templates" / "test_bias.toml").write_text(template, encoding="utf-8")
    (folder / "scenarios" / "words.toml").write_text(words, encoding="utf-8")
    return folder


PLACE_WORDS = (
    'roles = ["a cook"]\n[[place]]\nname = "inn"\nplace = "at an inn"\nproduct = "the menu"\nusers = "guests"\n'
)


def test_a_users_domain_is_used_like_a_packaged_one(tmp_path: Path) -> None:
    domain = read_domain(own_domain(tmp_path / "own", PLACE_WORDS))
    (plan,) = plans_of(domain, Bias("test bias"), ItemRequest(tmp_path, per_bias=1), 1)
    item = compose(plan, filling(plan))
    assert item.control == "You are a cook at an inn.\n\nHow many?"
    assert item.treatment == "You are a cook at an inn. Five.\n\nHow many?"
    with pytest.raises(InputError, match="1 scenarios"):
        list(plans_of(domain, Bias("test bias"), ItemRequest(tmp_path, per_bias=3), 1))


@pytest.mark.parametrize(
    ("words", "template", "message"),
    [
        ("roles = []", VALID_TEMPLATE, "roles"),
        (PLACE_WORDS, VALID_TEMPLATE.replace("Five.", "{unknown} five."), "{unknown}"),
        ("roles = 3", VALID_TEMPLATE, "roles"),
        (PLACE_WORDS.replace("a cook", "a {cook"), VALID_TEMPLATE, "words.toml:1: roles: an unclosed brace"),
        (PLACE_WORDS, VALID_TEMPLATE.replace("Five.", "{cue} five."), "{cue}"),
    ],
)
def test_a_fault_in_the_words_of_a_domain_is_reported(tmp_path: Path, words: str, template: str, message: str) -> None:
    with pytest.raises((CorpusError, InputError)) as error:
        check_domain(read_domain(own_domain(tmp_path / "own", words, template)), tmp_path / "own")
    assert message in str(error.value)


@pytest.mark.parametrize("domain", [SOFTWARE, MANAGEMENT])
def test_a_few_tests_of_a_bias_have_a_scenario_each(domain: Path) -> None:
    """Each is a cluster, and no interval can be computed from one; biases do not share the order of scenarios."""
    clusters_by_bias = [[item.cluster for item in items(domain, bias, 2)] for bias in BIASES]
    assert all(len(set(clusters)) == 2 for clusters in clusters_by_bias)
    assert len({cluster for clusters in clusters_by_bias for cluster in clusters}) > len(BIASES)
    assert len({item.cluster for item in items(domain, BIASES[0], 40)}) == 20
    assert Counter(item.instance for item in items(domain, BIASES[0], 40)) == {0: 20, 1: 20}


@pytest.mark.parametrize("domain", [SOFTWARE, MANAGEMENT])
@pytest.mark.parametrize("bias", BIASES)
def test_a_placebo_changes_the_control_in_the_place_of_the_manipulation(domain: Path, bias: str) -> None:
    """It is parallel to the manipulation, so what both change is not far apart."""
    for item in items(domain, bias, 4):
        assert item.placebo
        assert item.placebo not in (item.control, item.treatment)
        starts = [passage_of(item.control, text).head for text in (item.placebo, item.treatment)]
        assert abs(len(starts[0]) - len(starts[1])) <= 0.35 * len(item.control), starts


def test_risks_that_are_taken_are_plausible() -> None:
    """No engineer does by hand what fails in most cases; the published procedure has its own range."""
    risks = [item.drawn["risk"] for item in items(SOFTWARE, "risk compensation", 40)]
    assert all(4 <= int(risk) <= 30 for risk in risks)
    published_risks = [item.drawn["risk"] for item in items(SOFTWARE, "risk compensation", 40, Profile.PAPER)]
    assert max(map(int, published_risks)) > 30
