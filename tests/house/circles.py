#!/usr/bin/env -S python3 -B
"""Finds circles: files that include each other, and modules that use each other.

A module is a .c with the .h of its name. It uses another module if its object file uses a symbol that
the other's object file defines, if it names an inline function of a header of the other's that it
includes, or if its header names such a symbol. A header lies below all that include it, its .c above
all that it uses: hence circles of includes are those of files, not of modules.

A registry is left out: a file that includes a list (NAME.def) and pastes names from its rows
(`&noc_topology_##id`) uses none of the modules that define these names, since each of them uses the
registry, which knows them by their rows only.

  circles.py SOURCE OBJECTS [NM]   SOURCE: the project's folder; OBJECTS: a file with the path of an
                                   object file a line; NM: the program that lists symbols
"""
import os
import re
import subprocess
import sys

from layers import reached
from sources import read_tree

INLINE = re.compile(r"^static inline [^;{=]*?\b(\w+)\(", re.M)
NAME = re.compile(r"\b[a-z]\w+")
ROW = re.compile(r"^[A-Z][A-Z0-9_]*\((\w+)", re.M)
PASTED = re.compile(r"\b(\w+_)##\w+")
OBJECT = re.compile(r"CMakeFiles/\w+\.dir/(?:\./)?(.*\.c)\.o$")


def circles(graph):
    """Lists the circles of a graph {node: {node: reasons}}, each as a sorted list of nodes."""
    after = {start: reached(graph, start) for start in graph}
    found, seen = [], set()
    for node in sorted(graph):
        if node not in seen and node in after[node]:
            circle = sorted(n for n in after[node] if node in after.get(n, ()))
            seen.update(circle)
            found.append(circle)
    return found


def describe(circle, graph):
    """Tells the nodes of a circle, and for each pair of them what leads from one to the other."""
    lines = ["a circle of " + ", ".join(circle)]
    for node in circle:
        for other in sorted(set(graph[node]) & set(circle)):
            lines.append(f"  {node} > {other}: " + ", ".join(sorted(graph[node][other])))
    return "\n".join(lines)


def includes_of(tree):
    """Builds the graph of the product's files."""
    files = {file.path: file for file in tree.product() if file.kind != ".def"}
    return {path: {included: {"include"} for included in file.includes if included in files}
            for path, file in files.items()}


def uses_of(tree, symbols):
    """Builds the graph of modules from a tree and from the symbols that sources define and use, by path:
    {path: (defined, used)}."""
    includes = includes_of(tree)
    graph = {tree.files[path].stem: {} for path in includes}
    homes = {symbol: path for path, (defined, _) in symbols.items() for symbol in defined}
    inlines = {path: set(INLINE.findall(tree.files[path].code)) for path in includes if path.endswith(".h")}

    def add(file, other, name):
        used = tree.files[other].stem
        if file.stem != used:
            graph[file.stem].setdefault(used, set()).add(name)

    for path in includes:
        file = tree.files[path]
        names = set(NAME.findall(file.code))
        used = symbols[path][1] - listed(file, tree) if path in symbols else names
        if path in symbols or file.kind == ".h":
            for name in used & homes.keys():
                add(file, homes[name], name)
        for header in reached(includes, path):
            for name in names & inlines.get(header, set()):
                add(file, header, name)
    return graph


def listed(file, tree):
    """Names that a source makes from the rows of the lists that it includes."""
    lists = [tree.files[path] for path in file.includes if path.endswith(".def") and path in tree.files]
    rows = {row for rows in lists for row in ROW.findall(rows.code)}
    return {name + row for name in PASTED.findall(file.code) for row in rows}


def read_symbols(objects, nm):
    """Reads what object files define and use, by the path of their source. A source that is compiled
    more than once has the symbols of all its object files."""
    symbols = {}
    printed = subprocess.run([nm, "-g", "-P", "-A", *objects], check=True, capture_output=True, text=True).stdout
    for line in printed.splitlines():
        place, symbol, kind = re.match(r"(.*): (\S+) (\S)", line).groups()
        defined, used = symbols.setdefault(OBJECT.search(place).group(1), (set(), set()))
        (used if kind in "Uw" else defined).add(symbol)
    return symbols


def check(source, list_of_objects, nm="nm"):
    with open(list_of_objects, encoding="utf-8") as opened:
        objects = opened.read().split()
    objects = [path for path in objects if os.path.exists(os.path.join(source, OBJECT.search(path).group(1)))]
    symbols = read_symbols(objects, nm)
    tree = read_tree(source)
    if len(symbols) < 100 or symbols.keys() - tree.files.keys():
        sys.exit(f"circles.py: {list_of_objects} has to name the object files of the sources in {source}")
    graphs = includes_of(tree), uses_of(tree, symbols)
    found = [describe(circle, graph) for graph in graphs for circle in circles(graph)]
    found.append(f"{len(graphs[0])} files, {len(graphs[1])} modules, {len(symbols)} with symbols: {len(found)} circles")
    print(*found, sep="\n")
    return 1 if len(found) > 1 else 0


if __name__ == "__main__":
    sys.exit(check(*sys.argv[1:]))
