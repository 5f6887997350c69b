#!/usr/bin/env python3
"""Draws the graphs of configs/today.suite, as files that a suite can name: draw_graphs.py FOLDER.

Four kinds in turn, of 4 to 36 routers, sizes even in the logarithm; links of 1 to 4 cycles:
    random     a random tree and further links, both ways
    crossbars  clusters of cores under one to four central switches, two lanes each way or one
    ring       a ring with chords
    chips      two or three meshes, neighbours joined by links of 4 to 12 cycles that pass a flit in
               one, two or four cycles
Nodes are dealt to routers in turn; one in four to eight is a memory node, and memory nodes come last.
The same seed draws the same files.
"""
import os
import random
import sys

SEED, GRAPHS = 60200, 16
HEADER = "from,to,cycles,mm,lanes,flits_per_cycle"


class Graph:
    """Links by pair of routers, and the router of each compute node and each memory node."""

    def __init__(self):
        self.links, self.computes, self.memories = {}, [], []

    def join(self, a, b, cycles, lanes="", rate=""):
        for pair in (a, b), (b, a):
            self.links.setdefault(pair, (cycles, lanes, rate))

    def deal(self, draw, routers, each):
        """Nodes at routers in turn: one memory node in four to eight, at places that are drawn."""
        places = [r for _ in range(each) for r in routers]
        memories = max(1, len(places) // draw.randint(4, 8))
        draw.shuffle(places)
        self.memories, self.computes = sorted(places[:memories]), sorted(places[memories:])


def by_ratio(draw, low, high):
    return int(low * ((high + 1) / low) ** draw.random())


def draw_random(draw):
    graph, routers = Graph(), by_ratio(draw, 6, 36)
    for r in range(1, routers):
        graph.join(draw.randrange(r), r, draw.randint(1, 4))
    for _ in range(routers * draw.randint(2, 6) // 4):
        a, b = draw.sample(range(routers), 2)
        graph.join(a, b, draw.randint(1, 4))
    graph.deal(draw, range(routers), draw.randint(1, 2))
    return graph


def draw_crossbars(draw):
    graph, clusters, centres = Graph(), draw.randint(3, 10), draw.choice((1, 2, 2, 4))
    cycles, lanes = draw.randint(1, 4), draw.randint(1, 2)
    for cluster in range(clusters):
        for centre in range(centres):
            graph.join(cluster, clusters + centre, cycles, lanes)
    cores, memories = draw.randint(2, 6), draw.randint(1, 4)
    graph.computes = [c for c in range(clusters) for _ in range(cores)]
    graph.memories = [clusters + c for c in range(centres) for _ in range(memories)]
    return graph


def draw_ring(draw):
    graph, routers = Graph(), by_ratio(draw, 5, 24)
    for r in range(routers):
        graph.join(r, (r + 1) % routers, draw.randint(1, 2))
    for _ in range(draw.randint(0, routers // 3)):
        a, b = draw.sample(range(routers), 2)
        graph.join(a, b, draw.randint(2, 4))
    graph.deal(draw, range(routers), draw.randint(1, 2))
    return graph


def draw_chips(draw):
    graph, chips, side = Graph(), draw.randint(2, 3), draw.randint(2, 3)
    cycles, rate = draw.randint(4, 12), draw.choice((1, 0.5, 0.25))
    size = side * side
    for chip in range(chips):
        for place in range(size):
            at = chip * size + place
            if (place + 1) % side:
                graph.join(at, at + 1, 1)
            elif chip + 1 < chips:
                graph.join(at, at + size - side + 1, cycles, "", rate)
            if place + side < size:
                graph.join(at, at + side, 1)
    graph.deal(draw, range(chips * size), draw.randint(1, 2))
    return graph


def write(path, lines):
    with open(path, "w", encoding="ascii") as out:
        out.write("\n".join(lines) + "\n")


def put(folder, number, graph):
    stem = os.path.join(folder, f"drawn-{number:02d}")
    write(stem + ".links.csv", [HEADER] + [f"{a},{b},{cycles},,{lanes},{rate}" for (a, b), (
        cycles, lanes, rate) in sorted(graph.links.items())])
    write(stem + ".attach.csv", ["node,router"] + [
        f"{node},{router}" for node, router in enumerate(graph.computes + graph.memories)])
    return (f'{{ network = {{ links = "graphs/drawn-{number:02d}.links.csv"; attach = '
            f'"graphs/drawn-{number:02d}.attach.csv"; }}; nodes = {{ compute = '
            f'{len(graph.computes)}; memory = {len(graph.memories)}; }}; }}')


def main():
    kinds = (draw_random, draw_crossbars, draw_ring, draw_chips)
    choices = [put(sys.argv[1], number, kinds[number % len(kinds)](random.Random(SEED + number)))
               for number in range(GRAPHS)]
    print(",\n".join(" " * 10 + choice for choice in choices))  # for the suite's `choices`


if __name__ == "__main__":
    main()
