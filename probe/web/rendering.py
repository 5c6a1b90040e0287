"""Render values as HTML, all data escaped and shown as text: pages of the server, and single files to share."""

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from probe.audit.bulk import Recomputed
from probe.audit.dossier import Dossier
from probe.audit.evidence import ALL_MEANINGS, EXPLAINED
from probe.audit.rows import Overview
from probe.notebook import stylesheet
from probe.values.texts import visible

_HERE = Path(__file__).parent
STATIC = {"probe.css": "text/css; charset=utf-8", "probe.js": "text/javascript; charset=utf-8"}
"""The static files with their media types; no other file is ever read for a request."""


@cache
def static_text(name: str) -> str:
    """Return the text of a file in ``STATIC``; pages share their style with reports."""
    return stylesheet() if name == "probe.css" else (_HERE / "static" / name).read_text(encoding="utf-8")


def render(template: str, **parts: Any) -> str:
    """Render a page. Raises UndefinedError if the template uses a name that is not in ``parts``."""
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
    """Replace control and direction characters by symbols, except in trusted markup."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return visible(value)


def item_page(dossier: Dossier) -> str:
    """Return the page of one item as a standalone document."""
    noun = dossier.protocol.page
    return _page(f"{noun.capitalize()} {dossier.item.id}", dossiers=[dossier], counts=None, failing=None, noun=noun)


def audit_page(
    dataset: str, audit: Recomputed, counts: Overview, dossiers: Sequence[Dossier], failing: str | None
) -> str:
    """Return the summary of an audit and the page of each of the ``dossiers`` as a standalone document."""
    return _page(
        f"Audit of {dataset}",
        dossiers=dossiers,
        counts=counts,
        failing=failing,
        profile=audit.profile.value,
        oracle=audit.oracle,
        noun=audit.page,
        meanings=ALL_MEANINGS,
        explained=EXPLAINED,
    )


def _page(title: str, **parts: object) -> str:
    return standalone("standalone.html.j2", title, **parts)


def standalone(template: str, title: str, **parts: object) -> str:
    """Return a page as one document, with the style and the script in it and a policy that allows nothing else."""
    css, js = static_text("probe.css"), static_text("probe.js")
    policy = file_policy(css, js)
    return render(template, title=title, css=Markup(css), js=Markup(js), policy=policy, standalone=True, **parts)


def file_policy(css: str, js: str) -> str:
    """Return the content policy of a file with this style and script: nothing else runs, and nothing is loaded."""
    sources = f"style-src {_hash(css)}; script-src {_hash(js)}"
    return f"default-src 'none'; {sources}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    """Return the hash source of an inline style or script: the content policy allows exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
