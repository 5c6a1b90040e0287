"""Export datasets and evaluations to other formats."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from probe.errors import InputError
from probe.files.card import checked_licence, licence_name
from probe.files.continuing import write_rows
from probe.files.dataset import StoredItems, manifest_beside, writes_lines
from probe.files.exports import export_csv, item_rows
from probe.files.folders import interrupted
from probe.files.huggingface import Publication, export_huggingface, output_files
from probe.files.plain import refuse_overwriting
from probe.integrations.lm_eval_folder import RUNS, lm_eval_folder
from probe.measuring.decisions import export_decisions
from probe.options.form import refuse
from probe.options.reading import path_of
from probe.options.sharing import ExportOptions
from probe.protocols import protocol_named
from probe.protocols.formats import EXPORTS, writer_of
from probe.protocols.reading import form_in, open_dataset, protocol_in
from probe.values import Item, fingerprint
from probe.version import __version__

Listener = Callable[[int, int], None]
"""Receives the number of items done and the total."""
FORMAT_OF = {"license": "hf", "package": "probe-swe", "arms": "lm-eval", "runs": "lm-eval"}
"""Which options are for one format only."""


@dataclass(frozen=True)
class Exported:
    """The file or folder that was written, and what to tell the user."""

    path: Path
    lines: tuple[str, ...]


def export(given: ExportOptions, listener: Listener = lambda done, total: None) -> Exported:
    """Write a dataset or an evaluation in another format.

    Raises InputError if the source cannot be read or is of another protocol than the format, if options do not fit the
    format, or if files are in the way.
    """
    for name, form in FORMAT_OF.items():
        if given.format != form:
            refuse(given, (name,), f" is for --format {form}: leave it out, or export with --format {form}")
    source, output, package = Path(given.source), path_of(given.out), path_of(given.package)
    if package is not None:
        if output is not None:
            raise InputError("--package names the folder to write: leave out --out")
        return _export_package(given, source, package)
    refuse(given, ("seeds",), " is for --package: leave it out, or add --package")
    if output is None:
        raise InputError("name the file to write with --out")
    if given.format == "lm-eval":
        return _export_tasks(given, source, output, listener)
    if given.format == "hf":
        return _export_hub(given, source, output, listener)
    refuse_overwriting([output], "--out", force=given.force)
    if given.format == "decisions":
        return Exported(output, (f"wrote {export_decisions(source, output)} decisions to {output}",))
    if given.format == "csv":
        return _export_csv(source, output, listener)
    number = protocol_named(writer_of(given.format, source)).export(given.format, source, output)
    return Exported(output, (f"wrote {number} rows to {output}",))


def continued(file: Path, made_from: list[str], rows: Callable[[int], Iterable[bytes]], *, quoted: bool = False) -> int:
    """Write ``rows`` as ``write_rows`` does; what they depend on is ``made_from`` and the version."""
    return write_rows(file, fingerprint([__version__, *made_from]), rows, quoted=quoted)


def _export_csv(source: Path, output: Path, listener: Listener) -> Exported:
    """Write a CSV file whose first row has the names of the columns; one that is cut off is continued."""
    items = open_dataset(source)
    protocol = protocol_named(protocol_in(items.file))
    columns, row = protocol.flat_columns, protocol.flat_row

    def rows(start: int) -> Iterator[bytes]:
        before = max(0, start - 1)
        return item_rows(_counted(items.after(before), items, listener, before), columns, row, header=not start)

    if writes_lines(output):
        continued(output, ["csv", items.digest], rows, quoted=True)
    else:
        export_csv(output, _counted(items, items, listener), columns, row)
    return Exported(output, (f"wrote {len(items)} {protocol.noun}s to {output}",))


def _export_package(given: ExportOptions, source: Path, folder: Path) -> Exported:
    protocol = protocol_named(EXPORTS["probe-swe"])
    written = asyncio.run(protocol.export_package(source, folder, seeds=path_of(given.seeds), force=given.force))
    lines = [f"wrote {folder / path}" for path in written if "/" not in path]
    lines.append(f"wrote {len(written)} files to {folder}, with the seeds in seed_corpus")
    if not any(path.startswith("1_stats") for path in written):
        lines.append("1_stats_dataset_*.json is missing: only the folder of probe generate knows what was rejected")
    return Exported(folder, tuple(lines))


def _export_hub(given: ExportOptions, source: Path, output: Path, listener: Listener) -> Exported:
    items, shown_as = open_dataset(source), form_in(source)
    licence = None if given.license is None else checked_licence(given.license)
    written = [output / path for path in output_files(items.biases)]
    refuse_overwriting(written, "--out", own=interrupted(output), force=given.force)
    publication = Publication(licence, manifest=manifest_beside(items.file), form=shown_as)
    contents, _ = export_huggingface(output, _counted(items, items, listener), publication)
    lines = [f"wrote {len(items)} {shown_as.noun}s to {output}"]
    if licence_name(contents, licence) is None:
        lines.insert(0, "the card states no licence: name one with --license, such as --license CC-BY-4.0")
    return Exported(output, tuple(lines))


def _export_tasks(given: ExportOptions, source: Path, folder: Path, listener: Listener) -> Exported:
    """Write a task folder of lm-evaluation-harness, and say how to use it."""
    items: StoredItems[Any] = open_dataset(source)
    tasks = lm_eval_folder(items, given.arms, given.runs or RUNS)
    refuse_overwriting([folder / path for path in tasks.paths], "--out", own=interrupted(folder), force=given.force)
    replace(tasks, items=_counted(items, items, listener)).write(folder)
    said = f"wrote tasks on {len(items)} {tasks.protocol.noun}s to {folder}"
    return Exported(
        folder, (f"{said}; next: lm_eval --include_path {folder} --tasks {next(iter(tasks.form.prompts))} …",)
    )


def _counted(rest: Iterable[Item], items: StoredItems[Item], listener: Listener, before: int = 0) -> Iterator[Item]:
    """Yield the ``rest`` of ``items``, and report how many are done, ``before`` included."""
    for number, item in enumerate(rest, before + 1):
        yield item
        listener(number, len(items))
