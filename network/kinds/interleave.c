#include "network/kinds/interleave.h"

#include "base/min_max.h"

/* Primitive polynomials over GF(2) by degree, without their highest term. Bit i is the coefficient
 * of x^i (Peterson and Weldon, Error-Correcting Codes, 1972, appendix C). */
static const uint32_t polynomials[] = {0,    1,   0x3, 0x3,  0x3,  0x5,   0x3, 0x9, 0x1d,
                                       0x11, 0x9, 0x5, 0x53, 0x1b, 0x443, 0x3, 0x2d};
enum { DEGREE_MAX = sizeof polynomials / sizeof polynomials[0] - 1 };

/* Returns the remainder of a polynomial, divided by the primitive polynomial of a degree. */
static uint32_t polynomial_remainder(uint64_t value, unsigned degree)
{
    const uint64_t divisor = (uint64_t)1 << degree | polynomials[degree];
    if (degree == 0) return 0;
    for (unsigned bit = 63; bit >= degree; bit--)
        if (value >> bit & 1) value ^= divisor << (bit - degree);
    return (uint32_t)value;
}

static uint32_t fold_bits(uint64_t value, unsigned bits)
{
    uint64_t sum = 0;
    for (; bits > 0 && value; value >>= bits) sum ^= value;
    return (uint32_t)(sum & (((uint64_t)1 << bits) - 1));
}

uint32_t noc_interleave_find_node(noc_interleave interleave, uint64_t block, uint32_t nodes)
{
    unsigned bits = 0;
    while (nodes >> bits > 1 && (nodes >> bits & 1) == 0 && bits < DEGREE_MAX) bits++;
    const uint32_t odd_factor = nodes >> bits, group = (uint32_t)(block % odd_factor);
    const uint64_t quotient = block / odd_factor;
    switch (interleave) {
    case NOC_INTERLEAVE_XOR:
        return group << bits | fold_bits(quotient, bits);
    case NOC_INTERLEAVE_IPOLY:
        return group << bits | polynomial_remainder(quotient, bits);
    default:
        return (uint32_t)(block % nodes);
    }
}

enum { ADDRESSES_MAX = 1 << 20 };

static void share_by_stream(const noc_traffic_spec *t, uint32_t nodes, double *shares)
{
    const uint64_t stride = (uint64_t)t->stride_bytes, end = (uint64_t)t->footprint_bytes;
    const uint64_t count = min_u64((end + stride - 1) / stride, ADDRESSES_MAX);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t block = i * stride / (uint64_t)t->interleave_bytes;
        shares[noc_interleave_find_node((noc_interleave)t->interleave, block, nodes)] += 1.0;
    }
    for (uint32_t m = 0; m < nodes; m++) shares[m] /= (double)count;
}

static void share_by_weights(const noc_reals *weights, double *shares)
{
    double sum = 0.0;
    for (size_t m = 0; m < weights->count; m++) sum += weights->values[m];
    for (size_t m = 0; m < weights->count; m++) shares[m] = weights->values[m] / sum;
}

noc_status noc_memory_shares_compute(noc_arena *arena, noc_traffic_spec *t, int nodes,
                                     noc_diag *diag)
{
    const bool is_weighed = t->memory_weights.count > 0;
    const bool is_stream = t->interleave != NOC_INTERLEAVE_NONE;
    if (!is_weighed && !is_stream) return NOC_OK;
    if (nodes < 1 || (is_weighed && t->memory_weights.count != (size_t)nodes)) return NOC_OK;
    double *shares = noc_arena_array(arena, (size_t)nodes, sizeof *shares);
    if (!shares) return noc_fail_memory(diag);
    if (is_stream)
        share_by_stream(t, (uint32_t)nodes, shares);
    else
        share_by_weights(&t->memory_weights, shares);
    t->memory_shares = (noc_reals){.count = (size_t)nodes, .values = shares};
    return NOC_OK;
}
