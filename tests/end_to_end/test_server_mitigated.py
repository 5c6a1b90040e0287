"""The tests' model server answers subjects under every mitigation that asks about one dilemma, as it does without."""

from pathlib import Path

import pytest

from probe.files.dataset import read_manifest, write_dataset
from tests.end_to_end.conftest import ModelServer, Probe
from tests.server.dilemmas import dilemmas

MITIGATIONS = ("none", "bias-warning+elicit-axioms", "elicit-axioms-first", "self-help", "chain-of-thought")
pytestmark = pytest.mark.usefixtures("shared_processes")


def test_every_mitigated_question_has_a_readable_decision(probe: Probe, server: ModelServer, tmp_path: Path) -> None:
    data, out = tmp_path / "data.jsonl", tmp_path / "out"
    write_dataset(data, [group[0].pair for group in list(dilemmas().values())[:2]])
    options = [word for name in MITIGATIONS for word in ("--mitigation", name)]
    probe("evaluate", data, "--model", "openai/s", "--runs", "1", "--base-url", server.url, *options, "--out", out)
    manifest = read_manifest(out)
    assert manifest["complete"] is True
    assert manifest["decided_by_arm"] == {"biased": 2 * len(MITIGATIONS), "unbiased": 2 * len(MITIGATIONS)}
