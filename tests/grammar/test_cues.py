"""The cues of the library: enough of them, with a source, in the form of their bias, and none that confesses."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from probe.content import ContentFile
from probe.errors import InputError
from probe.grammar import GrammarAuthor, read_library
from probe.grammar.cue_checks import CueWords
from probe.grammar.inserting import PLACEBO_TOLERANCE
from probe.grammar.library import CUE_WORDS, library_folder
from probe.grammar.markup import render, slots
from probe.grammar.practice_library import Action, Cue, FigureFrames, Style
from probe.grammar.schema import Number, Schema
from probe.grammar.variants import forms
from probe.grammar.wording import anchor_noun, first_figure
from probe.values import Bias
from probe.values.constructs import NAMES_NO_OPTION
from probe.values.texts import passage_of
from tests.grammar.composed import change, edit, origin, refused_line
from tests.shared import CommandLine

LIBRARY = read_library()
PHRASES = LIBRARY.phrases
CUES = [(bias, cue) for bias, cues in LIBRARY.cues.items() for cue in (*cues, *LIBRARY.repeats.get(bias, ()))]
"""All cues, and what other people say like them."""
STYLES: tuple[Style, ...] = ("spoken", "plain")
FEWEST_PATTERNS = 12
FEWEST_WORDINGS = 2

WORDS = ContentFile(library_folder() / CUE_WORDS).value(CueWords)
PRESENT = re.compile(
    r"\b(?:is|are|am|has|have|do|does|don't|doesn't|isn't|aren't|hasn't|haven't|can|can't|will|won't|says|shows|means)\b"
    r"|\w'(?:m|re|ve|ll)\b|\b(?:it|that|there|he|she)'s\b",
    re.IGNORECASE,
)
CONDITIONAL = re.compile(r"\b(?:could|would|might|didn't)(?: \w+){0,4} have\b", re.IGNORECASE)
"""Forms with "have" that belong to the past."""
FIGURE = re.compile(r"(\d+)(%| of the (\d+))")


def wordings(cue: Cue) -> Iterator[tuple[str, ...]]:
    """Yield each list of wordings that a text chooses from."""
    if cue.wording:
        yield from (cue.wording.lead_in, cue.wording.plain)
    elif cue.good:
        yield from (cue.good, cue.bad, cue.plain_good, cue.plain_bad)
    else:
        yield from (cue.say, cue.plain)


def sentences(cue: Cue) -> list[str]:
    """Return every sentence of a cue."""
    frames = cue.wording
    frame_texts = (frames.even, frames.even_again, frames.gain, frames.loss) if frames else ()
    return [*(text for group in wordings(cue) for text in group), *frame_texts]


@pytest.mark.parametrize("bias", Bias)
def test_every_bias_has_its_patterns_and_repeats_none(bias: Bias) -> None:
    """A pattern that repeats another pattern does not count."""
    cues = LIBRARY.cues[bias]
    assert len({cue.name for cue in cues}) == len(cues) >= FEWEST_PATTERNS
    texts = [text for cue in cues for group in wordings(cue) for text in group]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("bias", Bias)
def test_a_cue_has_a_source_and_several_wordings_in_both_styles(bias: Bias) -> None:
    """The mechanism cites an author and a year."""
    for cue in LIBRARY.cues[bias]:
        assert re.search(r"\([^()]*[A-Z][^()]*\b(?:19|20)\d\d\b[^()]*\)", cue.mechanism), cue.name
        assert all(len(group) >= FEWEST_WORDINGS for group in wordings(cue)), cue.name


@pytest.mark.parametrize(
    "text",
    [
        "My gut feeling says that we should {pushed_base}.",
        "This is probably anchoring, but we should {pushed_base}.",
        "That we {pushed_base} comes to mind first.",
        "I want to {pushed_base} and don't want to be the odd one out.",
        "Anyone could have seen it coming that we {pushed_base}.",
        "It may be [overconfidence|confidence], but we should {pushed_base}.",
    ],
)
def test_a_cue_that_names_a_bias_or_confesses_is_refused(text: str, tmp_path: Path) -> None:
    """A cue is what a colleague, a report or a memory says, not an explanation of its own effect."""
    error = refusal_of_cue(tmp_path, Bias.OVERCONFIDENCE, text)
    assert "names a bias" in error


@pytest.mark.parametrize(
    ("bias", "text", "other_bias"),
    [
        (
            Bias.HYPERBOLIC_DISCOUNTING,
            "Everyone agrees if we {pushed_base}, so I get my evening off.",
            "bandwagon effect",
        ),
        (Bias.HYPERBOLIC_DISCOUNTING, "My manager signs off today if we {pushed_base}.", "bandwagon effect"),
        (Bias.CONFIRMATION, "From the start, I have been certain that we should {pushed_base}.", "overconfidence bias"),
        (Bias.BANDWAGON, "All teams would {pushed_base}, and it turned out well.", "hindsight bias"),
        (Bias.OVERCONFIDENCE, "I'm sure that we should {pushed_base}, as in a choice like ours.", "availability bias"),
    ],
)
def test_a_cue_with_the_words_of_another_bias_is_refused(
    bias: Bias, text: str, other_bias: str, tmp_path: Path
) -> None:
    """Its effect could be that of the other bias."""
    assert f"belongs to {other_bias}" in refusal_of_cue(tmp_path, bias, text)


def test_a_folder_with_cue_words_of_its_own_uses_them(tmp_path: Path) -> None:
    """A domain has its own words, and biases of its own."""
    text = "Everyone would {pushed_base}."
    folder = library_with_cue(tmp_path, Bias.HYPERBOLIC_DISCOUNTING, text)
    (folder / CUE_WORDS).write_text('names = ["bias"]\n', encoding="utf-8")
    assert text in read_library(folder).cues[Bias.HYPERBOLIC_DISCOUNTING][0].say


def refusal_of_cue(folder: Path, bias: Bias, text: str) -> str:
    """Return the error about a library in which a cue of ``bias`` says ``text``; it names the line."""
    library_with_cue(folder, bias, text)
    with pytest.raises(InputError) as error:
        read_library(folder)
    assert refused_line(folder / "cues" / f"{bias.slug}.toml", error.value).strip(' ",') == text
    return str(error.value)


def library_with_cue(folder: Path, bias: Bias, text: str) -> Path:
    """Return a library whose first cue of ``bias`` has ``text`` as its first wording."""
    for name in ("cues", "schemas"):
        shutil.copytree(library_folder() / name, folder / name)
    change(folder / "cues" / f"{bias.slug}.toml", LIBRARY.cues[bias][0].say[0], text)
    return folder


@pytest.mark.parametrize("bias", Bias)
def test_only_cues_of_hyperbolic_discounting_depend_on_the_size_of_an_action(bias: Bias) -> None:
    """They praise the action that is quicker to take, or either."""
    sizes = {"any", "smaller"} if bias is Bias.HYPERBOLIC_DISCOUNTING else {"any"}
    assert {cue.name: cue.fits for cue in LIBRARY.cues[bias] if cue.fits not in sizes} == {}


def test_hyperbolic_discounting_has_patterns_for_either_action() -> None:
    """Otherwise the size of an action would follow from the cue, and the right answer with it."""
    cues = LIBRARY.cues[Bias.HYPERBOLIC_DISCOUNTING]
    assert sum(cue.fits == "any" for cue in cues) >= FEWEST_PATTERNS
    assert any(cue.fits == "smaller" for cue in cues)


def test_a_bias_without_cues_is_one_line_with_the_file_to_write(probe: CommandLine, tmp_path: Path) -> None:
    """Before anything is composed, also for biases that have cues."""
    shutil.copytree(library_folder().parent, domain := tmp_path / "domain")
    file = domain / "practices" / "cues" / "framing_effect.toml"
    file.unlink()
    result = probe("generate", "--author", "grammar", "--seeds", domain, "--out", tmp_path / "run", expect=2)
    assert str(file) in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "run" / "dataset.jsonl").exists()


def test_cues_that_praise_only_one_size_of_action_are_refused(tmp_path: Path) -> None:
    """Where neither action is the smaller one, none of them would fit."""
    shutil.copytree(library_folder() / "cues", tmp_path / "cues")
    shutil.copytree(library_folder() / "schemas", tmp_path / "schemas")
    file = tmp_path / "cues" / "hyperbolic_discounting.toml"
    first = file.read_text(encoding="utf-8").split("[[cue]]")[1]
    file.write_text(f"[[cue]]{first}", encoding="utf-8")
    with pytest.raises(InputError, match=r"hyperbolic_discounting\.toml:\d+: .*fits = \"any\""):
        read_library(tmp_path)


def test_a_cue_for_the_smaller_action_never_praises_the_larger() -> None:
    """The composer keeps to ``fits`` whichever action is right."""
    author = GrammarAuthor({"mode": "closed-book", "depth": "2-3"}, seed=11)
    smaller_cues = {cue.name for cue in LIBRARY.cues[Bias.HYPERBOLIC_DISCOUNTING] if cue.fits == "smaller"}
    smaller = {schema.about: schema.smaller for schema in LIBRARY.schemas}
    candidates = [author.candidate(Bias.HYPERBOLIC_DISCOUNTING, index) for index in range(24)]
    fitting_candidates = [candidate for candidate in candidates if origin(candidate, "cue") in smaller_cues]
    assert fitting_candidates
    for candidate in fitting_candidates:
        assert smaller[origin(candidate, "schema")] not in (None, origin(candidate, "right"))


def test_every_anchor_gives_a_figure_for_the_number_that_decides() -> None:
    """A cue without a figure anchors nothing."""
    for cue in (*LIBRARY.cues[Bias.ANCHORING], *LIBRARY.repeats[Bias.ANCHORING]):
        assert cue.anchors
        for text in sentences(cue):
            assert {"anchor", "anchored"} <= set(slots(text)), text


@pytest.mark.parametrize("bias", [bias for bias in Bias if bias not in (Bias.ANCHORING, Bias.FRAMING, Bias.HINDSIGHT)])
def test_every_other_cue_names_the_action_that_it_is_about(bias: Bias) -> None:
    """A cue without an action pushes nowhere."""
    for cue in (*LIBRARY.cues[bias], *LIBRARY.repeats[bias]):
        assert not cue.anchors
        for text in sentences(cue):
            assert any(slot.startswith(("pushed_", "other_")) for slot in slots(text)), text


def frames_of(cue: Cue) -> FigureFrames:
    """Return the wording of a framing cue."""
    assert cue.wording
    return cue.wording


@pytest.mark.parametrize("cue", LIBRARY.cues[Bias.FRAMING], ids=lambda cue: cue.name)
def test_gain_and_loss_are_worded_alike_and_share_one_figure(cue: Cue) -> None:
    """Word for word the same, apart from the figure and the words that name its side."""
    gain, loss = frames_of(cue).gain, frames_of(cue).loss
    assert len(gain.split()) == len(loss.split())
    assert (
        2 <= sum(gain_word != loss_word for gain_word, loss_word in zip(gain.split(), loss.split(), strict=True)) <= 3
    )
    share, whole_figure = figure(gain)
    remainder, same_whole = figure(loss)
    assert whole_figure == same_whole == share + remainder


def figure(text: str) -> tuple[int, int]:
    """Return the part and the whole that a sentence gives."""
    match = FIGURE.search(text)
    assert match, text
    return int(match[1]), int(match[3] or 100)


@pytest.mark.parametrize("cue", LIBRARY.cues[Bias.FRAMING], ids=lambda cue: cue.name)
def test_the_even_wordings_have_the_same_numbers_and_about_the_length_of_a_frame(cue: Cue) -> None:
    """Both sides of the figure, in either order."""
    wording = frames_of(cue)
    numbers = [sorted(re.findall(r"\d+", text)) for text in (wording.even, wording.even_again)]
    assert numbers[0] == numbers[1]
    assert wording.even != wording.even_again
    frames = len(wording.gain) + len(wording.loss)
    assert abs(frames - 2 * len(wording.even_again)) <= PLACEBO_TOLERANCE * frames


HINDSIGHT = [
    *(text for bias, cue in CUES if bias is Bias.HINDSIGHT for text in sentences(cue)),
    *PHRASES.hindsight_placebo,
    *PHRASES.plain_hindsight_placebo,
    *PHRASES.policy.hindsight_intro,
    *(text for voice in PHRASES.voice for text in voice.hindsight_decision),
]


def test_hindsight_keeps_to_the_past() -> None:
    """A verb in the present tense would leak that the outcome is not over yet."""
    for form in (form for text in HINDSIGHT for form in forms(text)):
        assert not PRESENT.search(CONDITIONAL.sub("", re.sub(r"\{[^{}]*\}", "", form))), form
        assert "|" not in form


@pytest.mark.parametrize("cue", LIBRARY.cues[Bias.HINDSIGHT], ids=lambda cue: cue.name)
def test_each_good_outcome_has_a_bad_one(cue: Cue) -> None:
    """As many of both, so that neither is rarer."""
    assert len(cue.good) == len(cue.bad)
    assert len(cue.plain_good) == len(cue.plain_bad)


@pytest.mark.parametrize("is_past", [False, True])
@pytest.mark.parametrize("style", STYLES)
def test_placebos_push_nowhere(style: Style, is_past: bool) -> None:
    """They name no action, give no figure of the case, and confess nothing."""
    for text in PHRASES.placebos(style, past=is_past):
        assert not any(slot.startswith(("pushed", "other", "anchor", "done", "passed")) for slot in slots(text))
        assert WORDS.problem(text, Bias("none")) is None


@pytest.mark.parametrize("style", STYLES)
def test_a_bare_recommendation_has_no_word_of_any_bias(style: Style) -> None:
    """Otherwise its effect would also be that of a bias."""
    assert PHRASES.advocates(style)
    for text in PHRASES.advocates(style):
        assert WORDS.problem(text, Bias("none")) is None
        assert slots(text) == ("pushed_base",)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("schema", LIBRARY.schemas, ids=lambda schema: schema.about)
def test_every_cue_finds_controls_of_its_length(schema: Schema, style: Style) -> None:
    """Whatever action it names; without a placebo and a recommendation, the composer has to drop the cue."""
    for action in (schema.first, schema.second):
        words = action_words(action)
        controls = (PHRASES.placebos(style, past=False), PHRASES.advocates(style))
        lengths = [[len(render(text, words)) for text in sentences] for sentences in controls]
        for _, cue in CUES:
            for text in () if cue.anchors else cue.pushes(style):
                size = len(render(text, words))
                assert all(
                    any(abs(size - length) <= PLACEBO_TOLERANCE * size for length in control_lengths)
                    for control_lengths in lengths
                ), text


def action_words(action: Action) -> dict[str, str]:
    """Return the slots of a cue, with ``action`` in both roles."""
    words = dict.fromkeys(("product", "it", "users", "private"), "the application")
    forms = {"base": action.base, "ing": action.ing, "short": action.short}
    return words | {
        f"{role}_{form}": render(text, words) for role in ("pushed", "other") for form, text in forms.items()
    }


@pytest.mark.parametrize(("noun", "expected"), [("number of requests at peak", "40"), ("peak load", "40 requests")])
def test_a_first_figure_repeats_no_unit_that_its_noun_has(noun: str, expected: str) -> None:
    """No text says that a number of requests was put at 40 requests."""
    number = Number(name="load", noun=noun, unit=("request", "requests"), range=(1, 90), say=("It is {load}.",))
    assert first_figure(number, 40) == expected


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("faulty requests", "number of faulty requests"),
        ("number of requests at peak", "number of requests at peak"),
        ("peak load", "peak load"),
    ],
)
def test_a_first_figure_is_for_a_number_of_things(noun: str, expected: str) -> None:
    """No text gives "40 as the faulty requests"."""
    number = Number(name="load", noun=noun, unit=("request", "requests"), range=(1, 90), say=("It is {load}.",))
    assert anchor_noun(number) == expected


@pytest.mark.parametrize("noun", ["finish date", "date of the release"])
def test_a_first_figure_that_is_a_date_stays_one(noun: str) -> None:
    """Its unit is a form, not a word."""
    number = Number(name="day", noun=noun, unit=("date",), range=(1, 90), say=("It is {day}.",))
    assert first_figure(number, 60) == "1 March"


@pytest.mark.parametrize("mode", ["policy", "closed-book"])
def test_a_first_figure_is_before_all_figures_of_a_case_that_leaves_its_number_to_derive(mode: str) -> None:
    """A figure that is stated needs no estimate, and one that follows others is not the first."""
    author = GrammarAuthor({"mode": mode, "depth": "2-6"} if mode == "policy" else {"mode": mode}, seed=9)
    anchors = {schema.about: schema.anchor for schema in LIBRARY.schemas}
    for index in range(12):
        candidate = author.candidate(Bias.ANCHORING, index)
        assert candidate.programs
        assert not re.search(rf"^{anchors[origin(candidate, 'schema')]}\(", candidate.programs.unbiased, re.MULTILINE)
        passage = passage_of(candidate.texts.unbiased, candidate.texts.biased)
        policy = {rule.sentence for rule in candidate.stated_rules}
        before = [line for line in passage.head.splitlines() if not any(line.endswith(rule) for rule in policy)]
        assert not re.search(r"\d", " ".join(before)), passage.head


def test_there_is_no_first_figure_where_everything_is_stated() -> None:
    """At depth 2 nothing is derived, and the error says what to ask for."""
    author = GrammarAuthor({"mode": "policy", "depth": "2"}, seed=9)
    with pytest.raises(InputError, match="anchoring bias needs depth 3 or more"):
        author.check_bias(Bias.ANCHORING)
    author.check_bias(Bias.FRAMING)


@pytest.mark.parametrize("bias", Bias)
def test_the_recommendation_names_the_pushed_action_in_the_cues_place(bias: Bias) -> None:
    """It is as long as the cue; biases whose cues name no action have none."""
    author = GrammarAuthor({"mode": "policy", "depth": "3-5"}, seed=6)
    schemas = {schema.about: schema for schema in LIBRARY.schemas}
    for index in range(3):
        candidate = author.candidate(bias, index)
        assert candidate.controls
        if bias in NAMES_NO_OPTION:
            assert candidate.controls.advocacy is None
            continue
        assert candidate.controls.advocacy
        schema = schemas[origin(candidate, "schema")]
        pushed_action = schema.second if origin(candidate, "right") == "first" else schema.first
        added_text = passage_of(candidate.texts.unbiased, candidate.controls.advocacy).cued
        cue = passage_of(candidate.texts.unbiased, candidate.texts.biased).cued
        assert pushed_action.base.split("{")[0] in added_text
        assert abs(len(added_text) - len(cue)) <= PLACEBO_TOLERANCE * len(cue) + 2
        assert passage_of(candidate.texts.biased, candidate.controls.advocacy).head.startswith(
            candidate.texts.unbiased[:40]
        )


def test_the_twin_has_the_identical_cue() -> None:
    """It praises the wrong action in one arm and the right one in the other, so it predicts neither."""
    author = GrammarAuthor({"mode": "policy", "depth": "2-4"}, seed=5)
    for bias in Bias:
        candidate = author.candidate(bias, 0)
        assert candidate.twin
        assert candidate.twin.correct_option is not candidate.correct_option
        if bias is not Bias.FRAMING:
            cue = edit(candidate.texts.unbiased, candidate.texts.biased)
            assert edit(candidate.twin.unbiased, candidate.twin.biased) == cue
