/* The pool of packets: every number is out once, and the pool grows when asked to. */
#include <stdlib.h>

#include "sampler/ports/packets.h"
#include "tests/support/helpers.h"

static void numbers_are_out_once(void **state)
{
    (void)state;
    enum { FIRST = 10, ROUNDS = 5000, MOST = 100 };
    noc_arena arena = {0};
    noc_packets pool = {0};
    bool out[MOST] = {false};
    uint32_t taken[MOST], count = 0;
    uint64_t random = 4;
    assert_int_equal(noc_packets_reserve(&pool, &arena, FIRST), NOC_OK);
    assert_int_equal(pool.free_count, FIRST);
    for (int round = 0; round < ROUNDS; round++) {
        if (pool.free_count > 0 && test_random_below(&random, 2)) {
            const uint32_t packet = noc_packets_take(&pool);
            assert_true(packet < pool.capacity && !out[packet]);
            out[packet] = true;
            taken[count++] = packet;
        } else if (count > 0) {
            const size_t k = test_random_below(&random, count);
            noc_packets_give_back(&pool, taken[k]);
            out[taken[k]] = false;
            taken[k] = taken[--count];
        }
        assert_int_equal(pool.free_count + count, pool.capacity);
    }
    noc_arena_clear(&arena);
}

/* Packets keep their numbers and what they are. */
static void growing_keeps_packets(void **state)
{
    (void)state;
    noc_arena arena = {0};
    noc_packets pool = {0};
    assert_int_equal(noc_packets_reserve(&pool, &arena, 3), NOC_OK);
    const uint32_t packet = noc_packets_take(&pool);
    pool.entries[packet].flow = 77;
    assert_int_equal(noc_packets_reserve(&pool, &arena, 2), NOC_OK);
    assert_int_equal(pool.capacity, 3); /* two are free */
    assert_int_equal(noc_packets_reserve(&pool, &arena, 3), NOC_OK);
    assert_true(pool.free_count >= 3 && pool.capacity == pool.free_count + 1);
    assert_int_equal(pool.entries[packet].flow, 77);
    for (uint32_t left = pool.free_count; left > 0; left--)
        assert_true(noc_packets_take(&pool) != packet);
    noc_arena_clear(&arena);
}

static void no_more_than_flits_can_name(void **state)
{
    (void)state;
    noc_arena arena = {0};
    noc_packets pool = {0};
    assert_int_equal(noc_packets_reserve(&pool, &arena, NOC_PACKETS_MAX + 1u), NOC_EFAILED);
    assert_int_equal(pool.capacity, 0);
    noc_arena_clear(&arena);
}

int main(void)
{
    static test_list list;
    test_add(&list, "numbers are out once", numbers_are_out_once);
    test_add(&list, "growing keeps packets", growing_keeps_packets);
    test_add(&list, "no more than flits can name", no_more_than_flits_can_name);
    return test_run("packets", &list);
}
