"""Auditing and validating from the command line."""

from pathlib import Path

import pytest

from probe.files.dataset import write_dataset
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.values import Bias
from tests.end_to_end.conftest import Probe
from tests.server.dilemmas import offered
from tests.web.conftest import HOSTILE, flawed_pair, hostile_pair, write_decisions, write_pairs


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return write_pairs(tmp_path / "dataset.jsonl", flawed_pair(), hostile_pair())


def test_the_summary_names_the_check_and_the_next_command(probe: Probe, dataset: Path) -> None:
    pairs = read_dilemmas(dataset)
    result = probe("audit", dataset, expect=1, COLUMNS="160")
    assert f"probe audit {dataset} {pairs[0].id}" in result.stderr
    document = probe.json("audit", dataset, expect=1)
    assert document["passed"] == 0
    assert {check["check"]: check["fails"] for check in document["checks"]}["unique"] == 1
    output = probe("audit", dataset, "--failing", "unique", expect=1, COLUMNS="160").stdout
    assert pairs[0].id in output
    assert pairs[1].id not in output


def test_a_summary_leads_to_a_dilemma_where_all_pass(probe: Probe, tmp_path: Path) -> None:
    pairs = [offered(Bias.ANCHORING, position).pair for position in (0, 3)]
    write_dataset(tmp_path / "dataset.jsonl", pairs)
    result = probe("audit", tmp_path, COLUMNS="160")
    assert all(pair.id in result.stdout for pair in pairs)
    assert f"next: probe audit {tmp_path} {pairs[0].id}" in " ".join(result.stderr.split())
    message = " ".join(probe("audit", tmp_path, "ffffffffffff", expect=2).stderr.split())
    assert f"probe audit {tmp_path} lists the first IDs" in message


def test_one_dilemma_is_shown_in_full_and_hostile_content_stays_text(
    probe: Probe, dataset: Path, tmp_path: Path
) -> None:
    """No escape sequence and no direction mark of the data reaches the terminal; the cue is marked without colours."""
    pairs = list(read_dilemmas(dataset))
    run = write_decisions(tmp_path / "run", pairs, HOSTILE, HOSTILE)
    result = probe("audit", dataset, pairs[1].id, "--run", run, expect=1, COLUMNS="120", FORCE_COLOR="")
    assert not {"\x1b", "\u202e"} & set(result.stdout + result.stderr)
    assert "␛[31m" in result.stdout
    output = probe("audit", dataset, pairs[0].id[:6], expect=1, COLUMNS="160").stdout
    assert "{+ Ten others waited.+}" in output


def test_an_evaluation_of_another_dataset_is_named(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    """Without the warning, a reader would search in vain for its decisions."""
    pairs = list(read_dilemmas(dataset))
    complete_run, partial_run = (
        write_decisions(tmp_path / name, run_pairs, "x", "y")
        for name, run_pairs in (("both", pairs), ("other", pairs[1:]))
    )
    result = probe("audit", dataset, pairs[0].id, "--run", complete_run, "--run", partial_run, expect=1)
    lines = [line for line in " ".join(result.stderr.split()).split(str(tmp_path)) if "has no decision" in line]
    assert [line.split()[0] for line in lines] == ["/other"]


def test_no_line_is_too_wide_or_ends_in_blanks(probe: Probe, dataset: Path) -> None:
    for columns in (80, 100):
        output = probe("audit", dataset, read_dilemmas(dataset)[0].id, expect=1, COLUMNS=str(columns)).stdout
        assert all(len(line) <= columns and line == line.rstrip() for line in output.splitlines())


def test_json_of_one_dilemma_contains_its_proofs(probe: Probe, dataset: Path) -> None:
    pair = read_dilemmas(dataset)[0]
    document = probe.json("audit", dataset, pair.id, expect=1)
    assert document["cue"] == {"unbiased": [], "biased": [" Ten others waited."]}
    assert document["programs"]["biased"]["proof"]["goal"] == "decide_option(user, option_A)"
    assert document["same_proof"]
    assert document["in_short"][0] == document["programs"]["unbiased"]["summary"]
    for program in document["programs"].values():
        assert [proof["goal"][-9:-1] for proof in program["proofs"]] == ["option_A", "option_B"]
        (alternative,) = program["others"]
        assert (alternative["option"], alternative["outcome"], alternative["answer"]) == ("option_B", "follows", 2)
        assert alternative["said"]
        assert alternative["search"]["goal"] == "decide_option(user, option_B)"


@pytest.mark.parametrize("arguments", [["ffff"], ["--failing", "colour"]])
def test_what_cannot_be_audited_is_one_line(probe: Probe, dataset: Path, arguments: list[str]) -> None:
    result = probe("audit", dataset, *arguments, expect=2)
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_users_program_is_shown_with_its_proof(probe: Probe, tmp_path: Path) -> None:
    (tmp_path / "axioms.pl").write_text("good(X) :- ready(X).\n", encoding="utf-8")
    program = ":- consult('axioms').\nready(option_B).\ndecide_option(user, X) :- good(X).\n"
    (tmp_path / "mine.pl").write_text(program, encoding="utf-8")
    output = probe("verify", tmp_path / "mine.pl", "--verbose").stdout
    goals = ["decide_option(user, option_B)", "good(option_B)", "ready(option_B)", "good(option_A)", "ready(option_A)"]
    positions = [output.rindex(goal) for goal in goals]
    assert positions == sorted(positions), (
        "the proof from its goal to its fact comes before the reason against the other option"
    )


def test_validation_by_csv_from_the_draw_to_the_agreement(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    ratings = tmp_path / "ratings"
    probe("validate", "sample", dataset, "--out", ratings)
    file = ratings / "csv" / "axioms.csv"
    pairs = read_dilemmas(dataset)
    assert "no item" in probe("validate", "agree", ratings, expect=2).stderr
    for rater, answers in (("Ada", ("yes", "yes")), ("Bo", ("yes", "no"))):
        rows = [f"{pair.id},axioms,{answer}," for pair, answer in zip(pairs, answers, strict=True)]
        file.write_text("\n".join(["pair_id,question,answer,comment", *rows]), encoding="utf-8")
        probe("validate", "import", ratings, file, "--rater", rater)
    progress = probe.json("validate", "progress", ratings)
    assert progress == {"items": 2, "done": {"Ada": 0, "Bo": 0}}
    probe("validate", "agree", ratings, "--out", tmp_path / "out")
    assert (tmp_path / "out" / "figures" / "agreement.svg").exists()
    table = probe.json("validate", "agree", ratings)
    assert [row["alike"] for row in table["rows"] if row["author"] == "somebody"] == [1.0]
