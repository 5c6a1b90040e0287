"""Datasets and requests that the tests of templates share."""

import asyncio
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from probe.oracle.swi import SwiOracle
from probe.ports import Model
from probe.prompts import load_prompts
from probe.protocols.base import Made, Wanted
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.making import make_items
from probe.values import Bias, Profile
