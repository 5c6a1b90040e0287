"""A document as one HTML file: with its style, its script, and a policy that forbids any other content."""

import base64
import hashlib
from collections.abc import Sequence

from markupsafe import Markup

from probe.document import blocks as b
from probe.document.html import SCRIPT, HtmlRenderer, content, stylesheet, text

PAGE = Markup(
    """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{css}</style>
</head>
<body>
<main>
{main}
</main>
{end}</body>
</html>
"""
)


def html_page(title: str, heading: b.Content, blocks: Sequence[b.Block], footer: b.Content = "") -> str:
    """Return a document as one file, with style and script in it and a policy that allows nothing else.

    Only a document with a proof has a script.
    """
    kinds = {type(block) for block in b.nested_blocks(blocks)}
    # The file is self-contained, because it is opened from a disk or an attachment without a server.
    css, js = stylesheet(), SCRIPT.read_text(encoding="utf-8") if b.ProofTree in kinds else ""
    main = Markup("<h1>{}</h1>\n{}").format(content(heading), HtmlRenderer().render(blocks))
    end = Markup("<footer><p>{}</p></footer>\n").format(content(footer)) if footer else Markup("")
    end += Markup("<script>{}</script>\n").format(Markup(js)) if js else ""
    drawings = any(isinstance(block, b.Plot) and block.svg for block in b.nested_blocks(blocks))
    policy = file_policy(css, js, drawings=drawings)
    return str(PAGE.format(policy=policy, title=text(title), css=Markup(css), main=main, end=end))


def file_policy(css: str, js: str, *, drawings: bool = False) -> str:
    """Return the content policy of a file with this style and script: nothing else runs, and nothing is loaded.

    The elements of ``drawings`` have inline styles, which a policy cannot allow by hash.
    """
    script = f"script-src {_hash(js)}; " if js else ""
    style = "'unsafe-inline'" if drawings else _hash(css)
    return f"default-src 'none'; style-src {style}; {script}base-uri 'none'; form-action 'none'"


def _hash(value: str) -> str:
    """Return the hash source of an inline style or script: the content policy allows exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(value.encode()).digest()).decode()}'"
