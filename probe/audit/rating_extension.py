"""The group of commands by which people rate and answer."""

from probe.extensions import ExtensionCommand

COMMAND = ExtensionCommand(
    "",
    "Let people rate a sample of a dataset.",
    options="probe.options.validating:ValidateOptions",
    below={
        name: (f"probe.cli.validate:{function}", f"probe.options.validating:{options_class}")
        for name, function, options_class in (
            ("sample", "sample_command", "SampleCommandLine"),
            ("kit", "kit_command", "KitCommandLine"),
            ("serve", "serve_raters_command", "ServeRatersCommandLine"),
            ("export", "export_command", "ExportAnswersCommandLine"),
            ("import", "import_command", "ImportAnswersCommandLine"),
            ("progress", "progress_command", "ProgressCommandLine"),
            ("agree", "agree_command", "AgreeCommandLine"),
        )
    },
    section="Audit",
)
