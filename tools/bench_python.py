"""How much Python costs: around a decision, and in a model that is written in it.

    PYTHONPATH=build/release/python /usr/bin/python3 tools/bench_python.py [--rounds 5]

Prints one JSON object. Rates are per processor second, contenders in turns, the best of each.
"""

import argparse
import json
import statistics
import time

import holdfast


class RockSample:
    """RockSample(11,11) as the built-in domain has it, its actions limited to what is legal."""

    rewards = (-100, 10)
    rocks = [(0, 3), (0, 7), (1, 8), (2, 4), (3, 3), (3, 8), (4, 3), (5, 8), (6, 1), (9, 3), (9, 9)]
    actions = ["north", "east", "south", "west", "sample"] + [f"check({r})" for r in range(11)]
    checks = {f"check({r})": r for r in range(11)}
    moves = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}

    def __init__(self):
        self.at_rock = {place: r for r, place in enumerate(self.rocks)}
        self.right = {}
        for x in range(11):
            for y in range(11):
                for r, (rx, ry) in enumerate(self.rocks):
                    distance = ((x - rx) ** 2 + (y - ry) ** 2) ** 0.5
                    self.right[x, y, r] = (1 + 2 ** (-distance / 20)) / 2

    def initial(self, random):
        return 0, 5, random.getrandbits(11)

    def legal(self, state):
        x, y, _ = state
        legal = ["east", *self.checks]
        legal += ["north"] * (y < 10) + ["south"] * (y > 0) + ["west"] * (x > 0)
        return legal + ["sample"] * ((x, y) in self.at_rock)

    def step(self, state, action, random):
        x, y, good = state
        rock = self.checks.get(action)
        if rock is not None:
            right = random.random() < self.right[x, y, rock]
            return state, (good >> rock & 1) == right, 0
        if action == "sample":
            rock = self.at_rock[x, y]
            return (x, y, good & ~(1 << rock)), None, 10 if good >> rock & 1 else -10
        dx, dy = self.moves[action]
        if x + dx > 10:
            return state, None, 10, True
        return (x + dx, y + dy, good), None, 0


def overhead(**options):
    """Microseconds around a decision: from the call to its return, less what the planner took."""
    session = holdfast.domain("rocksample(7,8)").session(**options)
    around = []
    for _ in range(2000):
        start = time.perf_counter()
        decision = session.decide()
        decision.action, decision.value
        around.append(time.perf_counter() - start - decision.seconds)
    return 1e6 * statistics.median(around)


def best_rates(contenders, rounds):
    best = dict.fromkeys(contenders, 0)
    for _ in range(rounds):
        for name, work in contenders.items():
            start = time.process_time()
            units = work()
            best[name] = max(best[name], units / (time.process_time() - start))
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    written, built_in = holdfast.model(RockSample()), holdfast.domain("rocksample(11,11)")

    def simulations(domain, sims):
        return lambda: domain.session(sims=sims).decide().simulations

    rates = best_rates({"class": simulations(written, 3000), "built-in": simulations(built_in, 30000)},
                       rounds)
    print(json.dumps({
        "overhead_us": overhead(sims=1),
        "overhead_with_rules_us": overhead(sims=1, guide="timed"),
        "class_simulations_per_second": rates["class"],
        "built_in_simulations_per_second": rates["built-in"],
        "class_vs_built_in": rates["class"] / rates["built-in"],
        "revision": holdfast.revision,
    }, indent=2))


if __name__ == "__main__":
    main()
