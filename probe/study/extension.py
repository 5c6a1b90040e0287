"""The group of commands that fixed studies add to ``probe``."""

from probe.extensions import ExtensionCommand

COMMAND = ExtensionCommand(
    "",
    "Measure a subject in a fixed study, and compare results.",
    options="probe.options.studying:StudiesOptions",
    below={
        name: (f"probe.cli.study:{name}_command", f"probe.options.studying:{options_class}")
        for name, options_class in {
            "list": "StudyListCommandLine",
            "show": "StudyShowCommandLine",
            "run": "StudyCommandLine",
            "table": "StudyTableCommandLine",
            "private": "StudyPrivateCommandLine",
            "freeze": "StudyFreezeCommandLine",
        }.items()
    },
    unnamed="probe.cli.study:named_study",
    section="Measure",
    after="analyze",
)
