"""Compose, check and embed candidates in parts and in worker processes, before a generation compares them in order."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from probe.errors import InputError
from probe.files.dataset import OUTPUTS
from probe.files.shards import GrowingReport, OtherReportError
from probe.filters.cascade import Cascade, load_settings
from probe.filters.stage import Resources
from probe.generation.command import GROWS, GenerateCommand, open_content, preparation
from probe.generation.prepared import (
    PreparedCandidate,
    PreparedExpansion,
    expansion_id,
    pack_vector,
    steps_between,
    working_file,
)
from probe.generation.seed_check import needs_no_model
from probe.grammar import GrammarAuthor
from probe.grammar.author import EXPANSION_SIZE
from probe.ports import CountListener, Embedder, no_listener
from probe.session import Access, Placement, Session, spread
from probe.values import Bias, Candidate
from probe.values.shard import ALL_ITEMS, Shard

MARGIN = 1.25
"""How many more candidates are prepared than pairs are wanted; a generation composes what is still missing."""


class ExpansionKey(NamedTuple):
    """Which expansion of which bias."""

    bias: Bias
    expansion: int


@dataclass(frozen=True)
class Part:
    """Which part of the work is done, and where; ``force`` starts its file again."""

    shard: Shard = ALL_ITEMS
    placement: Placement = field(default_factory=Placement)
    force: bool = False


@dataclass(frozen=True)
class Preparer:
    """What a worker owns: the author, the stages that look at one candidate only, and the embedder."""

    author: GrammarAuthor
    cascade: Cascade
    embedder: Embedder


async def prepare(command: GenerateCommand, file: Path, part: Part, listener: CountListener = no_listener) -> int:
    """Write or resume ``file``: the candidates of one part. Return its number of expansions.

    Raises InputError if the file belongs to another command, or for a command whose candidates need a model.
    """
    content = open_content(command)
    biases, expansions = content.settings.biases, -int(-command.settings.per_bias * MARGIN // EXPANSION_SIZE)
    # Expansion by expansion, as rounds take them, so that a generation reads the file once and in order.
    keys = [ExpansionKey(bias, expansion) for expansion in range(expansions) for bias in biases]
    header: dict[str, JsonValue] = {
        "pairs": len(keys),
        "biases": [bias.slug for bias in biases],
        **preparation(command, content),
    }
    report = GrowingReport.of_part(file, header, part.shard, force=part.force)
    items = part.shard.items(len(keys))
    remaining_keys = islice(keys, items.start + report.done, items.stop)
    placement = None if part.placement.stays_here(len(items) - report.done) else part.placement
    worker = partial(open_preparer, replace(command, access=Access()))
    async with aclosing(spread(placement, worker, prepare_expansion, remaining_keys)) as rows:
        async for line in rows:
            report.write([line])
            listener(report.done, len(items))
    report.close()
    return len(items)


async def prepare_all(
    command: GenerateCommand,
    out: Path,
    placement: Placement,
    listener: CountListener = no_listener,
) -> GenerateCommand:
    """Prepare all candidates of the generation in ``out``, and return the command that uses them there.

    Raises InputError as ``prepare`` does, and if ``out`` contains another run.
    """
    if command.prepared is not None:
        raise InputError("--prepared: workers prepared these candidates already; leave out --engine and --workers")
    file, part = working_file(out), Part(placement=placement)
    async with Session() as session:
        # First, so that another run in the folder is refused before hours of composing.
        session.run(out, open_content(command).identity, OUTPUTS, GROWS)
        try:
            await prepare(command, file, part, listener)
        except OtherReportError:  # it is of this run, but for another number of pairs
            await prepare(command, file, replace(part, force=True), listener)
    return replace(command, prepared=file)


@asynccontextmanager
async def open_preparer(command: GenerateCommand) -> AsyncIterator[Preparer]:
    """Open what a worker needs."""
    async with Session(command.access) as session:
        content = open_content(command)
        resources = Resources(command.profile, content.prompts, content.corpus, session.oracle, session.embedder)
        # A stage that compares candidates needs those of all parts, which only the generation has in order.
        cascade_settings = load_settings(command.profile, command.cascade).only(
            lambda stage: needs_no_model(stage) and not stage.compares
        )
        (author,) = content.grammars.values()
        yield Preparer(author, Cascade(cascade_settings, resources), session.embedder())


async def prepare_expansion(preparer: Preparer, key: ExpansionKey) -> str:
    """Return the row of an expansion as a line of JSON."""
    prepared_candidates = [await _prepare(preparer, candidate) for candidate in await preparer.author.expand(*key)]
    expansion = PreparedExpansion(
        id=expansion_id(*key), bias=key.bias, expansion=key.expansion, candidates=tuple(prepared_candidates)
    )
    return expansion.model_dump_json()


async def _prepare(preparer: Preparer, candidate: Candidate) -> PreparedCandidate:
    states = [candidate]

    async def note(stage: str, passed_candidate: Candidate) -> Candidate:
        states.append(passed_candidate)
        return passed_candidate

    final_candidate = await preparer.cascade.run(candidate, note)
    # ``note`` sees the candidates that pass a stage; the one that is rejected ends the cascade.
    if final_candidate.rejected_by:
        states.append(final_candidate)
    (vector,) = await preparer.embedder.embed([candidate.texts.unbiased])
    return PreparedCandidate(candidate=candidate, steps=steps_between(states), vector=pack_vector(vector))
