"""Certificates: the outcomes of checks, each with its reason and its evidence."""

from enum import StrEnum

from pydantic import Field

from probe.values.base import Evidence, Profile, Value


class Outcome(StrEnum):
    """How a check ended.

    A ``vacuous`` check holds only because there is nothing to check; an ``undetermined`` one was cut short by a limit,
    and rejects the pair; ``not_run`` needs an engine that is not installed; ``not_applicable`` has no meaning for this
    pair.
    """

    HOLDS = "holds"
    FAILS = "fails"
    NOT_APPLICABLE = "not_applicable"
    VACUOUS = "vacuous"
    UNDETERMINED = "undetermined"
    NOT_RUN = "not_run"

    @property
    def words(self) -> str:
        """The outcome as readers see it."""
        return self.value.replace("_", " ")


REFUSED_OUTCOMES = frozenset({Outcome.FAILS, Outcome.UNDETERMINED})
"""The outcomes that reject a pair: incomplete evidence certifies nothing."""


class Check(Value):
    """One check of a certificate: its outcome, the reason as a sentence, and the evidence."""

    name: str
    outcome: Outcome
    reason: str
    evidence: Evidence = Field(default_factory=dict)

    @property
    def shortfall(self) -> str:
        """Its name where refused checks are listed or counted; an undetermined one never counts as one that fails."""
        return f"{self.name} (undetermined)" if self.outcome is Outcome.UNDETERMINED else self.name

    @property
    def would_count(self) -> tuple[str, ...]:
        """The kinds of thing that the cue would have to be to count, which ``inert_cue`` lists."""
        kinds = self.evidence.get("would_count")
        return tuple(map(str, kinds)) if isinstance(kinds, list) else ()


RECORDED_CHECKS = frozenset({"second_engine"})
"""Checks that test the oracle, not a pair: their outcome is recorded and rejects nothing."""


class Certificate(Value):
    """The checks of a profile on one pair; ``oracle`` names the program that computed the verdicts, with version."""

    profile: Profile
    oracle: str
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether no check fails or is undetermined."""
        return not self.failing

    @property
    def failing(self) -> tuple[Check, ...]:
        """The checks that fail or are undetermined, in order, without those that are only recorded."""
        return tuple(
            check for check in self.checks if check.outcome in REFUSED_OUTCOMES and check.name not in RECORDED_CHECKS
        )

    def check(self, name: str) -> Check | None:
        """Return the check called ``name``, None if the profile has no such check."""
        return next((check for check in self.checks if check.name == name), None)

    @property
    def would_count(self) -> tuple[str, ...]:
        """The kinds of thing that the cue would have to be to count."""
        check = self.check("inert_cue")
        return check.would_count if check else ()
