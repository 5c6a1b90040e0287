"""At each limit, programs decide as the sentence beside the clauses says. The table was written from the sentences."""

from pathlib import Path

import pytest

from probe.files.corpus import find_domain
from probe.oracle.swi import SwiOracle
from probe.protocols.triage.content import read_content
from probe.values import Program
from probe.values.answering import Answering

LIMITS = {
    "pull_requests": [
        ("review(X)", "approvals(3). objections(1). needed(2).", "enough"),
        ("review(X)", "approvals(3). objections(2). needed(2).", "too_few"),
        *(
            ("risk(X)", f"size_points(1). code_points({points - 1}).", risk)
            for points, risk in [
                (3, "low"),
                (4, "moderate"),
                (5, "moderate"),
                (6, "high"),
                (7, "high"),
                (8, "critical"),
            ]
        ),
        ("size_points(1), X = one", "lines(199).", "one"),
        ("size_points(2), X = two", "lines(200).", "two"),
    ],
    "incident_tickets": [
        ("urgency(X)", "lasts(5). until_morning(5).", "not_urgent"),
        ("urgency(X)", "lasts(4). until_morning(5).", "urgent"),
        ("lasts(5), X = rounded_down", "remaining(47). hourly(8).", "rounded_down"),
        *(
            ("severity(X)", f"failing({share}).", severity)
            for share, severity in [(5, "minor"), (6, "major"), (20, "major"), (21, "critical")]
        ),
    ],
    "vulnerability_reports": [
        ("timing(X)", "allowed(30). hold(4). age(27).", "due"),
        ("timing(X)", "allowed(30). hold(4). age(26).", "not_due"),
        *(
            ("rating(X)", f"base({score - 10}). surcharge(10).", rating)
            for score, rating in [
                *[(80, "critical"), (79, "severe"), (65, "severe"), (64, "high")],
                *[(50, "high"), (49, "moderate"), (35, "moderate"), (34, "low")],
            ]
        ),
    ],
    "libraries": [
        *(
            ("stability(one, X)", f"breaking(one, {changes}).", stability)
            for changes, stability in [(2, "stable"), (3, "changing"), (6, "changing"), (7, "unstable")]
        ),
    ],
    "vendors": [
        *(
            ("plan(one, X)", f"included(one, {size}).", plan)
            for size, plan in [(500, "basic"), (499, "standard"), (200, "standard"), (199, "premium")]
        ),
    ],
    "students": [
        ("bar(X)", "points(60). required(60).", "reached"),
        ("bar(X)", "points(59). required(60).", "missed"),
        ("average(89), X = rounded_down", "first_year(89). second_year(90).", "rounded_down"),
        *(
            (f"level({level}), X = level", f"average({marks}).", "level")
            for marks, level in [(90, 5), (89, 4), (80, 4), (79, 3)]
        ),
    ],
    "scholarships": [
        *(
            (f"level(one, {level}), X = level", f"average(one, {marks}).", "level")
            for marks, level in [(90, 5), (89, 4), (80, 4), (79, 3)]
        ),
    ],
}


@pytest.mark.parametrize("name", LIMITS)
async def test_values_at_a_limit_are_decided_as_the_sentence_says(oracle: SwiOracle, name: str) -> None:
    domain = "admissions" if name in ("students", "scholarships") else "software_engineering"
    [matter] = [matter for matter in read_content(find_domain(Path(domain))).matters if matter.name == name]
    for goal, facts, expected in LIMITS[name]:
        text = f":- consult('axioms').\n{facts}\ndecide_option(user, X) :- {goal}.\n"
        [rule] = [rule for rule in matter.rules if goal.partition("(")[0] in rule.derived]
        program = Program(axioms=rule.clauses, text=text)
        verdict = await oracle.verdict(program, answering=Answering(answers=(expected, "other")))
        assert verdict.choice == expected, (goal, facts)
