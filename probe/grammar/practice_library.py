"""The words around a decision, as values: actions, contexts, cues and phrases.

The files under ``seeds/software_engineering/practices/`` have exactly these fields; ``docs/grammar.md``
describes them.
"""

from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StringConstraints

from probe.grammar.artefacts import Form
from probe.values import Value

Atom = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
Words = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Sentences = Annotated[tuple[Words, ...], Field(min_length=1)]

Size = Literal["small", "medium", "large"]
"""How many people use a product: up to a few hundred, up to some ten thousand, or more."""

Style = Literal["spoken", "plain"]
"""The style of a text: the words of people who know their product, or general words that fit any application."""


class Action(Value):
    """An action on the matter, in the forms that sentences need.

    ``base`` follows "to", ``ing`` can be a subject, ``past`` follows "I" or "we"; ``short`` is the noun phrase by which
    a team refers to it in passing ("request keys", "the plain retry"). ``lines`` are the wordings for the line of an
    option, without the full stop (``base`` if there are none), ``plain`` those of the plain style, which may have a
    ``plain_past`` and a ``plain_short`` too. ``does`` is its atom.
    """

    does: Atom
    base: Words
    ing: Words
    past: Words
    short: Words
    lines: Annotated[tuple[Words, ...], Field(min_length=1)] = ()
    plain: tuple[Words, ...] = ()
    plain_past: Words | None = None
    plain_short: Words | None = None

    def wordings(self, style: Style) -> tuple[Words, ...]:
        """Return the wordings for the line of an option."""
        return self.plain if style == "plain" and self.plain else self.lines or (self.base,)

    def past_form(self, style: Style) -> Words:
        """Return the form that follows "I" in retrospect."""
        return self.plain_past if style == "plain" and self.plain_past else self.past

    def noun_phrase(self, style: Style) -> Words:
        """Return the noun phrase that names it."""
        return self.plain_short if style == "plain" and self.plain_short else self.short


class Aside(Value):
    """A true remark that plays no part in the proof: its fact, its sentence, and optionally one in the plain style."""

    fact: Words
    say: Words
    plain: Words | None = None

    def wording(self, style: Style) -> Words:
        """Return its sentence."""
        return self.plain if style == "plain" and self.plain else self.say


class Context(Value):
    """A product, its people and its pressures, in the words that fill the slots of other sentences.

    ``again`` is the shorter name of the product from the second time on, if it has one. All texts in
    a context keep its ``style``. Numbers are drawn from the range for its ``size``.
    """

    system: Atom
    style: Style = "spoken"
    size: Size = "medium"
    tags: tuple[Atom, ...] = ()
    product: Words
    again: Words | None = None
    users: Words
    private: Words
    intro: Sentences
    aside: tuple[Aside, ...] = ()


CuePosition = Literal["before_facts", "opening", "situation", "close"]
"""Where a cue is: before the facts of the case, after them, after all remarks on it, or before the question."""


class FigureFrames(Value):
    """Two frames of one figure, a gain and a loss; ``even`` is neutral and gives both.

    ``lead_in`` introduces the options, in every arm, and names the source of the figure; ``plain`` does so in the plain
    style.
    """

    lead_in: Sentences
    plain: tuple[Words, ...] = ()
    even: Words
    even_again: Words
    gain: Words
    loss: Words
    fact: Words

    def lead_ins(self, style: Style) -> Sentences:
        """Return the sentences that introduce the options."""
        return self.plain if style == "plain" and self.plain else self.lead_in


class Cue(Value):
    """A pattern that pushes towards an option, with its mechanism from the literature.

    Three forms: ``say`` for a sentence with the slots ``pushed_short``, ``other_short`` (and ``_ing``, ``_base``);
    ``good`` and ``bad`` for outcomes (hindsight); ``wording`` for a figure that both options share (framing). The
    first two may have ``plain`` wordings too. ``fits`` limits the size of the action that it praises. One that
    ``anchors``
    names a first figure (``{anchor}``) for the number that the decision turns on (``{anchored}``), before the facts.
    """

    name: Atom
    kind: Atom
    mechanism: Words
    at: Annotated[tuple[CuePosition, ...], Field(min_length=1)] = ("situation",)
    fits: Literal["any", "smaller", "larger"] = "any"
    anchors: StrictBool = False
    fact: Words | None = None
    say: tuple[Words, ...] = ()
    plain: tuple[Words, ...] = ()
    good: tuple[Words, ...] = ()
    bad: tuple[Words, ...] = ()
    plain_good: tuple[Words, ...] = ()
    plain_bad: tuple[Words, ...] = ()
    wording: FigureFrames | None = None

    @property
    def names_option(self) -> bool:
        """Whether it names the option that it pushes, so that a bare recommendation can take its place."""
        return bool(self.say) and not self.anchors

    def pushes(self, style: Style) -> tuple[Words, ...]:
        """Return the sentences that push towards an option."""
        return self.plain if style == "plain" and self.plain else self.say

    def outcomes(self, style: Style) -> tuple[tuple[Words, ...], tuple[Words, ...]]:
        """Return the good outcomes and the bad ones."""
        is_plain = style == "plain" and self.plain_good
        return (self.plain_good, self.plain_bad) if is_plain else (self.good, self.bad)


class Layout(Value):
    """An order of the parts of a text: paragraphs of part names; the options and the question follow."""

    paragraphs: Annotated[tuple[tuple[str, ...], ...], Field(min_length=1)]


class Voice(Value):
    """A consistent voice in one ``style``, from a text's first word to its question.

    ``opener`` are first sentences, for layouts that have them. ``line_end`` ends the line of an
    option; with ``short_forms`` a sentence begins with "I'm" rather than "I am".
    """

    name: Atom
    style: Style = "spoken"
    opener: tuple[Words, ...] = ()
    short_forms: StrictBool = True
    line_end: Literal["", "."] = "."
    lead_in: Sentences
    question: Sentences
    layout: Annotated[tuple[Layout, ...], Field(min_length=1)]
    hindsight_decision: Sentences
    hindsight_lead_in: Sentences
    hindsight_question: Sentences
    hindsight_layout: Annotated[tuple[Layout, ...], Field(min_length=1)]


class PolicyPhrases(Value):
    """Sentences that introduce a team's rules, in the present tense and in retrospect.

    ``alternatives`` has all alternatives of a bracket, by the bracket as it is written in rules (``If|When``).
    """

    intro: Sentences
    hindsight_intro: Sentences
    alternatives: dict[Words, tuple[Words, ...]] = Field(default_factory=dict)

    @cached_property
    def wider_alternatives(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """The alternatives by those that are written."""
        return {tuple(bracket.split("|")): alternatives for bracket, alternatives in self.alternatives.items()}


class RetrospectLines(Value):
    """The lines of a question in retrospect: ``done_base`` or ``done_ing`` is what was done."""

    appropriate: Words
    inappropriate: Words


class FormPhrases(Value):
    """What introduces the facts in each form but prose, who comments, and where the figures in prose come from."""

    people: Annotated[tuple[Words, ...], Field(min_length=4)]
    source: tuple[Words, ...] = ()
    plain_source: tuple[Words, ...] = ()
    ticket: Sentences
    table: Sentences
    log: Sentences

    def lead_in(self, form: Form) -> Sentences | None:
        """Return the sentences that introduce the facts; None in prose."""
        return None if form == "prose" else {"ticket": self.ticket, "table": self.table, "log": self.log}[form]


class Decoy(Value):
    """A number that may be on record and that no rule reads: whole numbers from ``range``."""

    name: Atom
    noun: Words
    unit: tuple[str, ...] = ()
    range: tuple[Annotated[int, Field(strict=True, ge=1)], Annotated[int, Field(strict=True, le=10**6)]]


class RecordWords(Value):
    """What a series says about what is on record and what is estimated: ``{noun}`` has the ``{value}``.

    ``policy`` is the rule that records come first, ``unsaid`` the sentence about it where rules are not stated; ``row``
    and ``estimate_row`` name it in a table. ``decoy`` has numbers that no rule reads and that are on record in the same
    words.
    """

    policy: Sentences
    unsaid: tuple[Words, ...] = ()
    say: Sentences
    row: Words
    estimate: Sentences
    estimate_row: Words
    decoy: Annotated[tuple[Decoy, ...], Field(min_length=1)]


class RecordPhrases(Value):
    """What a series says about figures and about classes."""

    figures: RecordWords
    classes: RecordWords


class Phrases(Value):
    """Phrases for every text: voices, and sentences for the cue's place: neutral ones, and bare recommendations."""

    policy: PolicyPhrases
    forms: FormPhrases
    records: RecordPhrases
    verdict: Annotated[tuple[RetrospectLines, ...], Field(min_length=1)]
    voice: Annotated[tuple[Voice, ...], Field(min_length=1)]
    placebo: Sentences
    hindsight_placebo: Sentences
    plain_placebo: Sentences
    plain_hindsight_placebo: Sentences
    advocacy: tuple[Words, ...] = ()
    plain_advocacy: tuple[Words, ...] = ()

    def placebos(self, style: Style, *, past: bool) -> Sentences:
        """Return the neutral sentences."""
        if style == "plain":
            return self.plain_hindsight_placebo if past else self.plain_placebo
        return self.hindsight_placebo if past else self.placebo

    def advocates(self, style: Style) -> tuple[Words, ...]:
        """Return the sentences that name an option and give no reason for it."""
        return self.plain_advocacy if style == "plain" else self.advocacy

    def voices(self, style: Style) -> tuple[Voice, ...]:
        """Return the voices in that style."""
        return tuple(voice for voice in self.voice if voice.style == style)
