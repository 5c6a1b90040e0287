"""The logs of other harnesses as evaluations, and tasks for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probe.options.inspecting import ImportCommandLine
from probe.options.sharing import ExportOptions
from probe.protocols.formats import Converted, DecisionReader, Exporter, output_folder

if TYPE_CHECKING:
    from probe.files.dataset import StoredItems
    from probe.ports import CountListener
    from probe.protocols.arguments import CollectedDecisions
    from probe.protocols.dataset import Dataset


class InspectLog(DecisionReader):
    """A log of Inspect AI's ``probe/dilemmas``."""

    def decisions(self, command_line: ImportCommandLine, items: Dataset[Any]) -> CollectedDecisions:
        """Return the decisions in a log."""
        from probe.integrations.inspect_log import read_inspect_log

        return read_inspect_log(Path(command_line.source), command_line.subject)


class LmEval(DecisionReader, Exporter):
    """Tasks of lm-evaluation-harness, and the samples that it logs."""

    options = ("arms", "runs", "logprobs")
    ending = ""

    def decisions(self, command_line: ImportCommandLine, items: Dataset[Any]) -> CollectedDecisions:
        """Return the decisions in a folder of results."""
        from probe.integrations.lm_eval_samples import read_lm_eval_samples

        return read_lm_eval_samples(
            Path(command_line.source), items, command_line.subject, direct=command_line.logprobs
        )

    def export(self, options: ExportOptions, listener: CountListener) -> Converted:
        """Write a folder of tasks, and say how to use it."""
        from probe.files.folders import interrupted
        from probe.files.plain import refuse_overwriting
        from probe.integrations.lm_eval_folder import RUNS, lm_eval_folder
        from probe.protocols.reading import open_dataset, report_progress

        folder = output_folder(options)
        items: StoredItems[Any] = open_dataset(Path(options.source))
        tasks = lm_eval_folder(items, options.arms, options.runs or RUNS)
        refuse_overwriting(
            [folder / path for path in tasks.paths], "--out", replaceable=interrupted(folder), force=options.force
        )
        replace(tasks, items=report_progress(items, len(items), listener)).write(folder)
        summary = f"wrote tasks on {len(items)} {tasks.protocol.noun}s to {folder}"
        first_task = next(iter(tasks.form.prompts))
        return Converted(folder, (f"{summary}; next: lm_eval --include_path {folder} --tasks {first_task} …",))
