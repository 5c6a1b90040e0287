"""The command that checking prompts adds to ``probe``."""

from probe.extensions import ExtensionCommand

COMMAND = ExtensionCommand(
    "probe.cli.check:prompt_check_command",
    "Show whether the wording of your own prompt steers a model.",
    options="probe.options.checking:CheckCommandLine",
    section="Start",
)
