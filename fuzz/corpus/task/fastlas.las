#modeh(a).
#modeb(p(var(t))).
#modeb(var(n) > const(n)).
#bias("penalty(1, head(X)) :- in_head(X).").
#bias("penalty(1, body(X)) :- in_body(X).").
n(1..2). t(x).
#pos(e@3, {a}, {}, {p(x). n(2).}).
#pos(f@3, {}, {a}, {n(1).}).
