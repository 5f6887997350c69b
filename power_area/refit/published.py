#!/usr/bin/env python3
"""Writes data/technology_{16,7,5,3}nm.cfg from published figures:

    published.py ROWS TABLES [FOLDER]

ROWS is tests/reference/silicon/technology.csv, TABLES the folder with DSENT's tables at 11 and 22 nm
(data/); the tables are written to FOLDER (TABLES). docs/technology.md derives what is computed here.

DSENT's structure is kept (power_area/forms.def): what a router is made of is counted as there. What a
cell takes is ASAP7's at 7 nm (a predictive kit), by Stillmaker and Baas (2017) from DSENT's nearest
table where ASAP7 tells nothing, and below 7 nm by what foundries say. Wires do not shrink: each mm has
the same capacitance at every node.
"""
import csv
import math
import re
import sys

NODES = (16, 7, 5, 3)
NOMINAL = {16: 0.8, 7: 0.7, 5: 0.7, 3: 0.7}

# Assumed, docs/technology.md says why.
UTILISATION = 0.8        # silicon under cells; DSENT counts cells alone
TREE = 2.0               # energy of a clock tree over that of the pins at its end
DECADES_PER_K = 0.01     # of leakage: DSENT's, as its temperature
HOTTER_K = 340 - 298
WIRE_FF_PER_UM = 0.2     # of a wire among others, whatever the node
PITCH_NM = {16: 95, 7: 80, 5: 80, 3: 80}
LEAST_K, MOST_K = 1.34, 1.87  # wire with repeaters over bare: energy-delay, delay (ho-rep)
FO4_PS_PER_NM = 0.5      # of gate: Ho, Mai, Horowitz 2001, worst corner
BEST_DRIVE = 8           # of a repeater at the least delay, in units of our drive 1

# Rows that are one flip-flop, and those that hold one.
FLIP_FLOP_AREA = ("crossbar_register_area", "buffer_bit_area", "buffer_width_area", "vc_allocator_area")
FLIP_FLOP_ENERGY = ("write_width_energy", "write_cell_energy", "read_width_energy",
                    "crossbar_width_energy")

# Intervals of what is computed, as factors below and above.
AREA = {16: (0.8, 1.35), 7: (0.8, 1.35), 5: (0.65, 1.5), 3: (0.6, 1.7)}
ENERGY = {16: (0.65, 1.5), 7: (0.6, 1.5), 5: (0.55, 1.6), 3: (0.5, 1.75)}
LEAKAGE = (1 / 4, 2.5)   # a sixth of the cells SLVT, the others LVT; all SLVT, at 100 C
WIRE = (0.56, 1.75)      # 0.15 fF/um bare; 0.25 with repeaters for the least delay
WIRE_AREA = (0.64, 1.56) # pitches of 64 and 100 nm
CLOCK_PINS = (0.56, 1.75)  # trees of 0.7 and 4.2 times the pins
DELAY = {16: (0.72, 1.6), 7: (0.72, 1.6), 5: (0.72, 1.9), 3: (0.72, 2.1)}


def numbers(text):
    return [float(x) for x in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)]


class Published:
    """Rows of technology.csv by their id."""

    def __init__(self, path):
        with open(path, newline="", encoding="utf-8") as file:
            self.rows = {row["id"]: row["value"] for row in csv.DictReader(file)}

    def all(self, name):
        if ";" in self.rows[name]:
            return [float(x) for x in self.rows[name].split(";")]
        if re.fullmatch(r"[\d.]+-[\d.]+", self.rows[name]):
            return [float(x) for x in self.rows[name].split("-")]
        return [float(self.rows[name])]

    def one(self, name):
        values = self.all(name)
        return sum(values) / len(values)

    def energy(self, name, volts):
        a, b, c = self.all(name)
        return a * volts * volts + b * volts + c


def table_of(path):
    with open(path, encoding="utf-8") as file:
        found = re.findall(r'name = "(\w+)"; value = ([-\d.e+]+); unit = "([^"]+)"', file.read())
    return {name: (float(value), unit) for name, value, unit in found}


def between(low, high, share):
    return low * (high / low) ** share


class Node:
    """What all rows of one node are computed from."""

    def __init__(self, published, dsent, nm):
        self.p, self.nm, self.volts = published, nm, NOMINAL[nm]
        self.base_nm = 22 if nm == 16 else 11
        self.base = dsent[self.base_nm]
        p = published
        density = {16: p.one("dens-n16"), 7: p.one("dens-n7"), 5: p.one("dens-n5"),
                   3: p.one("dens-n3e")}
        self.denser = {n: density[n] / density[7] for n in NODES}[nm]
        self.claimed = {16: 1.0, 7: 1.0, 5: p.one("scale-n7-n5-e"),
                        3: p.one("scale-n7-n5-e") *
                        (p.one("scale-n5-n3b-e") + p.one("scale-n5-n3e-e")) / 2}[nm]
        self.gates()
        self.flip_flops()
        self.leakage()
        self.wires()

    def gates(self):
        """Factors on DSENT's cells: area and energy at the nominal supplies of both."""
        p = self.p
        if self.nm == 16:
            share = math.log(22 / 20) / math.log(32 / 20)
            self.area = between(p.one("sb-a-20"), p.one("sb-a-32"), share) / p.one("sb-a-16")
            e22 = between(p.energy("sb-e-20", 0.8), p.energy("sb-e-32-hp", 0.8), share)
            self.energy = p.energy("sb-e-16", 0.8) / e22
        else:
            self.area = p.one("sb-a-10") / self.denser
            self.energy = self.claimed * p.energy("sb-e-7", 0.7) / p.energy("sb-e-10", 0.6)
        self.area /= UTILISATION
        self.gate_nm = p.one(f"gate-{self.nm}")

    def flip_flops(self):
        """Area in um2; energy over DSENT's, whose register is fed random bits: half of them change."""
        p = self.p
        if self.nm == 16:
            self.register_area = self.base["crossbar_register_area"][0] * self.area
            self.register_energy = self.energy
        else:
            self.register_area = p.one("asap7-dff-a") / self.denser / UTILISATION
            self.register_energy = (self.claimed * p.one("asap7-dff-e") / 2 /
                                    self.base["crossbar_width_energy"][0])
        pin_v = {16: p.energy("sb-e-16", 0.7) / p.energy("sb-e-7", 0.7)}.get(self.nm, self.claimed)
        self.pin_ff = p.all("asap7-dff-c")[1] * pin_v

    def leakage(self):
        """uW of a flip-flop and of the smallest inverter, at DSENT's temperature."""
        p = self.p
        hot = 10 ** (DECADES_PER_K * HOTTER_K)
        uw_per_pw = hot * 1e-6 * self.volts / 0.7  # all cells SLVT, as DSENT's are LVT
        register = uw_per_pw * p.one("asap7-dff-l-slvt") * self.claimed
        inverter = uw_per_pw * p.one("asap7-inv-l") * self.claimed
        if self.nm == 16:  # between DSENT's 22 nm and 7 nm
            share = math.log(22 / 16) / math.log(22 / 7)
            at_22 = self.base["crossbar_register_leakage"][0]
            inverter *= between(at_22, register, share) / register
            register = between(at_22, register, share)
        self.register_leakage = register
        self.inverter_leakage = inverter

    def wires(self):
        """The wire with the least delay, by R0, C0 of the smallest inverter and R, C of a um.

        Inverters are those of the gates: FO4 is 0.69 R0 (4 C0 + C0), the drain as large as the gate.
        A wire of one cross-section has one resistance, whatever the node."""
        p = self.p
        ohm = (p.one("asap7-r-M6") + p.one("asap7-r-M7")) / 2 * (64 / PITCH_NM[self.nm]) ** 2
        pin = p.one("asap7-inv-slvt")
        kohm = FO4_PS_PER_NM * self.gate_nm / (0.69 * 5 * pin)
        r, c = ohm * 1e3, WIRE_FF_PER_UM * 1e3          # ohm/mm, fF/mm
        fixed = 0.69 * kohm * 2 * pin                   # ps
        flight = 0.38 * r * c * 1e-3                    # ps/mm2
        self.distance = math.sqrt(fixed / flight)       # mm between repeaters
        best = math.sqrt(kohm * 1e3 * c / (r * pin))    # their size, in smallest inverters
        self.unit = best / BEST_DRIVE
        drive = 0.69 * kohm * c / best                  # ps/mm: charging the wire
        self.ps_per_mm = 2 * math.sqrt(fixed * flight) + 2 * drive
        # link.c adds up a + b d + w l / d + q l l a repeater: with these its best l and d are those
        # above, and its delay there is theirs.
        self.delays = {"repeater_step_delay": drive * self.distance / BEST_DRIVE,
                       "repeater_delay": fixed - drive * self.distance / 2,
                       "wire_drive_delay": drive * BEST_DRIVE,
                       "wire_delay": flight + drive / (2 * self.distance)}
        self.bare = c * self.volts ** 2 / 4             # fJ/bit/mm of random bits
        self.inverter_area = p.one("asap7-inv-a") / self.denser / UTILISATION  # of large ones


def rows_of(node):
    """name: (value, lo, hi, kind, source)."""
    nm, base = node.nm, node.base
    below = nm < 7
    sb = (f"DSENT at {node.base_nm} nm by Stillmaker and Baas" +
          (", below 7 nm by densities and foundry claims" if below else ""))
    ff = sb if nm == 16 else "flip-flop of ASAP7" + (", by densities and foundry claims" if below else "")
    kind = "claimed" if below else "derived"
    wires = f"{WIRE_FF_PER_UM} fF/um at {PITCH_NM[nm]} nm pitch"
    out = {}

    def put(name, value, factors, row_kind, source):
        out[name] = (value, value * factors[0], value * factors[1], row_kind, source)

    for name, (value, unit) in base.items():
        if unit == "um2":
            put(name, value * node.area, AREA[nm], "derived", f"{sb}, over a utilisation of {UTILISATION}")
        elif unit == "uW":
            put(name, value * node.register_leakage / base["crossbar_register_leakage"][0], LEAKAGE, kind,
                "as a flip-flop of ASAP7: all SLVT, 340 K" if nm < 16 else
                "as a flip-flop: between DSENT at 22 nm and ours at 7")
        elif unit == "fJ":
            put(name, value * node.energy, ENERGY[nm], kind, sb)
        else:
            out[name] = (value, value, value, "derived", f"DSENT at {node.base_nm} nm")
    for name in FLIP_FLOP_AREA:
        rest = (base[name][0] - base["crossbar_register_area"][0]) * node.area
        put(name, node.register_area + rest, AREA[nm], "derived", f"{ff}, over a utilisation of {UTILISATION}")
    for name in FLIP_FLOP_ENERGY:
        put(name, base[name][0] * node.register_energy, ENERGY[nm], kind, ff)
    put_wires(node, put, wires)
    put_delays(node, put, out, wires)
    return out


def put_wires(node, put, wires):
    nm, pitch = node.nm, PITCH_NM[node.nm] * 1e-3
    layer = ("DSENT's intermediate layer between 22 and 11 nm" if nm == 16 else
             "80 nm: ASAP7 M8-M9, FreePDK3 M7-M9, ET-SoC-1's die")
    put("crossbar_wire_area", pitch ** 2, WIRE_AREA, "assumed", f"square of the pitch, {layer}")
    put("link_wire_area", pitch * 1e3, WIRE_AREA, "assumed", f"pitch, {layer}; no silicon")
    put("clock_wire_area", 5.0 * pitch, WIRE_AREA, "assumed", "five pitches, as DSENT's trees have")
    put("link_wire_energy", node.bare * LEAST_K, WIRE, "derived",
        f"C V^2 / 4 of {wires}, {LEAST_K} times for repeaters at the energy-delay optimum (Ho 2003)")
    put("crossbar_wire_energy", node.bare * LEAST_K * pitch * 1e-3, WIRE, "derived",
        f"a link's wire over one pitch of {PITCH_NM[nm]} nm")
    put("clock_wire_energy", 4e-3 * node.bare * 1.3, WIRE, "derived",
        "C V^2 of 1.3 wires, as DSENT's trees have")
    put("clock_pin_energy", node.pin_ff * node.volts ** 2 * (1 + TREE), CLOCK_PINS, "assumed",
        f"{node.pin_ff:.3g} fF of a flip-flop's clock pin (ASAP7), its tree twice that")
    put("repeater_energy", node.bare * (MOST_K - LEAST_K) * node.distance / BEST_DRIVE, WIRE, "derived",
        f"links with the least delay take {MOST_K} times a bare wire (Ho 2003)")
    # Repeaters of every link, and what those for the least delay add, as their energies are split.
    share = (LEAST_K - 1) / (MOST_K - 1)
    always = share * BEST_DRIVE / node.distance  # units of drive a mm
    put("link_area", node.inverter_area * node.unit * always, AREA[nm], "derived",
        "repeaters at the energy-delay optimum")
    leaks = node.inverter_leakage * node.unit * always
    put("link_wire_leakage", leaks, LEAKAGE, "derived", "repeaters at the energy-delay optimum")
    put("crossbar_wire_leakage", leaks * pitch * 1e-3, LEAKAGE, "derived",
        f"a link's wire over one pitch of {PITCH_NM[nm]} nm")
    added = node.unit * (1 - share)
    put("repeater_area", node.inverter_area * added * BEST_DRIVE / (1 + BEST_DRIVE), AREA[nm], "derived",
        f"{added:.3g} smallest inverters of ASAP7, over a utilisation of {UTILISATION}")
    put("repeater_leakage", node.inverter_leakage * added, LEAKAGE, "derived",
        f"{added:.3g} smallest inverters of ASAP7: all SLVT, 340 K")


def put_delays(node, put, out, wires):
    for name, value in node.delays.items():
        put(name, value, DELAY[node.nm], "derived",
            f"least delay {node.ps_per_mm:.0f} ps/mm, {1e3 * node.distance:.0f} um apart: "
            f"an inverter of the gates' FO4, {wires}")
    out["crossbar_wire_rc"] = (1.0, 0.64, 1.56, "assumed", "links and crossbars on layers of one pitch")
    put("fo4_delay", FO4_PS_PER_NM * node.gate_nm, DELAY[node.nm], "derived",
        f"500 ps a um of gate (Ho, Mai, Horowitz, Proc. IEEE 2001), {node.gate_nm:g} nm")


def write(path, node, rows, units):
    nm = node.nm
    law = {16: (0.45, 0.95, 0.231)}.get(nm, (0.4, 0.9, 0.242))
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# Written by power_area/refit/published.py from tests/reference/silicon/technology.csv "
                   f"and DSENT at {node.base_nm} nm.\n# docs/technology.md derives it; "
                   "power_area/coefficients.def says what each row is.\n"
                   f"technology_nm = {nm};\nfamily = \"published\";\n"
                   f"source = \"published figures for {nm} nm in DSENT's forms (docs/technology.md): "
                   "ASAP7, FreePDK3, Stillmaker and Baas, foundry claims\";\n"
                   "basis = \"derived from published data\";\n"
                   f"supply = {{ nominal_v = {node.volts}; least_v = {law[0]}; most_v = {law[1]}; "
                   f"threshold_v = {law[2]}; leakage_decades = 1.5625;\n"
                   "  source = \"nominal: ASAP7 and Stillmaker and Baas; leakage: DSENT at 11 nm; threshold and "
                   "range: docs/technology.md\"; };\n"
                   "ports = [3, 180];\nflit_bits = [16, 512];\nrows = (\n")
        for i, (name, unit) in enumerate(units.items()):
            value, lo, hi, kind, source = rows[name]
            interval = f" lo = {lo:.6g}; hi = {hi:.6g};" if lo < value or hi > value else ""
            file.write(f"  {{ name = \"{name}\"; value = {value:.6g};{interval} unit = \"{unit}\"; "
                       f"kind = \"{kind}\";\n    source = \"{source}\"; }}"
                       f"{',' if i + 1 < len(units) else ''}\n")
        file.write(");\n")


def main(arguments):
    if len(arguments) not in (3, 4):
        sys.exit(__doc__)
    published = Published(arguments[1])
    dsent = {nm: table_of(f"{arguments[2]}/technology_{nm}nm.cfg") for nm in (11, 22)}
    units = {name: unit for name, (_, unit) in dsent[11].items()}
    for nm in NODES:
        node = Node(published, dsent, nm)
        write(f"{arguments[-1]}/technology_{nm}nm.cfg", node, rows_of(node), units)


if __name__ == "__main__":
    main(sys.argv)
