"""The page of the whitelist lists exactly the whitelist."""

from probe.oracle.whitelist import whitelist_page
from tests.shared import ROOT

PAGE = ROOT / "docs" / "whitelist.md"


def test_the_page_is_made_from_the_list() -> None:
    assert PAGE.read_text() == whitelist_page(), "run python -m probe.oracle.whitelist > docs/whitelist.md"
