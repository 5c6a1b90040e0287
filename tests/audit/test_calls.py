"""``probe log`` lists what each call was about: from the run's file or, in earlier versions, from the texts."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from probe.audit.calls import Log
from probe.files.corpus import read_corpus
from probe.store import open_run
from probe.values import About, Answer, Arm, Decision, Message, ModelSpec, Request
from tests.server.answers import Answers
from tests.server.chat import serving
from tests.shared import CommandLine, json_lines, run_database


def read_log(probe: CommandLine, run: Path, *options: str) -> dict[str, Any]:
    calls: dict[str, Any] = probe.json("log", run, *options, "--limit", "0")
    return calls


@pytest.fixture(scope="module")
def evaluated_run(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("calls")
    biases = ("--bias", "loss_aversion", "--bias", "framing_effect")
    templates = ("--protocol", "templates", *biases, "--per-bias", "1", "--instances", "1")
    probe("generate", *templates, "--out", folder / "data")
    subject = ("--model", "simulated/rational", "--runs", "2")
    probe("evaluate", folder / "data", *subject, "--out", folder / "run")
    return folder / "run"


def test_the_calls_about_an_item_of_any_protocol_are_listed(probe: CommandLine, evaluated_run: Path) -> None:
    calls = read_log(probe, evaluated_run)["calls"]
    assert len(calls) == 8
    items = {call["about"][0] for call in calls}
    assert len(items) == 2
    for item in items:
        item_log = read_log(probe, evaluated_run, item[:8])
        assert item_log["found"] == 4
        assert {call["about"][0] for call in item_log["calls"]} == {item}
        arms = [call["request"]["about"]["arm"] for call in item_log["calls"]]
        assert sorted(arms) == ["control", "control", "treatment", "treatment"]
        assert all(call["outcome"].startswith(f"{arm}: ") for arm, call in zip(arms, item_log["calls"], strict=True))


def test_the_calls_that_made_an_item_are_about_it(probe: CommandLine, tmp_path: Path) -> None:
    """A model that fills the gaps of tests is asked before the items have their ids; what failed has a name."""
    with serving(Answers()) as http:
        test = ("--bias", "bandwagon_effect", "--per-bias", "2", "--author", "openai/m")
        probe("generate", "--protocol", "templates", *test, "--base-url", http.url, "--out", tmp_path / "made")
    ids = [item["id"] for item in json_lines(tmp_path / "made" / "dataset.jsonl")]
    calls = read_log(probe, tmp_path / "made")["calls"]
    assert {call["request"]["purpose"] for call in calls} == {"fill"}
    assert {name for call in calls for name in call["about"]} == set(ids)
    assert read_log(probe, tmp_path / "made", ids[0])["found"] == len(calls) / 2


def test_an_id_that_the_run_does_not_have_exits_with_1(probe: CommandLine, evaluated_run: Path) -> None:
    probe("log", evaluated_run, "zzzz", expect=1)
    probe("log", evaluated_run, "zzzz", "--json", expect=1)
    item = read_log(probe, evaluated_run)["calls"][0]["about"][0]
    probe("log", evaluated_run, item, "--words", "in no call")


def test_the_log_of_an_earlier_version_finds_the_same_by_the_texts(probe: CommandLine, tmp_path: Path) -> None:
    """Such a file lacks what its calls were about; options are exchanged in half of them."""
    run = tmp_path / "run"
    subject = ("--model", "simulated/rational", "--runs", "2", "--limit", "1")
    probe("evaluate", "seeds", *subject, "--out", run)
    expected_calls = read_log(probe, run)["calls"]
    with run_database(run) as database:
        database.execute("UPDATE calls SET request = json_remove(request, '$.about')")
    calls = read_log(probe, run)["calls"]
    assert all(call["request"]["about"] is None for call in calls)
    facts = ("number", "about", "outcome", "failed")
    assert [[call[name] for name in facts] for call in calls] == [
        [call[name] for name in facts] for call in expected_calls
    ]


def test_a_direct_answer_that_all_runs_share_has_its_decision(tmp_path: Path) -> None:
    """With log-probabilities a text is asked once in each order, regardless of the run."""
    pair = read_corpus(None).seeds[0].to_pair()
    fields = {"item_id": pair.id, "arm": Arm.UNBIASED, "kept_order": False, "explanation": ""}
    settings: dict[str, JsonValue] = {"kind": "evaluate", "subject": "x/y", "logprobs": True}
    with open_run(tmp_path / "run", settings) as store:
        store.keep_items([pair])
        for run in range(4):
            store.keep_decision(Decision(**fields, run=run, decision=run % 2, exchanged=run % 2 == 1))
        for exchanged in (False, True):
            call_about = About(item_id=pair.id, arm=Arm.UNBIASED, exchanged=exchanged)
            request = Request(purpose="decide", messages=(Message(role="user", content="?"),), about=call_about)
            store.keep_answer(str(exchanged), ModelSpec.parse("x/y"), "e", request, Answer(text="A"))
    outcomes = [call.outcome.split(",")[0] for call in Log(tmp_path / "run").calls([1, 2])]
    assert outcomes == ["unbiased: A", "unbiased: B"]
