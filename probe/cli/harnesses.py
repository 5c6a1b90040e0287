"""The formats of ``probe data import`` and ``export`` for results of others: harnesses, and published decisions."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.cli.output import message, run
from probe.errors import InputError
from probe.measuring.imported import import_evaluation
from probe.protocols.arguments import Collected
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_items

RESULTS = ("inspect", "lm-eval")
"""The tools whose results become evaluations."""


@dataclass(frozen=True)
class HarnessResults:
    """Another tool's results: where they are, what to call their subject, and whether letters were weighed."""

    tool: str
    source: Path
    subject: str | None
    direct: bool = False

    def read(self, items: Dataset[Any]) -> Collected:
        """Return the decisions in the results. Raises InputError if they cannot be read."""
        if self.tool == "inspect":
            from probe.integrations.inspect_log import read_inspect_log  # only here: each imports its own readers

            return read_inspect_log(self.source, self.subject)
        if self.tool == "lm-eval":
            from probe.integrations.lm_eval_samples import read_lm_eval_samples

            return read_lm_eval_samples(self.source, items, self.subject, direct=self.direct)
        return items.definition.import_decisions(self.tool, self.source, items, self.subject)


def import_results(results: HarnessResults, dataset: Path | None, out: Path, *, force: bool) -> dict[str, JsonValue]:
    """Write the evaluation of another tool's results, and return what it contains."""
    if dataset is None:
        raise InputError(f"probe data import {results.tool}: name the dataset that was shown with --dataset")
    if force:
        raise InputError("--force is not for evaluations: choose another --out")
    if results.subject is not None and not (results.subject.strip() and results.subject.isprintable()):
        raise InputError("--subject: give a name in one line")
    items = run(read_items(dataset))
    collected = results.read(items)
    answered = {decision.item_id for decision in collected.decisions}
    shown = items if results.tool in RESULTS else [item for item in items if item.id in answered]
    manifest = run(import_evaluation(collected, shown, out))
    message(f"wrote {len(collected.decisions)} decisions of {collected.subject} to {out}; next: probe analyze {out}")
    if not manifest["complete"]:
        message("some questions have no decision: they count as unanswered")
    message(*collected.notices)
    return {
        "subject": collected.subject,
        "decisions": len(collected.decisions),
        "complete": manifest["complete"],
        "notices": list(collected.notices),
    }
