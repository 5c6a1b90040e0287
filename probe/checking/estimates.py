"""What it takes to find out whether a prompt moves a model, before any model is asked."""

from collections.abc import Iterator
from pathlib import Path

from probe.asking import SHORT_ANSWER, Calls, question_tokens, text_tokens, vote_calls
from probe.checking.judging import MOST, NEEDED, VOTES, JudgeCommand
from probe.checking.moving import WRITTEN, MoveCommand
from probe.checking.reading import Prompt
from probe.checking.spans import CheckedPrompt
from probe.checking.wordings import STYLES
from probe.filters.estimates import PricedEstimate
from probe.measuring.estimates import priced_calls
from probe.prompts import Prompts, load_prompts
from probe.session import calls_made

SOURCE = "the questions, each answered at the first try"


def estimate_move(command: MoveCommand, checked: CheckedPrompt, out: Path) -> PricedEstimate:
    """Return the calls of author, judge and subject if every wording passes at the first try."""
    prompts = load_prompts(command.prompts)
    calls = [*_writing(command, checked, prompts), *_asking(command, checked, prompts)]
    models = {"author": command.author, "judge": command.judge or command.author, "subject": command.subject}
    # Answers in either of the two runs are not paid for again.
    return priced_calls(command, calls, models, command.number, calls_made(out) + calls_made(out / WRITTEN), SOURCE)


def estimate_judging(
    command: JudgeCommand, prompts: tuple[Prompt, ...], spans: int, out: Path | None
) -> PricedEstimate:
    """Return the calls of a judge that proposes as many phrases as patterns find."""
    templates = load_prompts(command.prompts)
    calls = []
    for prompt in prompts:
        asked = templates.fill("propose_steering", prompt=prompt.text, biases="", most=str(MOST))
        calls.append(Calls("propose", "judge", 1, question_tokens(asked), SHORT_ANSWER))
        voted = templates.fill("judge_steering", prompt=prompt.text, phrase="")
        # As many proposals as patterns find are assumed, and that half of all phrases are confirmed.
        share = 2 * spans / len(prompts)
        votes = vote_calls(share, share / 2, VOTES, NEEDED)
        calls.append(Calls("judge", "judge", votes, question_tokens(voted), SHORT_ANSWER))
    made = calls_made(out) if out else 0
    return priced_calls(command, calls, {"judge": command.judge}, len(prompts), made, SOURCE)


def _writing(command: MoveCommand, checked: CheckedPrompt, prompts: Prompts) -> Iterator[Calls]:
    number, length, text = command.number, text_tokens(checked.text), checked.text
    if command.author is not None:
        neutral = prompts.fill("neutralise", phrases="\n".join(span.text for span in checked.spans), prompt=text)
        yield Calls("neutralise", "author", 1, question_tokens(neutral), length)
        reword = prompts.fill("reword", original=text, neutral=text, style=STYLES[0])
        yield Calls("reword", "author", number, question_tokens(reword), 3 * length)
    if command.author is not None or command.judge is not None:
        same = dict.fromkeys(("original", "neutral", "reworded_original", "reworded_neutral", "placebo"), text)
        judged = prompts.fill("judge_wording", **same)
        yield Calls("judge", "judge", vote_calls(number, number, VOTES, NEEDED), question_tokens(judged), SHORT_ANSWER)


def _asking(command: MoveCommand, checked: CheckedPrompt, prompts: Prompts) -> Iterator[Calls]:
    text = "\n".join((checked.text, *command.options))
    question = prompts.fill("decide_direct" if command.logprobs else "decide", text=text)
    answer = 1 if command.logprobs else SHORT_ANSWER
    yield Calls("decide", "subject", command.texts * command.runs, question_tokens(question), answer)
