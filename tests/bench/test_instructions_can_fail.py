"""instructions.py counts what a command executes, and refuses what is not as the table says."""
import tempfile
import unittest

from instructions import Shell, faults

SPIN = "i=0; while [ $i -lt {rounds} ]; do i=$((i+1)); done"


class Instructions(unittest.TestCase):
    def test_grow_with_the_work(self):
        with tempfile.TemporaryDirectory() as folder:
            few, more, most = (Shell(folder).count(["sh", "-c", SPIN.format(rounds=rounds)])[0] for rounds in (0, 1000, 2000))
        self.assertAlmostEqual((most - more) / (more - few), 1.0, delta=0.02)

    def test_of_a_command_that_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIsNone(Shell(folder).count(["false"])[0])
        self.assertEqual(list(faults({"query x": None}, {"query x": 1})), ["nocsight query x: fails"])

    def test_off_either_way(self):
        table = {"query x": 1000000}
        for instructions, wrong in ((1090000, 0), (1110000, 1), (910000, 0), (890000, 1)):
            self.assertEqual(len(list(faults({"query x": instructions}, table))), wrong)
        self.assertIn("not in the table", next(faults({"query y": 1}, table)))


if __name__ == "__main__":
    unittest.main()
