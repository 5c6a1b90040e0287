"""``probe demo``: the whole workflow without an API key: composed dilemmas, simulated subjects and a small model."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from probe.cli.generation_view import generation_progress
from probe.cli.output import Interrupted, console, counting_progress, message, run
from probe.errors import MissingError
from probe.files.dataset import DATASET, MANIFEST
from probe.generation.command import GenerateCommand, GenerateSettings, Roles
from probe.generation.generate import generate
from probe.measuring.analyze import analyze
from probe.measuring.evaluate import EvaluateCommand, evaluate, questions
from probe.options.analyzing import AnalyzeOptions
from probe.options.inspecting import PER_BIAS, DemoCommandLine
from probe.protocols.base import Showing
from probe.protocols.choosing import in_turns
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_dataset, read_evaluation
from probe.session import require_local_model
from probe.values import Arm, Bias, Item, ModelSpec, Profile
from probe.values.base import REPEATED_ARMS
from probe.values.phrases import counted

AUTHOR = "grammar?depth=2-8&series=none"
SEED = 2027
RATIONAL = "simulated/rational"
BIASED = "simulated/biased?rate=0.02&slope=0.04"
RULES = {RATIONAL: (0.0, 0.0), BIASED: (0.02, 0.04)}
"""The planted effect on each subject's errors: its rate, and the increase per rule of the proof."""
SHOWING = Showing(arms=tuple(arm for arm in Arm.packaged if arm not in REPEATED_ARMS))
REAL = "local/smollm2-135m-instruct"
"""A small language model on this machine, asked for one letter about some of the dilemmas."""
DILEMMAS = 12
"""How many of the dilemmas it is shown: they take half a minute on two cores."""


def demo_command(options: DemoCommandLine) -> None:
    """Compose a benchmark, measure simulated subjects and a small model, and compare with what was planted."""
    from probe.analysis.effects import planted
    from probe.analysis.study import prepare
    from probe.cli.analyze import show_findings

    out, per_bias = Path(options.out), options.per_bias
    model_text = "" if options.simulated_only else " and a small language model on this machine"
    dilemmas = per_bias * len(Bias.packaged)
    message(
        f"The demo composes {dilemmas} dilemmas, asks two simulated subjects{model_text}, "
        f"and writes reports into {out}."
    )
    # The time is that of the usual size.
    if per_bias == PER_BIAS:
        message("It takes about two minutes on two cores, one of them until the first figures; no key, no cost.")
    message(f"1. composing and certifying {counted(per_bias, 'dilemma')} for each of {len(Bias.packaged)} biases")
    pairs = _benchmark(out / "benchmark", per_bias)
    folders = []
    for number, spec in enumerate((RATIONAL, BIASED), 2):
        message(f"{number}. evaluating {spec}")
        folders.append(out / ModelSpec.parse(spec).model)
        _measure(pairs, spec, folders[-1])
        rates = read_evaluation(folders[-1]).error_rates()
        without, cued = (f"{100 * rates[arm]:.1f} %" for arm in (Arm.UNBIASED, Arm.BIASED))
        message(f"   errs in {without} of decisions without the cue, in {cued} with it")
    message("4. writing the report")
    findings = analyze(AnalyzeOptions(folders, out=out / "report"))
    show_findings(findings, out / "report")
    rows = planted.planted_rows(prepare([read_evaluation(folder) for folder in folders]), RULES)
    for subject in RULES:
        subject_rows = [row for row in rows if row.subject == subject]
        table = planted.table(subject_rows, f"Planted and measured effect: {subject}")
        table.brief(("tier", "dilemmas", "planted", "measured", "low", "high", "inside")).show(console())
    message("Both subjects are simulated: they follow a known rule and are not language models.")
    if not options.simulated_only:
        _ask_real_model(pairs, out)
    # Last, or the output of the real model would move them off the screen.
    message(f"open {out / 'report' / 'report.html'}; the dilemmas are in {out / 'benchmark' / DATASET}")


def _benchmark(folder: Path, per_bias: int) -> Dataset[Any]:
    command = GenerateCommand(
        roles=Roles(authors=(ModelSpec.parse(AUTHOR),)),
        settings=GenerateSettings(per_bias=per_bias, biases=Bias.packaged),
        profile=Profile.STRICT,
        seed=SEED,
    )
    with generation_progress() as listener:
        generated = run(generate(command, folder, listener), resumable=True)
    if generated.generation.interrupted:
        raise Interrupted(resumable=True)
    if stopped := generated.stopped(folder):
        raise stopped
    pairs = read_dataset(folder)
    message(f"   {counted(len(pairs), 'certified dilemma')}; {folder / MANIFEST} records how they were made")
    return pairs


def _ask_real_model(pairs: Sequence[Item], out: Path) -> None:
    """Measure the local model by the probabilities of its letters; without its weights, one line says so."""
    from probe.cli.analyze import show_findings

    try:
        require_local_model(ModelSpec.parse(REAL))
    except MissingError as error:
        message(f"5. no real model: {error}")
        return
    shown_dilemmas = in_turns(pairs)[:DILEMMAS]
    message(f"5. asking {REAL}, a real language model, for one letter about {len(shown_dilemmas)} dilemmas")
    folder, report = out / "real-model", out / "real-model-report"
    # Two runs show the options in both orders, without which a preference for a place would look like a choice.
    _measure(shown_dilemmas, REAL, folder, Showing(runs=2, direct=True), label="real model")
    findings = analyze(AnalyzeOptions(folder, out=report))
    show_findings(findings, report)
    (position_table,) = [table for table in findings.tables if table.key == "position"]
    position_table.brief(("arm", "dilemmas", "first", "first_low", "first_high"), notes=False).show(console())
    message(
        f"{REAL} is a real language model. It answered at once, without an explanation, in both orders of the options."
    )


def _measure(
    pairs: Sequence[Item], spec: str, folder: Path, settings: Showing = SHOWING, *, label: str | None = None
) -> None:
    command = EvaluateCommand(ModelSpec.parse(spec), pairs, settings, label=label)
    with counting_progress(spec, len(questions(command))) as listener:
        measured = run(evaluate(command, folder, listener), resumable=True).measured
    if measured.stopped:
        raise measured.stopped
