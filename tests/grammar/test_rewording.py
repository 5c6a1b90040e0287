"""Rules in other orders: their meaning stays the same, and nothing is referred to before it is named."""

import pytest

from probe.grammar.draw import Draw
from probe.grammar.rewording import reword


def all_forms(sentence: str) -> set[str]:
    return {reword(sentence, Draw(seed)) for seed in range(200)}


def test_the_result_of_a_calculation_is_first_or_last() -> None:
    forms = all_forms("To get the peak load, multiply all users by the requests per user.")
    assert forms == {
        "To get the peak load, multiply all users by the requests per user.",
        "Multiply all users by the requests per user to get the peak load.",
        "We get the peak load by multiplying all users by the requests per user.",
    }


def test_every_step_of_a_calculation_changes_its_form() -> None:
    forms = all_forms("Add the tests to the work and subtract the reserve to find the days needed.")
    assert "We find the days needed by adding the tests to the work and subtracting the reserve." in forms


def test_a_result_with_a_pronoun_stays_behind_what_it_means() -> None:
    sentence = "Add the early shift to the late one to work out its people."
    assert all_forms(sentence) == {sentence}
    sentence = "To get the servers of a data centre, add its job servers to its web servers."
    assert all_forms(sentence) == {
        sentence,
        "We get the servers of a data centre by adding its job servers to its web servers.",
    }


@pytest.mark.parametrize(
    ("sentence", "order", "gerund"),
    [
        (
            "The estimate is its stories times the points of each.",
            "To find the estimate, multiply its stories by the points of each.",
            "We find the estimate by multiplying its stories by the points of each.",
        ),
        (
            "The effort is the tests plus the report.",
            "To find the effort, add the report to the tests.",
            "We find the effort by adding the report to the tests.",
        ),
        (
            "The free space is the disks minus the tables.",
            "To find the free space, subtract the tables from the disks.",
            "We find the free space by subtracting the tables from the disks.",
        ),
        (
            "The groups are the servers divided by the servers in a group.",
            "To find the groups, divide the servers by the servers in a group.",
            "We find the groups by dividing the servers by the servers in a group.",
        ),
    ],
    ids=["times", "plus", "minus", "divided"],
)
def test_a_formula_is_an_order_to_calculate(sentence: str, order: str, gerund: str) -> None:
    assert {sentence, order, gerund} < all_forms(sentence)


def test_the_condition_of_a_class_is_first_or_last() -> None:
    forms = all_forms("If the release is large, the long tests apply.")
    assert {"If the release is large, the long tests apply.", "The long tests apply when the release is large."} < forms


@pytest.mark.parametrize(
    "sentence",
    [
        "If it is public, the weight for public interfaces applies.",
        "If the records are sensitive, the time for sensitive ones applies.",
        "The load is 30 times that of a day.",
        "The load is the users times their requests when the sale begins.",
        "If not, the rules below apply.",
        "When the backup is late, the room for reads is the capacity less the load of the backup.",
        "The backlog is the current bugs plus the growth until then.",
        "The users are the accounts by the next review times the share in use.",
        "We add a server if the load is above the limit.",
        "If the daily views of a page reach the threshold, the page is busy.",
        "If a page is not busy, the limit for such pages applies.",
        "The fee is its base fee plus the support.",
        "The downtime is the time to copy the table plus the time to check the copy.",
        "To get the calls by clients, multiply the calls by one client by the clients.",
    ],
)
def test_a_sentence_stays_as_it_is_where_another_order_would_be_unclear(sentence: str) -> None:
    assert all_forms(sentence) == {sentence}


def test_a_brief_draw_adds_no_words() -> None:
    sentences = (
        "Add the tests to the time left to get the duration.",
        "The load is the users times the requests of one.",
    )
    assert all(
        len(reword(sentence, Draw(seed).brief()).split()) <= len(sentence.split())
        for sentence in sentences
        for seed in range(60)
    )
