"""The rules for each file of the library; every fault names file, line and reason."""

from collections.abc import Iterable, Iterator

from probe.grammar.logic import Literal, goal, literal, proofs
from probe.grammar.practice_library import Action, Aside, Context, Cue, Library, Phrases, Practice, Premise, Premises
from probe.grammar.programs import RESERVED, case, practice_predicates
from probe.grammar.scenario import MAX_DEPTH, MIN_DEPTH, Scenario
from probe.grammar.sentence_checks import (
    CONTEXT_SLOTS,
    CUE_SLOTS,
    DECISION_SLOTS,
    FORMS,
    PRODUCT_SLOTS,
    check_said,
    check_sentences,
    check_slots,
)
from probe.grammar.source import Key, Source
from probe.values import Bias, Option


def check_practice(source: Source, practice: Practice, library: Library) -> None:
    """Reject a practice with invalid sentences or with rules that do not prove exactly the right action."""
    _practice_words(source, practice)
    _practice_needs(source, practice, library)
    _practice_names(source, practice, library)
    _practice_asides(source, practice, library)
    _practice_proofs(source, practice, library)


def check_context(source: Source, key: Key, context: Context, premises: Premises, phrases: Phrases) -> None:
    """Reject a context with unknown slots, an unknown kind of premise, or a style that no voice has."""
    if not phrases.voices(context.style):
        raise source.fault((*key, "style"), f"no voice in phrases.toml has the style {context.style!r}")
    check_sentences(source, (*key, "intro"), context.intro, CONTEXT_SLOTS)
    head = context.product.split()[-1]
    for intro in context.intro:
        if head not in intro:
            raise source.fault(
                (*key, "intro"), f"the introduction does not mention {context.product!r}: name the product in it", intro
            )
    if context.again in (f"the {context.item}", context.product):
        raise source.fault(
            (*key, "again"),
            f"{context.again!r} has to be a shorter name for the product alone",
        )
    for name in ("stakes", "effort"):
        ground, premise = getattr(context, name), getattr(premises, name)
        check_sentences(source, (*key, name, "say"), [ground.say], CONTEXT_SLOTS)
        kinds = [kind.kind for kind in premise.kind]
        if ground.kind not in kinds:
            raise source.fault((*key, name), f"unknown kind {ground.kind!r} of {name}: choose among {', '.join(kinds)}")
    for place, aside in enumerate(context.aside):
        _aside(source, (*key, "aside", place), aside, _premise_predicates(premises))


def check_premises(source: Source, premises: Premises) -> None:
    """Reject premises whose sentences use unknown slots."""
    for name in ("stakes", "effort"):
        premise: Premise = getattr(premises, name)
        check_said(source, (name,), premise)
        for place, kind in enumerate(premise.kind):
            check_said(source, (name, "kind", place), kind)


def check_cue(source: Source, key: Key, cue: Cue, bias: Bias, library: Library) -> None:
    """Reject a cue in the wrong form, with unknown slots, or with a fact that a decision may use."""
    _cue_form(source, key, cue, bias)
    for name in ("say", "plain"):
        check_sentences(source, (*key, name), getattr(cue, name), PRODUCT_SLOTS | CUE_SLOTS)
    for name in ("good", "bad", "plain_good", "plain_bad"):
        check_sentences(source, (*key, name), getattr(cue, name), PRODUCT_SLOTS | DECISION_SLOTS)
    if cue.kind in library.reasons.admissible:
        raise source.fault((*key, "kind"), f"the cue changes a fact: {cue.kind!r} is a kind of reason that decides")
    if cue.fact is not None:
        added = _fact(source, (*key, "fact"), cue.fact.replace("{pushed}", "pushed"))
        if added.predicate != "mentioned" or added.args[0] in library.reasons.admissible:
            raise source.fault((*key, "fact"), f"the cue changes a fact: a decision may use {added}")
    if cue.wording:
        wording = cue.wording
        _aside_fact(source, (*key, "wording", "fact"), wording.fact, _library_predicates(library))
        for name in ("lead_in", "plain"):
            check_sentences(source, (*key, "wording", name), getattr(wording, name), PRODUCT_SLOTS)
        for name in ("even", "even_again", "gain", "loss"):
            check_sentences(source, (*key, "wording", name), [getattr(wording, name)], PRODUCT_SLOTS)


def _cue_form(source: Source, key: Key, cue: Cue, bias: Bias) -> None:
    if bias is Bias.HINDSIGHT:
        if not (cue.good and cue.bad) or cue.say or cue.wording:
            raise source.fault(key, "a hindsight cue has 'good' and 'bad' outcomes, and neither 'say' nor 'wording'")
    elif bool(cue.say) == bool(cue.wording) or cue.good or cue.bad:
        raise source.fault(key, "a cue has either 'say' or 'wording'")
    if bool(cue.plain_good) != bool(cue.plain_bad):
        raise source.fault(key, "'plain_good' and 'plain_bad' are required together")


def _practice_words(source: Source, practice: Practice) -> None:
    check_sentences(source, ("topic",), practice.topic, CONTEXT_SLOTS)
    check_sentences(source, ("plain_topic",), practice.plain_topic, CONTEXT_SLOTS)
    for name in ("right", "wrong"):
        action: Action = getattr(practice, name)
        for form in FORMS:
            check_slots(source, (name, form), getattr(action, form), CONTEXT_SLOTS)
        for form in ("plain_past", "plain_short"):
            check_slots(source, (name, form), getattr(action, form) or "", CONTEXT_SLOTS)
        for key, lines in (("lines", action.lines), ("plain", action.plain)):
            for line in lines:
                check_slots(source, (name, key), line, CONTEXT_SLOTS)
                if line.endswith("."):
                    raise source.fault((name, key), "the line of an option must not end with a full stop", line)
    for place, rung in enumerate(practice.ladder):
        check_said(source, ("ladder", place), rung)
        if place < len(practice.ladder) - 1 and rung.because is None:
            raise source.fault(("ladder", place), "'because' is missing: write why it follows from the next rung")
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
    """Prove the decision at every depth with all asides and a cue: what is unique here is unique with fewer facts."""
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
                raise source.fault(("ladder",), f"a proof has depth {found[0].depth} instead of {depth}")


def _samples(practice: Practice, library: Library) -> Iterator[Scenario]:
    """Yield scenarios that cover all cases: both right options, as a question and in retrospect."""
    context = library.contexts[0]
    premise: Premise = getattr(library.premises, practice.premise)
    ground = getattr(context, practice.premise)
    kind = next(kind for kind in premise.kind if kind.kind == ground.kind)
    for bias in (bias for bias in (Bias.ANCHORING, Bias.HINDSIGHT) if bias in library.cues):
        for correct in Option:
            yield Scenario(
                name="sample", bias=bias, practice=practice, context=context, cue=library.cues[bias][0],
                correct=correct, branches=0, asides=(*practice.aside, *context.aside), kind=kind,
            )  # fmt: skip


def _aside(source: Source, key: Key, aside: Aside, decisive: Iterable[str]) -> None:
    check_sentences(source, (*key, "say"), [aside.say], CONTEXT_SLOTS)
    check_sentences(source, (*key, "plain"), [aside.plain] if aside.plain else [], CONTEXT_SLOTS)
    _aside_fact(source, (*key, "fact"), aside.fact, decisive)


def _aside_fact(source: Source, key: Key, text: str, decisive: Iterable[str]) -> None:
    found = _fact(source, key, text)
    if found.predicate in RESERVED or found.predicate in set(decisive):
        raise source.fault(key, f"{text}: an aside must not affect the decision, but rules use {found.predicate!r}")


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
