"""Compose the dilemma at an index. Every draw depends only on (seed, bias, index), not on how many are composed."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from probe.errors import InputError, choose
from probe.grammar.anchors import can_anchor, first_figures
from probe.grammar.artefacts import FEWEST_ROWS, Form
from probe.grammar.cases import LEAST_FRAME, Cases, room_of
from probe.grammar.circumstances import cue_of
from probe.grammar.draw import Draw
from probe.grammar.inserting import NoFitError
from probe.grammar.library import Library
from probe.grammar.options import ANSWERS, GrammarOptions
from probe.grammar.practice_library import Context, Cue
from probe.grammar.programs import NORM_IN_WORDS, axioms, clauses, cue_line, fact_line, fact_lines, programs
from probe.grammar.readers import reasoning
from probe.grammar.realiser import Script, frame, with_facts
from probe.grammar.scenario import DEPTHS, WORDS, SeriesRequest, StatedCase, Story, seed_ids
from probe.grammar.schema import ROOT, SIDES, Schema, Side, opposite
from probe.grammar.variants import worded
from probe.grammar.wording import rule_sentences
from probe.values import Bias, Candidate, FactTwin, Option, SeriesKind, StatedRule
from probe.values.base import REPEATED_ARMS

FIRST_PERSON = re.compile(r"\b(?:I|we|my|our)\b", re.IGNORECASE)
SCRIPTS = 5
"""How many choices of sentences are tried for a plan."""
LONG_SCRIPTS = 2
"""After how many of them only short sentences are tried."""
BRIEFEST_LEVEL = 3
"""Levels of brevity: most wordings with a word more than the fewest, then all, then those with the fewest."""
FREE_PERCENT = 40
"""The percentage of wordings that may have any length on the first level."""
SPACIOUS_FRAMES = (185, 155)
"""How many words a policy has at least beyond the fewest of its rules and facts: not brief, and on the first level."""
ROOM_BEFORE_TABLE = 28
"""How many words more than the least a form needs, where a table is shorter."""
NEAR_FIT_WORDS = 20
"""How many words a text may be too long and still fit with other sentences."""


class _DilemmaKey(NamedTuple):
    """Which dilemma of a bias, and which attempt at it: all draws that decide more than depth and answer read both."""

    bias: Bias
    number: int
    attempt: int

    def draw(self, seed: int, *key: str) -> Draw:
        """Return the draws of this attempt."""
        attempt_key = ("attempt", self.attempt) if self.attempt else ()
        return Draw(seed, self.bias.value, self.number, *key, *attempt_key)


_ComposedStory = tuple[Story, tuple[StatedCase, ...], tuple[Script, ...]]
"""A story with the facts and the texts of its members."""


class Composer:
    """Composes the candidate of any (bias, index) from a library and a seed."""

    def __init__(self, library: Library, options: GrammarOptions, seed: int, author: str) -> None:
        self._library = library
        self._options = options
        self._seed = seed
        self._author = author
        self._schemas = [
            schema
            for schema in library.schemas
            if options.area in (None, schema.area)
            and options.about in (None, schema.about)
            and schema.measures == options.measures
        ]
        self._contexts = [context for context in library.contexts if options.style in (None, context.style)]
        self._voices = [voice for voice in library.phrases.voice if options.voice in (None, voice.name)]
        self._cases = Cases(library, options, seed)
        self._latest: tuple[_DilemmaKey, _ComposedStory] | None = None
        self._check()

    def candidate(
        self, bias: Bias, index: int, *, expansion: int = 0, position: int = 0, attempt: int = 0
    ) -> Candidate:
        """Return the dilemma at ``index`` (from 0) of ``bias``, with programs, right option, controls and twin.

        Each ``attempt`` (from 0) at an index is another dilemma with the same depth, right action and letter. The
        oracle measures its complexity later; ``seed_ids`` contains the requested depth and size.
        """
        story, stated_case, script, depth = self._member(bias, index, attempt)
        return self._candidate(story, stated_case, script, depth, expansion, position)

    def story(self, bias: Bias, index: int) -> tuple[Story, StatedCase]:
        """Return the story behind ``candidate(bias, index)`` and what it states, for texts in another form."""
        return self._member(bias, index)[:2]

    def _member(self, bias: Bias, index: int, attempt: int = 0) -> tuple[Story, StatedCase, Script, int]:
        """Return the story at ``index`` with the facts, the texts and the depth of one of its members."""
        self.check_bias(bias)
        number, member = divmod(index, self._options.series)
        depths = self._options.of_bias(bias).depths(number, Draw(self._seed, bias.value))
        story, stated_case, scripts = self._compose(_DilemmaKey(bias, number, attempt), depths)
        return story, stated_case[member], scripts[member], depths[member]

    def _compose(self, key: _DilemmaKey, depths: Sequence[int]) -> _ComposedStory:
        """Return the story at ``key``, with the facts and texts of all its members; the latest one is remembered."""
        if self._latest is None or self._latest[0] != key:
            composed_story = next(self._fitting(key, depths), None)
            if composed_story is None:
                raise InputError(
                    f"grammar: no schema gives a {self._options.mode} dilemma of depth {depths[-1]} for "
                    f"{key.bias.value}: {self._deepest(key.bias, depths[-1])}ask for less depth, fewer branches or "
                    f"distractors, or add schemas{', or write series=none' if self._options.series > 1 else ''}"
                )
            # The members of a series share a story and are asked for one after another.
            self._latest = key, composed_story
        return self._latest[1]

    def check_bias(self, bias: Bias) -> None:
        """Raise InputError if dilemmas of ``bias`` cannot be composed."""
        if bias not in self._library.cues:
            file = self._library.cue_folder / f"{bias.slug}.toml"
            suggestion = choose(bias.slug, [cue_bias.slug for cue_bias in self._library.cues])
            raise InputError(
                f"no cues for the bias {bias.slug!r}: {suggestion} Cues of another bias are written in {file}"
            )
        self._options.of_bias(bias)
        circumstance_biases = {schema.circumstance.bias for schema in self._schemas if schema.circumstance}
        if circumstance_biases and bias not in circumstance_biases:
            names = ", ".join(circumstance_bias.slug for circumstance_bias in circumstance_biases)
            raise InputError(f"grammar: measures={self._options.measures} is not for {bias.value}: add --bias {names}")
        if bias is Bias.ANCHORING and not any(schema.anchor for schema in self._schemas):
            raise InputError(f"grammar: no schema names a number to anchor ({bias.value}): add 'anchor' to one")

    def _deepest(self, bias: Bias, depth: int) -> str:
        """Return the depth that no schema goes beyond, if it is below ``depth``, in words."""
        graphs = [self._cases.graph(schema, "medium") for schema in self._usable(bias)]
        deepest = 1 + max(graph.room(ROOT) + bool(graph.modules) for graph in graphs)
        shallowest, _ = DEPTHS[self._options.mode]
        return (
            f"the schemas reach {deepest} at most: write depth={shallowest}-{deepest}, "
            if shallowest <= deepest < depth
            else ""
        )

    def _check(self) -> None:
        if not self._schemas:
            areas = ", ".join(sorted({schema.area for schema in self._library.schemas}))
            filters = (
                f"area={self._options.area!r}, schema={self._options.about!r} and measures={self._options.measures}"
            )
            raise InputError(f"grammar: no schema has {filters}: the areas are {areas}")
        if not self._contexts:
            raise InputError(f"grammar: style={self._options.style!r} is unknown: choose among spoken, plain")
        if not self._voices:
            names = ", ".join(voice.name for voice in self._library.phrases.voice)
            raise InputError(f"grammar: voice={self._options.voice!r} is unknown: choose among {names}")
        if not {voice.style for voice in self._voices} & {context.style for context in self._contexts}:
            raise InputError(f"grammar: voice={self._options.voice!r} is not in style {self._options.style!r}")

    def _fitting(self, key: _DilemmaKey, depths: Sequence[int]) -> Iterator[_ComposedStory]:
        """Yield stories with facts and texts for all ``depths``, the first schema in turn first."""
        bias, series_request = key.bias, self._series_request(key, depths)
        right, correct = self._answer(bias, key.number)
        for base_schema in self._schemas_of(key):
            draw = key.draw(self._seed, base_schema.about)
            context = self._context(key, base_schema)
            ladder = draw.child("ladder").choice(self._library.ladders)
            schema = ladder.of(base_schema) if series_request and series_request.kind == "classes" else base_schema
            graph = self._cases.graph(schema, context.size)
            drawn_form = self._options.form_of(draw.child("form"))
            shortest_form: Form = "table" if "table" in self._options.form else drawn_form
            for members in self._cases.drawn(graph, bias, right, depths, draw, shortest_form, series_request):
                if bias is Bias.ANCHORING and not all(map(can_anchor, members)):
                    continue
                room = room_of(members[-1].plan) if self._options.mode == "policy" else SPACIOUS_FRAMES[0]
                brevity = sum(room < limit for limit in SPACIOUS_FRAMES)
                form = self._form(
                    members, drawn_form if room >= LEAST_FRAME[drawn_form] + ROOM_BEFORE_TABLE else shortest_form
                )
                for attempt in range(SCRIPTS):
                    story = self._story(key, schema, context, right, correct, members[-1], form, draw, attempt)
                    try:
                        scripts = self._scripts(story, members, draw.child("script", attempt), brevity=brevity)
                    except NoFitError as error:
                        if brevity == BRIEFEST_LEVEL and error.excess > NEAR_FIT_WORDS:
                            break
                        brevity = min(
                            brevity + (error.excess > NEAR_FIT_WORDS or attempt + 1 >= LONG_SCRIPTS), BRIEFEST_LEVEL
                        )
                        continue
                    yield story, members, scripts

    def _series_request(self, key: _DilemmaKey, depths: Sequence[int]) -> SeriesRequest | None:
        """Return the series at ``key``; None if there is one member only.

        The kinds alternate, and of two series of a kind the record replaces what would decide otherwise in one.
        """
        if self._options.series == 1:
            return None
        number_kinds = [kind for kind in self._options.kinds if kind != "classes"] or ["records"]
        kinds: Sequence[SeriesKind] = number_kinds if key.bias is Bias.ANCHORING else self._options.kinds
        block, turn = divmod(key.number, len(kinds))
        kind = Draw(self._seed, key.bias.value, "kinds", block).shuffled(kinds)[turn]
        pair, turn_in_pair = divmod(block, 2)
        replacing_turn = Draw(self._seed, key.bias.value, "replaces", kind, pair).below(2)
        return SeriesRequest(kind=kind, depths=tuple(depths), replaces=replacing_turn == turn_in_pair)

    def _answer(self, bias: Bias, number: int) -> tuple[Side, Option]:
        """Return the right action and its letter.

        Four occurrences of a depth have all four combinations, and each two of them have both actions and letters.
        Letters alternate over the depths, which are in random order, as the dilemmas of a dataset are.
        """
        options = self._options.of_bias(bias)
        occurrence, depth_index = options.turn(number)
        block, turn = divmod(occurrence, ANSWERS)
        pair_number, is_second = divmod(turn, len(Option))
        draw = Draw(self._seed, bias.value, "answers", block)
        rank = draw.shuffled(options.all_depths).index(options.depth[0] + depth_index)
        side = SIDES[(rank + draw.child("side").below(2)) % 2]
        letters = [
            list(Option)[(depth_index + draw.child("letter", pair).below(2)) % 2] for pair in range(pair_number + 1)
        ]
        if pair_number and letters[0] is letters[pair_number]:
            side = opposite(side)
        return (opposite(side), letters[pair_number].other_option) if is_second else (side, letters[pair_number])

    def _usable(self, bias: Bias) -> list[Schema]:
        return [schema for schema in self._schemas if bias is not Bias.ANCHORING or schema.anchor]

    def _schemas_of(self, key: _DilemmaKey) -> list[Schema]:
        """Return all schemas, the one in turn first: every block of a bias uses each schema once."""
        usable = self._usable(key.bias)
        block, turn = divmod(key.number, len(usable))
        order = Draw(self._seed, key.bias.value, "schemas", block).shuffled(usable)
        turn = (turn + key.attempt) % len(usable)
        return [*order[turn:], *order[:turn]]

    def _story(  # noqa: PLR0917
        self,
        key: _DilemmaKey,
        schema: Schema,
        context: Context,
        right: Side,
        correct: Option,
        stated_case: StatedCase,
        form: Form,
        draw: Draw,
        attempt: int,
    ) -> Story:
        wrong = opposite(right)
        cue = self._cue(key.bias, key.number + key.attempt + attempt, schema, wrong)
        low, high = self._options.distractors
        count = draw.child("distractors").between(low, high)
        return Story(
            name=key.draw(self._seed).name(),
            bias=key.bias,
            mode=self._options.mode,
            schema=schema,
            context=context,
            cue=cue,
            right=right,
            correct=correct,
            asides=tuple(draw.child("asides").shuffled(context.aside)[:count]),
            anchors=first_figures(schema, right, stated_case, draw.child("anchor")) if cue.anchors else None,
            form=form,
            repeats=tuple(
                draw.child("repeats").shuffled(self._library.repeats.get(key.bias, ()))[: self._options.doses - 1]
            ),
        )

    def _form(self, members: Sequence[StatedCase], form: Form) -> Form:
        """Return ``form``, or another one if the facts have too few figures for a table."""
        if form != "table" or min(member.plan.figures for member in members) >= FEWEST_ROWS:
            return form
        return next((alternative for alternative in self._options.form if alternative != "table"), "prose")

    def _context(self, key: _DilemmaKey, schema: Schema) -> Context:
        """Return a context that fits: in each bias, a schema goes through all of them before one recurs.

        Another attempt uses a schema a second time in a block, so its context is drawn.
        """
        styles = {voice.style for voice in self._voices}
        candidates = [
            context for context in self._contexts if set(schema.needs) <= set(context.tags) and context.style in styles
        ]
        if not candidates:
            raise InputError(f"grammar: no context fits the schema {schema.about!r} in this style")
        if key.attempt:
            return key.draw(self._seed, "context", schema.about).choice(candidates)
        order = Draw(self._seed, "contexts", schema.about).shuffled(candidates)
        biases = list(self._library.cues)
        offset = biases.index(key.bias) * len(order) // len(biases)
        return order[(offset + key.number // len(self._usable(key.bias))) % len(order)]

    def _cue(self, bias: Bias, number: int, schema: Schema, pushed: Side) -> Cue:
        if schema.circumstance:
            return cue_of(schema.circumstance)
        size = "any" if schema.smaller is None else "smaller" if pushed == schema.smaller else "larger"
        candidates = [cue for cue in self._library.cues[bias] if cue.fits in ("any", size)]
        block, turn = divmod(number, len(candidates))
        return Draw(self._seed, bias.value, "cues", block).shuffled(candidates)[turn]

    def _scripts(self, story: Story, members: Sequence[StatedCase], draw: Draw, *, brevity: int) -> tuple[Script, ...]:
        """Return the texts at all depths; raise NoFitError unless all have a valid length and are in first person.

        Texts with several doses may be longer: what is added to them is all that they differ by.
        """
        stream = (
            draw.brief(slack=brevity < BRIEFEST_LEVEL, free=FREE_PERCENT if brevity == 1 else 0) if brevity else draw
        )
        voice = draw.child("voice").choice([voice for voice in self._voices if voice.style == story.style])
        phrases = self._library.phrases.policy
        intro = worded(phrases.hindsight_intro if story.retrospective else phrases.intro, stream.child("intro"))
        story_frame = frame(story, self._library, voice, stream)
        low, high = WORDS[story.mode]
        scripts = []
        for member in members:
            rules = (
                rule_sentences(member.plan, phrases.wider, self._library.phrases.records, stream)
                if story.mode == "policy"
                else []
            )
            script = with_facts(story_frame, story, self._library, member, rules, intro, stream)
            texts = [script.text(arm) for arm in script.arms]
            words = [len(script.text(arm).split()) for arm in script.arms if arm not in REPEATED_ARMS]
            if min(words) < low or max(words) > high or not all(map(FIRST_PERSON.search, texts)):
                raise NoFitError("no valid text", excess=max(words) - high)
            scripts.append(script)
        return tuple(scripts)

    def _candidate(  # noqa: PLR0917
        self, story: Story, stated_case: StatedCase, script: Script, depth: int, expansion: int, position: int
    ) -> Candidate:
        plan, case = stated_case.plan, stated_case.case
        pair, controls, twin_texts = script.texts()
        stated_rules = [
            StatedRule(sentence=sentence, clauses=clauses(rules, plan))
            for sentence, rules in zip(script.rules, script.rules_by_sentence, strict=True)
        ]
        text = axioms(plan, plan.rules())
        takes = {option: story.schema.action(side).does for option, side in sorted(story.takes.items())}
        cue, usual_clauses = _cue_lines(story)
        framing_facts = [story.cue.wording.fact] if story.cue.wording else []
        asides = [f"{fact}." for fact in (*(aside.fact for aside in story.asides), *framing_facts)]
        note = " ".join([*(rule.sentence for rule in stated_rules), NORM_IN_WORDS])
        original_programs, twin_programs = (
            programs(text, [*fact_lines(plan, facts, stated_case.decoys), *asides], takes, cue, note, usual_clauses)
            for facts in (case.facts, stated_case.twin.facts)
        )
        return Candidate(
            bias=story.bias,
            author=self._author,
            expansion=expansion,
            position=position,
            texts=pair,
            intended_option=story.correct,
            programs=original_programs,
            correct_option=story.correct,
            controls=controls,
            twin=FactTwin(
                unbiased=twin_texts.unbiased,
                biased=twin_texts.biased,
                unbiased_program=twin_programs.unbiased,
                biased_program=twin_programs.biased,
                correct_option=story.correct.other_option,
                fact=fact_line(stated_case.twin.node, stated_case.twin.before),
                changed=fact_line(stated_case.twin.node, stated_case.twin.after),
            ),
            stated_rules=tuple(stated_rules),
            reasoning=reasoning(stated_case),
            seed_ids=seed_ids(story, stated_case, depth),
            series=story.name if self._options.series > 1 else None,
        )


def _cue_lines(story: Story) -> tuple[str, tuple[str, ...]]:
    """Return the clause of the cue, and those that the unbiased program has in its place."""
    circumstance = story.schema.circumstance
    if circumstance is None:
        return cue_line(story.cue.kind, story.schema, story.wrong), ()
    return circumstance.clause(story.wrong), (circumstance.clause(story.right),) if circumstance.always else ()
