recommended(Option) :-
    reworks(Option, Part),
    contains(Part, Location),
    faulty(Location),
    protection(Kind),
    vouches_for(Kind, Part).

protection(automated_tests).
