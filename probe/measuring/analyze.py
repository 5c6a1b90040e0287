"""Analyze runs or published results, and write a report."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.figures.style import draw
from probe.analysis.measurements import Vectors
from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import as_bytes, document, figure_files, table_files
from probe.analysis.report.page import card, page
from probe.analysis.study import Study
from probe.errors import InputError
from probe.files.folders import interrupted, write_files
from probe.files.plain import refuse_overwriting, write_atomically
from probe.inputs import read_json
from probe.options.analyzing import AnalyzeOptions
from probe.options.reading import folders_of, path_of
from probe.protocols.base import ItemProtocol
from probe.protocols.formats import people_reader, result_reader
from probe.protocols.reading import evaluations_in, protocol_of_runs, read_evaluation
from probe.session import Session, load_prices
from probe.store.reading import rejection_counts, run_about
from probe.values import Evaluation, Published
from probe.values.texts import visible_line

REPORT = "report.json"
PAGES = (REPORT, "report.html")
"""The files of every report, in addition to its tables and figures."""


def analyze(options: AnalyzeOptions) -> Findings:
    """Analyse the sources; write the report into the folder ``out`` and the page ``card`` if the options name them.

    Raises InputError if a source cannot be used. Unless ``force``, it also raises InputError if ``card`` exists, or if
    ``out`` contains files of the same names that no earlier report lists, or a report on an evaluation that is missing
    here.
    """
    out_folder, card_file = path_of(options.out), path_of(options.card)
    # Before the work, which takes a while.
    if out_folder is not None:
        _refuse_others(out_folder, PAGES, force=options.force)
    if card_file is not None:
        refuse_overwriting([card_file], "--card", force=options.force)
    findings = _findings(options)
    if out_folder is not None:
        write_report(findings, out_folder, force=options.force)
    if card_file is not None:
        write_card(findings, card_file, force=options.force)
    return findings


def _findings(options: AnalyzeOptions) -> Findings:
    sources, people = folders_of(options.evaluations), path_of(options.people)
    if not sources:
        raise InputError("nothing to analyse: give folders of probe evaluate runs or published sensitivity files")
    missing_path = next((path for path in sources if not path.exists()), None)
    if missing_path is not None:
        raise InputError(f"{missing_path} does not exist: give a folder of probe evaluate, or a published JSON file")
    files, folders = ([path for path in sources if path.is_dir() == is_folder] for is_folder in (False, True))
    published = result_reader().results(files) if files else Published()
    if not folders:
        if people:
            raise InputError("people are compared with runs on the same dilemmas: give folders of probe evaluate too")
        return result_reader().report(published)
    if published.sensitivity:
        raise InputError(
            "a report covers either runs or published sensitivities: give only folders or only JSON files; awareness, "
            "judgements and rejections can be given together with runs"
        )
    runs = runs_in(folders)
    if runs.generations and not runs.evaluations:
        raise InputError(
            f"{runs.generations[0]} is a dataset: probe evaluate {runs.generations[0]} --model SPEC --out DIR asks a "
            "subject about it; then analyse DIR"
        )
    protocol = protocol_of_runs(runs.evaluations)
    evaluations = priced_evaluations(runs.evaluations)
    if people is not None:
        evaluations.append(_people_evaluation(people, protocol, evaluations))
    study = protocol.study(evaluations, TierScheme(options.tiers))
    new_rejections = (rejection for folder in runs.generations for rejection in rejection_counts(folder))
    rejections = (*published.rejections, *new_rejections)
    vectors = asyncio.run(_vectors(protocol, study)) if options.embed else None
    # A generation without rejections is a result; without a generation there is nothing to report.
    return protocol.report(study, vectors, rejections if rejections or runs.generations else None, published)


class Runs(NamedTuple):
    """The folders of generations, and those of evaluations."""

    generations: list[Path]
    evaluations: list[Path]


def runs_in(folders: Sequence[Path]) -> Runs:
    """Return the runs in ``folders``, each of which may contain several."""
    runs = Runs([], [])
    for folder in (run for source in folders for run in evaluations_in(source)):
        (runs.generations if run_about(folder).kind == "generate" else runs.evaluations).append(folder)
    return runs


def priced_evaluations(folders: Sequence[Path]) -> list[Evaluation]:
    """Return evaluations with the money that each mitigation took, by today's price list."""
    prices, _ = load_prices()
    evaluations = []
    for evaluation in map(read_evaluation, folders):
        # The name of a subject may end in how it was asked, such as [direct].
        price = prices.of(evaluation.subject.split(" ", 1)[0])
        costs = tuple(
            cost.model_copy(update={"usd": price.of(cost.prompt_tokens, cost.completion_tokens, cost.cached_tokens)})
            if price
            else cost
            for cost in evaluation.costs
        )
        evaluations.append(evaluation.model_copy(update={"costs": costs}))
    return evaluations


def _people_evaluation(file: Path, protocol: ItemProtocol[Any], evaluations: Sequence[Evaluation]) -> Evaluation:
    """Return the decisions of people on the evaluated items. Raises InputError where they cannot be compared."""
    if not protocol.between_people:
        raise InputError(f"{file}: people cannot be compared on items of {protocol.name}: give runs on dilemmas")
    if any(evaluation.direct for evaluation in evaluations):
        raise InputError(f"{file}: decisions are not comparable with probabilities: give runs without --logprobs")
    items = {item.id: item for evaluation in evaluations for item in evaluation.items}
    people = people_reader().people(file, tuple(items.values()))
    if any(evaluation.subject == people.subject for evaluation in evaluations):
        raise InputError(f"a run's subject is called {people.subject!r}, as those in {file}: leave one out")
    return people


async def _vectors(protocol: ItemProtocol[Any], study: Study) -> Vectors:
    items = study.items
    async with Session() as session:
        vectors = await session.embedder().embed([protocol.first_text(item) for item in items.values()])
    return dict(zip(items, vectors, strict=True))


def write_report(findings: Findings, folder: Path, *, force: bool = False) -> None:
    """Write ``report.html``, ``report.json``, ``tables/*.csv|tex`` and ``figures/*.svg|pdf`` into ``folder``.

    Files of an earlier report that this one lacks are removed. Only files listed in the earlier ``report.json`` are
    removed or, unless ``force``, overwritten. Raises InputError if there are others in the way, if the earlier report
    is on an evaluation that this one lacks, or if the folder cannot be written.
    """
    # Drawn once, since both the files and the page show them.
    drawings = [draw(picture) for picture in findings.pictures]
    content = json.dumps(document(findings), ensure_ascii=False, allow_nan=False, indent=1) + "\n"
    files = {
        REPORT: as_bytes(content),  # first, since it names the others as parts of a report
        **figure_files(drawings),
        **table_files(findings.tables),
        "report.html": as_bytes(page(findings, drawings)),
    }
    earlier_files = _refuse_others(folder, files, force=force)
    # Repeating the command with more runs or subjects replaces its own report and loses nothing.
    lost_subjects = (
        [] if force else [name for name in _reported_subjects(folder) if name not in map(visible_line, findings.about)]
    )
    if lost_subjects:
        raise InputError(
            f"{folder} has a report on {lost_subjects[0]}, which this one lacks: choose another --out, "
            "or add --force to replace it"
        )
    write_files(folder, files, earlier=earlier_files, last=REPORT)


def write_card(findings: Findings, file: Path, *, force: bool = False) -> None:
    """Write the page to share about one subject.

    Raises InputError if the findings are about several subjects or not about decisions, or if ``file`` exists, unless
    ``force``.
    """
    refuse_overwriting([file], "--card", force=force)
    write_atomically(file, card(findings))


def _refuse_others(folder: Path, names: Iterable[str], *, force: bool) -> set[str]:
    """Return the paths of the files of the report in ``folder``, empty without a report.

    Raises InputError, unless ``force``, if a file in ``names`` exists and is not part of this report.
    """
    earlier_files = _listed_files(_earlier_report(folder))
    replaceable = {folder / path for path in earlier_files} | interrupted(folder)
    refuse_overwriting([folder / name for name in names], "--out", replaceable=replaceable, force=force)
    return earlier_files


def _reported_subjects(folder: Path) -> list[str]:
    """Return the subjects of the report in ``folder``, empty without a report.

    Raises InputError if it does not list them, as those of earlier versions.
    """
    report = _earlier_report(folder)
    if not _listed_files(report):
        return []
    names = report.get("about")
    if not isinstance(names, list):
        raise InputError(
            f"{folder} has a report that does not list its subjects, as those of earlier versions: "
            "choose another --out, or add --force to replace it"
        )
    return [visible_line(str(name)) for name in names]


def _earlier_report(folder: Path) -> Any:
    """Return the parsed ``report.json`` in ``folder``, None without one."""
    try:
        return read_json(folder / REPORT)
    except InputError:
        return None


def _listed_files(report: Any) -> set[str]:
    """Return the paths of the files of a report, empty if this is not a report.

    Keys that could lead out of the folder are ignored.
    """
    try:
        sections = [*report["chapters"], *([report["lead"]] if "lead" in report else [])]
        figures = [figure["key"] for section in sections for figure in section["figures"]]
        tables = [table["key"] for section in sections for table in section["tables"]]
        tables.append(report["summary"]["key"])
    except (LookupError, TypeError):
        return set()
    return {*PAGES, *_paths("figures", figures, ("svg", "pdf")), *_paths("tables", tables, ("csv", "tex"))}


def _paths(folder: str, keys: Iterable[Any], endings: Iterable[str]) -> set[str]:
    names = [key for key in keys if isinstance(key, str) and key.isidentifier()]
    return {f"{folder}/{name}.{ending}" for name in names for ending in endings}
