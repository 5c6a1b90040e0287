"""The command that workspaces add to ``probe``."""

from probe.extensions import ExtensionCommand

COMMAND = ExtensionCommand(
    "probe.cli.workspace:workspace_command",
    "Write workspaces as folders for agents.",
    options="probe.options.workspaces:WorkspaceCommandLine",
    section="Files",
)
