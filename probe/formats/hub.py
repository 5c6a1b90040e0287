"""Folders for the Hugging Face Hub: Parquet, a dataset card and Croissant metadata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probe.options.sharing import ExportOptions
from probe.protocols.formats import Converted, Exporter, ItemReader, output_folder

if TYPE_CHECKING:
    from probe.ports import CountListener
    from probe.protocols.dataset import Dataset


class Hub(ItemReader, Exporter):
    """Items of any protocol in columns."""

    options = ("license",)
    ending = ""

    def items(self, source: Path, skip: int = 0) -> Iterator[Any]:
        """Yield the items of an exported folder, or of one of its Parquet files, in the order of the dataset."""
        from probe.files.huggingface import stream_huggingface
        from probe.protocols.reading import form_in

        return stream_huggingface(source, skip, form_in(source))

    def depends_on(self, source: Path) -> Sequence[Path]:
        """Return the Parquet files."""
        from probe.files.streams import parquet_files

        return parquet_files(source)

    def recognises(self, source: Path) -> bool:
        """Whether it is a Parquet file, or a folder of some that has no dataset of our own form."""
        from probe.files.dataset import dataset_file
        from probe.files.streams import has_parquet

        # A dataset of our own form comes first; a Parquet file counts as one if it is named itself.
        return (not dataset_file(source).is_file() or source.suffix == ".parquet") and has_parquet(source)

    def dataset(self, source: Path) -> Dataset[Any]:
        """Return the items with the manifest beside them."""
        from probe.files.dataset import read_manifest
        from probe.protocols.dataset import Dataset
        from probe.protocols.reading import folder_of

        manifest = read_manifest(source if source.is_dir() else source.parent)
        return Dataset(self.items(source), manifest=manifest, folder=folder_of(source, manifest))

    def export(self, options: ExportOptions, listener: CountListener) -> Converted:
        """Write the folder. Raises InputError for a licence that is not an SPDX expression."""
        from probe.files.card import checked_licence, licence_name
        from probe.files.folders import interrupted
        from probe.files.huggingface import Publication, export_huggingface, output_files
        from probe.files.manifest import Manifest
        from probe.files.plain import refuse_overwriting
        from probe.protocols.reading import form_in, open_dataset, report_progress

        source, output = Path(options.source), output_folder(options)
        items, form = open_dataset(source), form_in(source)
        licence = None if options.license is None else checked_licence(options.license)
        output_paths = [output / path for path in output_files(items.biases)]
        refuse_overwriting(output_paths, "--out", replaceable=interrupted(output), force=options.force)
        publication = Publication(licence, manifest=Manifest.beside(items.file), form=form)
        contents, _ = export_huggingface(output, report_progress(items, len(items), listener), publication)
        lines = [f"wrote {len(items)} {form.noun}s to {output}"]
        if licence_name(contents, licence) is None:
            lines.insert(0, "the card states no licence: name one with --license, such as --license CC-BY-4.0")
        return Converted(output, tuple(lines))
