#!/usr/bin/env -S python3 -B
"""Counts the instructions of commands by valgrind: on a machine that others use a time says little.

  instructions.py PROGRAM                  compares commands with tests/reference/instructions.csv: 10 % either way
  instructions.py PROGRAM --update         writes that file anew
  instructions.py PROGRAM --beside FOLDER  counts more commands, and cycles of samples of overlays and at light loads,
                                           beside those of the last release, which is built in FOLDER; and cycles of
                                           samples beside BookSim's, if $BOOKSIM names that program

Exit status: 0 done, 1 a command has other instructions or failed, 77 not comparable on this machine.
"""
import argparse
import csv
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPEED = ROOT / "tests/reference/speed"
TABLE = ROOT / "tests/reference/instructions.csv"
TOLERANCE = 0.10
RELEASE = "1.0.0", "96831277e1ec029653c37630018b298fee3fd03a"

# What breadth would cost unseen. {speed}: the folder of spaces and designs; a store is made by the command before.
GUARDED = (
    "query synthetic-mesh",
    "query te13-baseline --format json",
    "query te13-dcie-2p",
    "query {speed}/gpu-1.0.0.cfg",
    "query cdx19-mesh-80 --load 0.02 --format json",
    "query h100-sxm --load 60%",
    "query h100-sxm --loop",
    "curve synthetic-mesh --points 4",
    "sweep {speed}/one.space --store one.db -q --jobs 1",
    "pareto --store one.db",
    "sweep {speed}/closed.space --store closed.db -q --jobs 1 --shard 1/8",
    "sample te13-baseline --load 0.05 --cycles 1000 -q --jobs 1",
    "sample rapid18-rapid-16 --set workload=steady --cycles 2000 --precision 1e-6 -q --jobs 1",
    "sample synthetic-mesh --load 0.0005 --cycles 100000 --precision 1e-6 -q --jobs 1",
)
BESIDE = (
    "sweep {speed}/open.space --store open.db -q --jobs 1",
    "sweep {speed}/closed.space --store all.db -q --jobs 1",
    "query cdx19-cdxbar-80 --format json",
    "query synthetic-mesh --set network.columns=24 --set network.rows=24 --set nodes.compute=576 --format json",
    "sample te13-baseline --cycles 2000 -q --jobs 1",
)


class Shell:
    """A folder in which commands run, with an environment that is the same everywhere."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(folder), "LC_ALL": "C.UTF-8",
                            "NO_COLOR": "1"}

    def run(self, command):
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)

    def count(self, command, statuses=(0,)):
        """Instructions of a command, and what it prints; None of one that fails."""
        counted = self.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *command])
        told = re.search(r"I +refs: +([\d,]+)", counted.stderr)
        return (int(told[1].replace(",", "")) if told and counted.returncode in statuses else None), counted.stdout

    def count_of(self, program, command):
        """The same of a command of the program's."""
        return self.count([program, *command.format(speed=SPEED).split()])[0]


def check_machine():
    """The tables are of one kind of machine; valgrind shows programs an emulated one, with AVX2 if the real one has it."""
    if not shutil.which("valgrind"):
        sys.exit("valgrind is missing: apt-get install valgrind")
    if "avx2" not in Path("/proc/cpuinfo").read_text(encoding="utf-8").split():
        print("not compared: this machine has no AVX2, so that other loops run")
        sys.exit(77)


# ---- the table --------------------------------------------------------------------------------


def read_table():
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {row["command"]: int(row["instructions"]) for row in csv.DictReader(file)}


def write_table(counted):
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("command", "instructions"))
        writer.writerows(counted.items())


def faults(counted, table):
    """What is not as the table says, a line each."""
    for command, instructions in counted.items():
        if instructions is None:
            yield f"nocsight {command}: fails"
        elif command not in table:
            yield f"nocsight {command}: not in the table"
        elif abs(instructions / table[command] - 1.0) > TOLERANCE:
            yield (f"nocsight {command}: {instructions / 1e6:.1f} million instructions, {table[command] / 1e6:.1f} expected "
                   f"({instructions / table[command] - 1.0:+.0%})")


def compare(counted):
    wrong = list(faults(counted, read_table()))
    for line in wrong:
        print(line)
    if wrong:
        print(f"where the change is meant to: {Path(__file__).relative_to(ROOT)} PROGRAM --update")
    return 1 if wrong else 0


# ---- beside others ----------------------------------------------------------------------------


def build_release(folder):
    """The program of the last release."""
    version, commit = RELEASE
    source, build = Path(folder, f"nocsight-{version}"), Path(folder, f"nocsight-{version}", "build")
    if not source.is_dir():
        archive = subprocess.run(["git", "-C", ROOT, "archive", commit], stdout=subprocess.PIPE, check=False)
        if archive.returncode != 0:
            sys.exit(f"{ROOT} is no clone that has version {version}, commit {commit}")
        source.mkdir(parents=True)
        subprocess.run(["tar", "-x", "-C", source], input=archive.stdout, check=True)
    subprocess.run(["cmake", "-S", source, "-B", build, "-DCMAKE_BUILD_TYPE=Release"], stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["cmake", "--build", build, "--target", "nocsight", "--parallel"], stdout=subprocess.DEVNULL, check=True)
    return build / "nocsight"


def show_beside(program, folder):
    """Millions of instructions of each command, and those of the last release; "-" where it has no such command."""
    release = build_release(folder)
    print(f"{'million instructions':<100} {'now':>8} {RELEASE[0]:>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as now, tempfile.TemporaryDirectory() as then:
        for command in GUARDED + BESIDE:
            ours, theirs = Shell(now).count_of(program, command), Shell(then).count_of(release, command)
            cells = [f"{count / 1e6:8.1f}" if count else f"{'-':>8}" for count in (ours, theirs)]
            ratio = f"{ours / theirs:6.2f}" if ours and theirs else ""
            print(f"{command.format(speed='speed'):<100} {' '.join(cells)} {ratio}", flush=True)


# ---- beside BookSim ---------------------------------------------------------------------------

MESH = """nodes = {{ compute = {nodes}; }};
network = {{ topology = "mesh"; columns = {k}; rows = {k}; virtual_channels = 2; buffer_flits = 8; router_stages = 4;
            allocator = "islip"; }};
traffic = {{ pattern = "uniform"; packet_flits = {flits}; }};
"""
BOOKSIM = """topology = mesh; k = {k}; n = 2; routing_function = dim_order; num_vcs = 2; vc_buf_size = 8; packet_size = {flits};
traffic = uniform; injection_process = bernoulli; injection_rate_uses_flits = 1;
routing_delay = 1; vc_alloc_delay = 1; sw_alloc_delay = 1; st_prepare_delay = 0; st_final_delay = 1; credit_delay = 0;
vc_allocator = islip; sw_allocator = islip; wait_for_tail_credit = 0; speculative = 0; sim_type = latency;
warmup_periods = 1; max_samples = 100; seed = 1;
latency_thres = -1.0; stopping_thres = -1.0; acc_stopping_thres = -1.0;
"""
MESHES = tuple((k, flits) for k in (6, 8, 10) for flits in (1, 5))
SHARE = 0.5  # of the model's saturation


def sample(shell, program, load, cycles):
    """Instructions and cycles of a sample."""
    counted, printed = shell.count([program, "sample", "mesh.cfg", "--load", load, "--precision", "1e-6", "--cycles",
                                    str(cycles), "-q", "--jobs", "1", "--format", "json"])
    return counted, json.loads(printed)["cycles_simulated"]


def sample_by_booksim(shell, booksim, load, period):
    command = [booksim, "mesh.booksim", f"injection_rate={load}", f"sample_period={period}"]
    counted, printed = shell.count(command, statuses=(0, 255))  # 255 where its tests for convergence are off
    return counted, int(re.search(r"Time taken is (\d+) cycles", printed)[1])


def a_cycle(short, long):
    """Instructions of a further cycle, from two runs."""
    return (long[0] - short[0]) / (long[1] - short[1])


def cycle_beside_booksim(program, booksim, k, flits):
    """Instructions of a cycle of both."""
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(folder)
        Path(folder, "mesh.cfg").write_text(MESH.format(nodes=k * k, k=k, flits=flits), encoding="utf-8")
        Path(folder, "mesh.booksim").write_text(BOOKSIM.format(k=k, flits=flits), encoding="utf-8")
        told = json.loads(shell.run([program, "query", "mesh.cfg", "--format", "json"]).stdout)
        saturation = told["metrics"]["saturation_flits_per_cycle"]["value"]
        load = f"{SHARE * saturation:.4f}"
        return (a_cycle(*(sample(shell, program, load, cycles) for cycles in (2000, 6000))),
                a_cycle(*(sample_by_booksim(shell, booksim, load, period) for period in (150, 500))))


def show_beside_booksim(program, booksim):
    ratios = []
    print(f"\n{f'instructions of a cycle at {SHARE:.0%}':<30} {'nocsight':>10} {'BookSim':>10} {'ratio':>6}")
    for k, flits in MESHES:
        ours, theirs = cycle_beside_booksim(program, booksim, k, flits)
        ratios.append(theirs / ours)
        print(f"{f'{k}x{k}, {flits} flits a packet':<30} {ours:10.0f} {theirs:10.0f} {theirs / ours:6.1f}", flush=True)
    print(f"median {statistics.median(ratios):.1f}, least {min(ratios):.1f}")


# ---- beside the last release's samples --------------------------------------------------------

# Overlays at their workload, in closed loop, and in open loop; light loads, where most cycles have nothing to do.
SAMPLES = tuple((design, option) for design in ("rapid18-rapid-64", "rapid18-macro-64", "rapid18-da2-64", "rapid18-cenoc-64",
                                                "dapper-dapper-64", "dapper-dapper-amc-64", "cdx19-cfnoc-56", "cdx19-hrcnet-56")
                for option in ("", "--load 30%"))
SAMPLES += tuple((design, f"--load {share}%") for design in ("synthetic-mesh", "te13-baseline", "cdx19-cdxbar-80")
                 for share in (0.1, 1, 10))


def sample_of(shell, program, design, option, cycles):
    """Instructions of a sample, its cycles and hops of flits."""
    counted, printed = shell.count([program, "sample", design, *option.split(), "--precision", "1e-6", "--cycles", str(cycles),
                                    "-q", "--jobs", "1", "--format", "json"])
    told = json.loads(printed)
    return counted, told["cycles_simulated"], told["flit_hops"]


def cost_of_sample(shell, program, design, option):
    """Instructions of a further cycle, and of a further hop."""
    short, long = (sample_of(shell, program, design, option, cycles) for cycles in (4000, 12000))
    return a_cycle(short, long), (long[0] - short[0]) / max(1, long[2] - short[2])


def show_samples(program, folder):
    release = build_release(folder)
    print(f"\n{'instructions of a sample':<40} {'a hop':>8} {'a cycle':>8} {RELEASE[0]:>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as place:
        for design, option in SAMPLES:
            ours, hop = cost_of_sample(Shell(place), program, design, option)
            theirs, _ = cost_of_sample(Shell(place), release, design, option)
            print(f"{f'{design} {option}':<40} {hop:8.0f} {ours:8.0f} {theirs:8.0f} {ours / theirs:6.2f}", flush=True)


# ---- choice beside none -----------------------------------------------------------------------

# Settings of a mesh whose packets choose their way, each beside the same in dimension order.
CHOICES = tuple((routing, settings) for routing in ("min-adaptive", "xy-yx-adaptive")
                for settings in ("", "network.allocator=separable", "network.allocator=wavefront", "traffic.packet_flits=5"))


def show_choices(program):
    print(f"\n{'instructions of a hop':<60} {'chosen':>8} {'xy':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as place:
        for routing, settings in CHOICES:
            overrides = "--set network.virtual_channels=4" + (f" --set {settings}" if settings else "")
            hops = [cost_of_sample(Shell(place), program, "synthetic-mesh", f"--load 0.2 {overrides} --set network.routing={way}")[1]
                    for way in (routing, "xy")]
            print(f"{f'{routing} {settings}':<60} {hops[0]:8.0f} {hops[1]:8.0f} {hops[0] / hops[1]:6.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--beside", metavar="FOLDER", type=Path)
    wanted = parser.parse_args()
    program = wanted.program.resolve()
    check_machine()
    if wanted.beside:
        show_beside(program, wanted.beside)
        show_samples(program, wanted.beside)
        show_choices(program)
        if "BOOKSIM" in os.environ:
            show_beside_booksim(program, os.environ["BOOKSIM"])
        return 0
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(folder)
        counted = {command: shell.count_of(program, command) for command in GUARDED}
    if wanted.update and None not in counted.values():
        write_table(counted)
    return compare(counted)


if __name__ == "__main__":
    sys.exit(main())
