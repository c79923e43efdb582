"""RDDL from texts: the same model as from files."""

import os

import pytest

import holdfast

ROVER = os.path.join(os.environ["HOLDFAST_SOURCE"], "models/rover")
ROCKS = os.path.join(os.environ["HOLDFAST_SOURCE"], "models/rocksample")


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def test_a_text_is_the_file():
    texts = text(f"{ROVER}/domain.rddl"), text(f"{ROVER}/small.rddl")
    files = holdfast.domain(f"rddl({ROVER}/domain.rddl,{ROVER}/small.rddl,engine=interpreter)")
    from_two = holdfast.rddl(*texts, engine="interpreter")
    from_one = holdfast.rddl("\n".join(texts), engine="interpreter")
    expected = files.play(2, sims=50).returns
    assert from_two.play(2, sims=50).returns == expected
    assert from_one.play(2, sims=50).returns == expected
    assert from_two.actions == files.actions
    assert from_two.session(sims=20).facts == files.session(sims=20).facts


def test_particles_are_fluents():
    files = holdfast.domain(f"rddl({ROCKS}/domain.rddl,{ROCKS}/small.rddl,engine=interpreter)")
    texts = holdfast.rddl(text(f"{ROCKS}/domain.rddl"), text(f"{ROCKS}/small.rddl"),
                          engine="interpreter")
    assert texts.fluents == files.fluents
    session = files.session(sims=100)
    session.act("noop")  # which draws the rocks
    particles = session.particles
    assert particles.dtype.names == tuple(files.fluents)
    assert particles["at-x(x0)"].all() and not particles["at-x(x1)"].any()
    assert 0.2 < particles["good(r0)"].mean() < 0.8


def test_words_of_ones_own():
    domain = holdfast.rddl(text(f"{ROCKS}/domain.rddl"), text(f"{ROCKS}/small.rddl"),
                           features=holdfast.Theory.load(f"{ROCKS}/features.lp"),
                           engine="interpreter")
    files = holdfast.domain(f"rddl({ROCKS}/domain.rddl,{ROCKS}/small.rddl,"
                            f"features={ROCKS}/features.lp,engine=interpreter)")
    assert domain.session(sims=20).facts == files.session(sims=20).facts
    theory = holdfast.Theory.load(f"{ROCKS}/learnt.lp")
    assert domain.play(1, sims=30, guide=theory).returns == files.play(
        1, sims=30, guide=theory).returns


@pytest.mark.parametrize("change,message", [
    (lambda d, i: (d.replace("domain ", "domian ", 1), i), r"domain:\d+:\d+: "),
    (lambda d, i: (d, i.replace("horizon", "horizn", 1)), r"instance:\d+:\d+: "),
    (lambda d, i: (d, ""), "instance"),
    (lambda d, i: ("", ""), "domain"),
])
def test_mistakes_are_told_with_their_place(change, message):
    with pytest.raises(holdfast.InputError, match=message):
        holdfast.rddl(*change(text(f"{ROVER}/domain.rddl"), text(f"{ROVER}/small.rddl")))
    with pytest.raises(holdfast.InputError, match="engine"):
        holdfast.rddl(text(f"{ROVER}/domain.rddl"), text(f"{ROVER}/small.rddl"), engine="steam")
