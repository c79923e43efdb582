% holdfast: max_length 4
#modeh(p).
#modeb(1, x(var(d)), (positive)).
#modeb(1, var(d) > const(c)).
#constant(c, 1..3).
#maxv(2).
good(X) :- x(X), X > 2.
#pos(a@5, {p}, {}, {x(3).}).
#pos(b@5, {}, {p}, {x(1).}).
#neg(c@2, {p}, {}, {x(0). y(c(1,2)).}).
