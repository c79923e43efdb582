#!/usr/bin/env python3
"""Rules for models from RDDL files, learnt on small instances: plays the teachers that
studies/ippc/rules.toml declares, and learns from their better episodes.

  tools/rddl_rules.py [NAME...]     write the theories that are declared, or some of them

Of each instance the episodes above its own mean are used, so that easy instances do not crowd out
hard ones. Traces are kept in build/rules. The competition's files are the user's own:
HOLDFAST_RDDL_DATA names their folder. What the rules are worth, `tools/results.py run` measures, by
the tables rules-* of docs/data/measurements.toml.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def call(program, arguments, **more):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, **more)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def traced(program, domain, instance, teacher, traces):
    """The better episodes of one instance, and what its words are."""
    files = ROOT if domain.startswith("models/") else pathlib.Path(os.environ["HOLDFAST_RDDL_DATA"])
    features = f",features={teacher['features']}" if "features" in teacher else ""
    model = f"rddl({domain}/domain.rddl,{domain}/{instance}.rddl{features})"
    kept = traces / f"{domain.replace('/', '-')}-{instance}.jsonl"
    kept.unlink(missing_ok=True)
    flags = [f"--{k}={v}" for k, v in teacher["options"].items()] + teacher.get("flags", [])
    call(program, ["trace", model, *flags, f"--episodes={teacher['episodes']}",
                   f"--seed={teacher['seed']}", "--jobs=1", "-o", kept], cwd=files)
    header, *episodes, _ = [json.loads(line) for line in kept.read_text().splitlines()]
    mean = sum(e["discounted"] for e in episodes) / len(episodes)
    print(f"{domain}/{instance}: {mean:.2f}", flush=True)
    return header, [e for e in episodes if e["discounted"] > mean]


def learn(program, name, teacher, traces):
    domain = teacher.get("domain", name)
    traces.mkdir(parents=True, exist_ok=True)
    headers, better = [], []
    for instance in teacher["instances"]:
        header, episodes = traced(program, domain, instance, teacher, traces)
        headers.append(header)
        better += episodes
    words = [(h["features"], h["actions"]) for h in headers]
    if any(w != words[0] for w in words):
        sys.exit(f"{name}: instances {teacher['instances']} differ in their words")
    merged = traces / f"{name.replace('/', '-')}.jsonl"
    lines = [headers[0], *better, {"end": True, "episodes": len(better)}]
    merged.write_text("".join(json.dumps(line) + "\n" for line in lines))
    output = ROOT / teacher["output"]
    call(program, ["learn", merged, "--all-episodes", *teacher.get("learn", []), "-o", output])
    print(f"{output.relative_to(ROOT)}: from {len(better)} episodes", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--program", default=str(ROOT / "build/release/bin/holdfast"))
    parser.add_argument("--traces", type=pathlib.Path, default=ROOT / "build/rules")
    options = parser.parse_args()
    declared = tomllib.loads((ROOT / "studies/ippc/rules.toml").read_text())["teacher"]
    for name in options.names or declared:
        if name not in declared:
            sys.exit(f"{name} is not declared; declared are {', '.join(declared)}")
        learn(options.program, name, declared[name], options.traces)


if __name__ == "__main__":
    main()
