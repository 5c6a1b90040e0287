"""The author that needs no model: it composes programs first, then texts that state their facts."""

from collections.abc import Sequence
from pathlib import Path

from probe.errors import InputError
from probe.grammar.composer import Composer
from probe.grammar.library import Library, read_library
from probe.grammar.options import GrammarOptions, depth_notice
from probe.grammar.scenario import StatedCase, Story
from probe.values import Bias, Candidate, Evidence

EXPANSION_SIZE = 5
"""Candidates per expansion, as many as the paper requests from a model (PROBE-SWE, section 4)."""
REPLACEMENTS = 3
"""How many dilemmas are composed at most in place of rejected ones at an index."""


class GrammarAuthor:
    """Composes candidates that carry their programs, their right option, their controls and their twin.

    ``options`` are those of the SPEC (``grammar?mode=policy&depth=2-8``); the result depends only on them, on ``seed``
    and on the ``library``, by default the one in ``folder``. Raises InputError if one of them is invalid. ``notice``
    names the requested depths that it leaves out.
    """

    def __init__(
        self,
        options: dict[str, str] | None = None,
        seed: int = 0,
        expansion_size: int = EXPANSION_SIZE,
        folder: Path | None = None,
        library: Library | None = None,
    ) -> None:
        self.options = GrammarOptions.parse(options or {})
        self.notice = depth_notice(options or {}, self.options)
        self.library = library or read_library(folder)
        self.seed = seed
        self.expansion_size = expansion_size
        self._composer = Composer(self.library, self.options, seed, self.name)

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
            "library": self.library.version,
            "schemas": len(self.library.schemas),
            "modules": len(self.library.modules),
            "contexts": len(self.library.contexts),
            "cues": {bias.slug: len(cues) for bias, cues in self.library.cues.items()},
        }

    def check_bias(self, bias: Bias) -> None:
        """Raise InputError if the library lacks what dilemmas of ``bias`` need."""
        self._composer.check_bias(bias)

    def candidate(self, bias: Bias, index: int) -> Candidate:
        """Return the dilemma at ``index`` (from 0) of ``bias``: it does not depend on what else is composed."""
        expansion, position = divmod(index, self.expansion_size)
        return self._composer.candidate(bias, index, expansion=expansion, position=position)

    def story(self, bias: Bias, index: int) -> tuple[Story, StatedCase]:
        """Return the story behind ``candidate(bias, index)`` and what it states, for texts in another form."""
        return self._composer.story(bias, index)

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        """Return the candidates of the n-th expansion of ``bias`` (from 0), in their order."""
        first = expansion * self.expansion_size
        return tuple(self.candidate(bias, index) for index in range(first, first + self.expansion_size))

    async def replacement(self, candidate: Candidate) -> Candidate | None:
        """Return another dilemma with the depth, right action and letter of a rejected ``candidate`` of this author.

        Its position is beyond those of an expansion. None after several in the same place, and for a member of a
        series, which shares its story with others, or if no schema gives another one.
        """
        attempt, offset = divmod(candidate.position, self.expansion_size)
        if attempt >= REPLACEMENTS or self.options.series > 1:
            return None
        expansion, position = candidate.expansion, candidate.position + self.expansion_size
        index = expansion * self.expansion_size + offset
        try:
            return self._composer.candidate(
                candidate.bias, index, expansion=expansion, position=position, attempt=attempt + 1
            )
        except InputError:  # no schema gives another dilemma like it
            return None
