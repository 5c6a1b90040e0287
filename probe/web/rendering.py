"""From values to HTML: everything that comes out of data is shown as text, whatever it holds."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from probe.values.visible import visible

_HERE = Path(__file__).parent
STATIC = {"probe.css": "text/css; charset=utf-8", "probe.js": "text/javascript; charset=utf-8"}
"""The files that pages load, with their types; nothing else is ever read for a request."""


@cache
def static_text(name: str) -> str:
    """Return one of the files in ``STATIC``."""
    return (_HERE / "static" / name).read_text(encoding="utf-8")


def render(template: str, **parts: Any) -> str:
    """Return a page; a name that the template does not get is a defect and raises."""
    return _environment().get_template(template).render(**parts)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
    )
    environment.filters["words"] = lambda text: str(text).replace("_", " ")
    environment.filters["percent"] = lambda share: f"{100 * share:.0f} %"
    return environment


def _finalize(value: Any) -> Any:
    """Show control and direction characters as symbols; markup of our own stays."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return visible(value)
