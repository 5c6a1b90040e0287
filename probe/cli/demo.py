"""``probe demo``: the whole way without any key, on the seed corpus and with simulated subjects."""

from pathlib import Path

import click

from probe.analysis.ground import lay_ground
from probe.analysis.report.terminal import terminal_table
from probe.analysis.sensitivity import ALL_BIASES, ALL_TIERS, sensitivity
from probe.analysis.tables import Table
from probe.analysis.tiers import TierScheme
from probe.cli.options import PATH
from probe.cli.output import cell, console, message
from probe.cli.progress import counting_progress
from probe.cli.running import run
from probe.composition import check_corpus
from probe.errors import InputError
from probe.files.corpus import read_corpus
from probe.files.dataset import DATASET, write_dataset
from probe.measuring import EvaluateCommand, evaluate
from probe.services.evaluate import EvaluateSettings, shown_texts
from probe.store import read_evaluation
from probe.values import Arm, ModelSpec, Profile

SUBJECTS = {"rational": "simulated/rational", "biased": "simulated/biased?rate=0.05&slope=0.05"}
"""One subject that decides by the program alone, and one that flips the more often the larger the proof is."""

COLUMNS = ("dilemmas", "sensitivity", "wilson_low", "wilson_high", "headline")


@click.command("demo")
@click.option("--out", "-o", type=PATH, default=Path("demo"), show_default=True, help="Folder for what it makes.")
def demo_command(out: Path) -> None:
    """Certify the seed corpus, measure two simulated subjects on it, and print their sensitivity; no key needed."""
    checked = run(check_corpus(read_corpus(), Profile.STRICT))
    broken = [one.seed.id for one in checked if one.problems]
    if broken:
        raise InputError(f"seed {broken[0]} does not pass: see probe seeds")
    pairs = [one.to_pair() for one in checked]
    write_dataset(out / DATASET, pairs)
    message(f"{len(pairs)} seed pairs certified: {out / DATASET}")
    settings = EvaluateSettings(arms=(Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO))
    evaluations = []
    for name, spec in SUBJECTS.items():
        command = EvaluateCommand(subject=ModelSpec.parse(spec), settings=settings)
        with counting_progress(spec, sum(1 for _ in shown_texts(pairs, settings))) as listener:
            run(evaluate(command, pairs, out / name, listener))
        evaluations.append(read_evaluation(out / name))
    ground = lay_ground(evaluations, TierScheme.FIXED)
    measured = sensitivity(ground.scores, ground.tiers)
    for spec in SUBJECTS.values():
        _show(measured, spec)
    console().print(cell("Both subjects are simulated: they decide by a known rule, and are no language models."))
    message(f"next: probe analyze {out / 'rational'} {out / 'biased'} --out {out / 'report'}")


def _show(measured: Table, subject: str) -> None:
    """Print one subject's sensitivity by bias, and by tier over all biases."""
    for key, whole in (("bias", {"tier": ALL_TIERS}), ("tier", {"bias": ALL_BIASES})):
        rows = tuple(measured.where(subject=subject, **whole))
        part = measured.model_copy(update={"rows": rows, "title": f"{subject}: sensitivity by {key}"})
        console().print(terminal_table(part, (key, *COLUMNS)))
