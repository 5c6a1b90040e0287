"""``probe import``, ``probe export`` and ``probe schema``: other formats, and the schema of PROBE's own."""

from pathlib import Path

import click

from probe.cli.options import PATH, file_option, force_option
from probe.cli.output import message, print_json
from probe.files.dataset import read_dataset, write_dataset
from probe.files.decisions import export_decisions
from probe.files.plain import refuse_overwriting
from probe.files.published import export_probe_swe, import_probe_swe
from probe.session import read_evaluation
from probe.values import Pair


@click.command("import")
@click.argument("form", metavar="FORMAT", type=click.Choice(["probe-swe", "biasbuster"]))
@click.argument("file", type=PATH)
@file_option("The dataset to write.")
@force_option
def import_command(form: str, file: Path, output: Path, force: bool) -> None:
    """Convert a published benchmark to a dataset.

    probe-swe: FILE is a 1_augmented_dilemmas_dataset_*.json from the PROBE-SWE replication package. biasbuster: FILE is
    the folder of that data set, with anchoring/students.csv and the others; the items are of the protocol triage.

    \b
    Examples:
      probe import probe-swe 1_augmented_dilemmas_dataset_gpt-4o-mini.json --out published.jsonl
      probe import biasbuster cognitive_bias --out biasbuster.jsonl
    """
    refuse_overwriting([output], "--out", force=force)
    if form == "biasbuster":
        from probe.protocols.triage.biasbuster import import_biasbuster

        items = import_biasbuster(file)
        write_dataset(output, items)
        message(f"wrote {len(items)} items to {output}; next: probe evaluate {output} --model … --out DIR")
        return
    pairs = import_probe_swe(file)
    write_dataset(output, pairs)
    message(f"wrote {len(pairs)} pairs to {output}; next: probe verify {output}")


@click.command("export")
@click.argument("source", type=PATH, metavar="DATASET|EVALUATION")
@click.option("--format", "form", type=click.Choice(["probe-swe", "hf", "csv", "decisions"]), required=True)
@file_option("The file to write (hf: the folder).")
@force_option
def export_command(source: Path, form: str, output: Path, force: bool) -> None:
    """Convert a dataset or an evaluation to another format.

    probe-swe: the JSON format that the PROBE-SWE scripts read. hf: a folder with Parquet and a dataset card for the
    Hugging Face Hub. csv: one row per pair. decisions: one row per decision of an evaluation, as .csv or
    .parquet, for a mixed model.

    \b
    Examples:
      probe export run --format hf --out card
      probe export gpt-4.1-mini --format decisions --out decisions.csv
    """
    from probe.files.exports import CARD_FILES, export_csv, export_huggingface

    files = [output / name for name in CARD_FILES] if form == "hf" else [output]
    refuse_overwriting(files, "--out", force=force)
    if form == "decisions":
        message(f"wrote {export_decisions(output, read_evaluation(source))} decisions to {output}")
        return
    pairs = read_dataset(source)
    {"probe-swe": export_probe_swe, "hf": export_huggingface, "csv": export_csv}[form](output, pairs)
    message(f"wrote {len(pairs)} pairs to {output}")


@click.command("schema")
def schema_command() -> None:
    """Print the JSON Schema of one line of a dataset.

    \b
    Example:
      probe schema
    """
    print_json(Pair.model_json_schema(mode="serialization"))
