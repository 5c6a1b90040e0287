"""Import data of other tools: items as a dataset, a subject's decisions as an evaluation."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.errors import InputError
from probe.files.continuing import hash_of
from probe.files.dataset import (
    CANARY,
    DATASET,
    OUTPUTS,
    json_line,
    write_dataset,
    writes_lines,
)
from probe.files.manifest import Manifest
from probe.files.plain import refuse_overwriting
from probe.measuring.mitigations import PLAIN
from probe.options.form import refuse
from probe.options.inspecting import ImportCommandLine
from probe.options.reading import output_of, path_of
from probe.ports import CountListener, no_listener
from probe.protocols import protocol_named
from probe.protocols.arguments import CollectedDecisions
from probe.protocols.base import ItemProtocol
from probe.protocols.formats import (
    Converted,
    DecisionReader,
    ItemReader,
    format_named,
    loadable,
    write_resumable_text,
)
from probe.protocols.reading import read_items, report_progress
from probe.session import Session, versions
from probe.values import Arm, Decision, Item, fingerprint


def import_data(options: ImportCommandLine, listener: CountListener = no_listener) -> Converted:
    """Write another tool's items as a dataset, or its results as an evaluation.

    Raises InputError if the source cannot be read, if options do not fit the format, or if files are in the way.
    """
    reader = format_named(options.format)
    readers = {
        name: decision_reader for name, decision_reader in loadable() if isinstance(decision_reader, DecisionReader)
    }
    for name, decision_reader in readers.items():
        exclusive_options = set(decision_reader.options).difference(getattr(reader, "options", ()))
        refuse(options, exclusive_options, f"is for {name}: leave it out")
    if isinstance(reader, DecisionReader) and imports_decisions(options):
        return _import_decisions(options, reader)
    refuse(options, ("dataset", "subject"), f"is for results ({', '.join(readers)}): leave it out")
    return _import_items(options, reader, listener)


def imports_decisions(options: ImportCommandLine) -> bool:
    """Whether an import makes an evaluation of decisions, and not a dataset."""
    reader = format_named(options.format)
    return isinstance(reader, DecisionReader) and (options.dataset is not None or not isinstance(reader, ItemReader))


def resumes(options: ImportCommandLine) -> bool:
    """Whether repeating an interrupted import continues it."""
    if imports_decisions(options) or not writes_lines(output_of(options.out)):
        return False
    return bool(format_named(options.format).depends_on(Path(options.source)))


def _import_items(options: ImportCommandLine, reader: ItemReader, listener: CountListener) -> Converted:
    source, output = Path(options.source), output_of(options.out)
    refuse_overwriting([output], "--out", force=options.force)
    files = reader.depends_on(source)
    if not (files and writes_lines(output)):
        number = write_dataset(output, report_progress(reader.items(source), None, listener))
    else:

        def rows(start: int) -> Iterator[bytes]:
            remaining_items = report_progress(reader.items(source, start), None, listener, start)
            return (json_line(item).encode() for item in remaining_items)

        number = write_resumable_text(output, [options.format, hash_of(files)], rows)
    lines = (f"wrote {number} items to {output}; next: probe verify {output}",)
    return Converted(output, lines, {"items": number})


def _import_decisions(options: ImportCommandLine, reader: DecisionReader) -> Converted:
    out, dataset = output_of(options.out), path_of(options.dataset)
    if dataset is None:
        raise InputError(f"probe data import {options.format}: name the dataset that was shown with --dataset")
    if options.force:
        raise InputError("--force is not for evaluations: choose another --out")
    if options.subject is not None and not (options.subject.strip() and options.subject.isprintable()):
        raise InputError("--subject: give a name in one line")
    results, shown_items = asyncio.run(_collect(options, reader, dataset))
    manifest = asyncio.run(import_evaluation(results, shown_items, out))
    lines = [f"wrote {len(results.decisions)} decisions of {results.subject} to {out}; next: probe analyze {out}"]
    if not manifest.complete:
        lines.append("some questions have no decision: they count as unanswered")
    summary = {
        "subject": results.subject,
        "decisions": len(results.decisions),
        "complete": manifest.complete,
        "notices": list(results.notices),
    }
    return Converted(out, (*lines, *results.notices), summary)


async def _collect(
    options: ImportCommandLine, reader: DecisionReader, dataset: Path
) -> tuple[CollectedDecisions, Sequence[Item]]:
    """Return the decisions, and the items that were shown."""
    items = await read_items(dataset)
    results = reader.decisions(options, items)
    answered_ids = {decision.item_id for decision in results.decisions}
    return results, items if reader.shows_all else [item for item in items if item.id in answered_ids]


async def import_evaluation(results: CollectedDecisions, items: Sequence[Item], out: Path) -> Manifest:
    """Write ``results`` as the run of an evaluation into ``out``, and return its manifest.

    Questions without a decision count as unanswered. No analysis plan is registered: the decisions are known already.
    Raises InputError for a decision that is not about a question on ``items``, or if there is none.
    """
    protocol: ItemProtocol[Any] = protocol_named(items[0].protocol if items else "")
    arms_of = {item.id: [arm for arm in results.arms if protocol.shown(item, arm) is not None] for item in items}
    _check(results, {item.id: item for item in items}, arms_of, protocol.noun)
    shown_items = [item for item in items if arms_of[item.id]]
    question_count = sum(map(len, arms_of.values())) * results.runs
    identity: dict[str, JsonValue] = {
        "kind": "evaluate",
        "subject": results.subject,
        "base_url": None,
        "runs": results.runs,
        "order": results.order,
        "arms": [arm.value for arm in results.arms],
        "mitigations": {PLAIN.name: PLAIN.digest},
        "dataset": fingerprint([item.model_dump(mode="json") for item in shown_items]),
        # Other results make another run, so that two imports never mix in one folder.
        "decisions": fingerprint([decision.model_dump(mode="json") for decision in results.decisions]),
        "imported": results.tool,
        "questions": max(question_count, len(results.decisions)),
        **({"logprobs": True} if results.direct else {}),
        **protocol.imported_identity(results.choices),
    }
    async with Session() as session:
        run = session.run(out, identity, OUTPUTS)
        run.keep_items(shown_items)
        write_dataset(out / DATASET, shown_items)
        for decision in results.decisions:
            run.keep_decision(decision)
        unparsed = Counter(decision.arm.value for decision in results.decisions if decision.decision == "unparsed")
        manifest = Manifest.of(
            {
                "canary": CANARY,
                "run_id": run.run_id,
                "complete": question_count <= len(results.decisions),
                "settings": identity,
                "versions": dict(versions()),
                f"{protocol.noun}s": len(shown_items),
                "decisions": len(results.decisions),
                "unparsed_by_arm": dict(unparsed),
            }
        )
        manifest.write(out)
    return manifest


def _check(
    results: CollectedDecisions, items: Mapping[str, Item], arms_of: Mapping[str, Sequence[Arm]], noun: str
) -> None:
    """Raise InputError unless each decision answers a different question about one of ``items``."""
    if not results.decisions:
        raise InputError(f"the {results.tool} results contain no decision")
    answered_keys: set[tuple[str, str, int]] = set()
    for decision in results.decisions:
        if decision.item_id not in items:
            raise InputError(
                f"the decisions are about {noun} {decision.item_id[:40]!r}, which --dataset lacks: "
                "name the dataset they are about"
            )
        key = decision.item_id, decision.arm.value, decision.run
        item = items[decision.item_id]
        if (problem := _problem(decision, results, item, arms_of[item.id])) or key in answered_keys:
            location = f"{noun} {decision.item_id}, arm {decision.arm.value[:40]!r}, run {decision.run}"
            raise InputError(f"the {results.tool} results, {location}: {problem or 'the question is answered twice'}")
        answered_keys.add(key)


def _problem(decision: Decision, results: CollectedDecisions, item: Item, arms: Sequence[Arm]) -> str | None:
    """Return why ``decision`` cannot be a decision of this evaluation, None if it can."""
    if decision.arm not in arms:
        return "the arm was not shown"
    if decision.run >= results.runs:
        return f"there are {results.runs} runs, counted from 0"
    if decision.mitigation != PLAIN.name:
        return "the questions are without a mitigation"
    options = len(item.scale_of(decision.arm))
    if decision.decision == "unparsed" or decision.decision < options:
        return None
    return "the decision is none of the options"
