"""``probe data release``: freeze a dataset, and check a frozen one."""

from pathlib import Path

import click

from probe.cli.output import message
from probe.files.release import RELEASE, ReleaseCommand, guessable_seed, release
from probe.inputs import sha256_of
from probe.options.form import refuse
from probe.options.reading import path_of
from probe.options.sharing import ReleaseCommandLine
from probe.protocols.releasing import check_release, release_of
from probe.values.texts import visible_line


def release_command(given: ReleaseCommandLine) -> int:
    """Freeze a dataset, or check a release; return 1 if a file of it is not as released."""
    if given.verify:
        refuse(given, ("version", "out", "license"), " is for a new release: leave it out with --verify")
        return _verify(Path(given.source), path_of(given.private), path_of(given.secret))
    command, out = release_of(given)
    _release(command, out)
    return 0


def _release(command: ReleaseCommand, out: Path) -> None:
    frozen = release(command, out)
    check = f"probe data release {out} --verify"
    message(f"wrote {frozen.pairs} pairs as version {frozen.version} to {out}; check it with {check}")
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
    checked = check_release(folder, private, secret)
    for file in checked.files:
        click.echo(f"{file.state:9}  {visible_line(file.name)}")
    if checked.kept is not None:
        click.echo(f"{'unchanged' if checked.kept else 'changed':9}  private dataset")
    message(f"version {checked.release.version}, SHA-256 of {RELEASE}: {_digest(folder)}")
    return int(not checked.holds)
