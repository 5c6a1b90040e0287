"""Read the library from its files, and report every error with file, line and reason."""

from pathlib import Path

from probe.errors import InputError, MissingError
from probe.grammar.checks import check_context, check_cue, check_practice, check_premises
from probe.grammar.practice_library import Context, Cue, Library, Phrases, Practice, Premises, Reasons
from probe.grammar.source import Key, SomeValue, Source
from probe.grammar.voice_checks import check_phrases
from probe.values import Bias, fingerprint

REASONS = Reasons(
    admissible=("measurement", "contract"),
    rule="What was measured in the case at hand, or what a contract demands, can settle a choice on its own; "
    "nothing else that is merely mentioned can.",
)
"""The rule on admissible reasons, in words. It reads every cue, and no cue decides by it."""


def library_folder() -> Path:
    """Return the folder of the library that comes with the package."""
    return Path(__file__).parent.parent / "seeds" / "software_engineering" / "practices"


def read_library(folder: Path | None = None) -> Library:
    """Return the library in ``folder``; raise InputError (file, line, reason) or MissingError."""
    root = folder or library_folder()
    if not root.is_dir():
        raise MissingError(f"{root}: no such folder: the grammar author needs its library of practices")
    premises_source = Source(root / "premises.toml")
    phrases_source = Source(root / "phrases.toml")
    premises = premises_source.value(Premises)
    phrases = phrases_source.value(Phrases)
    check_premises(premises_source, premises)
    check_phrases(phrases_source, phrases)
    contexts = _contexts(root, premises, phrases)
    practices = _practices(root, premises)
    library = Library(
        version=_version(root),
        practices=tuple(practice for _, practice in practices),
        contexts=tuple(contexts),
        premises=premises,
        reasons=REASONS,
        cues={},
        phrases=phrases,
    )
    library = library.model_copy(update={"cues": _cues(root, library)})
    for source, practice in practices:
        check_practice(source, practice, library)
    return library


def _contexts(root: Path, premises: Premises, phrases: Phrases) -> list[Context]:
    seen: dict[str, Path] = {}
    contexts = []
    for path in _files(root / "contexts"):
        source = Source(path)
        for key, context in _tables(source, "context", Context):
            check_context(source, key, context, premises, phrases)
            _once(seen, source, (*key, "system"), context.system)
            contexts.append(context)
    return contexts


def _practices(root: Path, premises: Premises) -> list[tuple[Source, Practice]]:
    seen: dict[str, Path] = {}
    practices = []
    for path in _files(root / "theories"):
        source = Source(path)
        practice = source.value(Practice)
        _once(seen, source, ("about",), practice.about)
        practices.append((source, practice))
    return practices


def _cues(root: Path, library: Library) -> dict[Bias, tuple[Cue, ...]]:
    cues = {}
    files = {Bias.parse(path.stem): path for path in _files(root / "cues")}
    for bias in Bias.in_order(files):
        source = Source(files[bias])
        seen: dict[str, Path] = {}
        found = []
        for key, cue in _tables(source, "cue", Cue):
            _once(seen, source, (*key, "name"), cue.name)
            check_cue(source, key, cue, bias, library)
            found.append(cue)
        cues[bias] = tuple(found)
    return cues


def _files(folder: Path) -> list[Path]:
    found = sorted(folder.glob("*.toml"))
    if not found:
        raise InputError(f"{folder}: contains no .toml file: the grammar author needs at least one")
    return found


def _tables(source: Source, name: str, kind: type[SomeValue]) -> list[tuple[Key, SomeValue]]:
    raw = source.data.get(name)
    if not isinstance(raw, list) or not raw or set(source.data) != {name}:
        raise source.fault((), f"write [[{name}]] tables, and nothing else")
    return [((name, index), source.value(kind, (name, index))) for index in range(len(raw))]


def _once(seen: dict[str, Path], source: Source, key: Key, name: str) -> None:
    if name in seen:
        raise source.fault(key, f"{name!r} already exists in {seen[name]}")
    seen[name] = source.path


def _version(root: Path) -> str:
    """Return 16 hex digits that change with any byte of any file of the library."""
    files = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in root.rglob("*.toml")}
    return fingerprint(files)
