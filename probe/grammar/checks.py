"""What a file of the library must hold to be composed from; each fault names file, line and reason."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from probe.grammar.library import (
    Action,
    Aside,
    Context,
    Cue,
    Layout,
    Library,
    Phrases,
    Practice,
    Premise,
    Premises,
    Said,
    Voice,
)
from probe.grammar.logic import Literal, goal, literal, proofs
from probe.grammar.markup import MarkupError, slots
from probe.grammar.programs import RESERVED, case, practice_predicates
from probe.grammar.scenario import MAX_DEPTH, MIN_DEPTH, Scenario
from probe.grammar.source import Key, Source
from probe.values import Bias, Option

THINGS = frozenset({"product", "users", "item", "items", "partner", "peak", "private"})
WORLD = THINGS | {"it", "there"}
FORMS = ("base", "ing", "past", "short")
PUSH = frozenset(f"{role}_{form}" for role in ("pushed", "other") for form in ("base", "ing", "short"))
DONE = frozenset(f"{role}_{form}" for role in ("done", "passed") for form in FORMS)
PARTS = frozenset({"topic", "premise", "told", "asides", "cue_opening", "cue_situation", "lead_in"})
TELLING = PARTS | {"decision"}
OPTIONAL = frozenset({"opener", "intro", "remark", "aside"})
INTRODUCTIONS = tuple(
    (*opener, *introduction, "premise") for introduction in ((), ("intro", "remark")) for opener in ((), ("opener",))
)
"""What a text may say before it comes to the matter: nothing refers to what has not been introduced."""

FORBIDDEN = ("biased", "best practice", "option a", "option b")
"""Words that no text may hold: the first gives the arm away, the others speak for the program or of letters."""


def check_practice(source: Source, practice: Practice, library: Library) -> None:
    """Refuse a practice whose words cannot be said or whose rules do not single out the right action."""
    _practice_words(source, practice)
    _practice_needs(source, practice, library)
    _practice_names(source, practice, library)
    _practice_asides(source, practice, library)
    _practice_proofs(source, practice, library)


def check_context(source: Source, key: Key, context: Context, premises: Premises, phrases: Phrases) -> None:
    """Refuse a context with unknown slots, of an unknown kind of premise, or in a style that no voice has."""
    if not phrases.voices(context.style):
        raise source.fault((*key, "style"), f"no voice in phrases.toml has the style {context.style!r}")
    _sentences(source, (*key, "intro"), context.intro, WORLD)
    head = context.product.split()[-1]
    for intro in context.intro:
        if head not in intro:
            raise source.fault((*key, "intro"), f"the introduction does not say what {context.product!r} is", intro)
    if context.again in (f"the {context.item}", context.product):
        raise source.fault((*key, "again"), f"{context.again!r} is no shorter name that can mean nothing else")
    for name in ("stakes", "effort"):
        ground, premise = getattr(context, name), getattr(premises, name)
        _sentences(source, (*key, name, "say"), [ground.say], WORLD)
        kinds = [kind.kind for kind in premise.kind]
        if ground.kind not in kinds:
            raise source.fault((*key, name), f"unknown kind {ground.kind!r} of {name}: one of {', '.join(kinds)}")
    for place, aside in enumerate(context.aside):
        _aside(source, (*key, "aside", place), aside, _premise_predicates(premises))


def check_premises(source: Source, premises: Premises) -> None:
    """Refuse premises whose sentences use unknown slots."""
    for name in ("stakes", "effort"):
        premise: Premise = getattr(premises, name)
        _said(source, (name,), premise)
        for place, kind in enumerate(premise.kind):
            _said(source, (name, "kind", place), kind)


def check_phrases(source: Source, phrases: Phrases) -> None:
    """Refuse phrases with unknown slots, questions that do not name both options, layouts that lose a part."""
    for name in ("placebo", "hindsight_placebo", "plain_placebo", "plain_hindsight_placebo"):
        _sentences(source, (name,), getattr(phrases, name), THINGS)
    for place, voice in enumerate(phrases.voice):
        _voice(source, ("voice", place), voice)


def _voice(source: Source, key: Key, voice: Voice) -> None:
    for name in ("opener", "lead_in", "hindsight_lead_in"):
        _sentences(source, (*key, name), getattr(voice, name), THINGS)
    _sentences(source, (*key, "hindsight_decision"), voice.hindsight_decision, THINGS | DONE)
    for name in ("question", "hindsight_question"):
        _questions(source, (*key, name), getattr(voice, name))
    _layouts(source, (*key, "layout"), voice.layout, PARTS)
    _layouts(source, (*key, "hindsight_layout"), voice.hindsight_layout, TELLING)
    needs_opener = any("opener" in _flat(layout) for layout in (*voice.layout, *voice.hindsight_layout))
    if needs_opener and not voice.opener:
        raise source.fault((*key, "layout"), "a layout names 'opener', but the voice has none")


def _questions(source: Source, key: Key, questions: Sequence[str]) -> None:
    for question in questions:
        if not ("Option A" in question and "Option B" in question and question.endswith("?")):
            raise source.fault(key, "a question names Option A and Option B and ends in '?'", question)
        if "(Option" in question:
            raise source.fault(key, "what the options stand for is said on their lines alone", question)
        _slots(source, key, question, THINGS)


def check_cue(source: Source, key: Key, cue: Cue, bias: Bias, library: Library) -> None:
    """Refuse a cue of the wrong form, with unknown slots, or that changes a fact that a decision rests on."""
    _cue_form(source, key, cue, bias)
    for name in ("say", "plain"):
        _sentences(source, (*key, name), getattr(cue, name), THINGS | PUSH)
    for name in ("good", "bad", "plain_good", "plain_bad"):
        _sentences(source, (*key, name), getattr(cue, name), THINGS | DONE)
    if cue.kind in library.reasons.admissible:
        raise source.fault((*key, "kind"), f"the cue changes a fact: {cue.kind!r} is a reason that decides")
    if cue.fact is not None:
        added = _fact(source, (*key, "fact"), cue.fact.replace("{pushed}", "pushed"))
        if added.predicate != "mentioned" or added.args[0] in library.reasons.admissible:
            raise source.fault((*key, "fact"), f"the cue changes a fact: {added} is what a decision may rest on")
    if cue.wording:
        wording = cue.wording
        _aside_fact(source, (*key, "wording", "fact"), wording.fact, _library_predicates(library))
        for name in ("lead_in", "plain"):
            _sentences(source, (*key, "wording", name), getattr(wording, name), THINGS)
        for name in ("even", "even_again", "gain", "loss"):
            _sentences(source, (*key, "wording", name), [getattr(wording, name)], THINGS)


def _cue_form(source: Source, key: Key, cue: Cue, bias: Bias) -> None:
    if bias is Bias.HINDSIGHT:
        if not (cue.good and cue.bad) or cue.say or cue.wording:
            raise source.fault(key, "a hindsight cue holds 'good' and 'bad' outcomes, and neither 'say' nor 'wording'")
    elif bool(cue.say) == bool(cue.wording) or cue.good or cue.bad:
        raise source.fault(key, "a cue holds either 'say' or 'wording'")
    if bool(cue.plain_good) != bool(cue.plain_bad):
        raise source.fault(key, "'plain_good' and 'plain_bad' come together")


def _practice_words(source: Source, practice: Practice) -> None:
    _sentences(source, ("topic",), practice.topic, WORLD)
    _sentences(source, ("plain_topic",), practice.plain_topic, WORLD)
    for name in ("right", "wrong"):
        action: Action = getattr(practice, name)
        for form in FORMS:
            _slots(source, (name, form), getattr(action, form), WORLD)
        for form in ("plain_past", "plain_short"):
            _slots(source, (name, form), getattr(action, form) or "", WORLD)
        for key, lines in (("lines", action.lines), ("plain", action.plain)):
            for line in lines:
                _slots(source, (name, key), line, WORLD)
                if line.endswith("."):
                    raise source.fault((name, key), "the line of an option ends without a full stop", line)
    for place, rung in enumerate(practice.ladder):
        _said(source, ("ladder", place), rung)
        if place < len(practice.ladder) - 1 and rung.because is None:
            raise source.fault(("ladder", place), "'because' is missing: why does it follow from the next rung?")
    right, wrong = practice.right, practice.wrong
    if len(right.lines) != len(wrong.lines) or len(right.plain) != len(wrong.plain):
        raise source.fault(("wrong",), "both actions need equally many lines")


def _practice_needs(source: Source, practice: Practice, library: Library) -> None:
    if not any(set(practice.needs) <= set(context.tags) for context in library.contexts):
        raise source.fault(("needs",), f"no context has the tags {', '.join(practice.needs)}")


def _practice_names(source: Source, practice: Practice, library: Library) -> None:
    remarks = {literal(aside.fact).predicate for context in library.contexts for aside in context.aside}
    taken = RESERVED | _premise_predicates(library.premises) | remarks
    seen: set[str] = set()
    for place, rung in enumerate(practice.ladder):
        if rung.holds in taken or rung.holds in seen:
            raise source.fault(("ladder", place, "holds"), f"{rung.holds!r} is the name of another predicate")
        seen.add(rung.holds)
    if practice.exemption and practice.exemption.holds in taken:
        raise source.fault(("exemption", "holds"), f"{practice.exemption.holds!r} is the name of another predicate")


def _practice_asides(source: Source, practice: Practice, library: Library) -> None:
    rungs = {rung.holds for rung in practice.ladder} | _premise_predicates(library.premises)
    for place, aside in enumerate(practice.aside):
        _aside(source, ("aside", place), aside, rungs)


def _practice_proofs(source: Source, practice: Practice, library: Library) -> None:
    """Prove the decision at every depth, with every aside and a cue at once: what holds then holds with fewer facts."""
    wanted = goal("decide_option", "user", "Option")
    for scenario in _samples(practice, library):
        for depth in range(MIN_DEPTH, MAX_DEPTH + 1):
            found = proofs(wanted, case(scenario, depth, library).clauses(biased=True))
            options = sorted({proof.goal.args[1] for proof in found})
            if len(options) > 1:
                culprit = ("exemption",) if practice.exemption else ("ladder",)
                raise source.fault(culprit, f"the rules prove both options at depth {depth}")
            if options != [scenario.correct]:
                raise source.fault(("ladder",), f"the rules prove {', '.join(options) or 'nothing'} at depth {depth}")
            if any((proof.depth, proof.size) != (depth, depth) for proof in found):
                raise source.fault(("ladder",), f"a proof has depth {found[0].depth} where {depth} is asked for")


def _samples(practice: Practice, library: Library) -> Iterator[Scenario]:
    """Yield scenarios that stand for all: both right options, as a question and in retrospect."""
    context = library.contexts[0]
    premise: Premise = getattr(library.premises, practice.premise)
    ground = getattr(context, practice.premise)
    kind = next(kind for kind in premise.kind if kind.kind == ground.kind)
    for bias in (Bias.ANCHORING, Bias.HINDSIGHT):
        for correct in Option:
            yield Scenario(
                name="sample", bias=bias, practice=practice, context=context, cue=library.cues[bias][0],
                correct=correct, branches=0, asides=(*practice.aside, *context.aside), kind=kind,
            )  # fmt: skip


def _aside(source: Source, key: Key, aside: Aside, decisive: Iterable[str]) -> None:
    _sentences(source, (*key, "say"), [aside.say], WORLD)
    _sentences(source, (*key, "plain"), [aside.plain] if aside.plain else [], WORLD)
    _aside_fact(source, (*key, "fact"), aside.fact, decisive)


def _aside_fact(source: Source, key: Key, text: str, decisive: Iterable[str]) -> None:
    found = _fact(source, key, text)
    if found.predicate in RESERVED or found.predicate in set(decisive):
        raise source.fault(key, f"{text}: an aside proves nothing, but rules decide by {found.predicate!r}")


def _fact(source: Source, key: Key, text: str) -> Literal:
    try:
        return literal(text)
    except ValueError as error:
        raise source.fault(key, str(error)) from error


def _premise_predicates(premises: Premises) -> frozenset[str]:
    found = set()
    for premise in (premises.stakes, premises.effort):
        found |= {premise.holds} | {name for kind in premise.kind for name in (kind.shows, kind.means)}
    return frozenset(found)


def _library_predicates(library: Library) -> frozenset[str]:
    practices = (practice_predicates(practice) for practice in library.practices)
    return _premise_predicates(library.premises).union(*practices)


def _layouts(source: Source, key: Key, layouts: Sequence[Layout], parts: frozenset[str]) -> None:
    for place, layout in enumerate(layouts):
        _layout(source, (*key, place, "paragraphs"), layout, parts)
    if not any("intro" in _flat(layout) for layout in layouts):
        raise source.fault(key, "one of the layouts needs an 'intro', for what only an introduction can bring in")


def _layout(source: Source, key: Key, layout: Layout, parts: frozenset[str]) -> None:
    order = _flat(layout)
    if parts - set(order) or not set(order) <= parts | OPTIONAL or len(order) != len(set(order)):
        wanted, also = ", ".join(sorted(parts)), ", ".join(sorted(OPTIONAL))
        raise source.fault(key, f"a layout names each of these once: {wanted}; and of these what it likes: {also}")
    if not any(pair == ("topic", "told") for row in layout.paragraphs for pair in pairwise(row)):
        raise source.fault(key, "'told' stands right behind 'topic', because its pronouns mean what that names")
    before = order[: order.index("topic")]
    if ("intro" in order) is not ("remark" in before):
        raise source.fault(key, "'remark' stands between 'intro' and 'topic', because it is about what that brings in")
    if before not in INTRODUCTIONS:
        allowed = "; ".join(", ".join(parts) for parts in INTRODUCTIONS)
        raise source.fault(key, f"before 'topic' stands one of these, in this order: {allowed}")


def _flat(layout: Layout) -> tuple[str, ...]:
    return tuple(part for paragraph in layout.paragraphs for part in paragraph)


def _said(source: Source, key: Key, said: Said) -> None:
    _sentences(source, (*key, "say"), said.say, WORLD)
    _sentences(source, (*key, "plain"), said.plain, WORLD)


def _sentences(source: Source, key: Key, sentences: Iterable[str], allowed: frozenset[str]) -> None:
    """Refuse a sentence that does not end as one, says what no text may say, or has an unknown slot."""
    for text in sentences:
        if not text.endswith((".", "?", "!", ":")):
            raise source.fault(key, f"a sentence ends in '.', '?', '!' or ':': {text[-30:]!r} does not", text)
        _slots(source, key, text, allowed)


def _slots(source: Source, key: Key, text: str, allowed: frozenset[str]) -> None:
    try:
        unknown = [slot for slot in slots(text) if slot not in allowed]
    except MarkupError as error:
        raise source.fault(key, str(error), text) from error
    if unknown:
        known = ", ".join(sorted(allowed))
        raise source.fault(key, f"unknown slot {{{unknown[0]}}}: choose among {known}", text)
    said = next((word for word in FORBIDDEN if re.search(rf"\b{word}\b", text, re.IGNORECASE)), None)
    if said and not any("question" in str(part) for part in key):
        raise source.fault(key, f"no text may say {said!r}", text)
