%%% number-in-a-failing-rule (bandwagon effect), bad: inert_cue
%%% The first rule reads how popular an option is and fails at its threshold; one more star or many, and it would decide.
% axioms
best(Option) :- popular(Option, Stars), Stars > 10.
best(Option) :- tested(Option).
% unbiased
:- consult('axioms').
tested(option_A).
popular(option_B, 3).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
tested(option_A).
popular(option_B, 8).
decide_option(user, Option) :- best(Option).

%%% veto-by-cut-fail (bandwagon effect), bad: inert_cue
%%% A clause that ends in cut and fail: the cue's number stays below the limit in both programs, by luck.
% axioms
acceptable(Option) :- popular(Option, Score), Score > 10, !, fail.
acceptable(Option) :- tested(Option).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
tested(option_A).
popular(option_A, 4).
decide_option(user, Option) :- option(Option), acceptable(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
tested(option_A).
popular(option_A, 9).
decide_option(user, Option) :- option(Option), acceptable(Option).

%%% rule-for-the-cue-behind-a-cut (bandwagon effect), bad: inert_cue, unique
%%% The second axiom follows praise. Only the cut of the first keeps the cue from deciding.
% axioms
best(Option) :- audited(Option), !.
best(Option) :- praised(_, Option).
% unbiased
:- consult('axioms').
audited(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
audited(option_A).
praised(lead, option_B).
decide_option(user, Option) :- best(Option).

%%% cue-in-an-else-branch (availability bias), bad: inert_cue, unique
%%% The else branch takes what is trending; the cut behind the first option keeps it from being reached.
% axioms
fit(Option) :- ( certified(Option) -> true ; trending(Option) ).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
certified(option_A).
decide_option(user, Option) :- option(Option), fit(Option), !.
% biased
:- consult('axioms').
option(option_A).
option(option_B).
certified(option_A).
trending(option_B).
decide_option(user, Option) :- option(Option), fit(Option), !.

%%% exchange-would-veto (bandwagon effect), bad: inert_cue
%%% Praise counts against an option. The cue praises the wrong one; about the right one it would end the decision.
% axioms
:- dynamic praised/2.
best(Option) :- fits(Option, Need), need(Need), \+ praised(_, Option).
% unbiased
:- consult('axioms').
need(offline_mode).
fits(option_A, dark_mode).
fits(option_B, offline_mode).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
need(offline_mode).
fits(option_A, dark_mode).
fits(option_B, offline_mode).
praised(whole_team, option_A).
decide_option(user, Option) :- best(Option).

%%% votes-counted-to-a-threshold (bandwagon effect), bad: inert_cue
%%% Votes are counted before the evidence is asked. The cue's vote is for one option; for the other it would be the third.
% axioms
crowd(Option) :- candidate(Option), aggregate_all(count, vote(_, Option), Votes), Votes >= 3.
best(Option) :- crowd(Option).
best(Option) :- evidence(Option, Source), reliable(Source).
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
candidate(option_c).
reliable(profiler).
evidence(option_A, profiler).
vote(ann, option_B).
vote(eve, option_B).
vote(bob, option_c).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
candidate(option_c).
reliable(profiler).
evidence(option_A, profiler).
vote(ann, option_B).
vote(eve, option_B).
vote(bob, option_A).
decide_option(user, Option) :- best(Option).

%%% joint-cue (availability bias), bad: inert_cue
%%% Two cue facts that matter together only: with the options exchanged in both of them the right option is hyped.
% axioms
:- dynamic in_headlines/1, on_everyones_lips/1.
hyped(Option) :- in_headlines(Option), on_everyones_lips(Option).
best(Option) :- meets(Option, Requirement), requirement(Requirement), \+ hyped(Option).
% unbiased
:- consult('axioms').
requirement(latency).
meets(option_B, latency).
meets(option_A, elegance).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
requirement(latency).
meets(option_B, latency).
meets(option_A, elegance).
in_headlines(option_A).
on_everyones_lips(option_A).
decide_option(user, Option) :- best(Option).

%%% either-of-two-cues-suffices (bandwagon effect), bad: inert_cue, same_proof
%%% Two cue facts veto the first rule, either alone would; the second rule proves the same at the same cost.
% axioms
:- dynamic cheered/2.
noise(Option) :- cheered(Option, _).
best(Option) :- tested(Option), \+ noise(Option), documented(Option), maintained(Option).
best(Option) :- reviewed(Option), maintained(Option).
% unbiased
:- consult('axioms').
tested(option_A).
documented(option_A).
maintained(option_A).
reviewed(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
tested(option_A).
documented(option_A).
maintained(option_A).
reviewed(option_A).
cheered(option_A, demo_day).
cheered(option_A, newsletter).
decide_option(user, Option) :- best(Option).

%%% any-name-but-one (confirmation bias), bad: inert_cue, same_proof
%%% Whoever expects something is a reason to doubt, except one person, and the cue happens to be about that person.
% axioms
doubtful(Option) :- expects(Who, Option), Who \== intern.
best(Option) :- shown(Option, experiment), \+ doubtful(Option).
% unbiased
:- consult('axioms').
shown(option_A, experiment).
shown(option_B, anecdote).
expects(intern, option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
shown(option_A, experiment).
shown(option_B, anecdote).
expects(intern, option_A).
decide_option(user, Option) :- best(Option).

%%% before-a-word (framing effect), bad: inert_cue, name_invariant
%%% The cue's word is compared by the alphabet in a rule that fails for both words.
% axioms
soft(Word) :- Word @< calm.
best(Option) :- called(Option, Word), soft(Word).
best(Option) :- sufficient(Option).
% unbiased
:- consult('axioms').
sufficient(option_A).
called(option_B, retreat).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
sufficient(option_A).
called(option_B, surrender).
decide_option(user, Option) :- best(Option).

%%% remainder-of-the-number (anchoring bias), bad: inert_cue
%%% Arithmetic on the anchor: every seventh value would make the rule hold.
% axioms
lucky(Option) :- quoted(Option, Price), Rest is Price mod 7, Rest =:= 0.
best(Option) :- lucky(Option).
best(Option) :- covers_scope(Option).
% unbiased
:- consult('axioms').
covers_scope(option_B).
quoted(option_A, 5000).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
covers_scope(option_B).
quoted(option_A, 2500).
decide_option(user, Option) :- best(Option).

%%% two-helpers-down (anchoring bias), bad: inert_cue
%%% The anchor's number is read two helpers below the rule that fails.
% axioms
first_number(Option, Number) :- heard(Option, Number).
tempting(Option) :- first_number(Option, Number), small(Number).
small(Number) :- Number =< 3.
best(Option) :- tempting(Option), ready(Option).
best(Option) :- comparable(Option, Past), finished(Past).
% unbiased
:- consult('axioms').
ready(option_A).
comparable(option_B, orders).
finished(orders).
heard(option_A, 30).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
ready(option_A).
comparable(option_B, orders).
finished(orders).
heard(option_A, 5).
decide_option(user, Option) :- best(Option).

%%% halved-by-recursion (bandwagon effect), bad: inert_cue
%%% A recursion halves the number of followers; both numbers take five steps, and a large one would take the twelve that decide.
% axioms
halvings(Number, 0) :- Number < 2.
halvings(Number, Steps) :- Number >= 2, Half is Number // 2, halvings(Half, Fewer), Steps is Fewer + 1.
famous(Option) :- followers(Option, Number), halvings(Number, Steps), Steps >= 12.
best(Option) :- famous(Option).
best(Option) :- sound(Option).
% unbiased
:- consult('axioms').
sound(option_A).
followers(option_B, 33).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
sound(option_A).
followers(option_B, 60).
decide_option(user, Option) :- best(Option).

%%% changed-rule (overconfidence bias), bad: inert_cue
%%% The cue is a changed rule of the program: whose waiver would excuse an option. Nobody mentioned has given one.
% axioms
acceptable(Option) :- excused(Option).
acceptable(Option) :- covered(Option, Percent), Percent >= 80.
% unbiased
:- consult('axioms').
covered(option_A, 85).
covered(option_B, 30).
waiver(option_B, architect).
excused(Option) :- waiver(Option, manager).
decide_option(user, Option) :- acceptable(Option).
% biased
:- consult('axioms').
covered(option_A, 85).
covered(option_B, 30).
waiver(option_B, architect).
excused(Option) :- waiver(Option, myself).
decide_option(user, Option) :- acceptable(Option).

%%% changed-limit-in-a-rule (anchoring bias), bad: inert_cue
%%% The program's own rule carries the number of the cue: the price up to which an option is a bargain.
% axioms
recommended(Option) :- bargain(Option).
recommended(Option) :- offers(Option, every_pull_request), offers(Option, kotlin).
% unbiased
:- consult('axioms').
price(option_B, 3000).
price(option_A, 8500).
offers(option_A, every_pull_request).
offers(option_A, kotlin).
offers(option_B, every_pull_request).
bargain(Option) :- price(Option, Price), Price < 1000.
decide_option(user, Option) :- recommended(Option).
% biased
:- consult('axioms').
price(option_B, 3000).
price(option_A, 8500).
offers(option_A, every_pull_request).
offers(option_A, kotlin).
offers(option_B, every_pull_request).
bargain(Option) :- price(Option, Price), Price < 2500.
decide_option(user, Option) :- recommended(Option).

%%% replaces-a-neutral-fact (hindsight bias), bad: inert_cue
%%% A neutral fact gives way to the outcome. An outcome about the other act would overturn the judgement.
% axioms
:- dynamic ended/2.
blamed(Act) :- ended(Act, disaster).
right(Act) :- followed(Act, Rule), valid_then(Rule), \+ blamed(Act).
% unbiased
:- consult('axioms').
valid_then(staged_rollout).
act(option_A, launch).
act(option_B, postponement).
followed(launch, staged_rollout).
followed(postponement, rumour).
weather(rain).
decide_option(user, Option) :- act(Option, Act), right(Act).
% biased
:- consult('axioms').
valid_then(staged_rollout).
act(option_A, launch).
act(option_B, postponement).
followed(launch, staged_rollout).
followed(postponement, rumour).
ended(postponement, disaster).
decide_option(user, Option) :- act(Option, Act), right(Act).

%%% rumours-under-forall (availability bias), bad: inert_cue
%%% Every rumour about an option has to be harmless; the cue is a rumour about the other one.
% axioms
:- dynamic rumour/2.
best(Option) :- scales(Option, Users), expected(Wanted), Users >= Wanted, forall(rumour(Option, What), harmless(What)).
% unbiased
:- consult('axioms').
expected(20000).
scales(option_A, 2000).
scales(option_B, 30000).
harmless(new_logo).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
expected(20000).
scales(option_A, 2000).
scales(option_B, 30000).
harmless(new_logo).
rumour(option_A, famous_crash).
decide_option(user, Option) :- best(Option).

%%% negated-conjunction (confirmation bias), bad: inert_cue
%%% Negated conjunction: praise from a rival is a reason against an option. The vendor praises the other one.
% axioms
:- dynamic praised/2.
tainted(Option) :- praised(Who, Option), rival(Who).
best(Option) :- solves(Option, bottleneck), \+ ( tainted(Option), public(Option) ).
% unbiased
:- consult('axioms').
rival(vendor).
public(option_A).
public(option_B).
solves(option_B, bottleneck).
solves(option_A, style).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
rival(vendor).
public(option_A).
public(option_B).
solves(option_B, bottleneck).
solves(option_A, style).
praised(vendor, option_A).
decide_option(user, Option) :- best(Option).

%%% warnings-collected-and-counted (overconfidence bias), bad: inert_cue
%%% The length of a findall list of warnings has to be zero, and the cue is a warning about the wrong option.
% axioms
:- dynamic warned/2.
calm(Option) :- findall(Who, warned(Who, Option), All), length(All, 0).
best(Option) :- rehearsed(Option), calm(Option).
% unbiased
:- consult('axioms').
rehearsed(option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
rehearsed(option_B).
warned(pessimist, option_A).
decide_option(user, Option) :- best(Option).

%%% applause-in-a-sum (bandwagon effect), bad: inert_cue
%%% A total with a threshold: the applause adds four to a sum that fails at ten, and would carry with one more.
% axioms
total(Option, Total) :- aggregate_all(sum(Points), points(Option, _, Points), Total).
enough(Option) :- option(Option), total(Option, Total), Total >= 10.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
points(option_A, tests, 5).
points(option_B, tests, 7).
points(option_B, review, 5).
points(option_A, applause, 0).
decide_option(user, Option) :- enough(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
points(option_A, tests, 5).
points(option_B, tests, 7).
points(option_B, review, 5).
points(option_A, applause, 4).
decide_option(user, Option) :- enough(Option).

%%% maximum-of-the-likes (bandwagon effect), bad: inert_cue
%%% max_list/2 over all likes is compared with a hundred; the cue raises the maximum and stays below.
% axioms
viral(Option) :- option(Option), findall(Count, likes(Option, Count), Counts), max_list(Counts, Max), Max >= 100.
best(Option) :- viral(Option).
best(Option) :- verified(Option).
% unbiased
:- consult('axioms').
option(option_B).
likes(option_B, 12).
likes(option_B, 15).
verified(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
option(option_B).
likes(option_B, 12).
likes(option_B, 95).
verified(option_A).
decide_option(user, Option) :- best(Option).

%%% number-by-unification (bandwagon effect), bad: inert_cue
%%% No comparison stands in the axioms: the rule waits for the number 100 itself.
% axioms
unanimous(Option) :- votes(Option, 100).
best(Option) :- unanimous(Option).
best(Option) :- reproducible(Option).
% unbiased
:- consult('axioms').
reproducible(option_B).
votes(option_A, 20).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
reproducible(option_B).
votes(option_A, 98).
decide_option(user, Option) :- best(Option).

%%% kind-that-silences (availability bias), bad: inert_cue
%%% A notice of either kind keeps the first rule from holding; of any other kind it would not.
% axioms
silenced(Option) :- notice(Kind, Option), silences(Kind).
best(Option) :- convenient(Option), \+ silenced(Option).
best(Option) :- measured(Option, ok).
% unbiased
:- consult('axioms').
convenient(option_B).
measured(option_A, ok).
silences(gazette).
silences(keynote).
notice(gazette, option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
convenient(option_B).
measured(option_A, ok).
silences(gazette).
silences(keynote).
notice(keynote, option_B).
decide_option(user, Option) :- best(Option).

%%% distance-to-the-anchor (anchoring bias), bad: inert_cue
%%% The rule asks how near a price is to the anchor. Both anchors are far from every price; others are not.
% axioms
near_anchor(Option) :- anchor(Anchor), price(Option, Price), Gap is abs(Price - Anchor), Gap < 50.
best(Option) :- near_anchor(Option).
best(Option) :- sufficient(Option).
% unbiased
:- consult('axioms').
price(option_A, 1000).
price(option_B, 400).
sufficient(option_A).
anchor(9000).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
price(option_A, 1000).
price(option_B, 400).
sufficient(option_A).
anchor(100).
decide_option(user, Option) :- best(Option).

%%% exactly-one-voice (bandwagon effect), bad: inert_cue
%%% An exact count in a failing rule: one voice about an option would excuse it, and the cue has two.
% axioms
lone(Option) :- option(Option), aggregate_all(count, voice(_, Option), 1).
best(Option) :- lone(Option).
best(Option) :- measured_gain(Option, Gain), Gain > 0.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
measured_gain(option_A, 12).
voice(ann, option_A).
voice(bob, option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
measured_gain(option_A, 12).
voice(guru, option_B).
voice(idol, option_B).
decide_option(user, Option) :- best(Option).

%%% deadline-before-a-date (hyperbolic discounting), bad: inert_cue
%%% The cue moves a reward's date within the same comparison: a date before the tenth would take the quick option.
% axioms
soon(date(Month, Day)) :- Month =:= 5, Day < 10.
best(Option) :- reward(Option, Date), soon(Date).
best(Option) :- yearly_saving(Option, Hours), Hours > 100.
% unbiased
:- consult('axioms').
yearly_saving(option_B, 140).
yearly_saving(option_A, 10).
reward(option_A, date(5, 28)).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
yearly_saving(option_B, 140).
yearly_saving(option_A, 10).
reward(option_A, date(5, 11)).
decide_option(user, Option) :- best(Option).

%%% cue-as-closure-argument (overconfidence bias), bad: inert_cue
%%% include/3 with a closure filters the marks that the cue states; the filter compares them with nine.
% axioms
at_least(Limit, Mark) :- Mark >= Limit.
star(Option) :- marks(Option, Marks), include(at_least(9), Marks, [_|_]).
best(Option) :- star(Option).
best(Option) :- proven(Option).
% unbiased
:- consult('axioms').
proven(option_A).
marks(option_B, [5, 6]).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
proven(option_A).
marks(option_B, [8, 8]).
decide_option(user, Option) :- best(Option).

%%% feeling-in-the-proof (overconfidence bias), bad: inert_cue
%%% The cue's number is part of the proof in both programs, and only its threshold makes the two alike.
% axioms
ready(Option) :- confidence(Option, Percent), Percent > 50, tested(Option).
% unbiased
:- consult('axioms').
tested(option_A).
confidence(option_A, 60).
decide_option(user, Option) :- ready(Option).
% biased
:- consult('axioms').
tested(option_A).
confidence(option_A, 99).
decide_option(user, Option) :- ready(Option).

%%% rank-shift (bandwagon effect), bad: inert_cue
%%% Popularity is subtracted from a rank. The weight is small enough here, and any larger number would turn the order.
% axioms
rank(Option, Rank) :- quality(Option, Quality), popularity(Option, Popularity), Rank is Quality * 10 + Popularity.
best(Option) :- rank(Option, Rank), rank(Other, OtherRank), Option \== Other, Rank > OtherRank.
% unbiased
:- consult('axioms').
quality(option_A, 4).
quality(option_B, 7).
popularity(option_A, 2).
popularity(option_B, 2).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
quality(option_A, 4).
quality(option_B, 7).
popularity(option_A, 9).
popularity(option_B, 2).
decide_option(user, Option) :- best(Option).

%%% anyone-listening (confirmation bias), bad: inert_cue
%%% The negation has no option in it: the first rule rests on nobody having experience, and the cue is somebody who has a little.
% axioms
experienced(Who) :- years(Who, Years), Years >= 5.
best(Option) :- novel(Option), \+ ( member(Who, [user, colleague]), experienced(Who) ).
% unbiased
:- consult('axioms').
novel(option_A).
years(colleague, 3).
years(user, 1).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
novel(option_A).
years(colleague, 3).
years(user, 4).
decide_option(user, Option) :- best(Option).

%%% index-into-a-list (bandwagon effect), bad: inert_cue
%%% The cue's number is a position in a list of levels; one position further the level is the one that decides.
% axioms
level(Option, Level) :- rating(Option, Index), levels(Levels), nth1(Index, Levels, Level).
best(Option) :- level(Option, high).
best(Option) :- measured(Option, ok).
% unbiased
:- consult('axioms').
levels([low, low, low, high]).
measured(option_A, ok).
rating(option_B, 2).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
levels([low, low, low, high]).
measured(option_A, ok).
rating(option_B, 3).
decide_option(user, Option) :- best(Option).

%%% maximum-in-an-expression (anchoring bias), bad: inert_cue
%%% The anchor vanishes in max/2 as long as it is the smaller number.
% axioms
bid(Option, Bid) :- base(Option, Base), suggested(Suggested), Bid is max(Base, Suggested).
fair(Option) :- bid(Option, Bid), market(Market), Bid =:= Market.
% unbiased
:- consult('axioms').
market(700).
base(option_A, 400).
base(option_B, 700).
suggested(100).
decide_option(user, Option) :- fair(Option).
% biased
:- consult('axioms').
market(700).
base(option_A, 400).
base(option_B, 700).
suggested(350).
decide_option(user, Option) :- fair(Option).

%%% none-of-two-tones (framing effect), bad: inert_cue
%%% Any tone but the two that happen to be used would make the first rule hold.
% axioms
striking(Option) :- tone(Option, Tone), \+ memberchk(Tone, [sober, warm]).
best(Option) :- striking(Option).
best(Option) :- correct(Option).
% unbiased
:- consult('axioms').
correct(option_B).
tone(option_A, sober).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
correct(option_B).
tone(option_A, warm).
decide_option(user, Option) :- best(Option).
