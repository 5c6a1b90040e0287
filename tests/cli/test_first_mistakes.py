"""A first mistake costs nothing: it gives one line, and the corrected command can use the same folder."""

import socket
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.files.dataset import write_dataset
from probe.grammar import GrammarAuthor
from probe.protocols.choosing import in_turns
from probe.protocols.reading import read_dataset
from probe.store import open_run
from probe.values import Bias, Dilemma
from tests.grammar.composed import pair_of
from tests.shared import CommandLine

UNREACHABLE = ("--model", "openai/x", "--base-url", "http://127.0.0.1:9/v1")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("generate", "--model", "openai/gpt-4o-mini"), 3),
        (("generate", "--model", "simulated/rational"), 2),
        (("generate", "--model", "nobody/x"), 2),
        (("generate", "--model", "openai/x", "--base-url", "localhost"), 2),
        (("generate", "--author", "grammar?depth=8&branches=2&mode=closed-book"), 2),
        (("generate", "--author", "grammar?depth=2&branches=2"), 2),
        (("evaluate", "DATASET", "--model", "openai/gpt-4o-mini"), 3),
        (("evaluate", "DATASET", "--model", "nobody/x"), 2),
        (("evaluate", "DATASET", "--model", "simulated/biased?rat=1"), 2),
        (("controls", "DATASET", "--author", "openai/gpt-4o-mini"), 3),
        (("opinion", "DATASET", "--model", "openai/gpt-4o-mini"), 3),
    ],
)
def test_a_mistake_leaves_nothing_behind(
    probe: CommandLine, dataset: Path, tmp_path: Path, arguments: tuple[str, ...], code: int
) -> None:
    out = tmp_path / "out"
    words = [str(dataset) if argument == "DATASET" else argument for argument in arguments]
    result = probe(*words, "--out", out, expect=code)
    assert "Traceback" not in result.stderr
    assert not out.exists()


def test_a_wrong_address_does_not_lock_the_folder(probe: CommandLine, dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    probe("evaluate", dataset, *UNREACHABLE, "--runs", "1", "--out", out, expect=4)
    probe("evaluate", dataset, "--model", "simulated/rational", "--runs", "2", "--out", out)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"runs": 3, "questions": 12}, "--runs"),
        ({"base_url": "http://other/v1"}, "--base-url"),
        ({"roles": {"authors": ["openai/y"], "judge": None}}, "--author"),
        ({"prompts": "1"}, "--prompts"),
    ],
)
def test_a_different_run_is_named_by_the_option(tmp_path: Path, change: dict[str, object], expected: str) -> None:
    settings = {"runs": 2, "questions": 8, "roles": {"authors": ["openai/x"], "judge": None}, "prompts": "0"}
    with open_run(tmp_path, settings) as run:  # type: ignore[arg-type]
        run._database.execute("INSERT INTO losses VALUES ('p', 'e', 'm', 'a', 1, 1)")
        run._database.commit()
    with pytest.raises(InputError, match=expected) as error, open_run(tmp_path, settings | change):  # type: ignore[arg-type]
        pass
    assert "{" not in str(error.value)


@pytest.fixture(scope="module")
def composed_run(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A dilemma that was composed with the default seed, and the messages of the command."""
    out, bias_option = tmp_path_factory.mktemp("composed") / "run", ("--bias", "framing_effect")
    result = probe(
        "generate", "--author", "grammar?depth=3", *bias_option, *bias_option, "--per-bias", "1", "--out", out
    )
    return out, " ".join(result.stderr.split())


def test_a_bias_named_twice_counts_once(composed_run: tuple[Path, str]) -> None:
    assert len(read_dataset(composed_run[0])) == 1


def test_a_message_says_that_the_default_seed_is_shared_by_everybody(
    probe: CommandLine, composed_run: tuple[Path, str], tmp_path: Path
) -> None:
    """Everybody who follows an example gets the same dilemmas, but a study needs its own."""
    out, messages = composed_run
    assert "anyone who uses it composes the same items" in messages
    assert f"next: probe audit {out}" in messages
    with_seed = ("--per-bias", "1", "--seed", "3", "--bias", "framing_effect", "--out", tmp_path / "run")
    assert "anyone composes" not in probe("generate", "--author", "grammar?depth=3", *with_seed).stderr


def test_a_dataset_or_an_evaluation_in_the_wrong_place_is_named(
    probe: CommandLine, composed_run: tuple[Path, str], tmp_path: Path
) -> None:
    out, _ = composed_run
    line = " ".join(probe("analyze", out, "--out", tmp_path / "report", expect=2).stderr.split())
    assert f"{out} is a dataset, not an evaluation: run probe evaluate {out}" in line
    line = " ".join(probe("study", "table", out, expect=2).stderr.split())
    assert f"{out} is a run of probe evaluate or generate" in line


def test_a_depth_of_dilemmas_is_an_option_of_their_author(probe: CommandLine, tmp_path: Path) -> None:
    result = probe("generate", "--author", "grammar", "--depth", "2-6", "--out", tmp_path / "run", expect=2)
    assert "--author 'grammar?depth=2-6'" in result.stderr


def test_biases_take_turns(seed_pairs: list[Dilemma]) -> None:
    mixed_pairs = in_turns(seed_pairs)
    biases = len({pair.bias for pair in seed_pairs})
    assert len({pair.bias for pair in mixed_pairs[:biases]}) == biases
    assert sorted(pair.id for pair in mixed_pairs) == sorted(pair.id for pair in seed_pairs)


def test_the_folder_of_several_models_is_named_as_one(probe: CommandLine, dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    models = ("--model", "simulated/rational", "--model", "simulated/random")
    probe("evaluate", dataset, *models, "--runs", "1", "--out", out)
    result = probe("log", out, expect=2)
    assert "contains no run itself: give one of its folders that does, such as " in result.stderr
    probe("log", next(path for path in sorted(out.iterdir()) if path.name in result.stderr))


@pytest.mark.parametrize(("command", "option"), [("serve DATASET", "--port"), ("validate serve", "--host or --port")])
def test_an_address_that_is_taken_names_the_options_that_the_command_has(
    probe: CommandLine, dataset: Path, tmp_path: Path, command: str, option: str
) -> None:
    arguments = command.replace("DATASET", str(dataset)).split()
    if command == "validate serve":
        probe("validate", "sample", dataset, "--out", tmp_path / "sample")
        arguments += [str(tmp_path / "sample"), "--rater", "Ada"]
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        result = probe(*arguments, "--port", str(listener.getsockname()[1]), expect=2)
    assert f"give another {option}\n" in result.stderr


def test_a_mistyped_command_gets_a_suggestion(probe: CommandLine) -> None:
    for words, command in {
        "analyse": "analyze",
        "exprot": "data export",
        "sample": "validate sample",
        "validate agre": "validate agree",
    }.items():
        assert f"Did you mean probe {command}?" in probe(*words.split(), expect=2).stderr
    assert "Did you mean" not in probe("xyzzy", expect=2).stderr


def test_further_arms_are_suggested_before_the_first_question_but_not_before_an_error(
    probe: CommandLine, tmp_path: Path
) -> None:
    file, out = tmp_path / "data" / "dataset.jsonl", tmp_path / "run"
    candidate = GrammarAuthor({"mode": "policy", "depth": "3"}, seed=5).candidate(Bias.FRAMING, 0)
    write_dataset(file, [pair_of(candidate)])
    command = ("evaluate", file, "--model", "simulated/rational", "--runs", "2", "--out", out)
    hints = [line for line in probe(*command).stderr.splitlines() if line.startswith("these pairs have")]
    assert len(hints) == 2
    assert "--arms unbiased,biased,placebo " in hints[0]
    assert "--arms unbiased,biased,twin,twin_biased " in hints[1]
    assert "these pairs have" not in probe(*command).stderr
    result = probe(*command[:2], "--model", "simulated/prefers-a", "--out", out, expect=2)
    assert "these pairs have" not in result.stderr
    without_key = ("evaluate", file, "--model", "openai/x", "--out", tmp_path / "other")
    assert "these pairs have" not in probe(*without_key, expect=3, OPENAI_API_KEY="").stderr
