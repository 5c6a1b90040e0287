"""Read a domain of seeds: dilemmas by bias, the grammar's practices, and other content (docs/seeds.md).

A user's folder is read completely before any problem is reported, so that all can be fixed at once. Each is reported on
one line with the file, the problem and the fix.
"""

import os
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import Field, StringConstraints

from probe.content import ContentFile
from probe.errors import CorpusError, InputError, UnreadableError
from probe.inputs import read_text
from probe.values import Bias, BiasSheet, Controls, Corpus, Item, Option, Programs, Seed, Texts, Value
from probe.values.domain import DomainWords

DEFAULT_DOMAIN = "software_engineering"
"""The packaged domain that is read by default."""

DILEMMAS, PRACTICES = "dilemmas", "practices"
"""The folders of a domain: hand-made dilemmas by bias, and the library of the grammar (docs/grammar.md)."""

BEST_PRACTICE = "best practice is:"
"""The phrase that the last sentence of every note contains, so that a note states the purpose of its axioms."""

SEEDS_PER_BIAS = 2
"""The author sees two pairs per bias (PROBE-SWE, section 4), so no bias can have fewer."""

_DILEMMA = "dilemma.toml"
_REQUIRED = (_DILEMMA, "unbiased.txt", "biased.txt", "axioms.pl", "axioms.txt", "unbiased.pl", "biased.pl")
_OPTIONAL = ("placebo.txt", "counter.txt")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

SomeValue = TypeVar("SomeValue", bound=Value)
SomeText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class DomainFile(Value):
    """A domain.toml: what the domain is, and how prompts speak about its dilemmas (DomainWords)."""

    name: SomeText
    description: SomeText
    adjective: SomeText | None = None
    narrator: SomeText | None = None
    expert: SomeText | None = None
    practice: SomeText | None = None


class BiasFile(Value):
    """A bias.toml: the bias as the prompts describe it, and the source of the description."""

    name: SomeText
    family: SomeText
    definition: SomeText
    mechanism: SomeText
    source: SomeText


class DilemmaFile(Value):
    """A dilemma.toml: what the texts and programs next to it are, and the words of the cue."""

    title: SomeText
    source: SomeText
    correct_option: Literal["option_A", "option_B"]
    cue: SomeText | tuple[SomeText, ...] = Field(min_length=1, description="a text in quotes, or a list of such texts")


class Problems:
    """A growing list of problems, one line each: the file, the problem, the fix."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.lines)

    def add(self, path: Path, problem: str, fix: str) -> None:
        """Record one problem of ``path``, as one line regardless of what the file or its name contains."""
        self.extend([f"{path}: {problem}; {fix}"])

    def extend(self, lines: Iterable[str]) -> None:
        """Record complete problems, each as one line regardless of what it contains."""
        for line in lines:
            self.lines.append("".join(character if character.isprintable() else REPLACEMENT for character in line))

    def refuse(self, error: UnreadableError) -> None:
        """Record that a file cannot be read."""
        self.add(error.file, error.problem, error.fix or "correct or replace the file")


def read_corpus(seeds: Path | None = None) -> Corpus:
    """Return the corpus of the domain that ``seeds`` names; see ``find_domain``.

    A domain with only other content gives a corpus without dilemmas. Raises CorpusError, which lists every problem, if
    the domain cannot be used.
    """
    return _read_domain(find_domain(seeds))


def corpus_of(pairs: Sequence[Item], seeds: Path | None) -> Corpus:
    """Return the domain of ``pairs``, with the definitions of its biases: ``seeds``, else the packaged one.

    Raises InputError if ``seeds`` is not given and the pairs are of several domains, or of one that is not packaged.
    """
    if seeds is not None:
        return read_corpus(seeds)
    domains = sorted({pair.domain for pair in pairs})
    if len(domains) == 1 and domains[0] in packaged_domains():
        return read_corpus(Path(domains[0]))
    domains_text = (
        f"the domains {', '.join(domains)}" if len(domains) > 1 else f"the domain {', '.join(domains) or 'none'}"
    )
    raise InputError(f"the pairs are of {domains_text}: name the folder that defines their biases with --seeds")


def find_domain(seeds: Path | None = None) -> Path:
    """Return the folder of a domain: ``seeds``, the only domain in it, or the packaged one with this name.

    Raises InputError if there is none.
    """
    packaged_folder = _packaged_folder()
    folder = packaged_folder / DEFAULT_DOMAIN if seeds is None else seeds
    # A folder of the user with the name of a packaged domain comes first.
    if not folder.is_dir() and (packaged_folder / folder.name / "domain.toml").is_file() and folder.name == str(folder):
        folder = packaged_folder / folder.name
    if not folder.is_dir() and (folder.parent / DILEMMAS / folder.name).is_dir():
        raise InputError(
            f"{folder}: moved to {folder.parent / DILEMMAS / folder.name}; give its domain, {folder.parent}"
        )
    if not folder.is_dir():
        names = ", ".join(packaged_domains())
        raise InputError(f"{folder}: not a folder of seeds, and not the name of a packaged domain ({names})")
    if (folder / "domain.toml").exists():
        return folder
    # A likely mistake, which needs a better message than a missing domain.toml.
    if (folder / "bias.toml").exists():
        raise InputError(f"{folder}: is the folder of one bias; give its domain, two folders up")
    domains = [domain for domain in _folders(folder) if (domain / "domain.toml").exists()]
    if len(domains) > 1:
        names = ", ".join(domain.name for domain in domains)
        raise InputError(f"{folder}: contains several domains ({names}); give one of them")
    if not domains:
        raise InputError(f"{folder}: no domain.toml, here or one folder below; add one with name and description")
    return domains[0]


def names_domain(path: Path) -> bool:
    """Whether ``path`` is the folder of a domain, or the name of a packaged one."""
    return (path / "domain.toml").is_file() or (not path.exists() and str(path) in packaged_domains())


def packaged_domains() -> tuple[str, ...]:
    """Return the names of the domains that come with the package."""
    return tuple(domain.name for domain in _folders(_packaged_folder()))


def _packaged_folder() -> Path:
    return Path(str(files("probe") / "seeds"))


def _folders(folder: Path) -> list[Path]:
    """Return the folders in ``folder``, sorted by name, without hidden ones and caches."""
    return [entry for entry in _entries(folder) if entry.is_dir() and not entry.name.startswith((".", "_"))]


def _entries(folder: Path) -> list[Path]:
    try:
        # Sort, because file systems list a folder in different orders, and seeds and problems follow the order here.
        return sorted(folder.iterdir())
    except OSError as error:
        raise InputError(f"{folder}: cannot be read ({error.strerror}); check its permissions") from error


def _read_domain(folder: Path) -> Corpus:
    misplaced_folders = [entry.name for entry in _folders(folder) if (entry / "bias.toml").exists()]
    if misplaced_folders:
        raise InputError(
            f"{folder}: the folders of biases belong in dilemmas: move {misplaced_folders[0]} to "
            f"dilemmas/{misplaced_folders[0]}"
        )
    problems = Problems()
    domain_file = _read_file(folder / "domain.toml", DomainFile, problems)
    sheets: list[BiasSheet] = []
    seeds: list[Seed] = []
    dilemmas = folder / DILEMMAS
    if dilemmas.is_dir():
        for bias_folder in _folders(dilemmas):
            for sheet in _read_sheet(bias_folder, problems):
                sheets.append(sheet)
                seeds.extend(_read_seeds(bias_folder, sheet.bias, folder.name, problems))
        # A folder whose biases all have problems is not empty.
        if not sheets and not problems:
            problems.add(dilemmas, "contains no bias", "add a folder named like the bias, with bias.toml and dilemmas")
    elif not _folders(folder):
        problems.add(folder, "contains no seeds", f"add {DILEMMAS} or {PRACTICES}")
    # Raise at the end, so that a user sees all problems at once.
    if problems or domain_file is None:
        raise CorpusError(problems.lines)
    fields = domain_file[1].model_dump(exclude_none=True)
    order = Bias.in_order(sheet.bias for sheet in sheets)
    return Corpus(
        domain=folder.name,
        name=fields["name"],
        description=fields["description"],
        words=DomainWords.of(fields["name"], fields),
        sheets=tuple(sorted(sheets, key=lambda sheet: order.index(sheet.bias))),
        seeds=tuple(sorted(seeds, key=lambda seed: (order.index(seed.bias), seed.name))),
    )


def _read_sheet(folder: Path, problems: Problems) -> list[BiasSheet]:
    bias_file = _read_file(folder / "bias.toml", BiasFile, problems)
    if bias_file is None:
        return []
    source, sheet = bias_file
    location = source.location(("name",))
    try:
        bias = Bias(sheet.name)
    except ValueError:
        fix = 'write the bias in lower-case words, like "anchoring bias"'
        problems.extend([f"{location}: name is {sheet.name!r}; {fix}"])
        return []
    if bias.slug != folder.name:
        name = folder.name.replace("_", " ")
        problems.extend([f'{location}: name is {sheet.name!r}; write name = "{name}", as the folder is named'])
    # Continue despite a problem with the name, so that the dilemmas of the bias are checked as well.
    return [BiasSheet(bias=bias, **sheet.model_dump(exclude={"name"}))]


def _read_seeds(folder: Path, bias: Bias, domain: str, problems: Problems) -> list[Seed]:
    dilemmas = _folders(folder)
    if len(dilemmas) < SEEDS_PER_BIAS:
        count_text = "one dilemma" if dilemmas else "no dilemma"
        problems.add(folder, f"contains {count_text}", "give every bias two or more: its author sees two pairs")
    return [seed for dilemma in dilemmas for seed in _read_seed(dilemma, bias, domain, problems)]


def _read_seed(folder: Path, bias: Bias, domain: str, problems: Problems) -> list[Seed]:
    earlier_problem_count = len(problems.lines)
    _check_names(folder, problems)
    present_names = [name for name in (*_REQUIRED, *_OPTIONAL) if (folder / name).exists()]
    texts = {name: _read_text(folder / name, problems) for name in present_names if name != _DILEMMA}
    dilemma_file = _read_file(folder / _DILEMMA, DilemmaFile, problems) if _DILEMMA in present_names else None
    # Compare texts only if all files could be read: a consequence of a missing file is not a separate problem.
    if dilemma_file is None or len(problems.lines) > earlier_problem_count:
        return []
    source, dilemma = dilemma_file
    cue = (dilemma.cue,) if isinstance(dilemma.cue, str) else dilemma.cue
    _check_texts(folder, texts, source, cue, problems)
    if len(problems.lines) > earlier_problem_count:
        return []
    program = {name: texts[name] + "\n" for name in texts if name.endswith(".pl")}
    controls = Controls(placebo=texts.get("placebo.txt"), counter=texts.get("counter.txt"))
    return [
        Seed(
            domain=domain,
            bias=bias,
            name=folder.name,
            title=dilemma.title,
            source=dilemma.source,
            cue=cue,
            correct_option=Option(dilemma.correct_option),
            texts=Texts(unbiased=texts["unbiased.txt"], biased=texts["biased.txt"]),
            programs=Programs(
                axioms=program["axioms.pl"],
                unbiased=program["unbiased.pl"],
                biased=program["biased.pl"],
                note=texts["axioms.txt"],
            ),
            controls=controls if controls != Controls() else None,
        )
    ]


def _check_names(folder: Path, problems: Problems) -> None:
    """Report missing files, and files that are not read because they are probably misspelt."""
    missing_names = [name for name in _REQUIRED if not (folder / name).exists()]
    if missing_names:
        problems.add(folder, f"missing {', '.join(missing_names)}", "a dilemma needs each of these files")
    expected_names = {*_REQUIRED, *_OPTIONAL}
    for path in _entries(folder):
        if (
            path.suffix in (".txt", ".pl", ".toml")
            and path.name not in expected_names
            and not path.name.startswith(".")
        ):
            problems.add(path, "not a file of a dilemma", f"rename it to one of {', '.join((*_REQUIRED, *_OPTIONAL))}")


def _check_texts(
    folder: Path, texts: dict[str, str], source: ContentFile, cue: tuple[str, ...], problems: Problems
) -> None:
    unbiased, biased, note = texts["unbiased.txt"], texts["biased.txt"], texts["axioms.txt"]
    if unbiased == biased:
        problems.add(folder / "biased.txt", "the same text as unbiased.txt", "put the cue in")
    for phrase in cue:
        location = source.location(("cue",), phrase)
        if phrase not in biased:
            problems.extend([f"{location}: cue {phrase!r} is not in biased.txt; copy the words exactly"])
        # Words in both texts cannot be the difference between them.
        elif phrase in unbiased:
            reason = "is in unbiased.txt too; name the words of biased.txt alone"
            problems.extend([f"{location}: cue {phrase!r} {reason}"])
    # Mitigations show the text after these words, so it must not be empty.
    practice = note.lower().rpartition(BEST_PRACTICE)
    if not practice[1] or not practice[2].strip() or "\n\n" in note:
        problem = f"not one paragraph that ends in a sentence with {BEST_PRACTICE!r}"
        problems.add(folder / "axioms.txt", problem, "end it by saying which practice the axioms state")


def _read_text(path: Path, problems: Problems) -> str:
    """Return the text of ``path`` with normalised line endings and no outer whitespace; empty after a problem."""
    if not os.path.lexists(path):
        problems.add(path, "missing", "add the file")
        return ""
    try:
        text = read_text(path, mark=True).strip()
    except UnreadableError as error:
        problems.refuse(error)
        return ""
    if not text:
        problems.add(path, "empty", "write its text")
    return text


def _read_file(path: Path, kind: type[SomeValue], problems: Problems) -> tuple[ContentFile, SomeValue] | None:
    """Return a TOML file and its value; None, with the problems recorded, if it is missing or cannot be used."""
    if not os.path.lexists(path):
        problems.add(path, "missing", "add the file")
        return None
    try:
        source = ContentFile(path, several_lines=True)
        return source, source.value(kind)
    except UnreadableError as error:
        problems.refuse(error)
    except CorpusError as error:
        problems.extend(error.problems)
    except InputError as error:
        problems.extend([str(error)])
    return None
