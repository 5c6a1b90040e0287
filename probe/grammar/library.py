"""The library: schemas, modules, ladders, contexts, cues and phrases. Every error has file, line and reason."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from probe.content import ContentFile, Key, SomeValue
from probe.errors import InputError, MissingError
from probe.grammar.checks import check_context, check_ladder, check_module, check_schema
from probe.grammar.cue_checks import CueWords, check_cue
from probe.grammar.logic import literal
from probe.grammar.practice_library import Context, Cue, Phrases
from probe.grammar.schema import Ladder, Module, Schema
from probe.grammar.voice_checks import check_phrases
from probe.values import Bias, Value, fingerprint
from probe.values.base import DOSES

CUE_WORDS = "cue_words.toml"
REPEAT = "repeat"
"""The tables of what other people say like a cue."""
MOST_DOSES = max(DOSES)


class Library(Value):
    """Everything that the author composes from; ``version`` is a hash of the files it was read from.

    ``repeats`` are what other people say like the cues of a bias: for arms with several doses.
    """

    version: str
    schemas: tuple[Schema, ...]
    modules: tuple[Module, ...]
    ladders: tuple[Ladder, ...]
    contexts: tuple[Context, ...]
    cues: dict[Bias, tuple[Cue, ...]]
    repeats: dict[Bias, tuple[Cue, ...]]
    cue_folder: Path
    phrases: Phrases


PRACTICES = "practices"
"""The folder of a domain that contains its library."""


def practices_of(folder: Path) -> Path:
    """Return the library of ``folder``, which is a domain or a library itself."""
    return folder / PRACTICES if (folder / PRACTICES).is_dir() else folder


def library_folder() -> Path:
    """Return the folder of the library that comes with the package."""
    return Path(__file__).parent.parent / "seeds" / "software_engineering" / PRACTICES


def read_library(folder: Path | None = None) -> Library:
    """Return the library in ``folder``, or of this domain; raise InputError (file, line, reason) or MissingError.

    A folder without contexts, cues, ladders, modules or phrases uses those of the package, which is read once.
    """
    library = None if folder is None else practices_of(folder)
    return _packaged_library() if library is None or library.resolve() == library_folder().resolve() else _read(library)


@cache
def _packaged_library() -> Library:
    return _read(library_folder())


def _read(root: Path) -> Library:
    if not root.is_dir():
        if root.exists():
            raise InputError(f"{root}: is a file: give the folder that contains schemas/")
        raise MissingError(f"{root}: no such folder: the grammar author needs its library of practices")
    phrases_source = ContentFile(_or_packaged(root, "phrases.toml"))
    phrases = phrases_source.value(Phrases)
    check_phrases(phrases_source, phrases)
    # Collected from all files: a fact of a schema must not have the name of what a remark or a cue states.
    used_predicates: dict[str, str] = {}
    contexts = _contexts(_or_packaged(root, "contexts"), phrases, used_predicates)
    modules = _read_entries(_or_packaged(root, "modules"), Module, check_module, "name", "lower")
    words = ContentFile(_or_packaged(root, CUE_WORDS)).value(CueWords)
    cues = _cues(_or_packaged(root, "cues"), words, used_predicates)
    repeats = _repeats(_or_packaged(root, "cues"), words)
    ladders = _read_entries(
        _or_packaged(root, "ladders"), Ladder, partial(check_ladder, used_predicates=used_predicates), "name"
    )
    check = partial(check_schema, contexts=contexts, modules=modules, used_predicates=used_predicates)
    schemas = _read_entries(root / "schemas", Schema, check, "about", pattern="**/*.toml")
    return Library(
        version=_version(root),
        schemas=schemas,
        modules=modules,
        ladders=ladders,
        contexts=contexts,
        cues=cues,
        repeats=repeats,
        cue_folder=_or_packaged(root, "cues"),
        phrases=phrases,
    )


def _or_packaged(root: Path, name: str) -> Path:
    return root / name if (root / name).exists() else library_folder() / name


def _read_entries(
    folder: Path,
    value_type: type[SomeValue],
    check: Callable[[ContentFile, SomeValue], None],
    *names: str,
    pattern: str = "*.toml",
) -> tuple[SomeValue, ...]:
    """Return the value of each file of a folder, checked; each of the fields ``names`` is unique among them."""
    path_by_name: dict[str, Path] = {}
    values = []
    for path in _files(folder, pattern):
        source = ContentFile(path)
        value = source.value(value_type)
        for name in names:
            if text := getattr(value, name):
                _check_unique(path_by_name, source, (name,), text)
        check(source, value)
        values.append(value)
    return tuple(values)


def _contexts(root: Path, phrases: Phrases, used_predicates: dict[str, str]) -> tuple[Context, ...]:
    """Return the contexts; ``used_predicates`` gets the predicates of their remarks, with the place of each."""
    path_by_name: dict[str, Path] = {}
    contexts = []
    for path in _files(root, "*.toml"):
        source = ContentFile(path)
        for key, context in _tables(source, "context", Context):
            check_context(source, key, context, phrases)
            _check_unique(path_by_name, source, (*key, "system"), context.system)
            contexts.append(context)
            for position, aside in enumerate(context.aside):
                used_predicates.setdefault(
                    literal(aside.fact).predicate, source.location((*key, "aside", position, "fact"))
                )
    return tuple(contexts)


def _cues(root: Path, words: CueWords, used_predicates: dict[str, str]) -> dict[Bias, tuple[Cue, ...]]:
    """Return the cues of each bias; add the predicates of their framings, with their places, to ``used_predicates``."""
    cues = {}
    files = {Bias.parse(path.stem): path for path in _files(root, "*.toml")}
    for bias in Bias.in_order(files):
        source = ContentFile(files[bias])
        path_by_name: dict[str, Path] = {}
        bias_cues = []
        for key, cue in _tables(source, "cue", Cue, other_table=REPEAT):
            _check_unique(path_by_name, source, (*key, "name"), cue.name)
            check_cue(source, key, cue, bias, words)
            bias_cues.append(cue)
            if cue.wording:
                used_predicates.setdefault(
                    literal(cue.wording.fact).predicate, source.location((*key, "wording", "fact"))
                )
        if all(cue.fits != "any" for cue in bias_cues):
            raise source.error((), 'write a cue with fits = "any": in many schemas, neither action is the smaller one')
        cues[bias] = tuple(bias_cues)
    return cues


def _repeats(root: Path, words: CueWords) -> dict[Bias, tuple[Cue, ...]]:
    """Return what others say like the cues of each bias: by the rules for cues, and of a kind that a cue has.

    The program of a text with several doses is therefore that of the biased text: it mentions the same kind of reason.
    """
    repeats: dict[Bias, tuple[Cue, ...]] = {}
    for path in _files(root, "*.toml"):
        source, bias = ContentFile(path), Bias.parse(path.stem)
        if REPEAT not in source.data:
            continue
        kinds = {cue.kind for _, cue in _tables(source, "cue", Cue, other_table=REPEAT)}
        path_by_name: dict[str, Path] = {}
        for key, repeat in _tables(source, REPEAT, Cue, other_table="cue"):
            _check_unique(path_by_name, source, (*key, "name"), repeat.name)
            check_cue(source, key, repeat, bias, words)
            if {repeat.kind} != kinds or repeat.fits != "any" or repeat.wording:
                reason = (
                    f'what repeats a cue needs fits = "any" and the kind of all cues here ({", ".join(sorted(kinds))})'
                )
                raise source.error((*key, "kind"), reason)
            repeats[bias] = (*repeats.get(bias, ()), repeat)
        if len(repeats[bias]) < MOST_DOSES - 1:
            raise source.error(
                (REPEAT,), f"write {MOST_DOSES - 1} [[{REPEAT}]] tables or more, each another person's words"
            )
    return repeats


def _files(folder: Path, pattern: str) -> list[Path]:
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder: a library has .toml files in {folder.name}/")
    paths = sorted(folder.glob(pattern))
    if not paths:
        raise InputError(f"{folder}: contains no .toml file: the grammar author needs at least one")
    return paths


def _tables(
    source: ContentFile, name: str, value_type: type[SomeValue], *, other_table: str = ""
) -> list[tuple[Key, SomeValue]]:
    tables = source.data.get(name)
    if not isinstance(tables, list) or not tables or set(source.data) - {other_table} != {name}:
        other_tables = f" and [[{other_table}]] tables" if other_table else ""
        raise source.error((), f"write [[{name}]] tables{other_tables}, and nothing else")
    return [((name, index), source.value(value_type, (name, index))) for index in range(len(tables))]


def _check_unique(path_by_name: dict[str, Path], source: ContentFile, key: Key, name: str) -> None:
    if name in path_by_name:
        raise source.error(key, f"{name!r} already exists in {path_by_name[name]}")
    path_by_name[name] = source.path


def _version(root: Path) -> str:
    """Return 16 hex digits that change with any byte of any file of the library."""
    paths = {
        path for name in ("contexts", "cues", "ladders", "modules") for path in _or_packaged(root, name).glob("*.toml")
    }
    paths |= {_or_packaged(root, "phrases.toml"), _or_packaged(root, CUE_WORDS), *(root / "schemas").rglob("*.toml")}
    # Use only the last three parts of each path, so that a copy of the library has the same version.
    files = {"/".join(path.parts[-3:]): path.read_text(encoding="utf-8") for path in paths}
    return fingerprint(files)
