"""Facts as an engineer meets them: in prose, in the comments of a ticket, in a table of figures, or in a chat log.

Every form states the same facts, each once. In a ticket or a log, a colleague's remark may follow as one more comment:
that is where the cue goes.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from probe.grammar.draw import Draw
from probe.grammar.markup import capitalised, render
from probe.grammar.variants import vary_one_of

Form = Literal["prose", "ticket", "table", "log"]
FORMS: tuple[Form, ...] = ("prose", "ticket", "table", "log")

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri")
FIRST_MINUTE = 8 * 60
LAST_MINUTE = 15 * 60
"""Between these minutes of a day the first comment is written."""
LONGEST_PAUSE = 9
"""How many minutes there are at most between two comments."""
LONGEST_COMMENT = 2
"""How many facts a comment states at most; twice as many where the text has to be brief."""
JOINT = ", and "
JOINED_ONE_IN = 2
"""One of this many sentences that can be joined with the next one is joined."""
SOURCES = 2
"""How many sentences of a text name their source at most, no two of them neighbours."""
BEGINNINGS = frozenset({"The", "A", "An", "Our", "One", "Each"})
"""First words that may be written in lower case within a sentence."""
FEWEST_ROWS = 2
"""Facts with fewer figures are not in a table."""
TABLES = ("| {} | {} |", "{}: {}", "{} = {}", "- {}: {}")


class FactSentence(NamedTuple):
    """A stated fact: its sentence, whether that may be joined with another, and its noun and value for a table.

    Only sentences of one ``group`` are joined: facts from which the same rule derives something.
    """

    sentence: str
    joins: bool
    noun: str = ""
    value: str = ""
    group: str = ""


class Account(NamedTuple):
    """The facts as a text; ``remark`` is what comes before a colleague's remark below it, if the form has comments."""

    text: str
    remark: str = ""


def account(
    form: Form, facts: Sequence[FactSentence], people: Sequence[str], sources: Sequence[str], draw: Draw
) -> Account:
    """Return ``facts`` in ``form``; the choices depend on the draw and the number of facts, not on their values."""
    if form == "prose":
        return Account(prose(facts, people, sources, draw))
    if form == "table":
        return Account(table(facts, draw))
    return comments(form, facts, people, draw)


def prose(facts: Sequence[FactSentence], people: Sequence[str], sources: Sequence[str], draw: Draw) -> str:
    """Return the sentences as one paragraph: some of them joined, some with the source of the figure."""
    names = draw.child("names").shuffled(people)
    source_phrases = [
        render(vary_one_of(sources, draw.child("source", number)), {"person": names[number]})
        for number in range(SOURCES)
    ]
    sourced_facts = _with_sources(facts, source_phrases if sources else (), draw)
    return " ".join(_join_facts(list(sourced_facts), draw.child("join")))


def table(facts: Sequence[FactSentence], draw: Draw) -> str:
    """Return a row for every fact with a noun, and below the table the sentences of the others."""
    style = draw.child("table").choice(TABLES)
    rows = [style.format(capitalised(fact.noun), fact.value) for fact in facts if fact.noun]
    # Markdown knows no table without a header, but the header may be empty.
    if style.startswith("|"):
        rows[:0] = ["| | |", "|---|---|"]
    other_sentences = " ".join(fact.sentence for fact in facts if not fact.noun)
    return "\n".join([*rows, *([f"\n{other_sentences}"] if other_sentences else [])])


def comments(form: Form, facts: Sequence[FactSentence], people: Sequence[str], draw: Draw) -> Account:
    """Return the sentences as comments of several people at ascending times."""
    groups = list(_groups(facts, draw.child("groups")))
    authors = _authors(people, len(groups) + 1, draw.child("authors"))
    times = _times(len(groups) + 1, draw.child("times"))
    day = draw.child("day").choice(DAYS)
    heads = [_head(form, author, day, minute) for author, minute in zip(authors, times, strict=True)]
    lines = [f"{head} {' '.join(fact.sentence for fact in group)}" for head, group in zip(heads, groups, strict=False)]
    return Account("\n".join(lines), heads[-1])


def _head(form: Form, author: str, day: str, minute: int) -> str:
    time = f"{minute // 60:02}:{minute % 60:02}"
    return f"[{time}] {author}:" if form == "log" else f"{author}, {day} {time}:"


def _groups(facts: Sequence[FactSentence], draw: Draw) -> Iterator[Sequence[FactSentence]]:
    """Yield the facts of each comment: of two or more comments, since a discussion is announced."""
    start = 0
    while start < len(facts):
        size = 2 * LONGEST_COMMENT if draw.brief_only else draw.between(1, LONGEST_COMMENT)
        size = size if start else min(size, max(1, len(facts) - 1))
        yield facts[start : start + size]
        start += size


def _authors(people: Sequence[str], count: int, draw: Draw) -> list[str]:
    """Return a name for each comment, no two neighbours alike; three or four people take part."""
    team = draw.shuffled(people)[: draw.between(3, 4)]
    order = [draw.choice(team)]
    while len(order) < count:
        order.append(draw.choice([person for person in team if person != order[-1]]))
    return order


def _times(count: int, draw: Draw) -> list[int]:
    """Return ascending minutes of one working day, a few minutes apart as in a discussion."""
    minutes = [draw.between(FIRST_MINUTE, LAST_MINUTE)]
    while len(minutes) < count:
        minutes.append(minutes[-1] + draw.between(1, LONGEST_PAUSE))
    return minutes


def _with_sources(facts: Sequence[FactSentence], sources: Sequence[str], draw: Draw) -> Iterator[FactSentence]:
    """Yield the facts, some of them with the source of their figure."""
    positions = [position for position, fact in enumerate(facts) if fact.joins and _may_lower(fact.sentence)]
    # A brief text has no room for sources.
    count = 0 if draw.brief_only or not sources else draw.child("sources").between(1, SOURCES)
    chosen_positions = _without_neighbours(draw.child("sourced").shuffled(positions))[:count]
    source_by_position = dict(zip(chosen_positions, sources, strict=False))
    for position, fact in enumerate(facts):
        if position in source_by_position:
            yield fact._replace(sentence=f"{source_by_position[position]} {_lower_first(fact.sentence)}", joins=False)
        else:
            yield fact


def _without_neighbours(positions: Sequence[int]) -> list[int]:
    """Return the positions without those next to an earlier one."""
    separate_positions: list[int] = []
    for position in positions:
        if all(abs(position - earlier) > 1 for earlier in separate_positions):
            separate_positions.append(position)
    return separate_positions


def _join_facts(facts: Sequence[FactSentence], draw: Draw) -> Iterator[str]:
    """Yield the sentences, some pairs of them as one."""
    position = 0
    while position < len(facts):
        fact, next_fact = facts[position], facts[position + 1] if position + 1 < len(facts) else None
        text = fact.sentence
        if next_fact and _can_join(fact, next_fact) and draw.child(position).below(JOINED_ONE_IN) == 0:
            text = text[:-1] + JOINT + _lower_first(next_fact.sentence)
            position += 1
        yield text
        position += 1


def _can_join(fact: FactSentence, next_fact: FactSentence) -> bool:
    same_opening = (
        fact.sentence.split()[:2] == next_fact.sentence.split()[:2]
    )  # "We have A, and we have B" would repeat itself
    return (
        fact.joins
        and next_fact.joins
        and fact.group == next_fact.group
        and _may_lower(next_fact.sentence)
        and not same_opening
    )


def _may_lower(text: str) -> bool:
    return text.partition(" ")[0] in BEGINNINGS


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]
