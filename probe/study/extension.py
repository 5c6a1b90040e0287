"""The command that fixed studies add to ``probe``."""

from probe.extensions import ExtensionCommand

COMMAND = ExtensionCommand(
    "probe.cli.study:study_commands",
    "Measure a subject in a fixed study, and compare results.",
    section="Measure",
    after="analyze",
)
