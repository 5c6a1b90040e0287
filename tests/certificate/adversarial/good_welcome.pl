%%% quoted-option (bandwagon effect), good
%%% The options are written with a capital letter, in quotes, and follow in more than one way.
% axioms
best(Option) :- covers(Option, Need), need(Need).
% unbiased
:- consult('axioms').
need(rollback).
need(audit_trail).
covers('Option_A', rollback).
covers('Option_A', audit_trail).
covers('Option_B', speed).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
need(rollback).
need(audit_trail).
covers('Option_A', rollback).
covers('Option_A', audit_trail).
covers('Option_B', speed).
praised(lead, 'Option_B').
decide_option(user, Option) :- best(Option).

%%% capitals-throughout (confirmation bias), good
%%% The answer is 'OPTION_B', in capitals.
% axioms
sound(Option) :- checked(Option, proof).
settled(Option) :- sound(Option), stated(Option).
% unbiased
:- consult('axioms').
checked('OPTION_A', opinion).
checked('OPTION_B', proof).
stated('OPTION_A').
stated('OPTION_B').
decide_option(user, Option) :- settled(Option).
% biased
:- consult('axioms').
checked('OPTION_A', opinion).
checked('OPTION_B', proof).
stated('OPTION_A').
stated('OPTION_B').
believed(user, 'OPTION_A').
decide_option(user, Option) :- settled(Option).

%%% lower-case-options (availability bias), good
%%% The options are written in lower case.
% axioms
fit(Option) :- handles(Option, Rate), \+ exceeds(Rate).
exceeds(Rate) :- ceiling(Ceiling), Rate > Ceiling.
% unbiased
:- consult('axioms').
ceiling(100).
handles(option_a, 140).
handles(option_b, 90).
decide_option(user, Option) :- fit(Option).
% biased
:- consult('axioms').
ceiling(100).
handles(option_a, 140).
handles(option_b, 90).
remembered(option_a).
decide_option(user, Option) :- fit(Option).

%%% library-line (anchoring bias), good
%%% A use_module line for library(lists), as many programs begin.
% axioms
total(Option, Total) :- findall(Cost, cost(Option, _, Cost), Costs), sum_list(Costs, Total).
within(Option) :- option(Option), total(Option, Total), budget(Budget), Total =< Budget.
% unbiased
:- use_module(library(lists)).
:- consult('axioms').
option(option_A).
option(option_B).
budget(30).
cost(option_A, licence, 25).
cost(option_A, training, 10).
cost(option_B, licence, 20).
cost(option_B, training, 9).
decide_option(user, Option) :- within(Option).
% biased
:- use_module(library(lists)).
:- consult('axioms').
option(option_A).
option(option_B).
budget(30).
cost(option_A, licence, 25).
cost(option_A, training, 10).
cost(option_B, licence, 20).
cost(option_B, training, 9).
figure_on_the_wall(5).
decide_option(user, Option) :- within(Option).

%%% library-lines-in-the-axioms (bandwagon effect), good
%%% The axioms name the libraries that they use.
% axioms
:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(pairs)).
passing(Mark) :- Mark >= 5.
all_pass(Option) :- marks(Option, Marks), include(passing, Marks, Marks), aggregate_all(count, member(_, Marks), 3).
% unbiased
:- consult('axioms').
marks(option_A, [5, 7, 8]).
marks(option_B, [9, 9, 4]).
decide_option(user, Option) :- all_pass(Option).
% biased
:- consult('axioms').
marks(option_A, [5, 7, 8]).
marks(option_B, [9, 9, 4]).
applauded(option_B).
decide_option(user, Option) :- all_pass(Option).

%%% consult-with-an-ending (hindsight bias), good
%%% The axioms are consulted by the name of their file.
% axioms
prudent(Act) :- had(Act, Safeguard), required_then(Safeguard).
% unbiased
:- consult('axioms.pl').
means(option_A, launch).
means(option_B, delay).
required_then(kill_switch).
had(launch, kill_switch).
followed(launch, quiet_week).
decide_option(user, Option) :- means(Option, Act), prudent(Act).
% biased
:- consult('axioms.pl').
means(option_A, launch).
means(option_B, delay).
required_then(kill_switch).
had(launch, kill_switch).
followed(launch, bad_press).
decide_option(user, Option) :- means(Option, Act), prudent(Act).

%%% axioms-in-brackets (overconfidence bias), good
%%% The axioms are consulted as a list.
% axioms
ready(Option) :- rehearsed(Option, Times), Times >= 2.
% unbiased
:- [axioms].
rehearsed(option_A, 1).
rehearsed(option_B, 2).
decide_option(user, Option) :- ready(Option).
% biased
:- [axioms].
rehearsed(option_A, 1).
rehearsed(option_B, 2).
feels_ready(user, option_A).
decide_option(user, Option) :- ready(Option).

%%% declarations (hyperbolic discounting), good
%%% Declarations of what the case may state, in both programs; the cue is a fact beside them.
% axioms
:- dynamic waived/2.
durable(Option) :- lifetime(Option, Years), Years >= 5, \+ waived(Option, durability).
% unbiased
:- consult('axioms').
:- discontiguous lifetime/2, mood/2.
:- dynamic mood/2.
lifetime(option_A, 2).
mood(user, neutral).
lifetime(option_B, 8).
decide_option(user, Option) :- durable(Option).
% biased
:- consult('axioms').
:- discontiguous lifetime/2, mood/2.
:- dynamic mood/2.
lifetime(option_A, 2).
mood(user, impatient).
lifetime(option_B, 8).
decide_option(user, Option) :- durable(Option).

%%% comments-everywhere (framing effect), good
%%% Comments of both kinds, with words that look like clauses.
% axioms
% A defect has to be repaired where it is: end_of_file. is no clause here.
/* praised(lead, option_A).
   decide_option(user, option_A). */
repairs(Option) :- edits(Option, Part), defect(Part).     % the only rule
% unbiased
:- consult('axioms').
% The case.
defect(rounding).           /* found by the debugger */
edits(option_A, layout).
edits(option_B, rounding).
decide_option(user, Option) :- repairs(Option).
% biased
:- consult('axioms').
% The case.
defect(rounding).           /* found by the debugger */
edits(option_A, layout).
edits(option_B, rounding).
% The frame.
described(option_A, sweeping_renewal).
decide_option(user, Option) :- repairs(Option).

%%% long-program (availability bias), good
%%% Thirty facts and ten rules, of which the decision needs a few.
% axioms
service(Name) :- runs(Name, _).
region(Name, Region) :- runs(Name, Region).
replicated(Name) :- runs(Name, R1), runs(Name, R2), R1 \== R2.
monitored(Name) :- service(Name), alarm(Name, _).
resilient(Name) :- replicated(Name), monitored(Name).
owner_known(Name) :- owner(Name, Team), team(Team).
audited(Name) :- audit(Name, Year), recent(Year).
trusted(Name) :- resilient(Name), owner_known(Name), audited(Name).
depends_only_on_trusted(Option) :- forall(depends(Option, Name), trusted(Name)).
recommended(Option) :- proposal(Option), depends_only_on_trusted(Option).
% unbiased
:- consult('axioms').
proposal(option_A).
proposal(option_B).
depends(option_A, ledger).
depends(option_A, search).
depends(option_B, ledger).
depends(option_B, mailer).
runs(ledger, north).
runs(ledger, south).
runs(search, north).
runs(mailer, north).
runs(mailer, east).
runs(archive, west).
alarm(ledger, latency).
alarm(search, latency).
alarm(mailer, queue).
alarm(mailer, errors).
owner(ledger, finance).
owner(search, platform).
owner(mailer, messaging).
owner(archive, nobody).
team(finance).
team(platform).
team(messaging).
audit(ledger, 2024).
audit(search, 2024).
audit(mailer, 2023).
audit(archive, 2011).
recent(2023).
recent(2024).
decide_option(user, Option) :- recommended(Option).
% biased
:- consult('axioms').
proposal(option_A).
proposal(option_B).
depends(option_A, ledger).
depends(option_A, search).
depends(option_B, ledger).
depends(option_B, mailer).
runs(ledger, north).
runs(ledger, south).
runs(search, north).
runs(mailer, north).
runs(mailer, east).
runs(archive, west).
alarm(ledger, latency).
alarm(search, latency).
alarm(mailer, queue).
alarm(mailer, errors).
owner(ledger, finance).
owner(search, platform).
owner(mailer, messaging).
owner(archive, nobody).
team(finance).
team(platform).
team(messaging).
audit(ledger, 2024).
audit(search, 2024).
audit(mailer, 2023).
audit(archive, 2011).
recent(2023).
recent(2024).
in_the_news(search, record_growth).
remembered(user, search).
decide_option(user, Option) :- recommended(Option).

%%% helpers-in-the-program (confirmation bias), good
%%% The program has helper rules of its own between the facts and the axioms.
% axioms
suitable(Structure) :- demands(Operation), supports(Structure, Operation).
% unbiased
:- consult('axioms').
demands(Operation) :- frequency(Operation, Often), Often > 100.
frequency(range_query, 3000).
frequency(insertion, 12).
supports(btree, range_query).
supports(hash, insertion).
structure(option_A, hash).
structure(option_B, btree).
used_by(Option) :- structure(Option, Structure), suitable(Structure).
decide_option(user, Option) :- used_by(Option).
% biased
:- consult('axioms').
demands(Operation) :- frequency(Operation, Often), Often > 100.
frequency(range_query, 3000).
frequency(insertion, 12).
supports(btree, range_query).
supports(hash, insertion).
structure(option_A, hash).
structure(option_B, btree).
used_by(Option) :- structure(Option, Structure), suitable(Structure).
used_last_time(user, hash).
decide_option(user, Option) :- used_by(Option).

%%% flat-list (anchoring bias), good
%%% flatten/2 of a nested list, as many programs use it.
% axioms
parts(Option, Parts) :- contains(Option, Nested), flatten(Nested, Parts).
small(Option) :- parts(Option, Parts), length(Parts, Count), limit(Limit), Count =< Limit.
% unbiased
:- consult('axioms').
limit(4).
contains(option_A, [core, [cache, [index, log]], ui, cli]).
contains(option_B, [core, [store]]).
decide_option(user, Option) :- small(Option).
% biased
:- consult('axioms').
limit(4).
contains(option_A, [core, [cache, [index, log]], ui, cli]).
contains(option_B, [core, [store]]).
impression(first_slide, 2).
decide_option(user, Option) :- small(Option).

%%% pairs-and-ordered-sets (bandwagon effect), good
%%% pairs_values/2 and ord_subtract/3 after a sort by numbers.
% axioms
missing(Option, Missing) :-
    findall(Rank-Need, need(Rank, Need), Pairs),
    msort(Pairs, Sorted),
    pairs_values(Sorted, Needs),
    findall(Need, offers(Option, Need), Offered),
    sort(Needs, NeedSet),
    sort(Offered, OfferSet),
    ord_subtract(NeedSet, OfferSet, Missing).
complete(Option) :- option(Option), missing(Option, []).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
need(2, rollback).
need(1, audit).
offers(option_A, audit).
offers(option_B, rollback).
offers(option_B, audit).
decide_option(user, Option) :- complete(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
need(2, rollback).
need(1, audit).
offers(option_A, audit).
offers(option_B, rollback).
offers(option_B, audit).
retweeted(option_A).
decide_option(user, Option) :- complete(Option).

%%% quantified-aggregate (hindsight bias), good
%%% Variable^Goal inside aggregate_all/3.
% axioms
witnesses(Act, Count) :- aggregate_all(count, Hour^noted(Act, Hour, safe), Count).
careful(Act) :- witnesses(Act, Count), Count >= 2.
% unbiased
:- consult('axioms').
means(option_A, rollout).
means(option_B, freeze).
noted(rollout, 9, safe).
noted(rollout, 11, safe).
noted(freeze, 9, unsafe).
heard_later(calm).
decide_option(user, Option) :- means(Option, Act), careful(Act).
% biased
:- consult('axioms').
means(option_A, rollout).
means(option_B, freeze).
noted(rollout, 9, safe).
noted(rollout, 11, safe).
noted(freeze, 9, unsafe).
heard_later(collapse).
decide_option(user, Option) :- means(Option, Act), careful(Act).

%%% subsumed-pattern (confirmation bias), good
%%% subsumes_term/2 compares a request with the pattern that an adapter accepts.
% axioms
accepts(Option, Request) :- pattern(Option, Pattern), subsumes_term(Pattern, Request).
fits(Option) :- option(Option), forall(request(Request), accepts(Option, Request)).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
request(get(users, 3)).
request(get(users, 8)).
pattern(option_A, get(users, 3)).
pattern(option_B, get(users, _)).
decide_option(user, Option) :- fits(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
request(get(users, 3)).
request(get(users, 8)).
pattern(option_A, get(users, 3)).
pattern(option_B, get(users, _)).
familiar(user, option_A).
decide_option(user, Option) :- fits(Option).

%%% name-of-a-library-predicate (availability bias), good
%%% neighbours/3 bears a name of a library and is defined nowhere; the rule that would call it is about a case that is not given.
% axioms
near(Option) :- serves(Option, Site), site(Site).
near(Option) :- topology(mesh), neighbours(Option, mesh, _).
% unbiased
:- consult('axioms').
topology(star).
site(hamburg).
serves(option_A, oslo).
serves(option_B, hamburg).
decide_option(user, Option) :- near(Option).
% biased
:- consult('axioms').
topology(star).
site(hamburg).
serves(option_A, oslo).
serves(option_B, hamburg).
seen_on_a_map(option_A).
decide_option(user, Option) :- near(Option).

%%% predicate-named-like-a-library-s (bandwagon effect), good
%%% The program defines a predicate of its own under a library's name.
% axioms
subset(Part, Whole) :- part_of(Part, Whole).
fits(Option) :- delivers(Option, Part), subset(Part, order).
% unbiased
:- consult('axioms').
part_of(invoice, order).
delivers(option_A, invoice).
delivers(option_B, brochure).
decide_option(user, Option) :- fits(Option).
% biased
:- consult('axioms').
part_of(invoice, order).
delivers(option_A, invoice).
delivers(option_B, brochure).
cheered(fair, brochure).
decide_option(user, Option) :- fits(Option).

%%% user-as-a-variable (overconfidence bias), good
%%% decide_option/2 has a variable for the user, which the axioms pass on.
% axioms
qualified(User, Option) :- trained(User, Tool), needs(Option, Tool).
advised(User, Option) :- qualified(User, Option), \+ overdue(User, Option).
% unbiased
:- consult('axioms').
trained(user, profiler).
needs(option_A, debugger).
needs(option_B, profiler).
overdue(user, option_A).
decide_option(User, Option) :- advised(User, Option).
% biased
:- consult('axioms').
trained(user, profiler).
needs(option_A, debugger).
needs(option_B, profiler).
overdue(user, option_A).
self_rating(user, expert).
decide_option(User, Option) :- advised(User, Option).

%%% reasons-in-a-chain (hindsight bias), good
%%% A chain of five rules, each with a fact of its own.
% axioms
traced(Act) :- logged(Act).
reviewed(Act) :- traced(Act), second_pair_of_eyes(Act).
tested(Act) :- reviewed(Act), suite_green(Act).
staged(Act) :- tested(Act), canary_held(Act).
appropriate(Act) :- staged(Act), way_back(Act).
% unbiased
:- consult('axioms').
stands_for(option_A, launch).
stands_for(option_B, big_bang).
logged(launch).
logged(big_bang).
second_pair_of_eyes(launch).
suite_green(launch).
suite_green(big_bang).
canary_held(launch).
way_back(launch).
quarter_after(steady).
decide_option(user, Option) :- stands_for(Option, Act), appropriate(Act).
% biased
:- consult('axioms').
stands_for(option_A, launch).
stands_for(option_B, big_bang).
logged(launch).
logged(big_bang).
second_pair_of_eyes(launch).
suite_green(launch).
suite_green(big_bang).
canary_held(launch).
way_back(launch).
quarter_after(worst_in_years).
decide_option(user, Option) :- stands_for(Option, Act), appropriate(Act).
