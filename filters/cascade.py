"""The cascade: stages in the order of a settings file.

``cascade.toml`` lists the stages of each profile by name; a stage's name is the name of its module in this folder, and
its numbers are the module's own defaults unless the file overrides them. This module refers to no stage by name.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from probe.asking import AskingSettings, concerning
from probe.errors import FatalModelFault, InputError, ModelFault
from probe.filters.stage import Resources, Stage, StageSettings, Watcher
from probe.filters.stopping import NEVER, Rejections, StoppingSettings
from probe.inputs import read_toml
from probe.values import Candidate, Evidence, Profile, StageOutcome, StageResult, Value, fingerprint

Hold = Callable[[str, Candidate], Awaitable[Candidate]]
"""Called with the stage's name after each stage that a candidate passes; see Flight."""

Repeat = Callable[[str, Candidate], Candidate | None]
"""Returns the candidate after the stage with this name if that was computed before, None if the stage has to run."""


def run_every_stage(stage: str, candidate: Candidate) -> None:
    """Repeat nothing: no stage was computed before."""


Form = TypeVar("Form", bound=StageSettings)
AnyForm = TypeVar("AnyForm", bound=Value)


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
        return next((one for one in self.sections.values() if isinstance(one, form)), None) or form()

    @property
    def digest(self) -> str:
        """The hash of all settings that decide about candidates, so without those that stop a run early."""
        sections = {name: section.model_dump(mode="json") for name, section in self.sections.items()}
        asking = self.asking.model_dump(mode="json")
        return fingerprint({"profile": self.profile.value, "stages": self.stages, "asking": asking, **sections})

    def only(self, wanted: Callable[[type[Stage[Any]]], bool]) -> "CascadeSettings":
        """Return the settings with only the stages that are ``wanted``; they never stop early."""
        stages = tuple(name for name in self.stages if wanted(find_stage(name)))
        return CascadeSettings(self.profile, stages, self.asking, self.sections, NEVER)


class Cascade:
    """Stages in the order of the settings; a candidate leaves at the first stage that rejects it."""

    def __init__(self, settings: CascadeSettings, resources: Resources, repeat: Repeat = run_every_stage) -> None:
        self._repeat = repeat
        kinds = [find_stage(name) for name in settings.stages]
        self._stages: list[Stage[Any]] = [kind(settings.sections[kind.name], resources) for kind in kinds]
        self._rejections = Rejections(settings.stopping.rejected)

    @property
    def names(self) -> tuple[str, ...]:
        """The stages' names in order."""
        return tuple(stage.name for stage in self._stages)

    def flight(self) -> "CandidateFlight":
        """Return a tracker for the candidates of one queue that are processed concurrently."""
        return CandidateFlight({stage.name: watcher for stage in self._stages if (watcher := stage.watch())})

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
                    candidate = self._repeat(stage.name, candidate) or await stage.examine(candidate)
                self._rejections.note(candidate, candidate.results[-1], _asked(stage))
                if hold and candidate.rejected_by is None:
                    candidate = await hold(stage.name, candidate)
            except FatalModelFault:
                raise
            except ModelFault as fault:
                missing = StageResult(stage=stage.name, outcome=StageOutcome.UNANSWERED, reason=str(fault))
                return candidate.after(missing)
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


def _asked(stage: Stage[Any]) -> str:
    return f"{stage.role} {stage.asker.model.spec}" if stage.asker else ""


class CandidateFlight:
    """The candidates of one queue that are processed concurrently, numbered in order."""

    def __init__(self, watchers: Mapping[str, Watcher]) -> None:
        self._watchers = watchers

    def begin(self, number: int) -> None:
        """Record that candidate ``number`` has started."""
        for watcher in self._watchers.values():
            watcher.begin(number)

    async def hold(self, number: int, stage: str, candidate: Candidate) -> Candidate:
        """Wait until the candidate may continue after ``stage``; return it, possibly rejected."""
        watcher = self._watchers.get(stage)
        return await watcher.hold(number, candidate) if watcher else candidate

    def end(self, number: int, candidate: Candidate) -> None:
        """Record the outcome of candidate ``number``."""
        for watcher in self._watchers.values():
            watcher.end(number, candidate)


@cache
def find_stage(name: str) -> type[Stage[Any]]:
    """Return the stage called ``name``. Raises InputError that lists the known stages if there is none."""
    module = f"{__package__}.{name}"
    if name.isidentifier() and find_spec(module) is not None:
        found = getattr(import_module(module), "STAGE", None)
        if found is not None:
            return cast(type[Stage[Any]], found)
    raise InputError(f"unknown stage {name!r}; the stages are {', '.join(stage_names())}")


@cache
def stage_names() -> tuple[str, ...]:
    """Return the names of all stages, sorted."""
    modules = sorted(file.name.removesuffix(".py") for file in files("probe.filters").iterdir())
    found = (name for name in modules if name.isidentifier() and find_spec(f"{__package__}.{name}"))
    return tuple(name for name in found if hasattr(import_module(f"{__package__}.{name}"), "STAGE"))


def near_miss(stage: str, evidence: Evidence) -> str:
    """Return in one line how closely a candidate missed ``stage``; empty if the stage measures nothing."""
    return find_stage(stage).near_miss(evidence) if stage in stage_names() else ""


def load_settings(profile: Profile, file: Path | None = None) -> CascadeSettings:
    """Return the settings of ``profile`` from ``file``, by default from the packaged file.

    Raises InputError that names the file and the missing, unknown or out-of-range key.
    """
    source = file or Path(str(files("probe.filters") / "cascade.toml"))
    given = read_toml(source)
    try:
        _check_names(given)
        sections, stages = _sections(given, profile), _stages(given, profile)
        asking = _read(AskingSettings, "asking", sections.pop("asking", {}))
        stopping = _read(StoppingSettings, "stopping", sections.pop("stopping", {}))
        names = dict.fromkeys((*stages, *sections))
        read = {name: _read(find_stage(name).form, name, sections.get(name, {})) for name in names}
        _check_order([find_stage(name) for name in stages])
    except InputError as error:
        raise InputError(f"cascade file {source}: {error}") from error
    return CascadeSettings(profile, tuple(stages), asking, read, stopping)


def _read(form: type[AnyForm], section: str, given: Any) -> AnyForm:
    try:
        return form.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in (section, *first["loc"]))
        raise InputError(f"{where}: {first['msg'].removeprefix('Value error, ')}") from error


def _check_names(given: dict[str, Any]) -> None:
    """Raise InputError for what is not a table, and for settings of a stage that their profile does not run."""
    for name, section in given.items():
        if not isinstance(section, dict):
            raise InputError(f"{name}: write a table, [{name}]")
    for profile in (one for one in Profile if one.value in given):
        listed = given.get("stages", {}).get(profile.value)
        for name, section in given[profile.value].items():
            if not isinstance(section, dict):
                raise InputError(f"{profile.value}.{name}: write a table, [{profile.value}.{name}]")
            if isinstance(listed, list) and name not in (*listed, "asking", "stopping"):
                find_stage(name)
                raise InputError(f"{profile.value}.{name}: has no effect: stages.{profile.value} does not list {name}")


def _stages(given: dict[str, Any], profile: Profile) -> list[str]:
    listed = given.get("stages", {})
    unknown = sorted(set(listed) - set(Profile))
    if unknown:
        raise InputError(f"stages.{unknown[0]}: no such profile; the profiles are {', '.join(Profile)}")
    stages = listed.get(profile.value)
    if not isinstance(stages, list) or not stages or not all(isinstance(name, str) for name in stages):
        raise InputError(f'stages.{profile.value}: list the stages in order, {profile.value} = ["template", …]')
    return stages


def _sections(given: dict[str, Any], profile: Profile) -> dict[str, Any]:
    """Merge the profile's own sections into the general ones."""
    general = {name: section for name, section in given.items() if name not in (*Profile, "stages")}
    for name, section in given.get(profile.value, {}).items():
        general[name] = {**general.get(name, {}), **section}
    return general


def _check_order(kinds: list[type[Stage[Any]]]) -> None:
    names = [kind.name for kind in kinds]
    if len(set(names)) < len(names):
        raise InputError("stages: a stage is listed twice")
    giving = next((place for place, kind in enumerate(kinds) if kind.gives_programs), None)
    if giving is None:
        needed = " or ".join(name for name in stage_names() if find_stage(name).gives_programs)
        raise InputError(f"stages: {needed} is missing: without it the correct option is unknown; add it")
    early = [kind.name for kind in kinds[:giving] if kind.needs_programs]
    if early:
        raise InputError(f"stages: {early[0]} needs the programs: put it after {names[giving]}")
