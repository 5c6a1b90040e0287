"""The task ``probe/workspaces``: an agent of Inspect's, or a user's own, reads the files of a workspace and decides.

One sample is one workspace in one arm, and one epoch is one run. The tools are Inspect tools, which work in the
workspace of the current sample: any scaffold can use them, and what it read is in the log.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_ai import Epochs, Task, task
from inspect_ai.agent import AgentSubmit, as_solver, react
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.solver import generate as asked_once
from inspect_ai.tool import Tool, ToolError, tool
from inspect_ai.util import store

from probe.errors import InputError
from probe.integrations.inspect.tasks import check_showing, message_of
from probe.options.reading import names_of
from probe.prompts import load_prompts
from probe.protocols.arguments import Order
from probe.protocols.base import Showing
from probe.protocols.conversation import Conversation, exhausted_answer
from probe.protocols.questions import LetterAsking
from probe.protocols.reading import read_dataset
from probe.protocols.workspaces.item import PASTED_ARMS, WorkspaceItem
from probe.protocols.workspaces.protocol import WorkspaceProtocol
from probe.protocols.workspaces.reading import read_before
from probe.protocols.workspaces.showing import PROMPT, workspace_of
from probe.protocols.workspaces.tools import DECIDE, LIST_FILES, READ_FILE, SEARCH, Workspace
from probe.values import Arm, Decision, ToolCall

DECISIONS, SETTINGS = "probe_decisions", "probe"
"""The keys of the decisions in a score's metadata and of the settings in the task's, as in ``probe/dilemmas``."""
CALLS, DECIDED, PLACE = "probe_calls", "probe_decided", "probe_place"
"""The keys of a sample's store: the calls so far, the answer that decided, and the item, arm and settings."""
_NAN = float("nan")
_INSTALLED = any(Path(__file__).is_relative_to(folder) for folder in sys.path if folder.endswith("site-packages"))


@task(name="workspaces" if _INSTALLED else "probe/workspaces")
def workspaces(  # noqa: PLR0917
    dataset: str,
    runs: int = 1,
    order: Order = "both",
    arms: str | list[str] = "",
    cue: str = "file",
    budget: str = "ample",
) -> Task:
    """Let an agent read each workspace of a PROBE dataset, and score its decisions.

    ``dataset`` is a dataset.jsonl or its folder, ``runs`` the number of epochs, ``arms`` are comma-separated (the usual
    ones by default), ``cue`` is file or task. Another agent or solver takes the place of ``react`` with ``--solver``;
    it has the tools of ``workspace_tools()``. Raises InputError for a dataset or a setting that cannot be used.
    """
    check_showing(runs, order)
    if cue == "turn":
        raise InputError("-T cue=turn: a sample of Inspect is one message; use probe evaluate")
    protocol, items = WorkspaceProtocol(), tuple(read_dataset(Path(dataset)))
    if not all(isinstance(item, WorkspaceItem) for item in items):
        raise InputError(f"{dataset} has no workspaces: make some with probe generate --protocol workspaces")
    names = names_of(arms)
    chosen_arms = protocol.chosen_arms(names, items) if names else ()
    choices = {"cue": cue, "budget": budget}
    showing = protocol.complete_showing(items, Showing(runs=runs, order=order, arms=chosen_arms, choices=choices))
    items_by_id = {item.id: item for item in items}
    return Task(
        dataset=MemoryDataset([*_samples(items, showing)], name="probe"),
        setup=open_workspace(items_by_id, showing),
        solver=read_and_decide(),
        scorer=decisions(items_by_id, showing),
        epochs=Epochs(runs, "mean"),
        metadata={
            SETTINGS: {
                "runs": runs,
                "order": order,
                "arms": [arm.value for arm in showing.arms],
                "choices": dict(showing.choices),
            }
        },
    )


def _samples(items: Sequence[WorkspaceItem], showing: Showing) -> Iterator[Sample]:
    for item in items:
        for arm in showing.arms:
            if arm in item.arms():
                yield Sample(
                    # A sample is one arm: an agent that sees two arms of a workspace remembers the files.
                    id=f"{item.id}-{arm.value}",
                    input=item.text(arm) or "",
                    target="AB"[item.right_answer(arm)],
                    metadata={"item": item.id, "arm": arm.value, "bias": item.bias.value, "cluster": item.cluster},
                )


def _conversation(items_by_id: Mapping[str, WorkspaceItem], state: TaskState, showing: Showing) -> Conversation:
    """Return what ``probe evaluate`` would ask in this sample and epoch."""
    item, run = items_by_id[state.metadata["item"]], state.epoch - 1
    conversations = WorkspaceProtocol().conversations([item], _showing_of(showing, Arm(state.metadata["arm"]), run + 1))
    return next(conversation for conversation in conversations if conversation.run == run)


def _showing_of(showing: Showing, arm: Arm, runs: int) -> Showing:
    return Showing(runs=runs, order=showing.order, arms=(arm,), choices=showing.choices)


@solver
def open_workspace(items_by_id: dict[str, WorkspaceItem], showing: Showing) -> Solver:
    """Put the question and the workspace of the arm into the sample, whatever solver works on it."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        conversation = _conversation(items_by_id, state, showing)
        messages = LetterAsking(PROMPT).question(load_prompts(), str(conversation.turns[0].text), 0)
        state.messages = [message_of(message) for message in messages]
        item, arm = items_by_id[state.metadata["item"]], conversation.arm
        workspace_record = {"item": item.model_dump(mode="json"), "arm": arm.value, "choices": dict(showing.choices)}
        state.store.set(PLACE, workspace_record)
        state.store.set(CALLS, [])
        if arm not in PASTED_ARMS:
            state.tools = workspace_tools()
        return state

    return solve


@solver
def read_and_decide() -> Solver:
    """Let Inspect's react agent work in the workspace; where the files are pasted, ask once."""
    # react ends with a tool of its own; here that is the tool that decides.
    agent = react(tools=workspace_tools()[:-1], submit=AgentSubmit(name=DECIDE, tool=decide(), keep_in_messages=True))

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        work = asked_once() if Arm(state.metadata["arm"]) in PASTED_ARMS else as_solver(agent)
        return await work(state, generate)

    return solve


def workspace_tools() -> list[Tool]:
    """Return the tools, the one that decides last: for a scaffold of your own."""
    return [list_files(), read_file(), search(), decide()]


def _workspace() -> Workspace:
    workspace_record = store().get(PLACE)
    if workspace_record is None:
        raise ToolError("this sample has no workspace")
    return workspace_of(
        WorkspaceItem.model_validate(workspace_record["item"]),
        Arm(workspace_record["arm"]),
        workspace_record["choices"],
    )


def _call(name: str, **arguments: object) -> str:
    """Make a call in the workspace of the sample, and record it. Raises ToolError where none is left."""
    workspace = _workspace()
    earlier_calls: list[dict[str, Any]] = store().get(CALLS, [])
    # The budget is PROBE's: a scaffold of the user's may have none.
    if len(earlier_calls) >= workspace.limit:
        raise ToolError("no calls are left")
    call = ToolCall(
        name=name, arguments=json.dumps({key: value for key, value in arguments.items() if value is not None})
    )
    store().set(CALLS, [*earlier_calls, call.model_dump(mode="json")])
    answer = workspace.decision(call)
    if answer is not None:
        # The first decision counts: some scaffolds go on after it.
        if store().get(DECIDED) is None:
            store().set(DECIDED, answer)
        return answer
    result = workspace.result(call, workspace.limit - len(earlier_calls) - 1)
    if name == DECIDE:
        raise ToolError(result)
    return result


@tool(name=LIST_FILES)
def list_files() -> Tool:
    """List all files."""

    async def execute() -> str:
        """List all files with their numbers of lines."""
        return _call(LIST_FILES)

    return execute


@tool(name=READ_FILE)
def read_file() -> Tool:
    """Read a file."""

    async def execute(path: str, first: int | None = None, last: int | None = None) -> str:
        """Return a file with its line numbers, the whole or a part of it.

        Args:
            path: A path as listed.
            first: The first line, from 1.
            last: The last line.

        """
        return _call(READ_FILE, path=path, **{"from": first, "to": last})

    return execute


@tool(name=SEARCH)
def search() -> Tool:
    """Search all files."""

    async def execute(text: str) -> str:
        """Return the lines of all files that contain a text, whatever the case of its letters.

        Args:
            text: What to search for.

        """
        return _call(SEARCH, text=text)

    return execute


@tool(name=DECIDE)
def decide() -> Tool:
    """Decide."""

    async def execute(option: str, reason: str) -> str:
        """Decide between the two options. This ends the work.

        Args:
            option: The letter of the option, A or B.
            reason: The reason, in one or two sentences.

        """
        return _call(DECIDE, option=option, reason=reason)

    return execute


def decisions(items_by_id: dict[str, WorkspaceItem], showing: Showing) -> Scorer:
    """Return the scorer: whether the decision is wrong, and the share of the needed lines that were shown."""

    @scorer(metrics={key: [grouped(mean(), "arm")] for key in ("error", "needed_shown")}, name="decisions")
    def make_scorer() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            decision = _decision(items_by_id, state, showing)
            reading = next(iter(read_before([*items_by_id.values()], [decision], showing.choices)), None)
            error = _NAN if decision.decision == "unparsed" else float(decision.letter != target.text)
            return Score(
                value={"error": error, "needed_shown": _NAN if reading is None else reading.share_shown},
                answer=decision.letter,
                explanation=decision.explanation,
                metadata={DECISIONS: [decision.model_dump(mode="json")]},
            )

        return score

    return make_scorer()


def _decision(items_by_id: Mapping[str, WorkspaceItem], state: TaskState, showing: Showing) -> Decision:
    """Return the decision of a sample: by the tool, else in the words of the last message."""
    conversation, asking = _conversation(items_by_id, state, showing), LetterAsking(PROMPT)
    answer, calls = state.store.get(DECIDED), state.store.get(CALLS) or []
    # An agent may state its decision without calling the tool.
    decision = asking.decisions(conversation, 0, answer or state.output.completion)[0]
    if conversation.arm in PASTED_ARMS:
        return decision
    limit = workspace_of(items_by_id[conversation.item_id], conversation.arm, showing.choices).limit
    # Used-up calls are an outcome of their own, as in probe evaluate.
    if decision.decision == "unparsed" and len(calls) >= limit:
        decision = asking.decisions(conversation, 0, exhausted_answer(limit))[0]
    return decision.model_copy(update={"calls": tuple(ToolCall.model_validate(call) for call in calls)})
