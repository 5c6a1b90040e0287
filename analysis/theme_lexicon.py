"""Themes in explanations: our own lexicon, word beginnings that stand for a theme."""

import re

LEXICON: dict[str, tuple[str, ...]] = {
    "security": ("secur", "vulnerab", "attack", "breach", "intrusion", "exploit", "encrypt", "authenticat", "privacy"),
    "reliability": ("reliab", "stable", "stability", "robust", "fault", "crash", "outage", "failure", "availability"),
    "correctness": ("correct", "bug", "defect", "error", "valid", "accura", "regression"),
    "testing": ("test", "verif", "coverage", "quality assurance"),
    "performance": ("performan", "fast", "latency", "throughput", "speed", "efficien", "responsive"),
    "scalability": ("scal", "grow", "load", "capacity", "concurren"),
    "maintainability": ("maintain", "technical debt", "clean", "refactor", "readab", "modular", "legacy", "long-term"),
    "effort": ("effort", "workload", "complex", "simpl", "overhead", "difficult", "easier", "straightforward"),
    "timeline": ("deadline", "schedule", "quick", "immediate", "delay", "timeline", "short-term", "time-to-market"),
    "cost": ("cost", "budget", "expens", "cheap", "price", "money", "financ"),
    "usability": ("usab", "user experience", "user-friendly", "intuitive", "customer", "satisf", "feedback"),
    "team": ("team", "colleague", "lead", "manager", "senior", "stakeholder", "collabor", "consensus"),
    "trendiness": ("popular", "trend", "widely", "everyone", "adopted", "modern", "industry standard", "hype"),
    "familiarity": ("familiar", "experience with", "habit", "always", "comfortable", "usual", "proven", "track record"),
    "outcome": ("outcome", "result", "consequence", "turned out", "hindsight", "in retrospect", "foresee"),
    "risk": ("risk", "danger", "uncertain", "unpredict", "safe", "caution"),
}
"""Theme to the beginnings of the words and phrases that stand for it, in lower case."""

PATTERNS = {
    theme: re.compile(r"\b(?:" + "|".join(re.escape(start) for start in starts) + ")", re.IGNORECASE)
    for theme, starts in LEXICON.items()
}


def themes_in(explanation: str) -> frozenset[str]:
    """Return the themes that an explanation speaks of."""
    return frozenset(theme for theme, pattern in PATTERNS.items() if pattern.search(explanation))
