"""The cascade: it alone knows the order of the stages."""

from collections.abc import Awaitable, Callable, Mapping

from probe.errors import FatalModelFault, InputError, ModelFault
from probe.filters.asking import Asker
from probe.filters.bias_existence import BiasExistence
from probe.filters.bias_judge import BiasJudge
from probe.filters.certificate import CertificateStage
from probe.filters.collision import Collision
from probe.filters.decision import Decision
from probe.filters.grounding import Grounding
from probe.filters.pair_similarity import PairSimilarity
from probe.filters.round_trip import RoundTrip
from probe.filters.settings import CascadeSettings
from probe.filters.stage import Stage, Tools
from probe.filters.template import Template
from probe.filters.twins import Twins
from probe.values import Candidate, StageOutcome, StageResult

Maker = Callable[[CascadeSettings, Asker, Tools], Stage]
Gate = Callable[[Candidate], Awaitable[Candidate]]
"""What a candidate has to pass right behind the collision stage; see ``probe.filters.twins``."""

STAGES: dict[str, Maker] = {
    "template": lambda settings, asker, tools: Template(),
    "pair_similarity": lambda settings, asker, tools: PairSimilarity(settings.pair_similarity, tools.embedder),
    "collision": lambda settings, asker, tools: Collision(settings.collision, tools.embedder, tools.accepted),
    "bias_existence": lambda settings, asker, tools: BiasExistence(settings.bias_existence, asker, tools),
    "certificate": lambda settings, asker, tools: CertificateStage(
        settings.certificate, settings.profile, asker, tools
    ),
    "round_trip": lambda settings, asker, tools: RoundTrip(settings.round_trip, asker, tools),
    "grounding": lambda settings, asker, tools: Grounding(asker, tools),
    "decision": lambda settings, asker, tools: Decision(settings.decision, asker, tools),
    "bias_judge": lambda settings, asker, tools: BiasJudge(settings.bias_judge, asker, tools),
}
"""How each stage is made, keyed by the name that settings know it by."""

AFTER_PROGRAMS = frozenset({"round_trip", "grounding", "decision", "bias_judge"})
"""Stages that read what the certificate found, and can therefore not stand before it."""


class Cascade:
    """Stages in the order of the settings; a candidate leaves at the first that rejects it."""

    def __init__(self, settings: CascadeSettings, tools: Tools) -> None:
        _check_order(settings.stages)
        self.asker = Asker(settings.asking.attempts)
        self._stages = [STAGES[name](settings, self.asker, tools) for name in settings.stages]
        self._settings = settings
        self._tools = tools

    @property
    def names(self) -> tuple[str, ...]:
        """The stages' names in order."""
        return tuple(stage.name for stage in self._stages)

    @property
    def unreadable(self) -> Mapping[str, int]:
        """How many answers nobody could read, by role."""
        return self.asker.unreadable

    def twins(self) -> Twins:
        """Return what keeps candidates of one round that are like each other from being paid for side by side."""
        return Twins(self._settings.collision, self._tools.embedder)

    async def run(self, candidate: Candidate, gate: Gate | None = None) -> Candidate:
        """Return the candidate with the word of every stage that saw it; ``gate`` stands behind the collision stage.

        A model that does not answer leaves it ``unanswered``; FatalModelFault and BudgetError end the whole run.
        """
        for stage in self._stages:
            try:
                candidate = await stage.examine(candidate)
                if gate and stage.name == "collision" and candidate.rejected_by is None:
                    candidate = await gate(candidate)
            except FatalModelFault:
                raise
            except ModelFault as fault:
                missing = StageResult(stage=stage.name, outcome=StageOutcome.UNANSWERED, reason=str(fault))
                return candidate.after(missing)
            if candidate.rejected_by:
                return candidate
            if stage.name == "certificate" and candidate.programs is None:
                return candidate
        return candidate

    async def run_stage(self, name: str, candidate: Candidate) -> Candidate:
        """Return the candidate with one stage's word, unchanged where the cascade has no such stage."""
        stage = next((stage for stage in self._stages if stage.name == name), None)
        return candidate if stage is None else await stage.examine(candidate)


def _check_order(names: tuple[str, ...]) -> None:
    unknown = [name for name in names if name not in STAGES]
    if unknown:
        raise InputError(f"cascade: unknown stage {unknown[0]!r}; the stages are {', '.join(STAGES)}")
    if len(set(names)) < len(names):
        raise InputError("cascade: a stage is listed twice")
    if "certificate" not in names:
        raise InputError("cascade: the certificate cannot be left out: without it no option is known to be right")
    early = [name for name in names[: names.index("certificate")] if name in AFTER_PROGRAMS]
    if early:
        raise InputError(f"cascade: {early[0]} needs the programs: put it behind the certificate")
