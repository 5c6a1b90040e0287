"""Every option is read by its use case: an option that nothing reads would be accepted without effect.

The code outside of ``probe/options`` is read, not run. From the functions that take an object of a class of options,
its way is followed through the functions to which it is passed, and all attributes that they read are collected.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import probe.api
from probe.cli.building import OptionsCommand, command_line_settings
from probe.cli.main import commands
from probe.options.evaluating import EvaluateCommandLine, EvaluateOptions
from probe.options.form import Options, option, options, settings_of
from tests.cli.walking import walk

PRINT_JSON_ANYWAY = {"SchemaCommandLine"}
"""These commands print JSON even without ``--json``."""
PACKAGE = Path(probe.api.__file__).resolve().parents[1]


class Receiver(NamedTuple):
    """A parameter of a function: its classes, the attributes read from it, and the functions that it is passed to."""

    function: str
    annotations: frozenset[str]
    reads: frozenset[str]
    passed_to: frozenset[str]


@cache
def receivers() -> tuple[Receiver, ...]:
    """Every parameter of the code outside of ``probe/options``."""
    files = (file for file in sorted(PACKAGE.rglob("*.py")) if file.parent != PACKAGE / "options")
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files)
    nodes = (node for tree in trees for node in ast.walk(tree))
    functions = (node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return tuple(receiver for function in functions for receiver in _receivers(function))


def _receivers(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Receiver]:
    reads, passed_to = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            reads[node.value.id].add(node.attr)
        elif isinstance(node, ast.Call):
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                if isinstance(argument, ast.Name):
                    # In partial(function, options), the function is an argument too.
                    passed_to[argument.id].update(map(_function_name, (node.func, *node.args)))
    arguments = function.args
    for parameter in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if parameter.annotation is not None:
            annotations = frozenset(_names(parameter.annotation))
            yield Receiver(
                function.name, annotations, frozenset(reads[parameter.arg]), frozenset(passed_to[parameter.arg])
            )


def _function_name(expression: ast.expr) -> str:
    """Return the last part of a function's name."""
    return getattr(expression, "attr", getattr(expression, "id", ""))


def _names(annotation: ast.expr) -> Iterator[str]:
    for node in ast.walk(annotation):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _names(ast.parse(node.value, mode="eval").body)


def attributes_read(options_class: type[Options]) -> set[str]:
    """The attributes that are read from objects of a class, by functions that take them and those that they call."""
    pending = [receiver for receiver in receivers() if options_class.__name__ in receiver.annotations]
    # An object is passed on as an instance of its own class or of one of its base classes.
    names = {base.__name__ for base in options_class.__mro__}
    visited = set[Receiver]()
    while pending:
        receiver = pending.pop()
        if receiver not in visited:
            visited.add(receiver)
            pending += [
                candidate
                for candidate in receivers()
                if candidate.function in receiver.passed_to and candidate.annotations & names
            ]
    return set().union(*(receiver.reads for receiver in visited))


def unread_options(options_class: type[Options], *, by_command: bool) -> set[str]:
    """The options that nothing reads; a command inherits Python-only options from the class of the function."""
    settings = command_line_settings(options_class) if by_command else settings_of(options_class)
    return {setting.name for setting in settings} - attributes_read(options_class)


def classes_of_commands() -> list[type[Options]]:
    all_commands = (command for _, command in walk(commands) if isinstance(command, OptionsCommand))
    options_class = [command.options_class for command in all_commands if command.function]
    assert len(options_class) > 30
    return options_class


def classes_of_functions() -> list[type[Options]]:
    """The classes in ``@function(…)``, the decorator of the functions of ``import probe``."""
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in (PACKAGE / "api").glob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree))
    decorators = (
        decorator
        for node in nodes
        for decorator in getattr(node, "decorator_list", ())
        if isinstance(decorator, ast.Call)
    )
    names = {
        _function_name(name)
        for decorator in decorators
        if _function_name(decorator.func) == "function"
        for name in decorator.args
    }
    assert len(names) > 15
    return list(
        dict.fromkeys(options_class for options_class in _subclasses(Options) if options_class.__name__ in names)
    )


def _subclasses(options_class: type[Options]) -> Iterator[type[Options]]:
    for subclass in options_class.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


@pytest.mark.parametrize("options_class", classes_of_commands(), ids=lambda options_class: options_class.__name__)
def test_a_command_reads_all_of_its_options(options_class: type[Options]) -> None:
    allowed = {"as_json"} if options_class.__name__ in PRINT_JSON_ANYWAY else set()
    assert unread_options(options_class, by_command=True) <= allowed


@pytest.mark.parametrize("options_class", classes_of_functions(), ids=lambda options_class: options_class.__name__)
def test_a_function_of_python_reads_all_of_its_options(options_class: type[Options]) -> None:
    assert not unread_options(options_class, by_command=False)


def test_an_option_that_nothing_reads_is_noticed() -> None:
    @options
    class Extended(EvaluateCommandLine):
        ignored: int = option("An option that nothing reads.", default=1)

    Extended.__name__ = EvaluateCommandLine.__name__
    assert unread_options(Extended, by_command=True) == {"ignored"}


def test_attributes_read_from_another_class_do_not_count() -> None:
    """Most commands read ``--json``; that does not mean that a Python function reads it."""
    assert "as_json" in attributes_read(EvaluateCommandLine)
    assert "as_json" not in attributes_read(EvaluateOptions)
