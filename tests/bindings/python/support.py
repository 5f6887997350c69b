"""What the tests of the Python package share: the program nocsight, to compare with, and designs."""
import json
import math
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = os.environ["NOCSIGHT_PROGRAM"]

# Designs of all kinds of networks, with a question each: their options for the command, and a load.
DESIGNS = [
    ("te13-baseline", "60%"), ("te13-dcie-2p", None), ("te13-xbar-16b", "40%"), ("te13-cmesh-64", "0.01"),
    ("te13-double-full", "20%"), ("te13-fbfly-64", "30%"), ("te13-ideal", None), ("te13-dimension-sliced", "50%"),
    ("cdx19-mesh-20", None), ("cdx19-clos-20", "0.02"), ("cdx19-cdxbar-20", "70%"), ("cdx19-butterfly-20", None), ("cdx19-fc-real-20", "30%"),
    ("rapid18-rapid-16", None), ("rapid18-da2-16", "10%"), ("rapid18-macro-16", None), ("dapper-baseline-16", "15%"),
    ("icc-cluster-6", None), ("synthetic-mesh", "1.0"), ("v100", "100GB/s"),
]


def run(*arguments):
    """What the command prints."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask(*arguments):
    """What the command answers."""
    return json.loads(run(*arguments, "--quiet", "--format", "json"))


def digits(number):
    """A number in the digits of the command's JSON and CSV; None: missing."""
    return None if number is None or math.isnan(number) else f"{number:.12g}"
