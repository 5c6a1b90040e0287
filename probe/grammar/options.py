"""The options of the grammar author, as a SPEC gives them."""

from collections.abc import Mapping
from typing import Self

from probe.errors import InputError
from probe.grammar.artefacts import FORMS, Form
from probe.grammar.draw import Draw
from probe.grammar.scenario import DEPTHS, Mode
from probe.grammar.schema import CONSTRUCTS, Construct
from probe.values import Bias, SeriesKind, Value
from probe.values.base import DOSES
from probe.values.phrases import joined

Range = tuple[int, int]

MAX_BRANCHES = 4
USUAL_BRANCHES = (0, 2)
RULES_WITHOUT_BRANCH = 2
"""How many rules of a main line have no room for a branch: the first and the last."""
MAX_DISTRACTORS = 4
USUAL_KINDS: tuple[SeriesKind, SeriesKind] = ("records", "classes")
"""Half of the series deepen by calculations, half by classes."""
SERIES_DEPTHS: dict[tuple[Mode, SeriesKind], Range] = {
    ("policy", "records"): (4, 8),
    ("policy", "classes"): (4, 8),
    ("policy", "shape"): (5, 9),
    ("policy", "padding"): (3, 5),
    ("closed-book", "records"): (4, 5),
}
"""Depths of a series: the last derived value is never on record, and texts keep their length."""
USUAL_SERIES: dict[Mode, int] = {"policy": 4, "closed-book": 2}
"""How many members a story has by default, where the requested range has enough depths for a series."""
NO_SERIES = "none"
FEWEST_MEMBERS = 2
PADDED_MEMBERS = 3
"""A series of padding has no, some and many rules that play no part."""
ANSWERS = 4
"""Combinations of right action and letter: depths are in the same order until each has had all of them."""

LEAST_ANCHORED = 3
"""The least depth at which the number that a first figure anchors is derived, not stated."""


class GrammarOptions(Value):
    """The options of the grammar author.

    ``depth``, ``branches`` and ``distractors`` are ranges, both ends included. ``branches`` is the range of rule
    applications outside the longest branch, as far as a proof has room for them. ``series`` is the number of members
    in which each story appears, which differ as one of the ``kinds`` says; several by default where a SPEC asks for a
    range of depths. ``measures`` selects schemas by what their
    dilemmas measure. ``doses`` is how often the cue is given at most: beyond 1, by other voices in arms of their own.
    ``about`` is the option ``schema``. Without ``area``, ``schema``, ``style`` or ``voice``, all are
    used.
    """

    mode: Mode = "policy"
    depth: Range = DEPTHS["policy"]
    branches: Range = USUAL_BRANCHES
    distractors: Range = (0, 0)
    series: int = 1
    kinds: tuple[SeriesKind, ...] = USUAL_KINDS
    style: str | None = None
    voice: str | None = None
    area: str | None = None
    about: str | None = None
    form: tuple[Form, ...] = FORMS
    measures: Construct = "usual"
    doses: int = 1

    @classmethod
    def parse(cls, options: dict[str, str]) -> Self:
        """Read the options of a SPEC, for example ``mode=policy&depth=2-8``.

        Raise InputError that lists the valid ones.
        """
        option_names = [*(name for name in cls.model_fields if name not in {"about", "kinds"}), "schema", "kind"]
        unknown_options = sorted(set(options) - set(option_names))
        if unknown_options:
            raise InputError(f"grammar: unknown option {unknown_options[0]!r}: choose among {', '.join(option_names)}")
        mode = options.get("mode", "policy")
        if mode not in DEPTHS:
            raise InputError(f"grammar: unknown mode {mode!r}: choose among {', '.join(DEPTHS)}")
        checked_mode: Mode = "policy" if mode == "policy" else "closed-book"
        shallowest, deepest = DEPTHS[checked_mode]
        depth = _range(
            "depth", options.get("depth", f"{shallowest}-{deepest}"), shallowest, deepest, f" in {checked_mode} mode"
        )
        branches = _range("branches", options.get("branches", "{}-{}".format(*USUAL_BRANCHES)), 0, MAX_BRANCHES)
        # The default means as many as there is room for; a number that is asked for has to fit.
        if "branches" in options and branches[0] > max(depth[1] - RULES_WITHOUT_BRANCH, 0):
            raise InputError(
                f"grammar: branches={options['branches']} does not fit a proof of depth {depth[1]}, which has room for "
                f"{max(depth[1] - RULES_WITHOUT_BRANCH, 0)}: ask for depth {branches[0] + RULES_WITHOUT_BRANCH} or "
                f"more, or for fewer branches"
            )
        kinds = _kinds(options.get("kind", ",".join(USUAL_KINDS[: 2 if checked_mode == "policy" else 1])), checked_mode)
        members = options.get("series", str(_usual_series(options, depth, kinds, checked_mode)))
        series = 1 if members == NO_SERIES else _range("series", members, 1, deepest - shallowest + 1)[0]
        if series > 1:
            depth = _depth_of_series(options, depth, kinds, series)
        return cls(
            mode=checked_mode,
            depth=depth,
            branches=branches,
            distractors=_range("distractors", options.get("distractors", "0"), 0, MAX_DISTRACTORS),
            series=series,
            kinds=kinds,
            style=options.get("style"),
            voice=options.get("voice"),
            area=options.get("area"),
            about=options.get("schema"),
            form=_forms(options.get("form", ",".join(FORMS))),
            measures=_construct(options.get("measures", "usual")),
            doses=_doses(options),
        )

    def of_bias(self, bias: Bias) -> Self:
        """Return the options for dilemmas of ``bias``; raise InputError if their depths do not suffice.

        A first figure anchors a number that the text leaves to derive, so there is none at depth 2.
        """
        low, high = self.depth
        if bias is not Bias.ANCHORING or low >= LEAST_ANCHORED:
            return self
        if high - LEAST_ANCHORED + 1 < self.series:
            reason = f"{bias.value} needs depth {LEAST_ANCHORED} or more, where the anchored number has to be derived"
            raise InputError(f"grammar: {reason}: ask for more depth, or choose other biases with --bias")
        return self.model_copy(update={"depth": (LEAST_ANCHORED, high)})

    @property
    def all_depths(self) -> range:
        """The depths that may be asked for."""
        return range(self.depth[0], self.depth[1] + 1)

    def depths(self, number: int, draw: Draw) -> tuple[int, ...]:
        """Return the depths at which story ``number`` appears, ascending."""
        low, high = self.depth
        if self.series > 1 and self.kinds == ("padding",):
            # Members of a series of padding have one depth: they differ only in what plays no part.
            return (low + number % (high - low + 1),) * self.series
        if self.series > 1:
            steps = self.series - 1
            # In whole numbers, because ``round`` would round some halves down.
            return tuple(low + (step * (high - low) * 2 + steps) // (2 * steps) for step in range(self.series))
        occurrence, position = self.turn(number)
        return (draw.child("depths", occurrence // ANSWERS).shuffled(self.all_depths)[position],)

    def turn(self, number: int) -> tuple[int, int]:
        """Return how many earlier stories have the depth of story ``number``, and its place among all depths."""
        return divmod(number, 1 if self.series > 1 else len(self.all_depths))

    def form_of(self, draw: Draw) -> Form:
        """Return the form of a story: each with equal probability."""
        return draw.choice(self.form)


def _kinds(text: str, mode: Mode) -> tuple[SeriesKind, ...]:
    """Return the kinds of series: records and classes alternate, the others are by themselves."""
    requested_kinds = tuple(text.split(","))
    for kinds in (("records",), ("classes",), USUAL_KINDS, ("shape",), ("padding",)):
        if set(requested_kinds) == set(kinds) and (mode == "policy" or kinds == ("records",)):
            return kinds
    choices = "records, classes, records,classes, shape or padding" if mode == "policy" else "records"
    raise InputError(f"grammar: kind={text!r} is not a kind of series in {mode} mode: write {choices}")


def _usual_series(options: dict[str, str], depth: Range, kinds: tuple[SeriesKind, ...], mode: Mode) -> int:
    """Return how many members a story has if a SPEC does not say so: several where it asks for a range of depths.

    Also where it names a kind. Few schemas have a series of their own, so that one of an area, of a schema or with many
    branches has to be asked for; those that are made for a construct reach too few depths.
    """
    shallowest, deepest = SERIES_DEPTHS[mode, kinds[0]]
    depth_count = min(depth[1], deepest) - max(depth[0], shallowest) + 1
    if kinds == ("padding",):
        return PADDED_MEMBERS
    if "kind" in options:
        return min(USUAL_SERIES[mode], max(depth_count, FEWEST_MEMBERS))
    is_narrowed = any(name in options for name in ("area", "schema", "branches"))
    is_range = "-" in options.get("depth", "") and not is_narrowed and options.get("measures", "usual") == "usual"
    return USUAL_SERIES[mode] if is_range and depth_count >= USUAL_SERIES[mode] else 1


def _depth_of_series(options: dict[str, str], depth: Range, kinds: tuple[SeriesKind, ...], series: int) -> Range:
    """Return the part of the range of ``depth`` that series of these ``kinds`` have."""
    shallowest, deepest = SERIES_DEPTHS["closed-book" if options.get("mode") == "closed-book" else "policy", kinds[0]]
    low, high = max(depth[0], shallowest), min(depth[1], deepest)
    members = 1 if kinds == ("padding",) else series
    if kinds == ("padding",) and series != PADDED_MEMBERS:
        raise InputError(f"grammar: series={series} does not fit kind=padding: write series={PADDED_MEMBERS}")
    if high - low + 1 < members:
        depth_text = f"depth={options.get('depth', f'{depth[0]}-{depth[1]}')}"
        option_text = f"series={series}" if "series" in options else f"kind={options['kind']}"
        needed_depths = f"{members} depths" if members > 1 else "a depth"
        wider_range = ["a wider range"] if (low, high) != (shallowest, deepest) else []
        fewer_members = ["fewer members"] if "series" in options else []
        raise InputError(
            f"grammar: {option_text} needs {needed_depths} from {shallowest} to {deepest}, but {depth_text} has "
            f"{max(high - low + 1, 0)}: ask for {' or '.join([*wider_range, *fewer_members])}"
        )
    return low, high


def depth_notice(requested_options: Mapping[str, str], options: GrammarOptions) -> str | None:
    """Return a sentence with the requested depths that no member of a series has; None if there are none."""
    if options.series == 1 or "depth" not in requested_options:
        return None
    first, _, last = requested_options["depth"].partition("-")
    member_depths = set(options.all_depths if options.kinds == ("padding",) else options.depths(0, Draw()))
    missing_depths = [depth for depth in range(int(first), int(last or first) + 1) if depth not in member_depths]
    if not missing_depths:
        return None
    return (
        f"grammar: series of depth={requested_options['depth']} have members at "
        f"{joined(map(str, sorted(member_depths)))}, none at "
        f"{joined(map(str, missing_depths))}; series=none composes dilemmas of every depth"
    )


def _doses(options: Mapping[str, str]) -> int:
    text = options.get("doses", "1")
    if text not in map(str, DOSES):
        raise InputError(f"grammar: doses={text!r} is not a number of doses: choose among {', '.join(map(str, DOSES))}")
    if text != "1" and options.get("measures", "usual") != "usual":
        raise InputError(
            f"grammar: doses={text} repeats a cue, and measures={options['measures']} has none: leave doses out"
        )
    return int(text)


def _construct(text: str) -> Construct:
    construct = next((name for name in CONSTRUCTS if name == text), None)
    if construct is None:
        raise InputError(f"grammar: measures: unknown construct {text!r}: choose among {', '.join(CONSTRUCTS)}")
    return construct


def _forms(text: str) -> tuple[Form, ...]:
    requested_forms = text.split(",")
    unknown_forms = [form for form in requested_forms if form not in FORMS]
    if unknown_forms:
        raise InputError(f"grammar: unknown form {unknown_forms[0]!r}: choose among {', '.join(FORMS)}")
    # In a fixed order, because the form is drawn by its position.
    return tuple(form for form in FORMS if form in requested_forms)


def _range(name: str, text: str, smallest: int, largest: int, condition: str = "") -> Range:
    low, dash, high = text.partition("-")
    if not low.isdigit() or (dash and not high.isdigit()):
        raise InputError(
            f"grammar: {name}={text!r} is not a range: write {name}={smallest} or {name}={smallest}-{largest}"
        )
    limits = (int(low), int(high or low))
    if not smallest <= limits[0] <= limits[1] <= largest:
        reason = f"give {smallest} to {largest}{condition}, the smaller number first"
        raise InputError(f"grammar: {name}={text!r} is out of range: {reason}")
    return limits
