"""The rules that a policy states are those of its program, one to one, whatever is added, left out or exchanged."""

import re
from collections.abc import Callable

import pytest

from probe.certificate.meaning import stated_rules
from probe.grammar import GrammarAuthor
from probe.values import Bias, Candidate, Outcome, Programs, StatedRule

Rules = tuple[StatedRule, ...]
Edit = Callable[[Rules, Programs, str], tuple[Rules, Programs, str]]


@pytest.fixture(scope="module")
def policy() -> Candidate:
    return GrammarAuthor({"mode": "policy", "depth": "4"}, seed=3).candidate(Bias.CONFIRMATION, 0)


def outcome(candidate: Candidate, edit: Edit) -> Outcome:
    assert candidate.programs is not None
    prose = re.sub(r"(?m)^(?:Rule |[(#§])?(\d+)[.):]* ", r"\1. ", candidate.texts.unbiased)
    return stated_rules(*edit(candidate.stated_rules, candidate.programs, prose)).outcome


def adding_axioms(text: str) -> Edit:
    return lambda rules, programs, prose: (rules, programs.model_copy(update={"axioms": programs.axioms + text}), prose)


def adding_facts(text: str) -> Edit:
    return lambda rules, programs, prose: (rules, programs.model_copy(update={"biased": programs.biased + text}), prose)


def other_sentence(rewrite: Callable[[Rules], str]) -> Edit:
    def edit_rules(rules: Rules, programs: Programs, prose: str) -> tuple[Rules, Programs, str]:
        return (rules[0].model_copy(update={"sentence": rewrite(rules)}), *rules[1:]), programs, prose

    return edit_rules


def kind_of_cue(programs: Programs) -> str:
    mentions = [line for line in programs.biased.splitlines() if line.startswith("mentioned(")]
    return mentions[-1].partition("(")[2].partition(",")[0]


def other_text(old_sentence: Callable[[Rules], str], new_sentence: str) -> Edit:
    return lambda rules, programs, prose: (rules, programs, prose.replace(old_sentence(rules), new_sentence, 1))


def admitting_the_cue(rules: Rules, programs: Programs, prose: str) -> tuple[Rules, Programs, str]:
    return adding_axioms(f"admissible({kind_of_cue(programs)}).\n")(rules, programs, prose)


def without_first_clause(rules: Rules, programs: Programs, prose: str) -> tuple[Rules, Programs, str]:
    axioms = programs.axioms.replace(rules[0].clauses[0] + "\n", "")
    assert axioms != programs.axioms
    return rules, programs.model_copy(update={"axioms": axioms}), prose


def with_another_rule(rules: Rules, programs: Programs, prose: str) -> tuple[Rules, Programs, str]:
    first = rules[0].sentence
    return rules, programs, prose.replace(first, f"Cats prefer milk.\n2. {first}", 1)


FAILING_EDITS: dict[str, Edit] = {
    "a rule that no clause has": with_another_rule,
    "a rule that is not in the text": other_text(lambda rules: rules[1].sentence, ""),
    "a clause that is not stated": adding_axioms("called_for(nothing) :-\n    mentioned(question, matter).\n"),
    "a clause behind a directive": adding_axioms(":- dynamic(foo/1). called_for(nothing) :- true.\n"),
    "a clause after a tab": adding_axioms("called_for(nothing) :-\n\ttrue.\n"),
    "a fact among the axioms": adding_axioms("scope(3).\n"),
    "a clause twice": lambda rules, programs, prose: adding_axioms(rules[0].clauses[0] + "\n")(rules, programs, prose),
    "a reason that admits the cue": admitting_the_cue,
    "a rule in a program": adding_facts("called_for(nothing) :- takes(option_A, nothing).\n"),
    "another way to decide": adding_facts("decide_option(user, option_A) :- takes(option_A, _).\n"),
    "an empty sentence": other_sentence(lambda rules: ""),
    "a part of another sentence": other_sentence(lambda rules: rules[1].sentence[:12]),
    "one sentence for two rules": other_sentence(lambda rules: rules[1].sentence),
    "rules in another order": lambda rules, programs, prose: ((rules[1], rules[0], *rules[2:]), programs, prose),
    "a rule without a clause": without_first_clause,
}


@pytest.mark.parametrize("edit", FAILING_EDITS.values(), ids=FAILING_EDITS)
def test_what_is_not_one_to_one_fails(policy: Candidate, edit: Edit) -> None:
    assert outcome(policy, edit) is Outcome.FAILS


@pytest.mark.parametrize(
    "edit",
    [adding_axioms(""), adding_axioms("\n\n"), adding_axioms(":- dynamic scope/1.\n")],
    ids=["as is", "blanks", "declared"],
)
def test_the_same_rules_hold(policy: Candidate, edit: Edit) -> None:
    assert outcome(policy, edit) is Outcome.HOLDS


NUMBERS = [
    "{})",
    "({})",
    "Rule {}:",
    "#{}",
    "§{}",
    "CRM-{}:",
    "[A/B-TESTING-{}]",
    "Ticket shop {}:",
    "Ticket shop, rule {}:",
]


@pytest.mark.parametrize("number", NUMBERS)
def test_rules_may_be_numbered_in_any_usual_way(policy: Candidate, number: str) -> None:
    def renumber(rules: Rules, programs: Programs, prose: str) -> tuple[Rules, Programs, str]:
        for position, rule in enumerate(rules, start=1):
            line = f"{number.format(position)} {rule.sentence}"
            prose = re.sub(rf"(?m)^.* {re.escape(rule.sentence)}$", line, prose)
        return rules, programs, prose

    def with_another(rules: Rules, programs: Programs, prose: str) -> tuple[Rules, Programs, str]:
        return renumber(*with_another_rule(rules, programs, prose))

    assert outcome(policy, renumber) is Outcome.HOLDS
    assert outcome(policy, with_another) is Outcome.FAILS
