"""Write a dataset or an evaluation as the folder that the scripts of the published replication package read."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from probe.analysis.depth.tiers import TIERS, Tiers, TierScheme, choose_tiers, measure_of
from probe.analysis.statistics.similarity import cosines, levenshteins, mean_off_diagonal
from probe.errors import InputError
from probe.files.corpus import corpus_of
from probe.files.dataset import dataset_file
from probe.files.folders import interrupted, write_files
from probe.files.plain import refuse_overwriting
from probe.formats.probe_swe.dataset import published_row
from probe.formats.probe_swe.package_files import (
    MeasuredRun,
    dataset_json,
    definition_file,
    imported_seed_folder,
    model_names,
    outputs_csv,
    rates,
    result_name,
    seed_files,
    seed_folder,
    seed_row,
    sensitivity_json,
    stats_json,
)
from probe.ports import Embedder, Oracle
from probe.protocols.dilemmas.reading import dilemma_evaluation, dilemmas_in, read_dilemmas
from probe.protocols.reading import evaluations_in
from probe.session import Session, holds_run
from probe.similarity import cosine, levenshtein_similarity
from probe.store.reading import rejection_counts, run_about
from probe.values import Arm, Bias, Corpus, Decision, Dilemma, Evaluation, RejectionCount
from probe.values.dilemma import HAND_MADE

Rows = dict[Bias, list[dict[str, JsonValue]]]
Vectors = Mapping[str, NDArray[np.floating]]
Diversity = Mapping[Bias, Mapping[str, float | None]]
"""The mean similarities between a bias's texts, by their published names."""


@dataclass(frozen=True)
class Material:
    """The pairs to write, by author, with all that a published row contains; ``seeds`` by the path of their folder."""

    authors: dict[str, str]
    generated: tuple[Dilemma, ...]
    seeds: tuple[tuple[Dilemma, str], ...]


async def export_package(source: Path, out: Path, *, seeds: Path | None = None, force: bool = False) -> tuple[str, ...]:
    """Write the folder and return the paths of its files; ``source`` may contain the evaluations of several subjects.

    Measures that pairs lack (similarities, inferences) are computed; ``seeds`` is their domain, by default the packaged
    one. Raises InputError if ``source`` cannot be used, or, unless ``force``, if a file exists.
    """
    evaluations = _evaluations(source)
    pairs = dilemmas_in(evaluations[0]) if evaluations else read_dilemmas(source)
    corpus = corpus_of(pairs, seeds)
    async with Session() as session:
        material = await _material(pairs, corpus, session)
        files = _definitions(material, corpus) | _dataset_files(material, _rejections(source))
        files |= await _results(evaluations, material, session.embedder()) if evaluations else {}
    refuse_overwriting([out / path for path in files], "--package", replaceable=interrupted(out), force=force)
    write_files(out, {path: text.encode("utf-8", "backslashreplace") for path, text in files.items()})
    return tuple(files)


def _evaluations(source: Path) -> list[Evaluation]:
    """Return the evaluation in a folder, or those of several subjects; none if it contains no evaluation."""
    folders = [path for path in evaluations_in(source) if holds_run(path) and run_about(path).evaluates]
    evaluations = list(map(_evaluation, folders))
    folder_by_run: dict[tuple[str, str], Path] = {}
    for folder, evaluation in zip(folders, evaluations, strict=True):
        # The package has one set of dilemmas, to which the results of all subjects refer.
        if {item.id for item in evaluation.items} != {item.id for item in evaluations[0].items}:
            raise InputError(f"{folder} has other dilemmas than {folders[0]}: export each by itself")
        for mitigation in {decision.mitigation for decision in evaluation.decisions}:
            first_folder = folder_by_run.setdefault((evaluation.subject, mitigation), folder)
            if first_folder != folder:
                description = f"{evaluation.subject} with the mitigation {mitigation!r}"
                raise InputError(f"{folder} and {first_folder} are both of {description}: export each by itself")
    return evaluations


def _evaluation(folder: Path) -> Evaluation:
    evaluation = dilemma_evaluation(folder)
    if evaluation.direct:
        raise InputError(
            f"{folder}: its answers are probabilities, and the published files have decisions: evaluate without "
            "--logprobs"
        )
    return evaluation


def _rejections(source: Path) -> tuple[RejectionCount, ...] | None:
    """Return what a generation rejected; None where that is not known."""
    folder = dataset_file(source).parent
    if dataset_file(source) != folder / "dataset.jsonl" or not holds_run(folder):
        return None
    return rejection_counts(folder) if run_about(folder).kind == "generate" else None


async def _material(pairs: Sequence[Dilemma], corpus: Corpus, session: Session) -> Material:
    imported_folders = {pair.id: folder for pair in pairs if (folder := imported_seed_folder(pair.provenance.imported))}
    corpus_seeds = _seeds(corpus, {pair.bias for pair in pairs if pair.id in imported_folders})
    seed_ids = {seed.id for seed, _ in corpus_seeds}
    # A dataset may contain its seeds; in the package, they belong to the corpus.
    generated_pairs = [pair for pair in pairs if pair.id not in imported_folders and pair.id not in seed_ids]
    hand_made_pairs = [pair for pair in generated_pairs if pair.provenance.author == HAND_MADE]
    # A hand-made pair is a seed, and without its domain there is no folder to name for it.
    if hand_made_pairs:
        raise InputError(f"pair {hand_made_pairs[0].id} is a seed of another domain: name its folder with --seeds")
    seeds_with_folders = [
        *corpus_seeds,
        *((pair, imported_folders[pair.id]) for pair in pairs if pair.id in imported_folders),
    ]
    measured_pairs = await _with_measures([*(pair for pair, _ in seeds_with_folders), *generated_pairs], session)
    return Material(
        authors=model_names(pair.provenance.author for pair in generated_pairs) or {HAND_MADE: HAND_MADE},
        generated=tuple(measured_pairs[pair.id] for pair in generated_pairs),
        seeds=tuple((measured_pairs[pair.id], folder) for pair, folder in seeds_with_folders),
    )


def _seeds(corpus: Corpus, covered_biases: set[Bias]) -> list[tuple[Dilemma, str]]:
    """Return the seeds of each bias that is not ``covered_biases``, and the folder of each."""
    return [
        (seed.to_pair(), seed_folder(seed, corpus.sheet(bias).family, number))
        for bias in corpus.biases
        if bias not in covered_biases
        for number, seed in enumerate(corpus.seeds_of(bias), 1)
    ]


async def _with_measures(pairs: Sequence[Dilemma], session: Session) -> dict[str, Dilemma]:
    """Return the pairs by id with the measures that each row of a dataset has."""
    counted_pairs = await asyncio.gather(*(_with_counts(pair, session) for pair in pairs))
    unmeasured_pairs = [pair for pair in counted_pairs if pair.measures.cosine is None]
    # The embedding model is loaded only where a pair lacks its measures.
    pairs_with_similarity = await _similarities(unmeasured_pairs, session.embedder()) if unmeasured_pairs else {}
    return {pair.id: pairs_with_similarity.get(pair.id, pair) for pair in counted_pairs}


async def _with_counts(pair: Dilemma, session: Session) -> Dilemma:
    if pair.complexity.inferences is not None:
        return pair
    oracle: Oracle = session.oracle()
    verdict = await oracle.verdict(pair.programs.of(Arm.UNBIASED))
    has_inferences = verdict.inferences is not None and verdict.inferences >= 0
    steps = {"inferences": verdict.inferences if has_inferences else None, "choice_steps": verdict.choice_steps}
    return pair.model_copy(update={"complexity": pair.complexity.model_copy(update=steps)})


async def _similarities(pairs: Sequence[Dilemma], embedder: Embedder) -> dict[str, Dilemma]:
    vectors = await embedder.embed([text for pair in pairs for text in (pair.unbiased, pair.biased)])
    return {
        pair.id: _with_similarity(pair, vectors[2 * index], vectors[2 * index + 1]) for index, pair in enumerate(pairs)
    }


def _with_similarity(pair: Dilemma, first: NDArray[np.float32], second: NDArray[np.float32]) -> Dilemma:
    spelling = levenshtein_similarity(pair.unbiased, pair.biased)
    measures = pair.measures._replace(cosine=cosine(first, second), levenshtein=spelling)
    return pair.model_copy(update={"evidence": measures.added_to(pair.evidence)})


def _definitions(material: Material, corpus: Corpus) -> dict[str, str]:
    """Return the file with the definition of each bias, which is beside the folders of its seeds."""
    biases = {definition_file(folder): seed.bias for seed, folder in material.seeds}
    return {file: f"{corpus.sheet(bias).definition}\n" for file, bias in biases.items()}


def _dataset_files(material: Material, rejections: Sequence[RejectionCount] | None) -> dict[str, str]:
    """Return the seeds' files, and a dataset for each author; with counts of rejections where they are known."""
    files: dict[str, str] = {}
    for seed, folder in material.seeds:
        files |= seed_files(seed, folder)
    for author, name in material.authors.items():
        rows = _rows(material, author)
        files[f"1_augmented_dilemmas_dataset_{name}.json"] = dataset_json(rows)
        if rejections is not None:
            author_rejections = [count for count in rejections if count.author == author]
            files[f"1_stats_dataset_{name}.json"] = stats_json(author_rejections, rows)
    return files


def _rows(material: Material, author: str) -> Rows:
    """Return the rows of an author's dataset: in each bias the seeds come first."""
    rows: Rows = {}
    for seed, row in _seed_rows(material):
        rows.setdefault(seed.bias, []).append(row)
    for pair in material.generated:
        if pair.provenance.author == author:
            rows.setdefault(pair.bias, []).append(published_row(pair))
    return {bias: rows[bias] for bias in Bias.in_order(rows)}


def _seed_rows(material: Material) -> Iterator[tuple[Dilemma, dict[str, JsonValue]]]:
    """Yield each seed with its row; seeds are numbered in each bias."""
    numbers: Counter[Bias] = Counter()
    for seed, folder in material.seeds:
        numbers[seed.bias] += 1
        imported_row = seed.provenance.imported
        yield seed, published_row(seed) if imported_row else seed_row(seed, folder, numbers[seed.bias])


async def _results(evaluations: Sequence[Evaluation], material: Material, embedder: Embedder) -> dict[str, str]:
    """Return the files of several evaluations of the same pairs.

    Quartiles and similarities are over all rows of the package, seeds included, whether they were evaluated or not.
    """
    pairs = [*(seed for seed, _ in material.seeds), *material.generated]
    tiers = choose_tiers(TierScheme.QUARTILES, pairs)
    vectors = await embedder.embed([pair.unbiased for pair in pairs])
    diversity = _diversity(pairs, dict(zip([pair.id for pair in pairs], vectors, strict=True)))
    names, files = model_names(evaluation.subject for evaluation in evaluations), dict[str, str]()
    for evaluation in evaluations:
        files |= _result_files(evaluation, names[evaluation.subject], material, tiers, diversity)
    return files


def _result_files(
    evaluation: Evaluation, subject: str, material: Material, tiers: Tiers, diversity: Diversity
) -> dict[str, str]:
    """Return outputs and sensitivities of each strategy under which both texts were shown; ``subject`` names it."""
    authors, files = list(material.authors.values()), dict[str, str]()
    for mitigation, measured_runs in _measured_runs(evaluation, material).items():
        outputs = result_name("llm_outputs", subject, authors, mitigation)
        files[f"{outputs}.csv"] = outputs_csv(measured_runs, {HAND_MADE: HAND_MADE, **material.authors})
        sensitivity = result_name("bias_sensitivity", subject, authors, mitigation)
        files[f"{sensitivity}.json"] = sensitivity_json(_sensitivity(measured_runs, tiers, diversity))
    if not files:
        raise InputError(f"{evaluation.run_id}: no dilemma has decisions on both of its texts: finish the evaluation")
    return files


def _measured_runs(evaluation: Evaluation, material: Material) -> dict[str, list[MeasuredRun]]:
    """Return the runs on both texts, by mitigation."""
    rows = [*((pair, published_row(pair)) for pair in material.generated), *_seed_rows(material)]
    pair_and_row = {pair.id: (pair, row) for pair, row in rows}
    decisions_by_arm: dict[tuple[str, str, int], dict[Arm, Decision]] = {}
    for decision in evaluation.decisions:
        decisions_by_arm.setdefault((decision.mitigation, decision.item_id, decision.run), {})[decision.arm] = decision
    runs: dict[str, list[MeasuredRun]] = {}
    for (mitigation, item_id, _), arms in decisions_by_arm.items():
        if Arm.UNBIASED in arms and Arm.BIASED in arms:
            run = MeasuredRun(*pair_and_row[item_id], arms[Arm.UNBIASED], arms[Arm.BIASED])
            runs.setdefault(mitigation, []).append(run)
    return runs


def _diversity(pairs: Sequence[Dilemma], vectors: Vectors) -> Diversity:
    """Return the mean similarities between the unbiased texts of each bias."""
    diversity = {}
    for bias in Bias.in_order(pair.bias for pair in pairs):
        bias_pairs = [pair for pair in pairs if pair.bias == bias]
        diversity[bias] = {
            "average_semantic_similarity_of_dilemmas": mean_off_diagonal(
                cosines(np.stack([vectors[pair.id] for pair in bias_pairs]))
            ),
            "average_levenshtein_distance_of_dilemmas": mean_off_diagonal(
                levenshteins([pair.unbiased for pair in bias_pairs])
            ),
        }
    return diversity


def _sensitivity(
    measured_runs: Sequence[MeasuredRun], tiers: Tiers, diversity: Diversity
) -> dict[Bias, dict[str, JsonValue]]:
    readable = [run for run in measured_runs if run.readable]
    biases = Bias.in_order(run.pair.bias for run in readable)
    return {bias: _entry([run for run in readable if run.pair.bias == bias], tiers, diversity[bias]) for bias in biases}


def _entry(
    measured_runs: Sequence[MeasuredRun], tiers: Tiers, diversity: Mapping[str, float | None]
) -> dict[str, JsonValue]:
    return {**rates(measured_runs), **diversity, "complexity_analysis": _tiers(measured_runs, tiers)}


def _tiers(measured_runs: Sequence[MeasuredRun], tiers: Tiers) -> dict[str, JsonValue]:
    codes = tiers.codes(measure_of([run.pair for run in measured_runs], tiers.measure))
    entries: dict[str, JsonValue] = {}
    for code, name in enumerate(TIERS):
        tier_runs = [run for run, run_code in zip(measured_runs, codes, strict=True) if run_code == code]
        if tier_runs:
            entries[name] = {"total_runs": len(tier_runs), **rates(tier_runs), "quartiles": list(tiers.bounds)}
    return entries
