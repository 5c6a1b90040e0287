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
from tests.server.chat import ChatServer, Reply, Seen, fails, says, serving
from tests.server.dilemmas import by_text, folded

pytestmark = pytest.mark.usefixtures("lent")
SEEDS = read_corpus().seeds
WEAK = "Nothing more."


def words(seed: Seed, arm: Arm) -> str:
    passage = passage_of(seed.texts.unbiased, seed.texts.biased)
    text = str(seed.to_pair().text(arm))
    return text[len(passage.head) : len(text) - len(passage.tail)]


def prompt_of(seen: Seen) -> str:
    return "\n".join(message["content"] for message in seen.body["messages"])


def answer(seen: Seen) -> Reply:
    """Write what people wrote, after a first placebo that is too short; judge everything to be fine."""
    prompt = prompt_of(seen)
    if "Write one passage" in prompt:
        return says("I would rather not.")
    if "Write two passages" not in prompt:
        return says("Explanation: fine\nDecision: Yes, both points hold")
    seed = next(seed for seed in SEEDS if seed.texts.unbiased in prompt)
    placebo = words(seed, Arm.PLACEBO) if seen.body["seed"] else WEAK
    return says(f"## Placebo\n```\n{placebo}\n```\n## Counter\n```\n{words(seed, Arm.COUNTER)}\n```")


def bare_pairs() -> list[Dilemma]:
    return [seed.to_pair().model_copy(update={"controls": None}) for seed in SEEDS]


def command(server: ChatServer) -> ControlsCommand:
    spec = ModelSpec.parse("openai/m")
    return ControlsCommand(author=spec, judge=spec, access=Access(base_url=server.url), dataset={"run_id": "origin"})


async def test_controls_come_out_as_a_dataset_with_the_same_pairs(tmp_path: Path) -> None:
    """Every id stays; the manifest counts what was written and what was rejected on the way.

    The first placebo is too short; in the place of a framing cue, which is in the options, it leaves no options.
    """
    out, pairs = tmp_path / "out", bare_pairs()
    async with ChatServer() as server:
        server.behaviour = lambda seen, number: answer(seen)
        written = await write_controls(command(server), pairs, out)
    assert not written.outcome.unanswered_count
    controlled = read_dilemmas(out)
    assert [pair.id for pair in controlled] == [pair.id for pair in pairs]
    assert [pair.controls for pair in controlled] == [seed.controls for seed in SEEDS]
    manifest = read_manifest(out)
    assert manifest["controls"]["placebo"] == {
        "texts": len(SEEDS),
        "written": len(SEEDS),
        "rejected_tries": {"exchange": 2, "length": len(SEEDS) - 2},
        "left_out": {},
    }
    assert manifest["dataset"] == {"run_id": "origin"}


async def test_stopped_in_between_the_same_command_resumes_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    """A key that is refused half-way ends the work; what was written is kept; the result is the uninterrupted one."""
    out, whole, pairs = tmp_path / "out", tmp_path / "whole", bare_pairs()
    async with ChatServer() as server:
        server.behaviour = lambda seen, number: answer(seen) if number < 40 else fails(401)
        stopped = await write_controls(command(server), pairs, out)
        assert stopped.outcome.unanswered_count > 0
        assert stopped.manifest.complete is False
        answered = server.seen[:40]
        assert [pair.id for pair in read_dilemmas(out)] == [pair.id for pair in pairs]
        server.behaviour = lambda seen, number: answer(seen)
        server.seen.clear()
        await write_controls(command(server), pairs, out)
        again = [str(seen.body) for seen in server.seen]
        assert not set(again) & {str(seen.body) for seen in answered}
        await write_controls(command(server), pairs, whole)
    assert (out / "dataset.jsonl").read_bytes() == (whole / "dataset.jsonl").read_bytes()


def test_controls_are_shown_as_arms(probe: Probe, seed_file: Path, tmp_path: Path) -> None:
    """As often as the texts of the pair itself."""
    out, arms = tmp_path / "subject", "unbiased,biased,placebo,counter"
    probe("evaluate", seed_file, "--model", "simulated/biased?rate=1", "--runs", "2", "--arms", arms, "--out", out)
    assert read_manifest(out)["decided_by_arm"] == dict.fromkeys(sorted(arms.split(",")), 2 * len(SEEDS))


def test_controls_of_a_generated_dataset_are_those_of_its_dilemmas(
    probe: Probe, runs: Runs, server: ModelServer, tmp_path: Path
) -> None:
    """Author and judge over HTTP: what the author wrote for a dilemma is accepted, and nothing else."""
    out, spec = tmp_path / "out", "openai/other"
    probe(
        *("controls", runs.generated(Profile.STRICT).out, "--author", spec, "--judge", spec),
        *("--base-url", server.url, "--out", out),
    )
    written = read_manifest(out)["controls"]
    pairs = [(pair, by_text()[folded(pair.unbiased)]) for pair in read_dilemmas(out)]
    for arm in (Arm.PLACEBO, Arm.COUNTER, Arm.ADVOCACY):
        pairs = [(pair, served) for pair, served in pairs if arm.value in served.arms]
        texts = [(pair.text(arm), served.arms[arm.value]) for pair, served in pairs if pair.text(arm)]
        assert len(texts) == written[arm.value]["written"] > len(pairs) / 2
        assert [folded(str(text)) for text, _ in texts] == [folded(text) for _, text in texts]


def test_the_command_that_comes_next_names_only_arms_that_exist(probe: Probe, tmp_path: Path) -> None:
    """A counter-cue that no try could get right is not recommended to show."""
    data, out = tmp_path / "data.jsonl", tmp_path / "out"
    write_dataset(data, [bare_pairs()[0]])

    def without_counter(seen: Seen, number: int) -> Reply:
        if "Write two passages" not in prompt_of(seen):
            return answer(seen)
        return says(f"## Placebo\n```\n{words(SEEDS[0], Arm.PLACEBO)}\n```\n## Counter\n```\nx\n```")

    with serving(without_counter) as server:
        at = ("--author", "openai/m", "--judge", "openai/j", "--base-url", server.url)
        done = probe("controls", data, *at, "--out", out)
    (line,) = [line for line in done.stderr.splitlines() if "next:" in line]
    assert "--arms unbiased,biased,placebo --out" in line
    assert "counter" not in line
