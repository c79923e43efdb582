1 ~ p :- at(X), not blocked(X).
2 ~ p :- at(X), X != 3.
#pos({p}, {}, {at(3). at(c(1,2)). blocked(3).}).
