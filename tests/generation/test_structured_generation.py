"""A generation accepts the same pairs from servers with structured answers and without."""

from pathlib import Path

from probe.generation.generate import generate
from probe.protocols.dilemmas.reading import read_dilemmas
from tests.generation.commands import writing
from tests.server.answers import Answers
from tests.server.chat import Behaviour, ChatServer
from tests.server.structured import FIELDS, Structured


async def generated(folder: Path, behaviour: Behaviour) -> list[dict[str, object]]:
    """Return the pairs, without the identity of the run, which depends on the server's address."""
    async with ChatServer() as server:
        server.behaviour = behaviour
        await generate(writing(server.url), folder)
    pairs = [pair.model_dump() for pair in read_dilemmas(folder)]
    return [pair | {"provenance": {**pair["provenance"], "run_id": ""}} for pair in pairs]


async def test_the_dataset_does_not_depend_on_structured_answers(tmp_path: Path, shared_processes: None) -> None:
    structured_answers = Structured(Answers())
    plain_generation = await generated(tmp_path / "plain", Answers())
    assert plain_generation
    assert await generated(tmp_path / "structured", structured_answers) == plain_generation
    assert set(structured_answers.names) == {"expand", "grounding", "judge", "rebuild", "translate"} <= set(FIELDS)
