"""Compose the dilemma at an index. Every draw depends only on (seed, bias, index), not on how many are composed."""

import re
from collections.abc import Sequence
from itertools import product
from typing import Self

from probe.errors import InputError
from probe.grammar.draw import Draw
from probe.grammar.practice_library import Aside, Context, Cue, Library, Practice
from probe.grammar.programs import case, note
from probe.grammar.realiser import NoFitError, Script, script, texts
from probe.grammar.scenario import MAX_DEPTH, MIN_DEPTH, Scenario
from probe.values import Arm, Bias, Candidate, Option, Value

MIN_WORDS, MAX_WORDS = 60, 160
USUAL_WORDS = (85, 125)
"""The range from which each text's target length in words is drawn: real messages are short."""
FIRST_PERSON = re.compile(r"\b(?:I|we|my|our)\b", re.IGNORECASE)
ATTEMPTS = 24
"""How many random choices of sentences are tried before the shortest ones."""
OTHER_CONTEXTS = 8
"""How many other contexts are tried if the drawn one leaves no room for the options."""
MAX_BRANCHES = 2
MAX_DISTRACTORS = 4
USUAL_DISTRACTORS = 0
"""Zero by default: a real question contains what matters. Use remarks to study distraction."""

Range = tuple[int, int]


class GrammarOptions(Value):
    """The options of the grammar author.

    ``depth`` and ``distractors`` are ranges, both ends included. ``branches`` is the range of rule applications
    outside the longest branch, so that size is depth + branches; a depth of 2 leaves room for none and 3 for one.
    ``series`` is the number of depths at which each scenario appears.
    """

    depth: Range = (MIN_DEPTH, MAX_DEPTH)
    distractors: Range = (0, USUAL_DISTRACTORS)
    branches: Range = (0, MAX_BRANCHES)
    series: int = 1

    @classmethod
    def parse(cls, options: dict[str, str]) -> Self:
        """Read the options of a SPEC, for example ``depth=2-8``; raise InputError that lists the valid ones."""
        unknown = sorted(set(options) - set(cls.model_fields))
        if unknown:
            raise InputError(f"grammar: unknown option {unknown[0]!r}: choose among {', '.join(cls.model_fields)}")
        depth = _range("depth", options.get("depth", f"{MIN_DEPTH}-{MAX_DEPTH}"), MIN_DEPTH, MAX_DEPTH)
        most_depths = depth[1] - depth[0] + 1
        return cls(
            depth=depth,
            distractors=_range("distractors", options.get("distractors", f"0-{USUAL_DISTRACTORS}"), 0, MAX_DISTRACTORS),
            branches=_range("branches", options.get("branches", f"0-{MAX_BRANCHES}"), 0, MAX_BRANCHES),
            series=_range("series", options.get("series", "1"), 1, most_depths)[0],
        )

    def depths(self, number: int, draw: Draw) -> tuple[int, ...]:
        """Return the depths at which scenario ``number`` appears, ascending."""
        low, high = self.depth
        if self.series > 1:
            steps = self.series - 1
            return tuple(low + (step * (high - low) * 2 + steps) // (2 * steps) for step in range(self.series))
        count = high - low + 1
        order = draw.child("depths", number // count).shuffled(range(low, high + 1))
        return (order[number % count],)


class Composer:
    """Composes the candidate of any (bias, index) from a library and a seed."""

    def __init__(self, library: Library, options: GrammarOptions, seed: int, author: str) -> None:
        self._library = library
        self._options = options
        self._seed = seed
        self._author = author

    def candidate(self, bias: Bias, index: int, *, expansion: int = 0, position: int = 0) -> Candidate:
        """Return the dilemma at ``index`` (from 0) of ``bias``, with programs, right option and controls.

        The oracle measures its complexity later; ``seed_ids`` contains the requested depth and size.
        """
        number, member = divmod(index, self._options.series)
        depths = self._options.depths(number, Draw(self._seed, bias.value))
        scenario, chosen = self._fitting(bias, number, depths)
        depth = depths[member]
        pair, controls = texts(chosen, depth)
        clauses = case(scenario, depth, self._library)
        return Candidate(
            bias=bias,
            author=self._author,
            expansion=expansion,
            position=position,
            texts=pair,
            intended_option=scenario.correct,
            programs=clauses.programs(note(scenario, depth, self._library)),
            correct_option=scenario.correct,
            controls=controls,
            seed_ids=_seed_ids(scenario, depth),
            series=scenario.name if self._options.series > 1 else None,
        )

    def _fitting(self, bias: Bias, number: int, depths: Sequence[int]) -> tuple[Scenario, Script]:
        """Return the scenario and the first choice of sentences whose length is valid at every depth.

        If the drawn context has no such choice, a few others are tried.
        """
        practice, contexts = self._practice_and_contexts(bias, number)
        for context in contexts:
            draw = Draw(self._seed, bias.value, number)
            drawn = self._scenario(bias, number, practice, context, draw, shallowest=min(depths))
            found = self._told(drawn, depths, draw if context is contexts[0] else draw.child(context.system))
            if found:
                return found
        raise InputError(
            f"grammar: no text of {MIN_WORDS} to {MAX_WORDS} words fits the practice {practice.about!r} with "
            f"{self._options.distractors[0]} distractors: ask for fewer, or shorten their sentences"
        )

    def _told(self, drawn: Scenario, depths: Sequence[int], draw: Draw) -> tuple[Scenario, Script] | None:
        """Return the ``drawn`` scenario or one close to it, with its sentences; None if no text has a valid length.

        If no choice fits with the drawn number of distractors, fewer are tried within the requested range, then the
        shortest sentences, then other cues, then fewer branches within their range.
        """
        low, high = self._options.distractors
        counts = range(draw.between(low, high), low - 1, -1)
        cues = [drawn.cue, *draw.child("other cues").shuffled(self._library.cues[drawn.bias])]
        branches = range(drawn.branches, min(self._options.branches[0], drawn.branches) - 1, -1)
        for fewer, cue, count in product(branches, cues, counts):
            scenario = drawn.model_copy(update={"cue": cue, "branches": fewer})
            found = self._choice(scenario, count, depths, draw.child(cue.name, fewer, count))
            if found:
                return found
        return None

    def _choice(
        self, scenario: Scenario, distractors: int, depths: Sequence[int], draw: Draw
    ) -> tuple[Scenario, Script] | None:
        """Return the first choice that meets the drawn length, else the shortest; None if none is valid."""
        wanted = draw.child("words").between(*USUAL_WORDS)
        best: tuple[int, Scenario, Script] | None = None
        for again in self._attempts(distractors, draw):
            if best and (best[0] <= wanted or again.brief_only):
                break
            steady = again if again.brief_only else draw
            voice = steady.child("voice").choice(self._library.phrases.voices(scenario.style))
            tried = scenario.model_copy(update={"asides": _asides(scenario, distractors, again)})
            try:
                chosen = script(tried, self._library, voice, steady, again)
            except NoFitError:
                continue
            words = _longest(chosen, depths)
            if words is not None and (best is None or words < best[0]):
                best = (words, tried, chosen)
        return best[1:] if best else None

    def _attempts(self, distractors: int, draw: Draw) -> list[Draw]:
        """Return the streams of a text's attempts; the last is brief if the number of distractors is minimal."""
        fewest = distractors == self._options.distractors[0]
        return [*(draw.child(attempt) for attempt in range(ATTEMPTS)), *([draw.brief()] if fewest else [])]

    def _scenario(
        self, bias: Bias, number: int, practice: Practice, context: Context, draw: Draw, *, shallowest: int
    ) -> Scenario:
        low, high = self._options.branches
        most = min(high, shallowest - MIN_DEPTH)
        ground = getattr(context, practice.premise)
        premise = getattr(self._library.premises, practice.premise)
        first = Draw(self._seed, bias.value, "first option").below(2)
        return Scenario(
            name=draw.name(),
            bias=bias,
            practice=practice,
            context=context,
            cue=self._cue(bias, number),
            correct=Option.A if (number + first) % 2 == 0 else Option.B,
            branches=draw.between(min(low, most), most),
            kind=next(kind for kind in premise.kind if kind.kind == ground.kind),
        )

    def _practice_and_contexts(self, bias: Bias, number: int) -> tuple[Practice, tuple[Context, ...]]:
        """Return a practice and a context that do not recur together nearby, and fallback contexts.

        Every block of a bias uses each practice once. Each practice has its own order of the contexts that fit it, in
        which each (block, bias) has a position. The fallbacks are from the opposite half of that order.
        """
        practices, contexts = self._library.practices, self._library.contexts
        block, place = divmod(number, len(practices))
        practice = Draw(self._seed, bias.value, "practices", block).shuffled(practices)[place]
        fitting = [context for context in contexts if set(practice.needs) <= set(context.tags)]
        order = Draw(self._seed, "contexts", practice.about).shuffled(fitting)
        biases = list(self._library.cues)
        drawn = (block * len(biases) + biases.index(bias)) % len(order)
        far = drawn + len(order) // 2
        others = (order[(far + step) % len(order)] for step in range(min(OTHER_CONTEXTS, len(order) // 2)))
        return practice, (order[drawn], *others)

    def _cue(self, bias: Bias, number: int) -> Cue:
        cues = self._library.cues.get(bias)
        if cues is None:
            known = ", ".join(one.slug for one in self._library.cues)
            raise InputError(f"grammar: no cues for {bias.value}: add cues/{bias.slug}.toml, or choose among {known}")
        block, place = divmod(number, len(cues))
        return Draw(self._seed, bias.value, "cues", block).shuffled(cues)[place]


def _asides(scenario: Scenario, count: int, draw: Draw) -> tuple[Aside, ...]:
    """Return ``count`` remarks in random order: on the matter, and on the context where the practice has too few.

    In a brief text, they are the shortest ones.
    """
    of_matter, of_context = scenario.practice.aside, scenario.context.aside
    if draw.brief_only:
        shortest = sorted((*of_matter, *of_context), key=lambda aside: len(aside.wording(scenario.style)))
        return tuple(draw.shuffled(shortest[:count]))
    on_context = max(0, count - len(of_matter))
    return (*draw.shuffled(of_matter)[: count - on_context], *draw.shuffled(of_context)[:on_context])


def _longest(chosen: Script, depths: Sequence[int]) -> int | None:
    """Return the word count of the script's longest text, None unless all are in range and in the first person."""
    said = [chosen.text(depth, arm) for depth in depths for arm in Arm]
    words = [len(text.split()) for text in said]
    fits = min(words) >= MIN_WORDS and max(words) <= MAX_WORDS and all(FIRST_PERSON.search(text) for text in said)
    return max(words) if fits else None


def _seed_ids(scenario: Scenario, depth: int) -> tuple[str, ...]:
    return (
        f"scenario:{scenario.name}",
        f"practice:{scenario.practice.about}",
        f"context:{scenario.context.system}",
        f"cue:{scenario.cue.name}",
        f"depth:{depth}",
        f"size:{depth + scenario.branches}",
    )


def _range(name: str, text: str, least: int, most: int) -> Range:
    low, dash, high = text.partition("-")
    if not low.isdigit() or (dash and not high.isdigit()):
        raise InputError(f"grammar: {name}={text!r} is not a range: write {name}={least} or {name}={least}-{most}")
    ends = (int(low), int(high or low))
    if not least <= ends[0] <= ends[1] <= most:
        raise InputError(f"grammar: {name}={text!r} is out of range: give {least} to {most}, the smaller number first")
    return ends
