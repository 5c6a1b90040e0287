"""Python has what the command line has: every command that makes something has a function with the same options."""

import asyncio
from dataclasses import fields
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, assert_type

import pytest

import probe
from probe.analysis.planning import people
from probe.cli.main import COMMANDS, import_object
from probe.errors import InputError
from probe.filters.collision import CollisionSettings
from probe.measuring.plan import DEFAULT_DESIGN
from probe.options.analyzing import ERROR, ICC, PEOPLE_ICC, RUNS
from probe.options.evaluating import EvaluateOptions
from probe.options.form import GROUPS, Options, growing_fields, refuse, settings_of
from probe.options.generating import GenerateCommandLine
from probe.options.sharing import COSINE
from probe.protocols.templates.item import TemplateItem
from probe.values import Item

TERMINAL = {
    "demo": "it shows the other commands",
    "doctor": "it is about this machine",
    "seeds": "probe.load reads seeds",
    "serve": "it serves pages until it is stopped",
    "validate": "it is for people who rate",
    "data": "its commands have functions of their own",
    "import": "probe.load reads what it converts",
    "schema": "pydantic's model_json_schema is its content",
    "log": "it shows a run on the terminal",
    "study": "its parts are generate, evaluate and analyze; what they are settings is fixed",
    "prices": "it shows a file",
    "workspace": "it writes folders for agents on the command line",
}
"""Commands without a function, and why."""
SHOWING = {
    "as_json": "a function returns values",
    "quiet": "a function prints nothing",
    "verbose": "a document is shown in full, or as its ``text(verbose=False)``",
    "dry_run": "the estimate is for people who are about to pay",
    "shard": "parts are made by several processes and put together by probe merge --shards",
    "shards": "as above",
    "report": "as above",
    "failing": "Reports.failing and Report.checks list them",
    "html": "Audit.write, ShortcutFindings.write and PromptCheck.write write pages",
    "strict": "PromptCheck.spans and PromptCheck.moved are values",
    "form": "warnings are for workflows",
}
"""Options that only a command has, and why."""
BULK = ("force", "engine", "address", "workers")
"""Options that verify and audit have for their reports and parts."""

DATA = {name: options for name, (_, options) in COMMANDS["data"].below.items()}
OPTIONS_BY_COMMAND = {
    name: import_object(options) for name, options in ({n: c.options for n, c in COMMANDS.items()} | DATA).items()
}


def test_every_command_has_a_function_or_a_reason() -> None:
    functions = {name for name in OPTIONS_BY_COMMAND if name in probe.__all__}
    assert functions.isdisjoint(TERMINAL)
    assert functions | TERMINAL.keys() == set(OPTIONS_BY_COMMAND)


def function_named(name: str) -> Any:
    """Return a function where it is defined."""
    return import_object(f"{probe._MODULES[name]}:{name}")


@pytest.mark.parametrize("name", sorted(set(OPTIONS_BY_COMMAND) - set(TERMINAL)))
def test_every_option_of_a_command_is_a_parameter_of_its_function(name: str) -> None:
    parameters = signature(function_named(name)).parameters
    bulk = BULK if name in ("verify", "audit") else ("force",) if name in ("check", "generate", "shortcuts") else ()
    for setting in settings_of(OPTIONS_BY_COMMAND[name]):
        if setting.name not in (*SHOWING, *bulk):
            keyword = setting.keyword or setting.name
            assert keyword in parameters or keyword in probe.__all__, setting.name


@pytest.mark.parametrize("name", sorted(set(probe.__all__) & set(OPTIONS_BY_COMMAND)))
def test_a_function_and_its_twin_show_defaults_and_meanings(name: str) -> None:
    parameters = signature(function_named(name)).parameters
    assert parameters == signature(function_named(f"{name}_async")).parameters
    text = function_named(name).__doc__
    for parameter in parameters.values():
        assert f"    {parameter.name}: " in text
        assert parameter.annotation is not Parameter.empty


def test_groups_and_bounds_are_known() -> None:
    for options in OPTIONS_BY_COMMAND.values():
        assert {setting.group for setting in settings_of(options)} <= set(GROUPS)
        assert len(settings_of(options)) == len(fields(options))


def test_numbers_that_other_modules_define_are_the_same() -> None:
    assert CollisionSettings().cosine_at_most == COSINE
    assert people.PEOPLE_ICC == PEOPLE_ICC
    assert (DEFAULT_DESIGN.reference, DEFAULT_DESIGN.icc, DEFAULT_DESIGN.runs) == (ERROR, ICC, RUNS)


def test_what_may_grow_is_named_as_a_run_records_it() -> None:
    assert set(growing_fields(EvaluateOptions)) == {"runs", "arms", "mitigations", "keep_trying"}
    assert {"per_bias", "biases", "roles", "sets", "keep_trying"} == set(growing_fields(GenerateCommandLine))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"runs": 0}, "runs=0: give a whole number from 1 to 100"),
        ({"runs": 2.5}, "runs=2.5"),
        ({"runs": True}, "runs=True"),
        ({"max_usd": float("nan")}, "max_usd=nan: give a number of at least 0"),
        ({"concurrency": None}, "concurrency=None: give a whole number from 1 to 1024"),
        ({"order": "random"}, "order='random': choose one of both, as-written"),
        ({"engine": "cloud"}, "engine='cloud'"),
        ({"address": "auto"}, "engine ray"),
    ],
)
def test_a_value_out_of_bounds_is_rejected_wherever_it_comes_from(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        EvaluateOptions([], "simulated/rational", **settings)


@pytest.mark.parametrize("function", [probe.merge, probe.shortcuts])
@pytest.mark.parametrize("none", [[], iter(())])
def test_datasets_have_to_be_given(function: Any, none: Any) -> None:
    with pytest.raises(InputError, match=r"datasets=.*: give at least one"):
        function(none)


def test_the_check_does_not_consume_an_iterator() -> None:
    settings = GenerateCommandLine(bias=iter(["anchoring_bias"]))
    assert list(settings.bias) == list(settings.bias) == ["anchoring_bias"]


def test_an_option_that_does_not_apply_is_named() -> None:
    settings: Options = EvaluateOptions([], "simulated/rational", limit=3)
    refuse(settings, ("runs",), "is not for this")
    with pytest.raises(InputError, match=r"^--limit is not for this$"):
        refuse(settings, ("limit",), "is not for this")


def test_type_checkers_see_the_parameters(seeds: probe.Dataset) -> None:
    """mypy reports each of these lines, or an unused ignore."""
    with pytest.raises(InputError):
        probe.evaluate(seeds, "simulated/rational", runs="two")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        probe.evaluate(seeds, "simulated/rational", rnus=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        probe.evaluate(seeds)  # type: ignore[call-arg]


def test_a_dataset_has_the_class_of_items_that_was_asked_for(seeds: probe.Dataset, tmp_path: Path) -> None:
    """mypy checks both types; without a class, only what all items have can be used."""
    file = seeds.write(tmp_path / "dataset.jsonl")
    pairs = assert_type(probe.load(file, probe.Pair), probe.Dataset[probe.Pair])
    assert [pair.biased for pair in pairs] == [pair.biased for pair in seeds]
    items = assert_type(probe.load(file), probe.Dataset[Item])
    assert items[0].biased  # type: ignore[attr-defined]
    assert asyncio.run(probe.load_async(file, probe.Pair)) == pairs
    with pytest.raises(InputError, match=r"dataset.jsonl: its items are of the class Dilemma .* not TemplateItem"):
        probe.load(file, kind=TemplateItem)
