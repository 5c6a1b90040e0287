"""Stage ``pair_similarity``: the two texts are similar but not identical."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from probe.filters.stage import Share, Stage, StageSettings, accept, reject
from probe.ports import Embedder
from probe.similarity import cosine, levenshtein_similarity
from probe.values import Bias, Candidate, Evidence, StageResult, Texts, Value
from probe.values.texts import around_change

WINDOW = 160
"""The words around the change whose meanings are compared. The texts behind the published ranges have at most 156; in a
longer text, a cue of the same length would change the mean meaning less."""


def _in_order(limits: tuple[float, float]) -> tuple[float, float]:
    if limits[0] >= limits[1]:
        raise ValueError(f"the range from {limits[0]:g} to below {limits[1]:g} is empty: no candidate would pass")
    return limits


Range = Annotated[tuple[Share, Share], AfterValidator(_in_order)]
"""A half-open range: at least the first number, below the second."""


class SimilarityRange(Value):
    """The required range of the similarity of a pair's texts.

    ``levenshtein`` is a similarity, 1 − distance / longer length. Cosines are from PROBE-SWE, section 4 (intra-dilemma
    similarity check), Levenshtein similarities from its published code.
    """

    cosine: Range = (0.90, 0.99)
    levenshtein: Range = (0.70, 0.99)


FRAMING = SimilarityRange(cosine=(0.85, 0.99), levenshtein=(0.55, 0.99))
"""Framing needs larger edits (PROBE-SWE, section 4 and its published code)."""


class PairSimilaritySettings(SimilarityRange, StageSettings):
    """The general range, and ranges for single biases, which a cascade file gives in a table with the bias's name."""

    own: dict[Bias, SimilarityRange] = Field(default_factory=lambda: {Bias.FRAMING: FRAMING})

    def of(self, bias: Bias) -> SimilarityRange:
        """Return the range that applies to ``bias``."""
        return self.own.get(bias, self)

    @model_validator(mode="before")
    @classmethod
    def _gather_own(cls, settings: Any) -> Any:
        tables = {name: value for name, value in settings.items() if isinstance(value, dict) and name != "own"}
        general_settings = {name: value for name, value in settings.items() if name not in tables}
        ranges = {Bias.FRAMING: FRAMING} | {Bias.parse(name): value for name, value in tables.items()}
        return {"own": ranges} | general_settings


class PairSimilarity(Stage[PairSimilaritySettings]):
    """Accepts if cosine and Levenshtein similarity of the two texts lie in the bias's range."""

    name = "pair_similarity"
    form = PairSimilaritySettings
    published_rejections = 1367

    async def examine(self, candidate: Candidate) -> Candidate:
        """Compare the unbiased with the biased text; spelling first, because it needs no embedding."""
        allowed_range, embedder = self.settings.of(candidate.bias), self.resources.open_embedder()
        return candidate.with_result(await similarity_of(candidate.texts, allowed_range, embedder))

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Return the first measure that is outside its range, and by how much."""
        for name in ("levenshtein", "cosine"):
            value, allowed_range = evidence.get(name), evidence.get(f"{name}_range")
            if isinstance(value, (int, float)) and isinstance(allowed_range, list) and len(allowed_range) == 2:
                low, high = (float(str(bound)) for bound in allowed_range)
                if value < low:
                    return f"{name} {value:.3f}, {low - value:.3f} below {allowed_range[0]}"
                if value >= high:
                    return f"{name} {value:.3f}, {value - high:.3f} above {allowed_range[1]}"
        return ""


async def similarity_of(texts: Texts, allowed_range: SimilarityRange, embedder: Embedder) -> StageResult:
    """Return whether the similarity of two texts is in the ``allowed`` range."""
    low, high = allowed_range.levenshtein
    spelling = levenshtein_similarity(texts.unbiased, texts.biased)
    evidence: dict[str, object] = {"levenshtein": spelling, "levenshtein_range": [low, high]}
    # Spelling first: it takes microseconds, and an embedding milliseconds.
    if not low <= spelling < high:
        reason = f"Levenshtein similarity {spelling:.4f} is outside [{low}, {high}): {_meaning(spelling, low)}"
        return reject(PairSimilarity.name, reason, **evidence)
    vectors = await embedder.embed(around_change(texts.unbiased, texts.biased, WINDOW))
    meaning, (low, high) = cosine(vectors[0], vectors[1]), allowed_range.cosine
    evidence |= {"cosine": round(meaning, 6), "cosine_range": [low, high]}
    if not low <= meaning < high:
        reason = f"cosine {meaning:.4f} is outside [{low}, {high}): {_meaning(meaning, low)}"
        return reject(PairSimilarity.name, reason, **evidence)
    reason = f"cosine {meaning:.4f}, Levenshtein similarity {spelling:.4f}"
    return accept(PairSimilarity.name, reason, **evidence)


def _meaning(similarity: float, low: float) -> str:
    """Return what is wrong with a pair of such a ``similarity``, outside the range that begins at ``low``."""
    if similarity < low:
        return "the texts differ in more than a cue, which may change what is asked"
    return "the texts are nearly the same, so that hardly anything is left for a cue to do"


STAGE = PairSimilarity
