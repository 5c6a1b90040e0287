"""The page of prompts that were checked: what steers in each, and what was measured of one."""

from collections.abc import Iterator, Sequence

from probe.audit.differences import word_differences
from probe.audit.dossier import TextPiece
from probe.checking.moving import Moved
from probe.checking.printing import marked
from probe.checking.spans import UNKNOWN, CheckedPrompt
from probe.checking.verdict import ShiftVerdict
from probe.values import Arm, Item
from probe.web.rendering import standalone

Compared = tuple[tuple[str, tuple[TextPiece, ...]], ...]


def check_page(
    checked: Sequence[CheckedPrompt], moved: Moved | None = None, verdict: ShiftVerdict | None = None
) -> str:
    """Return a standalone page of ``checked`` prompts; ``moved`` and ``verdict`` are of the only one."""
    names = checked[0].name if len(checked) == 1 else f"{len(checked)} prompts"
    return standalone(
        "check.html.j2",
        verdict.title if verdict else f"Steering phrases in {names}",
        verdict=verdict,
        prompts=[{"checked": one, "marked": marked(one.text, one)} for one in checked],
        unknown=UNKNOWN,
        wordings=[] if moved is None else list(_wordings(moved.written.items)),
        rejected=[] if moved is None else [one.result.reason for one in moved.written.wordings if one.texts is None],
    )


def _wordings(items: Sequence[Item]) -> Iterator[tuple[int, Compared, str | None]]:
    for number, item in enumerate(items, 1):
        original, neutral, placebo = (item.text(Arm(name)) for name in ("original", "neutral", "placebo"))
        first, second = word_differences(original or "", neutral or "")
        yield number, (("original", first), ("neutral", second)), placebo
