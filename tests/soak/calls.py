"""Random calls, valid and invalid: domains, options and values."""
import dataclasses
import re

import material

NONSENSE = ["", " ", "-", "--", "nan", "inf", "-inf", "1e308", "-1", "0", "1e-320", "0x10", "3.5",
            "99999999999999999999", "-9223372036854775809", "١", "é", "%s%n", "a b", "true",
            "pure", "{}", "(", "'", "\udcff", "x" * 300, "missing", "1,2", "=", "\n"]

# Limits of ranges, and one beyond. Some are right and mean much work; then the call is asked to
# end.
EDGES = ["0", "1", "-1", "256", "257", "1000", "1001", "1000000", "1000001", "2147483647",
         "2147483648", "1e9", "0.999999999", "1.000000001"]

GUIDES = ["pure", "trivial", "preferred", "local", "timed", "learnt", "learnt-local", "theory.lp",
          "other.lp", "theory.lp", "other.lp"]

# Valid values that keep a call short. Options of --help that are not named here get numbers.
VALUES = {
    "agent": ["agent.bin"], "balance": ["0", "0.5", "2"], "batches": ["1", "2", "3"],
    "check": ["theory.lp", "other.lp"], "counterexamples": ["0", "1", "5"],
    "depth": ["1", "2", "10", "90"], "engine": ["auto", "bb", "clingo", "automatic", "compiled"],
    "entities": ["1", "2"], "epsilon": ["0", "0.1", "10"], "episodes": ["1", "2", "3"],
    "evaluate-every": ["1", "2", "500"], "evaluation-episodes": ["1", "2"],
    "exploration": ["0.1", "1", "20", "1e5"], "facts": ["facts.lp"],
    "format": ["html", "markdown", "latex", "csv"], "guide": GUIDES, "held-out": ["0", "0.3"],
    "horizon": ["1", "2", "12", "30"], "jobs": ["1", "2", "3"], "lambda": ["0", "0.001", "1"],
    "las": ["out.las", "-"], "loss": ["kl", "mmd"], "lower": GUIDES,
    "max-body": ["0", "1", "3"], "max-length": ["1", "2", "4"], "memory": ["1", "100", "2048"],
    "particles": ["0", "1", "2", "50"], "penalty": ["1", "3", "100"],
    "planner": ["pomcp", "despot", "adaops", "ais", "random", "noop"], "prior-count": ["0", "1", "10"],
    "prior-fades": ["true", "false"], "prior-value": ["-100", "0", "10"],
    "reading": ["situated", "temporal", "printed"], "record": ["out.jsonl", "-"],
    "resume": ["agent.bin", "out.bin"], "rollout-decay": ["0.1", "0.8", "1"], "rounds": ["0"],
    "rules-per-head": ["0", "1", "2"], "scenarios": ["1", "2", "20"],
    "seed": ["0", "1", "7", "123456789012", "9223372036854775807", "18446744073709551615"],
    "sims": ["1", "2", "8", "33"], "step": ["0", "1", "3", "50"],
    "theory": ["timed", "local", "theory.lp", "other.lp"], "threads": ["1", "2", "3"],
    "thresholds": ["0", "2", "8"], "time": ["0.001", "0.01"], "trials": ["1", "2", "10"],
    "upper": ["trivial", "mdp"], "xi": ["0", "0.5", "0.95"],
    "versus": ["pure", "timed", "preferred", "planner=despot,trials=3", "sims=2", "theory.lp",
               "lower=trivial", "planner=despot,lower=timed,trials=2", "planner=adaops,trials=2"],
}
OUTPUTS = {"trace": ["out.jsonl", "out.jsonl.zst"], "learn": ["out.lp", "-"], "train": ["out.bin"],
           "report": ["out.html", "-"], "study": ["out.sqlite", "data.sqlite"]}
# Where nothing may be written, or only with care.
BAD_OUTPUTS = ["theory.lp", "traces.jsonl", "data.sqlite", "spoiled.sqlite", "study.toml", "link",
               "task.las", "/dev/full", "fifo", "folder", "folder/x", "missing/x", "readonly", "",
               "empty", "agent.bin", "./traces.jsonl", "folder/../task.las", "\udcff"]
INPUTS = {"learn": ["task.las", "task.las", "traces.jsonl", "traces.jsonl.zst", "log.jsonl"],
          "report": ["data.sqlite", "spoiled.sqlite", "learn.json", "recording.jsonl"],
          "study": ["study.toml"]}
BAD_INPUTS = ["empty", "folder", "missing", "agent.bin", "learn.json", "recording.jsonl",
              "theory.lp", "data.sqlite", "traces.jsonl.zst", "study.toml", "link", "-", ""]


@dataclasses.dataclass
class Call:
    arguments: list
    # Where standard output goes: pipe, full (/dev/full), broken (nobody reads) or closed.
    output: str = "pipe"
    # A file that gets standard output, for the next call of a chain.
    save: str = ""
    # Part of a chain in which everything is right: must be done.
    valid: bool = False
    # What is sent to the studio, which serves until it is asked to end.
    requests: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Option:
    name: str
    flag: bool
    # For this planner only; "" is for all.
    planner: str


def options_of(help_text):
    """The options that a command's --help names."""
    found, planner = [], ""
    for line in help_text.splitlines():
        group = re.match(r"\S.*?(?:--planner (\w+))?:$", line)
        if group:
            planner = group.group(1) or ""
        option = re.match(r"  (?:-\w,)?--([\w-]+)( (?:TEXT|INT|FLOAT|UINT|NUMBER|WORD|NAME\|FILE))?", line)
        if option and option.group(1) != "help":
            found.append(Option(option.group(1), not option.group(2), planner))
    return found


def broken_domain(draw):
    text = draw.choice(material.DOMAINS)
    if draw.random() < 0.5:
        name = draw.choice(["rocksample", "pocman", "tiger", "Tiger", "", "rocksampel"])
        keys = ["size", "rocks", "layout", "steps", "map", "ghosts", "discount", "accuracy", "good",
                "half_distance", "chase", "food", "pills", "rewards", "illegal", "nothing", ""]
        words = [f"{draw.choice(keys)}={draw.choice(NONSENSE + material.SMALL_NUMBERS)}"
                 for _ in range(draw.randint(1, 3))]
        return f"{name}({','.join(words)})"
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(text) + 1)
        text = text[:at] + draw.choice("()=,.-0a \"[") + text[at + draw.randint(0, 2):]
    return text


class Caller:
    """Draws calls. `helps` has the text of `holdfast COMMAND --help` of every command."""

    def __init__(self, helps):
        self.options = {command: options_of(text) for command, text in helps.items()}

    def value(self, draw, command, name):
        if name == "output":
            good = OUTPUTS.get(command, ["out"])
            return draw.choice(good if draw.random() < 0.85 else BAD_OUTPUTS)
        if draw.random() < 0.88:
            return draw.choice(VALUES.get(name, ["0", "1", "2"]))
        if name in ("record", "las"):
            return draw.choice(BAD_OUTPUTS)
        if name in ("guide", "theory", "check", "agent", "resume", "facts", "lower"):
            return draw.choice(BAD_INPUTS)
        return draw.choice(EDGES if draw.random() < 0.4 else NONSENSE)

    def some_options(self, draw, command, planner, given):
        """Words for up to four options beside those that are given."""
        fitting = [o for o in self.options[command]
                   if o.name not in given and (o.planner in ("", planner) or draw.random() < 0.03)]
        words = []
        for option in draw.sample(fitting, min(len(fitting), draw.choice([0, 0, 1, 1, 2, 3, 4]))):
            words.append("--" + option.name)
            if not option.flag:
                words.append(self.value(draw, command, option.name))
        return words

    def finished(self, draw, words, given, planner=""):
        """Adds options, and sometimes what is wrong with any command."""
        command = words[0]
        words += self.some_options(draw, command, planner, given)
        if draw.random() < 0.3 and "--json" not in words and command not in ("report", "bench"):
            words.append("--json")
        if draw.random() < 0.03:
            words.insert(draw.randint(1, len(words)), draw.choice(NONSENSE + ["--nothing", "-x"]))
        if draw.random() < 0.02:
            words.append("--help")
        output = draw.choices(["pipe", "full", "broken", "closed"], [92, 4, 2, 2])[0]
        return Call(words, output)

    def domain(self, draw):
        return draw.choice(material.DOMAINS) if draw.random() < 0.85 else broken_domain(draw)

    def agent(self, draw):
        """A planner, a budget that keeps its steps short, and mostly a guide to have options of."""
        planner = draw.choices(["pomcp", "despot", "adaops", "ais"], [6, 3, 2, 1])[0]
        words = [] if planner == "pomcp" and draw.random() < 0.5 else ["--planner", planner]
        if planner == "ais":
            words += ["--agent", "agent.bin", *(["--transfer"] if draw.random() < 0.5 else [])]
        elif draw.random() < 0.05:
            words += ["--time", self.value(draw, "play", "time")]
        else:
            budget = "sims" if planner == "pomcp" else "trials"
            words += ["--" + budget, self.value(draw, "play", budget)]
        if planner != "ais" and draw.random() < 0.6:
            words += ["--guide", self.value(draw, "play", "guide")]
        return planner, words

    def playing(self, draw, command):
        planner, budget = self.agent(draw)
        domain = self.domain(draw)
        if command == "explain" and draw.random() < 0.2:
            domain, budget = draw.choice(["log.jsonl", "traces.jsonl"]), ["--theory", "theory.lp"]
        words = [command, domain, *budget]
        if command != "explain":
            words += ["--episodes", self.value(draw, command, "episodes")]
        if command == "trace":
            words += ["-o", self.value(draw, command, "output")]
        given = {"planner", "agent", "transfer", "time", "sims", "trials", "guide", "episodes",
                 "output", *(word[2:] for word in budget if word.startswith("--"))}
        return self.finished(draw, words, given, planner)

    def learn(self, draw):
        source = INPUTS["learn"] if draw.random() < 0.85 else BAD_INPUTS
        words = ["learn", draw.choice(source)]
        if draw.random() < 0.8:
            words += ["--time", draw.choice(["0.5", "1", "2"])]
        if draw.random() < 0.5:
            words += ["-o", self.value(draw, "learn", "output")]
        return self.finished(draw, words, {"time", "output"})

    def train(self, draw):
        words = ["train", "ais", self.domain(draw), "-o", self.value(draw, "train", "output")]
        for name in ["batches", "evaluation-episodes"]:
            words += ["--" + name, self.value(draw, "train", name)]
        return self.finished(draw, words, {"batches", "evaluation-episodes", "output"})

    def study(self, draw):
        words = ["study", draw.choice(INPUTS["study"] if draw.random() < 0.9 else BAD_INPUTS)]
        if draw.random() < 0.9:
            words += ["-o", self.value(draw, "study", "output")]
        return self.finished(draw, words, {"output"})

    def report(self, draw):
        words = ["report"]
        for _ in range(draw.randint(1, 3)):
            words.append(draw.choice(INPUTS["report"] if draw.random() < 0.9 else BAD_INPUTS))
        if draw.random() < 0.8:
            words += ["-o", self.value(draw, "report", "output")]
        return self.finished(draw, words, {"output"})

    def studio(self, draw):
        """Requests as pages send them, whole or with edits."""
        sources = sorted((material.SHIPPED / "fuzz/corpus/studio").iterdir())
        text = material.edited(draw.choice(sources).read_text(), draw)
        port = "0" if draw.random() < 0.9 else draw.choice(NONSENSE)
        words = ["studio", self.domain(draw), "--port", port]
        return Call(words, requests=text.split("\n"))

    def other(self, draw):
        """What needs no work: `bench` alone would take minutes."""
        command = draw.choice([c for c in self.options if c != "bench"])
        words = draw.choice([["domains"], ["--version"], ["--help"], [command, "--help"], [command],
                             [], [draw.choice(NONSENSE)], ["train"], ["train", "nobody"],
                             ["bench", "--nothing"], ["bench", "--rounds", "x"],
                             ["bench", "--compare", draw.choice(BAD_INPUTS)], ["options"],
                             ["domains", self.domain(draw)],
                             ["domains", "--json"]])
        output = draw.choices(["pipe", "full", "broken", "closed"], [7, 1, 1, 1])[0]
        return Call(list(words), output)

    def random_call(self, draw):
        kind = draw.choices(["play", "trace", "explain", "learn", "train", "study", "report",
                             "studio", "other"], [20, 12, 12, 18, 6, 14, 14, 5, 7])[0]
        if kind in ("play", "trace", "explain"):
            return self.playing(draw, kind)
        return getattr(self, kind)(draw)

    def chain(self, draw):
        """From traces to a report, with options that are right."""
        domain = draw.choice(material.SPOKEN)
        seed = str(draw.randint(1, 1000))
        traces = draw.choice(["mine.jsonl", "mine.jsonl.zst"])
        small = ["--sims", str(draw.randint(4, 24)), "--seed", seed]
        theory = ["--guide", "mine.lp"]
        calls = [
            ["trace", domain, *small, "--episodes", "6", "-o", traces],
            ["learn", traces, "--all-episodes", "--time", "5", "-o", "mine.lp", "--json"],
            ["learn", traces, "--all-episodes", "--check", "mine.lp"],
            ["explain", domain, "--theory", "mine.lp", "--seed", seed],
            ["play", domain, *small, *theory, "--episodes", "2", "--record", "mine.rec.jsonl"],
            ["trace", domain, *small, *theory, "--episodes", "3", "-o", "second.jsonl"],
            ["study", "mine.toml", "-o", "mine.sqlite", "--json"],
            ["report", "mine.sqlite", "mine.json", "-o", "mine.html", "--no-timing"],
            ["report", "mine.sqlite", "--format", draw.choice(["csv", "latex", "markdown"])]]
        return [Call(c, save="mine.json" if c[0] == "learn" and "--json" in c else "", valid=True)
                for c in calls], chain_study(domain)


def chain_study(domain):
    return (f'record = 1\n[[experiment]]\ndomain = "{domain}"\noptions = {{sims = 8}}\n'
            'grid = {guide = ["pure", "mine.lp"]}\n')
