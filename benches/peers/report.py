"""Writes docs/performance.md between its markers, and its plots, from the figures of the last run.

    report.py FIGURES DOCS
"""

import csv
import pathlib
import re
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from svg import smaller  # noqa: E402

SIZES = ["100", "1e3", "1e4", "1e5", "1e6", "3e7"]
ROWS = "W1 W2 W3 W4 W5 W6 W7 W8 W9 W10a W10b W10c W11 W12 W14 R1".split()
# Headings of columns, and the sources of their figures: the file, and its column.
INTO = {
    "`bcast!`": ("crates", "into"), "loop": ("crates", "loop"), "ndarray Zip": ("crates", "Zip"),
    "Eigen": ("peers", "Eigen"), "xtensor": ("peers", "xtensor"), "NumPy": ("peers", "numpy into"),
    "numexpr": ("peers", "numexpr"), "onnxruntime": ("peers", "onnxruntime"),
}
NEW = {
    "`bcast!`": ("crates", "new"), "ndarray operators": ("crates", "ops"), "tensorism": ("crates", "tensorism"),
    "candle-core": ("crates", "candle"), "NumPy": ("peers", "numpy new"), "JAX": ("peers", "jax"),
}
CURVES = ["W1", "W3", "W5", "W8", "W9", "W10b"]
# Colours that colour-blind readers can distinguish.
COLOURS = ["#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"]


def read(path):
    """Nanoseconds, ratios and elements by workload, size and column."""
    with open(path) as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {(r["workload"], r["size"], r["column"]): (float(r["ns"]), float(r["ratio"]), int(r["elements"])) for r in rows}


def ratio(figures, row, size, where):
    file, column = where
    figure = figures[file].get((row, size, column))
    return figure and figure[1]


def microseconds(ns):
    return f"{ns / 1000:.3g}" if ns < 1e6 else f"{ns / 1000:.0f}"


def table(figures, size, columns):
    lines = ["| | limit, us | " + " | ".join(columns) + " |", "|---|" + "--:|" * (len(columns) + 1)]
    for row in ROWS:
        limit = figures["crates"].get((row, size, "limit"))
        if not limit:
            continue
        ratios = [ratio(figures, row, size, where) for where in columns.values()]
        cells = ["-" if r is None else f"{r:.2f}" if r < 9.95 else f"{r:.0f}" for r in ratios]
        lines.append(f"| {row} | {microseconds(limit[0])} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def bars(figures, size, columns, title, path):
    names = [name.strip("`") for name in columns]
    figure, axes = plt.subplots(figsize=(12, 4))
    width = 0.86 / len(columns)
    for index, (name, where) in enumerate(zip(names, columns.values())):
        values = [ratio(figures, row, size, where) or float("nan") for row in ROWS]
        places = [place + (index - (len(columns) - 1) / 2) * width for place in range(len(ROWS))]
        axes.bar(places, values, width, label=name, color=COLOURS[index])
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.set_yscale("log")
    axes.set_ylim(bottom=0.5)
    axes.set_xlim(-0.6, len(ROWS) - 0.4)
    axes.set_xticks(range(len(ROWS)), ROWS)
    axes.set_ylabel("times the limit")
    axes.set_title(title)
    axes.legend(ncols=8, fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.08), frameon=False)
    save(figure, path)


def curves(figures, path):
    figure, all_axes = plt.subplots(2, 3, figsize=(12, 7), sharex=True)
    for axes, row in zip(all_axes.flat, CURVES):
        columns = {"limit": ("crates", "limit")} | INTO
        for index, (name, (file, column)) in enumerate(columns.items()):
            points = [(size, figures["crates"].get((row, size, "limit"))) for size in SIZES]
            # A peer's time is its ratio to the limit measured together with it, times the limit of the other process.
            drawn = [(limit[2], limit[0] * r / limit[2]) for size, limit in points if limit
                     for r in [1 if name == "limit" else ratio(figures, row, size, (file, column))] if r]
            style = dict(linestyle="--", color="grey") if name == "limit" else dict(color=COLOURS[index - 1], marker=".")
            if drawn:
                axes.plot(*zip(*drawn), label=name.strip("`"), **style)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_title(row)
        axes.grid(alpha=0.3)
    for axes in all_axes[-1]:
        axes.set_xlabel("elements")
    for axes in all_axes[:, 0]:
        axes.set_ylabel("ns for each element")
    all_axes.flat[0].legend(fontsize=7)
    save(figure, path)


def save(figure, path):
    figure.tight_layout()
    # No date, so that equal figures give an equal file.
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
    path.write_text(smaller(path.read_text()))


def between(text, marker, content):
    pattern = re.compile(rf"(<!-- {marker} -->\n).*?(<!-- end {marker} -->)", re.S)
    if not pattern.search(text):
        raise SystemExit(f"docs/performance.md has no {marker}")
    return pattern.sub(lambda match: f"{match[1]}\n{content}\n\n{match[2]}", text)


def main(work, docs):
    work, docs = pathlib.Path(work), pathlib.Path(docs)
    figures = {name: read(work / f"{name}.tsv") for name in ("crates", "peers")}
    plots = docs / "plots"
    plots.mkdir(exist_ok=True)
    plt.rcParams["svg.hashsalt"] = "bcast"
    plt.rcParams["svg.fonttype"] = "none"
    bars(figures, "1e5", INTO, "1e5 elements into existing memory", plots / "existing.svg")
    bars(figures, "1e5", NEW, "1e5 elements, a new array", plots / "new.svg")
    curves(figures, plots / "sizes.svg")
    page = docs / "performance.md"
    text = page.read_text()
    text = between(text, "machine", (work / "machine.txt").read_text().strip().replace("\n", "  \n"))
    for size in ("100", "1e5", "3e7"):
        text = between(text, f"existing {size}", table(figures, size, INTO))
        text = between(text, f"new {size}", table(figures, size, NEW))
    worst = (work / "worst.txt").read_text().strip().split("\n")
    start = next(index for index, line in enumerate(worst) if "random patterns" in line)
    text = between(text, "worst", "```text\n" + "\n".join(worst[start:]) + "\n```")
    page.write_text(text)
    print(f"{page} and {plots} are written")


if __name__ == "__main__":
    main(*sys.argv[1:])
