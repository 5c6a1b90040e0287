"""Read what lm-evaluation-harness wrote with ``--log_samples`` as the decisions of an evaluation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from probe.errors import InputError
from probe.inputs import lines_of, opened_data, parse_json, read_json
from probe.integrations.lm_eval_folder import task_question, tasks_of
from probe.integrations.lm_eval_scoring import log_likelihoods
from probe.protocols import protocol_named
from probe.protocols.arguments import CollectedDecisions
from probe.protocols.base import Showing
from probe.protocols.conversation import Asking, Conversation
from probe.protocols.direct import Weighing
from probe.protocols.files import HarnessTasks
from probe.values import Arm, Decision, Item, first_problem

_MOST_RUNS = 1000
_FILE = re.compile(r"samples_(?P<group>probe(?:_logits)?)_.*\.jsonl")
_LONGEST_NAME = 200


class _Question(BaseModel):
    """What is read of a document; the rest is known from the dataset."""

    model_config = ConfigDict(strict=True)

    pair: str
    arm: str
    run: int = Field(ge=0, lt=_MOST_RUNS)
    runs: int = Field(ge=1, le=_MOST_RUNS)
    text: str


class _Sample(BaseModel):
    doc: _Question
    resps: list[list[Any]] = Field(min_length=1)


@dataclass(frozen=True)
class _Line:
    """A sample and where it is."""

    place: str
    sample: _Sample


def read_lm_eval_samples(
    folder: Path, items: Sequence[Item], subject: str | None = None, *, direct: bool = False
) -> CollectedDecisions:
    """Return the decisions in the ``samples_probe_*.jsonl`` under ``folder``, about ``items``.

    Where there are both, ``direct`` chooses the answers of the group ``probe_logits``. The subject's name is that of
    the model unless another is given. Raises InputError for files of several runs or models, and for a line that is
    not an answer to a question about ``items``.
    """
    protocol = protocol_named(items[0].protocol if items else "")
    files, direct = _files(folder, tasks_of(protocol), direct=direct)
    lines = [line for file in files for line in _lines(file)]
    if not lines:
        raise InputError(f"{folder} contains no answers: {files[0].name} is empty")
    # With --limit, later runs may be missing, so the documents say how many there were.
    runs = max(line.sample.doc.runs for line in lines)
    arms = _arms(lines, protocol.arms(items))
    showing = protocol.complete_showing(items, Showing(runs=runs, arms=arms, direct=direct))
    conversations_by_key = {
        (conversation.item_id, conversation.arm.value, conversation.run): conversation
        for conversation in protocol.conversations(items, showing)
    }
    item_arms = ((item, arm) for item in items for arm in arms if direct and arm in item.arms())
    labels = {(item.id, arm): protocol.labels(item, arm) for item, arm in item_arms}
    reader = _Reading(protocol.asking(items, showing), protocol.weighing(items, showing), labels)
    return CollectedDecisions(
        subject=subject or f"lm-eval/{_model(files[0].parent)}",
        decisions=tuple(_decisions(lines, conversations_by_key, reader)),
        runs=runs,
        order="both",
        arms=arms,
        tool="lm-evaluation-harness",
        choices=showing.choices,
        direct=direct,
    )


def _files(folder: Path, tasks: HarnessTasks, *, direct: bool) -> tuple[list[Path], bool]:
    """Return the files of one group of one model, and whether its answers are direct."""
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder: give the --output_path of lm_eval --log_samples")
    by_group: dict[str, list[Path]] = {}
    for file in sorted(folder.rglob("samples_probe_*.jsonl")):
        if name_match := _FILE.fullmatch(file.name):
            by_group.setdefault(name_match["group"], []).append(file)
    if not by_group:
        raise InputError(f"{folder} contains no samples_probe_*.jsonl: run lm_eval with --log_samples --output_path")
    # Answers in words are the usual ones where a folder has both groups.
    group = "probe_logits" if direct or "probe" not in by_group.keys() & tasks.prompts.keys() else "probe"
    if group not in by_group:
        fix = "leave out --logprobs" if tasks.prompts.keys() & by_group.keys() else f"run lm_eval with --tasks {group}"
        raise InputError(f"{folder} contains no answers of the group {group}: {fix}")
    folders = sorted({file.parent for file in by_group[group]})
    if len(folders) > 1:
        raise InputError(f"{folder} contains the answers of several models: give {folders[0]} or {folders[1]}")
    return by_group[group], group == "probe_logits"


def _lines(file: Path) -> Iterator[_Line]:
    with opened_data(file) as stream:
        for number, line in lines_of(file, stream):
            if line.strip():
                yield _line(f"{file} line {number}", line)


def _line(location: str, text: str) -> _Line:
    try:
        return _Line(location, _Sample.model_validate(parse_json(text, location)))
    except ValidationError as error:
        raise InputError(f"{location} is not an answer to an exported question: {first_problem(error)}") from error


def _arms(lines: Sequence[_Line], arms: Sequence[Arm]) -> tuple[Arm, ...]:
    places = {line.sample.doc.arm: line.place for line in lines}
    existing_arms = tuple(arm for arm in arms if arm.value in places)
    if unknown_arms := sorted(places.keys() - {arm.value for arm in existing_arms}):
        raise InputError(f"{places[unknown_arms[0]]}: {unknown_arms[0][:40]!r} is not an arm of the items in --dataset")
    return existing_arms


def _decisions(
    lines: Sequence[_Line], conversations_by_key: Mapping[tuple[str, str, int], Conversation], reader: "_Reading"
) -> Iterator[Decision]:
    places: dict[tuple[str, str, int], str] = {}
    for line in lines:
        doc = line.sample.doc
        key = doc.pair, doc.arm, doc.run
        # The text as well: another dataset may have items with the same arms and runs.
        if key not in conversations_by_key or task_question(conversations_by_key[key]).text != doc.text:
            raise InputError(f"{line.place}: --dataset has no such question: name the dataset that was exported")
        if key in places:
            raise InputError(f"{line.place} answers the question of {places[key]} again: keep the files of one run")
        places[key] = line.place
        yield reader.decision(line, conversations_by_key[key])


class _Reading(NamedTuple):
    """How answers are read, and the log-likelihoods of direct ones weighed."""

    asking: Asking
    weighing: Weighing | None
    labels: Mapping[tuple[str, Arm], str]

    def decision(self, line: _Line, conversation: Conversation) -> Decision:
        """Return the decision in a sample."""
        responses, turn = line.sample.resps, task_question(conversation).turn
        if self.weighing is None:
            return self.asking.decisions(conversation, turn, _answer(line.place, responses))[0]
        labels = self.labels[conversation.item_id, conversation.arm]
        try:
            logprobs = log_likelihoods([response[0][0] for response in responses], labels)
        except (ValueError, TypeError, IndexError, KeyError) as error:
            raise InputError(f"{line.place}: resps are not the log-likelihoods of {len(labels)} labels") from error
        # In place of an answer: a label alone is read like one that a model gave.
        best_label = max(labels, key=logprobs.__getitem__)
        return self.weighing.weigh(self.asking.decisions(conversation, turn, best_label)[0], logprobs)


def _answer(location: str, responses: Sequence[Sequence[object]]) -> str:
    if not responses[0] or not isinstance(responses[0][0], str):
        raise InputError(f"{location}: resps are not a generated answer")
    return responses[0][0].encode("utf-8", "replace").decode()


def _model(folder: Path) -> str:
    """Return the model's name in the newest results beside the samples, else the folder's name."""
    # Names end in the time, so the newest comes first.
    for file in sorted(folder.glob("results_*.json"), reverse=True):
        try:
            name = read_json(file).get("model_name")
        except (InputError, AttributeError):
            continue
        if isinstance(name, str) and name.strip() and name.isprintable():
            return name.strip()[:_LONGEST_NAME]
    return folder.resolve().name[:_LONGEST_NAME]
