"""Workspaces from the command line: made, evaluated over HTTP, killed, reported, exported and written as folders."""

import csv
import json
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from openai.types.chat import ChatCompletion
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from pydantic import TypeAdapter

from probe.protocols.workspaces.item import WorkspaceItem
from probe.protocols.workspaces.reading import read_before
from probe.store.reading import stored_evaluation
from probe.values import fingerprint
from tests.defined import defined
from tests.protocols.workspaces.made import workspaces
from tests.server.chat import ChatServer, ReceivedRequest, Reply, fails, says, serving
from tests.shared import CommandLine

BODY: TypeAdapter[Any] = TypeAdapter(CompletionCreateParamsNonStreaming)
ITEMS = workspaces(12)
TURNS = 15


def dataset(folder: Path, count: int) -> Path:
    path = folder / "items.jsonl"
    path.write_text("".join(item.model_dump_json() + "\n" for item in ITEMS[:count]))
    return path


def calls(name: str, **arguments: str) -> Reply:
    function = {"name": name, "arguments": json.dumps(arguments)}
    reply = says(None, finish="tool_calls", tool_calls=[{"id": "1", "type": "function", "function": function}])
    ChatCompletion.model_validate(reply.body)
    return reply


def agent(body: Mapping[str, Any], turns: int) -> Reply:
    """List the files, read them in turn, and decide in the last of this many turns; decide in words without tools."""
    results = [message["content"] for message in body["messages"] if message["role"] == "tool"]
    if "tools" not in body:
        return says("Explanation: as the files say.\nDecision: Option A")
    BODY.validate_python(dict(body))
    if not results:
        return calls("list_files")
    if len(results) >= turns - 1:
        return calls("decide", option="A", reason="as the files say")
    paths = [line.partition(" (")[0] for line in results[0].splitlines()[:-1]]
    return calls("read_file", path=paths[(len(results) - 1) % len(paths)])


def load_evaluation(out: Path) -> Any:
    return stored_evaluation(out, WorkspaceItem.model_validate)


def test_a_model_calls_tools_over_http_and_everything_is_reported(
    probe: CommandLine, tmp_path: Path, undrawn: None
) -> None:
    path, out = dataset(tmp_path, 3), tmp_path / "run"
    with serving(lambda request, _: agent(request.body, TURNS)) as server:
        options = ("--base-url", server.url, "--runs", "2", "--no-search")
        probe("evaluate", path, "--model", "openai/agent", *options, "--out", out, OPENAI_API_KEY="key")
        assert {tool["function"]["name"] for tool in server.received[0].body["tools"]} == {
            "list_files",
            "read_file",
            "decide",
        }
    evaluation = load_evaluation(out)
    readings = list(read_before(evaluation.items, evaluation.decisions, evaluation.choices))
    assert evaluation.choices == {"cue": "file", "search": "no", "budget": "ample"}
    assert len(evaluation.decisions) == 3 * 5 * 2
    assert len(readings) == 3 * 3 * 2
    assert {reading.calls for reading in readings} == {TURNS}
    assert {decision.decision for decision in evaluation.decisions} == {0, 1}
    probe("analyze", out, "--out", tmp_path / "report")
    report = json.dumps(json.loads((tmp_path / "report" / "report.json").read_text()))
    for key in ("agent_effect", "handed_effect", "needed lines read"):
        assert key in report
    probe("data", "export", out, "--format", "decisions", "--out", tmp_path / "decisions.csv")
    rows = list(csv.DictReader((tmp_path / "decisions.csv").open(encoding="utf-8")))
    assert {row["calls"] for row in rows if row["arm"] == "biased"} == {str(TURNS)}
    assert {row["calls"] for row in rows if row["arm"] == "handed_biased"} == {""}
    output = probe("audit", path, ITEMS[0].id, "--run", out, expect=None).stdout
    assert "Lines that matter" in output


def test_a_model_without_tools_reads_in_plain_text(probe: CommandLine, tmp_path: Path) -> None:
    def answer_in_text(request: ReceivedRequest, _: int) -> Reply:
        if "tools" in request.body:
            return fails(400, "this model does not support tools", param="tools")
        messages = request.body["messages"]
        if "Result of" not in messages[-1]["content"]:
            return says(f'{{"tool": "read_file", "path": "{ITEMS[0].files[0].path}"}}')
        return says('{"tool": "decide", "option": "B", "reason": "as the file says"}')

    out = tmp_path / "run"
    with serving(answer_in_text) as server:
        options = ("--base-url", server.url, "--runs", "1", "--arms", "unbiased,biased")
        probe("evaluate", dataset(tmp_path, 1), "--model", "openai/m", *options, "--out", out, OPENAI_API_KEY="key")
    assert [[call.name for call in decision.calls] for decision in load_evaluation(out).decisions] == [
        ["read_file", "decide"]
    ] * 2


def test_a_program_works_in_the_folder(probe: CommandLine, tmp_path: Path) -> None:
    script = tmp_path / "agent.sh"
    script.write_text(
        '#!/bin/sh\ncat > question\necho "Explanation: $(ls | wc -l) entries"\necho "Decision: Option A"\n'
    )
    script.chmod(0o755)
    out = tmp_path / "run"
    options = ("--runs", "1", "--arms", "unbiased,handed")
    probe("evaluate", dataset(tmp_path, 1), "--model", f"command:{script}", *options, "--out", out)
    by_arm = {decision.arm: decision for decision in load_evaluation(out).decisions}
    assert all(decision.decision == 0 and decision.calls is None for decision in by_arm.values())
    assert by_arm["handed"].explanation == "1 entries"  # the pasted files are not in the folder
    assert int(by_arm["unbiased"].explanation.split()[0]) > 3


def test_a_dry_run_counts_a_full_reading_and_calls_no_model(probe: CommandLine, tmp_path: Path) -> None:
    item = ITEMS[0]
    options = ("--runs", "1", "--arms", "biased,handed_biased", "--dry-run", "--json", "--out", tmp_path / "run")
    output = probe("evaluate", dataset(tmp_path, 1), "--model", "openai/m", *options, OPENAI_API_KEY="key").stdout
    assert f"{len(item.files) + 2 + 1}" in output
    assert not (tmp_path / "run").exists()


def test_workspaces_are_made_certified_and_written_as_folders(probe: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "made"
    probe("generate", "--protocol", "workspaces", "--per-bias", "1", "--bias", "bandwagon_effect", "--out", out)
    probe("verify", out)
    folders, key = tmp_path / "tasks", tmp_path / "key.json"
    probe("workspace", out, "--arms", "unbiased,biased", "--out", folders, "--key", key)
    ((name, entry),) = json.loads(key.read_text()).items()
    item = WorkspaceItem.model_validate_json((out / "dataset.jsonl").read_text())
    assert defined(item.certificate).passed
    assert entry["right"] == "AB"[item.right]
    files = {str(file.relative_to(folders / name)) for file in (folders / name).rglob("*") if file.is_file()}
    assert files == {"TASK.md", *(file.path for file in item.files)}
    assert not any("needed" in file.read_text() for file in (folders / name).rglob("*.json"))
    single = tmp_path / "single"
    probe("workspace", out, item.id[:6], "--arm", "biased", "--out", single)
    assert item.cue_text(next(arm for arm in item.arms() if arm == "biased")) in (single / item.cue.path).read_text()
    for wrong_options in (("--arms", "handed"), ("--arms", "other"), ("--key", folders / "inside.json")):
        probe(
            "workspace",
            out,
            *wrong_options,
            "--out",
            tmp_path / "wrong",
            "--key",
            tmp_path / "wrong" / "key.json",
            expect=2,
        )
    probe("workspace", out, "--out", folders, expect=2)
    probe("generate", "--protocol", "workspaces", "--bias", "framing_effect", "--out", tmp_path / "x", expect=2)


@pytest.mark.integration
def test_killed_twenty_times_it_pays_for_no_turn_twice(probe: CommandLine, tmp_path: Path) -> None:
    """A conversation of fifteen turns, killed while a question is under way: every answer is paid for once."""
    path, out = dataset(tmp_path, 1), tmp_path / "run"
    answers: list[str] = []
    with serving(lambda _, __: says("not yet")) as server:
        options = ("--runs", "1", "--arms", "biased", "--base-url", server.url)
        command = ("evaluate", path, "--model", "openai/agent", *options, "--out", out)

        def behaviour(last_turn: int) -> Any:
            def answer(request: ReceivedRequest, _: int) -> Reply:
                answers.append(fingerprint(dict(request.body)))
                if len(answers) >= last_turn:
                    server.latency = 3600  # the next question is never answered in this session
                return agent(request.body, TURNS)

            return answer

        for kill in range(20):
            last_turn = min((kill + 1) * (TURNS - 1) // 20, TURNS - 1)
            server.behaviour, before = behaviour(last_turn), len(server.received)
            server.latency = 3600 if len(answers) >= last_turn else 0
            process = probe.begin(*command, OPENAI_API_KEY="key")
            wait_for_requests(server, before + max(0, last_turn - len(answers)) + 1, process)
            process.kill()
            process.communicate()
            assert len(answers) == last_turn
        server.latency, server.behaviour = 0, behaviour(TURNS + 1)
        probe(*command, OPENAI_API_KEY="key")
    assert Counter(answers).most_common(1)[0][1] == 1
    assert len(answers) == TURNS
    (decision,) = load_evaluation(out).decisions
    assert len(decision.calls) == TURNS


def wait_for_requests(server: ChatServer, requests: int, process: Any) -> None:
    while len(server.received) < requests:
        assert process.poll() is None, "the run ended before it was killed"
        time.sleep(0.01)
