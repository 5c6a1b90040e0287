"""``probe release``: freeze a dataset, and check a frozen one."""

from pathlib import Path

import click

from probe.cli.output import message
from probe.cli.types import PATH, SOURCE
from probe.errors import InputError
from probe.files.card import checked_licence
from probe.files.release import (
    RELEASE,
    ReleaseCommand,
    guessable_seed,
    keeps_commitment,
    release,
    verify_release,
)
from probe.inputs import sha256_of
from probe.protocols.reading import form_in
from probe.values.texts import visible_line


@click.command("release")
@click.argument("source", type=SOURCE, metavar="DATASET|RELEASE")
@click.option("--version", metavar="TEXT", help="The version of the release, such as 1.0.0.")
@click.option("--out", "-o", type=PATH, metavar="DIR", help="The folder to write; it must be new or empty.")
@click.option("--license", "licence", metavar="SPDX", help="The licence of the dataset, such as CC-BY-4.0.")
@click.option(
    "--private", type=PATH, metavar="DATASET", help="A dataset of the same recipe to commit to; not published."
)
@click.option(
    "--secret", type=PATH, metavar="FILE", help="The file with the salt of the commitment; default: DIR.secret.json."
)
@click.option("--verify", is_flag=True, help="Check the files of a release instead of making one.")
def release_command(
    *,
    source: Path,
    version: str | None,
    out: Path | None,
    licence: str | None,
    private: Path | None,
    secret: Path | None,
    verify: bool,
) -> int:
    """Freeze a dataset with checksums, recipe and canary, or check a release.

    With --private, the release contains a salted hash of a second dataset of the same recipe, which you keep. Later it
    shows whether models that may have seen the release do worse on dilemmas that they cannot have seen.

    With --verify, prints one line per file of a RELEASE; exit code 1 means that a file is changed, missing or added,
    or that --private is not the dataset that the release commits to.

    \b
    Examples:
      probe release run --version 1.0.0 --out release-1.0.0
      probe release run --version 1.0.0 --private hidden --out release-1.0.0
      probe release release-1.0.0 --verify
    """
    if verify:
        if version is not None or out is not None or licence is not None:
            raise InputError("--verify changes nothing: leave out --version, --out and --license")
        return _verify(source, private, secret)
    if version is None or out is None:
        raise InputError("a release needs --version and --out; to check one, add --verify")
    if secret is not None and private is None:
        raise InputError("--secret is for the salt of --private: add --private, or leave it out")
    _release(
        ReleaseCommand(
            source, _version(version), form_in(source), _licence(licence), private, _secret(out, private, secret)
        ),
        out,
    )
    return 0


def _licence(given: str | None) -> str | None:
    return None if given is None else checked_licence(given)


def _secret(out: Path, private: Path | None, given: Path | None) -> Path | None:
    if private is None:
        return None
    secret = given or out.with_name(f"{out.name}.secret.json")
    if secret.resolve().is_relative_to(out.resolve()):
        raise InputError(f"{secret} would be published with the release: choose a --secret outside of {out}")
    return secret


def _version(text: str) -> str:
    if not text or len(text) > 40 or not all(letter.isalnum() or letter in ".+-" for letter in text):
        raise InputError(f"--version {visible_line(text)[:40]!r}: use letters, digits, '.', '+' and '-', such as 1.0.0")
    return text


def _release(command: ReleaseCommand, out: Path) -> None:
    frozen = release(command, out)
    message(
        f"wrote {frozen.pairs} pairs as version {frozen.version} to {out}; check it with probe release {out} --verify"
    )
    message(f"SHA-256 of {RELEASE}, to publish elsewhere: {_digest(out)}")
    if frozen.recipe is None:
        message("the release has no recipe: only a dataset of probe generate has a manifest beside it")
    if command.private is not None:
        message(f"keep {command.secret} and {command.private}: they open the commitment")
        seed = guessable_seed(command.private)
        if seed is not None:
            message(
                f"anyone can compose the private set again by trying seeds up to {seed}: use a random one of 128 bits"
            )


def _digest(folder: Path) -> str:
    return sha256_of(folder / RELEASE).hex()


def _verify(folder: Path, private: Path | None, secret: Path | None) -> int:
    frozen, files = verify_release(folder)
    for file in files:
        click.echo(f"{file.state:9}  {visible_line(file.name)}")
    falls_short = any(file.state != "unchanged" for file in files)
    if private is not None:
        kept = keeps_commitment(frozen, private, secret or folder.with_name(f"{folder.name}.secret.json"))
        click.echo(f"{'unchanged' if kept else 'changed':9}  private dataset")
        falls_short |= not kept
    message(f"version {frozen.version}, SHA-256 of {RELEASE}: {_digest(folder)}")
    return int(falls_short)
