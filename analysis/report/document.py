"""The report as plain JSON."""

from typing import Any

from probe.analysis.findings import Findings
from probe.analysis.report.formats import to_json


def document(findings: Findings, version: str) -> dict[str, Any]:
    """Return everything that the report says as plain JSON: numbers unrounded, gaps with their reasons."""
    return {
        "title": findings.title,
        "made_by": f"PROBE {version}",
        "answer": list(findings.answer),
        "by_subject": list(findings.by_subject),
        "settings": list(findings.settings),
        "summary": to_json(findings.summary),
        "chapters": [
            {
                "key": chapter.key,
                "title": chapter.title,
                "text": list(chapter.text),
                "figures": [
                    {"key": picture.key, "title": picture.title, "alt": picture.alt, "caption": picture.caption}
                    for picture in chapter.pictures
                ],
                "tables": [to_json(table) for table in chapter.tables],
            }
            for chapter in findings.chapters
        ],
        "absent": list(findings.absent),
        "limits": list(findings.limits),
    }
