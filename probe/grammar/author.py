"""The author that needs no model: it composes programs first, then texts that state their facts."""

from collections.abc import Sequence
from pathlib import Path

from probe.grammar.composer import Composer, GrammarOptions
from probe.grammar.reader import read_library
from probe.values import Bias, Candidate, Evidence

EXPANSION_SIZE = 5
"""Candidates per expansion, as many as the paper requests from a model (PROBE-SWE, section 4)."""


class GrammarAuthor:
    """Composes candidates that carry their programs, their right option and their controls.

    ``options`` are those of the SPEC (``grammar?depth=2-8&distractors=0-4&branches=0-2&series=1``); the result
    depends only on them, on ``seed`` and on the library in ``folder``. Raises InputError if one of them is invalid.
    """

    def __init__(
        self,
        options: dict[str, str] | None = None,
        seed: int = 0,
        expansion_size: int = EXPANSION_SIZE,
        folder: Path | None = None,
    ) -> None:
        self.options = GrammarOptions.parse(options or {})
        self.practice_library = read_library(folder)
        self.seed = seed
        self.expansion_size = expansion_size
        self._composer = Composer(self.practice_library, self.options, seed, self.name)

    @property
    def name(self) -> str:
        """The name that each pair records as its author."""
        return "grammar"

    @property
    def manifest(self) -> Evidence:
        """What a manifest records so that the same dilemmas can be composed again."""
        return {
            "author": self.name,
            "seed": self.seed,
            "options": self.options.model_dump(mode="json"),
            "expansion_size": self.expansion_size,
            "library": self.practice_library.version,
            "practices": len(self.practice_library.practices),
            "contexts": len(self.practice_library.contexts),
            "cues": {bias.slug: len(cues) for bias, cues in self.practice_library.cues.items()},
        }

    def candidate(self, bias: Bias, index: int) -> Candidate:
        """Return the dilemma at ``index`` (from 0) of ``bias``: it does not depend on what else is composed."""
        expansion, position = divmod(index, self.expansion_size)
        return self._composer.candidate(bias, index, expansion=expansion, position=position)

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        """Return the candidates of the n-th expansion of ``bias`` (from 0), in their order."""
        first = expansion * self.expansion_size
        return tuple(self.candidate(bias, index) for index in range(first, first + self.expansion_size))
