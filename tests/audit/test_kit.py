"""The blinded kit: the draw, the raters' own links, and agreement with the certificate."""

import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from probe.analysis.people.kit_agreement import kit_agreement, table
from probe.audit.validation import draw_blind, rater_key, rater_links
from probe.errors import InputError
from probe.files.dataset import write_dataset
from probe.store.ratings import RatingStore
from probe.values import Corpus, Option, Pair
from probe.values.validation import BLIND, Question, Rating, SampledItem
from probe.web.app import make_rating_app
from tests.shared import CommandLine


@pytest.fixture
def pairs(corpus: Corpus) -> list[Pair]:
    seeds = [seed.to_pair() for seed in corpus.seeds[:16]]
    return [pair.model_copy(update={"id": f"{number:016x}"}) for number, pair in enumerate(seeds * 3)]


@pytest.fixture
def kit(tmp_path: Path, pairs: list[Pair]) -> RatingStore:
    definitions = {pair.bias.value: "<b>definition</b>" for pair in pairs}
    return RatingStore.create(tmp_path / "kit", draw_blind(pairs, 16, 1, definitions), {})


def test_the_draw_is_even_over_biases_and_balances_which_text_comes_first(pairs: list[Pair]) -> None:
    drawn = draw_blind(pairs, 16, 1, {})
    assert {bias: sum(item.bias == bias for item in drawn) for bias in {pair.bias for pair in pairs}} == dict.fromkeys(
        {pair.bias for pair in pairs}, 2
    )
    assert sum(item.biased_first for item in drawn) == 8
    assert drawn == draw_blind(pairs[::-1], 16, 1, {})
    assert drawn != draw_blind(pairs, 16, 2, {})
    assert len(draw_blind(pairs, 1000, 1, {})) == len({item.pair_id for item in draw_blind(pairs, 1000, 1, {})}) == 48


def test_a_rater_needs_the_whole_link_and_finds_nothing_else(kit: RatingStore) -> None:
    """No dilemma, no agreement, no other rater, no list of raters; and nothing that the certificate knows."""
    links = rater_links(kit, ["Ada L", "Grace"])
    pages = TestClient(make_rating_app(kit), base_url="http://127.0.0.1")
    key = links["Ada L"].partition("key=")[2]
    for path in ("/rate/Ada L", "/rate/Ada L/1", f"/rate/Grace?key={key}", f"/rate/Ada L?key={key[:-1]}"):
        assert pages.get(path).status_code == 403
    for path in ("/", "/rate", "/agreement", "/agreement/majority.svg", f"/dilemma/{kit.items[0].pair_id}", "/calls"):
        assert pages.get(path).status_code == 404
    first = pages.get(links["Ada L"])
    assert first.url.path == "/rate/Ada L/1"
    assert "key=" not in str(first.url)
    assert pages.get("/rate/Grace/1").status_code == 403
    shown = first.text
    item = kit.items[0]
    assert not [word for word in ("right option", "Unbiased", "Biased", "recorded", item.author) if word in shown]
    assert "&lt;b&gt;definition" in shown
    assert set(re.findall(r'href="([^"]+)"', shown)) <= {
        "#content",
        "/static/probe.css",
        *(f"/rate/Ada%20L/{number}" for number in range(1, 17)),
    }
    for number, one in enumerate(kit.items, 1):
        text = pages.get(f"/rate/Ada L/{number}").text
        cue = {len(part) for part in re.findall(r'<div class="text">(.*?)</div>', text, re.S)}
        assert len(cue) == 2, one.pair_id


def test_a_rater_answers_goes_away_and_resumes_where_she_stopped(kit: RatingStore) -> None:
    links = rater_links(kit, ["Ada"])
    pages = TestClient(make_rating_app(kit), base_url="http://127.0.0.1")
    pages.get(links["Ada"])
    answers = {"token": kit.token, "follows": "A", "cue": "second", "plausible": "yes"}
    assert pages.post("/rate/Ada/1", data=answers).url.path == "/rate/Ada/2"
    pages.post("/rate/Ada/2", data=answers | {"follows": "first", "cue": "yes"})
    back = TestClient(make_rating_app(kit), base_url="http://127.0.0.1").get(links["Ada"])
    assert back.url.path == "/rate/Ada/2"
    assert "<strong>1</strong> of 16" in back.text
    assert {one.question: one.answer for one in kit.ratings() if one.pair_id == kit.items[0].pair_id} == {
        Question.FOLLOWS: "A",
        Question.CUE: "second",
        Question.PLAUSIBLE: "yes",
    }
    assert TestClient(make_rating_app(kit)).get(links["Ada"]).status_code == 403, "a foreign host name, on loopback"
    wide = TestClient(make_rating_app(kit, None), base_url="http://office.example:8321")
    assert wide.get(links["Ada"]).status_code == 200
    assert wide.post("/rate/Ada/1", data=answers, headers={"origin": "http://evil.example"}).status_code == 403


def test_links_are_secret_and_differ_by_rater_and_sample(tmp_path: Path, kit: RatingStore, pairs: list[Pair]) -> None:
    other = RatingStore.create(tmp_path / "other", draw_blind(pairs, 16, 1, {}), {})
    keys = {rater_key(kit, "Ada"), rater_key(kit, "Grace"), rater_key(other, "Ada")}
    assert len(keys) == 3
    assert not [key for key in keys if kit.token in key]
    with pytest.raises(InputError, match="--rater"):
        rater_links(kit, [])
    with pytest.raises(InputError, match="name"):
        rater_links(kit, ["../x"])


def rated(items: tuple[SampledItem, ...], wrong: dict[str, int]) -> list[Rating]:
    """Answers as certified, but for each rater's first so many items, in every question."""
    other = {"A": "B", "B": "A", "first": "second", "second": "neither", "yes": "no"}
    found = []
    for rater, number in wrong.items():
        for place, item in enumerate(items):
            for question in BLIND:
                right = item.certified(question)
                answer = other[right] if place < number else right
                fields = {"rater": rater, "pair_id": item.pair_id, "question": question, "answer": answer}
                found.append(Rating.model_validate(fields))
    return found


def test_agreement_with_the_certificate_is_the_planted_one(kit: RatingStore) -> None:
    """Two engineers, one of whom differs on 4 of 16 items: 28 of 32 answers, 12 of 16 items agreed."""
    follows, cue, plausible = kit_agreement(rated(kit.items, {"Ada": 0, "Grace": 4}), kit.items)
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
        place = {"first": 0, "second": 1}[item.certified(Question.CUE)]
        assert item.shown[place] == item.biased


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
        store.keep(rater, rated(store.items, {rater: wrong}))
    rows = json.loads(probe("validate", "agree", kit, "--json", "--out", tmp_path / "agreement").stdout)["rows"]
    assert [row["certified"] for row in rows] == [pytest.approx(28 / 32)] * 3
    assert (tmp_path / "agreement" / "tables" / "blind_agreement.csv").is_file()
    assert json.loads(probe("validate", "progress", kit, "--json").stdout)["done"] == {"Ada": 16, "Grace": 16}
