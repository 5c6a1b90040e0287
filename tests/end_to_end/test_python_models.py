"""The Python functions that ask models: controls, second opinions and awareness, over HTTP."""

from pathlib import Path

import pytest

import probe as package
from probe.values import Arm, Profile
from tests.end_to_end.conftest import MODEL, ModelServer, Runs

pytestmark = pytest.mark.usefixtures("shared_processes")


@pytest.fixture
def pairs(runs: Runs) -> package.Dataset[package.Pair]:
    return package.load(runs.generated(Profile.STRICT).out, package.Pair)[:2]


def test_controls_are_written_for_pairs_without_a_file(
    pairs: package.Dataset[package.Pair], server: ModelServer, tmp_path: Path
) -> None:
    with_controls = package.controls(pairs, author=MODEL, base_url=server.url, out=tmp_path / "controlled")
    assert [pair.id for pair in with_controls] == [pair.id for pair in pairs]
    assert any(pair.text(Arm.PLACEBO) for pair in with_controls)
    assert with_controls.manifest["usage"]["calls"] > 0
    repeated = package.controls(pairs, author=MODEL, base_url=server.url, out=tmp_path / "controlled")
    assert repeated == with_controls


def test_another_judge_and_decider_give_an_opinion(pairs: package.Dataset[package.Pair], server: ModelServer) -> None:
    opinion = package.opinion(pairs, model=MODEL, base_url=server.url)
    assert {agreement.stage for agreement in opinion.agreements} == {"bias_existence", "decision"}
    assert len(opinion.to_pandas()) == len(opinion.agreements)
    assert f"of {len(pairs)} items" in repr(opinion)
    assert (opinion.folder / "opinion.json").is_file()
    with pytest.raises(package.InputError, match="add judge, decider, or model"):
        package.opinion(pairs)
    with pytest.raises(package.InputError, match="expected items"):
        package.opinion([], model=MODEL)


def test_explanations_are_judged_and_counted(
    pairs: package.Dataset[package.Pair], server: ModelServer, tmp_path: Path
) -> None:
    evaluation = package.evaluate(pairs, "openai/subject", base_url=server.url, runs=2, out=tmp_path / "measured")
    table = package.awareness(evaluation, judge=MODEL, base_url=server.url)
    assert {"mentions", "endorses"} <= {column.key for column in table.columns}
