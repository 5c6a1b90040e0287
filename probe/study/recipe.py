"""Recipes of standard studies: what is composed, how it is asked and analysed, and the hashes of what is frozen.

A recipe is ``studies/NAME.toml``, written by hand; ``studies/NAME.frozen.json`` beside it has the hashes, written by
``probe study freeze``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import Field, ValidationError, model_validator

from probe.content import ContentFile
from probe.document import Block, Content, Document, Facts, Grid, Paragraph
from probe.errors import InputError
from probe.files.dataset import write_json
from probe.filters.estimates import CallEstimate
from probe.inputs import read_json
from probe.measuring.estimates import evaluation_calls
from probe.measuring.evaluate import EvaluateCommand
from probe.measuring.mitigations import Strategy, choose_strategies
from probe.measuring.plan import FixedSize
from probe.prompts import load_prompts
from probe.protocols.arguments import Order
from probe.protocols.base import Showing
from probe.study.estimates import mode_of
from probe.values import Arm, Bias, Item, ModelSpec, Value, fingerprint, first_problem
from probe.values.texts import visible_line
from probe.version import __version__

Part = Literal["full", "quick"]
"""The whole study, or a few of its dilemmas to see that everything works."""

ANY = ModelSpec.parse("openai/any")
"""A subject whose calls are counted: texts, and so their tokens, are the same for all."""
PROMPT = "decide"
"""The template of the question."""

FROZEN = "{}.frozen.json"
HASH = 64
"""Hex digits of the hashes of a study: those of SHA-256."""


class ComposedSeries(Value):
    """Dilemmas of one author: how many of each bias, in the whole study and in its quick part."""

    author: str
    per_bias: int = Field(ge=1)
    quick: int = Field(ge=1)

    @property
    def spec(self) -> ModelSpec:
        """The author's name."""
        return ModelSpec.parse(self.author)

    def size(self, part: Part) -> int:
        """Return how many dilemmas of each bias ``part`` has."""
        return self.per_bias if part == "full" else self.quick


class QuickPart(Value):
    """What the quick part has."""

    biases: tuple[Bias, ...] = Field(min_length=1)


class QuestionSettings(Value):
    """How every subject is asked."""

    arms: tuple[Arm, ...] = Field(min_length=2)
    runs: int = Field(ge=1, le=100)
    order: Order
    mitigations: tuple[str, ...] = Field(min_length=1)


class RegisteredAnalysis(Value):
    """The version of the analysis that makes the estimates."""

    version: int


class FrozenContent(Value):
    """The hashes of what a study fixes, and the version of PROBE that made them.

    ``questions`` counts them by part, and ``calls`` has the calls that they take and their tokens, so that a cost is
    known before anything is composed; it is empty in files of earlier versions. ``content`` has the hash of the
    dilemmas of each bias, by part; ``prompts`` and ``mitigations`` those of the words around them.
    """

    probe: str
    prompts: dict[str, str]
    mitigations: dict[str, str]
    questions: dict[Part, int]
    calls: dict[Part, tuple[CallEstimate, ...]] = Field(default_factory=dict)
    content: dict[Part, dict[Bias, str]]


class StudyRecipe(Value):
    """A standard study. ``name`` is that of its file and has its version; ``frozen`` is None until it is frozen."""

    name: str
    summary: str
    seed: int
    biases: tuple[Bias, ...] = Field(min_length=1)
    composed: tuple[ComposedSeries, ...] = Field(min_length=1)
    quick: QuickPart
    asking: QuestionSettings
    analysis: RegisteredAnalysis
    frozen: FrozenContent | None = None

    @model_validator(mode="after")
    def _quick_is_a_part(self) -> "StudyRecipe":
        if unknown_biases := set(self.quick.biases) - set(self.biases):
            raise ValueError(f"quick.biases: {min(unknown_biases)} is not among the biases of the study")
        return self

    @property
    def digest(self) -> str:
        """The hash of everything that is written by hand."""
        # The frozen hashes follow from the recipe, so they are not part of its identity.
        return fingerprint(self.model_dump(mode="json", exclude={"frozen"}), HASH)

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The mitigations under which every dilemma is asked, ``none`` included."""
        return choose_strategies(self.asking.mitigations)

    @property
    def showing(self) -> Showing:
        """How the dilemmas are shown."""
        return Showing(runs=self.asking.runs, order=self.asking.order, arms=self.asking.arms)

    def biases_of(self, part: Part) -> tuple[Bias, ...]:
        """Return the biases of ``part``."""
        return self.biases if part == "full" else self.quick.biases

    def dilemmas(self, part: Part = "full") -> int:
        """Return how many dilemmas ``part`` has."""
        return len(self.biases_of(part)) * sum(source.size(part) for source in self.composed)

    def questions(self, part: Part = "full") -> int:
        """Return the number of questions to a subject: as frozen, else the largest possible number."""
        if self.frozen and part in self.frozen.questions:
            return self.frozen.questions[part]
        # An upper bound: texts that lack an arm are known only after composing.
        return self.dilemmas(part) * len(self.asking.arms) * self._showings_per_text

    def questions_about(self, items: Iterable[Item]) -> int:
        """Return the number of questions to a subject about ``items``, which may lack an arm."""
        return self._showings_per_text * sum(item.text(arm) is not None for item in items for arm in self.asking.arms)

    def calls_about(self, items: Sequence[Item]) -> tuple[CallEstimate, ...]:
        """Return the calls of any subject about ``items``, those of the mitigations included."""
        return evaluation_calls(EvaluateCommand(ANY, items, self.showing, self.strategies))

    @property
    def _showings_per_text(self) -> int:
        """How often each text is shown."""
        return self.asking.runs * len(self.asking.mitigations)

    @property
    def fixed_size(self) -> FixedSize:
        """Its size for planning, with series of one length: that of a dilemma's series in the mean, rounded."""
        lengths = sum(int(source.spec.options.get("series", 1)) * source.per_bias for source in self.composed)
        mean = lengths / sum(source.per_bias for source in self.composed)
        return FixedSize(self.name, self.dilemmas(), round(mean), self.asking.runs, self.questions())

    def hashes(self) -> FrozenContent:
        """Return what is frozen. Raises InputError if nothing is."""
        if self.frozen is None:
            raise InputError(f"{self.name} has no hashes yet: probe study freeze {self.name} computes them")
        return self.frozen

    def content(self, part: Part) -> Mapping[Bias, str]:
        """Return the hashes of the dilemmas of ``part``. Raises InputError if it is not frozen."""
        hashes = self.hashes().content.get(part)
        if hashes is None:
            raise InputError(f"{self.name} has no hashes of its {part} part yet: probe study freeze computes them")
        return hashes

    def check_words(self) -> None:
        """Raise InputError unless this version of PROBE asks in the words of the study."""
        frozen_content = self.hashes()
        for kind, expected, current in (
            ("prompt", frozen_content.prompts, prompt_hashes()),
            ("mitigation", frozen_content.mitigations, self.mitigation_hashes()),
        ):
            if name := first_difference(expected, current):
                raise InputError(
                    f"{self.name}: the {kind} {name} differs between PROBE {__version__} and the study: install "
                    f"PROBE {frozen_content.probe}"
                )

    def check_content(self, items: Sequence[Item], part: Part, source: str) -> None:
        """Raise InputError unless ``items``, of ``source``, are the dilemmas of ``part``."""
        hashes = content_hashes(items)
        # The other part is the likeliest mistake, so it has its own message.
        other_part = next(
            (
                other_part
                for other_part, content in self.hashes().content.items()
                if content == hashes != self.content(part)
            ),
            None,
        )
        if other_part:
            raise InputError(
                f"{source}: has the {other_part} part of {self.name}, but {part} is needed: give another folder"
            )
        if name := first_difference(self.content(part), hashes):
            raise InputError(
                f"{source}: the dilemmas of {name} are not those of {self.name} ({part}): give --release a folder with "
                f"the study's dilemmas, or compose them with PROBE {self.hashes().probe}; this is {__version__}"
            )

    def check_private(self, items: Sequence[Item], source: str) -> None:
        """Raise InputError unless ``items``, of ``source``, are as many dilemmas as the study has, and others."""
        dilemmas_per_bias = sum(source.per_bias for source in self.composed)
        expected_counts, counts = dict.fromkeys(self.biases, dilemmas_per_bias), Counter(item.bias for item in items)
        if wrong_bias := first_difference(expected_counts, counts):
            raise InputError(
                f"{source}: has {counts[wrong_bias]} dilemmas of {wrong_bias}, but a private set of {self.name} has "
                f"{expected_counts.get(wrong_bias, 0)}: probe study private {self.name} composes one"
            )
        if content_hashes(items) == self.content("full"):
            raise InputError(f"{source}: has the public dilemmas of {self.name}: give them as --release")

    def mitigation_hashes(self) -> dict[str, str]:
        """Return the hash of the words of each mitigation."""
        return {strategy.name: strategy.digest for strategy in self.strategies}


def prompt_hashes() -> dict[str, str]:
    """Return the hash of the prompt that asks for a decision."""
    return {PROMPT: load_prompts().digests[PROMPT]}


Key = TypeVar("Key", bound=str)


def first_difference(expected: Mapping[Key, object], actual: Mapping[Key, object]) -> Key | None:
    """Return the first name whose value differs or that only one of both has; None if they are equal."""
    names = dict.fromkeys((*expected, *actual))
    return next((name for name in names if expected.get(name) != actual.get(name)), None)


def content_hashes(items: Iterable[Item]) -> dict[Bias, str]:
    """Return, by bias, the hash of the dilemmas: all texts, right options, programs, scenarios and depths.

    The order of the items and where they come from play no part.
    """
    hashes: dict[Bias, list[str]] = {}
    for item in items:
        texts_by_arm = {arm.value: [item.text(arm), item.right_answer(arm)] for arm in item.arms()}
        content = {"id": item.id, "arms": texts_by_arm, "cluster": item.cluster, "depth": item.complexity.depth}
        hashes.setdefault(item.bias, []).append(fingerprint(content, HASH))
    return {bias: fingerprint(sorted(hashes[bias]), HASH) for bias in Bias.in_order(hashes)}


def incomplete_series(items: Sequence[Item]) -> int:
    """Return how many series lack a member that the other series of their mode have."""
    sizes = Counter((mode_of(item), item.cluster) for item in items)
    longest: dict[str, int] = {}
    for (mode, _), size in sizes.items():
        longest[mode] = max(size, longest.get(mode, 0))
    return sum(size < longest[mode] for (mode, _), size in sizes.items())


def study_names(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of the studies in ``folder``, by default of the packaged ones."""
    return tuple(sorted(file.stem for file in (folder or _folder()).iterdir() if file.suffix == ".toml"))


def _folder() -> Path:
    return Path(str(files("probe") / "studies"))


def read_recipe(name: str, folder: Path | None = None) -> StudyRecipe:
    """Return the study called ``name``; a ``folder`` takes the place of the packaged ones.

    Raises InputError if there is no such study, or a file cannot be used.
    """
    study_folder = folder or _folder()
    if name not in study_names(study_folder):
        raise InputError(
            f"there is no study {visible_line(name)[:40]!r}: choose among {', '.join(study_names(study_folder))}"
        )
    recipe = ContentFile(study_folder / f"{name}.toml", several_lines=True).value(StudyRecipe, named_like_file=True)
    frozen_file = study_folder / FROZEN.format(name)
    if not frozen_file.is_file():
        return recipe
    try:
        return recipe.model_copy(update={"frozen": FrozenContent.model_validate(read_json(frozen_file))})
    except ValidationError as error:
        raise InputError(f"{frozen_file}: {first_problem(error)}") from error


def write_hashes(recipe: StudyRecipe, items: Mapping[Part, Sequence[Item]], folder: Path | None = None) -> Path:
    """Write the hashes of the dilemmas of both parts, and of the words around them, and return the file."""
    frozen_content = FrozenContent(
        probe=__version__,
        prompts=prompt_hashes(),
        mitigations=recipe.mitigation_hashes(),
        questions={part: recipe.questions_about(dilemmas) for part, dilemmas in items.items()},
        calls={part: recipe.calls_about(dilemmas) for part, dilemmas in items.items()},
        content={part: content_hashes(dilemmas) for part, dilemmas in items.items()},
    )
    file = (folder or _folder()) / FROZEN.format(recipe.name)
    write_json(file, frozen_content.model_dump(mode="json"))
    return file


def studies_document(recipes: Iterable[StudyRecipe]) -> Document:
    """Return a list of studies with their sizes."""
    rows = tuple((recipe.name, str(recipe.dilemmas()), str(recipe.questions()), recipe.summary) for recipe in recipes)
    columns, numbers = ("study", "dilemmas", "questions", ""), ("dilemmas", "questions")
    return Document("", (Grid("Studies", columns, rows, numbers=numbers, records=True, titled=False),))


def recipe_document(recipe: StudyRecipe) -> Document:
    """Return everything that a study fixes, for a reader; the hashes are in full."""
    parts: tuple[Part, ...] = ("full", "quick")
    asking = recipe.asking
    fixed_settings: dict[str, Content] = {
        "biases": ", ".join(recipe.biases),
        "arms": ", ".join(asking.arms),
        "runs": f"{asking.runs}, order of the options: {asking.order}",
        "mitigations": ", ".join(asking.mitigations),
        "seed": str(recipe.seed),
        "version of the analysis": str(recipe.analysis.version),
        "digest of all this": recipe.digest,
    }
    sizes = tuple((part, str(recipe.dilemmas(part)), str(recipe.questions(part))) for part in parts)
    sources = tuple((source.author, str(source.per_bias), str(source.quick)) for source in recipe.composed)
    blocks: tuple[Block, ...] = (
        Paragraph(recipe.summary),
        Facts(tuple(fixed_settings.items())),
        Grid("Size", ("part", "dilemmas", "questions"), sizes, numbers=("dilemmas", "questions"), records=True),
        Grid("Dilemmas per bias", ("author", *parts), sources, numbers=parts, records=True),
    )
    if recipe.frozen is None:
        return Document(recipe.name, (*blocks, Paragraph("The study is not frozen: it has no hashes yet.", "warn")))
    hashes = tuple((part, bias, digest) for part in parts for bias, digest in recipe.frozen.content[part].items())
    note = f"made with PROBE {recipe.frozen.probe}"
    content = Grid("Hashes of the dilemmas (SHA-256)", ("part", "bias", "hash"), hashes, note, records=True)
    return Document(recipe.name, (*blocks, content))
