"""The manifest of a run: what ``manifest.json`` records, built and read as one frozen value."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from pydantic import ConfigDict, JsonValue, ModelWrapValidatorHandler, PrivateAttr, ValidationError, model_validator

from probe.errors import InputError
from probe.files.dataset import MANIFEST, REPAIR_HINT, manifest_beside, read_manifest, write_json
from probe.values import Value, first_problem


class RecordedSettings(Value):
    """A JSON object of which some fields are declared; the others, also those of newer versions, are kept.

    ``content`` is the object as it was read or built, with its order.
    """

    # A command that updates the manifest of a later version must not lose unknown fields.
    model_config = ConfigDict(frozen=True, extra="allow", strict=True)
    _names: tuple[str, ...] = PrivateAttr(())

    @model_validator(mode="wrap")
    @classmethod
    def _with_names(cls, content: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        instance = handler(content)
        if isinstance(content, Mapping):
            instance._names = tuple(content)
        return instance

    @property
    def content(self) -> dict[str, Any]:
        """The JSON object."""
        fields = {**self.__dict__, **(self.__pydantic_extra__ or {})}  # an undeclared one may be named like a method
        values = ((name, fields[name]) for name in self._names)
        return {name: value.content if isinstance(value, RecordedSettings) else value for name, value in values}

    def with_changes(self, **changes: Any) -> Self:
        """Return a copy with these values; new names follow the existing ones."""
        return type(self).model_validate({**self.content, **changes})


class RunSettings(RecordedSettings):
    """The settings that identify a run; which ones there are depends on its ``kind``."""

    kind: str | None = None
    seed: int | None = None
    per_bias: int | None = None
    biases: list[str] | None = None
    roles: dict[str, JsonValue] | None = None


class Manifest(RecordedSettings):
    """What a run, a merge or an export records beside its files. Numbers of items are fields named after their noun.

    ``ended`` is why a run is not ``complete``. ``settings`` identify it, with ``prompts`` and ``libraries`` (the seeds
    and rules of authors that compose) as they are or as hashes; ``versions`` are those of what can change a result.
    ``dataset`` is, of an evaluation, the manifest of what was evaluated. ``second_engine`` is about a sample of pairs,
    ``awareness`` about a judge's votes on explanations; both are written after the rest.
    """

    canary: str | None = None
    run_id: str | None = None
    protocol: str | None = None
    complete: bool | None = None
    ended: str | None = None
    settings: RunSettings = RunSettings()
    domain: str | None = None
    prompts: dict[str, JsonValue] | None = None
    libraries: dict[str, JsonValue] | None = None
    versions: dict[str, str] | None = None
    usage: dict[str, JsonValue] | None = None
    models: list[JsonValue] | None = None
    notices: list[str] | None = None
    dataset: "Manifest | None" = None
    awareness: dict[str, JsonValue] | None = None
    second_engine: dict[str, JsonValue] | None = None

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Return the manifest in a folder, an empty one if there is none.

        Raises InputError, which names the field, if it cannot be read.
        """
        return cls.of(read_manifest(folder), folder / MANIFEST)

    @classmethod
    def read_beside(cls, file: Path) -> Self | None:
        """Return the manifest of the dataset ``file``, None if it has none. Raises InputError as ``read``."""
        content = manifest_beside(file)
        return None if content is None else cls.of(content, file)

    @classmethod
    def of(cls, content: Mapping[str, Any], source: Path | str = "the manifest") -> Self:
        """Return a manifest from its content. Raises InputError that names the ``source`` and the field."""
        try:
            return cls.model_validate(dict(content))
        except ValidationError as error:
            raise InputError(f"{source}: {first_problem(error)}: {REPAIR_HINT}") from error

    def write(self, folder: Path) -> None:
        """Write ``manifest.json`` into a folder, atomically."""
        write_json(folder / MANIFEST, self.content)

    @property
    def origin(self) -> "Manifest":
        """The manifest of the dataset: its own, or in that of an evaluation the one that it contains."""
        return (self.dataset or Manifest()) if self.settings.kind == "evaluate" else self
