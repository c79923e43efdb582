"""Wrong calls and broken files: InputError with the messages of the command line, which say where
the mistake is and what to do."""

import os
import subprocess

import pytest

import holdfast

THEORY = holdfast.Theory("listen :- a.")


def test_errors_are_those_of_the_command_line():
    for call in (lambda: holdfast.domain("rocksampel"),
                 lambda: holdfast.domain("tiger").play(planner="pomcpp"),
                 lambda: holdfast.domain("tiger").play(xi=7)):
        with pytest.raises(holdfast.InputError) as caught:
            call()
        assert isinstance(caught.value, ValueError)
    with pytest.raises(holdfast.InputError) as caught:
        holdfast.domain("rocksampel")
    program = subprocess.run([os.environ["HOLDFAST"], "play", "rocksampel"], capture_output=True,
                             text=True)
    assert program.returncode == 2 and str(caught.value) in program.stderr


@pytest.mark.parametrize("name,text,message", [
    ("broken.pomdp", "discount: 0.9\nstates: 2\nactions: go\nobservations: 2\nT: goo identity\n",
     "broken.pomdp:5:4: there is no action 'goo'"),
    ("broken.pomdpx", "<?xml version='1.0'?>\n<pomdpx>\n<Discount>much</Discount>\n</pomdpx>\n",
     r"broken.pomdpx:3:\d+: "),
    ("theory.lp", "listen :-\n", r"theory.lp:\d+:\d+: "),
    ("log.jsonl", '{"facts": "a.", "action": "go"}\n{"facts"', r"log.jsonl:2:\d+: "),
    ("task.las", "#modeh(go).\n#pos({go}, {}", r"task.las:\d+:\d+: "),
    ("study.toml", "title = \n", r"study.toml:1:\d+: "),
    ("recording.jsonl", "{}\n", r"recording.jsonl:1:\d+: "),
    ("study.sqlite", "no database", "study.sqlite"),
])
def test_broken_files_say_where(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text)
    readers = {"pomdp": lambda: holdfast.domain(f"file({path})"), "lp": lambda: holdfast.Theory.load(path),
               "las": lambda: holdfast.learn(path), "toml": lambda: holdfast.Study.run(path),
               "sqlite": lambda: holdfast.Study(path).frame}
    readers["pomdpx"] = readers["pomdp"]
    readers["jsonl"] = ((lambda: holdfast.report(path)) if name.startswith("rec")
                        else (lambda: holdfast.learn(path)))
    with pytest.raises(holdfast.InputError, match=message):
        readers[name.split(".")[-1]]()


@pytest.mark.parametrize("call,message", [
    (lambda d: d.session(seed="one"), "seed is 'one'; expected a whole number"),
    (lambda d: d.session(seed=-1), "seed is -1; expected at least 0"),
    (lambda d: d.play(2**70), "episodes is 1180591620717411303424; expected at most"),
    (lambda d: d.play(0), "episodes is 0; expected at least 1"),
    (lambda d: d.record(seed=1.5), "seed is 1.5; expected a whole number"),
    (lambda d: holdfast.Env(d).reset(seed="one"), "seed is 'one'"),
    (lambda d: holdfast.domain(5), "a domain is 5; expected a text"),
    (lambda d: holdfast.rddl(None), "domain is None; expected a text"),
    (lambda d: holdfast.Theory(None), "a theory is None; expected a text"),
    (lambda d: holdfast.explain(d, "a."), r"'a.' is no theory; write holdfast.Theory\(text\)"),
    (lambda d: d.session().explain(None), "None is no theory"),
    (lambda d: holdfast.learn([], jobs="two"), "jobs is 'two'; expected a whole number"),
    (lambda d: holdfast.learn([], precision="high"), "precision is 'high'; expected a number"),
    (lambda d: holdfast.Study("nowhere.sqlite"), "nowhere.sqlite: there is no such file"),
    (lambda d: d.play(1, jobs=0), "jobs"),
    (lambda d: d.session(sims="many"), "sims"),
    (lambda d: d.session().act("jump"), "there is no action 'jump'; they are listen"),
    (lambda d: d.session().act(2.5), "2.5 is no action; expected a name or a number"),
    (lambda d: d.session().act(-1), "there is no action -1; they are numbered from 0 to 2"),
    (lambda d: d.session().act(10**30), "there is no action 10"),
    (lambda d: d.agent().observe(0, 10**30), "there is no observation 10"),
    (lambda d: d.session(guide="listen :- a."), r"write guide=holdfast.Theory\(text\)"),
    (lambda d: holdfast.domain("tiger.pomdp"), r"write 'file\(tiger.pomdp\)'"),
    (lambda d: holdfast.domain("a.rddl"), r"write 'rddl\("),
    (lambda d: d.agent().observe("listen", None), "None is no observation"),
    (lambda d: holdfast.Theory("a :- b(").rules, "theory:1:"),
    (lambda d: holdfast.Env(d).step(0), "call reset"),
    (lambda d: holdfast.learn([["dock"]]), "'dock' is no step; expected"),
    (lambda d: holdfast.explain(d, holdfast.Theory("a :- b."), step=2), "session.explain"),
    (lambda d: holdfast.explain("tiger", THEORY), r"'tiger' is no domain; write holdfast.domain"),
    (lambda d: holdfast.explain(d, THEORY, facts=[3]), "one of facts is 3; expected a text"),
    (lambda d: THEORY.check("tiger"), "'tiger' is no domain"),
    (lambda d: THEORY.compile(None), "None is no domain"),
    (lambda d: THEORY.replace(1, "x"), "old is 1; expected a text"),
    (lambda d: THEORY.replace("b", "x"), "stands 0 times in the theory"),
    (lambda d: THEORY.save(3), "path is 3; expected the name of a file"),
    (lambda d: holdfast.Theory.load(None), "path is None; expected the name of a file"),
    (lambda d: holdfast.Theory.shipped(1, 2), "domain is 1; expected a text"),
    (lambda d: holdfast.Theory.shipped("tiger", "timed"), "tiger"),
    (lambda d: holdfast.Env("tiger"), "'tiger' is no domain"),
    (lambda d: d.play(1).minus(3), "3 is no play; expected what"),
    (lambda d: d.play(1, seed=1).minus(d.play(1, seed=2)), "play the same seeds"),
    (lambda d: d.trace(None), "path is None; expected the name of a file"),
    (lambda d: d.session(sims=[1]), r"sims is \[1\]; expected a text or a number"),
    (lambda d: d.session(sims=0.5), "sims"),
    (lambda d: d.session(sim=100), "sim"),
    (lambda d: d.session(guide=3), "guide"),
    (lambda d: d.agent(planner="random"), "keeps no belief"),
    (lambda d: holdfast.load(3), "path is 3"),
    (lambda d: holdfast.load("nowhere.so"), "nowhere.so"),
    (lambda d: holdfast.arrays(3), "path is 3"),
    (lambda d: holdfast.arrays("tiger.txt"), "ends in .pomdp or .pomdpx"),
    (lambda d: holdfast.report(3), "a file is 3"),
    (lambda d: holdfast.report(), "report of what"),
    (lambda d: holdfast.Study(), "which study"),
    (lambda d: holdfast.Study(3), "a study is 3"),
    (lambda d: holdfast.Study.run(3), "a study is 3"),
    (lambda d: holdfast.learn(3), "3 is no log; expected a list of episodes"),
    (lambda d: holdfast.learn([3]), "3 is no episode; expected a list of steps"),
    (lambda d: holdfast.learn([[3]]), "3 is no step"),
    (lambda d: holdfast.learn([[("a.", 3)]]), "action is 3; expected a text"),
    (lambda d: holdfast.learn([[("a.", "go", "much")]]), "reward is 'much'; expected a number"),
    (lambda d: holdfast.learn([[(3, "go")]]), "facts is 3; expected a list of texts"),
    (lambda d: holdfast.learn([]), "episode"),
    (lambda d: holdfast.learn([[]]), r"\[\] is no episode; expected a list of steps"),
    (lambda d: holdfast.learn("nowhere.jsonl"), "nowhere.jsonl"),
    (lambda d: holdfast.learn([], held_out=1), "held_out is 1.0; expected at most"),
    (lambda d: holdfast.learn([], precision=2), "precision is 2.0; expected at most 1"),
    (lambda d: holdfast.learn([], seconds=float("nan")), "seconds is nan"),
    (lambda d: holdfast.learn([], entities=9), "entities is 9; expected at most 3"),
    (lambda d: holdfast.learn([], weights="stakes"),
     "weights is 'stakes'; expected auto, class or stake"),
    (lambda d: holdfast.learn([], examples=None), "examples is None; expected all or paper"),
    (lambda d: holdfast.learn([], engine="ilasp"),
     "engine is 'ilasp'; expected auto, bb or clingo"),
    (lambda d: holdfast.learn([], local=True, examples="paper"), "local excludes examples='paper'"),
    (lambda d: holdfast.Log([], flags="near"), "flags is 'near'; expected a list of texts"),
    (lambda d: holdfast.Log([], domain=3), "domain is 3; expected a text"),
    (lambda d: holdfast.score([[("a.", "go")]], "go."), "'go.' is no theory"),
    (lambda d: holdfast.rddl("", features="x"), "'x' is no theory"),
])
def test_wrong_calls_say_what_to_do(call, message):
    with pytest.raises(holdfast.InputError, match=message):
        call(holdfast.domain("tiger"))
