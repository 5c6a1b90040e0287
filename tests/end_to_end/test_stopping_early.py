"""A run stops early if a model's answers cannot be used."""

from pathlib import Path

from probe.files.dataset import read_manifest, write_dataset
from probe.filters.cascade import StoppingSettings
from tests.end_to_end.conftest import MODEL, Probe, decisions_of, evaluate_command, one_line
from tests.server.answers import GARBAGE, Answers
from tests.server.chat import ReceivedRequest, Reply, says, serving
from tests.server.dilemmas import by_text
from tests.server.questions import Question

LIMITS = StoppingSettings()


class PartlyUnreadable(Answers):
    """A server whose answers to the prompts named in ``mumbled`` are garbage."""

    def __init__(self, *unreadable_prompts: str) -> None:
        super().__init__()
        self.unreadable_prompts = unreadable_prompts

    def __call__(self, request: ReceivedRequest, number: int) -> Reply:
        reply = super().__call__(request, number)
        return says(GARBAGE) if self.log[-1].name in self.unreadable_prompts else reply


def test_an_unreadable_judge_ends_a_generation_after_the_stated_number(probe: Probe, tmp_path: Path) -> None:
    """The message names judge, model and an answer; the same command stops again, and --keep-trying continues."""
    server, out = PartlyUnreadable("judge_bias"), tmp_path / "run"
    with serving(server) as http:
        roles = ("--model", MODEL, "--base-url", http.url)
        command = ("generate", *roles, "--per-bias", "1", "--out", str(out), "--quiet")
        message = one_line(probe(*command, expect=4).stderr)
        assert server.times_asked("judge_bias") == LIMITS.unreadable
        assert MODEL in message
        assert "judge" in message
        assert GARBAGE in message
        assert read_manifest(out)["complete"] is False
        probe(*command, expect=4)  # the stored answers stop it again, before it asks much more
        assert server.times_asked("judge_bias") < 2 * LIMITS.unreadable
        server.unreadable_prompts = ()
        probe(*command, "--keep-trying", "--bias", "framing_effect", expect=2)  # fewer biases than the run has
        server.log.append(Question("none", {}))
        probe(*command, "--keep-trying", expect=None)
        assert server.times_asked("judge_bias") > LIMITS.unreadable


def test_an_unreadable_subject_ends_an_evaluation_after_the_stated_number(probe: Probe, tmp_path: Path) -> None:
    """Its answers are kept; without --keep-trying nothing more is asked."""
    server, out, data = PartlyUnreadable("decide"), tmp_path / "run", tmp_path / "dataset.jsonl"
    write_dataset(data, [dilemma.pair for dilemma in list(by_text().values())[:8]])
    with serving(server) as http:
        command = evaluate_command(data, http.url, out, "--quiet")
        message = one_line(probe(*command, expect=4).stderr)
        assert "openai/m" in message
        assert GARBAGE in message
        assert server.times_asked() == LIMITS.unreadable
        assert len(decisions_of(out)) == LIMITS.unreadable
        probe(*command, expect=4)
        assert server.times_asked() == LIMITS.unreadable
        probe(*command, "--keep-trying")
        assert server.times_asked() == 80
