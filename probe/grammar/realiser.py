"""From a scenario to its texts: its sentences, their order, and arms that differ only in the cue's place."""

from collections.abc import Mapping, Sequence

from probe.grammar.draw import Draw
from probe.grammar.markup import capitalised, say, shortened, slots
from probe.grammar.practice_library import Action, Layout, Library, Place, Premise, Style, Voice
from probe.grammar.product_names import (
    IT,
    NAME,
    THERE,
    Names,
    Parts,
    clear_at_topic,
    in_order,
    joined,
    named,
    names_product,
)
from probe.grammar.scenario import Scenario
from probe.values import Arm, Controls, Option, Texts, Value

PLACEBO_TOLERANCE = 0.2
"""A control's edit is as long as the cue's, give or take this share (design: ±20 %)."""

PRODUCT_SLOTS = frozenset({"it", "there", "product"})


class NoFitError(Exception):
    """These choices of sentences give no valid text; try others."""


class Script(Value):
    """The sentences chosen for a scenario; only ``told`` depends on the depth, only ``inserted`` on the arm."""

    paragraphs: tuple[tuple[str, ...], ...]
    parts: dict[str, tuple[str, ...]]
    told: tuple[str, ...]
    lines: dict[Option, str]
    endings: dict[Arm, dict[Option, str]]
    question: str
    place: Place
    inserted: dict[Arm, str]
    short_forms: bool

    def text(self, depth: int, arm: Arm) -> str:
        """Return the text of ``arm`` at ``depth`` (2 to 8)."""
        body = [self._paragraph(parts, depth, arm) for parts in self.paragraphs]
        options = "\n".join(self._line(option, arm) for option in Option)
        head = "\n\n".join(paragraph for paragraph in body if paragraph) + "\n" + options
        closing = [self.inserted[arm]] if self.place == "close" and self.inserted[arm] else []
        whole = head + "\n\n" + " ".join([*closing, self.question])
        return shortened(whole) if self.short_forms else whole

    def _paragraph(self, parts: Sequence[str], depth: int, arm: Arm) -> str:
        said = [self._part(part, depth, arm) for part in parts]
        return " ".join(sentence for sentence in said if sentence)

    def _part(self, part: str, depth: int, arm: Arm) -> str:
        if part.startswith("cue_"):
            return self.inserted[arm] if part == f"cue_{self.place}" else ""
        return self.told[depth - 2] if part == "told" else " ".join(self.parts[part])

    def _line(self, option: Option, arm: Arm) -> str:
        ending = self.endings.get(arm, {}).get(option)
        return f"- Option {option.letter}: {self.lines[option]}" + (f" {ending}" if ending else "")


def script(scenario: Scenario, library: Library, voice: Voice, steady: Draw, draw: Draw) -> Script:
    """Return a choice of sentences for ``scenario`` in ``voice``; raise NoFitError if no control fits the cue.

    Sentences that fit any scenario are drawn from ``steady``, the others and the order from ``draw``. So trying several
    draws for a short text does not put the same few short phrases into all texts.
    """
    words = _words(scenario)
    layout = draw.choice(_layouts(scenario, library, voice))
    order = [part for paragraph in layout.paragraphs for part in paragraph]
    names = _names(scenario)
    parts = _parts(scenario, _common(scenario, library, voice, order, steady), order, draw)
    known = any(names_product(part, said, names) for part in ("intro", "topic") for said in parts.get(part, ()))
    told = (
        say(draw.choice(rung.wordings(scenario.style)), words, past=scenario.retrospective)
        for rung in scenario.practice.ladder
    )
    name, past = names.again if known else names.product, scenario.retrospective
    questions = voice.hindsight_question if past else voice.question
    return Script(
        paragraphs=layout.paragraphs,
        parts=in_order(order, parts, names),
        told=tuple(named(rung, names, known=known) for rung in told),
        lines=_lines(scenario, voice, draw, known=known),
        question=sentence(steady.child("question").choice(questions), words | {"product": name}, past=past),
        place=draw.choice(scenario.cue.at),
        endings=_endings(scenario, words),
        inserted=_inserted(scenario, library, words | {"product": name}, steady.child("cue")),
        short_forms=voice.short_forms,
    )


def texts(chosen: Script, depth: int) -> tuple[Texts, Controls]:
    """Return the pair of texts and both controls at ``depth``."""
    return (
        Texts(unbiased=chosen.text(depth, Arm.UNBIASED), biased=chosen.text(depth, Arm.BIASED)),
        Controls(placebo=chosen.text(depth, Arm.PLACEBO), counter=chosen.text(depth, Arm.COUNTER)),
    )


def sentence(marked: str, words: Mapping[str, str], *, past: bool) -> str:
    """Return a marked sentence as it appears in a text."""
    return capitalised(say(marked, words, past=past))


def _words(scenario: Scenario) -> dict[str, str]:
    context, practice = scenario.context, scenario.practice
    names = ("users", "item", "items", "partner", "peak", "private")
    words = {name: getattr(context, name) for name in names} | {"product": NAME}
    done, passed = practice.right, practice.wrong
    if scenario.correct is Option.B:
        done, passed = passed, done
    style = scenario.style
    actions = _action_words("done", done, words, style) | _action_words("passed", passed, words, style)
    return words | actions | {"it": IT, "there": THERE}


def _names(scenario: Scenario) -> Names:
    context = scenario.context
    return Names(product=context.product, again=context.again or context.product)


def _action_words(name: str, action: Action, words: Mapping[str, str], style: Style) -> dict[str, str]:
    """Return an action's forms as slots; an option is separate from the text, so it names the product."""
    named_words = {**words, "it": words["product"], "there": f"in {words['product']}"}
    forms = {"base": action.base, "ing": action.ing, "past": action.done(style), "short": action.called(style)}
    return {f"{name}_{form}": say(marked, named_words) for form, marked in forms.items()}


def _layouts(scenario: Scenario, library: Library, voice: Voice) -> Sequence[Layout]:
    """Return the voice's layouts that have a place for every part of the scenario.

    A remark on the context refers to the introduction, and so does a premise that does not name the product.
    """
    layouts = voice.hindsight_layout if scenario.retrospective else voice.layout
    of_context = any(aside in scenario.context.aside for aside in scenario.asides)
    if not of_context and any(map(_names_product, _premise_sentences(scenario, library))):
        return layouts
    return [layout for layout in layouts if any("intro" in paragraph for paragraph in layout.paragraphs)]


def _names_product(marked: str) -> bool:
    return bool(PRODUCT_SLOTS & set(slots(marked)))


def _common(scenario: Scenario, library: Library, voice: Voice, order: Sequence[str], steady: Draw) -> dict[str, str]:
    """Return one marked sentence for each part that is not from the practice or the context."""
    wording = scenario.cue.wording
    lead_ins = voice.hindsight_lead_in if scenario.retrospective else voice.lead_in
    premises = _premise_sentences(scenario, library)
    choices = {
        "opener": voice.opener,
        "premise": premises if "intro" in order else [said for said in premises if _names_product(said)],
        "decision": voice.hindsight_decision,
        "lead_in": wording.lead_ins(scenario.style) if wording else lead_ins,
    }
    return {part: steady.child(part).choice(said) for part, said in choices.items() if said}


def _parts(scenario: Scenario, common: Mapping[str, str], order: Sequence[str], draw: Draw) -> Parts:
    """Return the sentences of each part of ``order`` except ``told``, with placeholders for the product."""
    words, past = _words(scenario), scenario.retrospective
    chosen = {**common, "intro": draw.choice(scenario.context.intro)}
    parts: Parts = {part: (say(text, words, past=past),) for part, text in chosen.items() if part in order}
    parts |= _asides(scenario, order, words)
    parts = joined(order, parts, draw)
    clear = clear_at_topic(order, parts, _names(scenario))
    parts["topic"] = (say(draw.choice(_topics(scenario, order, clear=clear)), words, past=past),)
    return parts


def _topics(scenario: Scenario, order: Sequence[str], *, clear: bool) -> Sequence[str]:
    """Return the wordings of the matter for their place: with "it" where that is clear, else with a name."""
    topics = scenario.practice.topics(scenario.style)
    if not clear and "intro" in order:
        return topics
    wanted = {"it", "there"} if clear else PRODUCT_SLOTS
    return [topic for topic in topics if wanted & set(slots(topic))] or topics


def _asides(scenario: Scenario, order: Sequence[str], words: Mapping[str, str]) -> Parts:
    """Return the remarks on the context, after the introduction, and those on the matter, after ``told``."""
    said: dict[bool, list[str]] = {
        of_context: [
            say(aside.wording(scenario.style), words, past=scenario.retrospective)
            for aside in scenario.asides
            if (aside in scenario.context.aside) is of_context
        ]
        for of_context in (True, False)
    }
    alone = int("aside" in order)
    return {"remark": tuple(said[True]), "aside": tuple(said[False][:alone]), "asides": tuple(said[False][alone:])}


def _premise_sentences(scenario: Scenario, library: Library) -> Sequence[str]:
    premise: Premise = getattr(library.premises, scenario.practice.premise)
    if scenario.branches == 0:
        return premise.wordings(scenario.style)
    if scenario.branches == 1:
        return scenario.kind.wordings(scenario.style)
    return (getattr(scenario.context, scenario.practice.premise).say,)


def _lines(scenario: Scenario, voice: Voice, draw: Draw, *, known: bool) -> dict[Option, str]:
    if scenario.retrospective:
        return {Option.A: "Appropriate", Option.B: "Inappropriate"}
    right, wrong = scenario.practice.right, scenario.practice.wrong
    forms = list(zip(right.wordings(scenario.style), wrong.wordings(scenario.style), strict=True))
    of_right, of_wrong = draw.choice(forms)
    end = "." if scenario.cue.wording else voice.line_end

    def line(marked: str) -> str:
        return named(say(marked, _words(scenario)), _names(scenario), known=known) + end

    return {scenario.correct: line(of_right), scenario.correct.other: line(of_wrong)}


def _endings(scenario: Scenario, words: Mapping[str, str]) -> dict[Arm, dict[Option, str]]:
    """Return what framing adds to the lines: one figure, neutral or as gain and loss."""
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
    """Return the sentence that each arm has in the cue's place; none if the cue is in the wording."""
    if scenario.cue.wording:
        return dict.fromkeys(Arm, "")
    past = scenario.retrospective
    placebos = library.phrases.placebos(scenario.style, past=past)
    biased, counter = _pushes(scenario, words, draw)
    fitting = [
        text
        for text in (sentence(placebo, words, past=past) for placebo in placebos)
        if abs(len(text) - len(biased)) <= PLACEBO_TOLERANCE * len(biased)
    ]
    if not fitting:
        raise NoFitError(f"no placebo has the length of {biased!r}")
    return {Arm.UNBIASED: "", Arm.BIASED: biased, Arm.PLACEBO: draw.choice(fitting), Arm.COUNTER: counter}


def _pushes(scenario: Scenario, words: Mapping[str, str], draw: Draw) -> tuple[str, str]:
    """Return the cue for the wrong option and the cue for the right one."""
    cue, practice = scenario.cue, scenario.practice
    if scenario.retrospective:
        good, bad = (sentence(draw.choice(told), words, past=True) for told in cue.outcomes(scenario.style))
        return (bad, good) if scenario.correct is Option.A else (good, bad)
    marked = draw.choice(cue.pushes(scenario.style))

    def push(pushed: Action, other: Action) -> str:
        style = scenario.style
        actions = _action_words("pushed", pushed, words, style) | _action_words("other", other, words, style)
        return sentence(marked, {**words, **actions}, past=False)

    return push(practice.wrong, practice.right), push(practice.right, practice.wrong)


def _same_length(cues: Sequence[str], controls: Sequence[str]) -> None:
    cue, control = sum(map(len, cues)), sum(map(len, controls))
    if abs(cue - control) > PLACEBO_TOLERANCE * cue:
        raise NoFitError(f"the even wording is {control} characters long, the cue {cue}")
