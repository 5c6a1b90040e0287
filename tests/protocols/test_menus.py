"""A protocol of fifty lines in a package of its own: every command that is not about dilemmas takes its items."""

import csv
import json
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from probe.audit.validation import rater_links
from probe.cli.main import COMMANDS
from probe.errors import InputError
from probe.files.corpus import read_corpus
from probe.files.dataset import write_dataset
from probe.oracle import SwiOracle
from probe.protocols.reading import read_dataset
from probe.session import open_ratings
from probe.values import Profile
from probe.values.validation import Rating
from probe.web.app import make_app, make_rating_app
from probe.web.workbench import open_workbench
from tests.distributions import distribution
from tests.shared import ROOT, CommandLine

ITEMS = 24


@pytest.fixture(autouse=True)
def installed_protocol(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the module and its entry point, as a third-party package."""
    site = tmp_path / "site"
    distribution(site, "menus", {"probe.protocols": {"menus": "menus_protocol:Menus"}})
    (site / "menus_protocol.py").write_text(Path(__file__).with_name("menus.py").read_text(encoding="utf-8"))
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.delitem(sys.modules, "menus_protocol", raising=False)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "dataset.jsonl"
    menus = [
        {
            "protocol": "menus",
            "bias": "bandwagon effect",
            "cluster": f"menu {number}",
            "scale": [f"soup {number}", f"bread {number}", f"cake {number}"],
            "plain": f"You are at table {number}. What do you order?",
            "praise": "Everyone here takes the last one.",
            "provenance": {"author": "tests"},
        }
        for number in range(ITEMS)
    ]
    file.write_text("".join(json.dumps(menu) + "\n" for menu in menus), encoding="utf-8")
    return file


@pytest.fixture
def run(probe: CommandLine, data: Path, tmp_path: Path) -> Path:
    probe("evaluate", data, "--model", "simulated/biased", "--runs", "2", "--out", tmp_path / "run")
    return tmp_path / "run"


def test_it_is_evaluated_logged_and_exported(probe: CommandLine, data: Path, run: Path, tmp_path: Path) -> None:
    calls = json.loads(probe("log", run, "--limit", "0", "--json").stdout)["calls"]
    assert len(calls) == ITEMS * 2 * 2
    item = calls[0]["about"][0]
    assert json.loads(probe("log", run, item, "--json").stdout)["found"] == 4
    assert {call["outcome"].partition(": ")[0] for call in calls} == {"plain", "praised"}

    probe("export", data, "--format", "csv", "--out", tmp_path / "items.csv")
    with (tmp_path / "items.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["protocol"] for row in rows] == ["menus"] * ITEMS
    schema = json.loads(probe("schema", "--protocol", "menus").stdout)
    assert {"plain", "praise", "scale"} <= set(schema["properties"])
    probe("export", run, "--format", "decisions", "--out", tmp_path / "decisions.csv")
    with (tmp_path / "decisions.csv").open(encoding="utf-8", newline="") as stream:
        decisions = list(csv.DictReader(stream))
    assert {(row["arm"], row["decision"]) for row in decisions} == {("plain", "0"), ("praised", "2")}


@pytest.mark.usefixtures("undrawn")
def test_it_is_analysed(probe: CommandLine, run: Path, tmp_path: Path) -> None:
    probe("analyze", run, "--out", tmp_path / "report")
    report = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert report["title"].startswith("Pull of praise")


def test_it_is_compared(probe: CommandLine, data: Path, run: Path, tmp_path: Path) -> None:
    """Its own measure, paired by item; not with an evaluation of another protocol."""
    probe("evaluate", data, "--model", "simulated/rational", "--runs", "2", "--out", tmp_path / "rational")
    comparison = json.loads(probe("compare", run, tmp_path / "rational", "--json").stdout)
    overall, by_bias = comparison["table"]["rows"]
    assert (comparison["kind"], overall["measure"], by_bias["bias"]) == ("paired", "pull of praise", "bandwagon effect")
    assert (overall["first"], overall["second"], overall["difference"]) == (1, 0, 1)
    assert overall["low"] > 0.5
    assert by_bias["holm_p"] < 0.001
    output = probe("compare", run, tmp_path / "rational").stdout
    assert "Pull of praise: praised minus plain choices." in output
    write_dataset(tmp_path / "dilemmas.jsonl", [read_corpus(None).seeds[0].to_pair()])
    probe("evaluate", tmp_path / "dilemmas.jsonl", "--model", "simulated/rational", "--out", tmp_path / "other")
    assert "several protocols" in probe("compare", run, tmp_path / "other", expect=2).stderr


def test_it_is_verified_and_audited(probe: CommandLine, data: Path, run: Path, tmp_path: Path) -> None:
    probe("verify", data, "--workers", "2", "--report", tmp_path / "report.jsonl")
    audit = json.loads(probe("audit", data, "--json").stdout)
    assert audit["passed"] == ITEMS
    item = json.loads((tmp_path / "report.jsonl").read_text().splitlines()[1])["id"]
    output = probe("audit", data, item, "--run", run, "--verbose").stdout
    assert "Everyone here takes the last one." in output
    assert "Decisions of simulated/biased" in output


def test_it_is_merged_without_what_is_there_twice(light_probe: CommandLine, data: Path, tmp_path: Path) -> None:
    first = tmp_path / "first.jsonl"
    first.write_text("".join(data.read_text().splitlines(keepends=True)[:3]))
    light_probe("merge", first, data, "--cosine", "1", "--out", tmp_path / "merged.jsonl")
    manifest = json.loads((tmp_path / "merged.manifest.json").read_text())
    assert [entry["reason"] for entry in manifest["dropped"]].count("duplicate") == 3
    write_dataset(tmp_path / "dilemmas.jsonl", [read_corpus(None).seeds[0].to_pair()])
    result = light_probe("merge", data, tmp_path / "dilemmas.jsonl", "--out", tmp_path / "both.jsonl", expect=2)
    assert "merge datasets of one protocol" in result.stderr


def test_people_rate_it(probe: CommandLine, data: Path, tmp_path: Path) -> None:
    """They compare both texts of an item, in the browser or in a spreadsheet, with or without their names."""
    sample = probe("validate", "sample", data, "--per-bias", "3", "--out", tmp_path / "ratings")
    assert "rebuilt" not in sample.stderr
    probe("validate", "kit", data, "--items", "4", "--out", tmp_path / "kit")
    (folder,) = {file.parent for file in (tmp_path / "ratings").rglob("*.csv")}
    assert {file.stem for file in folder.iterdir()} >= {"same_task", "bias_presence"}
    store = open_ratings(tmp_path / "ratings")
    assert {question.value for question in store.items[0].questions} == {"same_task", "bias_presence"}
    pages = TestClient(make_rating_app(store, None), base_url="http://127.0.0.1")
    for name, link in rater_links(store, ["Ada"]).items():
        page = pages.get(link).text
        assert "Everyone here takes the last one." in page
        assert "plain" in page.lower()
        assert name in page
    kit = open_ratings(tmp_path / "kit")
    assert {question.value for item in kit.items for question in item.questions} == {"cue", "plausible"}
    for rating_source in (store, kit):
        for rater in ("Ada", "Grace"):
            answers = [
                Rating(rater=rater, pair_id=item.pair_id, question=question, answer=item.certified(question))
                for item in rating_source.items
                for question in item.questions
            ]
            rating_source.save(rater, answers)
    for name in ("ratings", "kit"):
        rows = json.loads(probe("validate", "agree", tmp_path / name, "--json").stdout)["rows"]
        assert rows


def test_a_part_of_it_is_evaluated_under_a_mitigation(probe: CommandLine, data: Path, tmp_path: Path) -> None:
    command = ("evaluate", data, "--model", "simulated/random", "--limit", "3", "--sample", "random", "--seed", "7")
    probe(*command, "--mitigation", "none", "--mitigation", "bias-warning", "--runs", "1", "--out", tmp_path / "part")
    calls = json.loads(probe("log", tmp_path / "part", "--limit", "0", "--json").stdout)["calls"]
    assert len(calls) == 3 * 2 * 2
    assert {call["request"]["mitigation"] for call in calls} == {"none", "bias-warning"}
    probe("log", tmp_path / "part", "nothing", expect=1)
    plan = json.loads(probe("plan", tmp_path / "part", "--half-width", "0.2", "--json").stdout)
    assert plan


def test_it_has_pages(data: Path, run: Path, oracle: SwiOracle) -> None:
    bench = open_workbench(data, [run], None, Profile.STRICT)
    bench.oracle = oracle
    pages = TestClient(make_app(bench), base_url="http://127.0.0.1")
    assert f"{ITEMS} items" in pages.get("/").text
    first = next(iter(bench.catalogue.unchecked_items()))
    page = pages.get(f"/item/{first.id}")
    assert page.status_code == 200
    assert "Everyone here takes the last one." in page.text
    assert f"{ITEMS * 4} found" in pages.get("/calls").text
    assert f"{ITEMS} found" in pages.get("/", params={"flipped": "simulated/biased"}).text
    assert "0 found" in pages.get("/", params={"bias": "anchoring bias"}).text


def test_pages_are_served_before_the_first_decision(data: Path, run: Path) -> None:
    with closing(sqlite3.connect(run / "run.sqlite", isolation_level=None)) as database:
        database.execute("DELETE FROM decisions")
    assert open_workbench(data, [run], None, Profile.STRICT).subjects == {"simulated/biased": run}


def test_pages_refuse_a_run_about_items_of_another_protocol(run: Path, tmp_path: Path) -> None:
    dilemmas_file = tmp_path / "dilemmas.jsonl"
    write_dataset(dilemmas_file, [read_corpus(None).seeds[0].to_pair()])
    with pytest.raises(InputError, match="contains items of menus"):
        open_workbench(dilemmas_file, [run], None, Profile.STRICT)


def test_it_is_published_and_read_back(probe: CommandLine, data: Path, tmp_path: Path) -> None:
    """As a folder for the Hub and as a release, with a card that speaks of its items."""
    probe("export", data, "--format", "hf", "--license", "CC-BY-4.0", "--out", tmp_path / "hub")
    probe("import", "hf", tmp_path / "hub", "--out", tmp_path / "back.jsonl")
    probe("release", data, "--version", "1.0.0", "--license", "CC-BY-4.0", "--out", tmp_path / "release")
    probe("release", tmp_path / "release", "--verify")
    items = list(read_dataset(data))
    for source in (tmp_path / "back.jsonl", tmp_path / "release", tmp_path / "release" / "dataset.jsonl"):
        assert list(read_dataset(source)) == items
    card = (tmp_path / "hub" / "README.md").read_text(encoding="utf-8")
    assert "24 items of the protocol `menus`" in card
    assert "dilemma" not in card.lower()
    croissant = json.loads((tmp_path / "hub" / "croissant.json").read_text(encoding="utf-8"))
    assert croissant["name"] == "probe-menus"
    fields = {field["name"] for field in croissant["recordSet"][0]["field"]}
    assert {"scale", "arms", "texts", "norm", "pair"} <= fields


def test_the_documentation_shows_the_whole_protocol() -> None:
    page = (ROOT / "docs" / "protocols.md").read_text(encoding="utf-8")
    assert f"```python\n{Path(__file__).with_name('menus.py').read_text(encoding='utf-8')}```\n" in page


def table_rows() -> dict[str, str]:
    """Return what the README says of other protocols than dilemmas, by the commands of a row."""
    lines = (ROOT / "README.md").read_text(encoding="utf-8").split("## Commands and protocols")[1].split("\n## ")[0]
    cells = [line.strip("| ").split(" | ") for line in lines.splitlines() if line.startswith("| `")]
    return {commands: support for commands, _, support in cells}


def test_the_table_in_the_readme_names_every_command_about_items() -> None:
    """The others are about no items: they explain, check the installation or a prompt, or list seeds."""
    command_names = {name for row in table_rows() for name in re.findall(r"`([a-z]+)[` ]", row)}
    assert set(COMMANDS) - command_names == {"check", "demo", "doctor", "prices", "seeds"}


def test_what_the_table_says_is_possible_is_done_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    supported_commands = {
        name
        for row, support in table_rows().items()
        if support == "yes"
        for name in re.findall(r"`(?:data )?([a-z]+)`", row)
    }
    formats = {"csv", "hf", "decisions"}
    assert formats < supported_commands
    for name in supported_commands - {"serve"}:
        assert f'"{name}"' in source, name


def test_commands_about_dilemmas_say_so_in_a_line(probe: CommandLine, data: Path, run: Path, tmp_path: Path) -> None:
    """The table in the README lists them."""
    out = ("--out", tmp_path / "out")
    refusing = [
        ("controls", data, "--author", "x/y", *out),
        ("awareness", run, "--judge", "x/y"),
        ("export", data, "--format", "probe-swe", *out),
    ]
    refusals = {row: support for row, support in table_rows().items() if support.startswith("no: ")}
    for command in refusing:
        result = probe(*command, expect=2)
        assert result.stderr.count("\n") == 1
        assert "dilemmas" in result.stderr
        assert f"{command[0]}`" in "".join(refusals)
