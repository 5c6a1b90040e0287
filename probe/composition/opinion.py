"""A second opinion on a dataset, put together: other models are handed to the stages that are repeated."""

import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from probe.composition.access import open_models, versions
from probe.composition.ground import Ended, Listener, MeasuringCommand, sheets_of, silent
from probe.embeddings import MiniLmEmbedder
from probe.files.corpus import read_corpus
from probe.files.writing import write_atomically
from probe.filters.asking import Asker
from probe.filters.cascade import STAGES
from probe.filters.settings import load_settings
from probe.filters.stage import Tools
from probe.prompts import load_prompts
from probe.services.measured import is_same_model
from probe.services.second_opinion import OPINION_STAGES, SecondOpinion, agreements, disagreements, second_opinion
from probe.similarity import TextIndex
from probe.store import open_run
from probe.values import (
    Examination,
    Explanation,
    ModelSpec,
    Pair,
    Profile,
    Program,
    Programs,
    StageOutcome,
    Verdict,
    fingerprint,
)

OPINION = "opinion.json"


@dataclass(frozen=True)
class OpinionCommand(MeasuringCommand):
    """Everything that ``probe opinion`` was told; a role without a model is None, and its stage does not run."""

    judge: ModelSpec | None
    decider: ModelSpec | None
    seeds: Path | None = None


@dataclass(frozen=True)
class OpinionGiven(Ended):
    """A second opinion, and the document that was written of it."""

    opinion: SecondOpinion
    document: dict[str, JsonValue]


class NoOracle:
    """Stands in the oracle's place where no stage asks it; being asked is a defect of ours."""

    name = "none"

    async def verdict(self, program: Program) -> Verdict:
        """Refuse."""
        raise AssertionError("no program may run here")

    async def examine(self, programs: Programs, profile: Profile, *, explain: bool = False) -> Examination:
        """Refuse."""
        raise AssertionError("no program may run here")

    async def explain(self, program: Program) -> Explanation:
        """Refuse."""
        raise AssertionError("no program may run here")


async def give_opinion(
    command: OpinionCommand, pairs: Sequence[Pair], out: Path, listener: Listener = silent
) -> OpinionGiven:
    """Begin or resume a second opinion on ``pairs``; ``out`` gets ``opinion.json`` and the run's file."""
    prompts, corpus, settings = load_prompts(command.prompts), read_corpus(command.seeds), load_settings(Profile.STRICT)
    sheets = sheets_of(pairs, corpus)
    identity: dict[str, JsonValue] = {
        "kind": "opinion",
        "judge": str(command.judge) if command.judge else None,
        "decider": str(command.decider) if command.decider else None,
        "base_url": command.access.base_url,
        "dataset": fingerprint([pair.id for pair in pairs]),
        "prompts": fingerprint([prompts.digests[name] for name in ("judge_bias", "decide")]),
        "sheets": fingerprint([sheet.model_dump(mode="json") for sheet in sheets.values()]),
        "cascade": settings.digest,
    }
    async with AsyncExitStack() as stack:
        store = stack.enter_context(open_run(out, identity))
        models = await stack.enter_async_context(open_models(command.access, store, pairs))
        embedder = MiniLmEmbedder()
        stack.callback(embedder.close)
        tools = Tools(
            oracle=NoOracle(),
            embedder=embedder,
            prompts=prompts,
            corpus=corpus,
            accepted=TextIndex(),
            judge=models.open(command.judge) if command.judge else None,
            decider=models.open(command.decider) if command.decider else None,
        )
        asker = Asker(settings.asking.attempts)
        stages = [STAGES[name](settings, asker, tools) for name in OPINION_STAGES]
        opinion = await second_opinion(pairs, stages, store, listener)
        notices = (*_not_run(opinion), *_not_second(command, pairs), *models.notices())
        usage = models.usage()
        document = _document(opinion, identity, store.run_id, notices)
        document["usage"] = usage.model_dump(mode="json")
        write_atomically(out / OPINION, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        return OpinionGiven(opinion=opinion, document=document, notices=notices, usage=usage)


def _not_run(opinion: SecondOpinion) -> tuple[str, ...]:
    """Return a sentence for each stage that nobody was named for."""
    first = next((candidate for candidate in opinion.candidates if candidate is not None), None)
    results = first.results if first else ()
    return tuple(f"{one.stage} did not run: {one.reason}" for one in results if one.outcome is StageOutcome.NOT_RUN)


def _not_second(command: OpinionCommand, pairs: Sequence[Pair]) -> tuple[str, ...]:
    """Return a sentence for each model that gives an opinion on pairs which it let pass or wrote itself."""
    told = []
    for role, spec in (("judge", command.judge), ("decider", command.decider)):
        for first in (role, "author"):
            own = sum(is_same_model(spec, getattr(pair.provenance, first)) for pair in pairs) if spec else 0
            if own:
                told.append(f"{spec} is also the {first} of {own} of these {len(pairs)} pairs: no outsider's opinion")
    return tuple(dict.fromkeys(told))


def _document(
    opinion: SecondOpinion, identity: dict[str, JsonValue], run_id: str, notices: Sequence[str]
) -> dict[str, JsonValue]:
    unanswered = sum(candidate is None for candidate in opinion.candidates)
    return {
        "run_id": run_id,
        "complete": not unanswered,
        "ended": opinion.worked.reason,
        "settings": identity,
        "versions": dict(versions()),
        "pairs": len(opinion.pairs),
        "unanswered": unanswered,
        "agreement": [one.model_dump(mode="json") for one in agreements(opinion)],
        "disagreements": [one.model_dump(mode="json") for one in disagreements(opinion)],
        "notices": list(notices),
    }
