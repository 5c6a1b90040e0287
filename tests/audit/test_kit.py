"""The blinded kit: the draw, the raters' own links, and agreement with the certificate."""

import csv
import hashlib
import hmac
import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from probe.analysis.people.kit_agreement import kit_agreement, table
from probe.audit.validation import draw_blind, draw_sample, rater_links
from probe.errors import InputError
from probe.files.dataset import write_dataset
from probe.files.ratings_csv import write_rating_files
from probe.protocols.templates.protocol import TemplateProtocol
from probe.store.ratings import RATINGS_FILE, RatingStore
from probe.values import Certificate, Check, Corpus, Dilemma, Option, Outcome, Profile
from probe.values.validation import Question, Rating, SampledItem
from probe.web.app import make_rating_app
from tests.protocols.templates.material import SOFTWARE
from tests.protocols.templates.material import items as template_items
from tests.shared import CommandLine


@pytest.fixture
def pairs(corpus: Corpus) -> list[Dilemma]:
    seeds = [seed.to_pair() for seed in corpus.seeds[:16]]
    return [pair.model_copy(update={"id": f"{number:016x}"}) for number, pair in enumerate(seeds * 3)]


@pytest.fixture
def kit(tmp_path: Path, pairs: list[Dilemma]) -> RatingStore:
    definitions = {pair.bias.value: "<b>definition</b>" for pair in pairs}
    return RatingStore.create(tmp_path / "kit", draw_blind(pairs, 16, 1, definitions), {})


def client(kit: RatingStore) -> TestClient:
    """The browser of a rater on this machine."""
    return TestClient(make_rating_app(kit), base_url="http://127.0.0.1")


def test_the_draw_is_even_over_biases_and_balances_which_text_comes_first(pairs: list[Dilemma]) -> None:
    sample = draw_blind(pairs, 16, 1, {})
    assert Counter(item.bias for item in sample) == dict.fromkeys({pair.bias for pair in pairs}, 2)
    assert sum(item.biased_first for item in sample) == 8
    assert sample == draw_blind(pairs[::-1], 16, 1, {})
    assert sample != draw_blind(pairs, 16, 2, {})
    assert len(draw_blind(pairs, 1000, 1, {})) == len({item.pair_id for item in draw_blind(pairs, 1000, 1, {})}) == 48


def test_nothing_is_asked_about_a_definition_that_is_not_shown(pairs: list[Dilemma]) -> None:
    """Other protocols have biases without a sheet that defines them."""
    bias = pairs[0].bias.value
    sample = draw_blind(pairs, 16, 1, {bias: "A definition."})
    assert {item.bias.value for item in sample if Question.CUE in item.questions} == {bias}
    assert all(Question.PLAUSIBLE in item.questions for item in sample)


def test_a_rater_needs_the_whole_link_and_finds_nothing_else(kit: RatingStore) -> None:
    """No dilemma, no agreement, no other rater, no list of raters; and nothing from the certificate."""
    links = rater_links(kit, ["Ada L", "Grace"])
    pages = client(kit)
    key = links["Ada L"].partition("key=")[2]
    for path in ("/rate/Ada L", "/rate/Ada L/1", f"/rate/Grace?key={key}", f"/rate/Ada L?key={key[:-1]}"):
        assert pages.get(path).status_code == 403
    for path in ("/", "/rate", "/agreement", "/agreement/majority.svg", f"/dilemma/{kit.items[0].pair_id}", "/calls"):
        assert pages.get(path).status_code == 404
    first = pages.get(links["Ada L"])
    assert first.url.path == "/rate/Ada L/1"
    assert "key=" not in str(first.url)
    assert pages.get("/rate/Grace/1").status_code == 403
    page_text = first.text
    item = kit.items[0]
    assert not [word for word in ("right option", "Unbiased", "Biased", "recorded", item.author) if word in page_text]
    assert "&lt;b&gt;definition" in page_text
    assert set(re.findall(r'href="([^"]+)"', page_text)) <= {
        "#content",
        "/static/probe.css",
        *(f"/rate/Ada%20L/{number}" for number in range(1, 17)),
    }
    for number, sampled_item in enumerate(kit.items, 1):
        text = pages.get(f"/rate/Ada L/{number}").text
        cue = {len(part) for part in re.findall(r'<div class="text">(.*?)</div>', text, re.S)}
        assert len(cue) == 2, sampled_item.pair_id


def test_a_rater_can_leave_and_resume_later(kit: RatingStore) -> None:
    links = rater_links(kit, ["Ada"])
    pages = client(kit)
    pages.get(links["Ada"])
    answers = {"token": kit.form_token("Ada"), "follows": "A", "cue": "second", "plausible": "yes"}
    assert pages.post("/rate/Ada/1", data=answers).url.path == "/rate/Ada/2"
    pages.post("/rate/Ada/2", data=answers | {"follows": "first", "cue": "yes"})
    response = client(kit).get(links["Ada"])
    assert response.url.path == "/rate/Ada/2"
    assert "<strong>1</strong> of 16" in response.text
    assert {rating.question: rating.answer for rating in kit.ratings() if rating.pair_id == kit.items[0].pair_id} == {
        Question.FOLLOWS: "A",
        Question.CUE: "second",
        Question.PLAUSIBLE: "yes",
    }
    assert TestClient(make_rating_app(kit)).get(links["Ada"]).status_code == 403, "a foreign host name, on loopback"
    office_client = TestClient(make_rating_app(kit, None), base_url="http://office.example:8321")
    assert office_client.get(links["Ada"]).status_code == 200
    assert office_client.post("/rate/Ada/1", data=answers, headers={"origin": "http://evil.example"}).status_code == 403


def test_links_are_secret_and_differ_by_rater_and_sample(
    tmp_path: Path, kit: RatingStore, pairs: list[Dilemma]
) -> None:
    other_store = RatingStore.create(tmp_path / "other", draw_blind(pairs, 16, 1, {}), {})
    assert len({kit.link_key("Ada"), kit.link_key("Grace"), other_store.link_key("Ada")}) == 3
    with pytest.raises(InputError, match="--rater"):
        rater_links(kit, [])
    with pytest.raises(InputError, match="name"):
        rater_links(kit, ["../x"])


ANCIENT = "a shared secret that pages showed"


def derivations(values: set[str]) -> set[str]:
    """Return the keys that follow from ``values`` by HMAC, hash or concatenation with the name of Grace."""
    return {
        digest
        for value in values
        for digest in (
            value,
            *(hmac.new(value.encode(), name, "sha256").hexdigest()[:32] for name in (b"Grace", b"link Grace")),
            hmac.new(b"Grace", value.encode(), "sha256").hexdigest()[:32],
            hashlib.sha256(value.encode()).hexdigest()[:32],
            hashlib.sha256(value.encode() + b"Grace").hexdigest()[:32],
        )
    }


def test_no_value_on_a_page_of_one_rater_leads_to_the_key_or_the_form_of_another(kit: RatingStore) -> None:
    """Every attribute, word, header and cookie of all of Ada's pages, as it is and as the secret of a key."""
    links = rater_links(kit, ["Ada", "Grace"])
    pages = client(kit)
    form = {"token": kit.form_token("Ada"), "plausible": "yes"}
    answers = [
        pages.get(links["Ada"]),
        *(pages.get(f"/rate/Ada/{number}") for number in range(1, 17)),
        *(pages.post(f"/rate/Ada/{number}", data=form | {"follows": "A", "cue": "first"}) for number in range(1, 17)),
        pages.get("/rate/Ada"),
    ]
    assert "16 items" in answers[-1].text
    values = set(pages.cookies.values())
    for answer in answers:
        values |= set(re.findall(r'"([^"]*)"', answer.text)) | set(re.findall(r"[\w-]+", answer.text))
        values |= set(answer.headers.values()) | {str(answer.url), answer.url.query.decode()}
    secrets = {links["Grace"].partition("key=")[2], kit.form_token("Grace")}
    assert kit.form_token("Ada") in values
    assert kit.link_key("Ada") in values
    assert not derivations(values) & secrets


def test_a_form_of_one_rater_is_rejected_under_the_name_of_another(kit: RatingStore) -> None:
    links = rater_links(kit, ["Ada", "Grace"])
    ada = client(kit)
    ada.get(links["Ada"])
    for token in (kit.form_token("Ada"), kit.form_token("Grace")):
        assert ada.post("/rate/Grace/1", data={"token": token, "follows": "A"}).status_code == 403
    grace = client(kit)
    grace.get(links["Grace"])
    assert grace.post("/rate/Grace/1", data={"token": kit.form_token("Ada"), "follows": "A"}).status_code == 403
    assert grace.post("/rate/Grace/undo", data={"token": kit.form_token("Ada")}).status_code == 403
    assert kit.raters() == ()


def test_only_invited_raters_are_let_in(kit: RatingStore) -> None:
    """A name without a link has no valid key."""
    pages = client(kit)
    assert pages.get(f"/rate/Eve?key={kit.link_key('Eve')}").status_code == 403
    rater_links(kit, ["Eve"])
    assert pages.get(f"/rate/Eve?key={kit.link_key('Eve')}").status_code == 200
    assert kit.invited_raters() == ("Eve",)


def test_the_secret_of_an_older_sample_is_replaced_and_its_links_end(kit: RatingStore, tmp_path: Path) -> None:
    """It was in the forms of every page, and every link could be computed from it."""
    kit.save("Ada", make_ratings(kit.items[:1], {"Ada": 0}))
    with sqlite3.connect(tmp_path / "kit" / RATINGS_FILE) as database:
        database.execute("DELETE FROM settings WHERE name LIKE '%secret'")
        database.execute("INSERT INTO settings VALUES ('token', ?)", (ANCIENT,))
        database.execute("DROP TABLE IF EXISTS invitations")
    database.close()
    store = RatingStore.open(tmp_path / "kit")
    old_key = hmac.new(ANCIENT.encode(), b"Ada", "sha256").hexdigest()[:32]
    pages = client(store)
    links = rater_links(store, [])
    assert pages.get(f"/rate/Ada?key={old_key}").status_code == 403
    assert pages.get(links["Ada"]).status_code == 200
    assert RatingStore.open(tmp_path / "kit").link_key("Ada") == store.link_key("Ada")
    with sqlite3.connect(tmp_path / "kit" / RATINGS_FILE) as database:
        assert not database.execute("SELECT 1 FROM settings WHERE value = ?", (ANCIENT,)).fetchall()
    database.close()
    assert len(store.ratings("Ada")) == len(kit.items[0].questions)


def make_ratings(items: tuple[SampledItem, ...], wrong: dict[str, int]) -> list[Rating]:
    """Return certified answers, with each rater's first ``wrong[rater]`` items wrong in every question."""
    wrong_answers = {"A": "B", "B": "A", "first": "second", "second": "neither", "yes": "no"}
    ratings = []
    for rater, number in wrong.items():
        for index, item in enumerate(items):
            for question in item.questions:
                right_answer = item.certified(question)
                answer = wrong_answers[right_answer] if index < number else right_answer
                fields = {"rater": rater, "pair_id": item.pair_id, "question": question, "answer": answer}
                ratings.append(Rating.model_validate(fields))
    return ratings


def test_agreement_with_the_certificate_is_the_planted_one(kit: RatingStore) -> None:
    """Two engineers, one of whom differs on 4 of 16 items: 28 of 32 answers, 12 of 16 items agreed."""
    follows, cue, plausible = kit_agreement(make_ratings(kit.items, {"Ada": 0, "Grace": 4}), kit.items)
    assert follows.certified.estimate == pytest.approx(28 / 32)
    assert follows.certified.low < 28 / 32 < follows.certified.high < 1
    assert follows.pairwise == pytest.approx(12 / 16)
    assert (follows.items, follows.raters, follows.shared) == (16, 2, 16)
    assert 0 < cue.neither <= 4 / 32
    assert plausible.neither == pytest.approx(4 / 32)
    kappa = table([follows]).rows[0]["kappa"]
    assert isinstance(kappa, float)
    assert 0.2 < kappa < 0.75


def test_right_answers_follow_the_certificate_of_the_pair(kit: RatingStore) -> None:
    for item in kit.items:
        assert item.certified(Question.FOLLOWS) == ("A" if item.correct_option is Option.A else "B")
        position = {"first": 0, "second": 1}[item.certified(Question.CUE)]
        assert item.shown_texts[position] == item.biased


KINDS = ("contract", "measurement")


def with_listed_kinds(pair: Dilemma, author: str) -> Dilemma:
    """Return ``pair`` by ``author``, with a certificate that lists kinds that would count."""
    check = Check(name="inert_cue", outcome=Outcome.HOLDS, reason="excluded", evidence={"would_count": [*KINDS]})
    certificate = Certificate(profile=Profile.STRICT, oracle="SWI-Prolog 9", checks=(check,))
    provenance = pair.provenance.model_copy(update={"author": author})
    return pair.model_copy(update={"certificate": certificate, "provenance": provenance})


def test_raters_are_asked_whether_the_cue_is_of_a_kind_that_counts(tmp_path: Path, pairs: list[Dilemma]) -> None:
    """Only where the certificate lists kinds, and the dilemma is not composed."""
    seed_pair, composed_pair = pairs[0], with_listed_kinds(pairs[1], "grammar")
    listed_pair = with_listed_kinds(pairs[2], "openai/model")
    questions_of = {
        item.pair_id: item.questions for item in draw_blind([seed_pair, composed_pair, listed_pair], 3, 1, {})
    }
    assert [pair_id for pair_id, questions in questions_of.items() if Question.KIND in questions] == [listed_pair.id]
    kit = RatingStore.create(tmp_path / "kit", draw_blind([listed_pair], 1, 1, {}), {})
    pages = client(kit)
    page_text = pages.get(rater_links(kit, ["Ada"])["Ada"]).text
    assert "these kinds of thing? contract, measurement" in page_text
    answers = {"token": kit.form_token("Ada"), "follows": "A", "cue": "second", "kind": "no", "plausible": "yes"}
    pages.post("/rate/Ada/1", data=answers)
    rows = kit_agreement(kit.ratings(), kit.items)
    assert [row.question for row in rows if row.neither == 1] == [Question.KIND.label]


def test_a_spreadsheet_asks_about_kinds_that_would_count(tmp_path: Path, pairs: list[Dilemma]) -> None:
    items = draw_sample([with_listed_kinds(pairs[0], "openai/model"), pairs[1]], 2, 1)
    write_rating_files(tmp_path / "with", items, ())
    lines = (tmp_path / "with" / "kind.csv").read_text().splitlines()
    assert lines[1].startswith(f"{pairs[0].id},kind,")
    assert "contract, measurement" in lines[1]
    write_rating_files(tmp_path / "without", draw_sample([pairs[1]], 1, 1), ())
    assert not (tmp_path / "without" / "kind.csv").exists()


def test_the_commands_draw_report_and_refuse(probe: CommandLine, tmp_path: Path, corpus: Corpus) -> None:
    data, kit = tmp_path / "data.jsonl", tmp_path / "kit"
    write_dataset(data, [seed.to_pair() for seed in corpus.seeds[:16]])
    assert "16 items" in probe("validate", "kit", data, "--out", kit).stderr
    probe("validate", "kit", data, "--out", kit)
    probe("validate", "kit", data, "--out", kit, "--seed", "5", "--items", "3", expect=2)
    assert "no answers" in probe("validate", "agree", kit, expect=2).stderr
    assert "browser" in probe("validate", "export", kit, "--rater", "Ada", "--out", tmp_path / "csv", expect=2).stderr
    assert "--rater" in probe("validate", "serve", kit, expect=2).stderr
    assert "--host" in probe("validate", "serve", kit, "--rater", "Ada", "--host", "no such host", expect=2).stderr
    store = RatingStore.open(kit)
    for rater, wrong in (("Ada", 0), ("Grace", 4)):
        store.save(rater, make_ratings(store.items, {rater: wrong}))
    rows = probe.json("validate", "agree", kit, "--out", tmp_path / "agreement")["rows"]
    assert [row["certified"] for row in rows] == [pytest.approx(28 / 32)] * 3
    assert (tmp_path / "agreement" / "tables" / "blind_agreement.csv").is_file()
    assert probe.json("validate", "progress", kit)["done"] == {"Ada": 16, "Grace": 16}


def test_a_rater_does_not_see_where_the_answers_are_stored(kit: RatingStore, tmp_path: Path) -> None:
    """An unreadable file is an error for the person who serves; its path is on their machine."""
    links = rater_links(kit, ["Ada"])
    pages = client(kit)
    (tmp_path / "kit" / RATINGS_FILE).write_bytes(b"damaged" * 1000)
    answer = pages.get(links["Ada"])
    assert answer.status_code == 500
    assert RATINGS_FILE not in answer.text
    assert str(tmp_path) not in answer.text


def test_a_spreadsheet_about_items_on_a_scale_has_the_scale_and_the_right_answer(tmp_path: Path) -> None:
    """Those about dilemmas have the right option."""
    item = template_items(SOFTWARE, "anchoring bias", 1)[0]
    sampled_item = TemplateProtocol().rater_view(item)
    assert sampled_item is not None
    write_rating_files(tmp_path, [sampled_item], ())
    (row,) = csv.DictReader((tmp_path / "bias_presence.csv").open(encoding="utf-8", newline=""))
    assert row["options"] == ", ".join(item.scale)
    assert row["right"] == sampled_item.right
    assert "correct_option" not in row
