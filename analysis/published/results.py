"""Published files as the analyses read them: what several of them need, computed once."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from probe.analysis.published.effects import NO_STRATEGY, PublishedEffect, effects, effects_by_bias, source_labels
from probe.values import PublishedCounts, PublishedSensitivity, RejectionCount


@dataclass(frozen=True)
class PublishedResults:
    """Everything that was read from published files; ``sources`` are the subjects' shares of runs."""

    published: PublishedCounts

    @property
    def rejected(self) -> Sequence[RejectionCount]:
        """The published rejections."""
        return self.published.rejections

    @cached_property
    def sources(self) -> tuple[PublishedSensitivity, ...]:
        """The files with shares of runs."""
        return tuple(source for source in self.published.sensitivity if source.biases)

    @cached_property
    def main(self) -> tuple[PublishedSensitivity, ...]:
        """The sources to average over."""
        return main_group(self.sources)

    @cached_property
    def effects(self) -> tuple[PublishedEffect, ...]:
        """The net effects of each source by bias."""
        return effects(self.sources)

    @cached_property
    def by_bias(self) -> tuple[PublishedEffect, ...]:
        """The net effects by bias, averaged over the main sources."""
        return effects_by_bias(self.main)


def main_group(sources: Sequence[PublishedSensitivity]) -> tuple[PublishedSensitivity, ...]:
    """Return the sources to average over: the same dilemmas and mitigation (none, where a file has none)."""
    groups = Counter(source_labels(source)[1:] for source in sources)
    largest_group = max(groups, key=lambda key: (key[1] == NO_STRATEGY, groups[key]))
    return tuple(source for source in sources if source_labels(source)[1:] == largest_group)
