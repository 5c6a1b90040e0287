"""``probe check`` from the command line: files, judges, wordings by an author, kills and budgets."""

import re
import signal
from pathlib import Path
from typing import Any

import pytest

import probe as api
from probe.checking.moving import WORDINGS_FOLDER
from probe.errors import InputError
from probe.store import read_run
from tests.end_to_end.conftest import MODEL, ModelServer, Probe, one_line, wait_until
from tests.server.answers import PROPOSED_PHRASE

PROMPT = "We store 40 GB of logs. I'm pretty sure that Kafka is overkill. Kafka or a cron job?\n"
SUBJECT = "simulated/biased?rate=0.6&base=0.2"
OPTIONS = "A cron job; Kafka"


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    file = tmp_path / "prompt.md"
    file.write_text(PROMPT, encoding="utf-8")
    return file


def check_command(server: ModelServer, prompt: Path, out: Path, *options: str) -> tuple[str, ...]:
    """Return the command that asks a simulated subject about wordings that the server writes and judges."""
    models = ("--model", SUBJECT, "--options", OPTIONS, "--author", MODEL, "--base-url", server.url)
    return ("check", str(prompt), *models, "--out", str(out), *options)


def test_phrases_are_listed_with_their_places_and_strict_makes_them_an_error(probe: Probe, prompt: Path) -> None:
    output = probe("check", prompt).stdout
    assert output.startswith(f"{prompt}:1:25: “I'm pretty sure”")
    assert probe("check", prompt, "--strict", expect=1).stdout == output
    probe("check", prompt, "--strict", "--keep", "pretty sure")
    [annotation] = probe("check", prompt, "--format", "github").stdout.splitlines()
    assert annotation.startswith(f"::warning file={prompt},line=1,col=25,endLine=1,endColumn=40,")


def test_prompts_come_from_several_files_and_from_standard_input(probe: Probe, prompt: Path, tmp_path: Path) -> None:
    lines = tmp_path / "more.jsonl"
    lines.write_text('{"prompt": "Sort the list."}\n{"prompt": "Kafka, right?"}\n', encoding="utf-8")
    checked_prompt = probe.json("check", str(prompt), str(lines))
    assert [len(prompt["spans"]) for prompt in checked_prompt["prompts"]] == [1, 0, 1]
    [annotation] = probe("check", lines, "--format", "github").stdout.splitlines()
    assert annotation.startswith(f"::warning file={lines},line=2,title=")


def test_empty_standard_input_is_refused(probe: Probe) -> None:
    with probe.begin("check", "-", "--json") as process:
        text, _ = process.communicate(timeout=60)
    assert text == ""
    assert process.returncode == 2


def test_a_judge_proposes_and_votes(probe: Probe, server: ModelServer, tmp_path: Path) -> None:
    file = tmp_path / "prompt.md"
    file.write_text(f"Use {PROPOSED_PHRASE}? I need a quick fix.\n", encoding="utf-8")
    command = ("check", str(file), "--judge", MODEL, "--base-url", server.url, "--out", str(tmp_path / "judged"))
    [spans] = probe.json(*command)["prompts"]
    assert [(span["text"], span["name"], span["votes"]) for span in spans["spans"]] == [
        (PROPOSED_PHRASE, "judge", [2, 2])
    ]
    calls_before = server.calls
    assert probe.json(*command)["prompts"] == [spans]
    assert server.calls == calls_before


def test_an_author_writes_wordings_and_the_shift_is_measured(
    probe: Probe, server: ModelServer, prompt: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    command = check_command(server, prompt, tmp_path / "run", "--runs", "20", "--html", str(page))
    measurement = probe.json(*command)["measured"]
    assert measurement["moved"]
    assert measurement["shift"]["low"] > 0.2
    assert len(measurement["wordings"]) == 5
    first_texts = measurement["wordings"][0]["texts"]
    assert first_texts["original"] == PROMPT
    assert "pretty sure" not in first_texts["neutral"]
    assert measurement["answers"] == 5 * 3 * 20
    assert "shift, not an error" in page.read_text(encoding="utf-8")
    assert server.answers.times_asked("neutralise") == 1
    assert server.answers.times_asked("reword") == 5

    calls_before = server.calls
    assert probe.json(*command, "--force")["measured"] == measurement
    assert server.calls == calls_before


def test_what_was_measured_is_an_evaluation_like_any_other(
    probe: Probe, server: ModelServer, prompt: Path, tmp_path: Path, undrawn: None
) -> None:
    probe(*check_command(server, prompt, tmp_path / "run"))
    report = probe.json("analyze", tmp_path / "run", "--out", tmp_path / "report")
    assert report["title"].startswith("Shift of simulated/biased")
    probe("export", tmp_path / "run", "--format", "decisions", "--out", tmp_path / "decisions.csv")
    assert len((tmp_path / "decisions.csv").read_text(encoding="utf-8").splitlines()) == 1 + 5 * 3 * 10
    assert "reword" in probe("log", tmp_path / "run" / WORDINGS_FOLDER).stdout
    probe("plan", tmp_path / "run", "--half-width", "0.2")


def test_strict_is_about_the_shift_where_a_model_is_asked(
    probe: Probe, server: ModelServer, prompt: Path, tmp_path: Path
) -> None:
    probe(*check_command(server, prompt, tmp_path / "moved", "--runs", "30", "--strict"), expect=1)
    unbiased_command = [
        SUBJECT.replace("0.6", "0") if argument == SUBJECT else argument
        for argument in check_command(server, prompt, tmp_path / "not")
    ]
    assert "is not shown to move" in probe(*unbiased_command, "--strict").stdout


def test_a_workflow_is_told_what_was_measured(probe: Probe, server: ModelServer, prompt: Path, tmp_path: Path) -> None:
    [warning, annotation] = probe(
        *check_command(server, prompt, tmp_path / "run", "--format", "github")
    ).stdout.splitlines()
    assert warning.startswith("::warning file=")
    assert re.match("::(warning|notice) title=The wording .*::.* a shift of ", annotation)


def test_an_author_is_not_paid_where_the_model_cannot_be_asked(
    probe: Probe, server: ModelServer, prompt: Path, tmp_path: Path
) -> None:
    command = check_command(server, prompt, tmp_path / "run")
    unknown_model = (argument.replace(SUBJECT, "simulated/unknown") for argument in command)
    assert "unknown" in one_line(probe(*unknown_model, expect=2).stderr)
    assert server.calls == 0
    probe(*command)
    (tmp_path / "run" / WORDINGS_FOLDER).rename(tmp_path / "elsewhere")
    calls_before = server.calls
    assert "another folder" in one_line(probe(*command, expect=2).stderr)
    assert server.calls == calls_before


def test_more_wordings_are_added_to_those_that_were_asked(
    probe: Probe, server: ModelServer, prompt: Path, tmp_path: Path
) -> None:
    probe(*check_command(server, prompt, tmp_path / "run"))
    larger = probe.json(*check_command(server, prompt, tmp_path / "run", "--wordings", "6"))
    assert len(larger["measured"]["wordings"]) == 6
    assert server.answers.times_asked("reword") == 6


def test_a_judge_votes_on_given_wordings(probe: Probe, server: ModelServer, prompt: Path, tmp_path: Path) -> None:
    neutral = PROMPT.replace("I'm pretty sure that Kafka is overkill. ", "")
    texts = [f"{opening} {neutral}" for opening in ("To begin with:", "A case from our team, which is small.")]
    files = [tmp_path / f"{number}.md" for number in range(5)]
    for file, text in zip(files, (neutral, *texts, *(text.replace(neutral, PROMPT) for text in texts)), strict=True):
        file.write_text(text, encoding="utf-8")
    wordings = [argument for file in files[:3] for argument in ("--neutral", str(file))]
    wordings += [argument for file in files[3:] for argument in ("--original", str(file))]
    models = ("--model", SUBJECT, "--options", OPTIONS, "--judge", MODEL, "--base-url", server.url)
    result = probe("check", prompt, *models, *wordings, "--half-width", "0.2", "--out", tmp_path / "run", expect=2)
    assert "--author" in one_line(result.stderr)
    probe("check", prompt, *models, *wordings, "--out", tmp_path / "run")
    assert server.answers.times_asked("judge_wording") == 6


def test_a_dry_run_asks_nothing_and_names_the_width(
    probe: Probe, server: ModelServer, prompt: Path, tmp_path: Path
) -> None:
    result = probe(*check_command(server, prompt, tmp_path / "run", "--half-width", "0.2", "--dry-run"))
    assert server.calls == 0
    assert not (tmp_path / "run").exists()
    assert re.search(r"about (\d+) percentage points", result.stderr)
    assert "reword" in result.stdout


def test_a_budget_covers_author_and_subject_and_the_rest_is_asked_later(
    probe: Probe, server: ModelServer, prompt: Path, tmp_path: Path
) -> None:
    command = check_command(server, prompt, tmp_path / "run")
    result = probe(*command, "--max-calls", "4", expect=4)
    assert "not finished" in one_line(result.stderr)
    assert server.calls <= 4
    resumed = probe.json(*command)
    uninterrupted = probe.json(*check_command(server, prompt, tmp_path / "other"))
    assert resumed["measured"]["wordings"] == uninterrupted["measured"]["wordings"]


def test_a_killed_command_goes_on_where_it_was(
    light_probe: Probe, server: ModelServer, prompt: Path, tmp_path: Path
) -> None:
    server.http.latency = 0.2
    command = check_command(server, prompt, tmp_path / "run", "--concurrency", "1")
    process = light_probe.begin(*command)
    wait_until(lambda: server.answers.times_asked("reword") >= 2, process)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with read_run(tmp_path / "run" / WORDINGS_FOLDER) as run:
        calls = sum(number for number, _, _ in run.call_means().values())
    assert calls > 0
    server.http.latency = 0.0
    assert len(light_probe.json(*command)["measured"]["wordings"]) == 5
    assert server.answers.times_asked("neutralise") == 1


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--wordings", "7"), "--wordings"),
        (("--out", "x"), "--out"),
        (("--model", SUBJECT, "--options", OPTIONS, "--half-width", "0.2", "--wordings", "6"), "--wordings"),
        (("--options", "A; B"), "--options"),
        (("--model", SUBJECT), "--options"),
        (("--model", SUBJECT, "--options", OPTIONS), "--author"),
        (("--model", SUBJECT, "--options", OPTIONS, "--author", MODEL), "--out"),
        (("--model", SUBJECT, "--options", OPTIONS, "--neutral", "missing.md", "--out", "x"), "missing.md"),
    ],
)
def test_a_wrong_use_is_one_line(probe: Probe, prompt: Path, options: tuple[str, ...], expected: str) -> None:
    assert expected in one_line(probe("check", prompt, *options, expect=2).stderr)


def test_python_gives_the_same_as_the_command(shared_processes: None) -> None:
    checked_prompt = api.check(PROMPT)
    assert [span.text for span in checked_prompt.spans] == ["I'm pretty sure"]
    assert checked_prompt.moved is None
    needs_model: dict[str, Any] = {"author": MODEL, "options": ("A", "B"), "neutrals": [PROMPT]}
    for name, value in needs_model.items():
        with pytest.raises(InputError, match=f"^{name} needs model"):
            api.check(PROMPT, **{name: value})
    neutral = PROMPT.replace("I'm pretty sure that Kafka is overkill. ", "")
    openings = ("To begin with:", "A case from our team.", "Please decide this for us, as a team of engineers.")

    def subject(prompt: str) -> str:
        letter = "A" if ("pretty sure" in prompt) == ("Option A: A cron job" in prompt) else "B"
        return f"Explanation: by its words.\nDecision: Option {letter}"

    measured_prompt = api.check(
        PROMPT,
        model=subject,
        options=OPTIONS.split("; "),
        neutrals=[neutral, *(f"{opening} {neutral}" for opening in openings)],
        originals=[f"{opening} {PROMPT}" for opening in openings],
    )
    assert measured_prompt.verdict is not None
    assert measured_prompt.verdict.shift.effect.estimate == pytest.approx(1)
    assert measured_prompt.moved
    assert "python/subject" in str(measured_prompt)
    assert "unknown" not in str(measured_prompt)
    assert "<iframe" in measured_prompt._repr_html_()
