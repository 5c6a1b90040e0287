"""What the effect on errors is measured against."""

from enum import Enum

from probe.values import Arm, Measure


class Estimand(Enum):
    """What the effect on errors is measured against: the arm with which the biased arm is compared.

    A report has one: tables that rank or compare never mix the two.
    """

    NET = Arm.UNBIASED
    ADJUSTED = Arm.PLACEBO

    @property
    def label(self) -> str:
        """Its name in tables."""
        return "net effect" if self is Estimand.NET else "placebo-adjusted effect"

    @property
    def meaning(self) -> str:
        """Its definition in words."""
        return f"error rate on biased texts minus that on {self.value.value} texts"

    @property
    def measure(self) -> Measure:
        """The measure of a report on dilemmas."""
        arms = "error rate on biased texts", f"error rate on {self.value.value} texts"
        name = self.label.replace("-", "_").replace(" ", "_")
        return Measure.difference(name, self.label, self.meaning, arms, errors=True)
