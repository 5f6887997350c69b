/* Addresses over memory nodes: closed forms of strides, and what a hash must not do. */
#include <stdlib.h>
#include <string.h>

#include "base/csv_rows.h"
#include "network/kinds/interleave.h"
#include "tests/support/helpers.h"

enum { BLOCK = 256 };

static noc_arena arena; /* owns all shares */

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Shares of a stream whose addresses are so many blocks apart. */
static noc_traffic_spec stream_of(noc_interleave how, uint64_t stride, uint64_t blocks, int nodes)
{
    noc_traffic_spec t = {.interleave = (int)how,
                          .interleave_bytes = BLOCK,
                          .stride_bytes = (double)(stride * BLOCK),
                          .footprint_bytes = (double)(blocks * BLOCK)};
    noc_diag diag = {0};
    assert_int_equal(noc_memory_shares_compute(&arena, &t, nodes, &diag), NOC_OK);
    assert_int_equal(t.memory_shares.count, nodes);
    return t;
}

static int nodes_used(const noc_traffic_spec *t)
{
    int used = 0;
    for (size_t m = 0; m < t->memory_shares.count; m++) used += t->memory_shares.values[m] > 0.0;
    return used;
}

static double busiest(const noc_traffic_spec *t)
{
    double most = 0.0;
    for (size_t m = 0; m < t->memory_shares.count; m++)
        if (t->memory_shares.values[m] > most) most = t->memory_shares.values[m];
    return most;
}

/* Modulo: a stride of s blocks meets N / gcd(N, s) of N nodes, all alike. */
static void modulo_camps_by_the_common_divisor(void **state)
{
    static const int counts[] = {4, 8, 12, 32, 48, 80, 96};
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(counts); i++)
        for (uint64_t stride = 1; stride <= 64; stride++) {
            const uint64_t nodes = (uint64_t)counts[i],
                           met = nodes / greatest_divisor(nodes, stride);
            noc_traffic_spec t =
                stream_of(NOC_INTERLEAVE_MODULO, stride, 4 * nodes * stride, counts[i]);
            assert_int_equal(nodes_used(&t), met);
            assert_near(busiest(&t), 1.0 / (double)met, 1e-9);
        }
}

/* Rau 1991: of 2^k nodes, 2^k addresses in a row meet each once for any stride that is a power of
 * two, as a power of x has an inverse modulo an irreducible polynomial. */
static void polynomials_spread_powers_of_two(void **state)
{
    (void)state;
    for (int bits = 1; bits <= 10; bits++)
        for (int power = 0; power <= 20; power++) {
            const uint64_t nodes = (uint64_t)1 << bits, stride = (uint64_t)1 << power;
            noc_traffic_spec t =
                stream_of(NOC_INTERLEAVE_IPOLY, stride, nodes * stride, (int)nodes);
            assert_near(busiest(&t), 1.0 / (double)nodes, 1e-12);
        }
}

/* Blocks in a row, the odd factor by modulo, meet all nodes alike for any number of nodes. */
static void every_number_of_nodes_is_met_alike(void **state)
{
    static const noc_interleave hows[] = {NOC_INTERLEAVE_MODULO, NOC_INTERLEAVE_XOR,
                                          NOC_INTERLEAVE_IPOLY};
    (void)state;
    for (size_t h = 0; h < TEST_COUNT(hows); h++)
        for (int nodes = 1; nodes <= 100; nodes++) {
            noc_traffic_spec t = stream_of(hows[h], 1, 64 * (uint64_t)nodes, nodes);
            assert_int_equal(nodes_used(&t), nodes);
            assert_near(busiest(&t), 1.0 / nodes, 1e-9);
        }
}

/* A stride of 2^k + 1 blocks has the same bits in both groups, whose sum without carry is 0: the
 * first 2^k addresses camp on node 0 of 2^k. A polynomial spreads them. */
static void sums_without_carry_camp_on_one_node(void **state)
{
    (void)state;
    for (int bits = 2; bits <= 6; bits++) {
        const uint64_t nodes = (uint64_t)1 << bits, stride = nodes + 1;
        noc_traffic_spec folded = stream_of(NOC_INTERLEAVE_XOR, stride, nodes * stride, (int)nodes);
        noc_traffic_spec spread =
            stream_of(NOC_INTERLEAVE_IPOLY, stride, nodes * stride, (int)nodes);
        assert_int_equal(nodes_used(&folded), 1);
        assert_near(folded.memory_shares.values[0], 1.0, 1e-12);
        assert_near(busiest(&spread), 1.0 / (double)nodes, 1e-12);
    }
}

/* No polynomial of a degree has a factor: the remainder of no smaller one's multiple is 0. Found by
 * dividing x^k + p, which noc_interleave_find_node makes 0, by all polynomials up to half of its
 * degree. */
static void polynomials_have_no_factors(void **state)
{
    (void)state;
    for (unsigned bits = 1; bits <= 16; bits++) {
        uint64_t whole = (uint64_t)1 << bits; /* the multiple of x^k that leaves nothing */
        while (noc_interleave_find_node(NOC_INTERLEAVE_IPOLY, whole, 1u << bits) != 0) whole++;
        for (uint64_t factor = 2; factor < (uint64_t)1 << (bits / 2 + 1); factor++) {
            uint64_t rest = whole;
            const int degree = 63 - __builtin_clzll(factor);
            for (int bit = 63; bit >= degree; bit--)
                if (rest >> bit & 1) rest ^= factor << (bit - degree);
            assert_true(rest != 0);
        }
    }
}

/* Shares of strided streams as tests/reference/hashing.py counts them, which has no code of the
 * program: nodes that are met, the share of the busiest, and the mean number of the node met. */
static void shares_are_those_of_another_program(void **state)
{
    static const char *const columns[] = {"how",  "nodes",   "stride_bytes", "footprint_bytes",
                                          "used", "busiest", "centre"};
    (void)state;
    char *text = test_read_text("tests/reference/hashing.csv");
    noc_csv_rows rows = {0};
    assert_int_equal(
        noc_csv_read_rows(text, "hashing.csv", columns, TEST_COUNT(columns), &rows, NULL), NOC_OK);
    assert_true(rows.count > 100);
    for (size_t i = 0; i < rows.count; i++) {
        char *const *cell = rows.list[i].cells;
        const noc_interleave how = strcmp(cell[0], "modulo") == 0 ? NOC_INTERLEAVE_MODULO
                                   : strcmp(cell[0], "xor") == 0  ? NOC_INTERLEAVE_XOR
                                                                  : NOC_INTERLEAVE_IPOLY;
        noc_traffic_spec t = {.interleave = (int)how,
                              .interleave_bytes = BLOCK,
                              .stride_bytes = atof(cell[2]),
                              .footprint_bytes = atof(cell[3])};
        double centre = 0.0;
        assert_int_equal(noc_memory_shares_compute(&arena, &t, atoi(cell[1]), NULL), NOC_OK);
        for (size_t m = 0; m < t.memory_shares.count; m++)
            centre += (double)m * t.memory_shares.values[m];
        assert_int_equal(nodes_used(&t), atoi(cell[4]));
        assert_near(busiest(&t), atof(cell[5]), 1e-7);
        assert_near(centre, atof(cell[6]), 1e-6 * (1.0 + centre));
    }
    noc_csv_rows_clear(&rows);
    free(text);
}

int main(void)
{
    static test_list list;
    test_add(&list, "modulo camps by the common divisor", modulo_camps_by_the_common_divisor);
    test_add(&list, "polynomials spread powers of two", polynomials_spread_powers_of_two);
    test_add(&list, "every number of nodes is met alike", every_number_of_nodes_is_met_alike);
    test_add(&list, "sums without carry camp on one node", sums_without_carry_camp_on_one_node);
    test_add(&list, "polynomials have no factors", polynomials_have_no_factors);
    test_add(&list, "shares are those of another program", shares_are_those_of_another_program);
    const int result = test_run("interleave", &list);
    noc_arena_clear(&arena);
    return result;
}
