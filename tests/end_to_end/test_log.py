"""``probe log`` and the pages about calls: every request and answer of a run, and its outcome."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from probe.audit.calls import Log, LogQuery
from probe.oracle import SwiOracle
from probe.protocols.dilemmas.reading import read_dilemma, read_dilemmas
from probe.store import open_run
from probe.store.reading import read_run
from probe.values import Answer, Bias, Message, ModelSpec, Profile, Request
from probe.web.app import make_app
from probe.web.workbench import open_workbench
from tests.end_to_end.conftest import MODEL, Probe, Runs, StartServer, decisions_of, evaluate_command, one_line
from tests.server.batches import Batching
from tests.server.chat import ReceivedRequest, Reply, fails, says, serving
from tests.web.conftest import HOSTILE


def test_every_paid_call_of_a_generation_is_shown_with_what_became_of_it(probe: Probe, runs: Runs) -> None:
    """As many calls as the run paid for; each belongs to a candidate, and the accepted ones are in the dataset."""
    out = runs.generated(Profile.STRICT).out
    log = probe.json("log", out, "--limit", "0")
    with read_run(out) as store:
        assert log["found"] == len(log["calls"]) == sum(usage.calls for usage in store.spent_usages())
    assert all(call["about"] for call in log["calls"])
    assert sum(log["stages"].values()) == log["found"]
    outcomes = {call["outcome"] for call in log["calls"] if call["request"]["purpose"] == "translate"}
    assert {"accepted", "rejected by certificate"} <= outcomes
    authors = [call for call in log["calls"] if call["request"]["purpose"] == "expand"]
    assert sum(int(call["outcome"].split()[2]) for call in authors) == 4 * len(Bias)


def test_a_candidate_without_a_call_leads_to_its_page(probe: Probe, runs: Runs, tmp_path: Path) -> None:
    """No model is asked about a composed candidate, so the log has no entry for it."""
    run = tmp_path / "composed"
    probe("generate", "--author", "grammar", "--bias", "anchoring_bias", "--per-bias", "1", "--out", run)
    result = probe("log", run, "candidate 1")
    assert "0 of 0 calls shown" in result.stderr
    assert f"probe serve {run}" in " ".join(result.stderr.split())
    by_models = runs.generated(Profile.STRICT).out
    assert "probe serve" not in probe("log", by_models, "candidate 1").stderr


def test_every_decision_of_an_evaluation_is_at_its_call(probe: Probe, runs: Runs) -> None:
    """With its arm, its option and whether it is right, also for exchanged options."""
    out = runs.evaluated().out
    with read_run(out) as store:
        decisions = store.decisions()
        correct = {pair.id: pair.correct_option.letter for pair in store.items(read_dilemma)}
    calls = probe.json("log", out, "--stage", "decide", "--limit", "0")["calls"]
    outcomes = sorted((call["about"][0], call["request"]["run"], call["outcome"]) for call in calls)
    right = {True: "right", False: "wrong"}
    assert outcomes == sorted(
        (
            decision.item_id,
            decision.run,
            f"{decision.arm}: {decision.letter}, {right[decision.letter == correct[decision.item_id]]}",
        )
        for decision in decisions
    )
    item = decisions[0].item_id
    calls_about_item = probe.json("log", out, item[:10], "--stage", "decide", "--limit", "0")["calls"]
    assert {call["about"][0] for call in calls_about_item} == {item}
    assert len(calls_about_item) == 10


def test_a_decision_is_listed_with_its_mitigation(probe: Probe, seed_file: Path, tmp_path: Path) -> None:
    """Otherwise the same text with and without a warning would give two identical lines."""
    subject = ("--model", "simulated/rational", "--runs", "1", "--limit", "1", "--mitigation", "bias-warning")
    probe("evaluate", seed_file, *subject, "--mitigation", "none", "--out", tmp_path / "run")
    calls = probe.json("log", tmp_path / "run")["calls"]
    assert {call["outcome"].rsplit(":", 1)[0] for call in calls} == {
        "unbiased",
        "biased",
        "unbiased, bias-warning",
        "biased, bias-warning",
    }


def test_a_call_is_found_by_its_words_and_shown_in_full(probe: Probe, runs: Runs) -> None:
    out = runs.evaluated().out
    (first,) = probe.json("log", out, "--limit", "1")["calls"]
    text = first["request"]["messages"][-1]["content"]
    words = text.splitlines()[0][:60].upper()
    log = probe.json("log", out, "--words", words, "--limit", "0")
    assert first["number"] in [call["number"] for call in log["calls"]]
    assert log["found"] < sum(log["stages"].values())
    assert probe.json("log", out, "--words", "no such words")["found"] == 0
    brief, verbose = (probe("log", out, str(first["number"]), *options).stdout for options in ((), ("--verbose",)))
    assert [word for word in text.split() if word not in verbose.split()] == []
    assert len(brief) < len(verbose)
    answer = first["answer"]["text"].split()
    assert [word for word in answer if word not in brief.split()] == [], "the answer is always shown"
    assert "call 999999" in probe("log", out, "999999", expect=2).stderr
    assert "expand" in probe("log", out, "--stage", "expand", expect=2).stderr
    assert "no run" in probe("log", out / "nowhere", expect=2).stderr


def test_failed_calls_are_those_whose_answers_could_not_be_used(
    probe: Probe, runs: Runs, start_server: StartServer, tmp_path: Path
) -> None:
    """A subject's unreadable answers, each once; costs come from the price file."""
    data, server = runs.generated(Profile.STRICT).out, start_server(garbage=0.3)
    out, prices = tmp_path / "subject", tmp_path / "prices.toml"
    prices.write_text(f'["{MODEL}"]\ninput = 1.0\noutput = 2.0\n', encoding="utf-8")
    probe(*evaluate_command(data, server.url, out, "--runs", "2", "--limit", "2", model=MODEL))
    unparsed = sum(decision.decision == "unparsed" for decision in decisions_of(out))
    log = probe.json("log", out, "--failed", "--limit", "0", "--prices", prices)
    assert log["found"] == unparsed > 0
    for call in log["calls"]:
        tokens = call["answer"]["prompt_tokens"], call["answer"]["completion_tokens"]
        assert call["usd"] == pytest.approx((tokens[0] * 1 + tokens[1] * 2) / 1e6)


@pytest.mark.parametrize("model", ["openai/m", "openai/m?batch=24h"])
def test_a_request_that_is_refused_is_listed_until_it_is_answered(
    probe: Probe, seed_file: Path, tmp_path: Path, model: str
) -> None:
    """The run continues without it, and the same command asks it again."""
    out, refused_texts = tmp_path / "run", {read_dilemmas(seed_file)[0].unbiased}

    def answer_request(request: ReceivedRequest, number: int) -> Reply:
        prompt = request.body["messages"][-1]["content"]
        return (
            fails(400, "not this one") if any(text in prompt for text in refused_texts) else says("Decision: Option A")
        )

    def evaluate(decisions: int) -> None:
        """Repeat the command, which ends early while a batch is pending, until there are ``decisions`` decisions."""
        for _ in range(4):
            probe(*command, expect=None)
            if len(decisions_of(out)) == decisions:
                return
        raise AssertionError("the command never finished")

    def failures(*options: str) -> list[str]:
        return [question["reason"] for question in probe.json("log", out, "--failed", *options)["unanswered"]]

    with serving(Batching(answer_request)) as server:
        size = ("--order", "as-written", "--runs", "2", "--limit", "1")
        command = evaluate_command(seed_file, server.url, out, *size, model=model)
        evaluate(8 * 2 * 2 - 2)
        assert ["not this one" in reason for reason in failures()] == [True, True]
        assert len(failures("--stage", "decide", "--words", "not this one")) == 2
        assert failures("--words", "something else") == []
        assert "not this one" in probe("log", out, "--failed").stdout
        line = one_line(probe(*command, "--quiet", expect=4).stderr)
        assert ("probe log --failed" in line) is ("batch" not in model)
        assert "repeat the command" not in line
        refused_texts.clear()
        evaluate(8 * 2 * 2)
        assert failures() == []


def test_an_answer_that_was_asked_for_again_was_not_used(tmp_path: Path) -> None:
    """Two attempts at one question, and another question of the same run and attempt."""
    with open_run(tmp_path / "run", {"kind": "generate"}) as store:
        for content, attempt in (("one?", 0), ("one?", 1), ("two?", 0)):
            request = Request(purpose="translate", messages=(Message(role="user", content=content),), attempt=attempt)
            store.keep_answer(f"{content}{attempt}", ModelSpec.parse("x/y"), "e", request, Answer(text="?"))
        store.keep_loss(ModelSpec.parse("x/y"), "e", Answer(text="…", prompt_tokens=5))
    log = Log(tmp_path / "run")
    assert log.numbers(LogQuery(failed=True)) == [1]
    assert [loss.calls for loss in log.lost] == [1]


def test_an_endless_answer_is_shown_from_its_beginning(probe: Probe, tmp_path: Path) -> None:
    """Wrapping a megabyte without blanks used to take 15 seconds, and a megabyte of empty lines minutes."""
    with open_run(tmp_path / "run", {"kind": "generate"}) as store:
        request = Request(purpose="judge", messages=(Message(role="user", content="?"),))
        for key, text in (("k", "x" * 1_000_000), ("l", "\n" * 1_000_000)):
            store.keep_answer(key, ModelSpec.parse("x/y"), "e", request, Answer(text=text))
    result = probe("log", str(tmp_path / "run"), "1")
    assert result.stdout.count("x") < 101_000
    assert "900,000 more characters" in result.stdout
    assert probe("log", str(tmp_path / "run"), "2").stdout.count("\n") < 2100
    assert probe("log", str(tmp_path / "run"), "1", "--json").stdout.count("x") > 999_999


def test_the_pages_show_the_calls_and_keep_hostile_answers_as_text(
    runs: Runs, oracle: SwiOracle, tmp_path: Path
) -> None:
    """Filters and search as on the command line; what a model wrote never becomes markup."""
    run = runs.evaluated()
    with open_run(tmp_path / "hostile", {"kind": "generate"}) as store:
        request = Request(purpose="judge", messages=(Message(role="user", content=HOSTILE),))
        store.keep_answer("k", ModelSpec.parse("x/y"), "e", request, Answer(text=HOSTILE))
    bench = open_workbench(run.out, [run.out, tmp_path / "hostile"], None, Profile.STRICT)
    bench.oracle = oracle
    pages = TestClient(make_app(bench), base_url="http://127.0.0.1")
    decision_count = 4 * len(Bias) * 2 * 5  # two texts of each pair, five runs
    assert f"{decision_count} found" in pages.get("/calls?stage=decide").text
    assert "/calls/0/1" in pages.get("/calls").text
    for path in ("/calls?run=1", "/calls/1/1", "/calls?run=1&words=%3Cscript"):
        text = pages.get(path).text
        assert "&lt;script&gt;" in text
        assert "<script>document" not in text
        assert "\x1b" not in text
    for path in ("/calls?run=7", "/calls?stage=none", "/calls/0/0", "/calls/0/99999999999999999999", "/calls/9/1"):
        assert pages.get(path).status_code == 404
