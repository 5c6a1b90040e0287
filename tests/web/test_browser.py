"""The pages about dilemmas and ratings in a real Chromium."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from probe.document import Document, Grid
from probe.files.dataset import write_dataset
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.store.ratings import RatingStore
from probe.values import Dilemma
from probe.values.validation import SampledItem
from tests.shared import ROOT, CommandLine
from tests.web.conftest import (
    HOSTILE,
    SCREENS,
    PageServer,
    Serve,
    flawed_pair,
    forbid_dialogs,
    hostile_pair,
    open_when_checked,
    opened_window,
    page_width,
    serious_violations,
    write_decisions,
    write_pairs,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, seed_pairs: list[Dilemma]) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    file = write_pairs(folder / "dataset.jsonl", flawed_pair(), hostile_pair(), *seed_pairs)
    pairs = list(read_dilemmas(file))
    write_decisions(folder / "run", pairs, "simulated/some", HOSTILE)
    RatingStore.create(folder / "ratings", [SampledItem.of(pair) for pair in pairs[:4]], {})
    write_dataset(folder / "rated.jsonl", pairs[:4])
    return folder


@pytest.fixture(scope="module")
def page_server(serve: Serve, folder: Path) -> PageServer:
    return serve(folder / "dataset.jsonl", folder / "run", "--ratings", folder / "ratings")


def test_the_list_is_filtered_searched_and_opened(
    page_server: PageServer, page: Page, seed_pairs: list[Dilemma]
) -> None:
    """By a failing check, by subject and by words, and from a dilemma back to the same selection."""
    open_when_checked(page, page_server)
    expect(page.locator("tbody tr")).to_have_count(len(seed_pairs) + 2)
    expect(page.locator("tbody .badge.good")).to_have_count(len(seed_pairs))
    page.get_by_label("Fails").select_option("unique")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.locator("tbody a").click()
    expect(page.locator(".box.bad")).to_be_visible()
    assert "check=unique" in page.url
    page.get_by_role("link", name="All dilemmas in this selection").click()
    page.get_by_label("Fails").select_option("")
    page.get_by_label("Flipped by").select_option("simulated/some")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("link", name="All", exact=True).click()
    page.get_by_label("Words").fill("TEN waited")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("tbody tr")).to_have_count(1)


def test_previous_and_next_walk_the_dataset(page_server: PageServer, page: Page, folder: Path) -> None:
    ids = [pair.id for pair in read_dilemmas(folder / "dataset.jsonl")]
    page.goto(f"{page_server.url}dilemma/{ids[0]}")
    expect(page.get_by_role("link", name="Previous")).to_have_count(0)
    page.get_by_role("link", name="Next").click()
    assert page.url.endswith(f"/dilemma/{ids[1]}")
    page.get_by_role("link", name="Previous").click()
    assert page.url.endswith(f"/dilemma/{ids[0]}")


def test_a_proof_step_opens_by_keyboard_and_marks_its_clause(page_server: PageServer, page: Page, folder: Path) -> None:
    """Enter closes and opens a step; focus and pointer highlight all lines of its clause."""
    pair = read_dilemmas(folder / "dataset.jsonl")[0]
    page.goto(f"{page_server.url}dilemma/{pair.id}")
    step = page.locator(".proof details").nth(1)
    summary = step.locator("> summary")
    assert "good(option_A)" in summary.inner_text()
    expect(step).to_have_attribute("open", "")
    summary.focus()
    marked_lines = page.locator(".ln.lit")
    expect(marked_lines).to_have_count(2)
    expect(marked_lines.nth(0)).to_contain_text("good(X) :-")
    expect(marked_lines.nth(1)).to_contain_text("fit(X).")
    page.keyboard.press("Enter")
    expect(step).not_to_have_attribute("open", "")
    page.keyboard.press("Enter")
    expect(step).to_have_attribute("open", "")
    page.locator(".proof .leaf").first.hover()
    expect(marked_lines).to_have_count(1)
    expect(marked_lines).to_contain_text("ready(option_A).")


def test_the_page_says_why_not_the_other_option(page_server: PageServer, page: Page, folder: Path) -> None:
    """In the summary at the top and below each proof; the steps of the search highlight their clauses too."""
    flawed_dilemma, _, seed, *_ = read_dilemmas(folder / "dataset.jsonl")
    page.goto(f"{page_server.url}dilemma/{flawed_dilemma.id}")
    expect(page.locator(".box:has-text('Summary.') li")).to_have_count(3)
    expect(page.locator(".box:has-text('Summary.') li").nth(1)).to_contain_text("option_B")
    expect(page.get_by_role("heading", name="2nd of 2").first).to_be_visible()
    page.goto(f"{page_server.url}dilemma/{seed.id}")
    expect(page.get_by_role("heading", name="Why not option").first).to_be_visible()
    missing_step = page.locator("h4:has-text('Why not') ~ .proof details").first
    missing_step.locator("> summary").hover()
    expect(page.locator(".ln.lit").first).to_contain_text("decide_option(")


def test_decisions_are_letters_and_wrong_ones_are_red(page_server: PageServer, page: Page, folder: Path) -> None:
    """The decision on the first dilemma is right for the unbiased text (A) and wrong for the biased one (B)."""
    pair = read_dilemmas(folder / "dataset.jsonl")[0]
    page.goto(f"{page_server.url}dilemma/{pair.id}")
    decisions = page.locator("table", has=page.get_by_role("columnheader", name="decisions by run"))
    badges = decisions.locator("tbody .badge")
    assert badges.all_inner_texts() == ["A", "B"]
    assert badges.evaluate_all("all => all.map(badge => badge.className)") == ["badge good", "badge bad"]
    expect(page.locator("details strong", has_text="biased, run 1: B.")).to_have_count(1)


def test_ratings_are_kept_over_reload_and_a_killed_server(
    serve: Serve, folder: Path, page: Page, page_server: PageServer
) -> None:
    """After a restart on the same port, saved answers are still there and the open page works."""
    rating = serve(folder / "rated.jsonl", "--ratings", folder / "ratings")
    page.goto(f"{rating.url}rate")
    page.get_by_label("Your name").fill("Ada L.")
    page.get_by_role("button", name="Start or continue").click()
    first = page.url
    page.locator("input[name=same_task][value=yes]").check()
    page.locator("input[name=bias_presence][value=no]").check()
    page.locator("input[name=alignment][value=yes]").check()
    page.locator("input[name=axioms][value=yes]").check()
    page.locator("input[name=bias_presence-comment]").fill("the cue <b>is</b> a fact")
    page.get_by_role("button", name="Save and continue").click()
    expect(page.locator("h1")).to_contain_text("Item 2")
    page.locator("input[name=same_task][value=no]").check()
    rating.kill()
    restarted = serve(folder / "rated.jsonl", "--ratings", folder / "ratings", port=rating.port)
    page.get_by_role("button", name="Save and continue").click()
    page.goto(first)
    expect(page.locator("input[name=bias_presence][value=no]")).to_be_checked()
    expect(page.locator("input[name=bias_presence-comment]")).to_have_value("the cue <b>is</b> a fact")
    page.get_by_role("button", name="Undo my last save").click()
    assert page.url.endswith("/2")
    expect(page.locator("input[name=same_task][value=no]")).not_to_be_checked()
    expect(page.locator("a.done")).to_have_count(1)
    assert restarted.port == rating.port


def test_hostile_content_runs_nowhere(page_server: PageServer, page: Page, folder: Path) -> None:
    pair = read_dilemmas(folder / "dataset.jsonl")[1]
    forbid_dialogs(page)
    for path in ("", f"dilemma/{pair.id}", "rate/Ada/2", "analyses"):
        page.goto(page_server.url + path)
        assert "owned" not in page.title()
        assert page.locator("img[src=x]").count() == 0


GRID = """table => {
  const right = table.closest(".wide").getBoundingClientRect().right;
  const cells = [...table.rows].flatMap(row => [...row.cells].slice(0, 8));
  const broken = [];
  for (const cell of cells) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const found of node.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(node, found.index); range.setEnd(node, found.index + found[0].length);
        if (range.getClientRects().length > 1) broken.push(found[0]);
      }
    }
  }
  return { broken, hidden: cells.filter(cell => cell.getBoundingClientRect().right > right + 1).length };
}"""
"""Words of the first eight columns on more than one line, and cells of them that cannot be seen without scrolling."""


def test_the_first_columns_of_a_grid_are_seen_whole_and_their_words_unbroken(browser: Browser, tmp_path: Path) -> None:
    """At 1280 pixels; an endless hostile word is broken, and ten more columns can be reached by scrolling."""
    columns = tuple(f"column {number}" for number in range(18))
    words = ("hyperbolic", "discounting", "openai/gpt-4o-mini", "order_invariant", "6688b266f213b3a6", "+100.0", "0")
    row = tuple(" ".join((words * 4)[start : start + 2]) for start in range(len(columns)))
    hostile = ("x" * 5000, *row[1:])
    prose = ("because the team of the service that it depends on was dissolved",) * 8
    grids = (
        Grid("Many columns", columns, (row, row)),
        Grid("Hostile", columns, (hostile, row)),
        Grid("Prose", columns[:8], (prose,)),
    )
    (tmp_path / "grids.html").write_text(Document("Grids", grids).page(), encoding="utf-8")
    with opened_window(browser, 1280) as window:
        window.goto((tmp_path / "grids.html").as_uri())
        for title in ("Many columns", "Hostile", "Prose"):
            layout = window.get_by_role("region", name=title).locator("table").evaluate(GRID)
            assert layout["hidden"] == 0, title
            assert [word for word in layout["broken"] if len(word) < 5000] == [], title


def test_no_rule_of_the_style_sheet_depends_on_both_the_scheme_and_the_width() -> None:
    sheet = (ROOT / "probe/style.css").read_text(encoding="utf-8")
    conditions = [block.partition("{")[0] for block in sheet.split("@media")[1:]]
    assert conditions
    assert not [condition for condition in conditions if "scheme" in condition and "width" in condition]
    (scheme,) = (block for block in sheet.split("@media")[1:] if "scheme" in block.partition("{")[0])
    assert scheme.startswith(" (prefers-color-scheme: dark) {\n  :root {")


@SCREENS
def test_an_accessibility_checker_finds_nothing_serious(
    page_server: PageServer, browser: Browser, folder: Path, scheme: str, width: int
) -> None:
    """axe-core on every kind of page, and no page scrolls sideways."""
    pairs = read_dilemmas(folder / "dataset.jsonl")
    dilemmas = (f"dilemma/{pairs[0].id}", f"dilemma/{pairs[5].id}")
    with opened_window(browser, width, scheme) as window:
        for path in ("", *dilemmas, "rate", "rate/Ada/1", "agreement", "analyses"):
            window.goto(page_server.url + path)
            assert serious_violations(window) == [], path
            assert page_width(window) <= width, path


def test_the_shared_file_works_by_itself(probe: CommandLine, page: Page, folder: Path, tmp_path: Path) -> None:
    """``probe audit --html``: one file with its own style and script, which marks clauses and obeys its own policy."""
    file = tmp_path / "shared.html"
    pair = read_dilemmas(folder / "dataset.jsonl")[0]
    probe.process("audit", folder / "dataset.jsonl", pair.id[:8], "--html", file, expect=1)
    page.goto(file.as_uri())
    page.locator(".proof .leaf").first.hover()
    expect(page.locator(".ln.lit")).to_have_count(1)
    assert page.evaluate("getComputedStyle(document.querySelector('.badge')).borderRadius") != "0px"
