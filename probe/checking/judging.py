"""Let a model propose phrases that steer, and a vote decide on each of them and on those that patterns find."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from probe.answers import Proposal, read_proposals
from probe.asking import Asker, Unreadable, judge_vote, poll
from probe.checking.phrases import PhraseLibrary, read_library
from probe.checking.reading import Prompt
from probe.checking.spans import CheckedPrompt, Span, divide_spans, longest_spans, span_at, steering_spans, without_code
from probe.measuring.work import DoneListener, MeasuringCommand, silent, work_through
from probe.prompts import Prompts, load_prompts
from probe.session import Session
from probe.values import About, Bias, ModelSpec, Request, fingerprint

VOTES, VOTES_NEEDED = 3, 2
"""Votes on each phrase, and how many of them must find that it steers, as in the paper's vote on pairs."""
MOST_PROPOSALS = 20
"""Phrases that a model may propose in one prompt."""
JUDGE_SPAN_NAME = "judge"
"""The name of a span that no pattern finds."""
TEMPLATES = ("propose_steering", "judge_steering")


@dataclass(frozen=True)
class JudgeCommand(MeasuringCommand):
    """The model that proposes and votes; ``keep`` are texts whose spans are kept."""

    judge: ModelSpec
    keep: tuple[str, ...] = ()


def find_spans(
    prompts: Sequence[Prompt], seeds: Path | None = None, keep: Sequence[str] = ()
) -> tuple[CheckedPrompt, ...]:
    """Return the prompts with the phrases that patterns find. Raises InputError for an unusable domain."""
    library = read_library(seeds)
    return tuple(steering_spans(prompt, library, keep) for prompt in prompts)


async def judge_spans(
    command: JudgeCommand, prompts: Sequence[Prompt], out: Path, listener: DoneListener = silent
) -> tuple[CheckedPrompt, ...]:
    """Return the prompts with the phrases that steer by a vote of the judge; ``out`` is the folder of the run.

    Raises StoppedError if a budget or a provider ends the work: the same command continues.
    """
    # Read these before the run begins, so that a broken library is reported before any call is paid for.
    library, templates = read_library(command.seeds), load_prompts(command.prompts)
    identity = {
        "kind": "check",
        "judge": str(command.judge),
        "base_url": command.access.base_url,
        "prompts": fingerprint([templates.digests[name] for name in TEMPLATES]),
        "dataset": fingerprint([prompt.text for prompt in prompts]),
        "content": fingerprint(library.model_dump(mode="json")),
    }
    async with Session(command.access) as session:
        models = session.models(session.run(out, identity))
        judge = Asker(models.open(command.judge), "judge", trial=command.trial(command.judge))

        async def work(prompt: Prompt) -> CheckedPrompt:
            return await _judge_prompt(prompt, judge, templates, library, command.keep)

        work_result = await work_through(prompts, work, listener)
    if stop_error := work_result.stop_error_of("prompts"):
        raise stop_error
    return tuple(result for result in work_result.results if result is not None)


async def _judge_prompt(
    prompt: Prompt, judge: Asker, prompts: Prompts, library: PhraseLibrary, keep: Sequence[str]
) -> CheckedPrompt:
    matched_prompt = steering_spans(prompt, library)
    pattern_spans = (*matched_prompt.spans, *matched_prompt.kept)
    question = prompts.fill(
        TEMPLATES[0],
        prompt=prompt.text,
        biases=", ".join(file.bias.value for file in library.files),
        most=str(MOST_PROPOSALS),
    )
    request = Request(purpose="propose", messages=question, about=About(item_id=prompt.name))
    answer = (await judge.ask(request, read_proposals)).parsed
    proposed_spans = (
        () if isinstance(answer, Unreadable) else tuple(_spans(prompt.text, answer[:MOST_PROPOSALS], library))
    )
    # Kept phrases are judged too: whether a phrase is kept is decided after the vote.
    candidates = longest_spans((*pattern_spans, *proposed_spans))
    judged_spans = await asyncio.gather(*(_vote(prompt, span, judge, prompts) for span in candidates))
    confirmed_spans = [span for span in judged_spans if span.votes is not None and span.votes[0] >= VOTES_NEEDED]
    return divide_spans(prompt, confirmed_spans, keep)


def _spans(text: str, proposals: Sequence[Proposal], library: PhraseLibrary) -> list[Span]:
    """Return the spans of the proposals that occur in the prompt outside of code; line breaks do not matter."""
    plain_text = without_code(text)
    biases = {file.bias.value: file.bias for file in library.files}
    spans = []
    for proposal in proposals:
        words = proposal.phrase.split()
        # A model may quote across a line break; a phrase that is not in the prompt at all was invented.
        match = re.search(r"\s+".join(map(re.escape, words)), plain_text) if words else None
        if match is not None and proposal.bias in biases:
            reason = "A model finds that this phrase steers, whatever the logic of the task."
            spans.append(
                span_at(
                    text,
                    *match.span(),
                    bias=Bias(biases[proposal.bias]),
                    name=JUDGE_SPAN_NAME,
                    reason=reason,
                    neutral="Say it in the words of the suggestion, or leave it out.",
                    instead=proposal.neutral or None,
                )
            )
    return spans


async def _vote(prompt: Prompt, span: Span, judge: Asker, prompts: Prompts) -> Span:
    outcome = await poll(
        VOTES, VOTES_NEEDED, judge_vote(judge, prompts.fill(TEMPLATES[1], prompt=prompt.text, phrase=span.text))
    )
    return span.model_copy(update={"votes": (outcome.yes, len(outcome.votes))})
