"""What the entry points of the engines name; a library is imported when its engine is used."""

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from probe.engines.clingo.oracle import ClingoOracle
    from probe.engines.cluster import RayWorker
    from probe.oracle import SwiOracle


class Ray:
    """Bulk work as actors on a Ray cluster (a BulkEngine)."""

    serves: ClassVar = "bulk work"

    def cores(self, address: str) -> int:
        """Connect to the cluster and return the number of its cores. Raises MissingError without Ray or a cluster."""
        from probe.engines.cluster import cores

        return cores(address)

    def start(self) -> "RayWorker":
        """Return a worker there, which starts as soon as the cluster has a free core."""
        from probe.engines.cluster import RayWorker

        return RayWorker()


class Clingo:
    """clingo as a second oracle (a LogicEngine)."""

    serves: ClassVar = "logic"
    name: ClassVar = "clingo"

    def version(self) -> str | None:
        """Return the version of the installed clingo, None if there is none."""
        from probe.engines.clingo.oracle import clingo_version

        return clingo_version()

    def open(self, translator: "SwiOracle") -> "ClingoOracle":
        """Start an oracle, which its owner closes. Raises MissingError if clingo is not installed."""
        from probe.engines.clingo.oracle import ClingoOracle

        return ClingoOracle(translator)
