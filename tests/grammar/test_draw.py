"""Draws that anyone can repeat."""

import hashlib
from collections import Counter

from probe.grammar.draw import Draw


def test_a_draw_is_the_documented_hash() -> None:
    """A number is the first 64 bits of SHA-256 of its key, # and the counter 0, modulo the limit."""
    word = int.from_bytes(hashlib.sha256(b'[7,"anchoring bias",3]#0').digest()[:8], "big")
    assert Draw(7, "anchoring bias", 3).below(1000) == word % 1000


def test_the_same_key_gives_the_same_stream_and_a_neighbour_another() -> None:
    first, same_draw, other_draw = Draw("seed", 1), Draw("seed", 1), Draw("seed", 2)
    numbers = [first.below(10**9) for _ in range(20)]
    assert numbers == [same_draw.below(10**9) for _ in range(20)]
    assert not set(numbers) & {other_draw.below(10**9) for _ in range(20)}


def test_a_child_does_not_move_its_parent() -> None:
    without_child, with_child = Draw("seed"), Draw("seed")
    with_child.child("cue").shuffled(range(10))
    assert without_child.below(10**9) == with_child.below(10**9)


def test_choices_are_even() -> None:
    """Each of six values comes up in about a sixth of 6,000 draws (five standard deviations are 144)."""
    draw = Draw("even")
    counts = Counter(draw.choice("abcdef") for _ in range(6000))
    assert set(counts) == set("abcdef")
    assert all(abs(count - 1000) < 144 for count in counts.values())


def test_a_shuffle_keeps_every_item() -> None:
    items = list(range(50))
    shuffled_items = Draw("shuffle").shuffled(items)
    assert shuffled_items != items
    assert sorted(shuffled_items) == items


def test_a_brief_stream_takes_what_is_shortest() -> None:
    brief = Draw("seed").brief("attempt")
    assert brief.choice(["Two options:", "Options:", "I have two options:"]) == "Options:"
    assert brief.below(10**9) == Draw("seed", "attempt").below(10**9)
