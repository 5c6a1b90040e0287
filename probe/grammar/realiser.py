"""From a story to its texts: its sentences, their order, and arms that differ only in the cue or in one fact."""

import re
from collections.abc import Mapping, Sequence

from probe.grammar.artefacts import Account
from probe.grammar.artefacts import account as in_form
from probe.grammar.derivation import Fact
from probe.grammar.draw import Draw
from probe.grammar.inserting import action_words, endings, inserted, sentence
from probe.grammar.joining import PolicySentence
from probe.grammar.library import Library
from probe.grammar.markup import render, shortened, slots
from probe.grammar.practice_library import CuePosition, Layout, Voice
from probe.grammar.product_names import IT, NAME, Names, Parts, clear_at_topic, in_order, named, names_product
from probe.grammar.scenario import StatedCase, Story
from probe.grammar.schema import Rule, Side, opposite
from probe.grammar.theory import sides_of
from probe.grammar.variants import varied, worded
from probe.grammar.wording import numbered, stated_facts
from probe.values import Arm, Controls, Option, Texts, Value
from probe.values.base import REPEATED_ARMS

CUES = {Arm.TWIN: Arm.UNBIASED, Arm.TWIN_BIASED: Arm.BIASED}
"""The arm whose words a twin has in the cue's place."""

PRODUCT_SLOTS = frozenset({"it", "product"})


QUOTING_FORMS = ("ticket", "log")
"""Forms that quote what people wrote at the time, so that they stay in the present tense."""
NARRATOR = re.compile(r"\b(?:I|me|my|mine|myself)\b", re.IGNORECASE)


class Script(Value):
    """The sentences chosen for a story: ``account`` has those of the facts, ``twin_account`` with the changed fact.

    ``rules_by_sentence`` has the rules behind each of the sentences ``rules``. The ``aim`` comes before the facts, and
    before a cue that precedes them. With a ``remark``, which is how a comment begins, the cue is a comment below the
    facts.
    """

    paragraphs: tuple[tuple[str, ...], ...]
    parts: dict[str, tuple[str, ...]]
    lines: dict[Option, str]
    endings: dict[Arm, dict[Option, str]]
    question: str
    cue_position: CuePosition
    inserted: dict[Arm, str]
    short_forms: bool
    aim: str = ""
    account: str = ""
    twin_account: str = ""
    policy: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    rules_by_sentence: tuple[tuple[Rule, ...], ...] = ()
    remark: str = ""

    @property
    def arms(self) -> tuple[Arm, ...]:
        """The arms that it has texts for."""
        return tuple(arm for arm in Arm.packaged if CUES.get(arm, arm) in self.inserted)

    def text(self, arm: Arm) -> str:
        """Return the text of ``arm``."""
        cue = CUES.get(arm, arm)
        account = self.twin_account if arm in CUES else self.account
        body = [" ".join(filter(None, (self._part(part, cue, account) for part in parts))) for parts in self.paragraphs]
        options = "\n".join(self._line(option, cue) for option in Option)
        closing = [self.inserted[cue]] if self.cue_position == "close" and self.inserted[cue] else []
        body_text = "\n\n".join(paragraph for paragraph in body if paragraph)
        text = body_text + "\n" + options + "\n\n" + " ".join([*closing, self.question])
        return shortened(text) if self.short_forms else text

    def texts(self) -> tuple[Texts, Controls, Texts]:
        """Return the pair of texts, the controls, and the twin's pair."""
        return (
            Texts(unbiased=self.text(Arm.UNBIASED), biased=self.text(Arm.BIASED)),
            Controls(
                placebo=self.text(Arm.PLACEBO),
                counter=self.text(Arm.COUNTER) if Arm.COUNTER in self.inserted else None,
                advocacy=self.text(Arm.ADVOCACY) if Arm.ADVOCACY in self.inserted else None,
                **{arm.value: self.text(arm) for arm in REPEATED_ARMS if arm in self.inserted},
            ),
            Texts(unbiased=self.text(Arm.TWIN), biased=self.text(Arm.TWIN_BIASED)),
        )

    def _part(self, part: str, cue: Arm, account: str) -> str:
        if part.startswith("cue_"):
            return self.inserted[cue] if part == f"cue_{self.cue_position}" and not self.remark else ""
        if part == "account":
            comment = self.remark and self.inserted[cue] and f"\n{self.remark} {self.inserted[cue]}"
            cue_before_facts = self.inserted[cue] if self.cue_position == "before_facts" else ""
            return " ".join(filter(None, (self.aim, cue_before_facts, account + comment)))
        return "\n".join(self.policy) if part == "policy" else " ".join(self.parts.get(part, ()))

    def _line(self, option: Option, cue: Arm) -> str:
        ending = self.endings.get(cue, {}).get(option)
        return f"- Option {option.letter}: {self.lines[option]}" + (f" {ending}" if ending else "")


class Frame(Value):
    """A script without its facts, with what is needed to state them."""

    script: Script
    names: Names
    named_before: bool
    words: dict[str, str]
    past: bool


def frame(story: Story, library: Library, voice: Voice, draw: Draw) -> Frame:
    """Return a choice of sentences for ``story`` in ``voice``; raise NoFitError if no control fits the cue."""
    words = words_of(story)
    layout = draw.child("layout").choice(_layouts(story, voice))
    paragraphs = layout.paragraphs if story.form == "prose" else _with_facts_apart(layout.paragraphs)
    paragraphs = _with_policy(paragraphs, draw) if story.mode == "policy" else paragraphs
    order = [part for paragraph in paragraphs for part in paragraph]
    names = Names(product=story.context.product, again=story.context.again or story.context.product)
    parts = _parts(story, voice, order, draw, words)
    named_before = any(
        names_product(part, wording, names) for part in ("intro", "topic") for wording in parts.get(part, ())
    )
    name = names.again if named_before else names.product
    past = story.retrospective
    circumstance = story.schema.circumstance
    questions = (circumstance and circumstance.question) or (voice.hindsight_question if past else voice.question)
    script = Script(
        paragraphs=paragraphs,
        parts=in_order(order, parts, names),
        lines=(_lines if circumstance or not past else _verdicts)(story, library, voice, draw, names),
        question=sentence(worded(questions, draw.child("question")), words | {"product": name}, past=past),
        cue_position=draw.child("place").choice(story.cue.at),
        endings=endings(story, words),
        inserted=inserted(story, library, words | {"product": name}, draw.child("cue")),
        short_forms=voice.short_forms,
    )
    return Frame(script=script, names=names, named_before=named_before, words=words, past=past)


def with_facts(  # noqa: PLR0917
    frame: Frame,
    story: Story,
    library: Library,
    stated_case: StatedCase,
    rules: Sequence[PolicySentence],
    intro: str,
    draw: Draw,
) -> Script:
    """Return the script of ``frame`` with the facts of ``stated_case``, and the ``rules`` of a policy, if any."""
    phrases, form = library.phrases.forms, story.form
    fact_renderer = SentenceRenderer(frame, story, past=frame.past and form not in QUOTING_FORMS)
    sources = phrases.plain_source if story.style == "plain" else phrases.source
    lead_ins = phrases.lead_in(form)
    renderer = SentenceRenderer(frame, story, past=frame.past)
    aim = "" if rules else renderer.render(worded(story.schema.aim, draw.child("aim")), {})
    introductions = [worded(lead_ins, draw.child("form"))] if lead_ins else []
    # A policy has the rule that records come first; a text without rules has to say it.
    if stated_case.plan.estimated and not rules:
        introductions.insert(0, worded(library.phrases.records.figures.unsaid, draw.child("unsaid")))
    opening = " ".join(renderer.render(text, {}) for text in introductions)

    def stated(facts: Mapping[str, Fact]) -> Account:
        statements = stated_facts(stated_case, facts, library.phrases.records, fact_renderer.render, draw)
        text, remark = in_form(form, statements, phrases.people, sources, draw.child("account"))
        return Account(("\n" if lead_ins else " ").join(filter(None, (opening, text))), remark)

    # By the same draws: the twin differs in the words for one fact and in nothing else.
    facts, twin = stated(stated_case.case.facts), stated(stated_case.twin.facts)
    shorten = shortened if frame.script.short_forms else str
    rule_texts = tuple(shorten(fact_renderer.render(statement.sentence, {}, quoted=True)) for statement in rules)
    policy = (
        (fact_renderer.render(intro, {}, quoted=True), *numbered(rule_texts, frame.names.product, draw))
        if rules
        else ()
    )
    changes: dict[str, object] = {
        "policy": policy,
        "rules": rule_texts,
        "rules_by_sentence": tuple(statement.rules for statement in rules),
    }
    changes |= {"aim": aim, "account": facts.text, "twin_account": twin.text}
    if _in_comment(frame.script, story, remark=facts.remark):
        changes["remark"] = facts.remark
    return frame.script.model_copy(update=changes)


class SentenceRenderer:
    """Fills the slots of marked sentences about the facts of a story."""

    def __init__(self, frame: Frame, story: Story, *, past: bool) -> None:
        actions = {name: story.schema.action(side) for name, side in sides_of(story.schema.smaller).items()}
        forms = [action_words(name, action, frame.words, story.style) for name, action in actions.items()]
        self._words = {**frame.words, **{slot: form for words in forms for slot, form in words.items()}}
        self._frame = frame
        self._past = past

    def render(self, template: str, words: Mapping[str, str], *, quoted: bool = False) -> str:
        """Return a sentence; one that is ``quoted`` from a document gives the product's full name."""
        text = render(template, {**self._words, **words}, past=self._past)
        return named(text, self._frame.names, named_before=self._frame.named_before and not quoted)


def _in_comment(script: Script, story: Story, *, remark: str) -> bool:
    """Return whether the cue can be a colleague's comment on the facts: not about the narrator, and not a result.

    A cue that others repeat is none: a comment has one author.
    """
    cue = script.inserted[Arm.BIASED]
    return (
        bool(remark and cue)
        and not story.repeats
        and script.cue_position not in ("before_facts", "close")
        and not story.retrospective
        and not NARRATOR.search(cue)
    )


def words_of(story: Story) -> dict[str, str]:
    """Return the words for the slots of a context, and of what was done."""
    context = story.context
    words = {"users": context.users, "private": context.private, "product": NAME}
    done_side = story.takes[Option.A]
    passed_side = opposite(done_side)
    actions = action_words("done", story.schema.action(done_side), words, story.style)
    actions |= action_words("passed", story.schema.action(passed_side), words, story.style)
    return words | actions | {"it": IT}


def _layouts(story: Story, voice: Voice) -> Sequence[Layout]:
    """Return the voice's layouts that have a place for every part: a remark refers to the introduction."""
    layouts = voice.hindsight_layout if story.retrospective else voice.layout
    if not story.asides:
        return layouts
    return [layout for layout in layouts if any("intro" in paragraph for paragraph in layout.paragraphs)]


def _with_policy(paragraphs: Sequence[tuple[str, ...]], draw: Draw) -> tuple[tuple[str, ...], ...]:
    """Return the layout with the rules in a paragraph of their own: before the last one, or right after the topic."""
    new_paragraphs: list[tuple[str, ...]] = []
    early = draw.child("policy").below(2) == 0
    for parts in paragraphs:
        if early and "topic" in parts:
            position = parts.index("topic") + 1
            new_paragraphs += [parts[:position], ("policy",), parts[position:]]
        elif not early and "lead_in" in parts:
            new_paragraphs += [parts[:-1], ("policy",), parts[-1:]]
        else:
            new_paragraphs.append(parts)
    return tuple(parts for parts in new_paragraphs if parts)


def _with_facts_apart(paragraphs: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the layout with the facts in a paragraph of their own."""
    new_paragraphs: list[tuple[str, ...]] = []
    for parts in paragraphs:
        if "account" in parts:
            position = parts.index("account")
            new_paragraphs += [parts[:position], ("account",), parts[position + 1 :]]
        else:
            new_paragraphs.append(parts)
    return tuple(parts for parts in new_paragraphs if parts)


def _parts(story: Story, voice: Voice, order: Sequence[str], draw: Draw, words: Mapping[str, str]) -> Parts:
    """Return the sentences of each part of ``order`` except facts and rules, with placeholders for the product."""
    past, wording, circumstance = story.retrospective, story.cue.wording, story.schema.circumstance
    lead_ins = voice.hindsight_lead_in if past else voice.lead_in
    choices = {
        "opener": voice.opener,
        "intro": story.context.intro,
        "decision": () if circumstance else voice.hindsight_decision,
        "lead_in": wording.lead_ins(story.style) if wording else (circumstance and circumstance.lead_in) or lead_ins,
    }
    parts: Parts = {
        part: (render(worded(wordings, draw.child(part)), words, past=past),)
        for part, wordings in choices.items()
        if wordings and part in order
    }
    remarks = tuple(render(aside.wording(story.style), words, past=past) for aside in story.asides)
    parts |= {"remark": remarks, "aside": (), "asides": ()}
    clear = clear_at_topic(order, parts, Names(product=story.context.product, again=story.context.product))
    parts["topic"] = (render(worded(_topics(story, order, clear=clear), draw.child("topic")), words, past=past),)
    return parts


def _topics(story: Story, order: Sequence[str], *, clear: bool) -> Sequence[str]:
    """Return the wordings of the matter for their place: those that name the product or refer to it, if they must."""
    topics = story.schema.topic
    if not clear and "intro" in order:
        return topics
    return [topic for topic in topics if PRODUCT_SLOTS & set(slots(topic))] or topics


def _lines(story: Story, _: Library, voice: Voice, draw: Draw, names: Names) -> dict[Option, str]:
    """Return the lines of the options: each may be read by itself, so it gives the product's full name."""
    actions = {side: story.schema.action(side).wordings(story.style) for side in ("first", "second")}
    line_index = draw.child("lines").below(len(actions["first"]))
    # A framed figure follows the line as a sentence of its own.
    line_end = "." if story.cue.wording else voice.line_end
    words = words_of(story)

    def line(side: Side) -> str:
        return named(render(varied(actions[side][line_index], draw.child("line")), words), names) + line_end

    return {option: line(side) for option, side in story.takes.items()}


def _verdicts(story: Story, library: Library, _: Voice, draw: Draw, names: Names) -> dict[Option, str]:
    """Return the lines of a question in retrospect, both in the same wording."""
    verdict = draw.child("verdict").choice(library.phrases.verdict)
    words = words_of(story)

    def line(template: str) -> str:
        return named(render(varied(template, draw.child("lines")), words, past=True), names)

    return {Option.A: line(verdict.appropriate), Option.B: line(verdict.inappropriate)}
