"""The forms of facts: each states them once, and the cue stays the only difference."""

import re
from itertools import pairwise

import pytest

from probe.certificate.meaning import stated_rules
from probe.grammar import GrammarAuthor
from probe.grammar.artefacts import FEWEST_ROWS, FORMS, FactSentence, Form, account
from probe.grammar.draw import Draw
from probe.values import Bias, Candidate, Outcome
from tests.grammar.composed import arms, edit, origin

FACTS = [
    FactSentence("The fee is €5.", joins=True, noun="fee", value="€5"),
    FactSentence("The bill is €70.", joins=True, noun="bill", value="€70"),
    FactSentence("There is no freeze.", joins=False),
    FactSentence("Our share is 9%.", joins=True, noun="share", value="9%"),
]
PEOPLE = ["Noor", "Bram", "Chen", "Femi", "Olga"]
SOURCES = ["According to {person},", "{person} says that"]
ROW = re.compile(r"^(?!- Option)(?:\| \w.* \||[^:\n]+: (?!Option).+|.+ = .+)$", re.MULTILINE)
COMMENT = re.compile(r"^(?:\[\d\d:\d\d\] \w+|\w+, \w{3} (\d\d:\d\d)): ", re.MULTILINE)


@pytest.fixture(scope="module", params=[form for form in FORMS if form != "prose"])
def candidates(request: pytest.FixtureRequest) -> list[Candidate]:
    """Return dilemmas of every bias in one form, of both modes."""
    modes = [("policy", "2-5"), ("closed-book", "2-4")]
    authors = [GrammarAuthor({"mode": mode, "depth": depth, "form": request.param}, seed=9) for mode, depth in modes]
    return [author.candidate(bias, 1) for author in authors for bias in Bias]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(12))
def test_every_form_states_each_fact_once(form: Form, seed: int) -> None:
    """Whatever the order of sentences, rows and comments."""
    text = account(form, FACTS, PEOPLE, SOURCES, Draw(seed)).text
    for value in ("€5", "€70", "9%", "no freeze"):
        assert len(re.findall(rf"{value}\b|{value}(?!\d)", text)) == 1, text


def test_prose_joins_sentences_and_names_sources() -> None:
    """In some draws, and grammatically: lower case inside a sentence, one full stop at its end."""
    texts = [account("prose", FACTS, PEOPLE, SOURCES, Draw(seed)).text for seed in range(60)]
    assert any(", and the bill is €70." in text for text in texts)
    assert any(re.search(r"(According to \w+,|\w+ says that) our share is 9%\.", text) for text in texts)
    assert not any(".," in text or ".;" in text for text in texts)


@pytest.mark.parametrize(("form", "expected_form"), [("table", "prose"), ("table,log", "log")])
def test_facts_with_fewer_than_two_figures_are_in_no_table(form: str, expected_form: str) -> None:
    """Otherwise its introduction would promise figures that never come."""
    author = GrammarAuthor({"mode": "closed-book", "depth": "2", "form": form, "schema": "feature_team"}, seed=3)
    candidates = [author.candidate(Bias.BANDWAGON, index) for index in range(4)]
    assert {origin(candidate, "form") for candidate in candidates} == {expected_form}


def test_a_table_has_two_rows_or_more() -> None:
    author = GrammarAuthor({"mode": "closed-book", "depth": "2-3", "form": "table"}, seed=3)
    candidates = [author.candidate(Bias.CONFIRMATION, index) for index in range(16)]
    tables = [candidate for candidate in candidates if origin(candidate, "form") == "table"]
    assert tables
    assert all(len(ROW.findall(candidate.texts.unbiased)) >= FEWEST_ROWS for candidate in tables)


def test_prose_joins_only_facts_of_one_rule() -> None:
    """Two figures that have nothing to do with each other stay two sentences."""
    ungrouped_facts = [fact._replace(group=str(number)) for number, fact in enumerate(FACTS)]
    texts = [account("prose", ungrouped_facts, PEOPLE, SOURCES, Draw(seed)).text for seed in range(60)]
    assert all(text.count(".") == len(FACTS) for text in texts)


def test_neighbours_never_both_name_a_source() -> None:
    """The figures of one list come from one place."""
    sentences = [FactSentence(f"The part is {number}.", joins=True, group=str(number)) for number in range(6)]
    for seed in range(60):
        text = account("prose", sentences, PEOPLE, SOURCES, Draw(seed)).text
        names_source = ["the part" in sentence for sentence in text.split(". ")]
        assert not any(first and second for first, second in pairwise(names_source)), text
        assert sum(names_source) <= 2


def test_comments_are_in_order_of_time_and_no_one_answers_himself() -> None:
    """The remark comes last."""
    for seed in range(30):
        ticket_account = account("ticket", FACTS, PEOPLE, SOURCES, Draw(seed))
        heads = [line.partition(": ")[0] for line in (*ticket_account.text.splitlines(), ticket_account.remark)]
        times = [head.rpartition(" ")[2].strip(":") for head in heads]
        names = [head.partition(",")[0] for head in heads]
        assert times == sorted(times)
        assert all(name != next_name for name, next_name in pairwise(names))


@pytest.mark.parametrize("brief", [False, True])
@pytest.mark.parametrize("form", ["ticket", "log"])
def test_two_facts_or_more_are_in_several_comments(form: Form, brief: bool) -> None:
    """A single comment is not a discussion, but "the others wrote" would announce one."""
    for seed in range(30):
        draw = Draw(seed).brief() if brief else Draw(seed)
        assert len(account(form, FACTS[:2], PEOPLE, SOURCES, draw).text.splitlines()) == 2


def test_the_cue_is_the_only_difference_in_every_form(candidates: list[Candidate]) -> None:
    """As a comment too: original and twin have the identical one, and every arm is one text around it."""
    for candidate in candidates:
        texts = arms(candidate)
        assert len(set(texts.values())) == len(texts)
        if candidate.bias is not Bias.FRAMING:
            cue = edit(texts["unbiased"], texts["biased"])
            assert cue == edit(texts["twin"], texts["twin_biased"])
            assert texts["biased"].replace(cue, "", 1) == texts["unbiased"]


def test_a_colleague_remarks_the_cue_below_the_facts() -> None:
    """Not where it is about the author of the text, and not in retrospect."""
    author = GrammarAuthor({"mode": "closed-book", "depth": "2-3", "form": "ticket,log"}, seed=3)
    texts = [author.candidate(Bias.BANDWAGON, index).texts for index in range(12)]
    cues = [edit(pair.unbiased, pair.biased) for pair in texts]
    assert any(COMMENT.search(cue.strip()) for cue in cues)
    assert not any(COMMENT.search(cue.strip()) and re.search(r"\b(I|my)\b", cue) for cue in cues)
    past_candidate = GrammarAuthor({"mode": "closed-book", "depth": "2-3", "form": "ticket"}, seed=3).candidate(
        Bias.HINDSIGHT, 0
    )
    assert not COMMENT.search(edit(past_candidate.texts.unbiased, past_candidate.texts.biased).strip())


def test_a_policy_is_stated_in_every_form(candidates: list[Candidate]) -> None:
    """Rule by rule, as the program has them."""
    for candidate in candidates:
        assert origin(candidate, "form") in FORMS
        assert candidate.programs
        if candidate.stated_rules:
            assert (
                stated_rules(candidate.stated_rules, candidate.programs, candidate.texts.unbiased).outcome
                is Outcome.HOLDS
            )


def test_a_quarter_of_the_stories_are_in_prose() -> None:
    """A single form is used for every dilemma."""
    author = GrammarAuthor({"mode": "closed-book", "depth": "2"}, seed=1)
    forms = [origin(author.candidate(Bias.CONFIRMATION, index), "form") for index in range(40)]
    assert 4 <= forms.count("prose") <= 18
    assert set(forms) == set(FORMS)
