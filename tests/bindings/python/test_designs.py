"""Designs of the Python package: settings as objects of Python, variants, errors with their places."""
import copy
import pickle
import tempfile
import unittest
from pathlib import Path

import nocsight
from support import DESIGNS, ROOT, run

MESH = """network = { topology = "mesh"; columns = 4; rows = 4; };
nodes = { compute = 16; };
traffic = { pattern = "uniform"; };
"""


class Settings(unittest.TestCase):
    def test_every_setting_is_read_and_written(self):
        """A setting is written as it was read, and is read again as it was."""
        types, count = set(), 0
        for name, _ in DESIGNS:
            design = nocsight.Design(name)
            for path, value in design.items():
                own = [f"networks[{i}].{path.removeprefix('network.')}" for i in range(3)]
                paths = [each for each in own if path.startswith("network.") and each in design] or [path]
                for each in paths:
                    if design[each] in ([], ""):  # none
                        continue
                    try:
                        written = design.with_settings({each: design[each]})
                    except nocsight.UsageError as error:  # written down, it stands against another one
                        self.assertNotIn("expected", str(error))
                        continue
                    self.assertEqual(written[each], design[each])
                    types.add(type(design[each]))
                    count += 1
        self.assertEqual(types, {bool, int, float, str, list})
        self.assertGreater(count, 1000)

    def test_types(self):
        design = nocsight.Design("h100")
        self.assertEqual(design["network.levels"][0][0]["name"], "sm")  # the networks differ in them
        self.assertEqual(design["network.levels[0].cycles"], 1)
        self.assertEqual(design["network.levels[1].flits_per_cycle"], [4, 3.9])
        self.assertEqual(design["networks[1].levels[1].flits_per_cycle"], 3.9)
        self.assertIs(type(nocsight.Design("te13-baseline")["chip.clock_mhz"]), float)
        self.assertIs(type(nocsight.Design("te13-baseline")["flit_bytes"]), int)
        self.assertIs(nocsight.Design("te13-baseline")["network.multicast"], False)

    def test_lists_of_groups(self):
        phases = [{"share": 0.44, "instructions": 3.0}, {"share": 0.56, "instructions": 60}]
        design = nocsight.Design("v100")
        design["workload.phases"] = phases
        self.assertEqual(design["workload.phases[1].instructions"], 60)
        self.assertEqual([phase["share"] for phase in design["workload.phases"]], [0.44, 0.56])

    def test_changes(self):
        design = nocsight.Design("te13-baseline")
        other = design.with_settings({"network.flit_bytes": 32}, **{"network.virtual_channels": 4})
        self.assertEqual(other.changes, {"network.flit_bytes": 32, "network.virtual_channels": 4})
        self.assertEqual(other.label, "te13-baseline flit_bytes=32 virtual_channels=4")
        self.assertEqual(design.changes, {})
        other["flit_bytes"] = 16
        other["network.virtual_channels"] = design["network.virtual_channels"]
        self.assertEqual(other, design)
        self.assertNotEqual(other, "te13-baseline")
        other["name"] = 'a "b", c'
        self.assertEqual((other.name, other["name"]), ('a "b", c',) * 2)

    def test_settings_that_fit_together_only(self):
        design = nocsight.Design.from_text(MESH)
        with self.assertRaises(nocsight.UsageError):
            design["network.rows"] = 8
        self.assertEqual(design["network.rows"], 4)
        design.update({"network.rows": 8, "nodes.compute": 32})
        self.assertEqual((design["network.rows"], design["nodes.compute"]), (8, 32))

    def test_answers_keep_their_design(self):
        design = nocsight.Design("synthetic-mesh")
        answer = design.estimate()
        before = answer["saturation_data_gb_per_s"]
        design["network.flit_bytes"] = 64
        self.assertEqual(answer.design["network.flit_bytes"], nocsight.Design("synthetic-mesh")["network.flit_bytes"])
        self.assertEqual(answer["saturation_data_gb_per_s"], before)
        answer.design["network.flit_bytes"] = 8  # a copy
        self.assertNotEqual(answer.design["network.flit_bytes"], 8)

    def test_numbers_of_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("no numpy")
        design = nocsight.Design("synthetic-mesh")
        design.update({"network.flit_bytes": numpy.int64(32), "chip.clock_mhz": numpy.float32(1500),
                       "network.multicast": numpy.bool_(False)})
        self.assertEqual((design["network.flit_bytes"], design["chip.clock_mhz"]), (32, 1500.0))
        self.assertEqual(len(design.vary({"network.flit_bytes": 2 ** numpy.arange(3, 7)})), 4)

    def test_mapping(self):
        design = nocsight.Design("te13-baseline")
        self.assertIn("network.rows", design)
        self.assertNotIn("network.radix", design)
        self.assertNotIn(3, design)
        self.assertEqual(len(dict(design)), len(design))
        self.assertEqual(design.get("network.radix", 7), 7)
        for copied in copy.copy(design), copy.deepcopy(design), design.copy():
            copied["network.flit_bytes"] = 32
            self.assertEqual(design["network.flit_bytes"], 16)
        with self.assertRaises(TypeError):
            hash(design)


class Variants(unittest.TestCase):
    def test_order(self):
        """The last setting changes fastest, and each variant is the design with these settings."""
        design = nocsight.Design("te13-baseline")
        for widths in ([8, 32], [8, 16]):  # without the design's own width, and with it
            variants = design.vary({"network.flit_bytes": widths, "network.virtual_channels": (2, 4, 8)})
            self.assertEqual([(v["network.flit_bytes"], v["network.virtual_channels"]) for v in variants],
                             [(width, vcs) for width in widths for vcs in (2, 4, 8)])
            for variant in variants:
                self.assertEqual(variant, design.with_settings(variant.changes))

    def test_values(self):
        design = nocsight.Design("synthetic-mesh")
        self.assertEqual([v["network.routing"] for v in design.vary({"network.routing": ["xy", "yx"]})], ["xy", "yx"])
        self.assertEqual([v["network.routing"] for v in design.vary({"network.routing": "yx"})], ["yx"])
        lists = design.vary({"traffic.sources": [[0, 1], [2, 3, 4]]})
        self.assertEqual([v["traffic.sources"] for v in lists], [[0, 1], [2, 3, 4]])


class Errors(unittest.TestCase):
    def expect(self, kind, words, function, *arguments, **more):
        with self.assertRaises(kind) as caught:
            function(*arguments, **more)
        self.assertIn(words, str(caught.exception))
        self.assertIs(type(pickle.loads(pickle.dumps(caught.exception))), kind)
        return caught.exception

    def test_lines_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "faulty.cfg")
            path.write_text(MESH.replace("rows = 4", "rows = 0").replace("nodes", "eggs = 3;\nnodes"), encoding="utf-8")
            error = self.expect(nocsight.InputError, "network.rows = 0", nocsight.Design, path)
            self.assertEqual((error.file, error.line, error.status), (str(path), 1, 3))
            self.assertEqual([fault.line for fault in error.faults], [1, 2])
            self.assertEqual(str(error).split(": ")[0], f"{path}:1")
            self.assertIn("eggs", error.faults[1].message)

    def test_texts(self):
        error = self.expect(nocsight.InputError, "my.cfg:4: syntax error", nocsight.Design.from_text, MESH + "= ;", "my.cfg")
        self.assertEqual(error.file, "my.cfg")
        self.assertEqual(error.line, 4)

    def test_settings(self):
        design = nocsight.Design("h100")
        for path in "network.flit_byte", "network.levels[0].cycls", "networks[7].rows", "nothing":
            with self.subTest(path):
                self.expect(nocsight.UnknownNameError, path, design.__getitem__, path)
                self.expect(nocsight.UnknownNameError, path.partition(".r")[0], design.update, {path: 3})
        self.expect(nocsight.UnknownNameError, "did you mean 'network.flit_bytes'", design.__getitem__, "network.flit_byte")
        self.assertTrue(issubclass(nocsight.UnknownNameError, KeyError))
        self.assertTrue(issubclass(nocsight.UsageError, ValueError))
        for value in 0, "many", 2.5, None:
            error = self.expect(nocsight.UsageError, "", design.update, {"network.flit_bytes": value})
            self.assertEqual(error.status, 2)
        self.assertEqual(self.expect(nocsight.UsageError, "1..1024", design.update, {"network.flit_bytes": 0}).setting,
                         "network.flit_bytes=0")
        error = self.expect(nocsight.UsageError, "1..1024", design.vary, {"network.flit_bytes": [0, 8]})
        self.assertEqual((error.setting, error.file), ("network.flit_bytes=0", ""))
        self.expect(nocsight.UsageError, "has no values", design.vary, {"network.flit_bytes": []})

    def test_questions(self):
        design = nocsight.Design("te13-baseline")
        for words, question in (("3 apples", {"load": "3 apples"}), ("can inject at most", {"load": 99}),
                                ("'modell'", {"by": "modell"}), ("precision", {"precision": 2.0, "by": "sample"}),
                                ("within", {"within": 0.1, "by": "sample"}), ("one", {"within": 0.1, "precision": 0.1}),
                                ("max_seconds", {"seconds": -1.0})):
            with self.subTest(words):
                self.expect(nocsight.UsageError, words, design.estimate, **question)
        self.expect(nocsight.UsageError, "2 to 1000 points", design.curve, 1)
        self.expect(nocsight.UsageError, "channels=True", design.estimate().svg)
        self.expect(nocsight.UnknownNameError, "did you mean 'round_trip_ns'", design.estimate().__getitem__, "round_trip_n")
        self.expect(nocsight.UnknownNameError, "did you mean 'power_mw'", nocsight.metric, "power_mv")
        self.expect(nocsight.UnknownNameError, "did you mean 'network.flit_bytes'", nocsight.key, "network.flit_byte")

    def test_names(self):
        error = self.expect(nocsight.MissingFileError, "did you mean 'te13-baseline'", nocsight.Design, "te13-baselin")
        self.assertIsInstance(error, FileNotFoundError)
        self.assertEqual(error.filename, "te13-baselin")
        self.assertIs(type(self.expect(nocsight.InputError, "directory", nocsight.Design, ROOT)), nocsight.InputError)
        self.expect(nocsight.UsageError, "null character", nocsight.Design, "a\0b")
        self.expect(nocsight.UsageError, "seed -1", nocsight.Context, seed=-1)
        self.expect(nocsight.InputError, "cannot be opened", nocsight.Context, calibration="/no/such/file")

    def test_no_fit(self):
        """Settings of which each is right may not fit together."""
        text = MESH.replace("};", "routing = \"xy-yx-adaptive\"; virtual_channels = 1; };", 1)
        with self.assertRaises(nocsight.NocsightError):
            nocsight.Design.from_text(text).verify()


class Catalogue(unittest.TestCase):
    def test_names(self):
        self.assertEqual(sorted(nocsight.designs()), nocsight.designs())
        self.assertLessEqual({name for name, _ in DESIGNS}, set(nocsight.designs()))
        for name in nocsight.designs()[::10]:
            self.assertEqual(Path(nocsight.Design(name).file).stem, name)
        shown = run("describe", "metrics", "--format", "json")
        for metric in nocsight.metrics():
            self.assertIs(nocsight.metric(metric.name), metric)
            self.assertIn(f'"{metric.name}"', shown)
        self.assertEqual(len({metric.label for metric in nocsight.metrics()}), len(nocsight.metrics()))
        self.assertTrue(nocsight.metric("network_area_mm2").is_less_better)
        self.assertFalse(nocsight.metric("ipc").is_less_better)

    def test_keys(self):
        for key in nocsight.keys():
            self.assertIs(nocsight.key(key.key), key)
        width = nocsight.key("flit_bytes")
        self.assertEqual(width[:2] + width[4:], ("network.flit_bytes", "bytes", 1, 1024, 16, True, False, ()))
        self.assertIn("mesh", nocsight.key("network.topology").choices)
        self.assertIsNone(nocsight.key("network.topology").lowest)


if __name__ == "__main__":
    unittest.main()
