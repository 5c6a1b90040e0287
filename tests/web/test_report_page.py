"""The report in a real Chromium: the first screen shows the answer, and nothing overflows or is inaccessible."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from probe.analysis.study import prepare
from probe.measuring.analyze import write_card, write_report
from probe.values import Bias
from tests.analysis.made_datasets import evaluate, flips_at, pairs
from tests.analysis.reports import report_on
from tests.web.conftest import SCREENS, opened_browser, opened_window, page_width, violations

BIASES = (Bias.FRAMING, Bias.ANCHORING, Bias.BANDWAGON, Bias.CONFIRMATION)
INCONCLUSIVE = ("alike", "chance", "few", "unparsed")
EVERY_BIAS = "six on every bias"
SUBJECTS = {"one": 1, "two": 2, "six": 6}


def evaluations_of(dilemmas: Any, subjects: int) -> list[Any]:
    """Return evaluations of ``subjects`` subjects, each of which flips more often than the one before."""
    return [
        evaluate(dilemmas, flips_at(0.1 * number, seed=number), subject=f"provider/model-{number}-of-a-long-name")
        for number in range(subjects)
    ]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Reports on one, two and six subjects, and on studies that show little."""
    folder, dilemmas = tmp_path_factory.mktemp("reports"), pairs(BIASES, 21)
    studies: dict[str, list[Any]] = {name: evaluations_of(dilemmas, count) for name, count in SUBJECTS.items()}
    coin, broken_subject = random.Random(7), flips_at(0.2, seed=8)
    studies["alike"] = [evaluate(dilemmas, lambda *_: "A", subject="provider/alike")]
    studies["chance"] = [evaluate(dilemmas, lambda *_: coin.choice("AB"), subject="provider/coin")]
    studies["few"] = [evaluate(pairs(BIASES[:1], 12), flips_at(0.3), subject="provider/few")]
    studies["unparsed"] = [
        evaluate(
            dilemmas,
            lambda *question: "unparsed" if coin.random() < 0.3 else broken_subject(*question),
            subject="provider/broken",
        )
    ]
    studies[EVERY_BIAS] = evaluations_of(pairs(tuple(Bias.packaged), 12), 6)
    for name, evaluations in studies.items():
        write_report(report_on(prepare(evaluations)), folder / name)
    write_card(report_on(prepare(studies["one"])), folder / "card.html")
    return {name: folder / name / "report.html" for name in studies} | {"card": folder / "card.html"}


@pytest.fixture(scope="module")
def browser(reports: dict[str, Path]) -> Iterator[Browser]:
    with opened_browser() as chromium_browser:
        yield chromium_browser


@pytest.mark.parametrize("name", [*SUBJECTS, *INCONCLUSIVE, EVERY_BIAS, "card"])
def test_the_first_screen_has_the_conclusion_the_verdicts_and_both_figures(
    browser: Browser, reports: dict[str, Path], name: str
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(reports[name].as_uri())
    assert page.locator("h1").inner_text() == page.title()
    boxes = [figure.bounding_box() for figure in page.locator("figure .plot").all()[:2]]
    assert all(box and box["y"] + box["height"] <= 900 for box in boxes), boxes
    assert boxes[0]["y"] == boxes[1]["y"], "side by side"  # type: ignore[index]
    if name == EVERY_BIAS:  # its heat map alone has hundreds of numbers
        page.evaluate("document.querySelectorAll('.plot').forEach(each => each.remove())")
    words = re.findall(r"\S+", page.locator("body").inner_text())
    assert len(words) <= 600
    page.close()


@SCREENS
def test_an_accessibility_checker_finds_nothing_and_nothing_scrolls_sideways(
    browser: Browser, reports: dict[str, Path], width: int, scheme: str
) -> None:
    with opened_window(browser, width, scheme) as page:
        for name in ("one", "six", *INCONCLUSIVE, EVERY_BIAS, "card"):
            page.goto(reports[name].as_uri())
            assert page_width(page) <= width, name
            page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
            assert page_width(page) <= width, name
            assert violations(page) == [], name


def test_a_printed_report_shows_what_is_folded(browser: Browser, reports: dict[str, Path]) -> None:
    page = browser.new_page()
    page.goto(reports["two"].as_uri())
    folded_text = page.locator(".fold .fold p").first
    assert not folded_text.is_visible()
    page.emulate_media(media="print")
    assert folded_text.is_visible()
    page.close()


def test_a_card_is_one_screen_and_names_its_dataset_and_how_the_subject_was_asked(
    browser: Browser, reports: dict[str, Path]
) -> None:
    """It has to be readable without the report and its folder."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(reports["card"].as_uri())
    assert page.locator("main > .soft").last.bounding_box()["y"] < 900  # type: ignore[index]
    notes = page.locator("main > .soft").all_inner_texts()
    assert any(re.match(r"Dataset [0-9a-f]{12}: \d+ items, made by", note) for note in notes)
    assert any(note.startswith("provider/model-0-of-a-long-name, run ") for note in notes)
    assert not re.search("chapter|whole report", page.locator("body").inner_text())
    page.close()


def test_no_table_of_a_printed_report_is_cut_off(browser: Browser, reports: dict[str, Path]) -> None:
    """Tables are on landscape pages of A3, which leave 396 mm: 1,496 pixels."""
    page = browser.new_page(viewport={"width": 1496, "height": 1000})
    page.goto(reports["six"].as_uri())
    page.emulate_media(media="print")
    widths = page.evaluate("[...document.querySelectorAll('.wide table')].map(table => table.offsetWidth)")
    assert max(widths) <= 1496
    page.close()
