"""The format of the published PROBE-SWE scripts: a dataset, its results, or the folder that the scripts read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from probe.errors import InputError
from probe.options.form import refuse
from probe.options.sharing import ExportOptions
from probe.protocols.formats import (
    Converted,
    Exporter,
    ItemReader,
    ResultReader,
    output_file,
    refuse_items_of_others,
)

if TYPE_CHECKING:
    from probe.analysis.report.findings import Findings
    from probe.ports import CountListener
    from probe.values import Dilemma, PublishedCounts


class ProbeSwe(ItemReader, ResultReader, Exporter):
    """Dilemmas as the published scripts read and write them."""

    options = ("package", "seeds")
    ending = ".json"

    def items(self, source: Path, skip: int = 0) -> Iterator[Dilemma]:
        """Yield the pairs of a published dataset, bias by bias."""
        from probe.formats.probe_swe.dataset import stream_probe_swe

        return stream_probe_swe(source, skip)

    def depends_on(self, source: Path) -> Sequence[Path]:
        """Return the file itself."""
        return (source,)

    def recognises(self, source: Path) -> bool:
        """Whether the file is JSON: what datasets of our own form never are."""
        return source.suffix == ".json"

    def results(self, files: Sequence[Path]) -> PublishedCounts:
        """Return the content of published result files."""
        from probe.formats.probe_swe.results import read_published

        return read_published(files)

    def report(self, results: PublishedCounts) -> Findings:
        """Return the report on published sensitivities."""
        from probe.analysis.published.report import report_on_published

        return report_on_published(results)

    def export(self, options: ExportOptions, listener: CountListener) -> Converted:
        """Write pairs in the published JSON format, or the folder of the published scripts."""
        if options.package is not None:
            return self._package(options, Path(options.package))
        refuse(options, ("seeds",), "is for --package: leave it out, or add --package")
        from probe.formats.probe_swe.dataset import export_probe_swe
        from probe.protocols.dilemmas.reading import open_dilemmas

        source, output = Path(options.source), output_file(options)
        refuse_items_of_others("probe-swe", "dilemmas", source)
        pairs = open_dilemmas(source)
        export_probe_swe(output, pairs)
        return Converted(output, (f"wrote {len(pairs)} rows to {output}",))

    def _package(self, options: ExportOptions, folder: Path) -> Converted:
        import asyncio

        from probe.formats.probe_swe.package import export_package

        if options.out is not None:
            raise InputError("--package names the folder to write: leave out --out")
        seeds = None if options.seeds is None else Path(options.seeds)
        written_paths = asyncio.run(export_package(Path(options.source), folder, seeds=seeds, force=options.force))
        lines = [f"wrote {folder / path}" for path in written_paths if "/" not in path]
        lines.append(f"wrote {len(written_paths)} files to {folder}, with the seeds in seed_corpus")
        if not any(path.startswith("1_stats") for path in written_paths):
            lines.append("1_stats_dataset_*.json is missing: only the folder of probe generate knows what was rejected")
        return Converted(folder, tuple(lines))
