"""Analyze runs or published sensitivity files, and write a report."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

from probe.analysis.dataset.diversity import Vectors
from probe.analysis.depth.tiers import TierScheme
from probe.analysis.effects import planted
from probe.analysis.published.report import report_on_published
from probe.analysis.report.files import PAGES, REPORT, card, listed_files, report_files
from probe.analysis.report.findings import Findings
from probe.analysis.study import Study, prepare
from probe.analysis.tables import Table
from probe.errors import InputError
from probe.files.folders import interrupted, write_files
from probe.files.people import PEOPLE, read_people
from probe.files.plain import refuse_overwriting, write_atomically
from probe.files.published_results import read_published
from probe.inputs import read_json
from probe.options.analyzing import AnalyzeOptions
from probe.options.reading import folders_of, path_of
from probe.ports import PriceList
from probe.protocols import DILEMMAS, protocol_named
from probe.protocols.base import ItemProtocol
from probe.protocols.reading import evaluations_in, read_evaluation
from probe.session import Session, load_prices, read_rejections, run_about
from probe.values import Evaluation
from probe.version import __version__


@dataclass(frozen=True)
class AnalyzeCommand:
    """What to analyse: folders of runs, or published files; ``embed`` computes the texts' cosines (slow).

    ``people`` is a file with people's decisions on dilemmas of the runs.
    """

    sources: tuple[Path, ...]
    scheme: TierScheme = TierScheme.FIXED
    embed: bool = False
    people: Path | None = None

    @classmethod
    def of(cls, options: AnalyzeOptions) -> Self:
        """Return what the options ask for. Raises InputError if there is nothing to analyse."""
        sources = folders_of(options.evaluations)
        if not sources:
            raise InputError("nothing to analyse: give folders of probe evaluate runs or published sensitivity files")
        return cls(sources, TierScheme(options.tiers), options.embed, path_of(options.people))


def analyze(command: AnalyzeCommand, out: Path, *, force: bool = False) -> Findings:
    """Analyse the sources and write the report into ``out``.

    Raises InputError if a source cannot be used, or, unless ``force``, if ``out`` contains files of the same names that
    no earlier report lists.
    """
    replaceable = _own(out) | interrupted(out)
    refuse_overwriting([out / name for name in PAGES], "--out", own=replaceable, force=force)  # before the work
    findings = find(command)
    write_report(findings, out, __version__, force=force)
    return findings


def compare_with_planted(folders: Sequence[Path], rules: Mapping[str, tuple[float, float]]) -> tuple[Table, ...]:
    """Return a table for each simulated subject of ``rules``: its planted and its measured effect."""
    rows = planted.planted(prepare([read_evaluation(folder) for folder in folders]), rules)
    return tuple(
        planted.table([row for row in rows if row.subject == name], f"Planted and measured effect: {name}")
        for name in rules
    )


def find(command: AnalyzeCommand) -> Findings:
    """Analyse the sources and write nothing. Raises InputError if a source cannot be used."""
    missing = next((path for path in command.sources if not path.exists()), None)
    if missing is not None:
        raise InputError(f"{missing} does not exist: give a folder of probe evaluate, or a published JSON file")
    published = read_published([path for path in command.sources if not path.is_dir()])
    folders = [path for path in command.sources if path.is_dir()]
    if not folders:
        if command.people:
            raise InputError("people are compared with runs on the same dilemmas: give folders of probe evaluate too")
        return report_on_published(published)
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
    protocol: ItemProtocol[Any] = protocol_named(runs.protocol)
    study = study_of(runs.protocol, runs.evaluations, command.scheme, command.people)
    rejected = (*published.rejections, *(each for folder in runs.generations for each in read_rejections(folder)))
    vectors = asyncio.run(_vectors(protocol, study)) if command.embed else None
    # Nothing rejected is a result, and no generation is none.
    return protocol.report(study, vectors, rejected if rejected or runs.generations else None, published)


class Runs(NamedTuple):
    """The folders of generations, and those of evaluations with their protocol."""

    generations: list[Path]
    evaluations: list[Path]
    protocol: str


def runs_in(folders: Sequence[Path]) -> Runs:
    """Return the runs in ``folders``. Raises InputError if the evaluations are of several protocols."""
    generations, evaluations, protocols = list[Path](), list[Path](), set[str]()
    for folder in (run for source in folders for run in evaluations_in(source)):
        about = run_about(folder)
        if about.kind == "generate":
            generations.append(folder)
        else:
            evaluations.append(folder)
            protocols.add(about.protocol or DILEMMAS)
    if len(protocols) > 1:
        raise InputError(
            f"these evaluations are of several protocols ({', '.join(sorted(protocols))}): give those of one"
        )
    return Runs(generations, evaluations, *(protocols or {DILEMMAS}))


def priced(evaluation: Evaluation, prices: PriceList) -> Evaluation:
    """Return the evaluation with the money that each mitigation took, by today's price list."""
    # The name of a subject may end in how it was asked, such as [direct].
    price = prices.of(evaluation.subject.split(" ", 1)[0])
    if price is None:
        return evaluation
    costs = tuple(
        cost.model_copy(update={"usd": price.of(cost.prompt_tokens, cost.completion_tokens, cost.cached_tokens)})
        for cost in evaluation.costs
    )
    return evaluation.model_copy(update={"costs": costs})


def study_of(
    name: str, folders: Sequence[Path], scheme: TierScheme = TierScheme.FIXED, people: Path | None = None
) -> Study:
    """Return the evaluations of items of the protocol ``name``, scored in every measure, with people beside them.

    Raises InputError where the decisions of people cannot be used.
    """
    prices, _ = load_prices()
    protocol: ItemProtocol[Any] = protocol_named(name)
    evaluations = [priced(read_evaluation(folder), prices) for folder in folders]
    if people is not None:
        if not protocol.between_people:
            raise InputError(f"{people}: people cannot be compared on items of {name}: give runs on dilemmas")
        evaluations.append(_of_people(people, evaluations))
    return protocol.study(evaluations, scheme)


def _of_people(file: Path, evaluations: Sequence[Evaluation]) -> Evaluation:
    if any(evaluation.subject == PEOPLE for evaluation in evaluations):
        raise InputError(f"a run's subject is called {PEOPLE!r}, as those in {file}: leave one out")
    if any(evaluation.direct for evaluation in evaluations):
        raise InputError(f"{file}: decisions are not comparable with probabilities: give runs without --logprobs")
    items = {item.id: item for evaluation in evaluations for item in evaluation.items}
    return read_people(file, tuple(items.values()))


async def _vectors(protocol: ItemProtocol[Any], study: Study) -> Vectors:
    items = study.items
    async with Session() as session:
        vectors = await session.embedder().embed([protocol.first_text(item) for item in items.values()])
    return dict(zip(items, vectors, strict=True))


def write_report(findings: Findings, folder: Path, version: str, *, force: bool = False) -> None:
    """Write a report into ``folder``, and remove the files of an earlier report that this one lacks.

    Only files listed in the earlier ``report.json`` are removed or, unless ``force``, overwritten. Raises InputError if
    there are others in the way, or the folder cannot be written.
    """
    earlier, files = _own(folder), report_files(findings, version)
    replaceable = earlier | interrupted(folder)
    refuse_overwriting([folder / path for path in files], "--out", own=replaceable, force=force)
    write_files(folder, files, earlier=[str(file.relative_to(folder)) for file in earlier], last=REPORT)


def write_card(findings: Findings, file: Path, version: str, *, force: bool = False) -> None:
    """Write the page to share about one subject.

    Raises InputError if there are several subjects, or if ``file`` exists, unless ``force``.
    """
    refuse_overwriting([file], "--card", force=force)
    write_atomically(file, card(findings, version))


def _own(folder: Path) -> set[Path]:
    """Return the files of the report in ``folder``; none if it contains no report."""
    listed = _listed(folder / REPORT)
    return {folder / path for path in (*listed, *PAGES)} if listed else set()


def _listed(file: Path) -> set[str]:
    try:
        return listed_files(read_json(file))
    except InputError:
        return set()
