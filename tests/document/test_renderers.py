"""Every renderer shows every kind of block, and hostile text stays text in all of them."""

import html
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from probe.document import (
    Block,
    CheckLine,
    Checks,
    Code,
    Document,
    Fold,
    Grid,
    MarkedTexts,
    ProgramLine,
    ProofTree,
    Step,
    TextPiece,
    TitledText,
)
from probe.document.html import FEWEST, WIDEST, HtmlRenderer
from probe.document.terminal import BRIEF_STEPS, CONTEXT_WIDTH
from tests.document.hostile import BLOCKS, DOCUMENT, HOSTILE

HTML: dict[str, Callable[[Document], str]] = {
    "page": Document.page,
    "html": Document.html,
    "notebook": Document._repr_html_,
}


TAGS = frozenset(
    {
        *("html", "head", "meta", "title", "style", "body", "main", "script", "h1", "h2", "h3", "h4", "p", "div"),
        *("span", "strong", "mark", "a", "code", "b", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "wbr"),
        *("dl", "dt", "dd", "details", "summary", "section", "figure", "figcaption", "img", "button"),
    }
)
"""The elements that the renderers write."""


class Elements(HTMLParser):
    """Collects the elements of a page with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep one element."""
        self.all.append((tag, dict(attrs)))


@pytest.mark.parametrize("renderer", HTML)
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: type(block).__name__)
def test_no_text_of_a_block_becomes_markup(renderer: str, block: Block) -> None:
    """No tag, attribute or address of the text, and no character that moves the reading direction or a cursor."""
    markup = HTML[renderer](Document(HOSTILE, (block,), (HOSTILE,)))
    assert "&lt;script&gt;document.title" in markup.replace("<wbr>", "")
    assert "<script>document" not in markup
    assert not {"\x1b", "\u202e", "\x00", "\ud800"} & set(markup)
    elements = Elements()
    elements.feed(markup)
    assert {tag for tag, _ in elements.all} <= TAGS
    assert not [name for _, attributes in elements.all for name in attributes if name.startswith("on")]
    addresses = [attributes.get("href") or attributes.get("src") for _, attributes in elements.all]
    assert all(address.startswith(("#", "/")) or address == "tables/a.csv" for address in addresses if address)
    assert not [address for address in addresses if address and address.startswith("//")]


@pytest.mark.parametrize("verbose", [True, False])
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: type(block).__name__)
def test_no_text_of_a_block_reaches_a_terminal_as_a_control_character(block: Block, verbose: bool) -> None:
    text = Document("", (block,), more=HOSTILE).text(verbose=verbose)
    assert text
    assert not {"\x1b", "\u202e", "\x00", "\ud800"} & set(text)


def test_json_has_the_texts_as_they_are_and_can_be_stored() -> None:
    """A page that shows the JSON escapes it; only lone surrogates, which no file can store, are replaced."""
    content = json.loads(json.dumps(DOCUMENT.to_json()).encode())
    assert [block["block"] for block in content["blocks"]] == [type(block).__name__ for block in BLOCKS]
    assert content["blocks"][4]["title"] == HOSTILE.replace("\ud800", "?")


def test_only_links_within_the_pages_are_links() -> None:
    markup = DOCUMENT.html()
    links = [html.unescape(link) for link in re.findall(r'href="([^"]*)"', markup)]
    assert links
    assert {link for link in links if not link.startswith("#")} == {"tables/a.csv"}


def test_regions_of_a_page_have_different_names() -> None:
    grid = Grid("Numbers", ("a",), (("1",),))
    names = re.findall(r'aria-label="([^"]*)"', str(HtmlRenderer().render([grid, grid])))
    assert len(set(names)) == 2


def check(name: str, tone: str, outcome: str) -> CheckLine:
    return CheckLine(name, outcome, "good" if tone == "good" else "bad", "the reason", "?", (("evidence", "found"),))


def test_a_check_that_holds_is_one_line_and_one_that_fails_shows_its_evidence() -> None:
    checks = Checks("", (check("first", "good", "holds"), check("second", "bad", "fails")))
    brief = Document("", (checks,), more="more").text(verbose=False).splitlines()
    assert [line.split()[:2] for line in brief[:2]] == [["holds", "first"], ["fails", "second"]]
    assert [line.strip() for line in brief[2:4]] == ["the reason", "evidence: found"]
    assert brief[-1] == "more"
    assert Document("", (checks,), more="more").text(verbose=True).count("evidence: found") == 2


def test_a_terminal_shows_long_blocks_only_on_request_and_says_how() -> None:
    """Programs, whole proofs, folds and long texts; short texts are shown in full and need no hint."""
    leaf = Step("leaf")
    proof = Step("root", children=tuple(Step(f"middle {n}", children=(leaf,) * 3) for n in range(4)))
    long_text = "word " * CONTEXT_WIDTH
    blocks: tuple[Block, ...] = (
        TitledText("Text", f"{long_text}end"),
        MarkedTexts("Two", (("first", (TextPiece(f"{long_text}near", False), TextPiece(" cue", True))),)),
        ProofTree(proof),
        Code("Program", (ProgramLine(1, "fact."),)),
        Fold("More of it", (TitledText("Inside", "hidden"),), brief=(TitledText("In short", "shown"),)),
    )
    document = Document("Title", blocks, more="ask for more")
    brief, complete = document.text(verbose=False), document.text(verbose=True)
    assert brief.endswith("ask for more")
    assert "ask for more" not in complete
    for text in ("end", "leaf", "fact.", "hidden"):
        assert text not in brief
        assert text in complete
    for text in ("near{+ cue+}", "middle 3 (3 steps below it)", "shown", "More of it"):
        assert text in brief
    assert len(brief.splitlines()) < BRIEF_STEPS + 12
    assert not Document("", (TitledText("Text", "short"),), more="ask for more").text(verbose=False).endswith("more")


def test_words_of_a_grid_are_broken_only_where_its_columns_would_not_fit() -> None:
    """Columns with short words leave room to the others, and no word of ``FEWEST`` characters is ever broken."""
    name = "a-name-of-forty-characters-without-blanks"
    narrow_grid = Grid("t", ("a", "b", "c"), ((name, name, "x"),))
    assert "<wbr>" not in str(HtmlRenderer().render([narrow_grid]))
    wide_grid = Grid("t", tuple("abcdefgh"), (("x" * WIDEST, *["y" * FEWEST] * 7),))
    markup = str(HtmlRenderer().render([wide_grid]))
    cell = re.search(r'data-label="a">(.*?)</td>', markup)
    assert cell
    parts = cell[1].split("<wbr>")
    assert "".join(parts) == "x" * WIDEST
    assert max(map(len, parts)) <= WIDEST - 7 * FEWEST
    assert "y<wbr>y" not in markup


def test_a_row_of_a_grid_has_a_cell_for_every_column() -> None:
    with pytest.raises(ValueError, match="needs 2 cells"):
        Grid("Title", ("a", "b"), (("1",),))
