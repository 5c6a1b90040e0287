"""The pages about items of other protocols in a real Chromium."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from probe.protocols import protocol_named
from tests.shared import CommandLine, json_lines
from tests.web.conftest import (
    HOSTILE,
    PageServer,
    Serve,
    open_when_checked,
    opened_browser,
    opened_window,
    page_width,
    serious_violations,
)


@pytest.fixture(scope="module")
def items(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two triage sets and two template tests, one of each hostile, with the decisions of a subject on all of them."""
    folder = tmp_path_factory.mktemp("items")
    sets = ("generate", "--protocol", "triage", "--kind", "sequence", "--sets", "2", "--set-size", "5")
    tests = ("generate", "--protocol", "templates", "--bias", "framing_effect", "--per-bias", "2", "--instances", "1")
    for name, command in (("sets", sets), ("tests", tests)):
        probe(*command, "--out", folder / name)
        file = folder / name / "dataset.jsonl"
        first, second = json_lines(file)
        file.write_text("".join(json.dumps(item) + "\n" for item in (first, hostile_item(second))), encoding="utf-8")
        subject = f"simulated/{'carry' if name == 'sets' else 'rational'}"
        probe("evaluate", file, "--model", subject, "--runs", "2", "--out", folder / f"{name}-run")
    write_files(probe, folder)
    return folder


def write_files(probe: CommandLine, folder: Path) -> None:
    """Write the page of a set with its decisions, and the summary of two sets, one of which lacks its programs."""
    file = folder / "sets" / "dataset.jsonl"
    probe("audit", file, ids_of(file)[0], "--run", folder / "sets-run", "--html", folder / "item.html")
    first, second = json_lines(file)
    edited_items = [first | {"axioms": "", "id": ""}, second]
    (folder / "two.jsonl").write_text("".join(json.dumps(item) + "\n" for item in edited_items), encoding="utf-8")
    probe("audit", folder / "two.jsonl", "--failing", "norm", "--html", folder / "all.html", expect=1)


def hostile_item(item: dict[str, Any]) -> dict[str, Any]:
    hostile: dict[str, Any] = {"domain": HOSTILE, "provenance": {"author": HOSTILE}, "id": ""}
    if item["protocol"] == "templates":
        hostile |= {"control": item["control"] + HOSTILE, "drawn": {HOSTILE: HOSTILE}, "scenario": HOSTILE}
        hostile |= {"scale": [HOSTILE + str(point) for point in range(len(item["scale"]))]}
    else:
        hostile |= {"policy": [HOSTILE], "instructions": HOSTILE, "question": HOSTILE, "level": 2}
    return item | hostile


def ids_of(file: Path) -> list[str]:
    """The ids of the items in a file as they are read, also of edited ones."""
    items = json_lines(file)
    protocol = protocol_named(items[0]["protocol"])
    return [protocol.read(item).id for item in items]


@pytest.fixture(scope="module")
def browser(items: Path) -> Iterator[Browser]:
    """A browser that is opened once all commands have run."""
    with opened_browser() as chromium_browser:
        yield chromium_browser


@pytest.fixture(scope="module")
def sets(serve: Serve, items: Path) -> PageServer:
    return serve(items / "sets", items / "sets-run")


@pytest.fixture(scope="module")
def tests(serve: Serve, items: Path) -> PageServer:
    return serve(items / "tests", items / "tests-run", items / "tests")


def test_a_set_is_found_and_shown_with_its_policy_proofs_and_decisions(
    sets: PageServer, page: Page, items: Path
) -> None:
    """From the list by a word of its text to its page: proofs by profile, and the decisions in every order by place."""
    item = json_lines(items / "sets" / "dataset.jsonl")[0]
    open_when_checked(page, sets)
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_label("Words").fill(item["policy"][0].split(".")[0])
    page.get_by_role("button", name="Show").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.locator("tbody a").click()
    assert f"/item/{item['id']}" in page.url
    expect(page.locator(".badge.good").first).to_have_text("passes")
    for rule in item["policy"]:
        expect(page.get_by_role("cell", name=rule, exact=True)).to_be_visible()
    proofs = page.locator("details.fold:has(> div > details.fold .proof)")
    expect(proofs).to_have_count(5)
    proofs.nth(2).locator("> summary").click()
    proofs.nth(2).locator(".proof .leaf").first.hover()
    expect(page.locator(".ln.lit").first).to_be_visible()
    order = (
        page.get_by_role("region", name="Decisions of")
        .locator("tr", has=page.get_by_role("cell", name="latin_2", exact=True))
        .first
    )
    answers = [cell.inner_text().split() for cell in order.locator("td").all()[2:]]
    assert [int(words[1]) for words in answers] == [index + 1 for index in item["orders"]["latin_2"]]
    right = [item["scale"][item["profiles"][index]["right"]] for index in item["orders"]["latin_2"]]
    assert [" ".join(words[2:]) for words in answers] == right, "this subject is not influenced by earlier decisions"
    page.get_by_role("link", name="All items in this selection").click()
    expect(page.locator("tbody tr")).to_have_count(1)


def test_a_test_is_shown_with_its_manipulation_marked_and_its_scale_in_both_orders(
    tests: PageServer, page: Page, items: Path
) -> None:
    item = json_lines(items / "tests" / "dataset.jsonl")[0]
    page.goto(f"{tests.url}item/{item['id']}")
    control, treatment = (page.locator(".pair section").nth(number) for number in (0, 1))
    assert control.locator(".text").inner_text() == item["control"]
    assert str(item["drawn"]["v"]) in control.locator("mark").first.inner_text()
    assert str(100 - item["drawn"]["v"]) in treatment.locator("mark").first.inner_text()
    rows = page.get_by_role("region", name="The scale").locator("tbody tr")
    option_rows = [row.locator("td").all_inner_texts() for row in rows.all()]
    assert [option for option, _ in option_rows] == [
        f"Option {n}: {option}" for n, option in enumerate(item["scale"], 1)
    ]
    assert [option.partition(": ")[2] for _, option in option_rows] == item["scale"][::-1]
    expect(page.get_by_role("region", name="Decisions of").locator("tbody tr")).to_have_count(4)
    expect(page.locator(".proof ul").first).to_be_visible()


def test_the_analyses_of_items_show_their_figures_in_words_too(tests: PageServer, browser: Browser) -> None:
    """Every figure loads and has an alternative text; on a phone, no page scrolls sideways."""
    with opened_window(browser, 390) as window:
        window.set_default_timeout(120_000)  # the first request draws all figures
        window.goto(tests.url)
        window.get_by_role("link", name="Analyses").first.click()
        assert window.url.endswith("/analyses")
        expect(window.locator("h1")).to_contain_text("too few to test")  # the conclusion
        expect(window.locator("main")).to_contain_text("simulated/rational")
        titles = window.locator("figcaption strong").all_inner_texts()
        assert {"m by bias.", "Shift by bias.", "m by bias and subject."} <= set(titles)
        for picture in window.locator("figure img").all():
            picture.scroll_into_view_if_needed()
            window.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=picture.element_handle())
            assert "framing effect" in (picture.get_attribute("alt") or "")
        assert page_width(window) <= 390
        assert serious_violations(window) == []


def test_hostile_items_stay_text_and_are_accessible(
    sets: PageServer, tests: PageServer, browser: Browser, items: Path
) -> None:
    """No script of an item runs, and on a phone axe-core finds nothing serious and no page scrolls sideways."""
    paths = [
        f"{server.url}item/{item}"
        for server, name in ((sets, "sets"), (tests, "tests"))
        for item in ids_of(items / name / "dataset.jsonl")
    ]
    with opened_window(browser, 390) as window:
        for path in [sets.url, *paths]:
            answer = window.goto(path)
            assert answer is not None, path
            assert answer.ok, path
            assert "owned" not in window.title()
            assert window.locator("img").count() == 0
            assert not {"\x1b", "\u202e"} & set(window.content()), path
            assert page_width(window) <= 390, path
        for path in paths[1], paths[3]:
            window.goto(path)
            assert serious_violations(window) == [], path


def test_an_item_and_a_dataset_of_items_become_one_file_each(page: Page, items: Path) -> None:
    """``probe audit --html``: the item with its decisions, and the summary with the items that fail a check."""
    page.goto((items / "item.html").as_uri())
    expect(page.get_by_role("region", name="Decisions of").locator("tbody tr").first).to_be_visible()
    page.goto((items / "all.html").as_uri())
    expect(page.get_by_role("region", name="that do not pass").locator("tbody tr")).to_have_count(1)
    expect(page.locator("h1 .id")).to_have_count(1)
