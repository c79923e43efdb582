"""Models and a study that several files of tests have."""

import numpy as np

import holdfast

OTHER = {"left": "right", "right": "left"}


class Tiger:
    actions = ["listen", "open-left", "open-right"]
    rewards = (-100, 10)
    steps = 30
    words = [holdfast.Word("left", lambda state: state == "left", says="the tiger is left with {} %")]

    def initial(self, random):
        return random.choice(["left", "right"])

    def step(self, state, action, random):
        if action == "listen":
            return state, "hear-" + (state if random.random() < 0.85 else OTHER[state]), -1
        reward = -100 if action == "open-" + state else 10
        return self.initial(random), random.choice(["hear-left", "hear-right"]), reward


class WeighedTiger(Tiger):
    def likelihood(self, observation, action, state):
        if action != "listen":
            return 0.5
        return 0.85 if observation == "hear-" + state else 0.15


class Broken(Tiger):
    """Raises in its step, or whatever is told, after so many calls."""

    def __init__(self):
        self.calls, self.fail_at, self.raises = 0, None, None

    def step(self, state, action, random):
        self.calls += 1
        if self.fail_at and self.calls >= self.fail_at:
            self.fail()
        return super().step(state, action, random)

    def fail(self):
        raise self.raises("the sensor is gone")


def tiger_table(**more):
    listen, opened = np.eye(2), np.full((2, 2), 0.5)
    return holdfast.table(
        T=[listen, opened, opened], O=[[[0.85, 0.15], [0.15, 0.85]], opened, opened],
        R=[[-1, -1], [-100, 10], [10, -100]], states=["left", "right"],
        actions=["listen", "open-left", "open-right"], observations=["hear-left", "hear-right"],
        **more)


STUDY = """
title = "quick"
seeds = 3

[[experiment]]
name = "tiger"
title = "Tiger"
domain = "tiger"
x = "sims"
metrics = ["discounted"]
[experiment.options]
planner = "pomcp"
[experiment.grid]
sims = [50, 100]
"""
