"""Pages as single files, with style and script included, to share with others."""

import base64
import hashlib
from collections.abc import Sequence

from markupsafe import Markup

from probe.audit.check_meaning import MEANINGS
from probe.audit.dossier import Dossier
from probe.audit.overview import Overview
from probe.audit.pairs import Audit
from probe.web.rendering import render, static_text


def dilemma_page(dossier: Dossier) -> str:
    """Return the page of one dilemma as a standalone document."""
    return _page(f"Dilemma {dossier.pair.id}", dossiers=[dossier], counts=None, failing=None)


def audit_page(dataset: str, audit: Audit, counts: Overview, dossiers: Sequence[Dossier], failing: str | None) -> str:
    """Return the summary of an audit and the page of each dilemma in ``dossiers`` as a standalone document."""
    return _page(
        f"Audit of {dataset}",
        dossiers=dossiers,
        counts=counts,
        failing=failing,
        profile=audit.profile.value,
        oracle=audit.oracle,
        meanings=MEANINGS,
    )


def _page(title: str, **parts: object) -> str:
    css, js = static_text("probe.css"), static_text("probe.js")
    policy = f"default-src 'none'; style-src {_hash(css)}; script-src {_hash(js)}; base-uri 'none'; form-action 'none'"
    return render(
        "standalone.html.j2", title=title, css=Markup(css), js=Markup(js), policy=policy, standalone=True, **parts
    )


def _hash(text: str) -> str:
    """Return the hash source of an inline style or script: the content policy allows exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
