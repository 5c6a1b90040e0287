"""Python functions as subjects: asked like a model, recorded by their name, resumed after a fault."""

import asyncio
import os
import signal
import threading
import time
from functools import partial
from pathlib import Path

import pytest

import probe
from probe.protocols.dilemmas.reading import dilemma_evaluation

A = "Explanation: it is the first.\nDecision: Option A"


def always_a(prompt: str) -> str:
    return A


async def always_a_later(prompt: str) -> str:
    await asyncio.sleep(0)
    return A


class Chooser:
    """An object that can be called, and counts its calls."""

    def __init__(self, answer: str = A) -> None:
        self.answer = answer
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return self.answer


def by_messages(messages: list[dict[str, str]]) -> str:
    assert [message["role"] for message in messages] == ["system", "user"]
    return A


@pytest.mark.parametrize("subject", [always_a, always_a_later, partial(always_a), Chooser(), lambda prompt: A])
def test_a_function_gives_the_numbers_of_a_subject_that_answers_alike(
    seeds: probe.Dataset, subject: object, tmp_path: Path
) -> None:
    """All digits agree: only the names differ."""
    simulated_evaluation = probe.evaluate(seeds, "simulated/prefers-a", runs=2, out=tmp_path / "simulated")
    evaluation = probe.evaluate(seeds, subject, runs=2, out=tmp_path / "function", name="mine")  # type: ignore[arg-type]
    assert evaluation.subject == "python/mine"
    columns = [column for column in simulated_evaluation.to_pandas() if column not in ("subject", "run_id")]
    assert evaluation.to_pandas()[columns].equals(simulated_evaluation.to_pandas()[columns])
    assert evaluation.error_rates() == simulated_evaluation.error_rates() == {"unbiased": 0.5, "biased": 0.5}


def test_a_function_is_asked_under_mitigations(seeds: probe.Dataset) -> None:
    """They are named as on the command line, one or several."""
    chooser = Chooser()
    evaluation = probe.evaluate(seeds[:1], chooser, runs=1, name="mine", mitigation=["none", "bias-warning"])
    assert set(evaluation.to_pandas()["mitigation"]) == {"none", "bias-warning"}
    assert len(set(chooser.prompts)) == 4


def test_the_analysis_of_a_function_has_the_same_effects(seeds: probe.Dataset) -> None:
    runs = [probe.evaluate(seeds, subject, runs=2) for subject in (always_a, "simulated/prefers-a")]
    function_effects, simulated_effects = (
        probe.analyze(run).table("effects").to_pandas().drop(columns="subject") for run in runs
    )
    assert len(function_effects) > 1
    assert function_effects.equals(simulated_effects)


def test_a_function_may_be_given_messages(seeds: probe.Dataset) -> None:
    assert probe.evaluate(seeds[:1], by_messages, messages=True, runs=1).subject == "python/by_messages"


def test_the_text_of_a_prompt_has_the_instructions_and_the_dilemma(seeds: probe.Dataset) -> None:
    chooser = Chooser()
    probe.evaluate(seeds[:1], chooser, name="c", runs=1)
    assert len(chooser.prompts) == 2
    assert all("Decision: Option A or Option B" in prompt for prompt in chooser.prompts)
    assert any(prompt.endswith(seeds[0].biased) for prompt in chooser.prompts)


def test_no_question_is_asked_twice(seeds: probe.Dataset, tmp_path: Path) -> None:
    chooser = Chooser()
    for runs in (1, 2, 2):
        probe.evaluate(seeds, chooser, name="c", runs=runs, out=tmp_path)
    assert len(chooser.prompts) == len(seeds) * 2 * 2


def test_a_function_that_fails_is_asked_again_for_what_is_missing(seeds: probe.Dataset, tmp_path: Path) -> None:
    """Its own message is shown, on one line, and no failure is stored as an answer."""
    prompts: list[str] = []

    def sometimes(prompt: str) -> str:
        prompts.append(prompt)
        if len(prompts) == 3:
            raise ConnectionError("the server\x1b[31m\nis down")
        return A

    with pytest.raises(probe.StoppedError) as excinfo:
        probe.evaluate(seeds, sometimes, runs=1, out=tmp_path)
    assert "1 of 8 questions have no answer (python/sometimes: ConnectionError: the server" in str(excinfo.value)
    assert str(excinfo.value).isprintable()
    evaluation = probe.evaluate(seeds, sometimes, runs=1, out=tmp_path)
    assert len(evaluation.decisions) == 8
    assert len(prompts) == 9


@pytest.mark.parametrize(
    ("answer", "message"), [(None, "NoneType"), (3, "int"), (b"A", "bytes"), (SystemExit(1), "SystemExit")]
)
def test_a_result_that_is_not_text_is_not_an_answer(
    seeds: probe.Dataset, answer: object, message: str, tmp_path: Path
) -> None:
    def strange(prompt: str) -> str:
        if isinstance(answer, BaseException):
            raise answer
        return answer  # type: ignore[return-value]

    with pytest.raises(probe.StoppedError, match=rf"python/strange: .*{message}"):
        probe.evaluate(seeds[:1], strange, runs=1, out=tmp_path)


def test_hostile_text_is_recorded_as_an_unreadable_answer(seeds: probe.Dataset) -> None:
    evaluation = probe.evaluate(seeds[:1], lambda prompt: "\ud800 <script>\x00", name="hostile", runs=1)
    assert {decision.decision for decision in evaluation.decisions} == {"unparsed"}
    assert evaluation.error_rates() == {}
    assert "script" not in evaluation._repr_html_()


def test_functions_run_in_at_most_as_many_threads_as_are_allowed(seeds: probe.Dataset) -> None:
    running, peak, lock = 0, 0, threading.Lock()

    def count_running(prompt: str) -> str:
        nonlocal running, peak
        with lock:
            running, peak = running + 1, max(peak, running + 1)
        time.sleep(0.02)
        with lock:
            running -= 1
        return A

    probe.evaluate(seeds, count_running, runs=2, concurrency=3)
    assert peak == 3


def test_a_changed_function_under_the_same_name_is_reported(seeds: probe.Dataset, tmp_path: Path) -> None:
    """The run's manifest lists both versions."""

    def first(prompt: str) -> str:
        return A

    def second(prompt: str) -> str:
        return A.replace("first", "last")

    probe.evaluate(seeds, first, name="f", runs=1, out=tmp_path)
    with pytest.warns(UserWarning, match="2 versions of python/f"):
        evaluation = probe.evaluate(seeds, second, name="f", runs=2, out=tmp_path)
    (model,) = evaluation.manifest["models"]
    assert sorted(model["snapshots"].values()) == [8, 8]
    with pytest.raises(probe.InputError, match="out"):
        probe.evaluate(seeds, second, name="g", runs=2, out=tmp_path)


@pytest.mark.parametrize(
    ("subject", "keywords", "message"),
    [
        (lambda prompt: A, {}, "name="),
        (always_a, {"name": "a?b=c"}, "name="),
        (always_a, {"name": ""}, "name="),
        ("simulated/rational", {"name": "x"}, "function"),
        ("python/always_a", {}, r"probe\.evaluate"),
        (3, {}, "int"),
        (always_a, {"max_usd": 1.0}, "max_calls"),
        (always_a, {"logprobs": True, "runs": 7}, "logprobs"),
        (always_a, {"runs": 0}, "runs"),
        (always_a, {"order": "random"}, "order"),
        (always_a, {"arms": "biased"}, "arms"),
        (always_a, {"max_calls": -1}, "max_calls"),
        (always_a, {"concurrency": 0}, "concurrency"),
        (always_a, {"mitigation": "none-such"}, "none-such"),
    ],
)
def test_what_cannot_be_evaluated_is_one_line(
    seeds: probe.Dataset, subject: object, keywords: dict[str, object], message: str
) -> None:
    with pytest.raises(probe.InputError, match=message) as error:
        probe.evaluate(seeds, subject, **keywords)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)
    assert "--" not in str(error.value)


def test_an_unknown_parameter_is_a_type_error(seeds: probe.Dataset) -> None:
    with pytest.raises(TypeError, match=r"^evaluate has no parameter 'max_call': did you mean 'max_calls'\?$") as error:
        probe.evaluate(seeds, always_a, max_call=3)  # type: ignore[call-arg]
    assert isinstance(error.value, probe.ProbeError)


def test_a_temporary_folder_ends_with_its_result(seeds: probe.Dataset) -> None:
    evaluation = probe.evaluate(seeds, always_a, runs=1)
    folder = evaluation.folder
    assert dilemma_evaluation(folder).subject == "python/always_a"
    del evaluation
    assert not folder.exists()


def test_answers_in_a_temporary_folder_are_not_lost(seeds: probe.Dataset) -> None:
    """The error names the folder, and the same call with ``out`` set to it resumes."""
    chooser = Chooser()
    with pytest.raises(probe.StoppedError, match="kept: add out='") as excinfo:
        probe.evaluate(seeds, chooser, name="c", runs=1, max_calls=3)
    folder = str(excinfo.value).partition("out='")[2].partition("'")[0]
    assert len(probe.evaluate(seeds, chooser, name="c", runs=1, out=folder).decisions) == 8
    assert len(chooser.prompts) == 8


@pytest.mark.parametrize("in_a_loop", [False, True])
def test_an_interrupted_evaluation_goes_on(seeds: probe.Dataset, tmp_path: Path, in_a_loop: bool) -> None:
    """Ctrl-C in a script and in a notebook: the calls in progress are answered and stored."""
    chooser, prompt_received, release = Chooser(), threading.Event(), threading.Event()

    def slow_subject(prompt: str) -> str:
        prompt_received.set()
        release.wait(0.5)
        return chooser(prompt)

    def evaluate() -> probe.Measured:
        return probe.evaluate(seeds, slow_subject, runs=4, concurrency=2, out=tmp_path)

    async def cell() -> probe.Measured:
        return evaluate()

    def interrupt() -> None:
        prompt_received.wait(30)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    loop = asyncio.new_event_loop()
    with pytest.raises(KeyboardInterrupt):
        loop.run_until_complete(cell()) if in_a_loop else evaluate()
    loop.close()
    thread.join()
    release.set()
    assert 0 < len(chooser.prompts) < 32
    assert len(evaluate().decisions) == len(chooser.prompts) == 32
