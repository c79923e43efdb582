"""Files for random calls: what ships and what the program wrote, whole or with random edits."""
import os
import pathlib
import re
import shutil
import sqlite3

SHIPPED = pathlib.Path(__file__).resolve().parents[2]

# What stands in place of a number. Large ones are rare: they are valid in places, and slow.
SMALL_NUMBERS = ["0", "1", "2", "3", "7", "12", "-1", "-3", "0.5", "00", "1e0", "+1"]
LARGE_NUMBERS = ["2147483647", "2147483648", "-9223372036854775808", "99999999999999999999",
                 "1e308", "1e-320", "nan", "inf"]

# Pieces of the languages that are read, and what breaks readers of text.
TOKENS = [":-", ".", ",", "(", ")", "not ", "X", "R", "|", "-", "+", "*", "/", "\\", "..", "#const",
          "#show", "#pos(", "#neg(", "#modeh(", "#modeb(", "{", "}", "[", "]", "\"", "'", "=", ">=",
          "!=", "@", "%", "%*", "~", ":~", "_", "true", "null", "<!--<script>", "\n", "\r\n", "\t",
          "\0", "\ufeff", "é", "日", "\udcff", "[[experiment]]", "init(", "contd(", "holds("]

DOMAINS = ["rocksample(3,1)", "rocksample(4,2,steps=15)", "tiger", "tiger(accuracy=0.7)",
           "rocksample(size=4,rocks=3,layout=random,steps=12)", "pocman(micro,steps=8)",
           "pocman(map=small,ghosts=1,food=0.3,steps=6)", "rocksample(7,8,steps=6)",
           "rocksample(5,3,layout=7,illegal=0,steps=10)", "pocman(full,rewards=silver,steps=3)",
           "tag(steps=5)", "lightdark(8,steps=6)", "lasertag(steps=4)",
           "rddl(domain.rddl,instance.rddl,engine=interpreter)",
           "rddl(domain.rddl,instance.rddl,features=features.lp,engine=interpreter)",
           "file(model.pomdp,steps=5)", "file(model.pomdpx,steps=5)"]
# Those that speak of themselves, so that rules are learnt in them.
SPOKEN = [d for d in DOMAINS if d.startswith(("rocksample", "pocman", "tag"))]

STUDY = """title = {title}
seeds = {seeds}
record = {record}
[[experiment]]
name = "one"
layout = "{layout}"
x = "{axis}"
domain = "{domain}"
options = {{sims = {sims}}}
grid = {{{axis} = {values}, guide = ["pure", "{guide}"]}}
"""

TASK = """% holdfast: max_length {length}
#modeh({head}).
#modeb({recall}, x(var(d)), (positive)).
#modeb(1, y(var(d), const(c))).
#modeb(1, var(d) > const(c)).
#constant(c, 1..{constants}).
#maxv({variables}).
"""


def number(draw):
    return draw.choice(LARGE_NUMBERS if draw.random() < 0.15 else SMALL_NUMBERS)


def edit(text, draw):
    """One random edit."""
    lines = text.split("\n")
    at = draw.randrange(len(text) + 1)
    line = draw.randrange(len(lines))
    kind = draw.randrange(6)
    if kind == 0:
        lines.pop(line)
        return "\n".join(lines)
    if kind == 1:
        lines.insert(draw.randrange(len(lines) + 1), lines[line])
        return "\n".join(lines)
    if kind == 2:
        return text[:at] + text[at + draw.randint(1, 20):]
    if kind == 3:
        return text[:at] + draw.choice(TOKENS) + text[at:]
    numbers = list(re.finditer(r"\d+(\.\d+)?", text))
    if kind == 4 and numbers:
        found = draw.choice(numbers)
        return text[:found.start()] + number(draw) + text[found.end():]
    return text[:at] if draw.random() < 0.3 else text


def edited(text, draw, whole=0.5):
    """Unchanged with probability `whole`."""
    if draw.random() >= whole:
        for _ in range(draw.randint(1, 4)):
            text = edit(text, draw)
    return text


def edited_bytes(content, draw, whole=0.5):
    if draw.random() < whole or not content:
        return content
    result = bytearray(content)
    for _ in range(draw.randint(1, 8)):
        result[draw.randrange(len(result))] = draw.randrange(256)
    return bytes(result[:draw.randrange(len(result))] if draw.random() < 0.2 else result)


def write_text(path, text):
    path.write_bytes(text.encode(errors="surrogateescape"))


def theory(draw):
    shipped = sorted((SHIPPED / "theories").glob("*/*.lp"))
    shipped += sorted((SHIPPED / "fuzz/corpus/theory").iterdir())
    return edited(draw.choice(shipped).read_text(), draw)


def example(draw):
    atoms = " ".join(f"x({draw.randint(0, 4)}). y({draw.randint(0, 3)},{draw.randint(0, 3)})."
                     for _ in range(draw.randint(0, 3)))
    weight = draw.choice(["", "@1", "@9", "@100"])
    sides = draw.choice(["{p}, {}", "{}, {p}", "{p}, {q}", "{}, {}"])
    name = f"e{draw.randint(0, 99)}"
    return f"#{draw.choice(['pos', 'pos', 'neg'])}({name}{weight}, {sides}, {{{atoms}}}).\n"


def task(draw):
    shipped = sorted((SHIPPED / "fuzz/corpus/task").iterdir())
    if draw.random() < 0.3:
        return edited(draw.choice(shipped).read_text(), draw)
    text = TASK.format(length=draw.randint(1, 5), head=draw.choice(["p", "q", "p(var(d))"]),
                       recall=draw.randint(1, 2), constants=draw.randint(1, 4),
                       variables=draw.randint(1, 3))
    text += "".join(example(draw) for _ in range(draw.randint(0, 8)))
    return edited(text, draw, 0.7)


def study(draw):
    axis = draw.choice(["sims", "sims", "planner", "horizon", "size"])
    values = {"sims": [4, 16], "planner": ["pomcp", "despot"], "horizon": [2, 5], "size": [3, 4]}
    domain = "rocksample(size={size},rocks=2,steps=8)" if axis == "size" else draw.choice(DOMAINS)
    titles = ["small", "<!--<script>", "a|b", "=1+1", "\\\\input{x}", "日本"]
    text = STUDY.format(title='"' + draw.choice(titles) + '"', seeds=draw.randint(1, 3),
                        record=draw.randint(0, 2), layout=draw.choice(["curve", "table"]),
                        axis=axis, domain=domain, sims=draw.randint(1, 16),
                        values=repr(values[axis]).replace("'", '"'),
                        guide=draw.choice(["timed", "local", "preferred", "trivial", "theory.lp"]))
    return edited(text, draw, 0.6)


def log(draw):
    """What another's robot saw and did."""
    return edited(draw.choice(sorted((SHIPPED / "fuzz/corpus/log").iterdir())).read_text(), draw)


def models(folder, draw):
    """Worlds from files, whole more often than not."""
    rddl = SHIPPED / "models" / draw.choice(["rocksample", "delivery", "lift", "rover"])
    write_text(folder / "domain.rddl", edited((rddl / "domain.rddl").read_text(), draw, 0.7))
    write_text(folder / "instance.rddl", edited((rddl / "small.rddl").read_text(), draw, 0.7))
    features = (SHIPPED / "models/rocksample/features.lp").read_text()
    write_text(folder / "features.lp", edited(features, draw, 0.7))
    for ending in ["pomdp", "pomdpx"]:
        source = draw.choice(sorted((SHIPPED / "models/classic").glob("*." + ending)))
        write_text(folder / f"model.{ending}", edited(source.read_text(), draw, 0.7))


def facts(draw):
    word = ["dist", "delta_x", "delta_y", "guess"]
    text = " ".join(f"{draw.choice(word)}({draw.randint(0, 3)},{draw.randint(-4, 99)})."
                    for _ in range(draw.randint(0, 12)))
    return edited(text, draw, 0.6)


def spoil_database(path, draw):
    """Rows that any SQLite tool could have written, or bytes that none would."""
    if draw.random() < 0.5:
        path.write_bytes(edited_bytes(path.read_bytes(), draw, 0))
        return
    values = [None, -1, 0, 1 << 62, 1e308, "", "x", "{}", "[" * 400, b"\xff\0", "-1", 3]
    with sqlite3.connect(path) as database:
        tables = [row[0] for row in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]
        for _ in range(draw.randint(1, 3)):
            table = draw.choice(tables)
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            try:
                if draw.random() < 0.2:
                    database.execute(f"DELETE FROM {table}")
                else:
                    database.execute(f"UPDATE {table} SET {draw.choice(columns)} = ?",
                                     [draw.choice(values)])
            except sqlite3.Error:
                pass  # a constraint does not let it in: nothing to test then
    database.close()


def copy_given(given, folder, draw):
    """What the program wrote before, whole or spoiled."""
    for name in ["traces.jsonl", "learn.json", "recording.jsonl"]:
        write_text(folder / name, edited((given / name).read_text(), draw))
    for name in ["traces.jsonl.zst", "agent.bin"]:
        (folder / name).write_bytes(edited_bytes((given / name).read_bytes(), draw))
    shutil.copy(given / "data.sqlite", folder)
    shutil.copy(given / "data.sqlite", folder / "spoiled.sqlite")
    spoil_database(folder / "spoiled.sqlite", draw)


def fill(folder, given, draw):
    """A folder for some calls. `given` is what the program wrote for us."""
    write_text(folder / "theory.lp", theory(draw))
    write_text(folder / "other.lp", theory(draw))
    write_text(folder / "task.las", task(draw))
    write_text(folder / "study.toml", study(draw))
    write_text(folder / "facts.lp", facts(draw))
    write_text(folder / "log.jsonl", log(draw))
    models(folder, draw)
    copy_given(given, folder, draw)
    (folder / "empty").touch()
    (folder / "folder").mkdir()
    (folder / "link").symlink_to("theory.lp")
    (folder / "readonly").write_text("kept\n")
    (folder / "readonly").chmod(0o400)
    os.mkfifo(folder / "fifo")
