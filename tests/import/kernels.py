#!/usr/bin/env python3
"""Kernels whose figures are known, as Accel-Sim's tracer would write them.

    kernels.py NAME [--blocks B] [--warps W] [--form tracer|list] [--version 3..5] [--lines]

prints the kernel trace of a kernel: stream, stencil, transpose, reduction or gather. Its class has
what is to be counted of it, in closed form (`expected`): nothing there is counted from the trace.
"""
import argparse
import math
import sys

LANES = 32
ALL = 0xFFFFFFFF
INPUT, OUTPUT, INDEX = 0x7F1000000000, 0x7F2000000000, 0x7F3000000000
ELEMENT = 4  # bytes


def pieces(bytes_in_a_row, unit):
    """Lines or sectors that an aligned run of bytes is."""
    return math.ceil(bytes_in_a_row / unit)


class Instruction:
    def __init__(self, opcode, mask=ALL, addresses=None, width=ELEMENT):
        self.opcode, self.mask, self.addresses, self.width = opcode, mask, addresses, width


def alu(count, mask=ALL):
    return [Instruction("IADD3", mask) for _ in range(count)]


def memory(opcode, address_of_lane, mask=ALL, width=ELEMENT):
    lanes = [lane for lane in range(LANES) if mask >> lane & 1]
    return Instruction(opcode, mask, [address_of_lane(lane) for lane in lanes], width)


class Kernel:
    """`blocks` blocks of `warps` warps; `unit` is the bytes of a line."""

    grid = None

    def __init__(self, blocks, warps):
        self.blocks, self.warps = blocks, warps

    def shape(self):
        return self.grid or (self.blocks, 1, 1), (LANES * self.warps, 1, 1)


class Stream(Kernel):
    """y[i] = a x[i]; the last warp has `tail` threads."""

    tail = 20

    def warp(self, block, warp):
        last = block == self.blocks - 1 and warp == self.warps - 1
        mask = (1 << self.tail) - 1 if last else ALL
        first = LANES * ELEMENT * (block * self.warps + warp)
        return (alu(5, mask) + [memory("LDG.E.SYS", lambda l: INPUT + first + ELEMENT * l, mask)] + alu(2, mask)
                + [memory("STG.E.SYS", lambda l: OUTPUT + first + ELEMENT * l, mask), Instruction("EXIT", mask)])

    def expected(self, unit):
        warps = self.blocks * self.warps
        lines = (warps - 1) * pieces(LANES * ELEMENT, unit) + pieces(self.tail * ELEMENT, unit)
        return dict(issued=10 * warps, threads=10 * (LANES * (warps - 1) + self.tail), idle=0, loads=warps,
                    stores=warps, reads=lines, writes=lines, lines=2 * lines, reuses=0, shared=0)


class Stencil(Kernel):
    """y[i] = x[i - 1] + x[i] + x[i + 1], where x goes on at both ends."""

    def warp(self, block, warp):
        first = 128 + LANES * ELEMENT * (block * self.warps + warp)
        loads = [memory("LDG.E", lambda l, o=o: INPUT + first + ELEMENT * (l + o)) for o in (-1, 0, 1)]
        return alu(3) + loads + alu(2) + [memory("STG.E", lambda l: OUTPUT + first + ELEMENT * l), Instruction("EXIT")]

    def expected(self, unit):
        run = pieces(LANES * ELEMENT, unit)  # lines of a warp; with its neighbours one more at each side
        warps = self.blocks * self.warps
        block = 2 * run * self.warps + 2
        reads, writes = (3 * run + 2) * warps, run * warps
        return dict(issued=10 * warps, threads=10 * LANES * warps, idle=0, loads=3 * warps, stores=warps,
                    reads=reads, writes=writes, lines=2 * run * warps + 2,
                    reuses=reads + writes - block * self.blocks, shared=2 * (self.blocks - 1))


class Transpose(Kernel):
    """out[j][i] = in[i][j] in tiles of 32 x 32, a warp a row: writes go to 32 lines."""

    def __init__(self, blocks, warps):
        super().__init__(blocks * blocks, LANES)
        self.side, self.grid = blocks, (blocks, blocks, 1)

    def warp(self, block, warp):
        column, row = block % self.side, block // self.side
        pitch = ELEMENT * LANES * self.side
        load = memory("LDG.E", lambda l: INPUT + (LANES * row + warp) * pitch + ELEMENT * (LANES * column + l))
        store = memory("STG.E", lambda l: OUTPUT + (LANES * column + l) * pitch + ELEMENT * (LANES * row + warp))
        return alu(4) + [load, store, Instruction("EXIT")]

    def expected(self, unit):
        run = pieces(LANES * ELEMENT, unit)
        warps = self.blocks * LANES
        lines = 2 * run * warps
        return dict(issued=7 * warps, threads=7 * LANES * warps, idle=0, loads=warps, stores=warps,
                    reads=run * warps, writes=LANES * warps, lines=lines,
                    reuses=run * warps + LANES * warps - lines, shared=0)


class Reduction(Kernel):
    """A sum by halves in shared memory, then an addition by one thread of each block to one word."""

    def warp(self, block, warp):
        first = LANES * ELEMENT * (block * self.warps + warp)
        shared = 0x10 + LANES * ELEMENT * warp
        out = [memory("LDG.E", lambda l: INPUT + first + ELEMENT * l),
               memory("STS", lambda l: shared + ELEMENT * l), Instruction("BAR.SYNC")]
        half = LANES * self.warps // 2
        while half >= 1:
            mask = sum(1 << l for l in range(LANES) if LANES * warp + l < half)
            out += [memory("LDS", lambda l: shared + ELEMENT * (l + half), mask), Instruction("FADD", mask),
                    memory("STS", lambda l: shared + ELEMENT * l, mask)]
            half //= 2
        mask = 1 if warp == 0 else 0
        return out + [memory("RED.E.ADD.F32.FTZ.RN.STRONG.GPU", lambda l: OUTPUT, mask), Instruction("EXIT")]

    def expected(self, unit):
        steps = (LANES * self.warps).bit_length() - 1
        warps, threads = self.blocks * self.warps, LANES * self.warps
        run = pieces(LANES * ELEMENT, unit)
        # a warp with no lane in a step has three idle instructions there; in step k half = threads / 2^k
        idle = sum(3 * (self.warps - math.ceil((threads >> k) / LANES)) for k in range(1, steps + 1))
        return dict(issued=(5 + 3 * steps) * warps,
                    threads=self.blocks * (4 * threads + 3 * (threads - 1) + 1), idle=self.blocks * (idle + self.warps - 1),
                    loads=warps, stores=self.blocks, reads=run * warps, writes=self.blocks,
                    lines=run * warps + 1, reuses=0, shared=self.blocks - 1)


class Gather(Kernel):
    """y[i] = x[index[i]], each thread's x in a line of its own, at a place that looks drawn."""

    def place(self, number):
        count = LANES * self.warps * self.blocks
        step = next(s for s in range(count // 3 | 1, 2 * count, 2) if math.gcd(s, count) == 1)
        return number * step % count

    def warp(self, block, warp):
        number = LANES * (block * self.warps + warp)
        first = ELEMENT * number
        return (alu(3) + [memory("LDG.E", lambda l: INDEX + first + ELEMENT * l),
                          memory("LDG.E", lambda l: INPUT + 128 * self.place(number + l)),
                          memory("STG.E", lambda l: OUTPUT + first + ELEMENT * l), Instruction("EXIT")])

    def expected(self, unit):
        run = pieces(LANES * ELEMENT, unit)
        warps = self.blocks * self.warps
        reads, writes = (run + LANES) * warps, run * warps
        return dict(issued=7 * warps, threads=7 * LANES * warps, idle=0, loads=2 * warps, stores=warps,
                    reads=reads, writes=writes, lines=reads + writes, reuses=0, shared=0)


KERNELS = dict(stream=Stream, stencil=Stencil, transpose=Transpose, reduction=Reduction, gather=Gather)


# ---- the tracer ------------------------------------------------------------------------------------


def addresses_as_text(addresses, mask, form):
    if form == "list":
        return "0 " + "".join(f"0x{a:016x} " for a in addresses)
    steps = {b - a for a, b in zip(addresses, addresses[1:])}
    in_a_row = bin(mask >> (mask & -mask).bit_length() - 1).count("0") == 1 if mask else True
    if len(steps) == 1 and in_a_row:
        return f"1 0x{addresses[0]:x} {steps.pop()} "
    if not addresses:
        return "1 0x0 0 "
    return f"2 0x{addresses[0]:x} " + "".join(f"{b - a} " for a, b in zip(addresses, addresses[1:]))


def line_of(number, instruction, form, version, lines):
    loads = instruction.addresses is not None and instruction.opcode.startswith("LD")
    text = f"{number // 3 + 1} " if lines else ""
    text += f"{16 * number:04x} {instruction.mask:08x} " + ("1 R4 " if loads else "0 ") + instruction.opcode + " 2 R2 R255 "
    if instruction.addresses is None:
        text += "0 "
    else:
        text += f"{instruction.width} " + addresses_as_text(instruction.addresses, instruction.mask, form)
    return text + ("0 " if version > 3 else "")


def write(kernel, out, form="tracer", version=5, lines=False):
    (gx, gy, gz), (bx, by, bz) = kernel.shape()
    out.write(f"-kernel name = {type(kernel).__name__}\n-kernel id = 1\n-grid dim = ({gx},{gy},{gz})\n"
              f"-block dim = ({bx},{by},{bz})\n-shmem = 0\n-nregs = 16\n-binary version = 86\n-cuda stream id = 0\n"
              "-shmem base_addr = 0x00007f59dd000000\n-local mem base_addr = 0x00007f59db000000\n-nvbit version = 1.7.6\n"
              f"-accelsim tracer version = {version}\n")
    if version > 3:
        out.write(f"-enable lineinfo = {int(lines)}\n")
    out.write("\n#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width ...\n\n")
    for block in range(kernel.blocks):
        out.write(f"#BEGIN_TB\n\nthread block = {block % gx},{block // gx % gy},{block // gx // gy}\n")
        for warp in range(kernel.warps):
            instructions = kernel.warp(block, warp)
            out.write(f"\nwarp = {warp}\ninsts = {len(instructions)}\n")
            for number, instruction in enumerate(instructions):
                out.write(line_of(number, instruction, form, version, lines) + "\n")
        out.write("\n#END_TB\n\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("name", choices=KERNELS)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--warps", type=int, default=4)
    parser.add_argument("--form", choices=("tracer", "list"), default="tracer")
    parser.add_argument("--version", type=int, default=5)
    parser.add_argument("--lines", action="store_true")
    wanted = parser.parse_args()
    kernel = KERNELS[wanted.name](wanted.blocks, wanted.warps)
    write(kernel, sys.stdout, wanted.form, wanted.version, wanted.lines)


if __name__ == "__main__":
    main()
