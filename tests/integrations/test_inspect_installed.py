"""The wheel, installed in an environment of its own, gives Inspect AI the task ``probe/dilemmas`` by name."""

import os
import shutil
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from probe.files.dataset import write_dataset
from probe.values import Dilemma
from tests.integrations.test_inspect import evaluate, key
from tests.shared import ROOT

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(find_spec("inspect_ai") is None, reason="inspect_ai is not installed (pip install inspect_ai)"),
]

MODEL = '''
"""A model that answers by the hash of the text: mockllm's own output needs an encoding from the network."""
import hashlib
from inspect_ai.model import ModelOutput, ModelUsage, modelapi
from inspect_ai.model._providers.mockllm import MockLLM


def answer_to(text):
    drawn = hashlib.sha256(text.encode()).digest()[0]
    return "Hard to say." if drawn < 25 else f"Explanation: so.\\nDecision: Option {'A' if drawn < 140 else 'B'}"


def output(messages, *_):
    found = ModelOutput.from_content("mockllm/model", answer_to(messages[-1].text))
    found.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return found


@modelapi(name="answering")
class Answering(MockLLM):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs, custom_outputs=output)
'''


def run(*command: str | Path, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    completed = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    return completed.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel; its dependencies are found where they are installed here."""
    folder = tmp_path_factory.mktemp("fresh")
    copy = folder / "copy"  # a build writes into the tree that it builds
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".*", "*.egg-info", "build", "demo"))
    pip = (sys.executable, "-m", "pip")
    run(*pip, "wheel", "--quiet", "--no-deps", "--no-build-isolation", copy, "--wheel-dir", folder, cwd=folder)
    venv.create(folder / "venv")
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    package_paths = [path for path in sys.path if path.endswith("-packages")]
    (site / "borrowed.pth").write_text("\n".join(package_paths))
    python = folder / "venv" / "bin" / "python"
    run(*pip, "--python", python, "install", "--quiet", "--no-deps", "--no-index", *folder.glob("*.whl"), cwd=folder)
    (site / "answering.py").write_text(MODEL)
    (site / "answering-1.dist-info").mkdir()
    (site / "answering-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: answering\nVersion: 1\n")
    (site / "answering-1.dist-info" / "entry_points.txt").write_text("[inspect_ai]\nanswering = answering\n")
    return python


async def test_the_registered_task_runs_by_name_and_its_log_is_imported(
    python: Path, seed_pairs: list[Dilemma], tmp_path: Path
) -> None:
    from probe.protocols.dilemmas.reading import dilemma_evaluation

    write_dataset(tmp_path / "data" / "dataset.jsonl", seed_pairs)
    assert str(python.parent.parent) in run(python, "-c", "import probe; print(probe.__file__)", cwd=tmp_path)
    arguments = ("-T", "dataset=data", "-T", "runs=3", "-T", "arms=unbiased,biased,placebo")
    options = ("--model", "answering/model", "--display", "none", "--log-dir", "logs")
    run(python, "-m", "inspect_ai", "eval", "probe/dilemmas", *arguments, *options, cwd=tmp_path)
    (log,) = (tmp_path / "logs").glob("*.eval")
    source = ("--dataset", "data", "--out", "imported", "--subject", "me")
    run(python, "-m", "probe", "import", "inspect", log, *source, cwd=tmp_path)
    evaluation = dilemma_evaluation(tmp_path / "imported")
    assert evaluation.subject == "me"
    assert sorted(evaluation.decisions, key=key) == sorted(await evaluate(seed_pairs), key=key)
