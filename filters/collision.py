"""Stage ``collision``: the dilemma is not one that was accepted already, of whatever bias."""

from probe.filters.settings import CollisionSettings
from probe.filters.stage import accept, reject
from probe.ports import Embedder
from probe.similarity import TextIndex
from probe.values import Candidate, StageResult


class Collision:
    """Accepts where the unbiased text's cosine to every accepted pair's unbiased text is at most the limit.

    Candidates of one series (a scenario at several depths) are alike by intention and not compared with one another.

    The cascade asks once, early and cheaply; whoever accepts pairs asks again at that moment, since others may have
    been accepted in between.
    """

    name = "collision"

    def __init__(self, settings: CollisionSettings, embedder: Embedder, accepted: TextIndex) -> None:
        self._limit = settings.cosine_at_most
        self._embedder = embedder
        self._accepted = accepted

    async def examine(self, candidate: Candidate) -> Candidate:
        """Compare with the accepted pairs in one matrix product."""
        return candidate.after(await self._result(candidate))

    async def _result(self, candidate: Candidate) -> StageResult:
        (vector,) = await self._embedder.embed([candidate.texts.unbiased])
        nearest = self._accepted.nearest(vector, candidate.series)
        if nearest is None:
            return accept(self.name, "nothing was accepted before it", limit=self._limit, compared_with=0)
        label, likeness = nearest
        evidence: dict[str, object] = {
            "nearest": label,
            "cosine": round(likeness, 6),
            "limit": self._limit,
            "compared_with": len(self._accepted),
        }
        if likeness > self._limit:
            return reject(self.name, f"cosine {likeness:.4f} to the accepted pair {label}", **evidence)
        return accept(self.name, f"the nearest accepted pair has cosine {likeness:.4f}", **evidence)
