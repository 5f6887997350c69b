#!/usr/bin/env python3
"""Networks in BookSim 2.0 beside ours, by validate --booksim: those of twelve shipped designs under uniform traffic,
synthetic-mesh as it is, and twenty that are drawn.

usage: BOOKSIM=PROGRAM beside_booksim.py NOCSIGHT [NAME...]

NAME: those of them alone ("te13-baseline", "drawn-07"). Exits with 1 where the sampler is further off than 2 % of the
mean latency at up to 80 % of saturation, or 3 % of the saturation, and BookSim's own interval does not explain it; with
77 where $BOOKSIM names no program. It takes half an hour of a processor.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SHIPPED = ["te13-baseline", "te13-double-full", "te13-dcie-2p", "te13-cmesh-64", "te13-fbfly-64", "te13-cmesh-express-64",
           "rapid18-xyyx-64", "rapid18-baseline-16", "cdx19-butterfly-80", "cdx19-clos-20", "cdx19-fc-real-20",
           "cdx19-smesh-56"]
# Uniform traffic in place of requests and replies, in BookSim's words.
UNIFORM = ["use_read_write=0", "subnets=1", "traffic=uniform", "packet_size={{1,5}}", "packet_size_rate={{1,1}}",
           "injection_rate_uses_flits=1"]
SEED = 20261129
LATENCY, SATURATION = 0.02, 0.03


def topology(r, kind):
    """Nodes, the network's settings and patterns that suit a kind."""
    if kind in ("mesh", "torus"):
        k = r.choice([4, 5, 6, 8])
        net = {"topology": kind, "columns": k, "rows": k}
        if kind == "mesh":
            net["routing"] = r.choice(["xy", "o1turn", "romm", "valiant", "min-adaptive", "xy-yx-adaptive"])
        else:
            net["channel_cycles"] = r.choice([1, 2])
        return k * k, net, ["tornado", "neighbor"] + (["transpose"] if k in (4, 8) else [])
    if kind == "cube":
        k = r.choice([3, 4])
        return k ** 3, {"topology": "mesh", "columns": k, "rows": k, "layers": k}, []
    if kind == "ring":
        k = r.choice([8, 12, 16])
        return k, {"topology": "torus", "columns": k, "rows": 1}, []
    if kind == "oblong":
        a, b = r.choice([(4, 3), (6, 4), (8, 4), (5, 3)])
        return a * b, {"topology": "mesh", "columns": a, "rows": b}, []
    if kind == "cmesh":
        k = r.choice([3, 4])
        return 4 * k * k, {"topology": kind, "columns": k, "rows": k, "concentration": 4,
                           "channel_cycles": r.choice([1, 2])}, []
    if kind == "flattened-butterfly":
        k = r.choice([3, 4])
        return 4 * k * k, {"topology": kind, "columns": k, "rows": k, "concentration": 4, "channel_cycles": 2,
                           "routing": r.choice(["xy", "ugal"])}, []
    if kind == "butterfly":
        k, n = r.choice([(4, 2), (2, 4), (8, 2), (4, 3)])
        return k ** n, {"topology": kind, "radix": k, "stages": n}, []
    if kind == "fat-tree":
        k, n = r.choice([(4, 2), (3, 3), (4, 3)])
        return k ** n, {"topology": kind, "arity": k, "levels": n, "routing": r.choice(["nca", "nca-adaptive"])}, []
    if kind == "tree":
        return 64, {"topology": kind, "arity": 4, "levels": 3, "up_links": (2, 4)}, []
    if kind == "dragonfly":
        return 72, {"topology": kind, "concentration": 2, "routers_per_group": 4, "global_channels": 2,
                    "channel_cycles": 10, "global_channel_cycles": 100, "routing": r.choice(["minimal", "ugal"])}, []
    if kind == "clos":
        m, n, q = r.choice([(3, 4, 4), (4, 4, 5)])
        return n * q, {"topology": kind, "m": m, "n": n, "r": q}, []
    return r.choice([12, 16, 20]), {"topology": "crossbar"}, []


KINDS = ["mesh", "torus", "cmesh", "flattened-butterfly", "butterfly", "fat-tree", "tree", "dragonfly", "crossbar", "cube",
         "oblong", "clos", "ring"]


def traffic_of(r, pattern):
    """One of five forms of traffic."""
    form = r.choice(["plain", "plain", "classes", "priority", "age", "replies"])
    length, mix = r.choice([(1, None), (4, None), ((1, 5), (0.5, 0.5))])
    if form in ("classes", "priority"):
        text = f'classes = ({{ name = "a"; share = 0.75; pattern = "{pattern}"; packet_flits = 4; priority = 0; }}, ' \
               '{ name = "b"; share = 0.25; pattern = "uniform"; packet_flits = 1; priority = 1; });'
        return form, text + (' priority = "class";' if form == "priority" else "")
    if form == "replies":
        return form, settings({"pattern": "uniform", "replies": True, "read_fraction": 0.5, "read_request_bytes": 16,
                               "write_request_bytes": 80, "read_reply_bytes": 80, "write_reply_bytes": 16})
    traffic = {"pattern": pattern, "packet_flits": length}
    if mix:
        traffic["packet_mix"] = mix
    if form == "age":
        traffic["priority"] = r.choice(["age", "network-age", "local-age"])
    return form, settings(traffic)


def settings(values):
    def text(v):
        if isinstance(v, bool):
            return "true" if v else "false"
        return f'"{v}"' if isinstance(v, str) else str(v)
    return " ".join(f"{key} = {text(value)};" for key, value in values.items())


def draw(r, number):
    """A design of a kind that BookSim has, and what it is in words."""
    net = {"flit_bytes": 16, "virtual_channels": r.choice([2, 3, 4, 6, 8]), "buffer_flits": r.choice([2, 4, 5, 8, 12]),
           "router_stages": r.choice([2, 3, 4]), "credit_cycles": r.choice([0, 0, 1, 2]),
           "allocator": r.choice(["islip", "separable", "wavefront", "separable-output"])}
    kind = KINDS[number % len(KINDS)]
    nodes, own, patterns = topology(r, kind)
    form, traffic = traffic_of(r, r.choice(["uniform", "uniform"] + patterns))
    net.update(own)
    text = f'name = "drawn-{number:02d}";\nnodes = {{ compute = {nodes}; memory = 0; }};\n' \
           f"network = {{ {settings(net)} }};\ntraffic = {{ {traffic} }};\n"
    return text, " ".join(x for x in (kind, net.get("routing", ""), net["allocator"], form) if x)


class Bench:
    def __init__(self, program, folder, only):
        self.program, self.folder, self.only, self.missed, self.count = program, Path(folder), only, 0, 0

    def run(self, *words):
        return subprocess.run([self.program, *map(str, words)], capture_output=True, text=True)

    def wanted(self, name):
        return not self.only or name in self.only

    def compare(self, name, design, words):
        done = self.run("validate", design, "--booksim", os.environ["BOOKSIM"], "--precision", 0.02, "--format", "json")
        if done.returncode:
            print(f"{name:22} {words}: {done.stderr.strip().splitlines()[-1]}", flush=True)
            self.missed += 1
            return
        self.count += 1
        answer = json.loads(done.stdout)[0]
        cells, good = [], True
        for p in answer["packet_latency_cycles"]:
            good &= self.near(p, LATENCY, cells)
        good &= self.near(answer["saturation_flits_per_cycle"], SATURATION, cells)
        self.missed += not good
        print(f"{name:22} {words:42} " + " ".join(cells) + ("" if good else "  MISSED"), flush=True)

    @staticmethod
    def near(point, limit, cells):
        booksim, sample = point["booksim"], point["sample"]["value"]
        if booksim["value"] is None or sample is None:
            cells.append("   -   ")
            return False
        off = sample / booksim["value"] - 1
        half = (booksim["hi"] - booksim["lo"]) / 2 / booksim["value"]
        cells.append(f"{100 * off:+5.2f}({100 * half:.2f})")
        return abs(off) <= limit + half

    def shipped(self, name):
        """The network of a shipped design, under uniform traffic."""
        nodes = self.run("check", name)
        count = sum(int(x) for x in re.search(r"(\d+) compute and (\d+) memory", nodes.stdout).groups())
        self.run("export", "booksim", name, "-o", self.folder / name)
        done = self.run("import", "booksim", self.folder / name / f"{name}.booksim", *UNIFORM, "-o",
                        self.folder / f"{name}-again", "--compute", count)
        if done.returncode:
            print(f"{name:22} {done.stderr.strip()}")
            self.missed += 1
        else:
            self.compare(name, self.folder / f"{name}-again" / f"{name}.cfg", "uniform")

    def drawn(self):
        r, number, good = random.Random(SEED), 0, 0
        while good < 20:
            text, words = draw(r, number)
            name = f"drawn-{number:02d}"
            path = self.folder / f"{name}.cfg"
            path.write_text(text)
            number += 1
            if self.run("check", path).returncode:
                continue
            good += 1
            if self.wanted(name):
                self.compare(name, path, words)


def main():
    if not os.environ.get("BOOKSIM"):
        print("$BOOKSIM names no program")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        b = Bench(sys.argv[1], folder, sys.argv[2:])
        print("sampler against BookSim in %, (half of BookSim's interval): latency at 20, 40, 60, 80 %, saturation")
        if b.wanted("synthetic-mesh"):
            b.compare("synthetic-mesh", "synthetic-mesh", "as it is")
        for name in SHIPPED:
            if b.wanted(name):
                b.shipped(name)
        b.drawn()
        print(f"{b.count} compared, {b.missed} missed")
        return b.missed > 0


sys.exit(main())
