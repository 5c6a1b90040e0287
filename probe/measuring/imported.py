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
from probe.protocols import protocol_named
from probe.protocols.arguments import CollectedDecisions
from probe.protocols.base import ItemProtocol
from probe.protocols.formats import (
    Converted,
    DecisionReader,
    ItemReader,
    Listener,
    continued,
    format_named,
    loadable,
)
from probe.protocols.reading import counted, read_items
from probe.session import Session, versions
from probe.values import Arm, Decision, Item, fingerprint


def import_data(options: ImportCommandLine, listener: Listener = lambda done, total: None) -> Converted:
    """Write another tool's items as a dataset, or its results as an evaluation.

    Raises InputError if the source cannot be read, if options do not fit the format, or if files are in the way.
    """
    reader = format_named(options.format)
    readers = {name: other for name, other in loadable() if isinstance(other, DecisionReader)}
    for name, other in readers.items():
        only = set(other.options).difference(getattr(reader, "options", ()))
        refuse(options, only, f" is for {name}: leave it out")
    if isinstance(reader, DecisionReader) and imports_decisions(options):
        return _import_decisions(options, reader)
    refuse(options, ("dataset", "subject"), f" is for results ({', '.join(readers)}): leave it out")
    return _import_items(options, reader, listener)


def imports_decisions(options: ImportCommandLine) -> bool:
    """Whether an import makes an evaluation of decisions, and not a dataset."""
    reader = format_named(options.format)
    return isinstance(reader, DecisionReader) and (options.dataset is not None or not isinstance(reader, ItemReader))


def resumes(options: ImportCommandLine) -> bool:
    """Whether an import that was interrupted goes on when it is repeated."""
    if imports_decisions(options) or not writes_lines(output_of(options.out)):
        return False
    return bool(format_named(options.format).depends_on(Path(options.source)))


def _import_items(options: ImportCommandLine, reader: ItemReader, listener: Listener) -> Converted:
    source, output = Path(options.source), output_of(options.out)
    refuse_overwriting([output], "--out", force=options.force)
    files = reader.depends_on(source)
    if not (files and writes_lines(output)):
        number = write_dataset(output, counted(reader.items(source), None, listener))
    else:

        def rows(start: int) -> Iterator[bytes]:
            rest = counted(reader.items(source, start), None, listener, start)
            return (json_line(item).encode() for item in rest)

        number = continued(output, [options.format, hash_of(files)], rows)
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
    collected, shown = asyncio.run(_collected(options, reader, dataset))
    manifest = asyncio.run(import_evaluation(collected, shown, out))
    lines = [f"wrote {len(collected.decisions)} decisions of {collected.subject} to {out}; next: probe analyze {out}"]
    if not manifest.complete:
        lines.append("some questions have no decision: they count as unanswered")
    summary = {
        "subject": collected.subject,
        "decisions": len(collected.decisions),
        "complete": manifest.complete,
        "notices": list(collected.notices),
    }
    return Converted(out, (*lines, *collected.notices), summary)


async def _collected(
    options: ImportCommandLine, reader: DecisionReader, dataset: Path
) -> tuple[CollectedDecisions, Sequence[Item]]:
    """Return the decisions, and the items that were shown."""
    items = await read_items(dataset)
    collected = reader.decisions(options, items)
    answered = {decision.item_id for decision in collected.decisions}
    return collected, items if reader.shows_all else [item for item in items if item.id in answered]


async def import_evaluation(collected: CollectedDecisions, items: Sequence[Item], out: Path) -> Manifest:
    """Write ``collected`` as the run of an evaluation into ``out``, and return its manifest.

    Questions without a decision count as unanswered. No analysis plan is registered: the decisions are known already.
    Raises InputError for a decision that is not about a question on ``items``, or if there is none.
    """
    protocol: ItemProtocol[Any] = protocol_named(items[0].protocol if items else "")
    arms_of = {item.id: [arm for arm in collected.arms if protocol.shown(item, arm) is not None] for item in items}
    _check(collected, {item.id: item for item in items}, arms_of, protocol.noun)
    shown = [item for item in items if arms_of[item.id]]
    asked = sum(map(len, arms_of.values())) * collected.runs
    identity: dict[str, JsonValue] = {
        "kind": "evaluate",
        "subject": collected.subject,
        "base_url": None,
        "runs": collected.runs,
        "order": collected.order,
        "arms": [arm.value for arm in collected.arms],
        "mitigations": {PLAIN.name: PLAIN.digest},
        "dataset": fingerprint([item.model_dump(mode="json") for item in shown]),
        # Other results make another run, so that two imports never mix in one folder.
        "decisions": fingerprint([decision.model_dump(mode="json") for decision in collected.decisions]),
        "imported": collected.tool,
        "questions": max(asked, len(collected.decisions)),
        **({"logprobs": True} if collected.direct else {}),
        **protocol.imported_identity(collected.choices),
    }
    async with Session() as session:
        run = session.run(out, identity, OUTPUTS)
        run.keep_items(shown)
        write_dataset(out / DATASET, shown)
        for decision in collected.decisions:
            run.keep_decision(decision)
        unparsed = Counter(decision.arm.value for decision in collected.decisions if decision.decision == "unparsed")
        manifest = Manifest.of(
            {
                "canary": CANARY,
                "run_id": run.run_id,
                "complete": asked <= len(collected.decisions),
                "settings": identity,
                "versions": dict(versions()),
                f"{protocol.noun}s": len(shown),
                "decisions": len(collected.decisions),
                "unparsed_by_arm": dict(unparsed),
            }
        )
        manifest.write(out)
    return manifest


def _check(
    collected: CollectedDecisions, items: Mapping[str, Item], arms_of: Mapping[str, Sequence[Arm]], noun: str
) -> None:
    """Raise InputError unless each decision answers a question of its own about one of ``items``."""
    if not collected.decisions:
        raise InputError(f"the {collected.tool} results contain no decision")
    seen: set[tuple[str, str, int]] = set()
    for decision in collected.decisions:
        if decision.item_id not in items:
            raise InputError(
                f"the decisions are about {noun} {decision.item_id[:40]!r}, which --dataset lacks: "
                "name the dataset they are about"
            )
        key = decision.item_id, decision.arm.value, decision.run
        item = items[decision.item_id]
        if (problem := _problem(decision, collected, item, arms_of[item.id])) or key in seen:
            where = f"{noun} {decision.item_id}, arm {decision.arm.value[:40]!r}, run {decision.run}"
            raise InputError(f"the {collected.tool} results, {where}: {problem or 'the question is answered twice'}")
        seen.add(key)


def _problem(decision: Decision, collected: CollectedDecisions, item: Item, arms: Sequence[Arm]) -> str | None:
    """Return why ``decision`` cannot be a decision of this evaluation, None if it can."""
    if decision.arm not in arms:
        return "the arm was not shown"
    if decision.run >= collected.runs:
        return f"there are {collected.runs} runs, counted from 0"
    if decision.mitigation != PLAIN.name:
        return "the questions are without a mitigation"
    options = len(item.scale_of(decision.arm))
    if decision.decision == "unparsed" or decision.decision < options:
        return None
    return "the decision is none of the options"
