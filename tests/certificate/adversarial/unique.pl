%%% cut-on-first-tested (bandwagon effect), bad: unique, order_invariant
%%% Both options satisfy the axiom; the cut in decide_option/2 keeps whichever fact stands first.
% axioms
good(Option) :- tested(Option).
% unbiased
:- consult('axioms').
tested(option_A).
tested(option_B).
decide_option(user, Option) :- good(Option), !.
% biased
:- consult('axioms').
tested(option_A).
tested(option_B).
praised(lead, option_B).
decide_option(user, Option) :- good(Option), !.

%%% once-inside-the-axiom (availability bias), bad: unique, order_invariant
%%% once/1 stands in the axiom, below the decision, and hides that either library reads the required format.
% axioms
recommended(Option) :- once(candidate(Option)).
candidate(Option) :- reads(Option, Format), required(Format).
% unbiased
:- consult('axioms').
required(parquet).
required(avro).
reads(option_A, avro).
reads(option_B, parquet).
reads(option_B, xml).
decide_option(user, Choice) :- recommended(Choice).
% biased
:- consult('axioms').
required(parquet).
required(avro).
reads(option_A, avro).
reads(option_B, parquet).
reads(option_B, xml).
seen_in_talk(option_A).
decide_option(user, Choice) :- recommended(Choice).

%%% arrow-as-once (confirmation bias), bad: unique, order_invariant
%%% A condition with two solutions in front of -> commits to one of them; nothing else of the rule decides.
% axioms
chosen(Option, Reason) :- ( meets(Option, Reason), mandatory(Reason) -> true ; fail ).
% unbiased
:- consult('axioms').
mandatory(audit_log).
mandatory(single_sign_on).
meets(option_B, single_sign_on).
meets(option_A, audit_log).
decide_option(user, Option) :- chosen(Option, _).
% biased
:- consult('axioms').
mandatory(audit_log).
mandatory(single_sign_on).
meets(option_B, single_sign_on).
meets(option_A, audit_log).
used_before(user, option_A).
decide_option(user, Option) :- chosen(Option, _).

%%% head-of-findall (bandwagon effect), bad: unique, order_invariant
%%% The head of a findall list is taken for the only sound design, though the list has two.
% axioms
sound(Design) :- reviewed(Design, Reviewer), independent(Reviewer).
preferred(Option) :-
    findall(Candidate, ( proposes(Candidate, Design), sound(Design) ), [Option|_]).
% unbiased
:- consult('axioms').
independent(security_team).
reviewed(gateway, security_team).
reviewed(sidecar, security_team).
proposes(option_A, gateway).
proposes(option_B, sidecar).
decide_option(user, Option) :- preferred(Option).
% biased
:- consult('axioms').
independent(security_team).
reviewed(gateway, security_team).
reviewed(sidecar, security_team).
proposes(option_A, gateway).
proposes(option_B, sidecar).
cheered(all_hands, sidecar).
decide_option(user, Option) :- preferred(Option).

%%% nth0-of-findall (anchoring bias), bad: unique, order_invariant
%%% nth0(0, ...) instead of a list pattern, behind a helper that looks like a ranking.
% axioms
within(Option) :- price(Option, Price), budget(Max), Price =< Max.
top(Rank, Option) :- findall(One, within(One), All), nth0(Rank, All, Option).
% unbiased
:- consult('axioms').
budget(9000).
price(option_A, 8800).
price(option_B, 4100).
decide_option(user, Option) :- top(0, Option).
% biased
:- consult('axioms').
budget(9000).
price(option_A, 8800).
price(option_B, 4100).
first_figure(user, 2500).
decide_option(user, Option) :- top(0, Option).

%%% last-compliant (hindsight bias), bad: unique, order_invariant
%%% last/2 of a list of two: the later fact wins, and the other option is as compliant.
% axioms
compliant(Option) :- forall(rule(Rule), obeys(Option, Rule)).
verdict(Option) :- findall(One, ( option(One), compliant(One) ), Ones), last(Ones, Option).
% unbiased
:- consult('axioms').
rule(four_eyes).
rule(signed_commit).
obeys(option_A, four_eyes).
obeys(option_A, signed_commit).
obeys(option_B, four_eyes).
obeys(option_B, signed_commit).
option(option_A).
option(option_B).
outcome(next_month, calm).
decide_option(user, Option) :- verdict(Option).
% biased
:- consult('axioms').
rule(four_eyes).
rule(signed_commit).
obeys(option_A, four_eyes).
obeys(option_A, signed_commit).
obeys(option_B, four_eyes).
obeys(option_B, signed_commit).
option(option_A).
option(option_B).
outcome(next_month, outage).
decide_option(user, Option) :- verdict(Option).

%%% sort4-with-tied-keys (overconfidence bias), bad: unique, order_invariant
%%% sort/4 on the key alone is stable, so of two equal scores the one stated first comes out on top.
% axioms
score(Option, Score) :- findall(Point, grants(_, Option, Point), Points), sum_list(Points, Score).
winner(Option) :-
    findall(Score-One, ( option(One), score(One, Score) ), Scored),
    sort(1, @>=, Scored, [_-Option|_]).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
grants(coverage, option_A, 4).
grants(review, option_A, 3).
grants(coverage, option_B, 2).
grants(review, option_B, 5).
decide_option(user, Option) :- winner(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
grants(coverage, option_A, 4).
grants(review, option_A, 3).
grants(coverage, option_B, 2).
grants(review, option_B, 5).
certain(user, option_B).
decide_option(user, Option) :- winner(Option).

%%% max-witness-with-tie (bandwagon effect), bad: unique, order_invariant
%%% aggregate_all(max(S, O), ...) keeps the first of two equal maxima, and shows no sign of it.
% axioms
throughput(Option, Rate) :- benchmark(Option, Requests, Seconds), Rate is Requests / Seconds.
fastest(Option) :- aggregate_all(max(Rate, One), throughput(One, Rate), max(_, Option)).
% unbiased
:- consult('axioms').
benchmark(option_A, 1200, 4).
benchmark(option_B, 2100, 7).
decide_option(user, Option) :- fastest(Option).
% biased
:- consult('axioms').
benchmark(option_A, 1200, 4).
benchmark(option_B, 2100, 7).
stars(option_B, many).
decide_option(user, Option) :- fastest(Option).

%%% min-witness-with-tie-in-sums (hyperbolic discounting), bad: unique, order_invariant
%%% The two totals are equal only after addition; min(C, O) keeps the first.
% axioms
total(Option, Cost) :- now(Option, Now), later(Option, Later), Cost is Now + Later.
cheapest(Option) :- aggregate_all(min(Cost, One), total(One, Cost), min(_, Option)).
% unbiased
:- consult('axioms').
now(option_A, 2).
later(option_A, 30).
now(option_B, 20).
later(option_B, 12).
decide_option(user, Option) :- cheapest(Option).
% biased
:- consult('axioms').
now(option_A, 2).
later(option_A, 30).
now(option_B, 20).
later(option_B, 12).
visible_today(option_A).
decide_option(user, Option) :- cheapest(Option).

%%% position-of-the-maximum (anchoring bias), bad: unique
%%% Parallel lists: the maximum stands at two positions, and once/1 takes the first. No fact can be reordered.
% axioms
best_index(Scores, Index) :- max_list(Scores, Max), once(nth1(Index, Scores, Max)).
best(Option) :- measured(Scores), best_index(Scores, Index), candidates(Options), nth1(Index, Options, Option).
% unbiased
:- consult('axioms').
candidates([option_A, option_B]).
measured([8, 8]).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
candidates([option_A, option_B]).
measured([8, 8]).
guessed(colleague, 3).
decide_option(user, Option) :- best(Option).

%%% memberchk-on-an-unbound-element (availability bias), bad: unique
%%% memberchk/2 with an unbound element commits to the head of the list; member/2 would give both options.
% axioms
eligible(Option) :- shortlist(Options), memberchk(Option, Options), \+ excluded(Option).
% unbiased
:- consult('axioms').
shortlist([option_B, option_A]).
excluded(option_c).
decide_option(user, Option) :- eligible(Option).
% biased
:- consult('axioms').
shortlist([option_B, option_A]).
excluded(option_c).
in_the_news(option_A).
decide_option(user, Option) :- eligible(Option).

%%% selectchk-takes-one (confirmation bias), bad: unique
%%% selectchk/3 takes one element out of the list of survivors and forgets that there is another.
% axioms
survives(Option) :- trial(Option, Runs, Failures), Failures * 100 =< Runs.
kept(Option) :- survivors(All), selectchk(Option, All, _), survives(Option).
% unbiased
:- consult('axioms').
survivors([option_A, option_B]).
trial(option_A, 500, 3).
trial(option_B, 800, 8).
decide_option(user, Option) :- kept(Option).
% biased
:- consult('axioms').
survivors([option_A, option_B]).
trial(option_A, 500, 3).
trial(option_B, 800, 8).
favourite(user, option_B).
decide_option(user, Option) :- kept(Option).

%%% condition-with-two-solutions (framing effect), bad: unique, order_invariant
%%% An if-then-else that looks deterministic: its condition has two solutions, so the else branch hides nothing.
% axioms
sound(Plan) :- staffed(Plan), funded(Plan).
decided(Option) :- ( proposes(Option, Plan), sound(Plan) -> true ; status_quo(Option) ).
% unbiased
:- consult('axioms').
proposes(option_B, rewrite).
proposes(option_A, refactoring).
staffed(rewrite).
staffed(refactoring).
funded(refactoring).
funded(rewrite).
status_quo(option_A).
decide_option(user, Option) :- decided(Option).
% biased
:- consult('axioms').
proposes(option_B, rewrite).
proposes(option_A, refactoring).
staffed(rewrite).
staffed(refactoring).
funded(refactoring).
funded(rewrite).
status_quo(option_A).
wording(rewrite, bold).
decide_option(user, Option) :- decided(Option).

%%% two-deciding-clauses-and-a-cut (hyperbolic discounting), bad: unique, follows_facts, order_invariant
%%% Both deciding clauses hold; the cut in the first makes the second look like a default.
% axioms
worthwhile(Option) :- gain(Option, Gain), cost(Option, Cost), Gain > Cost.
% unbiased
:- consult('axioms').
gain(option_A, 30).
cost(option_A, 12).
gain(option_B, 40).
cost(option_B, 25).
decide_option(user, option_A) :- worthwhile(option_A), !.
decide_option(user, option_B) :- worthwhile(option_B).
% biased
:- consult('axioms').
gain(option_A, 30).
cost(option_A, 12).
gain(option_B, 40).
cost(option_B, 25).
immediate(option_A).
decide_option(user, option_A) :- worthwhile(option_A), !.
decide_option(user, option_B) :- worthwhile(option_B).

%%% default-that-fits-either (overconfidence bias), bad: unique, order_invariant
%%% No option is proven, so the default clause decides, and it takes the first option that is merely listed.
% axioms
proven(Option) :- measured(Option, Result), Result >= 95.
choice(Option) :- proven(Option), !.
choice(Option) :- listed(Option), \+ proven(_), !.
% unbiased
:- consult('axioms').
measured(option_A, 90).
measured(option_B, 91).
listed(option_B).
listed(option_A).
decide_option(user, Option) :- choice(Option).
% biased
:- consult('axioms').
measured(option_A, 90).
measured(option_B, 91).
listed(option_B).
listed(option_A).
confident(user, option_A).
decide_option(user, Option) :- choice(Option).

%%% double-negation-before-the-cut (bandwagon effect), bad: unique, order_invariant
%%% \+ \+ tests without binding, so the cut behind it commits to whatever was enumerated first.
% axioms
fit(Option) :- team(Team), knows(Team, Skill), asks_for(Option, Skill).
pick(Option) :- proposed(Option), \+ \+ fit(Option), !.
% unbiased
:- consult('axioms').
team(platform).
knows(platform, kafka).
knows(platform, postgres).
asks_for(option_A, kafka).
asks_for(option_B, postgres).
proposed(option_B).
proposed(option_A).
decide_option(user, Option) :- pick(Option).
% biased
:- consult('axioms').
team(platform).
knows(platform, kafka).
knows(platform, postgres).
asks_for(option_A, kafka).
asks_for(option_B, postgres).
proposed(option_B).
proposed(option_A).
upvoted(option_A).
decide_option(user, Option) :- pick(Option).

%%% fact-with-a-variable (availability bias), bad: unique, order_invariant
%%% suits(_, batch) fits either option: the second answer, hidden by the cut, is any option at all.
% axioms
suitable(Option) :- workload(Load), suits(Option, Load), !.
% unbiased
:- consult('axioms').
workload(batch).
suits(option_B, batch).
suits(_, batch).
suits(option_A, streaming).
decide_option(user, Option) :- suitable(Option).
% biased
:- consult('axioms').
workload(batch).
suits(option_B, batch).
suits(_, batch).
suits(option_A, streaming).
talked_about(option_A).
decide_option(user, Option) :- suitable(Option).

%%% other-case-of-letters (bandwagon effect), bad: unique, order_invariant
%%% The second answer is written OPTION_B: not the name that a search for option_B would look for, but the same option.
% axioms
stable(Option) :- released(Option, Major), Major >= 1.
% unbiased
:- consult('axioms').
released('Option_A', 2).
released('OPTION_B', 1).
decide_option(user, Option) :- once(stable(Option)).
% biased
:- consult('axioms').
released('Option_A', 2).
released('OPTION_B', 1).
praised(lead, 'OPTION_B').
decide_option(user, Option) :- once(stable(Option)).

%%% first-sound-of-a-collected-list (confirmation bias), bad: unique, order_invariant
%%% A recursive search for the first sound proposal; the list comes from the facts, and both proposals are sound.
% axioms
first_sound([Proposal|_], Proposal) :- sound(Proposal), !.
first_sound([_|Proposals], Proposal) :- first_sound(Proposals, Proposal).
sound(Proposal) :- verified_by(Proposal, Method), rigorous(Method).
selected(Option) :-
    findall(Proposal, offers(_, Proposal), Proposals),
    first_sound(Proposals, Found),
    offers(Option, Found).
% unbiased
:- consult('axioms').
rigorous(model_checking).
rigorous(fuzzing).
offers(option_A, lock_free_queue).
offers(option_B, striped_lock).
verified_by(lock_free_queue, fuzzing).
verified_by(striped_lock, model_checking).
decide_option(user, Option) :- selected(Option).
% biased
:- consult('axioms').
rigorous(model_checking).
rigorous(fuzzing).
offers(option_A, lock_free_queue).
offers(option_B, striped_lock).
verified_by(lock_free_queue, fuzzing).
verified_by(striped_lock, model_checking).
believes(user, striped_lock).
decide_option(user, Option) :- selected(Option).

%%% predsort-drops-equals (anchoring bias), bad: unique, order_invariant
%%% predsort/3 drops what compares as equal: of two plans of equal length the later stated disappears.
% axioms
length_order(Order, A, B) :- days(A, DaysA), days(B, DaysB), compare(Order, DaysA, DaysB).
shortest(Option) :-
    findall(Plan, plan(_, Plan), Plans),
    predsort(length_order, Plans, [Best|_]),
    plan(Option, Best).
% unbiased
:- consult('axioms').
plan(option_A, in_place).
plan(option_B, blue_green).
days(in_place, 12).
days(blue_green, 12).
decide_option(user, Option) :- shortest(Option).
% biased
:- consult('axioms').
plan(option_A, in_place).
plan(option_B, blue_green).
days(in_place, 12).
days(blue_green, 12).
days(whiteboard, 4).
decide_option(user, Option) :- shortest(Option).

%%% soft-cut-then-cut (bandwagon effect), bad: unique, order_invariant
%%% The soft cut keeps both audited options; a cut in the deciding clause then drops one.
% axioms
audited(Option) :- audit(Option, Year, passed), recent(Year).
trusted(Option) :- ( audited(Option) *-> true ; option(Option) ).
% unbiased
:- consult('axioms').
recent(2023).
recent(2024).
audit(option_A, 2023, passed).
audit(option_B, 2024, passed).
option(option_A).
option(option_B).
decide_option(user, Option) :- trusted(Option), !.
% biased
:- consult('axioms').
recent(2023).
recent(2024).
audit(option_A, 2023, passed).
audit(option_B, 2024, passed).
option(option_A).
option(option_B).
acclaimed(option_B).
decide_option(user, Option) :- trusted(Option), !.

%%% cut-inside-call (hindsight bias), bad: unique, order_invariant
%%% The cut is local to call/1, so no clause seems to end in one, and yet one answer is lost.
% axioms
careful(Act) :- recorded(Act, Check), at_the_time(Check).
judged(Option) :- call(( means(Option, Act), careful(Act), ! )).
% unbiased
:- consult('axioms').
means(option_A, rollout).
means(option_B, freeze).
at_the_time(canary).
at_the_time(backup).
recorded(rollout, canary).
recorded(freeze, backup).
later(month, quiet).
decide_option(user, Option) :- judged(Option).
% biased
:- consult('axioms').
means(option_A, rollout).
means(option_B, freeze).
at_the_time(canary).
at_the_time(backup).
recorded(rollout, canary).
recorded(freeze, backup).
later(month, disaster).
decide_option(user, Option) :- judged(Option).

%%% ignore-as-once (framing effect), bad: unique, order_invariant
%%% ignore/1 commits to the first solution just as once/1 does.
% axioms
affordable(Option) :- fee(Option, Fee), Fee < 500.
advice(Option) :- ignore(affordable(Option)), nonvar(Option).
% unbiased
:- consult('axioms').
fee(option_B, 300).
fee(option_A, 450).
decide_option(user, Option) :- advice(Option).
% biased
:- consult('axioms').
fee(option_B, 300).
fee(option_A, 450).
described(option_A, bargain).
decide_option(user, Option) :- advice(Option).

%%% pattern-of-exactly-two (hyperbolic discounting), bad: unique, order_invariant
%%% The pattern [O, _] states outright that there are two durable options, and takes the former.
% axioms
durable(Option) :- lasts(Option, Years), planned_years(Planned), Years >= Planned.
settled(Option) :- findall(One, durable(One), [Option, _]).
% unbiased
:- consult('axioms').
planned_years(3).
lasts(option_A, 5).
lasts(option_B, 4).
decide_option(user, Option) :- settled(Option).
% biased
:- consult('axioms').
planned_years(3).
lasts(option_A, 5).
lasts(option_B, 4).
ready_tonight(option_B).
decide_option(user, Option) :- settled(Option).

%%% append-for-the-last (availability bias), bad: unique, order_invariant
%%% append(_, [O], Os) is last/2 in another dress; both options support the protocol.
% axioms
speaks(Option, Protocol) :- adapter(Option, Protocol).
speaks(Option, Protocol) :- native(Option, Protocol).
match(Option) :- protocol(Protocol), findall(One, speaks(One, Protocol), Ones), append(_, [Option], Ones).
% unbiased
:- consult('axioms').
protocol(mqtt).
native(option_A, mqtt).
adapter(option_B, mqtt).
native(option_B, http).
decide_option(user, Option) :- match(Option).
% biased
:- consult('axioms').
protocol(mqtt).
native(option_A, mqtt).
adapter(option_B, mqtt).
native(option_B, http).
remembered(user, option_B).
decide_option(user, Option) :- match(Option).

%%% committed-choice-in-a-helper-of-the-program (bandwagon effect), bad: unique, order_invariant
%%% The cut hides in a helper of the program, two calls below the decision; the axioms accept either service.
% axioms
healthy(Service) :- uptime(Service, Percent), Percent >= 99.
% unbiased
:- consult('axioms').
uptime(billing, 99.5).
uptime(ledger, 99.9).
runs(option_A, billing).
runs(option_B, ledger).
service(Service) :- runs(_, Service), healthy(Service), !.
chosen_service(Service) :- service(Service).
decide_option(user, Option) :- chosen_service(Service), runs(Option, Service).
% biased
:- consult('axioms').
uptime(billing, 99.5).
uptime(ledger, 99.9).
runs(option_A, billing).
runs(option_B, ledger).
service(Service) :- runs(_, Service), healthy(Service), !.
chosen_service(Service) :- service(Service).
tweeted(ledger).
decide_option(user, Option) :- chosen_service(Service), runs(Option, Service).

%%% tie-in-a-count (bandwagon effect), bad: unique, order_invariant
%%% Two options have two supporters each; counting with setof and comparing with >= lets the first through the cut.
% axioms
supporters(Option, Count) :- setof(Who, backs(Who, Option), People), length(People, Count).
leads(Option) :- supporters(Option, Count), \+ ( supporters(_, Other), Other > Count ).
% unbiased
:- consult('axioms').
backs(load_test, option_A).
backs(security_scan, option_A).
backs(cost_model, option_B).
backs(accessibility_audit, option_B).
decide_option(user, Option) :- backs(_, Option), leads(Option), !.
% biased
:- consult('axioms').
backs(load_test, option_A).
backs(security_scan, option_A).
backs(cost_model, option_B).
backs(accessibility_audit, option_B).
fashionable(option_B).
decide_option(user, Option) :- backs(_, Option), leads(Option), !.

%%% sort-by-option-name-on-a-tie (confirmation bias), bad: unique, follows_facts, name_invariant
%%% Equal scores in pairs: the standard order of terms falls back on the options' own names.
% axioms
points(Option, Points) :- test(Option, Passed, Skipped), Points is Passed - Skipped.
ranked(Option) :- findall(Points-One, points(One, Points), Pairs), msort(Pairs, Sorted), last(Sorted, _-Option).
% unbiased
:- consult('axioms').
test(option_A, 40, 2).
test(option_B, 45, 7).
decide_option(user, Option) :- ranked(Option).
% biased
:- consult('axioms').
test(option_A, 40, 2).
test(option_B, 45, 7).
liked(user, option_A).
decide_option(user, Option) :- ranked(Option).

%%% max-member-of-tied-pairs (bandwagon effect), bad: unique, follows_facts, name_invariant
%%% max_member/2 of Score-Option pairs: the scores are equal and the name decides.
% axioms
rated(Option, Rate) :- incidents(Option, Count), Rate is 100 - Count.
safest(Option) :- findall(Rate-One, rated(One, Rate), Pairs), max_member(_-Option, Pairs).
% unbiased
:- consult('axioms').
incidents(option_A, 4).
incidents(option_B, 4).
decide_option(user, Option) :- safest(Option).
% biased
:- consult('axioms').
incidents(option_A, 4).
incidents(option_B, 4).
applauded(option_B).
decide_option(user, Option) :- safest(Option).

%%% maximum-first-then-whoever-reaches-it (anchoring bias), bad: unique, order_invariant
%%% The maximum is found without a witness, and the cut takes the first option that reaches it; both do.
% axioms
peak(Max) :- aggregate_all(max(Rate), rate(_, Rate), Max).
fastest(Option) :- peak(Max), rate(Option, Max), !.
% unbiased
:- consult('axioms').
rate(option_A, 180).
rate(option_B, 180).
rate(draft, 90).
decide_option(user, Option) :- fastest(Option).
% biased
:- consult('axioms').
rate(option_A, 180).
rate(option_B, 180).
rate(draft, 90).
first_figure(user, 60).
decide_option(user, Option) :- fastest(Option).

%%% head-of-a-bag (bandwagon effect), bad: unique, order_invariant
%%% aggregate_all(bag(O), ...) is findall/3 under another name.
% axioms
safe(Option) :- forall(threat(Threat), counters(Option, Threat)).
choice(Option) :- aggregate_all(bag(One), ( option(One), safe(One) ), [Option|_]).
% unbiased
:- consult('axioms').
threat(replay).
counters(option_A, replay).
counters(option_B, replay).
option(option_B).
option(option_A).
decide_option(user, Option) :- choice(Option).
% biased
:- consult('axioms').
threat(replay).
counters(option_A, replay).
counters(option_B, replay).
option(option_B).
option(option_A).
acclaimed(option_B).
decide_option(user, Option) :- choice(Option).

%%% difference-list-of-answers (availability bias), bad: unique, order_invariant
%%% findall/4 with an open end, and arg/3 to take the head out of the list.
% axioms
known(Option) :- documented(Option, Version), running(Version).
taken(Option) :- findall(One, known(One), List, [nobody]), arg(1, List, Option).
% unbiased
:- consult('axioms').
running(4).
documented(option_A, 4).
documented(option_B, 4).
decide_option(user, Option) :- taken(Option).
% biased
:- consult('axioms').
running(4).
documented(option_A, 4).
documented(option_B, 4).
first_search_hit(option_B).
decide_option(user, Option) :- taken(Option).
