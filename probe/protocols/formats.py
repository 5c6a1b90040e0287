"""The formats of other tools: their interfaces, and how they are found.

An entry point of the group ``probe.formats`` names a class that is an ItemReader, a DecisionReader, a ResultReader, a
PeopleReader or an Exporter, or several of them. Help lists all formats and so loads each module: import large
libraries in functions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from probe.errors import InputError, MissingError
from probe.extensions import FORMATS, load, names_in
from probe.options.form import refuse
from probe.options.sharing import ExportOptions

if TYPE_CHECKING:
    from probe.analysis.report.findings import Findings
    from probe.options.inspecting import ImportCommandLine
    from probe.ports import CountListener
    from probe.protocols.arguments import CollectedDecisions
    from probe.protocols.dataset import Dataset
    from probe.values import Evaluation, Item, PublishedCounts

Reader = TypeVar("Reader")


@dataclass(frozen=True)
class Converted:
    """The written file or folder, the lines for the user, and the same content as a JSON ``document``."""

    path: Path
    lines: tuple[str, ...]
    document: Mapping[str, Any] = field(default_factory=dict)


class ItemReader(ABC):
    """A format from which ``probe import`` makes a dataset."""

    @abstractmethod
    def items(self, source: Path, skip: int = 0) -> Iterator[Item]:
        """Yield the items in ``source`` without the first ``skip``. Raises InputError that names the location."""

    def depends_on(self, source: Path) -> Sequence[Path]:
        """Return the files whose contents decide what ``items`` yields.

        An interrupted import continues if they are unchanged. Without any, it starts again.
        """
        return ()

    def recognises(self, source: Path) -> bool:
        """Whether commands read ``source`` as a dataset without an import; it is not in PROBE's own form."""
        return False

    def dataset(self, source: Path) -> Dataset[Any]:
        """Return the dataset in a source that ``recognises`` accepts."""
        from probe.protocols.dataset import Dataset

        return Dataset(self.items(source))


class DecisionReader(ABC):
    """A format with a subject's decisions, from which ``probe import`` makes an evaluation.

    ``options`` are options of ``probe import`` for this format only. Where ``shows_all``, items without a decision were
    shown and count as unanswered.
    """

    options: ClassVar[tuple[str, ...]] = ()
    shows_all: ClassVar[bool] = True

    @abstractmethod
    def decisions(self, command_line: ImportCommandLine, items: Dataset[Any]) -> CollectedDecisions:
        """Return the decisions on ``items``. Raises InputError for a faulty file."""


class ResultReader(ABC):
    """A format of published results, which ``probe analyze`` reports on alone or shows beside evaluations."""

    @abstractmethod
    def results(self, files: Sequence[Path]) -> PublishedCounts:
        """Return the results in ``files``. Raises InputError for a file in another form."""

    @abstractmethod
    def report(self, results: PublishedCounts) -> Findings:
        """Return the report on results alone. Raises InputError where they have no effect of a subject."""


class PeopleReader(ABC):
    """A format with decisions of people, which ``probe analyze --people`` compares with those of subjects."""

    @abstractmethod
    def people(self, file: Path, items: Sequence[Item]) -> Evaluation:
        """Return the decisions of people on ``items`` as an evaluation. Raises InputError for a faulty file."""


class Exporter(ABC):
    """A format that ``probe export`` writes.

    ``options`` are options of ``probe export`` for this format only. Where it ``resumes``, an interrupted export
    continues. ``ending`` is the suffix of a file written to standard output, empty for a folder of files.
    """

    options: ClassVar[tuple[str, ...]] = ()
    resumes: ClassVar[bool] = False
    ending: ClassVar[str] = ".csv"

    @abstractmethod
    def export(self, options: ExportOptions, listener: CountListener) -> Converted:
        """Write a dataset or an evaluation.

        Raises InputError for an unreadable source, content that the format cannot express, or existing files.
        """


def format_named(name: str) -> Any:
    """Return the format called ``name``. Raises InputError if there is none, MissingError if it cannot be loaded."""
    if name not in names_in(FORMATS):
        raise InputError(f"format={name!r}: choose one of {', '.join(names_in(FORMATS))}")
    return load(FORMATS, name)


def importable() -> tuple[str, ...]:
    """Return the names of the formats that ``probe import`` reads, including those that cannot be loaded."""
    return _names_of(ItemReader, DecisionReader)


def exportable() -> tuple[str, ...]:
    """Return the names of the formats that ``probe export`` writes, including those that cannot be loaded."""
    return _names_of(Exporter)


def loadable() -> Iterator[tuple[str, Any]]:
    """Yield the formats with their names, without those that cannot be loaded."""
    return ((name, reader) for name in names_in(FORMATS) if not isinstance(reader := _load(name), MissingError))


def reader_recognising(source: Path) -> ItemReader | None:
    """Return the first format that reads ``source`` without an import, None if there is none."""
    readers = (reader for _, reader in loadable() if isinstance(reader, ItemReader))
    return next((reader for reader in readers if reader.recognises(source)), None)


def result_reader() -> ResultReader:
    """Return the first format that reads published results. Raises MissingError where none is installed."""
    return _first_reader(reader for _, reader in loadable() if isinstance(reader, ResultReader))


def people_reader() -> PeopleReader:
    """Return the first format that reads people's decisions. Raises MissingError where none is installed."""
    return _first_reader(reader for _, reader in loadable() if isinstance(reader, PeopleReader))


def _first_reader(readers: Iterator[Reader]) -> Reader:
    reader = next(readers, None)
    if reader is None:
        raise MissingError("no installed format reads this file: install probe-swe again")
    return reader


def export(options: ExportOptions, listener: CountListener = lambda done, total: None) -> Converted:
    """Write a dataset or an evaluation in another format.

    Raises InputError for a source that cannot be read or is of another protocol, for options of another format, and
    for existing files.
    """
    exporter = exporter_named(options.format)
    for name, other_format in loadable():
        # Otherwise, an option of a different format would be ignored silently.
        foreign_options = (
            set(other_format.options).difference(exporter.options) if isinstance(other_format, Exporter) else ()
        )
        refuse(options, foreign_options, f"is for --format {name}: leave it out, or export with --format {name}")
    return exporter.export(options, listener)


def exporter_named(name: str) -> Exporter:
    """Return the format called ``name``. Raises InputError if ``probe export`` does not write it."""
    if name not in exportable():
        raise InputError(f"format={name!r}: choose one of {', '.join(exportable())}")
    exporter: Exporter = load(FORMATS, name)
    return exporter


def output_file(options: ExportOptions) -> Path:
    """Return the file to write. Raises InputError without a name, or if it exists and must not be overwritten."""
    from probe.files.plain import refuse_overwriting

    file = output_folder(options)
    refuse_overwriting([file], "--out", force=options.force)
    return file


def output_folder(options: ExportOptions) -> Path:
    """Return the folder to write files into. Raises InputError if none is named."""
    if options.out is None:
        raise InputError("name the file to write with --out")
    return Path(options.out)


def refuse_items_of_others(form: str, protocol: str, source: Path) -> None:
    """Raise InputError if the items of the dataset or evaluation ``source`` are not of this protocol."""
    from probe.files.dataset import dataset_file
    from probe.protocols.reading import protocol_in

    if (protocol_name := protocol_in(dataset_file(source))) != protocol:
        raise InputError(
            f"--format {form} is for {protocol}, but {source} has items of the protocol {protocol_name[:40]}"
        )


def write_resumable_text(
    file: Path, made_from: Sequence[str], rows: Callable[[int], Iterable[bytes]], *, quoted: bool = False
) -> int:
    """Write ``rows`` as ``write_resumable_rows`` does; continue only if ``made_from`` and the version are unchanged."""
    from probe.files.continuing import write_resumable_rows
    from probe.values import fingerprint
    from probe.version import __version__

    return write_resumable_rows(file, fingerprint([__version__, *made_from]), rows, quoted=quoted)


def _names_of(*base_classes: type) -> tuple[str, ...]:
    return tuple(name for name in names_in(FORMATS) if isinstance(_load(name), (*base_classes, MissingError)))


def _load(name: str) -> Any:
    """Return a format, or the error that is raised where it is used."""
    try:
        return load(FORMATS, name)
    except MissingError as error:
        # An optional library is missing: the format is listed, and its error says what to install.
        return error
