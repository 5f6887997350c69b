#!/usr/bin/env python3
"""GPUs of Accel-Sim as designs: what their makers say of them, and what is refused.

    test_chips.py PROGRAM
"""
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import kernels

GPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "reference", "gpus")
wrong = []

# SMs, ports of them, memory nodes, MHz of cores and DRAM, GB/s of all DRAMs (by NVIDIA's data sheets: 288, 897 at
# 876 MHz, 653 at 850 MHz, 448), networks, bytes of a flit
CHIPS = {
    "SM3_KEPLER_TITAN": (14, 14, 24, 837.0, 1502.0, 12 * 16 * 1.502, 40),
    "SM7_QV100": (80, 80, 64, 1132.0, 850.0, 32 * 32 * 0.85, 40),
    "SM7_TITANV": (80, 40, 24 * 2, 1200.0, 850.0, 24 * 32 * 0.85, 40),
    "SM86_RTX3070": (46, 46, 32, 1132.0, 3500.5, 448.0, 40),
}


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


def number(text, key):
    found = re.search(rf"\b{key} = ([0-9.]+);", text)
    return float(found.group(1)) if found else float("nan")


def expect(what, ours, wanted):
    if not abs(ours - wanted) <= 1e-3 * abs(wanted):
        wrong.append(f"{what}: {ours}, expected {wanted}")


def expect_refused(what, arguments, status, words):
    done = run(*arguments)
    if done.returncode != status or words not in done.stderr or done.stderr.count("\n") != 1:
        wrong.append(f"{what}: status {done.returncode}, {done.stderr!r}: expected {status} and {words!r}")


def test_chip(name, folder):
    sms, ports, memory, core_mhz, dram_mhz, bandwidth, flit = CHIPS[name]
    out = os.path.join(folder, name)
    done = run("import", "accelsim", os.path.join(GPUS, name, "gpgpusim.config"), "-o", out, "--format", "csv")
    if done.returncode != 0:
        wrong.append(f"{name}: {done.stderr}")
        return
    path = os.path.join(out, f"{name}.cfg")
    with open(path, encoding="ascii") as file:
        text = file.read()
    expect(f"{name} SMs", number(text, "compute"), sms)
    expect(f"{name} memory nodes", number(text, "memory"), memory)
    expect(f"{name} cores of a cluster", number(text, "cores") if sms > ports else 1, sms // ports)
    expect(f"{name} core MHz", number(text, "core_mhz"), core_mhz)
    per_node = number(text, "bus_bytes") * dram_mhz / 1000 / number(text, "slices")
    expect(f"{name} GB/s", per_node * memory, bandwidth)
    expect(f"{name} flits", number(text, "flit_bytes"), flit)
    expect(f"{name} technology", number(text, "technology_nm"), 22)
    if text.count("carries = ") != 2:
        wrong.append(f"{name}: {text.count('carries = ')} networks")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    options = {line.split()[0] for line in open(os.path.join(GPUS, name, "gpgpusim.config"), encoding="ascii")
               if line.startswith("-")}
    untold = options - {row["setting"] for row in rows}
    if untold:
        wrong.append(f"{name}: nothing is said of {untold}")
    if any("no such option" in row["why"] for row in rows):
        wrong.append(f"{name}: not known: {[r['setting'] for r in rows if 'no such option' in r['why']]}")
    done = run("query", path, "--load", "50%", "--format", "json")
    if done.returncode != 0 or not json.loads(done.stdout):
        wrong.append(f"{name}: query: {done.stderr}")


def test_faults(folder):
    config = os.path.join(folder, "gpgpusim.config")
    out = os.path.join(folder, "new")
    shutil.copy(os.path.join(GPUS, "SM3_KEPLER_TITAN", "gpgpusim.config"), config)
    arguments = ["import", "accelsim", config, "-o", out]
    expect_refused("no .icnt", arguments, 3, "the interconnect's file is not there")
    with open(config, encoding="ascii") as file:
        text = file.read()
    changes = (
        (("-gpgpu_n_mem 12", "-gpgpu_n_mem x"), "-gpgpu_n_mem x: expected 1..65536"),
        (("837.0:837.0:837.0:1502.0", "837.0:837.0"), "expected core:interconnect:L2:DRAM"),
        (("837.0:837.0:837.0:1502.0", "nan:837.0:837.0:1502.0"), "expected core:interconnect:L2:DRAM"),
        (("-network_mode 1", "-network_mode 3"), "-network_mode 3: expected 1..2"),
        (("CCD=2", "CCD=two"), "-gpgpu_dram_timing_opt"),
        (("S:32:128:16,", "many,"), "expected sets:bytes:ways"),
        (("-gpgpu_n_clusters", "-gpgpu_n_clutters"), "no configuration of a GPU"),
    )
    for (before, after), words in changes:
        if before not in text:
            wrong.append(f"{before} is not in the configuration")
        with open(config, "w", encoding="ascii") as file:
            file.write(text.replace(before, after, 1).replace("-network_mode 1", "-network_mode 2"))
        expect_refused(after, arguments, 3, words)
    expect_refused("no folder", arguments[:3], 2, "needs -o DIR")
    expect_refused("an option of traces", arguments + ["--sms", "4"], 2, "--sms: is about kernel traces")
    os.mkdir(out)
    with open(os.path.join(out, "mine"), "w", encoding="ascii") as file:
        file.write("mine")
    with open(config, "w", encoding="ascii") as file:
        file.write(text.replace("-network_mode 1", "-network_mode 2"))
    expect_refused("a folder that is not empty", arguments, 2, "is not empty")
    if os.listdir(out) != ["mine"]:
        wrong.append("the folder was touched")


def test_kernel(folder):
    """A kernel's requests are played on a GPU whose SMs share ports in pairs, by cores and by ports."""
    out, trace = os.path.join(folder, "new"), os.path.join(folder, "requests.csv")
    kernel = os.path.join(folder, "kernel.txt")
    with open(kernel, "w", encoding="ascii") as file:
        kernels.write(kernels.Stencil(100, 2), file)
    run("import", "accelsim", os.path.join(GPUS, "SM7_TITANV", "gpgpusim.config"), "-o", out)
    design = os.path.join(out, "SM7_TITANV.cfg")
    for waits in ([], ["--waits"], ["--waits", "--addresses"]):
        done = run("import", "accelsim", kernel, "--into", design, "--write-trace", trace, *waits)
        if done.returncode == 0:
            done = run("sample", design, "--trace", trace, "--trace-nodes", "compute-memory")
        if done.returncode != 0:
            wrong.append(f"a kernel on SM7_TITANV {waits}: {done.stderr}")


def test_misfit(folder):
    """An interconnect of another size."""
    for name in os.listdir(os.path.join(GPUS, "SM3_KEPLER_TITAN")):
        shutil.copy(os.path.join(GPUS, "SM3_KEPLER_TITAN", name), folder)
    config = os.path.join(folder, "gpgpusim.config")
    with open(config, encoding="ascii") as file:
        text = file.read()
    with open(config, "w", encoding="ascii") as file:
        file.write(text.replace("-gpgpu_n_clusters 14", "-gpgpu_n_clusters 15"))
    expect_refused("misfit", ["import", "accelsim", config, "-o", os.path.join(folder, "new")], 3, "make 39 nodes")


PROGRAM = sys.argv[1]


def main():
    for test in (lambda f: [test_chip(name, f) for name in CHIPS], test_kernel, test_faults, test_misfit):
        with tempfile.TemporaryDirectory() as folder:
            test(folder)
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
