"""Walk through the commands of the command line."""

from collections.abc import Iterator

import click


def walk(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command below a group with its words, groups among them."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from walk(command, (*path, name))


def leaf_commands(group: click.Group) -> dict[tuple[str, ...], click.Command]:
    """Return every command that is not a group, by its words."""
    return {path: command for path, command in walk(group) if not isinstance(command, click.Group)}
