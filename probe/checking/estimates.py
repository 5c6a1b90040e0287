"""Estimate calls and cost of a prompt check before any model is asked."""

from collections.abc import Iterator
from pathlib import Path

from probe.asking import SHORT_ANSWER, Calls, question_tokens, text_tokens, vote_calls
from probe.checking.judging import MOST_PROPOSALS, VOTES, VOTES_NEEDED, JudgeCommand
from probe.checking.moving import WORDINGS_FOLDER, MoveCommand
from probe.checking.reading import Prompt
from probe.checking.spans import CheckedPrompt
from probe.checking.wordings import STYLES
from probe.filters.estimates import PricedEstimate
from probe.measuring.estimates import priced_calls
from probe.prompts import Prompts, load_prompts
from probe.session import call_count

SOURCE = "the questions, each answered at the first try"


def estimate_move(command: MoveCommand, prompt: CheckedPrompt, out: Path) -> PricedEstimate:
    """Return the calls of author, judge and subject, provided that every wording passes at the first try."""
    templates = load_prompts(command.prompts)
    calls = [*_writing_calls(command, prompt, templates), *_asking_calls(command, prompt, templates)]
    models = {"author": command.author, "judge": command.judge or command.author, "subject": command.subject}
    # Answers in either of the two runs are not paid for again.
    return priced_calls(
        command, calls, models, command.number, call_count(out) + call_count(out / WORDINGS_FOLDER), SOURCE
    )


def estimate_judging(
    command: JudgeCommand, prompts: tuple[Prompt, ...], span_count: int, out: Path | None
) -> PricedEstimate:
    """Return the calls of a judge, assuming that it proposes as many phrases as patterns find."""
    templates = load_prompts(command.prompts)
    calls = []
    for prompt in prompts:
        question = templates.fill("propose_steering", prompt=prompt.text, biases="", most=str(MOST_PROPOSALS))
        calls.append(Calls("propose", "judge", 1, question_tokens(question), SHORT_ANSWER))
        vote_question = templates.fill("judge_steering", prompt=prompt.text, phrase="")
        # Assume as many proposals as the patterns find, and that half of all phrases are confirmed.
        phrases_per_prompt = 2 * span_count / len(prompts)
        votes = vote_calls(phrases_per_prompt, phrases_per_prompt / 2, VOTES, VOTES_NEEDED)
        calls.append(Calls("judge", "judge", votes, question_tokens(vote_question), SHORT_ANSWER))
    previous_calls = call_count(out) if out else 0
    return priced_calls(command, calls, {"judge": command.judge}, len(prompts), previous_calls, SOURCE)


def _writing_calls(command: MoveCommand, prompt: CheckedPrompt, templates: Prompts) -> Iterator[Calls]:
    wording_count, length, text = command.number, text_tokens(prompt.text), prompt.text
    if command.author is not None:
        neutral_question = templates.fill(
            "neutralise", phrases="\n".join(span.text for span in prompt.spans), prompt=text
        )
        yield Calls("neutralise", "author", 1, question_tokens(neutral_question), length)
        reword_question = templates.fill("reword", original=text, neutral=text, style=STYLES[0])
        yield Calls("reword", "author", wording_count, question_tokens(reword_question), 3 * length)
    if command.author is not None or command.judge is not None:
        texts = dict.fromkeys(("original", "neutral", "reworded_original", "reworded_neutral", "placebo"), text)
        vote_question = templates.fill("judge_wording", **texts)
        yield Calls(
            "judge",
            "judge",
            vote_calls(wording_count, wording_count, VOTES, VOTES_NEEDED),
            question_tokens(vote_question),
            SHORT_ANSWER,
        )


def _asking_calls(command: MoveCommand, prompt: CheckedPrompt, templates: Prompts) -> Iterator[Calls]:
    text = "\n".join((prompt.text, *command.options))
    question = templates.fill("decide_direct" if command.logprobs else "decide", text=text)
    answer = 1 if command.logprobs else SHORT_ANSWER
    yield Calls("decide", "subject", command.texts * command.runs, question_tokens(question), answer)
