"""The parts of a report, and the decision that each chapter serves."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from probe.analysis.report.findings import Chapter, Contents, Findings

RESULTS, CHECKS, PAPER = "Details", "Checks of the data", "The paper's measures"
OPENING: Mapping[str, str] = {
    RESULTS: "To decide which subject, bias and mitigation the conclusion is about, and what it does not cover.",
    CHECKS: "To decide whether the conclusion can be trusted: position, unread answers, exclusions, the plan.",
    PAPER: "To compare with published figures, which count noise and the order of options together with the cue.",
}
"""The parts in their order, each with what a reader decides with it; a chapter without one is in the first."""
PARTS = tuple(OPENING)

SERVES: Mapping[str, tuple[str, str]] = {
    "effects": (RESULTS, "whether to trust a subject's decisions where the wording pushes"),
    "specific": (RESULTS, "whether to call an effect one of the bias, or of any recommendation"),
    "opposite": (RESULTS, "whether decisions follow the side of an anchor, a frame or an outcome"),
    "confidence": (RESULTS, "whether to rely on a subject that says it is certain"),
    "facts": (RESULTS, "whether a subject that is not moved reads the facts, or answers alike whatever they are"),
    "scenarios": (
        RESULTS,
        "whether longer chains of rules need a safeguard, scenario by scenario",
    ),
    "required": (RESULTS, "whether depth was exercised at all, before a trend over it is believed"),
    "trends": (RESULTS, "whether longer chains of rules need a safeguard, over all dilemmas"),
    "biases": (RESULTS, "whether to name one bias as the worst"),
    "comparison": (RESULTS, "which of several subjects to use"),
    "mitigations": (RESULTS, "which mitigation to use, and what it costs"),
    "position": (CHECKS, "whether errors come from the place of an option, so that both orders have to be shown"),
    "answers": (CHECKS, "whether enough answers could be read"),
    "settings": (CHECKS, "whether what is left out could change the conclusion"),
    "plan": (CHECKS, "whether a conclusion confirms a plan or suggests a hypothesis"),
    "agreement": (CHECKS, "how many runs the next study needs"),
    "reliability": (CHECKS, "whether to add dilemmas or runs to the next study"),
    "by_author": (CHECKS, "whether the conclusion depends on who wrote the dilemmas"),
    "leakage": (CHECKS, "whether to measure a subject on dilemmas that it wrote"),
    "rejections": (CHECKS, "which stage of generation to change"),
    "sensitivity": (PAPER, "how to compare with published flip rates, which count noise as well"),
    "high_low": (PAPER, "how to compare with the published differences between tiers"),
    "awareness": (PAPER, "whether explanations can be used to detect a biased decision"),
    "themes": (PAPER, "which words in explanations to look into"),
    "examples": (PAPER, "whether explanations deserve a closer reading"),
    "correlations": (PAPER, "which properties of texts to control in the next dataset"),
    "diversity": (PAPER, "whether the dilemmas are varied enough to generalise"),
}
"""The part of each chapter on runs, and what a reader decides with it."""


def build(contents: Contents) -> Findings:
    """Return the report with these contents, its chapters by part."""
    made = tuple(contents.parts)
    chapters = [part for part in made if isinstance(part, Chapter)]
    return Findings(
        title=contents.title,
        answer=contents.answer,
        by_subject=contents.by_subject,
        summary=contents.summary,
        in_short=contents.in_short,
        settings=contents.settings,
        chapters=arranged(chapters),
        absent=tuple(part for part in made if isinstance(part, str)),
        limits=tuple(contents.limits([chapter.key for chapter in chapters])),
        lead=contents.lead,
    )


def arranged(chapters: Iterable[Chapter]) -> tuple[Chapter, ...]:
    """Return the chapters by part, each with its part and a first sentence on the decision that it serves.

    Those that only one protocol has come before the others of their part.
    """
    return tuple(_served(chapter) for chapter in sorted(chapters, key=_place))


def _place(chapter: Chapter) -> tuple[int, int]:
    order = list(SERVES)
    part = SERVES[chapter.key][0] if chapter.key in SERVES else chapter.part
    return PARTS.index(part), order.index(chapter.key) if chapter.key in SERVES else -1


def _served(chapter: Chapter) -> Chapter:
    if chapter.key not in SERVES:
        return chapter
    part, decision = SERVES[chapter.key]
    return replace(chapter, part=part, text=(f"To decide: {decision}.", *chapter.text))
