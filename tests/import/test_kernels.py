#!/usr/bin/env python3
"""Counts of kernel traces against closed forms: kernels of kernels.py in all forms of the tracer, and a real trace.

    test_kernels.py PROGRAM [whole]

whole: instructions a cycle of all kernels, not of the quickest one alone.
"""
import bz2
import csv
import gzip
import io
import lzma
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import kernels

HERE = os.path.dirname(os.path.abspath(__file__))
REAL = os.path.join(HERE, "..", "reference", "kernels", "pow-2blocks.traceg")
COUNTS = ("issued", "threads", "idle", "loads", "stores", "reads", "writes", "lines", "reuses", "shared")
wrong = []


def check(what, ours, wanted, tolerance=0.0):
    if abs(float(ours) - wanted) > tolerance * max(1.0, abs(wanted)):
        wrong.append(f"{what}: {ours}, and by hand {wanted:g}")


def measure(program, path, *options):
    done = subprocess.run([program, "import", "accelsim", path, "--format", "csv", *options], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        wrong.append(f"{path}: {done.stderr.strip()}")
        return None
    return list(csv.DictReader(io.StringIO(done.stdout)))


def check_workload(what, row, wanted):
    """Figures that follow from the counts."""
    requests = wanted["reads"] + wanted["writes"]
    accesses = wanted["loads"] + wanted["stores"]
    check(f"{what} instructions", row["instructions"], max(wanted["issued"] / requests, 1 / float(row["burst"])), 1e-5)
    check(f"{what} active_threads", row["active_threads"], wanted["threads"] / wanted["issued"], 1e-5)
    check(f"{what} read_fraction", row["read_fraction"], wanted["reads"] / requests, 1e-5)
    check(f"{what} burst", row["burst"], math.floor(requests / accesses + 0.5))
    check(f"{what} l2_hit_rate", row["l2_hit_rate"], 1.0 - wanted["lines"] / requests, 1e-5)
    if wanted["shared"] == 0:
        check(f"{what} sharing.same", row["sharing.same"], 0.0)


def check_counts(what, row, kernel, unit):
    wanted = kernel.expected(unit)
    for name in COUNTS:
        check(f"{what} {name}", row[name], wanted[name])
    check(f"{what} blocks", row["blocks"], kernel.blocks)
    check(f"{what} block_warps", row["block_warps"], kernel.warps)
    check_workload(what, row, wanted)


def text_of(kernel, **form):
    out = io.StringIO()
    kernels.write(kernel, out, **form)
    return out.getvalue()


def test_kernels(program, folder):
    forms = [dict(form="tracer", version=5), dict(form="list", version=3), dict(form="tracer", version=4, lines=True)]
    for name, kind in kernels.KERNELS.items():
        for blocks, warps in ((6, 4), (3, 2)):
            for number, form in enumerate(forms):
                kernel = kind(blocks, warps)
                path = os.path.join(folder, f"{name}-{blocks}-{number}")
                with open(path, "w", encoding="ascii") as file:
                    file.write(text_of(kernel, **form))
                for unit in (128, 32):
                    rows = measure(program, path, "--line-bytes", str(unit))
                    if rows:
                        check_counts(f"{name} {blocks}x{warps} {form} {unit}", rows[0], kernel, unit)


def test_real(program):
    for unit, each in ((128, 4), (32, 16)):
        rows = measure(program, REAL, "--line-bytes", str(unit))
        if not rows:
            continue
        wanted = dict(issued=264, threads=8 * 32 * 32, idle=8, loads=16, stores=16, reads=16 * each, writes=16 * each,
                      lines=32 * each, reuses=0, shared=0)
        for name in COUNTS:
            check(f"real {unit} {name}", rows[0][name], wanted[name])
        check_workload(f"real {unit}", rows[0], wanted)


def test_packed(program, folder):
    kernel = kernels.Gather(4, 2)
    for suffix, pack in (("gz", gzip.compress), ("xz", lzma.compress), ("bz2", bz2.compress)):
        path = os.path.join(folder, f"packed.{suffix}")
        with open(path, "wb") as file:
            file.write(pack(text_of(kernel).encode()))
        rows = measure(program, path)
        if rows:
            check_counts(f"packed by {suffix}", rows[0], kernel, 128)


def test_rows(program, folder):
    """One core and one memory node: of a block of a stream 8 lines are read, 4 blocks of 256 bytes in half a row of
    2048, then as many are written in another row."""
    path = os.path.join(folder, "rows")
    kernel = kernels.Stream(16, 8)
    kernel.tail = 32
    with open(path, "w", encoding="ascii") as file:
        file.write(text_of(kernel))
    rows = measure(program, path, "--sms", "1", "--slots", "1", "--memory-nodes", "1")
    if rows:
        check("rows", rows[0]["row_locality"], 6 * 16 / (8 * 16 - 1), 1e-5)


def slope(points):
    """The line of least squares through weighted points: value at 0, slope."""
    w, x, y = (sum(p[0] * f(p) for p in points) for f in (lambda p: 1, lambda p: p[1], lambda p: p[2]))
    xx, xy = (sum(p[0] * f(p) for p in points) for f in (lambda p: p[1] ** 2, lambda p: p[1] * p[2]))
    rise = (w * xy - x * y) / (w * xx - x * x)
    return (y - rise * x) / w, rise


def test_sharing(program, folder):
    """Neighbours of a stencil share 2 of 2 W + 2 lines, others none; blocks of a reduction one of W + 1 each."""
    blocks, warps = 10, 4
    for name in ("stencil", "reduction"):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text_of(kernels.KERNELS[name](blocks, warps)))
    lines = 2 * warps + 2
    none, rise = slope([(2 * (blocks - 1), 1, math.log(2 / lines)),
                        (0.5, 2, math.log(0.5 / (lines * (blocks - 2))))])
    rows = measure(program, os.path.join(folder, "stencil"))
    if rows:
        check("stencil same", rows[0]["sharing.same"], min(1.0, math.exp(none)), 1e-5)
        check("stencil distance", rows[0]["sharing.distance"], max(0.01, -1.0 / rise), 1e-5)
    rows = measure(program, os.path.join(folder, "reduction"))
    if rows:
        check("reduction same", rows[0]["sharing.same"], 1 / (warps + 1), 1e-5)
        check("reduction distance", rows[0]["sharing.distance"], 1000.0)


def test_list(program, folder):
    """A run's kernels are those of its list, added up."""
    names = ("stream", "gather")
    for number, name in enumerate(names, 1):
        with open(os.path.join(folder, f"kernel-{number}.traceg.xz"), "wb") as file:
            file.write(lzma.compress(text_of(kernels.KERNELS[name](4, 2)).encode()))
    path = os.path.join(folder, "run")
    with open(path, "w", encoding="ascii") as file:
        file.write("MemcpyHtoD,0x00007f1000000000,4096\nkernel-1.traceg\nkernel-2.traceg\n")
    rows = measure(program, path)
    if not rows:
        return
    said = subprocess.run([program, "import", "accelsim", path], capture_output=True, text=True, check=False).stdout
    check("kernels are named", "kernel-1.traceg.xz (Stream): 80 instructions" in said, 1)
    each = [kernels.KERNELS[name](4, 2).expected(128) for name in names]
    check("rows of a list", len(rows), 3)
    for count in COUNTS:
        check(f"list {count}", rows[2][count], each[0][count] + each[1][count])


def test_trace(program, folder):
    """The trace of a kernel has its requests, whatever the scheduler."""
    kernel = kernels.Stencil(12, 4)
    path, out = os.path.join(folder, "kernel"), os.path.join(folder, "requests.csv")
    with open(path, "w", encoding="ascii") as file:
        file.write(text_of(kernel))
    for scheduler in ("round-robin", "distributed", "two-level", "block"):
        if not measure(program, path, "--sms", "4", "--clusters", "2", "--scheduler", scheduler, "--write-trace", out):
            continue
        with open(out, encoding="ascii") as file:
            rows = list(csv.DictReader(file))
        wanted = kernel.expected(128)
        check(f"{scheduler} reads", sum(r["class"] == "read" for r in rows), wanted["reads"])
        check(f"{scheduler} writes", sum(r["class"] == "write" for r in rows), wanted["writes"])
        check(f"{scheduler} lines", len({r["address"] for r in rows}), wanted["lines"])
        check(f"{scheduler} cores", len({r["source"] for r in rows}), 4)
        check(f"{scheduler} order", sorted(int(r["cycle"]) for r in rows) == [int(r["cycle"]) for r in rows], 1)
        check(f"{scheduler} nodes", all(4 + int(r["address"], 16) // 256 % 32 == int(r["destination"]) for r in rows), 1)


def test_columns(program, folder):
    """A trace with waits and addresses has the addresses of the trace without waits, and the waits of that without
    addresses."""
    path, out = os.path.join(folder, "kernel"), os.path.join(folder, "requests.csv")
    with open(path, "w", encoding="ascii") as file:
        file.write(text_of(kernels.Stencil(12, 4)))
    read = []
    for options in ([], ["--waits"], ["--waits", "--addresses"]):
        subprocess.run([program, "import", "accelsim", path, "--sms", "4", "--write-trace", out, *options], check=True,
                       capture_output=True)
        with open(out, encoding="ascii") as file:
            read.append(list(csv.DictReader(file)))
    addresses, waits, both = read
    wanted = kernels.Stencil(12, 4).expected(128)
    check("requests", len(both), wanted["reads"] + wanted["writes"])
    check("columns", both == [{**a, **w} for a, w in zip(addresses, waits)], 1)


CHIP = """name = "chip";
chip = { technology_nm = 22; clock_mhz = 1000.0; };
nodes = { compute = 8; memory = 4; core_mhz = 1000.0; simd_width = 32; mshrs = 4096; };
networks = (
 { carries = "request"; topology = "crossbar"; flit_bytes = 32; virtual_channels = 4; router_stages = 2; },
 { carries = "reply"; topology = "crossbar"; flit_bytes = 32; virtual_channels = 4; router_stages = 2; } );
traffic = { pattern = "many-to-few"; read_request_bytes = 8; read_reply_bytes = 136;
            write_request_bytes = 136; write_reply_bytes = 8; };
memory = { line_bytes = 128; input_queue = 1024; reply_queue = 1024; l2_cycles = 0; };
"""


def value_of(program, *arguments):
    """A metric of an answer, its name last."""
    done = subprocess.run([program, *arguments[:-1], "--format", "json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        wrong.append(f"{arguments}: {done.stderr.strip()}")
        return math.nan
    found = re.search(rf'"{arguments[-1]}": {{\s*"value": ([0-9.e+]+)', done.stdout)
    return float(found.group(1)) if found else math.nan


def test_ipc(program, folder, whole):
    """Instructions a cycle of a trace whose requests wait as warps do, and of the workload that was counted from it.
    Traces without addresses have nothing that MSHRs merge; a stencil's warps ask for each other's lines, which they do
    merge. Memory nodes answer at once. (A transposition, whose loads ask for one line and its stores for 32, is 10 to
    20 % apart: a workload has one burst.)"""
    apart, merged = ["--set", "workload.sharing.same=0"], ["--addresses"]
    chip, path, design, trace = (os.path.join(folder, name) for name in ("chip.cfg", "run.txt", "with.cfg", "run.csv"))
    with open(chip, "w", encoding="ascii") as file:
        file.write(CHIP)
    runs = (("gather", 32, []), ("stream", 256, []), ("stencil", 128, []), ("stencil", 128, merged), ("reduction", 128, []))
    for name, blocks, addresses in runs if whole else runs[:1]:
        kernel = kernels.KERNELS[name](blocks, 8)
        with open(path, "w", encoding="ascii") as file:
            file.write(text_of(kernel))
        subprocess.run([program, "import", "accelsim", path, "--into", chip, "--slots", "4", "--write-trace", trace,
                        "--waits", *addresses, "-o", design], check=True)
        makespan = value_of(program, "sample", chip, "--trace", trace, "--trace-nodes", "compute-memory",
                            "makespan_cycles")
        ipc = value_of(program, "sample", design, "--set", "workload.l2_hit_rate=1", *([] if addresses else apart),
                       "--precision", "0.02", "ipc")
        check(f"{name} IPC {addresses}", ipc, kernel.expected(128)["threads"] / makespan, 0.1)


FAULTS = (  # changes of the text of a trace, and what the message is to say
    ("cut off in a warp", lambda t: t[:t.index("insts = 10") + 60], "instructions short: the trace is cut off"),
    ("cut off in a block", lambda t: t[:t.rindex("#END_TB")], "#END_TB is missing"),
    ("another warp too early", lambda t: t.replace("insts = 10", "insts = 11", 1), "1 instructions short"),
    ("no warp", lambda t: t.replace("warp = 0\n", "", 1), "expected 'warp = N' before 'insts = 10'"),
    ("more instructions", lambda t: t.replace("insts = 10", "insts = 9", 1), "more instructions than its 'insts'"),
    ("tracer version 6", lambda t: t.replace("version = 5", "version = 6"), "expected 3 to 5"),
    ("tracer version 2", lambda t: t.replace("version = 5", "version = 2"), "expected 3 to 5"),
    ("no tracer version", lambda t: t.replace("-accelsim tracer version = 5\n", ""), "no -accelsim tracer version"),
    ("no grid", lambda t: t.replace("-grid dim", "-grip dim"), "no -grid dim"),
    ("block outside of the grid", lambda t: t.replace("thread block = 0", "thread block = 9"), "inside of the grid"),
    ("an address too few", lambda t: t.replace(" 1 0x7f", " 0 0x7f"), "expected PC mask"),
    ("unknown compression", lambda t: t.replace(" 1 0x7f", " 3 0x7f"), "expected PC mask"),
    ("not grouped", lambda t: t.replace("#BEGIN_TB", ""), "grouped by thread blocks"),
    ("no block", lambda t: t[:t.index("#BEGIN_TB")], "no thread block"),
    ("no memory", lambda t: t.replace("LDG", "LDS").replace("STG", "STS"), "asks for global memory"),
    ("another file", lambda t: "topology = mesh;\n", "no line of Accel-Sim's"),
    ("empty", lambda t: "", "is empty"),
)


def refusal(program, path):
    done = subprocess.run([program, "import", "accelsim", path], capture_output=True, text=True, check=False)
    if done.returncode != 3 or done.stderr.count("\n") != 1:
        wrong.append(f"{path}: status {done.returncode}, {done.stderr!r}: expected status 3 and one line")
    return done.stderr


def test_faults(program, folder):
    text = text_of(kernels.Stream(3, 2))
    path = os.path.join(folder, "faulty")
    for what, change, message in FAULTS:
        with open(path, "w", encoding="ascii") as file:
            file.write(change(text))
        said = refusal(program, path)
        if message not in said:
            wrong.append(f"{what}: {said!r} does not say {message!r}")
    for pack, message in ((gzip.compress, "is cut off"), (lzma.compress, "is cut off"), (bz2.compress, "is cut off")):
        with open(path, "wb") as file:
            file.write(pack(text.encode())[:-12])
        if message not in refusal(program, path):
            wrong.append(f"{pack}: {message!r} is not said")
    for names, message in (("kernel-7.traceg\n", "is not beside the list"), ("MemcpyHtoD,0x1\n", "expected MemcpyHtoD"),
                           ("MemcpyHtoD,0x1,8\n", "names no kernel")):
        with open(path, "w", encoding="ascii") as file:
            file.write(names)
        if message not in refusal(program, path):
            wrong.append(f"{names!r}: {message!r} is not said")


USAGE = (  # options, and what the message is to say
    (["--addresses"], "is about --waits"),
    (["--waits"], "is about the trace of --write-trace FILE"),
    (["--write-trace", "-"], "standard output has the workload"),
    (["--scheduler", "distributed"], "'distributed' needs clusters: --clusters N"),
    (["--clusters", "3"], "expected a divisor of the 80 cores"),
    (["--line-bytes", "48"], "expected a power of two"),
)


def test_usage(program, folder):
    """Options that do not fit are refused in a line, and leave no file behind."""
    path, trace = os.path.join(folder, "kernel"), os.path.join(folder, "requests.csv")
    with open(path, "w", encoding="ascii") as file:
        file.write(text_of(kernels.Stream(3, 2)))
    both = (["--write-trace", trace, "--waits", path], "expected one kernel, not 2")
    for options, message in (*USAGE, both):
        done = subprocess.run([program, "import", "accelsim", path, *options], capture_output=True, text=True,
                              check=False, cwd=folder)
        if done.returncode != 2 or message not in done.stderr or done.stderr.count("\n") != 1:
            wrong.append(f"{options}: status {done.returncode}, {done.stderr!r}: expected 2 and {message!r}")
    full = subprocess.run([program, "import", "accelsim", path, "--write-trace", "/dev/full"], capture_output=True,
                          text=True, check=False)
    check("a full device", full.returncode, 1)
    check("files left behind", os.listdir(folder) == ["kernel"], 1)


def test_interrupted(program, folder):
    """Ctrl-C ends a run between two blocks, and leaves no trace behind."""
    text = text_of(kernels.Stream(3, 2))
    half = text.rindex("#BEGIN_TB")
    with subprocess.Popen([program, "import", "accelsim", "-", "--write-trace", "requests.csv"], cwd=folder, text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        run.stdin.write(text[:half])
        run.stdin.flush()
        until = time.monotonic() + 20
        while not os.listdir(folder) and time.monotonic() < until:
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        said = run.communicate(text[half:])[1]
    if run.returncode != 130 or "interrupted: nothing is written" not in said:
        wrong.append(f"interrupted: status {run.returncode}, {said!r}")
    check("files of an interrupted run", len(os.listdir(folder)), 0)


def test_width(program, folder):
    """Lines are no wider than a terminal, and the design that they become part of is one."""
    path, design = os.path.join(folder, "wide"), os.path.join(folder, "wide.cfg")
    with open(path, "w", encoding="ascii") as file:
        file.write(text_of(kernels.Stencil(12, 4)))
    done = subprocess.run([program, "import", "accelsim", "wide"], capture_output=True, text=True, check=False, cwd=folder)
    check("widest line", max(map(len, done.stdout.splitlines())) <= 80, 1)
    subprocess.run([program, "import", "accelsim", path, "--into", "te13-baseline", "-o", design], check=True)
    check("a design", subprocess.run([program, "check", design], capture_output=True, check=False).returncode, 0)


def test_unknown(program, folder):
    """An opcode that is not known is counted as an instruction without memory, and named."""
    path = os.path.join(folder, "unknown")
    with open(path, "w", encoding="ascii") as file:
        file.write(text_of(kernels.Stream(3, 2)).replace("IADD3", "FROB.X").replace("EXIT", "TICK"))
    rows = measure(program, path)
    if rows:
        check("unknown", rows[0]["unknown"], 8 * 6)
        check("issued with unknown", rows[0]["issued"], 10 * 6)
    said = subprocess.run([program, "import", "accelsim", path], capture_output=True, text=True, check=False).stdout
    check("named once", said.count("FROB"), 1)
    check("all are named", "48 instructions (FROB, TICK)" in said, 1)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        test_kernels(program, folder)
        test_packed(program, folder)
        test_rows(program, folder)
        test_sharing(program, folder)
        test_list(program, folder)
        test_trace(program, folder)
        test_columns(program, folder)
        test_faults(program, folder)
        test_unknown(program, folder)
        test_width(program, folder)
        test_ipc(program, folder, "whole" in sys.argv[2:])
    for test in (test_usage, test_interrupted):
        with tempfile.TemporaryDirectory() as folder:
            test(program, folder)
    test_real(program)
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
