#!/usr/bin/env python3
"""import netrace beside a reader of its own: header, packets by type, who waits for whom, bad files.

usage: test_netrace.py NOCSIGHT REFERENCE
"""
import bz2
import collections
import csv
import json
import random
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import checker

HEAD = struct.Struct("<If30sBxQQII8x")
REGION = struct.Struct("<QQQ")
PACKET = struct.Struct("<QIIBBBBB")
Packet = collections.namedtuple("Packet", "cycle id address type source destination kinds wakes")
# Netrace's types: name, bytes, class here.
TYPES = {
    1: ("ReadReq", 8, "read"), 2: ("ReadResp", 72, "reply"), 3: ("ReadRespWithInvalidate", 72, "reply"),
    4: ("WriteReq", 72, "write"), 5: ("WriteResp", 8, "reply"), 6: ("Writeback", 72, "write"),
    13: ("UpgradeReq", 8, "read"), 14: ("UpgradeResp", 8, "reply"), 15: ("ReadExReq", 8, "read"),
    16: ("ReadExResp", 72, "reply"), 25: ("BadAddressError", 8, "reply"), 27: ("InvalidateReq", 8, "read"),
    28: ("InvalidateResp", 8, "reply"), 29: ("DowngradeReq", 8, "read"), 30: ("DowngradeResp", 72, "reply"),
}


def read(data):
    """Header and packets of an unpacked trace."""
    magic, version, name, nodes, cycles, packets, notes, regions = HEAD.unpack_from(data)
    assert magic == 0x484A5455 and version == 1.0
    at = HEAD.size + notes
    header = {"name": name.rstrip(b"\0").decode(), "nodes": nodes, "cycles": cycles, "packets": packets,
              "notes": data[HEAD.size:at].rstrip(b"\0").decode(),
              "regions": [REGION.unpack_from(data, at + i * REGION.size) for i in range(regions)]}
    at += regions * REGION.size
    all_of = []
    while at < len(data):
        *fields, wakes = PACKET.unpack_from(data, at)
        at += PACKET.size
        all_of.append(Packet(*fields, struct.unpack_from(f"<{wakes}I", data, at)))
        at += 4 * wakes
    return header, all_of


def write(packets, nodes=64, count=None, regions=(), notes=b"drawn\0", magic=0x484A5455, version=1.0):
    data = HEAD.pack(magic, version, b"drawn", nodes, packets[-1].cycle if packets else 0,
                     len(packets) if count is None else count, len(notes), len(regions)) + notes
    data += b"".join(REGION.pack(*r) for r in regions)
    return data + b"".join(body(p) for p in packets)


def body(p):
    return PACKET.pack(p.cycle, p.id, p.address, p.type, p.source, p.destination, p.kinds, len(p.wakes)) + \
        struct.pack(f"<{len(p.wakes)}I", *p.wakes)


def waits_of(packets):
    """Of each packet that leaves its node those that it waits for, over packets that do not; with the steps."""
    before = collections.defaultdict(list)
    for p in packets:
        for other in p.wakes:
            before[other].append(p)
    found = {}

    def look(p, steps, into):
        for q in before[p.id]:
            if q.source != q.destination:
                into[q.id] = max(into.get(q.id, 0), steps)
            else:
                look(q, steps + 1, into)
    for p in packets:
        if p.source != p.destination:
            look(p, 1, found.setdefault(p.id, {}))
    return found


class Checker(checker.Checker):
    def imported(self, data, *words, name="t.tra"):
        done, out = self.run(data, *words, name=name)
        self.holds(done.returncode == 0, f"import fails: {done.stderr}")
        if done.returncode:
            return None, []
        trace = next(out.glob("*.csv"))
        with trace.open() as lines:
            rows = list(csv.DictReader(lines))
        return json.loads(done.stdout), rows

    def same(self, packets, rows, delay, what):
        """The lines of a trace are the packets that leave their node, with what they wait for."""
        expected, waits = [], waits_of(packets)
        for p in packets:
            if p.source == p.destination:
                continue
            after = waits[p.id]
            steps = str(delay * max(after.values())) if after else ""
            expected.append((p.cycle, p.source, p.destination, TYPES[p.type][2], TYPES[p.type][1], p.id,
                             set(after), steps))
        got = [(int(r["cycle"]), int(r["source"]), int(r["destination"]), r["class"], int(r["bytes"]),
                int(r["id"]), {int(x) for x in r["after"].split("+") if x}, r["delay"]) for r in rows]
        self.holds(got == expected, f"{what}: packets differ")
        self.holds(all(len(r["after"].split("+")) == len(set(r["after"].split("+"))) for r in rows),
                   f"{what}: waits twice for a packet")


def example(c, reference):
    """Netrace's example; the figures are those of REFERENCE/README.md, counted from the bytes."""
    packed = (reference / "example.tra.bz2").read_bytes()
    header, packets = read(bz2.decompress(packed))
    c.holds(header == {"name": "read-resp-delay-test", "nodes": 64, "cycles": 6820, "packets": 175,
                       "notes": "some more testing...", "regions": [(0, 6820, 175)]}, f"header: {header}")
    types = collections.Counter(TYPES[p.type][0] for p in packets)
    c.holds(types == {"ReadReq": 27, "ReadResp": 28, "Writeback": 9, "UpgradeReq": 32, "UpgradeResp": 30,
                      "ReadExReq": 4, "ReadExResp": 4, "InvalidateReq": 36, "DowngradeReq": 5}, f"types: {types}")
    by_id = {p.id: p for p in packets}
    pairs = collections.Counter((TYPES[p.type][0], TYPES[by_id[w].type][0]) for p in packets for w in p.wakes)
    c.holds(pairs == {("ReadReq", "ReadResp"): 27, ("UpgradeReq", "InvalidateReq"): 36,
                      ("UpgradeReq", "UpgradeReq"): 14, ("UpgradeReq", "UpgradeResp"): 30,
                      ("UpgradeResp", "UpgradeResp"): 12, ("UpgradeResp", "DowngradeReq"): 4,
                      ("ReadReq", "DowngradeReq"): 1, ("ReadExReq", "UpgradeReq"): 4,
                      ("ReadExReq", "ReadExResp"): 4, ("UpgradeResp", "ReadExResp"): 4}, f"pairs: {pairs}")
    for data in (packed, bz2.decompress(packed)):
        answer, rows = c.imported(data, name="example.tra.bz2")
        c.same(packets, rows, 0, "example")
        told = {s["setting"]: s["value"] for s in answer["settings"]}
        c.holds({t: told.get(t) for t in types} == {t: str(n) for t, n in types.items()}, "types are told")
        c.holds((told["nodes"], told["packets"], told["packets to their own node"], told["benchmark"]) ==
                ("64", "175", "4", "read-resp-delay-test"), "header is told")
        folder = Path(answer["folder"])
        played = subprocess.run([c.program, "sample", folder / answer["files"][0], "--trace",
                                 folder / answer["files"][1]], capture_output=True, text=True)
        c.holds("Played 171 packets" in played.stdout, f"the trace plays: {played.stdout}{played.stderr}")


def draw(seed, count, nodes, far):
    """Packets, a fifth of which stay in their node, that wake others up to `far` packets later."""
    r = random.Random(seed)
    ids = r.sample(range(1 << 32), count)
    packets, cycle = [], r.randrange(1 << 40)
    for i in range(count):
        cycle += r.choice((0, 0, 1, 7, 1000))
        source = r.randrange(nodes)
        destination = source if r.random() < 0.2 else r.randrange(nodes)
        wakes = {ids[min(count - 1, i + 1 + int(far * r.random() ** 4))] for _ in range(r.choice((0, 0, 1, 1, 3)))}
        wakes.discard(ids[i])
        packets.append(Packet(cycle, ids[i], r.randrange(1 << 32), r.choice(list(TYPES)), source, destination,
                              r.choice((0x02, 0x20, 0x23, 0x32)), tuple(wakes)))
    return packets


def drawn(c):
    for seed, count, nodes, far in ((1, 400, 64, 5), (2, 3000, 255, 3000), (3, 1500, 7, 40), (4, 2, 2, 1)):
        packets = draw(seed, count, nodes, far)
        if all(p.source == p.destination for p in packets):
            continue
        _, rows = c.imported(bz2.compress(write(packets, nodes)), "delay=8")
        c.same(packets, rows, 8, f"drawn {seed}")


def regions(c):
    """A region is its packets; those that it does not have are not waited for."""
    packets = draw(5, 900, 16, 60)
    parts = [packets[:300], packets[300:700], packets[700:700], packets[700:]]
    at, heads = 0, []
    for part in parts:
        heads.append((at, 1000, len(part)))
        at += sum(len(body(p)) for p in part)
    data = write(packets, 16, regions=heads)
    _, rows = c.imported(data)
    c.same(packets, rows, 0, "all regions")
    number_of = {p.id: i for i, part in enumerate(parts) for p in part}
    c.holds(all(r["phase"] == f"region-{number_of[int(r['id'])]}" for r in rows), "regions are phases")
    for number, part in enumerate(parts):
        if not part:
            c.refuses(data, "there is no packet from one node to another", 3, f"region={number}")
            continue
        _, rows = c.imported(data, f"region={number}")
        c.same(part, rows, 0, f"region {number}")
    c.refuses(data, "there is no region 4 (0 .. 3)", 2, "region=4")
    heads[1] = (heads[1][0] + 1, 1000, 400)
    c.refuses(write(packets, 16, regions=heads), "region 1 begins at byte", 3, "region=1")


def bad(c):
    packets = draw(6, 60, 16, 4)
    good = write(packets, 16)
    packed = bz2.compress(good)
    damaged = bytearray(packed)
    damaged[len(damaged) // 2] ^= 0x55
    c.refuses(bytes(damaged), "damaged")
    c.refuses(packed[:-20], "is cut off")
    c.refuses(good[:-1 if packets[-1].wakes else -10], "is cut off in packet 60 (its header says 60 packets)")
    c.refuses(good[:-len(body(packets[-1]))], "is cut off behind packet 59 (its header says 60 packets)")
    c.refuses(good[:50], "is cut off in its header")
    c.refuses(b"", "is cut off in its header")
    c.refuses(b"cycle,source,destination,class,bytes\n", "is no trace of Netrace's: it begins with 0x6c637963")
    c.refuses(write(packets, 16, version=1.5), "is of version 1.5 of Netrace's traces (1.0 is read)")
    c.refuses(write(packets, 0), "its header has no nodes")
    c.refuses(write(packets, 16, notes=b"x" * 9000), "notes of 9000 bytes (8191 at most)")
    c.refuses(write(packets, 16, regions=[(0, 1, 1)] * 101), "101 regions (100 at most)")

    def changed(at, **fields):
        return write(packets[:at] + [packets[at]._replace(**fields)] + packets[at + 1:], 16)
    c.refuses(changed(9, destination=16), f"packet 10 (id {packets[9].id}): there is no node 16 (0 .. 15)")
    c.refuses(changed(9, source=200), "there is no node 200 (0 .. 15)")
    c.refuses(changed(9, type=9), "Netrace has no packet type 9")
    c.refuses(changed(9, type=77), "Netrace has no packet type 77")
    c.refuses(changed(59, cycle=0), "its cycle, 0, is before that of the packet before")
    c.refuses(changed(9, id=packets[3].id), "a packet before it has this id")
    c.refuses(changed(9, wakes=(packets[3].id,)), f"packet {packets[3].id} waits for it, and came before it")
    c.refuses(changed(9, wakes=(packets[9].id,)), "waits for it, and came before it")
    c.refuses(good, "a whole number up to 1000000 is expected", 2, "delay=-1")
    c.refuses(good, "there is no setting 'regoin=1' (region=N, delay=N)", 2, "regoin=1")
    (c.folder / "full").mkdir()
    (c.folder / "full" / "x").touch()
    (c.folder / "good.tra").write_bytes(good)
    done = subprocess.run([c.program, "import", "netrace", c.folder / "good.tra", "-o", c.folder / "full"],
                          capture_output=True, text=True)
    c.holds(done.returncode == 2 and "is not empty" in done.stderr, "a folder that is not empty")


def named(c):
    """The files have the names that the report gives; long ones are cut, so that they fit a folder."""
    for length in (1, 100, 245):
        answer, rows = c.imported(write([Packet(0, 0, 0, 1, 0, 1, 2, ())]), name="n" * length + ".tra")
        if not answer:
            continue
        there = sorted(path.name for path in (c.folder / f"out{c.number}").iterdir())
        c.holds(len(rows) == 1 and sorted(answer["files"]) == there, f"a name of {length} letters: {there}")


def streamed(c):
    """Memory does not grow with the trace: 12 times as many packets fit into what holds a twelfth."""
    one = [Packet(i, i, 0, 1 + i % 2, i % 64, (i + 1) % 64, 2, (i + 1,) if i % 2 == 0 else ())
           for i in range(240000)]
    for count in (20000, 240000):
        _, rows = c.imported(bz2.compress(write(one[:count])), "--max-memory", "16MB")
        c.holds(len(rows) == count, f"{count} packets in 16 MB")


def main():
    with tempfile.TemporaryDirectory() as folder:
        c = Checker(sys.argv[1], folder, "netrace")
        example(c, Path(sys.argv[2]))
        drawn(c)
        regions(c)
        bad(c)
        named(c)
        streamed(c)
        return c.failed > 0


sys.exit(main())
