"""The norm of a pair: what makes its cue irrelevant, and what a report may call a shift."""

import pytest

from probe.analysis.study import prepare
from probe.values import Bias, Certificate, Check, Outcome, Profile, StatedRule
from tests.analysis.made_datasets import evaluate, flips_at, pair, pairs
from tests.analysis.reports import report_on

PASSED_CERTIFICATE, FAILED_CERTIFICATE = (
    Certificate(profile=Profile.STRICT, oracle="x", checks=(Check(name="loads", outcome=outcome, reason="r"),))
    for outcome in (Outcome.HOLDS, Outcome.FAILS)
)
RULES = (StatedRule(sentence="We take the cheap one.", clauses=("best(X) :- cheap(X).",)),)


@pytest.mark.parametrize(
    ("certificate", "rules", "norm"),
    [
        (PASSED_CERTIFICATE, RULES, "text"),
        (PASSED_CERTIFICATE, (), "stipulated"),
        (FAILED_CERTIFICATE, RULES, "none"),
        (None, RULES, "none"),
        (None, (), "none"),
    ],
)
def test_only_a_certificate_makes_a_norm(
    certificate: Certificate | None, rules: tuple[StatedRule, ...], norm: str
) -> None:
    assert pair(certificate=certificate, stated_rules=rules).norm == norm


@pytest.mark.parametrize(("certificate", "is_reported"), [(PASSED_CERTIFICATE, False), (None, True)])
def test_a_report_says_where_there_is_no_norm(certificate: Certificate | None, is_reported: bool) -> None:
    evaluation = evaluate(pairs([Bias.FRAMING], 5, certificate=certificate), flips_at(0.2))
    settings = " ".join(report_on(prepare([evaluation])).settings)
    assert ("5 dilemmas have no certificate" in settings) is is_reported


def test_a_report_says_which_rules_the_text_states_and_which_is_the_authors() -> None:
    evaluation = evaluate(pairs([Bias.FRAMING], 5, certificate=PASSED_CERTIFICATE, stated_rules=RULES), flips_at(0.2))
    settings = " ".join(report_on(prepare([evaluation])).settings)
    assert "In 5 dilemmas the text states the rules from which the right option follows" in settings
    assert "not in the text but the author's rule" in settings
    assert "rules that make the cue irrelevant" not in settings


def test_a_rule_of_an_earlier_version_has_one_clause() -> None:
    """As in datasets written before a sentence could state several clauses."""
    rule = StatedRule.model_validate({"sentence": "We take the cheap one.", "clause": "best(X) :- cheap(X)."})
    assert rule == RULES[0]
