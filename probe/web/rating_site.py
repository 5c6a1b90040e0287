"""What ``probe validate serve`` serves: the pages of raters, or those of a study's people, and their links."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from starlette.applications import Starlette

from probe.audit.instructions import INSTRUCTIONS
from probe.audit.people import is_between, people_links
from probe.audit.rating import to_fill_in
from probe.audit.validation import rater_links
from probe.inputs import read_text
from probe.options.form import refuse
from probe.options.validating import ServeRatersCommandLine
from probe.session import open_ratings
from probe.web.app import NAMES, make_people_app, make_rating_app

LOCAL = ("127.0.0.1", "localhost", "::1")
EVERY_ADDRESS = ("0.0.0.0", "::")


class RatingSite(NamedTuple):
    """The application, the path of each rater's page by name, and lines for who serves it."""

    app: Starlette
    links: Mapping[str, str]
    notices: tuple[str, ...]


def rating_site(options: ServeRatersCommandLine) -> RatingSite:
    """Return the site of a sample; raters who are named are invited."""
    folder, host = Path(options.folder), options.host
    ratings, notices = open_ratings(folder), list[str]()
    # On a loopback address, check host names against DNS rebinding; elsewhere, a link may have any of the machine's
    # names.
    host_names = NAMES if host in LOCAL else None
    if is_between(ratings):
        refuse(
            options,
            ("names",),
            "does not apply to a study between people, because they have their own links: leave it out",
        )
        notices += to_fill_in(folder)
        links = people_links(ratings)
        app = make_people_app(ratings, read_text(folder / INSTRUCTIONS), host_names)
    else:
        links = rater_links(ratings, tuple(options.names))
        app = make_rating_app(ratings, host_names)
    if host in EVERY_ADDRESS:
        notices.append("raters reach these links with this machine's name or address in place of the wildcard")
    return RatingSite(app, links, tuple(notices))
