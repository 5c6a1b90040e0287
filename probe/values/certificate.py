"""The certificate: the checks on a pair of verdicts, each with its outcome and its evidence."""

from enum import StrEnum

from pydantic import Field

from probe.values.base import Evidence, Value
from probe.values.bias import Profile


class Outcome(StrEnum):
    """How a check ended.

    ``vacuous`` held only because there was nothing to check; ``undetermined`` was cut short by a limit, and is refused;
    ``not_run`` needs an engine that is not installed; ``not_applicable`` has no meaning for this pair.
    """

    HOLDS = "holds"
    FAILS = "fails"
    NOT_APPLICABLE = "not_applicable"
    VACUOUS = "vacuous"
    UNDETERMINED = "undetermined"
    NOT_RUN = "not_run"


REFUSED = frozenset({Outcome.FAILS, Outcome.UNDETERMINED})
"""The outcomes that reject a pair: nothing is certified on evidence that was cut short."""


class Check(Value):
    """One check of a certificate: its outcome, a sentence that says why, and what that was read from."""

    name: str
    outcome: Outcome
    reason: str
    evidence: Evidence = Field(default_factory=dict)


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
        """The checks that fail or are undetermined, in the order in which they were made."""
        return tuple(check for check in self.checks if check.outcome in REFUSED)

    def check(self, name: str) -> Check | None:
        """Return the check called ``name``, None if the profile has none such."""
        return next((check for check in self.checks if check.name == name), None)
