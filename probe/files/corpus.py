"""Read a domain of seeds: dilemmas by bias, the grammar's practices, and other content (docs/seeds.md).

A user's folder is read completely before any problem is reported, so that all can be fixed at once. Each is reported on
one line with the file, the problem and the fix.
"""

import os
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from probe.errors import CorpusError, InputError, UnreadableError
from probe.inputs import parse_toml, read_text
from probe.values import Bias, BiasSheet, Controls, Corpus, Item, Option, Programs, Seed, Texts
from probe.values.domain import DomainWords

DEFAULT_DOMAIN = "software_engineering"
"""The packaged domain that is read by default."""

WORDS = tuple(DomainWords.model_fields)
"""The optional keys of a domain.toml: how prompts speak about its dilemmas."""

DILEMMAS, PRACTICES = "dilemmas", "practices"
"""The folders of a domain: hand-made dilemmas by bias, and the library of the grammar (docs/grammar.md)."""

BEST_PRACTICE = "best practice is:"
"""The phrase that the last sentence of every note contains, so that a note states the purpose of its axioms."""

SEEDS_PER_BIAS = 2
"""The author sees two pairs per bias (PROBE-SWE, section 4), so no bias can have fewer."""

_DILEMMA = "dilemma.toml"
_REQUIRED = (_DILEMMA, "unbiased.txt", "biased.txt", "axioms.pl", "axioms.txt", "unbiased.pl", "biased.pl")
_OPTIONAL = ("placebo.txt", "counter.txt")


class Problems:
    """A growing list of problems, one line each: the file, the problem, the fix."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.lines)

    def add(self, path: Path, what: str, fix: str) -> None:
        """Record one problem of ``path``, as one line whatever the file or its name contains."""
        line = f"{path}: {what}; {fix}"
        self.lines.append("".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line))

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
    named = f"the domains {', '.join(domains)}" if len(domains) > 1 else f"the domain {', '.join(domains) or 'none'}"
    raise InputError(f"the pairs are of {named}: name the folder that defines their biases with --seeds")


def find_domain(seeds: Path | None = None) -> Path:
    """Return the folder of a domain: ``seeds``, the only domain in it, or the packaged one with this name.

    Raises InputError if there is none.
    """
    packaged = _packaged()
    folder = packaged / DEFAULT_DOMAIN if seeds is None else seeds
    if not folder.is_dir() and (packaged / folder.name / "domain.toml").is_file() and folder.name == str(folder):
        folder = packaged / folder.name
    if not folder.is_dir() and (folder.parent / DILEMMAS / folder.name).is_dir():
        raise InputError(
            f"{folder}: moved to {folder.parent / DILEMMAS / folder.name}; give its domain, {folder.parent}"
        )
    if not folder.is_dir():
        names = ", ".join(packaged_domains())
        raise InputError(f"{folder}: not a folder of seeds, and not the name of a packaged domain ({names})")
    if (folder / "domain.toml").exists():
        return folder
    if (folder / "bias.toml").exists():
        raise InputError(f"{folder}: is the folder of one bias; give its domain, two folders up")
    domains = [one for one in _folders(folder) if (one / "domain.toml").exists()]
    if len(domains) > 1:
        names = ", ".join(one.name for one in domains)
        raise InputError(f"{folder}: contains several domains ({names}); give one of them")
    if not domains:
        raise InputError(f"{folder}: no domain.toml, here or one folder below; add one with name and description")
    return domains[0]


def names_domain(path: Path) -> bool:
    """Whether ``path`` is the folder of a domain, or the name of a packaged one."""
    return (path / "domain.toml").is_file() or (not path.exists() and str(path) in packaged_domains())


def packaged_domains() -> tuple[str, ...]:
    """Return the names of the domains that come with the package."""
    return tuple(one.name for one in _folders(_packaged()))


def _packaged() -> Path:
    return Path(str(files("probe") / "seeds"))


def _folders(folder: Path) -> list[Path]:
    """Return the folders in ``folder``, sorted by name, without hidden ones and caches."""
    return [one for one in _entries(folder) if one.is_dir() and not one.name.startswith((".", "_"))]


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise InputError(f"{folder}: cannot be read ({error.strerror}); check its permissions") from error


def _read_domain(folder: Path) -> Corpus:
    moved = [one.name for one in _folders(folder) if (one / "bias.toml").exists()]
    if moved:
        raise InputError(f"{folder}: the folders of biases belong in dilemmas: move {moved[0]} to dilemmas/{moved[0]}")
    problems = Problems()
    about = _read_table(folder / "domain.toml", ("name", "description"), problems, optional=WORDS)
    sheets: list[BiasSheet] = []
    seeds: list[Seed] = []
    dilemmas = folder / DILEMMAS
    if dilemmas.is_dir():
        for bias_folder in _folders(dilemmas):
            for sheet in _read_sheet(bias_folder, problems):
                sheets.append(sheet)
                seeds.extend(_read_seeds(bias_folder, sheet.bias, folder.name, problems))
        if not sheets and not problems:
            problems.add(dilemmas, "contains no bias", "add a folder named like the bias, with bias.toml and dilemmas")
    elif not _folders(folder):
        problems.add(folder, "contains no seeds", f"add {DILEMMAS} or {PRACTICES}")
    if problems:
        raise CorpusError(problems.lines)
    order = Bias.in_order(sheet.bias for sheet in sheets)
    return Corpus(
        domain=folder.name,
        name=about["name"],
        description=about["description"],
        words=DomainWords.of(about["name"], about),
        sheets=tuple(sorted(sheets, key=lambda sheet: order.index(sheet.bias))),
        seeds=tuple(sorted(seeds, key=lambda seed: (order.index(seed.bias), seed.name))),
    )


def _read_sheet(folder: Path, problems: Problems) -> list[BiasSheet]:
    path = folder / "bias.toml"
    table = _read_table(path, ("name", "family", "definition", "mechanism", "source"), problems)
    if not table:
        return []
    try:
        bias = Bias(table["name"])
    except ValueError:
        problems.add(path, f"name is {table['name']!r}", 'write the bias in lower-case words, like "anchoring bias"')
        return []
    if bias.slug != folder.name:
        name = folder.name.replace("_", " ")
        problems.add(path, f"name is {table['name']!r}", f'write name = "{name}", as the folder is named')
    del table["name"]
    return [BiasSheet(bias=bias, **table)]


def _read_seeds(folder: Path, bias: Bias, domain: str, problems: Problems) -> list[Seed]:
    dilemmas = _folders(folder)
    if len(dilemmas) < SEEDS_PER_BIAS:
        held = "one dilemma" if dilemmas else "no dilemma"
        problems.add(folder, f"contains {held}", "give every bias two or more: its author sees two pairs")
    return [seed for one in dilemmas for seed in _read_seed(one, bias, domain, problems)]


def _read_seed(folder: Path, bias: Bias, domain: str, problems: Problems) -> list[Seed]:
    before = len(problems.lines)
    _check_names(folder, problems)
    present = [name for name in (*_REQUIRED, *_OPTIONAL) if (folder / name).exists()]
    read = {name: _read_text(folder / name, problems) for name in present if name != _DILEMMA}
    table = (
        _read_table(folder / _DILEMMA, ("title", "source", "correct_option"), problems, lists=("cue",))
        if _DILEMMA in present
        else {}
    )
    if len(problems.lines) > before:
        return []
    option = _option(folder / _DILEMMA, table["correct_option"], problems)
    cue = tuple(table["cue"].split("\n"))
    _check_texts(folder, read, cue, problems)
    if option is None or len(problems.lines) > before:
        return []
    program = {name: read[name] + "\n" for name in read if name.endswith(".pl")}
    controls = Controls(placebo=read.get("placebo.txt"), counter=read.get("counter.txt"))
    return [
        Seed(
            domain=domain,
            bias=bias,
            name=folder.name,
            title=table["title"],
            source=table["source"],
            cue=cue,
            correct_option=option,
            texts=Texts(unbiased=read["unbiased.txt"], biased=read["biased.txt"]),
            programs=Programs(
                axioms=program["axioms.pl"],
                unbiased=program["unbiased.pl"],
                biased=program["biased.pl"],
                note=read["axioms.txt"],
            ),
            controls=controls if controls != Controls() else None,
        )
    ]


def _check_names(folder: Path, problems: Problems) -> None:
    """Report missing files, and files that are not read because they are probably misspelt."""
    missing = [name for name in _REQUIRED if not (folder / name).exists()]
    if missing:
        problems.add(folder, f"missing {', '.join(missing)}", "a dilemma needs each of these files")
    known = {*_REQUIRED, *_OPTIONAL}
    for path in _entries(folder):
        if path.suffix in (".txt", ".pl", ".toml") and path.name not in known and not path.name.startswith("."):
            problems.add(path, "not a file of a dilemma", f"rename it to one of {', '.join((*_REQUIRED, *_OPTIONAL))}")


def _option(path: Path, name: str, problems: Problems) -> Option | None:
    if name in tuple(Option):
        return Option(name)
    problems.add(path, f"correct_option is {name!r}", 'write "option_A" or "option_B"')
    return None


def _check_texts(folder: Path, read: dict[str, str], cue: tuple[str, ...], problems: Problems) -> None:
    unbiased, biased, note = read["unbiased.txt"], read["biased.txt"], read["axioms.txt"]
    if unbiased == biased:
        problems.add(folder / "biased.txt", "the same text as unbiased.txt", "put the cue in")
    for piece in cue:
        if piece not in biased:
            problems.add(folder / _DILEMMA, f"cue {piece!r} is not in biased.txt", "copy the words exactly")
        elif piece in unbiased:
            problems.add(
                folder / _DILEMMA, f"cue {piece!r} is in unbiased.txt too", "name the words of biased.txt alone"
            )
    practice = note.lower().rpartition(BEST_PRACTICE)
    if not practice[1] or not practice[2].strip() or "\n\n" in note:
        what = f"not one paragraph that ends in a sentence with {BEST_PRACTICE!r}"
        problems.add(folder / "axioms.txt", what, "end it by saying which practice the axioms state")


def _read_text(path: Path, problems: Problems) -> str:
    """Return the text of ``path`` with normalised line ends and no outer whitespace; empty if there was a problem."""
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


def _read_table(
    path: Path, keys: Sequence[str], problems: Problems, lists: Sequence[str] = (), optional: Sequence[str] = ()
) -> dict[str, str]:
    """Return the table of a TOML file with ``keys``, ``lists`` and some ``optional`` keys; empty on a problem.

    Each of ``keys`` is a non-empty text; each of ``lists`` is a non-empty text or a list of them, returned as lines. A
    missing file is a problem.
    """
    before = len(problems.lines)
    text = _read_text(path, problems)
    if not text:
        return {}
    try:
        table = parse_toml(text, path)
    except UnreadableError as error:
        problems.refuse(error)
        return {}
    known = (*keys, *lists, *optional)
    for key in table:
        if key not in known:
            problems.add(path, f"unknown key {key!r}", f"choose among {', '.join(known)}")
    values: dict[str, str] = {}
    for key in (*keys, *lists, *(key for key in optional if key in table)):
        value = table.get(key)
        pieces = value if key in lists and isinstance(value, list) else [value]
        if key not in table:
            problems.add(path, f"no key {key!r}", f'add {key} = "…"')
        else:
            texts = [piece.strip() for piece in pieces if isinstance(piece, str) and piece.strip()]
            if not texts or len(texts) < len(pieces):
                wanted = "a text or a list of texts" if key in lists else "a text"
                problems.add(path, f"{key} is not {wanted}", f'write {key} = "…" with a text that is not empty')
            values[key] = "\n".join(texts)
    return values if len(problems.lines) == before else {}
