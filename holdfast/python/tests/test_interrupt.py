"""While something is planned, other threads go on, and Ctrl-C ends it."""

import os
import signal
import threading
import time

import pytest

import holdfast
from samples import STUDY, Broken, Tiger


def press_ctrl_c():
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()


@pytest.mark.parametrize("domain", [lambda: holdfast.domain("rocksample(7,8)"),
                                    lambda: holdfast.model(Tiger())], ids=["built-in", "class"])
def test_other_threads_go_on(domain):
    ticks = []

    def tick():
        while len(ticks) < 10:
            time.sleep(0.001)
            ticks.append(1)
        os.kill(os.getpid(), signal.SIGINT)

    session = domain().session(time=300)
    with pytest.raises(KeyboardInterrupt):  # a search that kept the lock would not end
        threading.Thread(target=tick).start()
        session.decide()
    assert len(ticks) == 10


def test_ctrl_c_ends_a_search():
    session = holdfast.domain("rocksample(7,8)").session(time=300)
    press_ctrl_c()
    with pytest.raises(KeyboardInterrupt):
        session.decide()
    # Python's own handler is back.
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_ends_every_kind_of_work(tmp_path):
    domain = holdfast.domain("rocksample(7,8)")
    study = tmp_path / "study.toml"
    study.write_text(STUDY.replace("seeds = 3", "seeds = 1000").replace("[50, 100]", "[100000]"))
    for work in (lambda: domain.play(1000, sims=100000, jobs=2),
                 lambda: domain.record(time=100),
                 lambda: domain.trace(tmp_path / "t.jsonl", sims=100000),
                 lambda: holdfast.Study.run(study)):
        press_ctrl_c()
        with pytest.raises(KeyboardInterrupt):
            work()


def test_a_signal_handler_of_the_program_is_asked():
    class Stopped(Exception):
        pass

    def handler(number, frame):
        raise Stopped

    before = signal.signal(signal.SIGINT, handler)
    try:
        press_ctrl_c()
        with pytest.raises(Stopped):
            holdfast.domain("rocksample(7,8)").session(time=300).decide()
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_a_search_and_a_step_that_hangs():
    def press():
        press_ctrl_c()

    session = holdfast.model(Tiger()).session(time=300)
    press_ctrl_c()
    with pytest.raises(KeyboardInterrupt):
        session.decide()

    def hang():
        while True:
            pass

    model = Broken()
    session = holdfast.model(model).session(sims=100)
    model.fail_at, model.fail = 1, hang
    press_ctrl_c()
    with pytest.raises(KeyboardInterrupt):
        session.decide()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
