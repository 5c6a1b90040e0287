"""The words that prompts use for a domain."""

from typing import Self

from probe.values.base import Value


class DomainWords(Value):
    """How prompts speak about the dilemmas of a domain.

    ``adjective`` precedes "dilemma", ``narrator`` is who describes one, ``expert`` is who can decide it, and
    ``practice`` is what its axioms state.
    """

    adjective: str = "software-engineering"
    narrator: str = "someone who builds, runs or manages software"
    expert: str = "engineer"
    practice: str = "engineering practice"

    @classmethod
    def of(cls, name: str, entries: dict[str, str]) -> Self:
        """Return the words of the domain called ``name``: those in ``entries``, the others derived from its name."""
        defaults = {
            "adjective": "-".join(name.split()),
            "narrator": f"someone who works in {name}",
            "expert": "professional",
            "practice": "professional practice",
        }
        return cls.model_validate(defaults | {key: entries[key] for key in defaults if key in entries})

    @property
    def placeholders(self) -> dict[str, str]:
        """The words by the placeholders of the prompts."""
        return {"domain": self.adjective, "narrator": self.narrator, "expert": self.expert, "practice": self.practice}
