"""Releases of datasets of any protocol: from options to a release, and its check."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from probe.document import Document, Grid
from probe.errors import InputError
from probe.files.card import checked_licence
from probe.files.release import RELEASE, Release, ReleaseCommand, ReleasedFile, keeps_commitment, verify_release
from probe.inputs import sha256_of
from probe.options.reading import path_of
from probe.options.sharing import ReleaseOptions
from probe.protocols.reading import form_in
from probe.values.texts import visible_line


@dataclass(frozen=True)
class CheckedRelease:
    """A release with the state of its files, and the SHA-256 of ``release.json``.

    ``kept``: the private dataset is unchanged, None if it was not given.
    """

    release: Release
    files: tuple[ReleasedFile, ...]
    kept: bool | None
    sha256: str = ""

    @property
    def holds(self) -> bool:
        """Whether every file is unchanged since the release, and the private dataset as well if it is given."""
        return self.kept is not False and all(file.state == "unchanged" for file in self.files)

    @property
    def private(self) -> str | None:
        """The state of the private dataset, None if it was not given."""
        return None if self.kept is None else "unchanged" if self.kept else "changed"

    @property
    def document(self) -> Document:
        """The state of every file, one a line."""
        private = ((self.private, "private dataset"),) if self.private else ()
        rows = (*((file.state, visible_line(file.name)) for file in self.files), *private)
        return Document("", (Grid("Files", ("", ""), rows, records=True, titled=False),))

    def to_json(self) -> dict[str, JsonValue]:
        """Return the state of every file as JSON."""
        return {
            "version": self.release.version,
            "sha256": self.sha256,
            "holds": self.holds,
            "files": [file._asdict() for file in self.files],
            "private": self.private,
        }


def release_of(options: ReleaseOptions) -> tuple[ReleaseCommand, Path]:
    """Return what the options ask for, and the folder to write. Raises InputError for options that cannot be used."""
    out, private, secret = path_of(options.out), path_of(options.private), path_of(options.secret)
    if options.version is None or out is None:
        raise InputError("a release needs --version and --out; to check a release, add --verify")
    if secret is not None and private is None:
        raise InputError("--secret is for the salt of --private: add --private, or leave it out")
    source = Path(options.source)
    licence = None if options.license is None else checked_licence(options.license)
    secret_file = None if private is None else _secret_file(out, secret)
    return ReleaseCommand(source, _version(options.version), form_in(source), licence, private, secret_file), out


def check_release(folder: Path, private: Path | None, secret: Path | None) -> CheckedRelease:
    """Compare the files in ``folder`` with those released. Raises InputError if it is not a release."""
    if folder.is_file():
        raise InputError(f"{folder} is a file: give the folder of a release")
    release, files = verify_release(folder)
    commitment_kept = (
        None if private is None else keeps_commitment(release, private, secret or _default_secret_file(folder))
    )
    return CheckedRelease(release, tuple(files), commitment_kept, digest_of(folder))


def digest_of(folder: Path) -> str:
    """Return the SHA-256 of a release, which is that of its list of files."""
    return sha256_of(folder / RELEASE).hex()


def _default_secret_file(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.secret.json")


def _secret_file(out: Path, chosen_file: Path | None) -> Path:
    secret = chosen_file or _default_secret_file(out)
    # With its salt in the release, the commitment would not hide anything.
    if secret.resolve().is_relative_to(out.resolve()):
        raise InputError(f"{secret} would be published with the release: choose a --secret outside of {out}")
    return secret


def _version(text: str) -> str:
    # The version becomes part of files that other tools read.
    if not text or len(text) > 40 or not all(letter.isalnum() or letter in ".+-" for letter in text):
        raise InputError(f"--version {visible_line(text)[:40]!r}: use letters, digits, '.', '+' and '-', such as 1.0.0")
    return text
