"""Templates of the frame of pages and of forms, all data escaped and shown as text."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from probe.document.html import SCRIPT, stylesheet
from probe.values.texts import visible

_FOLDER = Path(__file__).parent
STATIC = {"probe.css": "text/css; charset=utf-8", "probe.js": "text/javascript; charset=utf-8"}
"""The static files with their media types; no other file is ever read for a request."""


@cache
def static_text(name: str) -> str:
    """Return the text of a file in ``STATIC``; pages share their style with reports."""
    if name == "probe.css":
        return stylesheet()
    return (SCRIPT if name == "probe.js" else _FOLDER / "static" / name).read_text(encoding="utf-8")


def render(template: str, **parts: Any) -> str:
    """Render a page. Raises UndefinedError if the template uses a name that is not in ``parts``."""
    return _environment().get_template(template).render(**parts)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,
        # Otherwise, a misspelt name would leave a gap on the page.
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
    )


def _finalize(value: Any) -> Any:
    """Replace control and direction characters by symbols, except in trusted markup."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return visible(value)
