"""From a scenario to its texts: which sentences, in which order, and how the arms differ in the cue's place alone."""

from collections.abc import Mapping, Sequence

from probe.grammar.draw import Draw
from probe.grammar.library import Action, Layout, Library, Phrases, Place, Premise
from probe.grammar.markup import capitalised, lowered, say
from probe.grammar.scenario import Scenario
from probe.values import Arm, Controls, Option, Texts, Value

PLACEBO_TOLERANCE = 0.2
"""A control's edit is as long as the cue's, give or take this share (design: ±20 %)."""

IT = "\N{WHITE SQUARE}"
"""Stands for the product until its place is known: "it" right behind the sentence that introduces it."""

JOINED_PERCENT = 60
LED_PERCENT = 35
"""How often two remarks become one sentence, and how often a remark is announced as one."""


class NoFitError(Exception):
    """These choices give no acceptable text; others will."""


class Script(Value):
    """The sentences chosen for a scenario; only ``told`` depends on the depth, only ``inserted`` on the arm."""

    product: str
    past: bool
    paragraphs: tuple[tuple[str, ...], ...]
    parts: dict[str, tuple[str, ...]]
    told: tuple[str, ...]
    lines: dict[Option, str]
    endings: dict[Arm, dict[Option, str]]
    question: str
    place: Place
    inserted: dict[Arm, str]

    def text(self, depth: int, arm: Arm) -> str:
        """Return the text of ``arm`` at ``depth`` (2 to 8)."""
        body = [self._paragraph(parts, depth, arm) for parts in self.paragraphs]
        options = "\n".join(self._line(option, arm) for option in Option)
        head = "\n\n".join(paragraph for paragraph in body if paragraph) + "\n" + options
        closing = [self.inserted[arm]] if self.place == "close" and self.inserted[arm] else []
        return head + "\n\n" + " ".join([*closing, self.question])

    def _paragraph(self, parts: Sequence[str], depth: int, arm: Arm) -> str:
        before = ("", *parts)
        said = [self._part(part, last, depth, arm) for last, part in zip(before, parts, strict=False)]
        return " ".join(sentence for sentence in said if sentence)

    def _part(self, part: str, last: str, depth: int, arm: Arm) -> str:
        if part.startswith("cue_"):
            return self.inserted[arm] if part == f"cue_{self.place}" else ""
        said = (self.told[depth - 2],) if part == "told" else self.parts[part]
        it = "it" if last == "intro" else self.product
        return " ".join(capitalised(text.replace(IT, it)) for text in said)

    def _line(self, option: Option, arm: Arm) -> str:
        stop = "" if self.past else "."
        ending = self.endings.get(arm, {}).get(option)
        return f"- Option {option.letter}: {self.lines[option]}{stop}" + (f" {ending}" if ending else "")


def script(scenario: Scenario, library: Library, draw: Draw) -> Script:
    """Return a choice of sentences for ``scenario``; raise NoFitError where no control is as long as the cue."""
    past = scenario.retrospective
    phrases, practice = library.phrases, scenario.practice
    words = _words(scenario)

    def one(sentences: Sequence[str]) -> str:
        return say(draw.choice(sentences), words, past=past)

    layout = draw.choice(phrases.hindsight_layout if past else phrases.layout)
    first, others = _asides(scenario, layout, words, phrases, draw)
    parts = {
        "background": (one(phrases.background),),
        "intro": (one(scenario.context.intro),),
        "topic": (one(practice.topic),),
        "premise": (one(_premise_sentences(scenario, library)),),
        "aside": first,
        "asides": others,
        "decision": (one(phrases.hindsight_decision),),
        "lead_in": (one(phrases.hindsight_lead_in if past else phrases.lead_in),),
    }
    return Script(
        product=words["product"],
        past=past,
        paragraphs=layout.paragraphs,
        parts=parts,
        told=tuple(one(rung.say) for rung in practice.ladder),
        lines=_lines(scenario, words, draw),
        question=one(phrases.hindsight_question if past else phrases.question),
        place=draw.choice(scenario.cue.at),
        endings=_endings(scenario, words),
        inserted=_inserted(scenario, library, words, draw),
    )


def texts(chosen: Script, depth: int) -> tuple[Texts, Controls]:
    """Return the pair of texts and both controls at ``depth``."""
    return (
        Texts(unbiased=chosen.text(depth, Arm.UNBIASED), biased=chosen.text(depth, Arm.BIASED)),
        Controls(placebo=chosen.text(depth, Arm.PLACEBO), counter=chosen.text(depth, Arm.COUNTER)),
    )


def sentence(marked: str, words: Mapping[str, str], *, past: bool) -> str:
    """Return a marked sentence as it stands in a text."""
    return capitalised(say(marked, words, past=past))


def _words(scenario: Scenario) -> dict[str, str]:
    context, practice = scenario.context, scenario.practice
    names = ("product", "users", "item", "items", "partner", "peak", "private")
    words = {name: getattr(context, name) for name in names}
    words["it"] = IT
    done, passed = practice.right, practice.wrong
    if scenario.correct is Option.B:
        done, passed = passed, done
    return words | _action_words("done", done, words) | _action_words("passed", passed, words)


def _action_words(name: str, action: Action, words: Mapping[str, str]) -> dict[str, str]:
    return {f"{name}_{form}": say(getattr(action, form), words) for form in ("base", "ing", "past")}


def _asides(
    scenario: Scenario, layout: Layout, words: Mapping[str, str], phrases: Phrases, draw: Draw
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the remark that stands alone where the layout has a place for one, and the sentences of the others."""
    asides = list(scenario.asides)
    place_for_one = any("aside" in paragraph for paragraph in layout.paragraphs)
    alone = [aside for aside in asides if aside in scenario.context.aside][: int(place_for_one)]
    first, rest = (
        [say(aside.say, words, past=scenario.retrospective) for aside in some]
        for some in (alone, [aside for aside in asides if aside not in alone])
    )
    if len(rest) > 1 and draw.below(100) < JOINED_PERCENT:
        rest = [f"{rest[0].rstrip('.')}, and {lowered(rest[1])}", *rest[2:]]
    if rest and draw.below(100) < LED_PERCENT:
        rest = [f"{draw.choice(phrases.aside_lead)} {lowered(rest[0])}", *rest[1:]]
    return tuple(first), tuple(rest)


def _premise_sentences(scenario: Scenario, library: Library) -> Sequence[str]:
    premise: Premise = getattr(library.premises, scenario.practice.premise)
    if scenario.branches == 0:
        return premise.say
    if scenario.branches == 1:
        return scenario.kind.say
    return (getattr(scenario.context, scenario.practice.premise).say,)


def _lines(scenario: Scenario, words: Mapping[str, str], draw: Draw) -> dict[Option, str]:
    if scenario.retrospective:
        return {Option.A: "Appropriate", Option.B: "Inappropriate"}
    right, wrong = scenario.practice.right, scenario.practice.wrong
    place = draw.below(1 + min(len(right.lines), len(wrong.lines)))

    def line(action: Action) -> str:
        return sentence((action.base, *action.lines)[place], words, past=False)

    return {scenario.correct: line(right), scenario.correct.other: line(wrong)}


def _endings(scenario: Scenario, words: Mapping[str, str]) -> dict[Arm, dict[Option, str]]:
    """Return what framing adds to the lines: one figure, said evenly or as gain and loss."""
    wording = scenario.cue.wording
    if wording is None:
        return {}
    forms = (wording.even, wording.even_again, wording.gain, wording.loss)
    even, again, gain, loss = (sentence(form, words, past=False) for form in forms)
    _same_length([loss, gain], [again, again])
    right, wrong = scenario.correct, scenario.correct.other
    return {
        Arm.UNBIASED: {right: even, wrong: even},
        Arm.BIASED: {right: loss, wrong: gain},
        Arm.PLACEBO: {right: again, wrong: again},
        Arm.COUNTER: {right: gain, wrong: loss},
    }


def _inserted(scenario: Scenario, library: Library, words: Mapping[str, str], draw: Draw) -> dict[Arm, str]:
    """Return the sentence that each arm has in the cue's place; none where the cue is in the wording."""
    if scenario.cue.wording:
        return dict.fromkeys(Arm, "")
    past = scenario.retrospective
    biased, counter = _pushes(scenario, words, draw)
    fitting = [
        text
        for text in (sentence(placebo, words, past=past) for placebo in library.phrases.placebo)
        if abs(len(text) - len(biased)) <= PLACEBO_TOLERANCE * len(biased)
    ]
    if not fitting:
        raise NoFitError(f"no placebo is as long as {biased!r}")
    return {Arm.UNBIASED: "", Arm.BIASED: biased, Arm.PLACEBO: draw.choice(fitting), Arm.COUNTER: counter}


def _pushes(scenario: Scenario, words: Mapping[str, str], draw: Draw) -> tuple[str, str]:
    """Return the cue for the wrong option and the cue for the right one."""
    cue, practice = scenario.cue, scenario.practice
    if scenario.retrospective:
        bad = sentence(draw.choice(cue.bad), words, past=True)
        good = sentence(draw.choice(cue.good), words, past=True)
        return (bad, good) if scenario.correct is Option.A else (good, bad)
    marked = draw.choice(cue.say)

    def push(pushed: Action, other: Action) -> str:
        actions = _action_words("pushed", pushed, words) | _action_words("other", other, words)
        return sentence(marked, {**words, **actions}, past=False)

    return push(practice.wrong, practice.right), push(practice.right, practice.wrong)


def _same_length(cues: Sequence[str], controls: Sequence[str]) -> None:
    cue, control = sum(map(len, cues)), sum(map(len, controls))
    if abs(cue - control) > PLACEBO_TOLERANCE * cue:
        raise NoFitError(f"the even wording is {control} characters long, the cue {cue}")
