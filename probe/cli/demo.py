"""``probe demo``: the main job without any key, with composed dilemmas and simulated subjects."""

from pathlib import Path

import click

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.effects import planted
from probe.analysis.report.formats import terminal_table
from probe.analysis.study import prepare
from probe.cli.analyze import analyze
from probe.cli.options import PATH
from probe.cli.output import console, message
from probe.cli.progress import counting_progress, generation_progress
from probe.cli.running import run
from probe.composition.evaluation import EvaluateCommand, evaluate
from probe.composition.generation import GenerateCommand, accepted_pairs, generate
from probe.errors import StoppedError
from probe.files.dataset import DATASET, MANIFEST, write_dataset, write_manifest
from probe.services.dataset import manifest_of
from probe.services.evaluate import EvaluateSettings, shown_texts
from probe.services.generate import GenerateSettings
from probe.store import read_evaluation
from probe.values import Arm, Bias, ModelSpec, Pair, Profile

AUTHOR = "grammar?depth=2-8"
PER_BIAS = 25
SEED = 2026
RATIONAL = "simulated/rational"
BIASED = "simulated/biased?rate=0.02&slope=0.04"
RULES = {RATIONAL: (0.0, 0.0), BIASED: (0.02, 0.04)}
"""What is planted in each subject: the rate at which it flips, and how much that grows with each rule of the proof."""


@click.command("demo")
@click.option("--out", "-o", type=PATH, default=Path("demo"), show_default=True, help="Folder for what it makes.")
@click.option("--per-bias", type=click.IntRange(1), default=PER_BIAS, show_default=True, help="Pairs a bias.")
@click.pass_context
def demo_command(ctx: click.Context, out: Path, per_bias: int) -> None:
    """Regenerate, measure and report without any key.

    A benchmark is composed and certified (depths 2 to 8), two simulated subjects decide it, one by the program and one
    with a planted sensitivity that grows with the size of the proof, and a report is written. At the end the planted
    sensitivities stand beside the measured ones.
    """
    message(f"1. composing and certifying {per_bias} pairs for each of {len(Bias)} biases")
    pairs = _benchmark(out / "benchmark", per_bias)
    folders = []
    for number, spec in enumerate((RATIONAL, BIASED), 2):
        message(f"{number}. showing them to {spec}")
        folders.append(out / ModelSpec.parse(spec).model)
        _measure(pairs, spec, folders[-1])
    message("4. writing the report")
    ctx.invoke(analyze, sources=tuple(folders), out=out / "report", tiers=TierScheme.FIXED.value)
    rows = planted.planted(prepare([read_evaluation(folder) for folder in folders]), RULES)
    for spec in RULES:
        part = planted.table([row for row in rows if row.subject == spec], f"Planted and measured sensitivity: {spec}")
        console().print(terminal_table(part, ("tier", "dilemmas", "planted", "measured", "low", "high", "inside")))
    message("Both subjects are simulated: they decide by a known rule, and are no language models.")
    message(f"open {out / 'report' / 'report.html'}; the dilemmas are in {out / 'benchmark' / DATASET}")


def _benchmark(folder: Path, per_bias: int) -> tuple[Pair, ...]:
    command = GenerateCommand(
        authors=(ModelSpec.parse(AUTHOR),),
        translator=None,
        judge=None,
        decider=None,
        settings=GenerateSettings(per_bias=per_bias, biases=tuple(Bias)),
        profile=Profile.STRICT,
        seed=SEED,
    )
    with generation_progress(command.settings) as listener:
        generated = run(generate(command, folder, listener))
    if generated.generation.interrupted:
        raise click.Abort
    if generated.generation.ended:
        raise StoppedError(generated.generation.ended)
    pairs = tuple(accepted_pairs(generated, folder))
    write_dataset(folder / DATASET, pairs)
    manifest = manifest_of(generated.generation, generated.origin, generated.settings, generated.versions)
    write_manifest(folder, manifest)
    message(f"   {len(pairs)} pairs, each with its certificate; how they came about: {folder / MANIFEST}")
    return pairs


def _measure(pairs: tuple[Pair, ...], spec: str, folder: Path) -> None:
    settings = EvaluateSettings(arms=tuple(Arm))
    command = EvaluateCommand(subject=ModelSpec.parse(spec), settings=settings)
    with counting_progress(spec, sum(1 for _ in shown_texts(pairs, settings))) as listener:
        measured = run(evaluate(command, pairs, folder, listener)).measured
    if measured.ended or measured.unanswered:
        raise StoppedError(f"{spec}: {measured.ended or 'not every question was answered'}; repeat the command")
