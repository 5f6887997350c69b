"""The comparison on the front page: each figure of its two sentences against the answers of the commands above them.

    front_page.py PROGRAM README"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SENTENCES = re.compile(
    r"At equal area the levels of switches carry ([0-9.]+) times as much data as the mesh\. At equal width, with channels of "
    r"([0-9]+) bytes in all networks \(`--set ([a-z_.]+=[0-9]+)`\), they carry ([0-9.]+) times as much on ([0-9.]+) "
    r"times the area\.")
NEAR = 0.05  # of areas that count as equal


def as_written(value, text):
    """The value with as many digits as the text has."""
    return f"{value:.{len(text.partition('.')[2])}f}" == text


def answers(program, folder, *options):
    """Metrics of both designs."""
    command = [program, "compare", "gpu.cfg", "mesh.cfg", "--format", "json", *options]
    run = subprocess.run(command, cwd=folder, capture_output=True, check=True)
    return [{name: m["value"] for name, m in answer["metrics"].items()} for answer in json.loads(run.stdout)]


def ratio(pair, metric):
    return pair[0][metric] / pair[1][metric]


def check(program, readme):
    found = SENTENCES.search(" ".join(Path(readme).read_text(encoding="utf-8").split()))
    if not found:
        return ["the sentences are not in " + readme]
    at_area, width, setting, at_width, on_area = found.groups()
    with tempfile.TemporaryDirectory() as folder:
        for words in (["gpu", "-o", "gpu.cfg"], ["mesh", "--like", "gpu.cfg", "-o", "mesh.cfg"]):
            subprocess.run([program, "new", *words], cwd=folder, check=True)
        same_area, same_width = answers(program, folder, "--at-area"), answers(program, folder, "--set", setting)
    checks = {
        "areas are equal": abs(ratio(same_area, "network_area_mm2") - 1) < NEAR,
        "data at equal area": as_written(ratio(same_area, "saturation_data_gb_per_s"), at_area),
        "the width": setting.endswith("flit_bytes=" + width),
        "data at equal width": as_written(ratio(same_width, "saturation_data_gb_per_s"), at_width),
        "area at equal width": as_written(ratio(same_width, "network_area_mm2"), on_area),
    }
    return [name for name, holds in checks.items() if not holds]


if __name__ == "__main__":
    faults = check(str(Path(sys.argv[1]).resolve()), sys.argv[2])
    for fault in faults:
        print("README.md:", fault, "does not hold")
    sys.exit(1 if faults else 0)
