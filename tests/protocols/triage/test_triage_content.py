"""The profiles of a domain: what is packaged can be used, and a fault in a user's file is reported in one line."""

import re
import shutil
from pathlib import Path

import pytest

from probe.errors import CorpusError, InputError
from probe.files.corpus import find_domain, read_corpus
from probe.protocols.triage.content import LEAST_RULES, Matter, read_content
from tests.defined import defined

DOMAINS = ("software_engineering", "admissions")


def matters() -> list[Matter]:
    return [matter for name in DOMAINS for matter in read_content(find_domain(Path(name))).matters]


@pytest.mark.parametrize("domain", DOMAINS)
def test_packaged_domains_have_profiles_choices_and_attributes_with_a_placebo(domain: str) -> None:
    content = read_content(find_domain(Path(domain)))
    assert content.of("single")
    assert content.of("choice")
    assert not defined(content.placebo).sensitive
    other_attributes = [attribute for attribute in content.attributes if not attribute.placebo]
    assert len(other_attributes) >= 2
    about_people = {attribute.name for attribute in other_attributes if attribute.sensitive}
    assert {"first name"} <= about_people
    assert read_corpus(Path(domain)).name


def test_software_engineering_has_all_matters_and_pairs_of_groups() -> None:
    content = read_content(find_domain())
    names = {matter.name for matter in content.matters}
    assert names == {"pull_requests", "incident_tickets", "vulnerability_reports", "libraries", "vendors"}
    groups = {attribute.groups for attribute in content.attributes}
    assert {("junior", "senior"), ("contractor", "employee"), ("ai", "human"), ("female", "male")} <= groups


@pytest.mark.parametrize("matter", matters(), ids=lambda matter: matter.name)
def test_texts_are_sentences_and_deny_quotas(matter: Matter) -> None:
    sentences = [
        *matter.settings,
        *(rule.sentence for rule in matter.rules),
        *(field.sentence_of(field.drawn_from[0]) for field in matter.fields.values()),
    ]
    for sentence in sentences:
        assert re.fullmatch(r"[A-Z0-9].*[a-z0-9]\.", sentence), sentence
        assert "  " not in sentence
    if matter.kind == "single":
        assert "no quota" in matter.independent
        assert "never depends on another" in matter.independent
    else:
        assert "takes no effort" in matter.status_quo or "costs nothing" in matter.status_quo
    for question in filter(None, (matter.neutral, matter.admitting, matter.rejecting)):
        assert question.endswith("?")


@pytest.mark.parametrize("matter", matters(), ids=lambda matter: matter.name)
def test_every_number_of_rules_reads_facts_that_profiles_state(matter: Matter) -> None:
    levels = range(LEAST_RULES, len(matter.rules) + 1)
    assert len(levels) >= 5
    facts = [matter.facts_at(level) for level in levels]
    assert all(facts)
    assert len(set(facts)) == len(facts)


def copy_domain(tmp_path: Path) -> Path:
    shutil.copytree(
        find_domain(), tmp_path / "own", ignore=shutil.ignore_patterns("dilemmas", "practices", "templates")
    )
    return tmp_path / "own"


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("pull_requests.toml", 'kind = "single"', 'kind = "single', "is not TOML"),
        ("pull_requests.toml", 'kind = "single"', 'kind = "double"', "kind:"),
        ("pull_requests.toml", 'kind = "single"', 'kind = "single"\ncolour = "red"', "colour"),
        ("pull_requests.toml", 'accept = "MERGE"\n', "", "needs accept"),
        ("pull_requests.toml", "{who}", "{whom}", "author: write it with {who}"),
        ("pull_requests.toml", "called_for(", "chosen(", "must define called_for"),
        ("pull_requests.toml", "needed(Least)", "wanted(Least)", "wanted, which is neither"),
        ("pull_requests.toml", "[fields.generated]", "[fields.generator]", "read generated"),
        ("pull_requests.toml", "Risk points for its size: {value}", "some points", "sentence with {value}"),
        ("pull_requests.toml", "too_few = ", '"too few" = ', "'too few' is not"),
        ("libraries.toml", "{name}", "{who}", "status_quo: write it with {name}"),
        ("attributes/seniority.toml", '["junior", "senior"]', '["junior", "junior"]', "two different words"),
        ("attributes/seniority.toml", '["a senior engineer"]', '["a senior", "another"]', "equally many"),
        ("attributes/seniority.toml", 'name = "seniority"\n', "", "'name' is missing"),
    ],
)
def test_a_fault_is_one_line_with_file_and_problem(tmp_path: Path, file: str, old: str, new: str, problem: str) -> None:
    path = copy_domain(tmp_path) / "profiles" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(CorpusError) as excinfo:
        read_content(tmp_path / "own")
    for line in excinfo.value.problems:
        assert "\n" not in line
        assert file.split("/")[-1] in line
    [line] = [line for line in excinfo.value.problems if problem in line]


def test_faults_of_all_files_are_listed_together(tmp_path: Path) -> None:
    folder = copy_domain(tmp_path) / "profiles"
    (folder / "vendors.toml").write_bytes(b"\xff\xfe")
    (folder / "attributes" / "seniority.toml").write_text("name = 3")
    with pytest.raises(CorpusError) as excinfo:
        read_content(tmp_path / "own")
    first, *other_problems = excinfo.value.problems
    assert "byte order mark of UTF-16" in first
    assert len(other_problems) == 4
    assert all("seniority.toml" in problem for problem in other_problems)


def test_a_domain_without_profiles_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no folder profiles"):
        read_content(tmp_path)
    (tmp_path / "profiles").mkdir()
    with pytest.raises(CorpusError, match="contains no"):
        read_content(tmp_path)
