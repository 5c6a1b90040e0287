"""A store of decisions in memory."""

from probe.values import Decision


class DecisionMemory:
    """Stores decisions in the order of their arrival."""

    def __init__(self) -> None:
        self.kept: list[Decision] = []

    def keep_decision(self, decision: Decision) -> None:
        self.kept.append(decision)

    def decisions(self) -> list[Decision]:
        return list(self.kept)
