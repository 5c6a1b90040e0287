"""Write placebo and counter-cue texts for the pairs of a dataset, and the dataset that contains them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.files.corpus import read_corpus
from probe.files.dataset import CANARY, DATASET, write_dataset, write_manifest
from probe.filters.asking import Asker
from probe.filters.cascade import CascadeSettings, load_settings
from probe.measuring.control_texts import CONTROLS, Controlled, ControlWriters, write_texts
from probe.measuring.work import Ended, Listener, MeasuringCommand, keep_datasets, sheets_of, silent
from probe.prompts import Prompts, load_prompts
from probe.session import Session, versions
from probe.values import Bias, BiasSheet, ModelSpec, Pair, Profile, fingerprint

PROMPTS = ("controls", "judge_placebo", "judge_pair")
"""The templates that control texts depend on."""


@dataclass(frozen=True)
class ControlsCommand(MeasuringCommand):
    """The author and the judge of the controls; ``dataset`` is the manifest of the pairs."""

    author: ModelSpec
    judge: ModelSpec
    tries: int = 3
    seeds: Path | None = None
    dataset: dict[str, Any] | None = None


@dataclass(frozen=True)
class Written(Ended):
    """The controls that were written, and the manifest."""

    controlled: Controlled
    manifest: dict[str, JsonValue]


async def write_controls(
    command: ControlsCommand, pairs: Sequence[Pair], out: Path, listener: Listener = silent
) -> Written:
    """Start or resume writing controls for ``pairs``; write the dataset with them and a manifest into ``out``.

    Resuming means running again: every answered call comes from the run's file. Raises InputError if ``out`` contains
    another run or a dataset that is not part of a run.
    """
    prompts, sheets = load_prompts(command.prompts), sheets_of(pairs, read_corpus(command.seeds))
    cascade = load_settings(Profile.STRICT)
    identity = _identity(command, pairs, prompts, sheets, cascade)
    keep_datasets(out)
    async with Session(command.access) as session:
        run = session.run(out, identity)
        models = session.models(run, pairs)
        attempts = cascade.asking.attempts
        author = Asker(models.open(command.author), "author", attempts)
        judge = Asker(models.open(command.judge), "judge", attempts)
        writers = ControlWriters(author, judge, session.embedder(), prompts, sheets, cascade, command.tries)
        controlled = await write_texts(pairs, writers, listener)
        write_dataset(out / DATASET, (one.pair for one in controlled.pairs))
        manifest = _manifest(controlled, identity, command.dataset or {}, run.run_id)
        manifest["usage"] = models.usage().model_dump(mode="json")
        write_manifest(out, manifest)
        return Written(controlled=controlled, manifest=manifest, notices=models.notices(), usage=models.usage())


def _identity(
    command: ControlsCommand,
    pairs: Sequence[Pair],
    prompts: Prompts,
    sheets: dict[Bias, BiasSheet],
    cascade: CascadeSettings,
) -> dict[str, JsonValue]:
    had = [[pair.id, *(pair.text(arm) for arm in CONTROLS)] for pair in pairs]
    return {
        "kind": "controls",
        "author": str(command.author),
        "judge": str(command.judge),
        "base_url": command.access.base_url,
        "tries": command.tries,
        "dataset": fingerprint(had),
        "prompts": fingerprint([prompts.digests[name] for name in PROMPTS]),
        "sheets": fingerprint([sheet.model_dump(mode="json") for sheet in sheets.values()]),
        "cascade": cascade.digest,
    }


def _manifest(
    controlled: Controlled, identity: dict[str, JsonValue], dataset: dict[str, Any], run_id: str
) -> dict[str, JsonValue]:
    """Return the manifest: the numbers of existing, written, rejected and omitted controls, by reason."""
    pairs = controlled.pairs
    rejected = Counter((arm, result.stage) for one in pairs for arm, result in one.rejections)
    left_out = Counter((arm, result.stage) for one in pairs for arm, result in one.left_out.items())
    return {
        "canary": CANARY,
        "run_id": run_id,
        "complete": not controlled.unanswered,
        "ended": controlled.worked.reason,
        "settings": identity,
        "versions": dict(versions()),
        "pairs": len(pairs),
        "unanswered": controlled.unanswered,
        "controls": {
            arm.value: {
                "texts": sum(one.pair.text(arm) is not None for one in pairs),
                "written": sum(arm in one.written for one in pairs),
                "rejected_tries": {
                    stage: number for (which, stage), number in sorted(rejected.items()) if which is arm
                },
                "left_out": {stage: number for (which, stage), number in sorted(left_out.items()) if which is arm},
            }
            for arm in CONTROLS
        },
        "dataset": dataset,
    }
