"""The runner of documents: what it takes for a command or a file, what passes, what fails, and how it shows anew.

    test_documents.py PROGRAM    PROGRAM: the nocsight of a build folder"""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

from links import faults_of, heading_name
from match import line_matches, misfit, refreshed
from run_documents import EXAMPLES, main

PROGRAM = "nocsight"

LINES = [  # columns: shown, printed, whether they are alike
    ("a  1", "a  1", True),
    ("a  1", "a  2", False),
    ("a  1", "a 1", False),
    ("in 75 ms (317 designs/s)", "in 1.2 s (86 designs/s)", True),
    ("  12 s   left", "   2.1 min left", True),
    ("latency 71 ns", "latency 72 ns", False),
    ("2.7 TB/s", "2.8 TB/s", False),
    ("nocsight 1.0.0 (0123456789ab)", "nocsight 1.0.0 (ba9876543210-dirty)", True),
    ("nocsight 1.0.0 (0123456789ab)", "nocsight 1.0.1 (0123456789ab)", False),
    ("last 2026-11-26T20:23:39Z", "last 2027-01-01T00:00:00Z", True),
    ("measured: 9, ...", "measured: 9, and more", True),
    ("measured: 9 ...", "measured: 9", True),
    ("measured: 9, ...", "measured: 8, and more", False),
]
TEXTS = [  # columns: shown, printed, the first line that does not fit, shown anew
    ("a b", "a b", None, "a b"),
    ("a", "a b", 1, "a b"),
    ("a b", "a", 1, "a"),
    ("a ... z", "a b c z", None, "a ... z"),
    ("a ... z", "a z", None, "a ... z"),
    ("a ...", "a b", None, "a ..."),
    ("a ... m ... z", "a m b m c z", None, "a ... m ... z"),
    ("a ... z", "a b c y", 2, "a ... y"),
    ("a ... mean_1 ... z", "a b c mean_2 d z", 2, "a ... mean_2 ... z"),
    ("a ... in_1", "b c in_2", 0, "b ... in_2"),
    ("a", "", 0, ""),
]
EXAMPLE = "".join(f"    {line}".rstrip() + "\n" for line in EXAMPLES["widths.c"].read_text(encoding="utf-8").splitlines())
EXAMPLE = f"The program, `widths.c`:\n\n{EXAMPLE}"
NOT_RUN = "<!-- not run: needs a cluster -->\n\n    $ false\n"
DOCUMENTS = [  # columns: title, options, document, status, part of what the runner tells, document afterwards
    ("what is printed is as shown", "", "Text.\n\n    $ echo a; echo b >&2\n    a\n    b\n", 0, "echo a"),
    ("a wrong output", "", "    $ echo a\n    b\n", 1, "D.md:2: the command prints no such"),
    ("more than is shown", "", "    $ echo a; echo b\n    a\n", 1, "D.md:2: the command prints more"),
    ("an output that is not there", "", "    $ true\n    b\n", 1, "D.md:2:"),
    ("a masked time", "", "    $ echo took 12 ms\n    took 3.4 s\n", 0, ""),
    ("a missing command", "", "    $ nocsigth query\n", 1, "not found"),
    ("a failing command", "", "    $ false\n", 1, "D.md:1: the command exits with 1"),
    ("a killed command", "", "    $ kill -9 $$\n", 1, "exits with 137"),
    ("a status that is told", "", "<!-- exit 3 -->\n\n    $ echo wrong; exit 3\n    wrong\n", 0, ""),
    ("a status that is another", "", "<!-- exit 3 -->\n\n    $ exit 4\n", 1, "exits with 4"),
    ("fences", "", "```\n$ echo a\na\n```\n", 0, "echo a"),
    ("a wrong output in fences", "", "```console\n$ echo a\nb\n```\n", 1, "D.md:3:"),
    ("a fence without an end", "", "```\n$ true\n", 1, "D.md:1: the fence"),
    ("long commands", "", "    $ echo a \\\n        b\n    a b\n", 0, ""),
    ("empty lines inside", "", "    $ echo; echo a\n\n    a\n\n    $ echo b\n    b\n", 0, ""),
    ("commands follow each other", "", "    $ echo a > f\n\nNow:\n\n    $ cat f\n    a\n", 0, ""),
    ("files are written", "",
     "The space, `a/b.space`:\n\n    x\n\n      y\n\nIt is\n\n    $ cat a/b.space\n    x\n\n      y\n", 0, ""),
    ("an example is as it is", "", "The program, `widths.c`:\n\n    int a;\n", 1, "D.md:3: widths.c is another file than"),
    ("an example of the library", "--update", "The program, `widths.c`:\n\n    ?\n", 0, "D.md:3: shown anew", EXAMPLE),
    ("what the library needs is there", "", EXAMPLE + "\nThen\n\n    $ cc widths.c -o widths "
     "$(pkg-config --cflags --libs nocsight) && ./widths te13-baseline 16\n    te13-baseline, ...\n    ...\n", 0, ""),
    ("names that are no files'", "", "The key `network.ports`:\n\n    x\n\nSo\n\n    $ cat n*\n", 1, "exits with 1"),
    ("the program is there", "", "    $ nocsight --version\n    nocsight ...\n", 0, ""),
    ("folders are masked", "", "    $ pwd\n    /home/you\n", 0, ""),
    ("progress is not shown", "", "    $ echo 'nocsight: 30% done, 2 s left'; echo a\n    a\n", 0, ""),
    ("slow blocks", "", "<!-- slow -->\n\n    $ false\n", 0, ""),
    ("slow blocks when asked for", "--slow", "<!-- slow -->\n\n    $ false\n", 1, "D.md:3"),
    ("a slow command needs its mark", "--seconds 0.001",
     "    $ for i in {1..9999}; do :; done\n", 1, "D.md:1: the command takes "),
    ("blocks that cannot run", "", NOT_RUN, 0, ""),
    ("without a reason", "", "<!-- not run -->\n\n    $ false\n", 1, "D.md:1: the reason is"),
    ("marks end with their block", "", NOT_RUN + "\nText.\n\n    $ false\n", 1, "D.md:7"),
    ("commands that nobody runs", "",
     "Text.\n\n    x\n    nocsight query te13-baseline\n", 1, "D.md:4: a command that nobody runs"),
    ("text of a list is no block", "", "- item\n    nocsight query\n", 0, ""),
    ("mentions", "", "See `nocsight query --load` and `nocsight COMMAND --help`.\n", 0, ""),
    ("a mentioned command that is not there", "", "As `nocsight qeury` tells.\n", 1, "D.md:1: there is no command"),
    ("a mentioned option that is not there", "",
     "A\n\nAs `nocsight query --lo 1` tells.\n", 1, "D.md:3: 'nocsight query' has no option --lo"),
    ("shown anew", "--update", "T\n\n    $ echo a; echo; echo b\n    ?\n\nU\n", 0, "D.md:3: shown anew",
     "T\n\n    $ echo a; echo; echo b\n    a\n\n    b\n\nU\n"),
    ("shown anew with lines left out", "--update",
     "```\n$ seq 9\n1\n...\n8\n```\n", 0, "", "```\n$ seq 9\n1\n...\n9\n```\n"),
    ("two shown anew", "--update",
     "    $ seq 2\n    ?\n    $ seq 3\n    ?\n", 0, "", "    $ seq 2\n    1\n    2\n    $ seq 3\n    1\n    2\n    3\n"),
    ("a masked time stays", "--update", "    $ echo 2 s\n    3 s\n", 0, ""),
    ("a failure is not shown anew", "--update", "    $ false\n    a\n", 1, "exits with 1"),
]


class Documents(unittest.TestCase):
    def test_lines(self):
        for shown, printed, alike in LINES:
            with self.subTest(shown):
                self.assertEqual(line_matches(shown, printed), alike)

    def test_texts(self):
        for shown, printed, wrong, fresh in TEXTS:
            with self.subTest(f"{shown}, {printed}"):
                shown, printed = shown.split(), printed.split()
                self.assertEqual(misfit(shown, printed), wrong)
                self.assertEqual(refreshed(shown, printed), fresh.split())

    def test_documents(self):
        for title, options, text, status, told, *fresh in DOCUMENTS:
            with self.subTest(title), tempfile.TemporaryDirectory() as folder:
                page = Path(folder, "D.md")
                page.write_text(text, encoding="utf-8")
                with contextlib.redirect_stdout(io.StringIO()) as out:
                    self.assertEqual(main(["--program", PROGRAM, *options.split(), str(page)]), status, out.getvalue())
                self.assertIn(told, out.getvalue())
                self.assertEqual(page.read_text(encoding="utf-8"), fresh[0] if fresh else text)

    def test_names_of_headings(self):
        for heading, name in (("# Limits", "limits"), ("## `links`, and rates", "links-and-rates"),
                              ("### 8. Where memory nodes should stand", "8-where-memory-nodes-should-stand"),
                              ('## What "within 1 % of DSENT" is not', "what-within-1--of-dsent-is-not")):
            self.assertEqual(heading_name(heading), name)

    def test_links(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "a.md")
            page.write_text("# A b\n[x](a.md#a-b) [y](#a-b) [z](http://no)\n    [in code](no.md)\n[w](no.md) [v](#c)\n",
                            encoding="utf-8")
            self.assertEqual([fault.removeprefix(f"{page}:") for fault in faults_of(page)],
                             ["4: no.md: there is no such file", "4: #c: there is no such heading"])


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop()).resolve())
    unittest.main()
