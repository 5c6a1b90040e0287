"""Controls over HTTP: written, checked, resumed, and shown to a subject."""

from pathlib import Path

import pytest

from probe.files.corpus import read_corpus
from probe.files.dataset import read_manifest, write_dataset
from probe.measuring.controls import ControlsCommand, write_controls
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.session import Access
from probe.values import Arm, Dilemma, ModelSpec, Profile, Seed
from probe.values.texts import passage_of
from tests.end_to_end.conftest import ModelServer, Probe, Runs
from tests.server.chat import ChatServer, ReceivedRequest, Reply, fails, says, serving
from tests.server.dilemmas import by_text, normalised

pytestmark = pytest.mark.usefixtures("shared_processes")
SEEDS = read_corpus().seeds
SHORT_PLACEBO = "Nothing more."


def passage_words(seed: Seed, arm: Arm) -> str:
    passage = passage_of(seed.texts.unbiased, seed.texts.biased)
    text = str(seed.to_pair().text(arm))
    return text[len(passage.head) : len(text) - len(passage.tail)]


def prompt_of(request: ReceivedRequest) -> str:
    return "\n".join(message["content"] for message in request.body["messages"])


def answer_as_author(request: ReceivedRequest) -> Reply:
    """Answer with the hand-made controls, after a first placebo that is too short; accept everything as a judge."""
    prompt = prompt_of(request)
    if "Write one passage" in prompt:
        return says("I would rather not.")
    if "Write two passages" not in prompt:
        return says("Explanation: fine\nDecision: Yes, both points hold")
    seed = next(seed for seed in SEEDS if seed.texts.unbiased in prompt)
    placebo = passage_words(seed, Arm.PLACEBO) if request.body["seed"] else SHORT_PLACEBO
    return says(f"## Placebo\n```\n{placebo}\n```\n## Counter\n```\n{passage_words(seed, Arm.COUNTER)}\n```")


def pairs_without_controls() -> list[Dilemma]:
    return [seed.to_pair().model_copy(update={"controls": None}) for seed in SEEDS]


def command(server: ChatServer) -> ControlsCommand:
    spec = ModelSpec.parse("openai/m")
    return ControlsCommand(author=spec, judge=spec, access=Access(base_url=server.url), dataset={"run_id": "origin"})


async def test_controls_come_out_as_a_dataset_with_the_same_pairs(tmp_path: Path) -> None:
    """Every id stays; the manifest counts the controls that were written and the attempts that were rejected.

    The first placebo is too short; in the place of a framing cue, which is in the options, it leaves no options.
    """
    out, pairs = tmp_path / "out", pairs_without_controls()
    async with ChatServer() as server:
        server.behaviour = lambda request, number: answer_as_author(request)
        result = await write_controls(command(server), pairs, out)
    assert not result.outcome.unanswered_count
    pairs_with_controls = read_dilemmas(out)
    assert [pair.id for pair in pairs_with_controls] == [pair.id for pair in pairs]
    assert [pair.controls for pair in pairs_with_controls] == [seed.controls for seed in SEEDS]
    manifest = read_manifest(out)
    assert manifest["controls"]["placebo"] == {
        "texts": len(SEEDS),
        "written": len(SEEDS),
        "rejected_tries": {"exchange": 2, "length": len(SEEDS) - 2},
        "left_out": {},
    }
    assert manifest["dataset"] == {"run_id": "origin"}


async def test_stopped_in_between_the_same_command_resumes_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    """A key that is refused half-way ends the work; the results so far are kept, and the final result is the same."""
    out, uninterrupted, pairs = tmp_path / "out", tmp_path / "whole", pairs_without_controls()
    async with ChatServer() as server:
        server.behaviour = lambda request, number: answer_as_author(request) if number < 40 else fails(401)
        partial = await write_controls(command(server), pairs, out)
        assert partial.outcome.unanswered_count > 0
        assert partial.manifest.complete is False
        answered_requests = server.received[:40]
        assert [pair.id for pair in read_dilemmas(out)] == [pair.id for pair in pairs]
        server.behaviour = lambda request, number: answer_as_author(request)
        server.received.clear()
        await write_controls(command(server), pairs, out)
        later_bodies = [str(request.body) for request in server.received]
        assert not set(later_bodies) & {str(request.body) for request in answered_requests}
        await write_controls(command(server), pairs, uninterrupted)
    assert (out / "dataset.jsonl").read_bytes() == (uninterrupted / "dataset.jsonl").read_bytes()


def test_controls_are_shown_as_arms(probe: Probe, seed_file: Path, tmp_path: Path) -> None:
    """As often as the unbiased and biased texts."""
    out, arms = tmp_path / "subject", "unbiased,biased,placebo,counter"
    probe("evaluate", seed_file, "--model", "simulated/biased?rate=1", "--runs", "2", "--arms", arms, "--out", out)
    assert read_manifest(out)["decided_by_arm"] == dict.fromkeys(sorted(arms.split(",")), 2 * len(SEEDS))


def test_controls_of_a_generated_dataset_are_those_of_its_dilemmas(
    probe: Probe, runs: Runs, server: ModelServer, tmp_path: Path
) -> None:
    """Author and judge over HTTP: exactly the passages that the author wrote for a dilemma are accepted."""
    out, spec = tmp_path / "out", "openai/other"
    probe(
        *("controls", runs.generated(Profile.STRICT).out, "--author", spec, "--judge", spec),
        *("--base-url", server.url, "--out", out),
    )
    arm_counts = read_manifest(out)["controls"]
    pairs = [(pair, by_text()[normalised(pair.unbiased)]) for pair in read_dilemmas(out)]
    for arm in (Arm.PLACEBO, Arm.COUNTER, Arm.ADVOCACY):
        pairs = [(pair, dilemma) for pair, dilemma in pairs if arm.value in dilemma.arms]
        texts = [(pair.text(arm), dilemma.arms[arm.value]) for pair, dilemma in pairs if pair.text(arm)]
        assert len(texts) == arm_counts[arm.value]["written"] > len(pairs) / 2
        assert [normalised(str(text)) for text, _ in texts] == [normalised(text) for _, text in texts]


def test_the_command_that_comes_next_names_only_arms_that_exist(probe: Probe, tmp_path: Path) -> None:
    """The next command does not include a counter-cue that failed in every attempt."""
    data, out = tmp_path / "data.jsonl", tmp_path / "out"
    write_dataset(data, [pairs_without_controls()[0]])

    def without_counter(request: ReceivedRequest, number: int) -> Reply:
        if "Write two passages" not in prompt_of(request):
            return answer_as_author(request)
        return says(f"## Placebo\n```\n{passage_words(SEEDS[0], Arm.PLACEBO)}\n```\n## Counter\n```\nx\n```")

    with serving(without_counter) as server:
        models = ("--author", "openai/m", "--judge", "openai/j", "--base-url", server.url)
        result = probe("controls", data, *models, "--out", out)
    (line,) = [line for line in result.stderr.splitlines() if "next:" in line]
    assert "--arms unbiased,biased,placebo --out" in line
    assert "counter" not in line
