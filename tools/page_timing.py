#!/usr/bin/env python3
"""Measures the pages in a real browser (chromium and chromium-driver).

  tools/page_timing.py studio   how long a step takes to show beyond its search, and how awake the
                                page is during a search of ten seconds (docs/studio.md)
  tools/page_timing.py report   how long the report of a large study takes to show (docs/studies.md)

Figures are of this machine, and of what else it does.
"""
import argparse
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Browser:
    """As much of WebDriver as this needs."""

    def __init__(self, profile):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.driver.stdout:
            if found := re.search(r"successfully on port (\d+)", line):
                self.base = f"http://127.0.0.1:{found[1]}/session"
                break
        options = {"args": ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,900",
                            f"--user-data-dir={profile}"]}
        made = self.call("", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})
        self.base += "/" + made["sessionId"]
        self.call("/timeouts", {"script": 180000})

    def call(self, path, body):
        request = urllib.request.Request(self.base + path, json.dumps(body).encode(),
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)["value"]

    def run(self, script):
        """The value that the script hands to `done`, or what it throws."""
        return self.call("/execute/async", {"script": "const done = arguments[0];" + script, "args": []})

    def close(self):
        urllib.request.urlopen(urllib.request.Request(self.base, method="DELETE"))
        self.driver.terminate()


# In the page: waits for something, by frames; and keeps what searches took.
HELPERS = """
window.until = (holds) => new Promise((go) => {
  const look = () => (holds() ? go(performance.now()) : requestAnimationFrame(look));
  look();
});
window.idle = () => document.querySelector('main')?.dataset.waiting === '' &&
  !!document.querySelector('.why .action');
window.searched = 0;
const asked = window.fetch;
window.fetch = async (...all) => {
  const reply = await asked(...all);
  reply.clone().text().then((text) => {
    const steps = JSON.parse(text).steps;
    const seconds = steps?.at(-1)?.decision?.seconds;
    if (seconds !== undefined) window.searched = seconds;
  });
  return reply;
};
window.setUp = (values) => {
  document.querySelector('.summary').click();
  return until(() => document.querySelector('#setup')).then(() => {
    for (const [name, value] of Object.entries(values)) {
      const field = document.querySelector(`[name=${name}]`);
      field.value = value;
      for (const e of ['input', 'change']) field.dispatchEvent(new Event(e, {bubbles: true}));
    }
    document.querySelector('#setup .primary').click();
  });
};
until(idle).then(done);
"""

STEP = """
const step = Number(document.querySelector('main').dataset.step);
const began = performance.now();
window.searched = 0;
document.querySelector("[aria-label='Step forward']").click();
until(() => Number(document.querySelector('main').dataset.step) === step + 1 && idle() && searched)
  .then((end) => done(document.querySelector('.why .action') ? [end - began, 1000 * searched] : null));
"""

LONG = """
setUp({budget: 'time', amount: '10'}).then(async () => {
  await until(() => document.querySelector('.stop'));
  const began = performance.now();
  const frames = [], checks = [], tabs = [];
  let last = began;
  let typed = 0;
  while (performance.now() - began < 9000) {
    await new Promise((go) => requestAnimationFrame(go));
    const now = performance.now();
    frames.push(now - last);
    last = now;
    if (now - began > 1000 * (typed + 1)) {
      // A mistake by turns in line 1 and 2, so that each check has its own answer.
      typed += 1;
      const field = document.querySelector('textarea');
      field.value = '\\n'.repeat(typed % 2) + 'east :- gess(R,V).';
      const at = performance.now();
      field.dispatchEvent(new Event('input', {bubbles: true}));
      checks.push((await until(() => document.querySelector('#theory-state').innerText
        .startsWith(`line ${1 + (typed % 2)}`))) - at);
      const pressed = performance.now();
      document.querySelector('#tab-compare').click();
      await until(() => document.querySelector('.compare'));
      tabs.push(performance.now() - pressed);
      document.querySelector('#tab-theory').click();
      await until(() => document.querySelector('textarea'));
      last = performance.now();
    }
  }
  await until(idle);
  done({frames, checks, tabs});
});
"""


def told(name, numbers, unit="ms"):
    ordered = sorted(numbers)
    middle, last = ordered[len(ordered) // 2], ordered[-1]
    ninety = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(f"{name}: median {middle:.0f}, 95 % below {ninety:.0f}, most {last:.0f} {unit} "
          f"({len(ordered)} times)")


def program_time(process):
    """Seconds of processor time that a program has taken so far."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def measure_studio(browser, studio, steps):
    browser.run(HELPERS)
    browser.call("/goog/cdp/execute", {"cmd": "Performance.enable", "params": {"timeDomain": "threadTicks"}})
    for what, values in (("1000 simulations", {"budget": "sims", "amount": "1000"}),
                         ("0.5 s", {"budget": "time", "amount": "0.5"})):
        beyond, searched = [], 0
        seed = 1
        page, program = processor_time(browser), program_time(studio)
        while len(beyond) < steps:
            browser.run(f"setUp({json.dumps(values | {'guide': 'timed', 'seed': str(seed)})})"
                        ".then(() => until(() => !document.querySelector('#setup') && idle())).then(done)")
            seed += 1
            over = "document.querySelector('.transport [aria-label=\"Play\"]').disabled"
            for _ in range(10):
                if len(beyond) == steps or browser.run(f"done({over})"):
                    break
                shown = browser.run(STEP.replace("&& idle()", f"&& (idle() || {over})")
                                    .replace("&& searched", f"&& (searched || {over})"))
                if shown and shown[1]:
                    beyond.append(shown[0] - shown[1])
                    searched += shown[1]
        print(f"  processor time of a step, with all that the measuring takes: page "
              f"{1000 * (processor_time(browser) - page) / steps:.1f} ms, program "
              f"{1000 * (program_time(studio) - program) / steps:.1f} ms, of which the search "
              f"{searched / steps:.1f} ms")
        told(f"a step of {what} shows after its search", beyond)
    found = browser.run(LONG)
    told("a frame during a search of 10 s", found["frames"])
    told("a mistake shows after typing during it (250 ms of it wait for the next key)", found["checks"])
    told("another tab of the page shows during it", found["tabs"])


# Arms of as many episodes as wanted: one of each is played, the others are copies of it with returns
# of their own, which do not deflate better than real ones.
STUDY = """
seeds = 1
record = 1
[[experiment]]
domain = 'rocksample(4,2)'
x = 'sims'
grid = {sims = [2, 4, 8, 16, 32, 64], exploration = [1, 5, 20, 100]}
"""
COPIES = """
INSERT INTO episode SELECT {columns} FROM episode, (
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {count}) SELECT i FROM n);
UPDATE study SET text = replace(text, 'seeds = 1', 'seeds = {count}');
"""


def large_study(program, folder, episodes):
    (folder / "large.toml").write_text(STUDY)
    database = folder / "large.sqlite"
    subprocess.run([program, "study", folder / "large.toml", "-o", database], check=True,
                   capture_output=True)
    with sqlite3.connect(database) as study:
        names = [row[1] for row in study.execute("PRAGMA table_info(episode)")]
        arms = study.execute("SELECT count(*) FROM episode").fetchone()[0]
        other = {"seed": "seed + i", "discounted": "discounted + abs(random()) % 1000003 / 99991.0",
                 "undiscounted": "undiscounted + 10 * (abs(random()) % 3)",
                 "steps": "steps + abs(random()) % 20",
                 "search_seconds": "search_seconds * (1 + abs(random()) % 1000003 / 1e6)"}
        columns = ", ".join(other.get(name, name) for name in names)
        study.executescript(COPIES.format(columns=columns, count=episodes // arms))
    return database


def processor_time(browser):
    """Seconds of the page's main thread so far, whatever else the machine does."""
    found = browser.call("/goog/cdp/execute", {"cmd": "Performance.getMetrics", "params": {}})
    return next(m["value"] for m in found["metrics"] if m["name"] == "TaskDuration")


def large_page(program, folder, episodes):
    database, page = large_study(program, folder, episodes), folder / f"{episodes}.html"
    database = database.rename(folder / f"{episodes}.sqlite")
    began = time.monotonic()
    subprocess.run([program, "report", database, "-o", page], check=True, capture_output=True)
    print(f"{episodes} episodes: {page.stat().st_size / 1e6:.1f} MB, made in "
          f"{time.monotonic() - began:.1f} s")
    return page


def measure_report(browser, program, folder, episodes):
    pages = [large_page(program, folder, count) for count in (episodes // 1000, episodes)]
    browser.call("/goog/cdp/execute", {"cmd": "Performance.enable", "params": {"timeDomain": "threadTicks"}})
    shown, worked = {page: [] for page in pages}, {page: [] for page in pages}
    for _ in range(7):
        for page in pages:
            browser.call("/url", {"url": "about:blank"})
            before = processor_time(browser)
            browser.call("/url", {"url": page.as_uri()})
            shown[page].append(browser.run(
                "const look = () => document.querySelector('.choice') ? done("
                "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
                " ?? performance.now()) : requestAnimationFrame(look); look();"))
            worked[page].append(1000 * (processor_time(browser) - before))
    for page in pages:
        told(f"the page of {page.stem} shows after it is asked for", shown[page])
        told(f"  of which its thread works", worked[page])
    browser.run(HELPERS.replace("until(idle).then(done);", "done();"))
    opened = browser.run("const began = performance.now(); document.querySelector('.choice')"
                         ".dispatchEvent(new MouseEvent('click')); until(() => document.querySelector("
                         "'dialog svg')).then((end) => done(end - began));")
    told("an arm of it opens, with its episodes", [opened])
    against = browser.run("document.querySelector('dialog').close(); const began = performance.now();"
                          "const field = document.querySelector('.against select');"
                          "field.selectedIndex = 2;"
                          "field.dispatchEvent(new Event('change', {bubbles: true}));"
                          "const first = () => document.querySelector('tbody tr:first-child td .difference');"
                          "until(first).then((end) => done(end - began));")
    told("all differences to another baseline show", [against])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["studio", "report"])
    parser.add_argument("--program", default=str(ROOT / "build/release/bin/holdfast"))
    parser.add_argument("--steps", type=int, default=30, help="steps of the studio")
    parser.add_argument("--episodes", type=int, default=240000, help="episodes of the report")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(folder + "/profile")
        try:
            if arguments.what == "report":
                measure_report(browser, arguments.program, pathlib.Path(folder), arguments.episodes)
            else:
                with_studio(browser, arguments)
        finally:
            browser.close()
            # It writes to its profile until it has ended.
            browser.driver.wait()
            time.sleep(1)


def with_studio(browser, arguments):
    studio = subprocess.Popen([arguments.program, "studio", "rocksample(size=7,rocks=8)", "--port", "0"],
                              stdout=subprocess.PIPE, text=True)
    try:
        address = studio.stdout.readline()
        browser.call("/url", {"url": address[address.index("http://"):].split()[0]})
        measure_studio(browser, studio, arguments.steps)
    finally:
        studio.terminate()
        studio.wait()


if __name__ == "__main__":
    main()
