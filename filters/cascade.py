"""The cascade: stages in the order of a settings file.

``cascade.toml`` lists the stages of each profile by name; a stage's name is the name of its module in this folder, and
its numbers are the module's own defaults unless the file overrides them. This module refers to no stage by name.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

from pydantic import Field

from probe.asking import GO_ON, AskingSettings, concerning, sample
from probe.content import ContentFile
from probe.errors import CorpusError, FatalModelFault, InputError, ModelFault, StoppedError
from probe.filters.stage import Resources, Stage, StageSettings
from probe.values import Candidate, Evidence, Profile, StageOutcome, StageResult, Value, fingerprint

if TYPE_CHECKING:
    from probe.filters.collision import NearDuplicates

Hold = Callable[[str, Candidate], Awaitable[Candidate]]
"""Called with the stage's name after each stage that a candidate passes, and returns it, possibly rejected."""

Repeat = Callable[[str, Candidate], Candidate | None]
"""Returns the candidate after the stage with this name if that was computed before, None if the stage has to run."""


NO_STAGES = ("asking", "stopping")
"""The tables of the file that are not about a stage."""

Form = TypeVar("Form", bound=StageSettings)
AnyForm = TypeVar("AnyForm", bound=Value)


class StoppingSettings(Value):
    """How many answers of a role, all unreadable, and how many candidates of a stage, all rejected, stop a run.

    0 means never. Where half of a model's answers can be read, the first 12 cannot in 1 of 4,096 runs; where a stage
    accepts a tenth of the candidates, it rejects the first 30 in 1 of 24 runs.
    """

    unreadable: Annotated[int, Field(ge=0, le=10_000)] = 12
    rejected: Annotated[int, Field(ge=0, le=10_000)] = 30


NEVER = StoppingSettings(unreadable=0, rejected=0)


@dataclass(frozen=True)
class CascadeSettings:
    """The stages of one profile in order, and the settings of each by its name."""

    profile: Profile
    stages: tuple[str, ...]
    asking: AskingSettings
    sections: Mapping[str, StageSettings]
    stopping: StoppingSettings = field(default_factory=StoppingSettings)

    def of(self, form: type[Form]) -> Form:
        """Return the settings of the stage with this ``form``, or its defaults if the stage is not listed."""
        return next((section for section in self.sections.values() if isinstance(section, form)), None) or form()

    @property
    def digest(self) -> str:
        """The hash of all settings that decide about candidates, so without those that stop a run early."""
        sections = {name: section.model_dump(mode="json") for name, section in self.sections.items()}
        asking = self.asking.model_dump(mode="json")
        return fingerprint({"profile": self.profile.value, "stages": self.stages, "asking": asking, **sections})

    def only(self, is_wanted: Callable[[type[Stage[Any]]], bool]) -> "CascadeSettings":
        """Return the settings with only the stages that are ``is_wanted``; they never stop early."""
        stages = tuple(name for name in self.stages if is_wanted(find_stage(name)))
        return CascadeSettings(self.profile, stages, self.asking, self.sections, NEVER)


class Cascade:
    """Stages in the order of the settings; a candidate leaves at the first stage that rejects it."""

    def __init__(self, settings: CascadeSettings, resources: Resources, repeat: Repeat | None = None) -> None:
        self._repeat = repeat
        stage_classes = [find_stage(name) for name in settings.stages]
        self._stages: list[Stage[Any]] = [
            stage_class(settings.sections[stage_class.name], resources) for stage_class in stage_classes
        ]
        self._rejections = Rejections(settings.stopping.rejected)

    @property
    def names(self) -> tuple[str, ...]:
        """The stages' names in order."""
        return tuple(stage.name for stage in self._stages)

    def near_duplicates(self) -> "NearDuplicates | None":
        """Return what holds back near-duplicates in one queue, None if no stage compares candidates."""
        return next((watcher for stage in self._stages if (watcher := stage.watch())), None)

    async def run(self, candidate: Candidate, hold: Hold | None = None) -> Candidate:
        """Return the candidate with the result of every stage that saw it; ``hold`` is called after each stage.

        If a model does not answer, the candidate is ``unanswered``; FatalModelFault and any other StoppedError end the
        whole run.
        A candidate without programs ends before the first stage that needs them.
        """
        for stage in self._stages:
            if stage.needs_programs and candidate.programs is None:
                return candidate
            try:
                with concerning(candidate.about):
                    repeated_result = self._repeat and self._repeat(stage.name, candidate)
                    candidate = repeated_result or await stage.examine(candidate)
                self._rejections.note(candidate, candidate.results[-1], _asker_name(stage))
                if hold and candidate.rejected_by is None:
                    candidate = await hold(stage.name, candidate)
            except FatalModelFault:
                raise
            except ModelFault as fault:
                no_answer = StageResult(stage=stage.name, outcome=StageOutcome.UNANSWERED, reason=str(fault))
                return candidate.with_result(no_answer)
            if candidate.rejected_by:
                return candidate
        return candidate

    async def settle(self, candidate: Candidate) -> Candidate:
        """Accept a passing candidate, unless a stage that remembers accepted candidates rejects it."""
        for stage in self._stages:
            candidate = await stage.settle(candidate)
            if candidate.rejected_by:
                break
        return candidate


class Rejections:
    """Counts what each stage rejects, until it accepts a candidate."""

    def __init__(self, allowed: int = 0) -> None:
        self._allowed = allowed
        self._rejected: Counter[str] = Counter()
        self._accepting: set[str] = set()

    def note(self, candidate: Candidate, result: StageResult, asker_name: str) -> None:
        """Record a stage's ``result``; ``asker_name`` is the role and model that the stage asks, if it asks one.

        Raises StoppedError if the stage has rejected every candidate so far, and as many as are allowed.
        """
        stage = result.stage
        # A stage that accepts anything works; from then on its rejections are ordinary.
        if result.outcome is StageOutcome.ACCEPTED:
            self._accepting.add(stage)
        if result.outcome is not StageOutcome.REJECTED or stage in self._accepting:
            return
        self._rejected[stage] += 1
        # Stopping early saves the calls of all stages before this one, for all candidates to come.
        if self._allowed and self._rejected[stage] >= self._allowed:
            asked_model = f" ({asker_name})" if asker_name else ""
            raise StoppedError(
                f"stopped: stage {stage}{asked_model} rejected all of the first {self._allowed} candidates; the last"
                f" one, of {candidate.bias}: {sample(result.reason)}{_last_answer(result)}; {GO_ON}"
            )


def _last_answer(result: StageResult) -> str:
    """Return the last answer in a rejection's evidence, for the message."""
    answers = result.evidence.get("answer") or result.evidence.get("said")
    last_answer = answers[-1] if isinstance(answers, list) and answers else answers
    return f"; an answer: {sample(last_answer)!r}" if isinstance(last_answer, str) and last_answer.strip() else ""


def _asker_name(stage: Stage[Any]) -> str:
    return f"{stage.role} {stage.asker.model.spec}" if stage.asker else ""


@cache
def find_stage(name: str) -> type[Stage[Any]]:
    """Return the stage called ``name``. Raises InputError that lists the known stages if there is none."""
    module = f"{__package__}.{name}"
    if name.isidentifier() and find_spec(module) is not None:
        stage = getattr(import_module(module), "STAGE", None)
        if stage is not None:
            return cast(type[Stage[Any]], stage)
    raise InputError(f"unknown stage {name!r}; the stages are {', '.join(stage_names())}")


@cache
def stage_names() -> tuple[str, ...]:
    """Return the names of all stages, sorted."""
    modules = sorted(file.name.removesuffix(".py") for file in files("probe.filters").iterdir())
    module_names = (name for name in modules if name.isidentifier() and find_spec(f"{__package__}.{name}"))
    return tuple(name for name in module_names if hasattr(import_module(f"{__package__}.{name}"), "STAGE"))


def near_miss(stage: str, evidence: Evidence) -> str:
    """Return in one line how closely a candidate missed ``stage``; empty if the stage measures nothing."""
    return find_stage(stage).near_miss(evidence) if stage in stage_names() else ""


def load_settings(profile: Profile, file: Path | None = None) -> CascadeSettings:
    """Return the settings of ``profile`` from ``file``, by default from the packaged file.

    Raises InputError, which lists all problems with keys, each with its line.
    """
    source = ContentFile(file or Path(str(files("probe.filters") / "cascade.toml")))
    problems = [*_no_tables(source), *_settings_problems(source)]
    if problems:  # what follows relies on tables
        raise CorpusError(problems, "file")
    stages = _stages(source, profile)
    asking = _section(source, AskingSettings, "asking", profile, problems)
    stopping = _section(source, StoppingSettings, "stopping", profile, problems)
    sections: dict[str, StageSettings] = {}
    for name in dict.fromkeys((*stages, *_configured_stages(source, profile))):
        if name not in stage_names():
            problems.append(_unknown_stage(source, name, profile))
        elif settings := _section(source, find_stage(name).form, name, profile, problems):
            sections[name] = settings
    problems += [] if problems else _order_problems(source, stages, profile)
    if problems or asking is None or stopping is None:
        raise CorpusError(problems, "file")
    return CascadeSettings(profile, tuple(stages), asking, sections, stopping)


def _section(
    source: ContentFile, form: type[AnyForm], name: str, profile: Profile, problems: list[str]
) -> AnyForm | None:
    """Return the settings called ``name``: those for all profiles, replaced by those for this profile."""
    return source.joined(form, [(name,), (profile.value, name)], problems)


def _configured_stages(source: ContentFile, profile: Profile) -> list[str]:
    """Return the names of the stages that have settings for this profile."""
    general_names = [name for name in source.data if name not in (*Profile, "stages")]
    return [name for name in (*general_names, *source.data.get(profile.value, {})) if name not in NO_STAGES]


def _no_tables(source: ContentFile) -> Iterator[str]:
    """Yield a problem for each key that should be a table and is not."""
    tables: dict[tuple[str, ...], Any] = {(name,): section for name, section in source.data.items()}
    for profile in (profile.value for profile in Profile):
        if isinstance(profile_tables := source.data.get(profile), dict):
            tables |= {(profile, name): section for name, section in profile_tables.items()}
    for key, section in tables.items():
        if not isinstance(section, dict):
            yield str(source.error(key, f"{'.'.join(key)}: write a table, [{'.'.join(key)}]"))


def _settings_problems(source: ContentFile) -> Iterator[str]:
    """Yield a problem for settings of a stage that their profile does not run, and for unknown profiles."""
    stages_by_profile = source.data.get("stages")
    if not isinstance(stages_by_profile, dict):
        return
    for name in stages_by_profile.keys() - set(Profile):
        reason = f"stages.{name}: no such profile; the profiles are {', '.join(Profile)}"
        yield str(source.error(("stages", name), reason))
    for profile in (profile.value for profile in Profile):
        stages, sections = stages_by_profile.get(profile), source.data.get(profile)
        if not isinstance(stages, list) or not isinstance(sections, dict):
            continue
        for name in sections:
            if name not in (*stages, *NO_STAGES) and name in stage_names():
                reason = f"{profile}.{name}: has no effect: stages.{profile} does not list {name}"
                yield str(source.error((profile, name), reason))


def _stages(source: ContentFile, profile: Profile) -> list[str]:
    """Return the stages of a profile in order. Raises InputError if the file lists none."""
    stages = source.at(("stages", profile.value))
    if not isinstance(stages, list) or not stages or not all(isinstance(name, str) for name in stages):
        form = f'list the stages in order, {profile.value} = ["template", …]'
        raise source.error(("stages", profile.value), f"stages.{profile.value}: {form}")
    return stages


def _unknown_stage(source: ContentFile, name: str, profile: Profile) -> str:
    is_listed = name in _stages(source, profile)
    key = (
        ("stages", profile.value)
        if is_listed
        else (profile.value, name)
        if source.at((profile.value, name))
        else (name,)
    )
    return str(source.error(key, f"unknown stage {name!r}; the stages are {', '.join(stage_names())}"))


def _order_problems(source: ContentFile, stages: list[str], profile: Profile) -> Iterator[str]:
    """Yield a problem for an order in which the cascade cannot work."""
    stage_classes = [find_stage(name) for name in stages]
    key = ("stages", profile.value)
    if len(set(stages)) < len(stages):
        yield str(source.error(key, "stages: a stage is listed twice"))
    first_with_programs = next(
        (position for position, stage_class in enumerate(stage_classes) if stage_class.gives_programs), None
    )
    if first_with_programs is None:
        translating_stages = " or ".join(name for name in stage_names() if find_stage(name).gives_programs)
        reason = f"stages: {translating_stages} is missing: without it the correct option is unknown; add it"
        yield str(source.error(key, reason))
        return
    for name in (stage_class.name for stage_class in stage_classes[:first_with_programs] if stage_class.needs_programs):
        yield str(source.error(key, f"stages: {name} needs the programs: put it after {stages[first_with_programs]}"))
