"""The cascade: it alone knows the order of the stages."""

from collections.abc import Callable

from probe.errors import FatalModelFault, InputError, ModelFault
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
from probe.values import Candidate, StageOutcome, StageResult

Maker = Callable[[CascadeSettings, Tools], Stage]

STAGES: dict[str, Maker] = {
    "template": lambda settings, tools: Template(),
    "pair_similarity": lambda settings, tools: PairSimilarity(settings.pair_similarity, tools.embedder),
    "collision": lambda settings, tools: Collision(settings.collision, tools.embedder, tools.accepted),
    "bias_existence": lambda settings, tools: BiasExistence(settings.bias_existence, settings.asking, tools),
    "certificate": lambda settings, tools: CertificateStage(settings.certificate, settings.profile, tools),
    "round_trip": lambda settings, tools: RoundTrip(settings.round_trip, settings.asking, tools),
    "grounding": lambda settings, tools: Grounding(settings.asking, tools),
    "decision": lambda settings, tools: Decision(settings.decision, settings.asking, tools),
    "bias_judge": lambda settings, tools: BiasJudge(settings.bias_judge, settings.asking, tools),
}
"""How each stage is made, keyed by the name that settings know it by."""

AFTER_PROGRAMS = frozenset({"round_trip", "grounding", "decision", "bias_judge"})
"""Stages that read what the certificate found, and can therefore not stand before it."""


class Cascade:
    """Stages in the order of the settings; a candidate leaves at the first that rejects it."""

    def __init__(self, settings: CascadeSettings, tools: Tools) -> None:
        _check_order(settings.stages)
        self._stages = [STAGES[name](settings, tools) for name in settings.stages]

    @property
    def names(self) -> tuple[str, ...]:
        """The stages' names in order."""
        return tuple(stage.name for stage in self._stages)

    async def run(self, candidate: Candidate) -> Candidate:
        """Return the candidate with the word of every stage that saw it.

        A model that does not answer leaves it ``unanswered``; FatalModelFault and BudgetError end the whole run.
        """
        for stage in self._stages:
            try:
                candidate = await stage.examine(candidate)
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
