"""``probe import``, ``probe export`` and ``probe schema``: other formats, and the schema of PROBE's own."""

from pathlib import Path

import click

from probe.cli.options import PATH
from probe.cli.output import message, print_json
from probe.files.dataset import read_dataset, write_dataset
from probe.files.probe_swe import export_probe_swe, import_probe_swe
from probe.values import Pair


@click.command("import")
@click.argument("form", metavar="FORMAT", type=click.Choice(["probe-swe"]))
@click.argument("file", type=PATH)
@click.option("--output", "-o", "output", type=PATH, required=True, help="The dataset to write.")
def import_command(form: str, file: Path, output: Path) -> None:
    """Convert a published benchmark to a dataset.

    FORMAT is probe-swe; FILE is a 1_augmented_dilemmas_dataset_*.json from the PROBE-SWE replication package.
    """
    pairs = import_probe_swe(file)
    write_dataset(output, pairs)
    message(f"wrote {len(pairs)} pairs to {output}; next: probe verify {output}")


@click.command("export")
@click.argument("dataset", type=PATH)
@click.option("--format", "form", type=click.Choice(["probe-swe", "hf", "csv"]), required=True)
@click.option("--output", "-o", "output", type=PATH, required=True, help="The file to write (hf: the folder).")
def export_command(dataset: Path, form: str, output: Path) -> None:
    """Convert a dataset to another format.

    probe-swe: the JSON format that the PROBE-SWE scripts read. hf: a folder with Parquet and a dataset card for the
    Hugging Face Hub. csv: one row per pair.
    """
    from probe.files.csv import export_csv
    from probe.files.huggingface import export_huggingface

    pairs = read_dataset(dataset)
    {"probe-swe": export_probe_swe, "hf": export_huggingface, "csv": export_csv}[form](output, pairs)
    message(f"wrote {len(pairs)} pairs to {output}")


@click.command("schema")
def schema_command() -> None:
    """Print the JSON Schema of one line of a dataset."""
    print_json(Pair.model_json_schema(mode="serialization"))
