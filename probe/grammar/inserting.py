"""What each arm has in the cue's place: the cue, a neutral edit as long as it, a recommendation, repetitions."""

from collections.abc import Mapping, Sequence

from probe.grammar.circumstances import sentences_by_arm
from probe.grammar.draw import Draw
from probe.grammar.library import Library
from probe.grammar.markup import capitalised, render
from probe.grammar.practice_library import Action, Style
from probe.grammar.scenario import Story
from probe.grammar.schema import Side
from probe.grammar.variants import varied, worded
from probe.grammar.wording import anchor_noun, first_figure
from probe.values import Arm, Option
from probe.values.base import DOSES

PLACEBO_TOLERANCE = 0.2
"""A control's edit is as long as the cue's, give or take this share (design: ±20 %)."""


class NoFitError(Exception):
    """These choices of sentences give no valid text; try others. ``excess``: how many words the text is too long."""

    def __init__(self, reason: str, excess: int = 0) -> None:
        super().__init__(reason)
        self.excess = excess


def sentence(template: str, words: Mapping[str, str], *, past: bool) -> str:
    """Return a marked sentence as it appears in a text."""
    return capitalised(render(template, words, past=past))


def action_words(name: str, action: Action, words: Mapping[str, str], style: Style) -> dict[str, str]:
    """Return an action's forms as slots; an option is separate from the text, so it names the product."""
    named_words = {**words, "it": words["product"]}
    forms = {"base": action.base, "ing": action.ing, "past": action.done(style), "short": action.called(style)}
    return {f"{name}_{form}": render(template, named_words) for form, template in forms.items()}


def inserted(story: Story, library: Library, words: Mapping[str, str], draw: Draw) -> dict[Arm, str]:
    """Return the sentence that each arm has in the cue's place; none if the cue is in the wording."""
    arms = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO, Arm.COUNTER)
    if story.cue.wording:
        return dict.fromkeys(arms, "")
    past = story.retrospective
    if circumstance := story.schema.circumstance:
        text_by_arm = sentences_by_arm(
            circumstance, story.right, story.wrong, lambda text: sentence(text, words, past=past), draw
        )
        if Arm.PLACEBO not in text_by_arm:
            placebos = library.phrases.placebos(story.style, past=past)
            text_by_arm[Arm.PLACEBO] = draw.choice(
                _of_similar_length(text_by_arm[Arm.BIASED], placebos, words, draw, past=past)
            )
        return text_by_arm
    biased, counter = _cues(story, words, draw)
    placebos = library.phrases.placebos(story.style, past=past)
    placebo = draw.choice(_of_similar_length(biased, placebos, words, draw, past=past))
    text_by_arm = dict(zip(arms, ("", biased, placebo, counter), strict=True))
    if story.cue.names_option and (advocates := library.phrases.advocates(story.style)):
        pushed_words = {**words, **action_words("pushed", story.schema.action(story.wrong), words, story.style)}
        # A stream of its own: the other arms are the same with and without a recommendation.
        stream = draw.child("advocacy")
        text_by_arm[Arm.ADVOCACY] = stream.choice(
            _of_similar_length(biased, advocates, pushed_words, stream, past=past)
        )
    return text_by_arm | _repetitions(story, placebos, words, draw, text_by_arm)


def _repetitions(
    story: Story, placebos: Sequence[str], words: Mapping[str, str], draw: Draw, single_dose: Mapping[Arm, str]
) -> dict[Arm, str]:
    """Return what arms with several doses have: the cue and what other people say like it, each with its placebo.

    Every repetition has a neutral sentence of its length as its counterpart, so that no dose is compared with a
    shorter text.
    """
    text_by_arm: dict[Arm, str] = {}
    cue, placebo = single_dose[Arm.BIASED], single_dose[Arm.PLACEBO]
    for dose, repeat in enumerate(story.repeats, 2):
        stream = draw.child("repeat", dose)
        repetition, _ = _cues(story._replace(cue=repeat), words, stream)
        neutral_texts = _of_similar_length(repetition, placebos, words, stream, past=story.retrospective)
        # The same neutral sentence twice would read like a mistake in the text.
        unused_texts = [text for text in neutral_texts if text not in placebo]
        if not unused_texts:
            raise NoFitError(f"no other neutral sentence has the length of {repetition!r}")
        cue, placebo = f"{cue} {repetition}", f"{placebo} {stream.choice(unused_texts)}"
        text_by_arm |= dict(zip(DOSES[dose], (cue, placebo), strict=True))
    return text_by_arm


def _of_similar_length(
    cue: str, templates: Sequence[str], words: Mapping[str, str], draw: Draw, *, past: bool
) -> list[str]:
    """Return the sentences that are about as long as the ``cue``; raise NoFitError if none is."""
    texts = [sentence(varied(wording, draw), words, past=past) for wording in templates]
    fitting_texts = [text for text in texts if abs(len(text) - len(cue)) <= PLACEBO_TOLERANCE * len(cue)]
    if not fitting_texts:
        raise NoFitError(f"no sentence for a control has the length of {cue!r}")
    return fitting_texts


def _cues(story: Story, words: Mapping[str, str], draw: Draw) -> tuple[str, str]:
    """Return the cue for the wrong option and the cue for the right one."""
    cue, schema = story.cue, story.schema
    if story.retrospective:
        good, bad = (sentence(worded(outcome, draw), words, past=True) for outcome in cue.outcomes(story.style))
        # Option A calls the decision appropriate, and a bad outcome pushes away from that.
        return (bad, good) if story.correct is Option.A else (good, bad)
    template = worded(cue.pushes(story.style), draw)
    first_figures = _anchors(story)

    def push(pushed: Side, other: Side) -> str:
        actions = dict(first_figures[pushed == story.right])
        actions |= action_words("pushed", schema.action(pushed), words, story.style)
        actions |= action_words("other", schema.action(other), words, story.style)
        return sentence(template, {**words, **actions}, past=False)

    return push(story.wrong, story.right), push(story.right, story.wrong)


def _anchors(story: Story) -> tuple[dict[str, str], dict[str, str]]:
    """Return the slots of the first figure in a cue for the wrong action, and in one for the right action."""
    if story.anchors is None:
        return {}, {}
    number = next(number for number in story.schema.number if number.name == story.schema.anchor)
    wrong, right = ({"anchor": first_figure(number, value), "anchored": anchor_noun(number)} for value in story.anchors)
    return wrong, right


def _check_same_length(cues: Sequence[str], controls: Sequence[str]) -> None:
    cue_length, control_length = sum(map(len, cues)), sum(map(len, controls))
    if abs(cue_length - control_length) > PLACEBO_TOLERANCE * cue_length:
        raise NoFitError(f"the even wording is {control_length} characters long, the cue {cue_length}")


def endings(story: Story, words: Mapping[str, str]) -> dict[Arm, dict[Option, str]]:
    """Return what framing adds to the lines: one figure, neutral or as gain and loss."""
    wording = story.cue.wording
    if wording is None:
        return {}
    forms = (wording.even, wording.even_again, wording.gain, wording.loss)
    even, again, gain, loss = (sentence(form, words, past=False) for form in forms)
    _check_same_length([loss, gain], [again, again])
    right, wrong = story.correct, story.correct.other_option
    return {
        Arm.UNBIASED: {right: even, wrong: even},
        Arm.BIASED: {right: loss, wrong: gain},
        Arm.PLACEBO: {right: again, wrong: again},
        Arm.COUNTER: {right: gain, wrong: loss},
    }
