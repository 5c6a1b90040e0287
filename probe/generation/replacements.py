"""What takes the place of rejected candidates, so that what an author balances is balanced in the dataset too."""

from collections.abc import Sequence

from probe.generation.progress import Progress
from probe.ports import Author
from probe.values import Candidate, StageOutcome


def was_unanswered(candidate: Candidate) -> bool:
    """Whether a model failed to answer for this candidate."""
    ended = candidate.rejected_by
    return ended is not None and ended.outcome is StageOutcome.UNANSWERED


async def no_replacement(candidate: Candidate) -> None:
    """Replace nothing."""


class Replacements:
    """The authors' replacements of rejected candidates; each counts as offered."""

    def __init__(self, authors: Sequence[Author], progress: Progress) -> None:
        self._authors = {author.name: author for author in authors}
        self._progress = progress

    async def of(self, candidate: Candidate) -> Candidate | None:
        """Return what takes the place of a candidate, None if it was not rejected or its author offers nothing."""
        # An unanswered candidate is asked again when the command is repeated; until then nothing takes its place.
        if candidate.rejected_by is None or was_unanswered(candidate):
            return None
        replacement = await self._authors[candidate.author].replacement(candidate)
        if replacement is not None:
            self._progress.offer(replacement)
        return replacement
