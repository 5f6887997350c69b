#!/usr/bin/env python3
"""Memory nodes that strided streams meet: writes hashing.csv, to the standard output.

Addresses are in blocks of 256 bytes. Of N = odd * 2^k nodes a block meets one in the group of its number modulo the odd
factor; which of the 2^k nodes there, its quotient says: its lowest bits (modulo), the sum without carry of all its groups of
k bits (xor), or its remainder as a polynomial over GF(2) by a primitive one of degree k (ipoly: Rau, ISCA 1991; the
polynomials of Peterson and Weldon, Error-Correcting Codes, 1972). A stream has 3000 addresses.
"""
POLYNOMIALS = {1: 0b11, 2: 0b111, 3: 0b1011, 4: 0b10011, 5: 0b100101}
BLOCK, ADDRESSES = 256, 3000


def remainder(value, polynomial):
    degree = polynomial.bit_length() - 1
    while value.bit_length() > degree:
        value ^= polynomial << (value.bit_length() - 1 - degree)
    return value


def node(how, block, nodes):
    if how == "modulo":
        return block % nodes
    bits = (nodes & -nodes).bit_length() - 1
    odd = nodes >> bits
    quotient, within = block // odd, 0
    if how == "ipoly" and bits:
        within = remainder(quotient, POLYNOMIALS[bits])
    while how == "xor" and bits and quotient:
        within ^= quotient % (1 << bits)
        quotient >>= bits
    return block % odd << bits | within


print("how,nodes,stride_bytes,footprint_bytes,used,busiest,centre")
for how in ("modulo", "xor", "ipoly"):
    for nodes in (5, 8, 12, 40, 48, 80, 96):
        for stride in (128, 256, 768, 2048, 2304, 4096, 20480, 65792):
            met = [node(how, i * stride // BLOCK, nodes) for i in range(ADDRESSES)]
            counts = [met.count(n) for n in range(nodes)]
            print(f"{how},{nodes},{stride},{stride * ADDRESSES},{len(set(met))},{max(counts) / ADDRESSES:.9g},"
                  f"{sum(n * (c / ADDRESSES) for n, c in enumerate(counts)):.9g}")
