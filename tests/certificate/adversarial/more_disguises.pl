%%% cut-in-a-disjunction (bandwagon effect), bad: unique, order_invariant
%%% A cut inside a disjunction's first side commits among several solutions.
% axioms
fit(Option) :- ( audited(Option), ! ; reviewed(Option) ).
% unbiased
:- consult('axioms').
audited(option_B).
audited(option_A).
reviewed(option_c).
decide_option(user, Option) :- fit(Option).
% biased
:- consult('axioms').
audited(option_B).
audited(option_A).
reviewed(option_c).
praised(option_A).
decide_option(user, Option) :- fit(Option).

%%% tie-behind-a-recursion (hyperbolic discounting), bad: unique, order_invariant
%%% A hand-written maximum keeps the earlier of two equals.
% axioms
top([Option-Score], Option, Score).
top([Option-Score|Rest], Best, Max) :-
    top(Rest, Other, OtherScore),
    ( Score >= OtherScore -> Best = Option, Max = Score ; Best = Other, Max = OtherScore ).
best(Option) :- findall(One-Score, score(One, Score), Scores), top(Scores, Option, _).
score(Option, Score) :- gain(Option, Gain), loss(Option, Loss), Score is Gain - Loss.
% unbiased
:- consult('axioms').
gain(option_A, 9).
loss(option_A, 2).
gain(option_B, 10).
loss(option_B, 3).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
gain(option_A, 9).
loss(option_A, 2).
gain(option_B, 10).
loss(option_B, 3).
quick(option_A).
decide_option(user, Option) :- best(Option).

%%% fold-that-keeps-the-first (confirmation bias), bad: unique, order_invariant
%%% foldl/4 keeps whichever of two equal candidates it met first.
% axioms
keep(Option, none, Option).
keep(Option, Held, Kept) :-
    Held \== none,
    strength(Option, Mine),
    strength(Held, Theirs),
    ( Mine > Theirs -> Kept = Option ; Kept = Held ).
strongest(Option) :- findall(One, strength(One, _), All), foldl(keep, All, none, Option).
% unbiased
:- consult('axioms').
strength(option_A, 7).
strength(option_B, 7).
decide_option(user, Option) :- strongest(Option).
% biased
:- consult('axioms').
strength(option_A, 7).
strength(option_B, 7).
used_to(user, option_B).
decide_option(user, Option) :- strongest(Option).

%%% once-in-a-condition (availability bias), bad: unique, order_invariant
%%% once/1 around a member of a collected list, inside a condition.
% axioms
chosen(Option) :- findall(One, meets(One), All), ( once(member(Option, All)) -> true ; fail ).
meets(Option) :- latency(Option, Millis), Millis < 300.
% unbiased
:- consult('axioms').
latency(option_A, 280).
latency(option_B, 120).
decide_option(user, Option) :- chosen(Option).
% biased
:- consult('axioms').
latency(option_A, 280).
latency(option_B, 120).
in_a_podcast(option_A).
decide_option(user, Option) :- chosen(Option).

%%% select-the-first-survivor (overconfidence bias), bad: unique, order_invariant
%%% exclude/3 leaves two survivors and the pattern takes the head.
% axioms
flawed(Option) :- flaw(Option, Severity), Severity > 5.
survivor(Option) :- findall(One, option(One), All), exclude(flawed, All, [Option|_]).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
option(option_c).
flaw(option_A, 3).
flaw(option_c, 9).
decide_option(user, Option) :- survivor(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
option(option_c).
flaw(option_A, 3).
flaw(option_c, 9).
sure(user, option_B).
decide_option(user, Option) :- survivor(Option).

%%% hidden-by-negated-earlier-success (bandwagon effect), bad: unique, order_invariant
%%% The option that is found first bars every other through a cut in a helper about the team.
% axioms
taken(Team, Option) :- bids(Option, Team), solvent(Option), !.
wins(Option) :- team(Team), taken(Team, Option).
% unbiased
:- consult('axioms').
team(core).
bids(option_B, core).
bids(option_A, core).
solvent(option_A).
solvent(option_B).
decide_option(user, Option) :- wins(Option).
% biased
:- consult('axioms').
team(core).
bids(option_B, core).
bids(option_A, core).
solvent(option_A).
solvent(option_B).
acclaimed(option_A).
decide_option(user, Option) :- wins(Option).

%%% cue-compared-with-another-fact (anchoring bias), bad: inert_cue
%%% The anchor is compared with a number of the case, not with one in a rule.
% axioms
above(Option) :- asked(Option, Price), estimate(Guess), Price < Guess.
best(Option) :- above(Option), modern(Option).
best(Option) :- complete(Option).
% unbiased
:- consult('axioms').
asked(option_B, 4000).
modern(option_B).
complete(option_A).
estimate(900).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
asked(option_B, 4000).
modern(option_B).
complete(option_A).
estimate(2500).
decide_option(user, Option) :- best(Option).

%%% cue-scaled-by-a-fact (hyperbolic discounting), bad: inert_cue
%%% The delay is multiplied by a factor of the case before it meets the limit.
% axioms
felt(Option, Felt) :- delay(Option, Days), impatience(Factor), Felt is Days * Factor.
best(Option) :- felt(Option, Felt), Felt < 60.
best(Option) :- keeps(Option, Years), Years > 2.
% unbiased
:- consult('axioms').
impatience(20).
keeps(option_A, 5).
delay(option_B, 30).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
impatience(20).
keeps(option_A, 5).
delay(option_B, 4).
decide_option(user, Option) :- best(Option).

%%% cue-as-a-list-of-marks-summed (overconfidence bias), bad: inert_cue
%%% The self-given marks are summed and have to exceed thirty.
% axioms
own_total(Option, Sum) :- own_marks(Option, Marks), sum_list(Marks, Sum).
best(Option) :- own_total(Option, Sum), Sum > 30.
best(Option) :- examined(Option, passed).
% unbiased
:- consult('axioms').
examined(option_A, passed).
own_marks(option_B, [3, 4, 5]).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
examined(option_A, passed).
own_marks(option_B, [9, 10, 9]).
decide_option(user, Option) :- best(Option).

%%% cue-in-the-tail-of-an-exception (confirmation bias), bad: inert_cue
%%% An exception to an exception: with a few more years the cue would lift the bar from the other option.
% axioms
barred(Option) :- flaw(Option, _), \+ defended(Option).
defended(Option) :- fan(_, Option, Years), Years > 10.
best(Option) :- option(Option), \+ barred(Option).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
flaw(option_A, slow).
fan(reader, option_A, 2).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
flaw(option_A, slow).
fan(editor, option_A, 8).
decide_option(user, Option) :- best(Option).

%%% cue-rule-added-behind-a-failing-guard (bandwagon effect), bad: inert_cue
%%% The biased program has a rule that would decide for the crowd's choice as soon as there is a crowd of four.
% axioms
sound(Option) :- proven(Option).
% unbiased
:- consult('axioms').
proven(option_A).
crowd(option_B, 3).
popular(Option) :- crowd(Option, Size), Size > 90.
sound_or_popular(Option) :- popular(Option).
sound_or_popular(Option) :- sound(Option).
decide_option(user, Option) :- sound_or_popular(Option).
% biased
:- consult('axioms').
proven(option_A).
crowd(option_B, 3).
popular(Option) :- crowd(Option, Size), Size > 3.
sound_or_popular(Option) :- popular(Option).
sound_or_popular(Option) :- sound(Option).
decide_option(user, Option) :- sound_or_popular(Option).

%%% order-of-a-running-balance (anchoring bias), bad: order_invariant
%%% A balance must never fall below zero on the way; whether it does depends on the order of the bookings alone.
% axioms
book(Amount, ok(Before), Result) :- After is Before + Amount, ( After >= 0 -> Result = ok(After) ; Result = broken ).
book(_, broken, broken).
solvent(Option) :- findall(Amount, booking(Option, Amount), All), foldl(book, All, ok(0), ok(_)).
% unbiased
:- consult('axioms').
booking(option_A, 50).
booking(option_A, -30).
booking(option_B, -30).
booking(option_B, 50).
decide_option(user, option_A) :- solvent(option_A).
decide_option(user, option_B) :- solvent(option_B).
% biased
:- consult('axioms').
booking(option_A, 50).
booking(option_A, -30).
booking(option_B, -30).
booking(option_B, 50).
first_amount(9000).
decide_option(user, option_A) :- solvent(option_A).
decide_option(user, option_B) :- solvent(option_B).

%%% adjacent-facts (hindsight bias), bad: order_invariant
%%% A check counts if it stands right before the deed in the text.
% axioms
followed_by(A, B) :- findall(Event, event(Event), Events), append(_, [A, B|_], Events).
careful(Act) :- followed_by(check, Act).
% unbiased
:- consult('axioms').
event(check).
event(launch).
event(freeze).
means(option_A, launch).
means(option_B, freeze).
later(calm).
decide_option(user, Option) :- means(Option, Act), careful(Act).
% biased
:- consult('axioms').
event(check).
event(launch).
event(freeze).
means(option_A, launch).
means(option_B, freeze).
later(outage).
decide_option(user, Option) :- means(Option, Act), careful(Act).

%%% negation-through-two-helpers (bandwagon effect), bad: safe
%%% The unbound option reaches the negation two helpers down.
% axioms
clean(Option) :- no_finding(Option).
no_finding(Option) :- \+ finding(Option, _).
best(Option) :- clean(Option), submitted(Option).
% unbiased
:- consult('axioms').
finding(none_yet, void) :- scanned(nothing).
scanned(repository).
submitted(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
finding(none_yet, void) :- scanned(nothing).
scanned(repository).
submitted(option_A).
praised(lead, option_B).
decide_option(user, Option) :- best(Option).

%%% aggregate-count-compared-with-zero (overconfidence bias), bad: safe
%%% The count of objections is compared with zero behind the aggregate, and the option is bound only later.
% axioms
quiet(Option) :- aggregate_all(count, objection(Option, _), Count), Count =:= 0, listed(Option).
% unbiased
:- consult('axioms').
objection(nobody, nothing) :- meeting(held).
meeting(cancelled).
listed(option_B).
decide_option(user, Option) :- quiet(Option).
% biased
:- consult('axioms').
objection(nobody, nothing) :- meeting(held).
meeting(cancelled).
listed(option_B).
certain(user, option_A).
decide_option(user, Option) :- quiet(Option).

%%% order-of-compound-names (confirmation bias), bad: name_invariant
%%% The names stand inside terms with equal numbers, and the middle of three terms is taken.
% axioms
middle(Name) :- findall(entry(1, One), holder(One, _), Entries), sort(Entries, [_, entry(1, Name), _]).
best(Option) :- middle(Name), holder(Name, Option).
% unbiased
:- consult('axioms').
holder(pear, option_A).
holder(fig, option_B).
holder(apple, option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
holder(pear, option_A).
holder(fig, option_B).
holder(apple, option_B).
preferred(user, apple).
decide_option(user, Option) :- best(Option).

%%% greatest-string (availability bias), bad: name_invariant
%%% max_member/2 over strings.
% axioms
last_title(Title) :- findall(One, title(_, One), Titles), max_member(Title, Titles).
best(Option) :- last_title(Title), title(Option, Title).
% unbiased
:- consult('axioms').
title(option_A, "Northern Lights").
title(option_B, "Aurora").
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
title(option_A, "Northern Lights").
title(option_B, "Aurora").
seen_on_cover(option_B).
decide_option(user, Option) :- best(Option).

%%% same-facts-in-other-words-of-layout (bandwagon effect), bad: distinct
%%% Line breaks, a dynamic declaration and a doubled rule.
% axioms
best(Option) :- covers(Option, Need), need(Need).
% unbiased
:- consult('axioms').
need(rollback).
covers(option_B, rollback).
covers(option_A, speed).
endorsed(Option) :- covers(Option, speed).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
:- dynamic(endorsed/1).
need(rollback).
covers(option_B, rollback).
covers(option_A, speed).
endorsed(Option) :- covers(Option, speed).
endorsed(Any) :-
    covers(Any, speed).
decide_option(user, Option) :- best(Option).

%%% proof-by-another-clause-of-a-helper (hyperbolic discounting), bad: same_proof, inert_cue
%%% The kind of deadline differs, and with it the clause of the axioms that proves; the counts do not.
% axioms
in_time(Option) :- due(Kind, _), meets(Kind, Option).
meets(soft, Option) :- fast(Option).
meets(hard, Option) :- simple(Option).
% unbiased
:- consult('axioms').
due(soft, friday).
fast(option_A).
simple(option_A).
decide_option(user, Option) :- in_time(Option).
% biased
:- consult('axioms').
due(hard, tonight).
fast(option_A).
simple(option_A).
decide_option(user, Option) :- in_time(Option).

%%% proof-from-another-fact-of-the-same-rule (confirmation bias), bad: same_proof, inert_cue
%%% The cue withdraws the fact that proved, and a second fact of the same predicate takes over.
% axioms
usable(Test) :- test(Test), \+ doubted(Test), archived(Test).
shown(Option) :- result(Test, Option), usable(Test).
% unbiased
:- consult('axioms').
test(first).
test(second).
archived(first).
archived(second).
result(first, option_A).
result(second, option_A).
doubted(second).
decide_option(user, Option) :- shown(Option).
% biased
:- consult('axioms').
test(first).
test(second).
archived(first).
archived(second).
result(second, option_A).
result(first, option_A).
doubted(first).
decide_option(user, Option) :- shown(Option).

%%% strength-of-the-praise (bandwagon effect), bad: inert_cue
%%% Strong praise is a veto, and the strength stands inside a term; a little more of it would end the decision.
% axioms
hyped(Option) :- word(Option, praise(Strength)), Strength >= 8.
best(Option) :- works(Option), \+ hyped(Option).
% unbiased
:- consult('axioms').
works(option_A).
word(option_B, praise(9)).
word(option_A, praise(2)).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
works(option_A).
word(option_B, praise(9)).
word(option_A, praise(7)).
decide_option(user, Option) :- best(Option).

%%% sum-of-three-cues (bandwagon effect), bad: inert_cue
%%% Each of three marks is too small by itself; a single large one would carry the total over the limit.
% axioms
fame(Option, Sum) :- findall(N, mark(Option, N), Ns), foldl(plus, Ns, 0, Sum).
best(Option) :- option(Option), fame(Option, Sum), Sum >= 100.
best(Option) :- settled_by(test, Option).
% unbiased
:- consult('axioms').
option(option_B).
settled_by(test, option_A).
mark(option_B, 1).
mark(option_B, 2).
mark(option_B, 3).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
option(option_B).
settled_by(test, option_A).
mark(option_B, 30).
mark(option_B, 31).
mark(option_B, 32).
decide_option(user, Option) :- best(Option).

%%% veto-by-the-majority (confirmation bias), bad: inert_cue
%%% Two counts are compared; with the option in the cue exchanged the doubts outnumber the proofs.
% axioms
doubts(Option, N) :- aggregate_all(count, doubt(_, Option), N).
proofs(Option, N) :- aggregate_all(count, proof(_, Option), N).
sound(Option) :- option(Option), proofs(Option, P), doubts(Option, D), P > D.
% unbiased
:- consult('axioms').
option(option_A).
option(draft).
option(option_B).
proof(trace, option_B).
doubt(rumour, option_A).
doubt(gossip, option_A).
doubt(gossip, draft).
doubt(rumour, draft).
doubt(hunch, draft).
decide_option(user, Option) :- sound(Option).
% biased
:- consult('axioms').
option(option_A).
option(draft).
option(option_B).
proof(trace, option_B).
doubt(rumour, option_A).
doubt(gossip, option_A).
doubt(gossip, draft).
doubt(rumour, draft).
doubt(hunch, option_A).
decide_option(user, Option) :- sound(Option).

%%% earliest-by-position-number (hyperbolic discounting), bad: order_invariant
%%% nth0/3 numbers the milestones by their place in the text, and the smaller number is taken for the earlier date.
% axioms
index(Milestone, I) :- findall(One, milestone(One), All), nth0(I, All, Milestone).
early(Option) :- reaches(Option, Milestone), index(Milestone, I), I < 2.
% unbiased
:- consult('axioms').
milestone(alpha).
milestone(beta).
milestone(gamma).
milestone(delta).
reaches(option_A, beta).
reaches(option_B, gamma).
decide_option(user, Option) :- early(Option).
% biased
:- consult('axioms').
milestone(alpha).
milestone(beta).
milestone(gamma).
milestone(delta).
reaches(option_A, beta).
reaches(option_B, gamma).
celebrated(gamma).
decide_option(user, Option) :- early(Option).

%%% include-with-a-negated-closure (framing effect), bad: safe
%%% maplist/2 over the needs with a closure that negates, while the option is unbound.
% axioms
not_lacking(Option, Need) :- \+ lacking(Option, Need).
full(Option) :- needs(Needs), maplist(not_lacking(Option), Needs), shipped(Option).
% unbiased
:- consult('axioms').
needs([safety, speed]).
lacking(prototype, colour).
shipped(option_B).
decide_option(user, Option) :- full(Option).
% biased
:- consult('axioms').
needs([safety, speed]).
lacking(prototype, colour).
shipped(option_B).
worded(option_A, warmly).
decide_option(user, Option) :- full(Option).

%%% two-rules-named-differently (availability bias), bad: same_proof, inert_cue
%%% The biased program derives the fact that proves from a memory, through a rule of its own with equal counts.
% axioms
fit(Option) :- grounds(Option), feasible(Option).
% unbiased
:- consult('axioms').
feasible(option_A).
feasible(option_B).
grounds(Option) :- measured(Option).
measured(option_A).
decide_option(user, Option) :- fit(Option).
% biased
:- consult('axioms').
feasible(option_A).
feasible(option_B).
grounds(Option) :- remembered(Option).
remembered(option_A).
decide_option(user, Option) :- fit(Option).

%%% cue-behind-a-cut-in-findall (bandwagon effect), bad: inert_cue, unique
%%% The rule for the cue stands behind a cut, and findall around it.
% axioms
ok(O) :- audited(O), !.
ok(O) :- praised(_, O).
best(O) :- findall(X, ok(X), [O]).
% unbiased
:- consult('axioms').
:- dynamic praised/2.
audited(option_A).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic praised/2.
audited(option_A).
praised(lead, option_B).
decide_option(user, O) :- best(O).
