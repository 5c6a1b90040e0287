"""The formats of ``probe import`` and ``probe export`` for results of others: harnesses, and published decisions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from probe.cli.output import counting_progress, message, reporting, run
from probe.errors import InputError
from probe.files.folders import interrupted
from probe.files.plain import refuse_overwriting
from probe.measuring.imported import Collected, import_evaluation
from probe.protocols.dilemmas.reading import open_dilemmas, read_dilemmas
from probe.protocols.reading import read_items
from probe.values import Dilemma

RESULTS = ("inspect", "lm-eval")
"""The tools whose results become evaluations."""


@dataclass(frozen=True)
class Results:
    """Another tool's results: where they are, what to call their subject, and whether letters were weighed."""

    tool: str
    source: Path
    subject: str | None
    direct: bool

    def read(self, pairs: Sequence[Dilemma]) -> Collected:
        """Return the decisions in the results. Raises InputError if they cannot be read."""
        if self.tool == "inspect":
            from probe.integrations.inspect_log import read_inspect_log  # only here: each imports its own readers

            return read_inspect_log(self.source, self.subject)
        from probe.integrations.lm_eval_samples import read_lm_eval_samples

        return read_lm_eval_samples(self.source, pairs, self.subject, direct=self.direct)


def import_results(results: Results, dataset: Path | None, out: Path, *, force: bool) -> None:
    """Write the evaluation of another tool's results, and print what it contains."""
    if dataset is None:
        raise InputError(f"probe import {results.tool}: name the dataset that was shown with --dataset")
    if force:
        raise InputError("--force is not for evaluations: choose another --out")
    if results.subject is not None and not (results.subject.strip() and results.subject.isprintable()):
        raise InputError("--subject: give a name in one line")
    pairs = read_dilemmas(dataset)
    collected = results.read(pairs)
    manifest = run(import_evaluation(collected, pairs, out))
    message(f"wrote {len(collected.decisions)} decisions of {collected.subject} to {out}; next: probe analyze {out}")
    if not manifest["complete"]:
        message("some questions have no decision: they count as unanswered")


def import_decisions(file: Path, dataset: Path, subject: str | None, out: Path, *, force: bool) -> None:
    """Write the evaluation of published decisions on template tests, and print what it contains."""
    from probe.protocols.templates.decisions import read_decisions
    from probe.protocols.templates.item import ARMS, TemplateItem

    if force:
        raise InputError("--force is not for evaluations: choose another --out")
    tests = run(read_items(dataset))
    items = [one for one in tests if isinstance(one, TemplateItem)]
    if not items:
        raise InputError(f"{dataset}: contains no tests of the protocol templates; name the tests that were answered")
    found = read_decisions(file, items, subject)
    answered = {one.item_id for one in found.decisions}
    collected = Collected(
        subject=found.subject,
        decisions=found.decisions,
        runs=found.runs,
        order="both" if any(one.exchanged for one in found.decisions) else "as-written",
        arms=ARMS[:2],
        tool="malberg",
        choices={"answering": "extract"},
    )
    manifest = run(import_evaluation(collected, [item for item in items if item.id in answered], out))
    message(f"wrote {len(found.decisions)} decisions of {found.subject} to {out}; next: probe analyze {out}")
    if not manifest["complete"]:
        message("some tests have fewer rows than others: the missing ones count as unanswered")
    if found.other_scores:
        message(f"in {found.other_scores} rows, individual_score is not m of the decisions; m is what is analysed")


def export_tasks(source: Path, folder: Path, arms: str | None, runs: int | None, *, force: bool) -> None:
    """Write a task folder of lm-evaluation-harness, and print how to use it."""
    from probe.integrations.lm_eval_folder import RUNS, lm_eval_folder

    pairs = open_dilemmas(source)
    tasks = lm_eval_folder(pairs, arms or "unbiased,biased", runs or RUNS)
    refuse_overwriting([folder / path for path in tasks.paths], "--out", own=interrupted(folder), force=force)
    with counting_progress("exporting", len(pairs)) as done:
        replace(tasks, pairs=reporting(pairs, done)).write(folder)
    message(f"wrote tasks on {len(pairs)} pairs to {folder}; next: lm_eval --include_path {folder} --tasks probe …")
