"""Items of other protocols from Python: read, evaluated with a protocol's settings, and analysed."""

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest

import probe
from probe.protocols.reading import read_items
from tests.protocols.triage.made import a_form, a_set
from tests.shared import without_figures


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    items = [*(a_set(f"set {n}", 5) for n in range(3)), *(a_form(f"form {n}", n % 2) for n in range(4))]
    (tmp_path / "dataset.jsonl").write_text("".join(item.model_dump_json() + "\n" for item in items))
    return tmp_path


def test_items_are_read_filtered_and_written(folder: Path) -> None:
    items = probe.load(folder)
    assert isinstance(items, probe.Dataset)
    assert repr(items) == "<Dataset: 7 items, anchoring_bias, framing_effect>"
    forms = items.filter(bias="framing effect")
    assert len(forms) == 4
    assert items.item(forms[0].id[:10]) == forms[0]
    assert probe.load(forms.write(folder / "forms.jsonl")) == forms
    assert list(forms.to_pandas()["norm"].unique()) == [forms[0].norm]
    with pytest.raises(probe.InputError, match="no bias halo_effect"):
        items.filter(bias="halo effect")


def test_items_are_evaluated_with_the_settings_of_their_protocol_and_analysed(folder: Path) -> None:
    items = probe.load(folder)
    evaluation = probe.evaluate(items, "simulated/rational", runs=1, choices={"history": "forced"}, out=folder / "run")
    arms = {decision.arm.value for decision in evaluation.decisions}
    assert "after_accepted_1" in arms
    assert "random_1" not in arms
    rows = evaluation.to_pandas()
    assert len(rows) == len(evaluation.decisions)
    assert Counter(rows["protocol"]) == {"triage": len(rows)}
    assert evaluation.manifest["settings"]["choices"] == {"history": "forced"}
    with without_figures():
        assert "triage_sets" in json.dumps(list(probe.analyze(evaluation).tables))
    assert set(evaluation.error_rates()) <= set(arms)


def test_a_python_function_answers_items_in_named_arms(folder: Path) -> None:
    forms = probe.load(folder).filter(bias="framing effect")

    def first(prompt: str) -> str:
        return "DECISION: MERGE"

    evaluation = probe.evaluate(list(forms), first, runs=1, arms="neutral,admitting")
    assert {decision.arm.value for decision in evaluation.decisions} == {"neutral", "admitting"}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"choices": {"history": "false"}}, "choose among"),
        ({"choices": {"answering": "direct"}}, "no such setting"),
        ({"arms": "biased"}, "no arm biased"),
        ({"arms": "Not An Arm"}, "arms"),
        ({"confidence": True}, "not choices between two options"),
    ],
)
def test_a_setting_that_the_protocol_lacks_is_an_error(folder: Path, settings: dict[str, object], message: str) -> None:
    with pytest.raises(probe.InputError, match=message):
        probe.evaluate(folder, "simulated/rational", **settings)  # type: ignore[arg-type]


def test_seeds_are_those_that_commands_read(shared_processes: None) -> None:
    """They have measures and certificates, whichever name of the packaged domain is used."""
    seeds = probe.load("seeds")
    assert all(pair.certificate and pair.certificate.passed and pair.complexity.depth for pair in seeds)
    for name in ("seeds", "software_engineering"):
        assert tuple(asyncio.run(read_items(Path(name)))) == tuple(seeds)


def test_dilemmas_and_items_are_not_mixed(folder: Path) -> None:
    pair = probe.load("software_engineering")[0]
    with pytest.raises(probe.InputError, match="several protocols"):
        probe.evaluate([pair, *probe.load(folder)], "simulated/rational")
