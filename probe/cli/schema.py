"""``probe schema``: the JSON Schema of a dataset's lines."""

import click

from probe.cli.output import print_json
from probe.values import Pair


@click.command("schema")
def schema_command() -> None:
    """Print the JSON Schema of one line of a dataset."""
    print_json(Pair.model_json_schema(mode="serialization"))
