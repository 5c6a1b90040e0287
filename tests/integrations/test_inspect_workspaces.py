"""The task ``probe/workspaces``: an agent of Inspect's reads with Inspect's tools, and its log comes back."""

import math
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from probe.errors import InputError
from probe.files.dataset import read_manifest
from probe.integrations.inspect_log import read_inspect_log
from probe.protocols.workspaces.item import PASTED_ARMS
from probe.protocols.workspaces.reading import read_before
from probe.store.reading import stored_evaluation
from probe.values import Arm
from tests.integrations.mock_model import mock_model
from tests.protocols.workspaces.made import workspaces
from tests.shared import CommandLine

pytestmark = pytest.mark.skipif(find_spec("inspect_ai") is None, reason="inspect_ai is not installed")
ITEMS = workspaces(12)[:2]


def write_items(folder: Path) -> Path:
    path = folder / "dataset.jsonl"
    path.write_text("".join(item.model_dump_json() + "\n" for item in ITEMS))
    return path


def log_of(folder: Path, **settings: Any) -> Any:
    """Return the log of ``read_and_decide``: a model lists the files, reads three, and takes the first option."""
    import inspect_ai
    from inspect_ai.model import ModelOutput

    from probe.integrations.inspect.workspaces import workspaces as task

    def reply(messages: Any, tools: Any) -> ModelOutput:
        results = [message.text for message in messages if message.role == "tool"]
        if not tools:
            return ModelOutput.from_content("mockllm/model", "Explanation: so.\nDecision: Option A")
        if not results:
            return ModelOutput.for_tool_call("mockllm/model", "list_files", {})
        if len(results) < 4:
            path = results[0].splitlines()[len(results) - 1].partition(" (")[0]
            return ModelOutput.for_tool_call("mockllm/model", "read_file", {"path": path})
        return ModelOutput.for_tool_call("mockllm/model", "decide", {"option": "A", "reason": "so"})

    (log,) = inspect_ai.eval(
        task(str(write_items(folder)), runs=2, arms="biased,placebo,handed_biased", **settings),
        model=mock_model(reply),
        log_dir=str(folder / "logs"),
        display="none",
    )
    assert log.status == "success"
    return log


def test_an_agent_s_log_comes_back_with_what_it_read(probe: CommandLine, tmp_path: Path) -> None:
    log = log_of(tmp_path)
    file = Path(log.location.removeprefix("file://"))
    collected_decisions = read_inspect_log(file)
    assert len(collected_decisions.decisions) == 2 * 3 * 2
    assert collected_decisions.choices == {"cue": "file", "search": "yes", "budget": "ample"}
    assert {decision.decision for decision in collected_decisions.decisions} == {
        0,
        1,
    }  # odd runs exchange the options
    for decision in collected_decisions.decisions:
        assert (decision.calls is None) == (decision.arm in PASTED)
        assert decision.calls is None or [call.name for call in decision.calls] == [
            "list_files", "read_file", "read_file", "read_file", "decide"
        ]  # fmt: skip
    readings = list(read_before(ITEMS, collected_decisions.decisions, collected_decisions.choices))
    shares = {reading.item.id: reading.share_shown for reading in readings}
    for sample in log.samples:
        (score,) = sample.scores.values()
        if sample.metadata["arm"] not in PASTED_ARMS:
            assert score.value["needed_shown"] == pytest.approx(shares[sample.metadata["item"]])
        else:
            assert math.isnan(score.value["needed_shown"])
    out = tmp_path / "run"
    probe("data", "import", "inspect", file, "--dataset", tmp_path / "dataset.jsonl", "--out", out)
    evaluation = stored_evaluation(out, type(ITEMS[0]).model_validate)
    assert {decision.arm for decision in evaluation.decisions} == {
        Arm.BIASED,
        Arm.PLACEBO,
        *[arm for arm in PASTED_ARMS if "biased" in arm],
    }
    assert read_manifest(out)["settings"]["choices"]["cue"] == "file"


@pytest.mark.parametrize("settings", [{"cue": "turn"}, {"order": "other"}, {"runs": 0}, {"budget": "none"}])
def test_settings_that_cannot_be_used_are_refused(tmp_path: Path, settings: dict[str, Any]) -> None:
    from probe.integrations.inspect.workspaces import workspaces as task

    with pytest.raises(InputError):
        task(str(write_items(tmp_path)), **settings)


@pytest.mark.parametrize(
    ("arm", "tools"), [(Arm.BIASED, ["list_files", "read_file", "search", "decide"]), (next(iter(PASTED_ARMS)), [])]
)
async def test_the_setup_gives_tools_only_where_files_are_not_pasted(arm: Arm, tools: list[str]) -> None:
    """``open_workspace`` prepares a sample for any solver."""
    from inspect_ai.model import ModelName
    from inspect_ai.solver import TaskState
    from inspect_ai.tool import ToolDef

    from probe.integrations.inspect.workspaces import open_workspace
    from probe.protocols.base import Showing
    from probe.protocols.workspaces.protocol import WorkspaceProtocol

    item = ITEMS[0]
    showing = WorkspaceProtocol().complete_showing(ITEMS, Showing(runs=1, arms=(arm,)))
    state = TaskState(
        model=ModelName("mockllm/model"),
        sample_id=f"{item.id}-{arm.value}",
        epoch=1,
        input=item.text(arm) or "",
        messages=[],
        metadata={"item": item.id, "arm": arm.value},
    )

    async def generate(state: TaskState, *_: Any, **__: Any) -> TaskState:
        raise AssertionError("the setup asks nothing")

    state = await open_workspace({item.id: item}, showing)(state, generate)
    assert [ToolDef(tool).name for tool in state.tools] == tools
    assert item.scale[0] in state.messages[-1].text
