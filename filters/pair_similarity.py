"""Stage ``pair_similarity``: the two texts are close, and not the same."""

from probe.filters.settings import PairSimilaritySettings
from probe.filters.stage import accept, reject
from probe.ports import Embedder
from probe.similarity import cosine, levenshtein_similarity
from probe.values import Candidate, StageResult


class PairSimilarity:
    """Accepts where cosine and Levenshtein similarity of the two texts lie in the bias's range."""

    name = "pair_similarity"

    def __init__(self, settings: PairSimilaritySettings, embedder: Embedder) -> None:
        self._settings = settings
        self._embedder = embedder

    async def examine(self, candidate: Candidate) -> Candidate:
        """Compare the unbiased with the biased text; the spelling first, since it costs no embedding."""
        return candidate.after(await self._result(candidate))

    async def _result(self, candidate: Candidate) -> StageResult:
        texts = candidate.texts
        allowed = self._settings.of(candidate.bias)
        low, high = allowed.levenshtein
        spelling = levenshtein_similarity(texts.unbiased, texts.biased)
        evidence: dict[str, object] = {"levenshtein": spelling, "levenshtein_range": [low, high]}
        if not low <= spelling < high:
            reason = f"Levenshtein similarity {spelling:.4f} is outside [{low}, {high})"
            return reject(self.name, reason, **evidence)
        vectors = await self._embedder.embed([texts.unbiased, texts.biased])
        meaning, (low, high) = cosine(vectors[0], vectors[1]), allowed.cosine
        evidence |= {"cosine": round(meaning, 6), "cosine_range": [low, high]}
        if not low <= meaning < high:
            return reject(self.name, f"cosine {meaning:.4f} is outside [{low}, {high})", **evidence)
        return accept(self.name, f"cosine {meaning:.4f}, Levenshtein similarity {spelling:.4f}", **evidence)
