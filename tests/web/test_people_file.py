"""A participant's file in a real Chromium: it needs no server and keeps the answers."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

from probe.audit.between import StudyOptions, booklets
from probe.audit.people import decisions_of, draw_people, import_people, open_study
from probe.files.dataset import write_dataset
from probe.values import Complexity, Dilemma
from probe.web.people_pages import person_file
from tests.web.conftest import HOSTILE, SCREENS, forbid_dialogs, opened_window, page_width, serious_violations
from tests.web.conftest import hostile_pair as hostile


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """A study of hostile dilemmas with a hostile page of consent; each text states 120."""
    pairs = [
        Dilemma.model_validate(
            hostile().model_dump()
            | {
                "id": "",
                "unbiased": f"{number}: 120 of us. {hostile().unbiased}",
                "biased": f"{number}: 120 of us. {hostile().biased}",
                "complexity": Complexity(depth=3),
            }
        )
        for number in range(4)
    ]
    write_dataset(tmp_path / "dataset.jsonl", pairs)
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / "instructions.txt").write_text(f"# {HOSTILE}\n\n{HOSTILE}\n")
    options = StudyOptions(people=2, items=4, per_person=4, checks=1, bearings=1)
    draw_people(tmp_path / "dataset.jsonl", folder, options, person_file)
    return folder


def first_file(study: Path) -> str:
    (line, *_) = (study / "links.csv").read_text().splitlines()[1:]
    return (study / line.split(",")[1]).as_uri()


def test_a_booklet_is_answered_without_a_server_and_its_file_is_imported(
    browser: Browser, study: Path, tmp_path: Path
) -> None:
    """Even if the page is reloaded in between; hostile texts do not run, and no server is contacted."""
    page = browser.new_context(accept_downloads=True).new_page()
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))
    forbid_dialogs(page)
    page.goto(first_file(study))
    expect(page.get_by_role("heading", name="Before you begin")).to_be_visible()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Before you begin")).to_be_visible()  # without consent
    page.get_by_label("I have read this page").check()
    page.get_by_role("button", name="Begin").click()
    steps = booklets(open_study(study).items, StudyOptions.of(open_study(study).settings))["person-01"]
    for number, step in enumerate(steps, 1):
        if number == 2:
            page.reload()
        expect(page.get_by_role("heading", name=f"{number} of {len(steps)}")).to_be_visible()
        assert page.locator("section:visible mark").count() == int(step.marked)
        for question in step.questions:
            page.locator(f"section:visible [data-question={question.value}] input").first.check()
        page.locator("section:visible button.next").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the file with my answers").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert page.locator("#answers").input_value().splitlines() == file.read_text().splitlines()
    people, answers = import_people(study, [file])
    assert (people, answers) == (1, 1 + sum(len(step.questions) for step in steps))
    assert [decision.decision for decision in decisions_of(open_study(study))] == ["A"] * 4
    assert {request.url.split(":")[0] for request in requests} <= {"file", "blob"}
    assert "owned" not in page.title()
    page.context.close()


@SCREENS
def test_an_accessibility_checker_finds_nothing_serious_in_a_booklet(
    browser: Browser, study: Path, scheme: str, width: int
) -> None:
    show = "at => document.querySelectorAll('section.step').forEach((step, n) => { step.hidden = n !== at; })"
    with opened_window(browser, width, scheme) as page:
        page.goto(first_file(study))
        for number in range(page.locator("section.step").count()):
            page.evaluate(show, number)
            assert serious_violations(page) == [], number
            assert page_width(page) <= width, number
