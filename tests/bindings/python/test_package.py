"""The Python package as its user meets it: figures, progress and Ctrl-C, tables, pictures, help, missing libraries."""
import doctest
import importlib.metadata
import inspect
import json
import math
import os
import pickle
import pydoc
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
import unittest
import xml.etree.ElementTree
from base64 import b64decode
from pathlib import Path
from unittest import mock

import nocsight
from support import ROOT, run

FOLDER = Path(nocsight.__file__).parent
ENDLESS = {"load": "60%", "by": "sample", "precision": 1e-9, "cycles": 10**12}  # a question that only a stop ends


class Values(unittest.TestCase):
    def test_float(self):
        value = nocsight.Value(236.9, 230.0, 245.0, "GB/s", confidence=0.9)
        self.assertEqual(tuple(value), (236.9, 230.0, 245.0, "GB/s"))
        self.assertEqual((value.value, value + 1, value * 2, value > 200, round(value)), (236.9, 237.9, 473.8, True, 237))
        self.assertEqual(json.dumps([value]), "[236.9]")
        again = pickle.loads(pickle.dumps(value))
        self.assertEqual((again, tuple(again), again.confidence), (value, tuple(value), 0.9))

    def test_texts(self):
        nan = math.nan
        for text, value in (("236.9 GB/s (230..245)", nocsight.Value(236.91, 230.0, 245.0, "GB/s", confidence=0.9)),
                            ("65071 mm2 [1..2e-05]", nocsight.Value(65071.3, 1, 2e-5, "mm2")), ("3", nocsight.Value(3)),
                            ("missing: no load", nocsight.Value(nan, reason="no load", unit="ns")),
                            ("missing", nocsight.Value(nan)), ("0.04047", nocsight.Value(0.0404679))):
            self.assertEqual((repr(value), str(value), f"{value}"), (text,) * 3)
        self.assertEqual(f"{nocsight.Value(236.91):.2f}", "236.91")

    def test_missing(self):
        answer = nocsight.Design("synthetic-mesh").estimate()
        self.assertTrue(math.isnan(answer["ipc"]))
        self.assertTrue(answer["ipc"].reason)
        self.assertEqual(answer["saturation_data_gb_per_s"].reason, "")
        self.assertEqual(set(answer), {metric.name for metric in nocsight.metrics()})


class Interrupts(unittest.TestCase):
    design = nocsight.Design("te13-baseline")

    def test_progress(self):
        heard = []
        self.design.estimate("60%", by="sample", precision=0.05,
                             progress=lambda share: heard.append((share, threading.get_ident())))
        shares = [share for share, _ in heard]
        self.assertGreater(len(shares), 5)
        self.assertTrue(0 <= min(shares) and max(shares) <= 1)
        self.assertEqual({thread for _, thread in heard}, {threading.get_ident()})

    def test_errors_of_progress(self):
        def fail(share):
            raise LookupError(share)

        for way in {"by": "sample"}, {"by": "window"}, {"within": 1e-6}:
            try:
                self.design.estimate("60%", progress=fail, **way)
                self.fail("no error")
            except LookupError as error:
                self.assertEqual(traceback.extract_tb(error.__traceback__)[-1].name, "fail")
        with self.assertRaises(LookupError):
            self.design.curve(4, by="sample", progress=fail)
        with self.assertRaises(LookupError):
            nocsight.sweep(self.design, {"network.flit_bytes": [8, 16, 32]}, progress=fail)

    def interrupt(self, function, *arguments, **more):
        """Sends Ctrl-C once the function runs."""
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            function(*arguments, **more)
        timer.join()

    def test_ctrl_c(self):
        self.interrupt(self.design.estimate, **ENDLESS)
        self.interrupt(self.design.estimate, "60%", within=1e-9, cycles=10**12)
        self.interrupt(self.design.curve, by="sample", precision=1e-9, cycles=10**12)
        self.interrupt(nocsight.sweep, self.design, {"network.flit_bytes": [8, 16]}, jobs=2, **ENDLESS)
        self.assertEqual(self.design.estimate("60%").state, "ok")

    def test_an_error_stops_a_sweep(self):
        """The first design cannot inject the load, and the second would measure for ever."""
        narrow, wide = self.design.vary({"network.flit_bytes": [1, 64]})
        with self.assertRaises(nocsight.UsageError):
            nocsight.sweep([narrow, wide], **{**ENDLESS, "load": "500GB/s"}, jobs=2)

    def test_stopped_answers_are_released(self):
        """What 400 stopped measurements leave in memory is less than a kilobyte each; an answer takes ten."""
        def resident():
            return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")

        def stop(share):
            raise LookupError

        def measure(count):
            for _ in range(count):
                with self.assertRaises(LookupError):
                    self.design.estimate("60%", within=1e-6, progress=stop, context=context)

        context = nocsight.Context(threads=1)
        measure(100)
        before = resident()
        measure(400)
        self.assertLess(resident() - before, 400 * 1024)

    def test_failed_steps_release(self):
        """An object that a step has made is released if a later step fails, and only then."""
        from nocsight import _library
        released = []

        def put(slot):
            slot[0] = _library.ffi.cast("noc_design *", 16)

        def fail(slot):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            _library.make("noc_design", released.append, put, fail)
        self.assertEqual(len(released), 1)
        made = _library.make("noc_design", released.append, put)
        self.assertEqual(len(released), 1)
        del made
        self.assertEqual(len(released), 2)


class Displays(unittest.TestCase):
    def parse(self, text):
        return xml.etree.ElementTree.fromstring(text)

    def test_answer(self):
        design = nocsight.Design("te13-baseline")
        design["name"] = "<script>&"
        answer = design.estimate("60%")
        page = self.parse(answer._repr_html_())
        texts = list(page.itertext())
        self.assertIn("<script>&", page.find("table/caption").text)
        self.assertLessEqual({element.tag for element in page.iter()},
                             {"div", "table", "caption", "thead", "tbody", "tr", "th", "td", "p"})
        for row in page.findall("table/tbody/tr"):
            self.assertEqual([cell.tag for cell in row], ["th", "td", "td"])
            self.assertEqual(row[0].get("scope"), "row")
        self.assertIn(f"{answer['network_area_mm2'].value:.4g} mm2", texts)
        self.assertIn(answer["round_trip_ns"].write_interval(), texts)
        self.assertIn(answer.limit.words, texts)
        self.assertIn(answer.limit.words, " ".join(str(answer).split()))
        self.assertIn("load 60% (0.04047 flits/cycle of each injecting node)", repr(answer))

    def test_saturated_answer(self):
        answer = nocsight.Design("synthetic-mesh").estimate(1.0)
        self.assertEqual(answer.state, "saturated")
        self.assertIn("saturated: less than 98 %", answer._repr_html_())

    def test_pictures(self):
        design = nocsight.Design("te13-baseline")
        for picture in design.svg(), design.estimate("60%", channels=True).svg():
            self.assertTrue(self.parse(picture).tag.endswith("}svg"))
            with tempfile.TemporaryDirectory() as folder:
                picture.save(Path(folder, "a.svg"))
                self.assertEqual(Path(folder, "a.svg").read_text(encoding="utf-8"), picture)
            image = self.parse(picture._repr_html_())
            self.assertEqual(b64decode(image.get("src").partition("base64,")[2]).decode(), picture)
            self.assertIn("te13-baseline", image.get("alt"))
            self.assertIn("te13-baseline", repr(picture))
        self.assertIn("Channels at load", design.estimate("60%", channels=True).svg())
        self.assertEqual((design._repr_svg_(), design._repr_html_()), (design.svg(), design.svg()._repr_html_()))

    def test_curves(self):
        design = nocsight.Design("te13-baseline")
        curve, other = (variant.curve(6) for variant in design.vary({"network.flit_bytes": [16, 32]}))
        for picture in curve._repr_svg_(), nocsight.draw_curves([curve, other]):
            self.assertTrue(self.parse(picture).tag.endswith("}svg"))
        self.assertIn("flit_bytes=32", nocsight.draw_curves([curve, other]))
        with self.assertRaises(nocsight.UsageError):
            nocsight.draw_curves([])

    def test_sweep(self):
        swept = nocsight.sweep(nocsight.Design("te13-baseline"), {"network.flit_bytes": [8, 16, 32]})
        table = self.parse(swept._repr_html_())
        self.assertEqual([row[0].text for row in table.findall("tbody/tr")],
                         [f"te13-baseline flit_bytes={width}" for width in (8, 16, 32)])
        self.assertEqual({len(row) for row in table.iter("tr")}, {len(table.find("thead/tr"))})


class Tables(unittest.TestCase):
    def setUp(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        self.pandas = pandas

    def test_frames(self):
        design = nocsight.Design("te13-baseline")
        swept = nocsight.sweep(design, {"network.flit_bytes": [8, 16, 32]}, load="0.01")
        frame = self.pandas.DataFrame(swept).set_index("network_flit_bytes")
        self.assertEqual(str(frame.round_trip_ns.dtype), "float64")
        self.assertEqual(frame.loc[32, "round_trip_ns"], swept.estimates[2]["round_trip_ns"])
        self.assertEqual(len(self.pandas.DataFrame(design.curve(5))), 5)
        self.assertEqual(list(self.pandas.DataFrame(design.costs()).columns),
                         ["network", "part", "count", "area_mm2", "leakage_mw", "dynamic_mw"])
        self.assertEqual(len(self.pandas.DataFrame(nocsight.keys()).set_index("key")), len(nocsight.keys()))
        figures = self.pandas.Series(swept.estimates[0])
        self.assertEqual((str(figures.dtype), figures["round_trip_ns"]), ("float64", swept.estimates[0]["round_trip_ns"]))
        front = nocsight.Front(self.pandas.DataFrame(swept))
        self.assertEqual([row["name"] for row in front], [row["name"] for row in nocsight.Front(swept)])


def beats(a, b, x, y):
    """True if row a is no worse than b in less x and more y, and better in one."""
    return a[x] <= b[x] and a[y] >= b[y] and (a[x] < b[x] or a[y] > b[y])


class Fronts(unittest.TestCase):
    x, y = "network_area_mm2", "saturation_data_gb_per_s"

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.store = Path(cls.folder.name, "routers.db")
        run("sweep", str(ROOT / "configs/routers.space"), "--store", str(cls.store), "--quiet")

    def expect_front(self, front, rows):
        """The front has the rows that no other row beats, by comparing all pairs."""
        best = {row["name"] for row in rows if not any(beats(other, row, self.x, self.y) for other in rows)}
        self.assertEqual({row["name"] for row in front}, best)
        self.assertEqual([row[self.x] for row in front], sorted(row[self.x] for row in front))
        self.assertEqual({row["name"] for row, flag in zip(front.points, front.is_best) if flag}, best)
        self.assertTrue(1 < len(front) < len(front.points))

    def test_store(self):
        rows = nocsight.read_store(self.store)
        self.assertEqual(len(rows), 24)
        front = nocsight.Front(self.store)
        self.expect_front(front, rows)
        picture = xml.etree.ElementTree.fromstring(front._repr_svg_())
        self.assertTrue(picture.tag.endswith("}svg"))
        self.assertIn("24 designs", repr(front))

    def test_answers(self):
        swept = nocsight.sweep(nocsight.Design("te13-baseline"),
                               {"network.flit_bytes": [8, 16, 32], "nodes.placement": ["top-bottom", "scattered"]})
        self.expect_front(nocsight.Front(swept), swept)
        self.expect_front(nocsight.Front(swept.estimates), swept)
        picture = nocsight.Front(swept).svg()
        for width in 8, 16, 32:  # each label has room, and is without the name that all designs have
            self.assertRegex(picture, f"<text[^>]*>flit_bytes={width} placement=scattered</text>")
        self.assertNotIn("top-bottom", picture)

    def test_missing_figures(self):
        front = nocsight.Front([{"a": 1, self.x: 2.0, self.y: 3.0}, {"a": 2, self.x: 1.0, self.y: None},
                                {"a": 3, self.x: 1.0}])
        self.assertEqual([row["a"] for row in front.points], [1])

    def test_errors(self):
        with self.assertRaisesRegex(nocsight.UnknownNameError, "did you mean 'network_area_mm2'"):
            nocsight.Front(self.store, x="network_area_mm")
        with self.assertRaises(nocsight.MissingFileError):
            nocsight.Front(Path(self.folder.name, "no.db"))
        other = Path(self.folder.name, "other.db")
        other.write_text("text", encoding="utf-8")
        with self.assertRaisesRegex(nocsight.InputError, "other.db: is no store"):
            nocsight.read_store(other)
        with self.assertRaisesRegex(nocsight.UsageError, "none of 1 rows has both"):
            nocsight.Front([{self.x: 1.0}])


class Package(unittest.TestCase):
    def import_with(self, code, **environment):
        return subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=False,
                              env={**os.environ, **environment})

    def test_versions(self):
        self.assertEqual(nocsight.__version__, run("--version").split()[1])
        self.assertEqual(importlib.metadata.version("nocsight"), nocsight.__version__)
        self.assertIn("GNU General Public License", importlib.metadata.metadata("nocsight").get_payload())

    def test_missing_library(self):
        done = self.import_with("import nocsight", NOCSIGHT_LIBRARY="/no/such/file.so")
        self.assertRegex(done.stderr, "ImportError: nocsight needs the library libnocsight.so.1 .*/no/such/file.so")

    def test_old_library(self):
        """A package that needs a later version of the interface refuses the library."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(FOLDER, Path(folder, "nocsight"))
            header = (ROOT / "bindings/c/nocsight.h").read_text(encoding="utf-8")
            self.assertIn("#define NOC_API_VERSION ", header)
            newer = header.replace("#define NOC_API_VERSION ", "#define NOC_API_VERSION 99")
            Path(folder, "nocsight.h").write_text(newer, encoding="utf-8")
            subprocess.run([sys.executable, "-B", ROOT / "bindings/python/declarations.py", Path(folder, "nocsight.h"),
                            Path(folder, "nocsight/_declarations.py")], check=True, capture_output=True)
            from nocsight import _library
            file = _library._find()
            done = self.import_with("import nocsight", NOCSIGHT_LIBRARY=file, PYTHONPATH=folder)
            self.assertRegex(done.stderr, f"ImportError: {file} has version .* and this package needs version 99")

    def test_library_is_found(self):
        """The library in a folder above the package is the one that is loaded."""
        from nocsight import _library
        self.assertTrue(Path(_library._find()).is_absolute())
        with mock.patch.dict(os.environ, NOCSIGHT_LIBRARY="other.so"):
            self.assertEqual(_library._find(), "other.so")

    def test_help(self):
        """All that is public has a docstring, and says where it is from."""
        page = pydoc.plain(pydoc.render_doc(nocsight))
        for name in nocsight.__all__:
            thing = getattr(nocsight, name)
            self.assertIn(f"{name}", page)
            self.assertEqual(thing.__module__, "nocsight")
            self.assertTrue(thing.__doc__ and not thing.__doc__.startswith(f"{name}("), name)
            for member, value in vars(thing).items() if inspect.isclass(thing) else ():
                if not member.startswith("_") and (callable(value) or isinstance(value, (property, classmethod))):
                    self.assertTrue(inspect.getdoc(value), f"{name}.{member}")
        self.assertLessEqual({name for name in dir(nocsight) if not name.startswith("_")}, set(nocsight.__all__))

    def test_examples_of_docstrings(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        names, runner = {**vars(nocsight), "nocsight": nocsight, "pandas": pandas}, doctest.DocTestRunner()
        for thing in nocsight, *(getattr(nocsight, name) for name in nocsight.__all__):
            for test in doctest.DocTestFinder().find(thing, globs=names):
                runner.run(test)
        self.assertEqual(runner.summarize(verbose=False).failed, 0)
        self.assertGreater(runner.tries, 15)

    def test_types(self):
        """The package passes mypy --strict, where there is mypy."""
        try:
            from mypy import api
        except ImportError:
            self.skipTest("no mypy")
        with tempfile.TemporaryDirectory() as folder:
            text, _, status = api.run(["--strict", "--cache-dir", folder, str(FOLDER)])
        self.assertEqual(status, 0, text)

    def test_needs_cffi_only(self):
        done = self.import_with("import sys, nocsight; nocsight.Design('te13-baseline').estimate('60%')._repr_html_(); "
                                "print(sorted({'cffi', 'numpy', 'pandas', 'matplotlib', 'IPython'} & set(sys.modules)))")
        self.assertEqual((done.stdout, done.stderr), ("[]\n", ""))


if __name__ == "__main__":
    unittest.main()
