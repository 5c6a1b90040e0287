"""The pages about items of other protocols in a real Chromium."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from probe.protocols import protocol_named
from tests.shared import CommandLine
from tests.web.conftest import HOSTILE, Serve, Served, loaded, opened_browser


@pytest.fixture(scope="module")
def items(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sets and a test of templates, one of each hostile, with the decisions of a subject on all of them."""
    made = tmp_path_factory.mktemp("items")
    sets = ("generate", "--protocol", "triage", "--kind", "sequence", "--sets", "2", "--set-size", "5")
    tests = ("generate", "--protocol", "templates", "--bias", "framing_effect", "--per-bias", "2", "--instances", "1")
    for name, command in (("sets", sets), ("tests", tests)):
        assert probe(*command, "--out", made / name).returncode == 0
        file = made / name / "dataset.jsonl"
        first, second = map(json.loads, file.read_text(encoding="utf-8").splitlines())
        file.write_text("".join(json.dumps(one) + "\n" for one in (first, hostile_item(second))), encoding="utf-8")
        asked = ("evaluate", file, "--model", f"simulated/{'carry' if name == 'sets' else 'rational'}", "--runs", "2")
        assert probe(*asked, "--out", made / f"{name}-run").returncode == 0
    write_files(probe, made)
    return made


def write_files(probe: CommandLine, made: Path) -> None:
    """Write the page of a set with its decisions, and the summary of two sets of which one lacks its programs."""
    file = made / "sets" / "dataset.jsonl"
    asked = ("audit", file, ids_of(file)[0], "--run", made / "sets-run", "--html", made / "item.html")
    assert probe(*asked).returncode == 0
    first, second = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    broken = [first | {"axioms": "", "id": ""}, second]
    (made / "two.jsonl").write_text("".join(json.dumps(one) + "\n" for one in broken), encoding="utf-8")
    probe("audit", made / "two.jsonl", "--failing", "norm", "--html", made / "all.html", expect=1)


def hostile_item(item: dict[str, Any]) -> dict[str, Any]:
    hostile: dict[str, Any] = {"domain": HOSTILE, "provenance": {"author": HOSTILE}, "id": ""}
    if item["protocol"] == "templates":
        hostile |= {"control": item["control"] + HOSTILE, "drawn": {HOSTILE: HOSTILE}, "scenario": HOSTILE}
        hostile |= {"scale": [HOSTILE + str(place) for place in range(len(item["scale"]))]}
    else:
        hostile |= {"policy": [HOSTILE], "instructions": HOSTILE, "question": HOSTILE, "level": 2}
    return item | hostile


def ids_of(file: Path) -> list[str]:
    """The ids of the items in a file as they are read, also of edited ones."""
    protocol = protocol_named(json.loads(file.read_text(encoding="utf-8").splitlines()[0])["protocol"])
    return [protocol.read(json.loads(line)).id for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def browser(items: Path) -> Iterator[Browser]:
    """A browser that is opened once all commands have run."""
    with opened_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def sets(serve: Serve, items: Path) -> Served:
    return serve(items / "sets", items / "sets-run")


@pytest.fixture(scope="module")
def tests(serve: Serve, items: Path) -> Served:
    return serve(items / "tests", items / "tests-run", items / "tests")


def test_a_set_is_found_and_shown_with_its_policy_proofs_and_decisions(sets: Served, page: Page, items: Path) -> None:
    """From the list by a word of its text to its page: proofs by profile, and the decisions in every order by place."""
    item = json.loads((items / "sets" / "dataset.jsonl").read_text(encoding="utf-8").splitlines()[0])
    loaded(page, sets)
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
    said = [cell.inner_text().split() for cell in order.locator("td").all()[2:]]
    assert [int(words[1]) for words in said] == [place + 1 for place in item["orders"]["latin_2"]]
    right = [item["scale"][item["profiles"][place]["right"]] for place in item["orders"]["latin_2"]]
    assert [" ".join(words[2:]) for words in said] == right, "this subject carries nothing over"
    page.get_by_role("link", name="All items in this selection").click()
    expect(page.locator("tbody tr")).to_have_count(1)


def test_a_test_is_shown_with_its_manipulation_marked_and_its_scale_in_both_orders(
    tests: Served, page: Page, items: Path
) -> None:
    item = json.loads((items / "tests" / "dataset.jsonl").read_text(encoding="utf-8").splitlines()[0])
    page.goto(f"{tests.url}item/{item['id']}")
    control, treatment = (page.locator(".pair section").nth(place) for place in (0, 1))
    assert control.locator(".text").inner_text() == item["control"]
    assert str(item["drawn"]["v"]) in control.locator("mark").first.inner_text()
    assert str(100 - item["drawn"]["v"]) in treatment.locator("mark").first.inner_text()
    rows = page.get_by_role("region", name="The scale").locator("tbody tr")
    written = [row.locator("td").all_inner_texts() for row in rows.all()]
    assert [one for one, _ in written] == [f"Option {place}: {one}" for place, one in enumerate(item["scale"], 1)]
    assert [one.partition(": ")[2] for _, one in written] == item["scale"][::-1]
    expect(page.get_by_role("region", name="Decisions of").locator("tbody tr")).to_have_count(4)
    expect(page.locator(".proof ul").first).to_be_visible()


def test_the_analyses_of_items_show_their_figures_in_words_too(tests: Served, browser: Browser) -> None:
    """Every figure loads and has words for those who cannot see it; a phone does not scroll sideways."""
    context = browser.new_context(viewport={"width": 390, "height": 900})
    window = context.new_page()
    window.set_default_timeout(120_000)  # all figures are drawn for the first request
    window.on("dialog", lambda dialog: pytest.fail(f"a script of the data ran: {dialog.message}"))
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
    assert window.evaluate("document.documentElement.scrollWidth") <= 390
    found = Axe().run(window).response["violations"]
    assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    context.close()


def test_hostile_items_stay_text_and_are_accessible(sets: Served, tests: Served, browser: Browser, items: Path) -> None:
    """No script of an item runs, and on a phone axe-core finds nothing serious and no page scrolls sideways."""
    pages = [(one.url, name) for one, name in ((sets, "sets"), (tests, "tests"))]
    paths = [f"{url}item/{one}" for url, name in pages for one in ids_of(items / name / "dataset.jsonl")]
    context = browser.new_context(viewport={"width": 390, "height": 900})
    window = context.new_page()
    window.on("dialog", lambda dialog: pytest.fail(f"a script of the data ran: {dialog.message}"))
    for path in [sets.url, *paths]:
        answer = window.goto(path)
        assert answer is not None, path
        assert answer.ok, path
        assert "owned" not in window.title()
        assert window.locator("img").count() == 0
        assert not {"\x1b", "\u202e"} & set(window.content()), path
        assert window.evaluate("document.documentElement.scrollWidth") <= 390, path
    for path in paths[1], paths[3]:
        window.goto(path)
        found = Axe().run(window).response["violations"]
        assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")], path
    context.close()


def test_an_item_and_a_dataset_of_items_become_one_file_each(page: Page, items: Path) -> None:
    """``probe audit --html``: the item with its decisions, and the summary with the items that fail a check."""
    page.goto((items / "item.html").as_uri())
    expect(page.get_by_role("region", name="Decisions of").locator("tbody tr").first).to_be_visible()
    page.goto((items / "all.html").as_uri())
    expect(page.get_by_role("region", name="that do not pass").locator("tbody tr")).to_have_count(1)
    expect(page.locator("h1 .id")).to_have_count(1)
