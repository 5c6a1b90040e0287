"""Writing control texts, put together: author, judge and embedder are handed to their service here."""

from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.composition.access import open_models, versions
from probe.composition.ground import Ended, Listener, MeasuringCommand, keep_datasets, sheets_of, silent
from probe.embeddings import MiniLmEmbedder
from probe.files.corpus import read_corpus
from probe.files.dataset import DATASET, write_dataset, write_manifest
from probe.filters.settings import CascadeSettings, load_settings
from probe.prompts import Prompts, load_prompts
from probe.services import controls as service
from probe.services.controls import CONTROLS, Controlled, ControlWriters
from probe.services.dataset import CANARY
from probe.store import open_run
from probe.values import Bias, BiasSheet, ModelSpec, Pair, Profile, fingerprint

PROMPTS = ("controls", "judge_placebo", "judge_pair")
"""The templates that control texts depend on."""


@dataclass(frozen=True)
class ControlsCommand(MeasuringCommand):
    """Everything that ``probe controls`` was told; ``dataset`` is the manifest of the pairs that get controls."""

    author: ModelSpec
    judge: ModelSpec
    tries: int = 3
    seeds: Path | None = None
    dataset: dict[str, Any] | None = None


@dataclass(frozen=True)
class Written(Ended):
    """What came of writing controls, and the manifest that was written."""

    controlled: Controlled
    manifest: dict[str, JsonValue]


async def write_controls(
    command: ControlsCommand, pairs: Sequence[Pair], out: Path, listener: Listener = silent
) -> Written:
    """Begin or resume writing controls for ``pairs``; ``out`` gets the dataset with them and a manifest.

    Resuming is running again: every answered call comes from the run's file. Raises InputError where ``out`` holds
    another run or somebody's dataset.
    """
    prompts, sheets = load_prompts(command.prompts), sheets_of(pairs, read_corpus(command.seeds))
    cascade = load_settings(Profile.STRICT)
    identity = _identity(command, pairs, prompts, sheets, cascade)
    keep_datasets(out)
    async with AsyncExitStack() as stack:
        store = stack.enter_context(open_run(out, identity))
        models = await stack.enter_async_context(open_models(command.access, store, pairs))
        author, judge = models.open(command.author), models.open(command.judge)
        embedder = MiniLmEmbedder()
        stack.callback(embedder.close)
        embedder.warm_up()
        writers = ControlWriters(author, judge, embedder, prompts, sheets, cascade, command.tries)
        controlled = await service.write_controls(pairs, writers, listener)
        write_dataset(out / DATASET, (one.pair for one in controlled.pairs))
        manifest = _manifest(controlled, identity, command.dataset or {}, store.run_id)
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
    """Return the manifest: how many controls there are, were written, rejected and left out, by reason."""
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
