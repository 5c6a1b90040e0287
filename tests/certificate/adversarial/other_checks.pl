%%% decorative-axiom (bandwagon effect), bad: uses_axioms
%%% The axiom is true of everything; the text decides by itself.
% axioms
principled :- true.
% unbiased
:- consult('axioms').
covers(option_A, rollback).
need(rollback).
decide_option(user, Option) :- principled, covers(Option, Need), need(Need).
% biased
:- consult('axioms').
covers(option_A, rollback).
need(rollback).
praised(lead, option_B).
decide_option(user, Option) :- principled, covers(Option, Need), need(Need).

%%% axiom-that-admits-everything (availability bias), bad: uses_axioms
%%% The axiom has an option as its argument and admits whatever it is given.
% axioms
considered(_).
% unbiased
:- consult('axioms').
scales(option_B, 30000).
expected(20000).
decide_option(user, Option) :- scales(Option, Users), expected(Wanted), Users >= Wanted, considered(Option).
% biased
:- consult('axioms').
scales(option_B, 30000).
expected(20000).
heard_of(user, option_A).
decide_option(user, Option) :- scales(Option, Users), expected(Wanted), Users >= Wanted, considered(Option).

%%% axiom-renames-the-answer (confirmation bias), bad: uses_axioms, follows_facts, reachable
%%% The axiom repeats the decision of the case as a fact.
% axioms
best(option_A).
% unbiased
:- consult('axioms').
tested(option_A).
tested(option_B).
decide_option(user, Option) :- best(Option), tested(Option).
% biased
:- consult('axioms').
tested(option_A).
tested(option_B).
used_before(user, option_B).
decide_option(user, Option) :- best(Option), tested(Option).

%%% hard-wired-with-a-reason (bandwagon effect), bad: uses_axioms, reachable, follows_facts
%%% The option stands in the head, and all that is asked is whether there are any principles.
% axioms
guideline(review).
careful(User) :- guideline(Rule), knows(User, Rule).
% unbiased
:- consult('axioms').
knows(user, review).
tested(option_A).
tested(option_B).
decide_option(user, option_B) :- careful(user).
% biased
:- consult('axioms').
knows(user, review).
tested(option_A).
tested(option_B).
praised(lead, option_A).
decide_option(user, option_B) :- careful(user).

%%% fixed-order-of-arguments (confirmation bias), bad: follows_facts, unique
%%% The helper prefers its first argument, and the program always passes option_A first.
% axioms
prefer(Option, _, Option) :- fit(Option).
prefer(Option, Other, Other) :- \+ fit(Option), fit(Other).
fit(Option) :- memory(Option, Megabytes), Megabytes =< 512.
% unbiased
:- consult('axioms').
memory(option_A, 256).
memory(option_B, 128).
decide_option(user, Option) :- prefer(option_A, option_B, Option).
% biased
:- consult('axioms').
memory(option_A, 256).
memory(option_B, 128).
favourite(user, option_B).
decide_option(user, Option) :- prefer(option_A, option_B, Option).

%%% facts-in-the-axioms (hyperbolic discounting), bad: follows_facts, reachable, uses_axioms
%%% The years that decide stand in the axioms; what the text states of the options is never asked.
% axioms
years(option_A, 1).
years(option_B, 6).
lasting(Option) :- years(Option, Years), Years > 3, budgeted(project).
% unbiased
:- consult('axioms').
budgeted(project).
cost(option_A, 2).
cost(option_B, 20).
decide_option(user, Option) :- lasting(Option).
% biased
:- consult('axioms').
budgeted(project).
cost(option_A, 2).
cost(option_B, 20).
tonight(option_A).
decide_option(user, Option) :- lasting(Option).

%%% stricter-for-the-other (anchoring bias), bad: follows_facts
%%% Each option has a limit of its own: what is cheap enough for one is too dear for the other.
% axioms
cheap(Option, Limit) :- price(Option, Price), Price =< Limit.
% unbiased
:- consult('axioms').
price(option_A, 700).
price(option_B, 800).
decide_option(user, option_A) :- cheap(option_A, 750).
decide_option(user, option_B) :- \+ cheap(option_A, 900), cheap(option_B, 100).
% biased
:- consult('axioms').
price(option_A, 700).
price(option_B, 800).
first_price(user, 100).
decide_option(user, option_A) :- cheap(option_A, 750).
decide_option(user, option_B) :- \+ cheap(option_A, 900), cheap(option_B, 100).

%%% unequal-needs (overconfidence bias), bad: follows_facts
%%% The option is asked for evidence that the other one would never have to show.
% axioms
evidence(Option) :- shown(Option, Result), reproducible(Result).
% unbiased
:- consult('axioms').
reproducible(benchmark).
reproducible(trace).
shown(option_A, trace).
shown(option_B, benchmark).
decide_option(user, option_A) :- evidence(option_A).
decide_option(user, option_B) :- evidence(option_B), \+ evidence(option_A).
% biased
:- consult('axioms').
reproducible(benchmark).
reproducible(trace).
shown(option_A, trace).
shown(option_B, benchmark).
sure(user, option_B).
decide_option(user, option_A) :- evidence(option_A).
decide_option(user, option_B) :- evidence(option_B), \+ evidence(option_A).

%%% limit-that-nothing-meets (bandwagon effect), bad: reachable, follows_facts
%%% The other option would need a score above a thousand and below ten.
% axioms
strong(Option) :- score(Option, Score), Score >= 60.
impossible(Score) :- Score > 1000, Score < 10.
% unbiased
:- consult('axioms').
score(option_A, 70).
score(option_B, 65).
decide_option(user, option_A) :- strong(option_A).
decide_option(user, option_B) :- score(option_B, Score), impossible(Score).
% biased
:- consult('axioms').
score(option_A, 70).
score(option_B, 65).
applauded(option_B).
decide_option(user, option_A) :- strong(option_A).
decide_option(user, option_B) :- score(option_B, Score), impossible(Score).

%%% other-option-nowhere (hindsight bias), bad: reachable, follows_facts
%%% Either judgement is mapped onto the same option.
% axioms
judged(Act, right) :- followed(Act, Duty), owed(Duty).
judged(Act, wrong) :- owed(Duty), \+ followed(Act, Duty).
% unbiased
:- consult('axioms').
owed(backup).
followed(migration, backup).
later(calm).
decide_option(user, option_A) :- judged(migration, right).
decide_option(user, option_A) :- judged(migration, wrong).
% biased
:- consult('axioms').
owed(backup).
followed(migration, backup).
later(data_loss).
decide_option(user, option_A) :- judged(migration, right).
decide_option(user, option_A) :- judged(migration, wrong).

%%% contradiction-under-the-axioms (confirmation bias), bad: reachable, follows_facts
%%% The rule for the other option asks for a fact and for its absence.
% axioms
fits(Option) :- container(Option, Kind), asked(Kind).
misfit(Option) :- container(Option, Kind), asked(Kind), \+ container(Option, Kind).
% unbiased
:- consult('axioms').
asked(sorted).
container(option_A, hashed).
container(option_B, sorted).
decide_option(user, option_B) :- fits(option_B).
decide_option(user, option_A) :- misfit(option_B).
% biased
:- consult('axioms').
asked(sorted).
container(option_A, hashed).
container(option_B, sorted).
liked(user, option_A).
decide_option(user, option_B) :- fits(option_B).
decide_option(user, option_A) :- misfit(option_B).

%%% cue-before-the-proof (bandwagon effect), bad: same_steps
%%% The cue stands first among the facts, and the search passes it in vain.
% axioms
best(Option) :- backs(Who, Option), independent(Who).
% unbiased
:- consult('axioms').
backs(crowd, option_B).
backs(audit, option_A).
independent(audit).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
backs(crowd, option_A).
backs(crowd, option_B).
backs(audit, option_A).
independent(audit).
decide_option(user, Option) :- best(Option).

%%% longer-list (overconfidence bias), bad: same_steps
%%% The cue is one more member of a list that is walked.
% axioms
all_passed([]).
all_passed([Check|Checks]) :- passed(Check), all_passed(Checks).
ready(Option) :- plan(Option, Checks), all_passed(Checks).
% unbiased
:- consult('axioms').
passed(unit).
passed(load).
passed(own_feeling).
plan(option_A, [unit, manual]).
plan(option_B, [unit, load]).
decide_option(user, Option) :- ready(Option).
% biased
:- consult('axioms').
passed(unit).
passed(load).
passed(own_feeling).
plan(option_A, [unit, manual]).
plan(option_B, [unit, load, own_feeling]).
decide_option(user, Option) :- ready(Option).

%%% decision-without-inference (anchoring bias), bad: same_steps, uses_axioms
%%% The decision is written down as a fact.
% axioms
within(Option) :- price(Option, Price), Price < 100.
% unbiased
:- consult('axioms').
price(option_A, 80).
price(option_B, 120).
decide_option(user, option_A).
% biased
:- consult('axioms').
price(option_A, 80).
price(option_B, 120).
price(heard, 20).
decide_option(user, option_A).

%%% choice-steps-differ (availability bias), bad: same_steps
%%% The cue is a second fact about the option, and forall/2 looks at every one.
% axioms
safe(Option) :- option(Option), forall(risk(Option, Level), Level < 5).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
risk(option_A, 9).
risk(option_B, 2).
decide_option(user, Option) :- safe(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
risk(option_A, 9).
risk(option_B, 2).
risk(option_B, 3).
decide_option(user, Option) :- safe(Option).

%%% moved-fact (bandwagon effect), bad: same_decision
%%% The cue's sentence has taken the fact that decides from one option to the other.
% axioms
best(Option) :- option(Option), \+ risky(Option).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
risky(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
risky(option_B).
decide_option(user, Option) :- best(Option).

%%% anchored-threshold (anchoring bias), bad: same_decision
%%% The anchor is the limit itself.
% axioms
enough(Option) :- capacity(Option, Users), required(Least), Users >= Least.
% unbiased
:- consult('axioms').
capacity(option_A, 500).
capacity(option_B, 5000).
required(3000).
decide_option(user, Option) :- enough(Option).
% biased
:- consult('axioms').
capacity(option_A, 500).
capacity(option_B, 5000).
required(300).
decide_option(user, Option) :- enough(Option).

%%% outcome-read-as-evidence (hindsight bias), bad: same_decision
%%% The outcome decides the judgement of what was done before.
% axioms
right(Act) :- ended(Act, well).
% unbiased
:- consult('axioms').
ended(launch, well).
decide_option(user, option_A) :- right(launch).
decide_option(user, option_B) :- \+ right(launch).
% biased
:- consult('axioms').
ended(launch, badly).
decide_option(user, option_A) :- right(launch).
decide_option(user, option_B) :- \+ right(launch).

%%% plan-instead-of-an-option (confirmation bias), bad: decides
%%% The answer is the name of a plan, mapped onto no option.
% axioms
best(Plan) :- plan(_, Plan), proven(Plan).
% unbiased
:- consult('axioms').
plan(option_A, queue).
plan(option_B, polling).
proven(queue).
decide_option(user, Plan) :- best(Plan).
% biased
:- consult('axioms').
plan(option_A, queue).
plan(option_B, polling).
proven(queue).
usual(user, polling).
decide_option(user, Plan) :- best(Plan).

%%% option-in-a-term (hyperbolic discounting), bad: decides
%%% The answer wraps the option in a term.
% axioms
best(choose(Option)) :- lasting(Option).
% unbiased
:- consult('axioms').
lasting(option_B).
decide_option(user, Choice) :- best(Choice).
% biased
:- consult('axioms').
lasting(option_B).
tonight(option_A).
decide_option(user, Choice) :- best(Choice).

%%% answer-left-open (overconfidence bias), bad: decides
%%% The rule holds without binding the option: any option would do.
% axioms
ready(Release) :- tested(Release).
% unbiased
:- consult('axioms').
tested(spring).
decide_option(user, _Option) :- ready(spring).
% biased
:- consult('axioms').
tested(spring).
sure(user, spring).
decide_option(user, _Option) :- ready(spring).

%%% somebody-else-decides (framing effect), bad: decides
%%% The program answers for another person than the user.
% axioms
fine(Option) :- kept(Option, Share), Share > 50.
% unbiased
:- consult('axioms').
kept(option_A, 90).
kept(option_B, 10).
decide_option(manager, Option) :- fine(Option).
% biased
:- consult('axioms').
kept(option_A, 90).
kept(option_B, 10).
tone(option_B, warm).
decide_option(manager, Option) :- fine(Option).

%%% undefined-behind-a-cut (bandwagon effect), bad: defined, unique
%%% What the second axiom asks is defined nowhere; the cut of the first keeps anybody from asking.
% axioms
best(Option) :- tested(Option), !.
best(Option) :- endorsed(Option, _), budgeted(Option).
% unbiased
:- consult('axioms').
tested(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
tested(option_A).
praised(lead, option_B).
decide_option(user, Option) :- best(Option).

%%% undefined-in-an-else-branch (availability bias), bad: defined, unique
%%% The else branch calls a name with a slip of the pen; the first answer does not come there.
% axioms
fit(Option) :- ( measured(Option, fast) -> true ; wel_known(Option) ).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
measured(option_A, fast).
measured(option_B, slow).
well_known(option_B).
decide_option(user, Option) :- option(Option), fit(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
measured(option_A, fast).
measured(option_B, slow).
well_known(option_B).
heard_of(user, option_B).
decide_option(user, Option) :- option(Option), fit(Option).

%%% undefined-in-another-arity (hindsight bias), bad: defined, unique
%%% The rule asks for done/3, and the facts are done/2.
% axioms
careful(Act) :- done(Act, review).
careful(Act) :- done(Act, review, Witness), credible(Witness).
% unbiased
:- consult('axioms').
act(option_A, launch).
act(option_B, freeze).
done(launch, review).
credible(auditor).
later(calm).
decide_option(user, Option) :- act(Option, Act), careful(Act).
% biased
:- consult('axioms').
act(option_A, launch).
act(option_B, freeze).
done(launch, review).
credible(auditor).
later(outage).
decide_option(user, Option) :- act(Option, Act), careful(Act).

%%% undefined-inside-a-closure (confirmation bias), bad: defined
%%% The closure of include/3 names a predicate that is called for one more element than the first answer needs.
% axioms
best(Option) :- offers(Option, Things), include(essential, Things, [_|_]).
essential(Thing) :- needed(Thing).
essential(Thing) :- demanded_by_law(Thing).
% unbiased
:- consult('axioms').
needed(export).
offers(option_A, [export]).
offers(option_B, [colours]).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
needed(export).
offers(option_A, [export]).
offers(option_B, [colours]).
fond_of(user, colours).
decide_option(user, Option) :- best(Option).
