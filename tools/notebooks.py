"""Runs notebooks without Jupyter: every cell of code in its order, in one namespace.

    tools/notebooks.py examples/*.ipynb            # runs them; ends with the first exception
    tools/notebooks.py --write examples/*.ipynb    # and stores what the cells show

What is shown of a cell: what it prints, the value of its last line, and figures of matplotlib.
"""

import ast
import base64
import contextlib
import io
import json
import os
import sys

# Larger ones (a whole report) are shown by a live notebook, and not stored.
MOST_STORED = 50_000


def cells_of_code(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _shown(value):
    """The value as notebooks have it: as text, and in HTML if it can."""
    data = {"text/plain": repr(value)}
    as_html = getattr(value, "_repr_html_", None)
    page = as_html() if as_html else None
    if page and len(page) <= MOST_STORED:
        data["text/html"] = page
    return data


def _figures():
    """Those of the cell; matplotlib only if somebody has imported it."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    pyplot = sys.modules["matplotlib.pyplot"]
    for number in pyplot.get_fignums():
        file = io.BytesIO()
        pyplot.figure(number).savefig(file, format="png", dpi=70, bbox_inches="tight",
                                      metadata={"Software": None})
        yield {"output_type": "display_data", "metadata": {},
               "data": {"image/png": base64.b64encode(file.getvalue()).decode() + "\n"}}
    pyplot.close("all")


def run_cell(source, namespace, name):
    """Runs a cell; returns its outputs in the notebook's format."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, name, "exec"), namespace)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)
    outputs = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout",
                        "text": printed.getvalue().splitlines(keepends=True)})
    figures = list(_figures())
    if value is not None and not source.rstrip().endswith(";"):
        outputs.append({"output_type": "execute_result", "metadata": {}, "execution_count": None,
                        "data": _shown(value)})
    return outputs + figures


def run(path, write=False):
    os.environ.setdefault("MPLBACKEND", "agg")
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    namespace = {"__name__": "__main__"}
    for number, cell in enumerate(cells_of_code(notebook), 1):
        outputs = run_cell("".join(cell["source"]), namespace, f"{path}, cell {number}")
        cell["outputs"], cell["execution_count"] = outputs, number
        for output in outputs:
            if "execution_count" in output:
                output["execution_count"] = number
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    return notebook


if __name__ == "__main__":
    arguments = sys.argv[1:]
    for path in arguments:
        if path != "--write":
            run(path, "--write" in arguments)
            print(f"{path}: done")
