"""Answers of the Python package are those of the command, to the last digit, also by eight threads at once."""
import csv
import io
import math
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

import nocsight
from support import DESIGNS, ask, digits, run


def figures_of(answer):
    """Figures of an answer as texts: value, ends of the interval, reason."""
    return {name: (digits(v.value), digits(v.lo), digits(v.hi), v.reason if math.isnan(v) else None)
            for name, v in answer.items()}


def figures_told(metrics):
    """Those of the command's JSON, which has no intervals where there are none."""
    return {name: (digits(m["value"]), digits(m.get("lo")), digits(m.get("hi")), m.get("why"))
            for name, m in metrics.items()}


def ask_design(name, load, *options):
    return ask("query", name, *options, *(("--load", load) if load else ()))


class SameAnswers(unittest.TestCase):
    maxDiff = None

    def expect_same(self, answer, told):
        self.assertEqual(figures_of(answer), figures_told(told["metrics"]))
        self.assertEqual(answer.state, told["status"])
        self.assertEqual(answer.approach, told["method"])
        self.assertEqual(digits(answer.load), digits(told["load_flits_per_cycle"]))
        self.assertEqual(list(answer.warnings), told["warnings"])
        self.assertEqual(answer.design.fingerprint, told["design"]["hash"])

    def test_designs(self):
        states = set()
        for name, load in DESIGNS:
            with self.subTest(name):
                answer, told = nocsight.Design(name).estimate(load), ask_design(name, load)
                self.expect_same(answer, told)
                limit = told["bottleneck"] or {"kind": "", "where": ""}
                self.assertEqual((answer.limit.kind, answer.limit.where), (limit["kind"], limit["where"]))
                states.add(answer.state)
        self.assertEqual(len({name for name, _ in DESIGNS}), 20)
        self.assertGreater(states, {"ok"})  # one is beyond saturation

    def test_json(self):
        told = ask_design("te13-baseline", "60%", "--set", "network.flit_bytes=32")
        ours = nocsight.Design("te13-baseline").with_settings({"network.flit_bytes": 32}).estimate("60%").to_dict()
        self.assertEqual(set(told), set(ours))
        for name in set(ours) - {"run", "tool"}:  # the command line, and the commit of the last link
            self.assertEqual(told[name], ours[name])

    def test_samples(self):
        options = ("--load", "0.03", "--precision", "0.05")
        design = nocsight.Design("te13-baseline")
        for seed in 1, 7:
            with self.subTest(seed=seed):
                answer = design.estimate(0.03, by="sample", precision=0.05, context=nocsight.Context(seed=seed, threads=1))
                told = ask("sample", "te13-baseline", *options, "--seed", str(seed))
                self.assertEqual(figures_of(answer)["packet_latency_cycles"],
                                 figures_told(told["metrics"])["packet_latency_cycles"])
                self.assertEqual(answer["packet_latency_cycles"].source, "sample")

    def test_windows_and_within(self):
        design = nocsight.Design("te13-baseline")
        window = design.estimate("60%", by="window")
        self.assertEqual(figures_of(window), figures_told(ask_design("te13-baseline", "60%", "--check")["metrics"]))
        self.assertEqual(window.approach, "window")
        for share in 0.2, 0.001:
            answer, told = design.estimate("60%", within=share), ask_design("te13-baseline", "60%", "--within", str(share))
            self.assertEqual(answer.approach, told["method"])
            self.assertEqual(digits(answer["round_trip_ns"]), digits(told["metrics"]["round_trip_ns"]["value"]))
        self.assertEqual(answer.approach, "sample")
        self.assertLess(answer["packet_latency_cycles"].hi / answer["packet_latency_cycles"].lo, 1.0025)

    def test_eight_threads(self):
        told = {name: ask_design(name, load)["metrics"] for name, load in DESIGNS[:8]}
        with ThreadPoolExecutor(8) as pool:
            for _ in range(3):
                answers = pool.map(lambda asked: (asked[0], nocsight.Design(asked[0]).estimate(asked[1])), DESIGNS[:8])
                for name, answer in answers:
                    self.assertEqual(figures_of(answer), figures_told(told[name]))

    def test_threads_run_side_by_side(self):
        """Eight measurements meet in their progress functions, so none waits for another to end."""
        meeting, design = threading.Barrier(8, timeout=300), nocsight.Design("synthetic-mesh")
        own = threading.local()

        def meet(_share):
            if not hasattr(own, "has_met"):
                own.has_met = meeting.wait()

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: design.estimate("50%", by="sample", precision=0.1, progress=meet,
                                                              context=nocsight.Context(threads=1)), range(8)))
        self.assertEqual(len({answer["packet_latency_cycles"].value for answer in answers}), 1)


class SameTables(unittest.TestCase):
    def expect_rows(self, rows, text):
        """Rows have the columns of the command's CSV, with its cells."""
        told = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual(len(rows), len(told))
        for ours, theirs in zip(rows, told):
            self.assertLessEqual(set(ours), set(theirs))
            for name, value in ours.items():
                with self.subTest(name, design=ours["name"]):
                    is_number = isinstance(value, float)
                    self.assertEqual((digits(value) or "") if is_number else str(value), theirs[name])
            figures = {name for name, cell in theirs.items() if cell} & {m.name for m in nocsight.metrics()}
            self.assertEqual(figures, {name for name in figures if not math.isnan(ours[name])})

    def test_sweep(self):
        shares = []
        axes = {"network.flit_bytes": [8, 32], "nodes.placement": ["scattered", "peripheral-row"]}
        base = nocsight.Design("te13-baseline")
        swept = nocsight.sweep([base, *base.vary(axes)], load="0.01", jobs=3, progress=shares.append)
        self.expect_rows(swept, run("query", "te13-baseline", "--load", "0.01", "--vary", "network.flit_bytes=8,32",
                                    "--vary", "nodes.placement=scattered,peripheral-row", "--format", "csv"))
        self.assertEqual(str(list(swept[1:])), str(list(nocsight.sweep(base, axes, load="0.01"))))
        self.assertEqual(swept.settings, ["network_flit_bytes", "nodes_placement"])
        self.assertEqual(sorted(shares), shares)
        self.assertEqual(shares[-1], 1.0)

    def test_curve(self):
        design = nocsight.Design("te13-baseline")
        self.expect_rows(design.curve(5), run("curve", "te13-baseline", "--points", "5", "--format", "csv"))
        measured = design.curve(3, by="sample", precision=0.1)
        self.expect_rows(measured, run("curve", "te13-baseline", "--points", "3", "--measure", "--precision", "0.1",
                                       "--quiet", "--format", "csv"))
        self.assertEqual([row["method"] for row in measured], ["model", "sample"] * 3)
        self.assertEqual(measured.points[1].measured["round_trip_ns"], measured[3]["round_trip_ns"])

    def test_costs(self):
        design = nocsight.Design("te13-double-full")
        costs, answer = design.costs("40%"), design.estimate("40%")
        self.assertEqual(len({row["network"] for row in costs}), 2)
        for part, whole in (("area_mm2", "network_area_mm2"), ("leakage_mw", "leakage_power_mw"),
                            ("dynamic_mw", "dynamic_power_mw")):
            self.assertAlmostEqual(sum(row[part] for row in costs) / answer[whole], 1.0, places=9)


if __name__ == "__main__":
    unittest.main()
