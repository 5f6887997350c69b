/* Slices, token slices and rings as structures: what they are built of, and what is refused.
 * Numbers are those of rapid18 and cdx19, or follow from their text by hand. */
#include "network/circuits/slices.h"
#include "network/kinds/kinds.h"
#include "tests/support/helpers.h"

extern const noc_placement_kind noc_placement_staircase;

typedef struct slices_case {
    const char *name;
    int side;
    uint64_t slices, routers, links, used, used_by_tokens;
} slices_case;

static const slices_case slice_cases[] = {
    {"4x4", 4, 4, 64, 192, 60, 42},
    {"8x8", 8, 8, 512, 1792, 504, 278},
    {"12x12", 12, 12, 1728, 6336, 1716, 834},
};

static void slices_are_built_of(void **state)
{
    const slices_case *c = *state;
    noc_slices slices = {.columns = c->side, .rows = c->side, .slices_per_memory = 1};
    noc_point at[12];
    noc_placement_staircase.place_nodes(c->side, c->side, c->side, at);
    const noc_slice_counts replies = noc_memory_slices_count(&slices, c->side),
                           requests = noc_token_slices_count(&slices, at, c->side);
    assert_int_equal(replies.slices, c->slices);
    assert_int_equal(replies.routers, c->routers);
    assert_int_equal(replies.links, c->links);
    assert_int_equal(replies.used_links, c->used);
    assert_int_equal(requests.routers, c->routers);
    assert_int_equal(requests.links, c->links);
    assert_int_equal(requests.used_links, c->used_by_tokens);
    assert_int_equal(requests.token_lines, c->side);
    assert_int_equal(requests.ejection_buffers, c->side * c->side);
    slices.slices_per_memory = 3;
    assert_int_equal(noc_memory_slices_count(&slices, c->side).routers, 3 * c->routers);
}

/* HRCnet has 448 stages and links; a column of memory nodes only has no slice and no token. */
static void rings_and_empty_columns(void **state)
{
    static const noc_point column[] = {{1, 0}, {1, 1}, {1, 2}};
    (void)state;
    const noc_slices slices = {.columns = 3, .rows = 3};
    assert_int_equal(noc_ring_slices_count(&slices, 8, 56).routers, 448);
    assert_int_equal(noc_ring_slices_count(&slices, 8, 56).links, 448);
    const noc_slice_counts got = noc_token_slices_count(&slices, column, 3);
    assert_int_equal(got.slices, 2);
    assert_int_equal(got.used_links, 2 * (4 + 3)); /* all of the column's links, and a hop a row */
    assert_int_equal(noc_slices_count_cores(&slices, column, 3, 1), 0);
}

/* A read of 64 bytes over all slices of rapid18's Table 2 at once: 4 of 16 bits, 8 and 12 of 8. */
static void shared_slices_are_taken_at_once(void **state)
{
    (void)state;
    const noc_slices own = {.slices_per_memory = 3},
                     shared = {.slices_per_memory = 1, .is_shared = 1},
                     more = {.slices_per_memory = 2, .is_shared = 1};
    assert_int_equal(noc_slices_per_packet(&own, 8), 1);
    assert_int_equal(noc_slices_per_packet(&more, 8), 16);
    assert_int_equal(noc_slices_packet_cycles(32, noc_slices_per_packet(&own, 4)), 32);
    assert_int_equal(noc_slices_packet_cycles(32, noc_slices_per_packet(&shared, 4)), 8);
    assert_int_equal(noc_slices_packet_cycles(64, noc_slices_per_packet(&shared, 8)), 8);
    assert_int_equal(noc_slices_packet_cycles(64, noc_slices_per_packet(&shared, 12)), 6);
}

static void slices_are_refused(void **state)
{
    (void)state;
    noc_refusal r;
    const noc_slices ring = {.stops = 55};
    assert_true(noc_reply_slices_check(false, true, &r));
    assert_false(noc_reply_slices_check(true, true, &r));
    assert_contains(r.text, "replies only");
    assert_false(noc_reply_slices_check(false, false, &r));
    assert_contains(r.text, "many-to-few");
    assert_true(noc_token_slices_check(false, true, &r));
    assert_false(noc_token_slices_check(true, true, &r));
    assert_contains(r.text, "requests only");
    assert_false(noc_token_slices_check(false, false, &r));
    assert_true(noc_ring_slices_check(&ring, 55, &r));
    assert_false(noc_ring_slices_check(&ring, 56, &r));
    assert_string_equal(r.keys[0], "network.stops");
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, slice_cases, slices_are_built_of);
    test_add(&list, "rings, and columns without cores", rings_and_empty_columns);
    test_add(&list, "shared slices", shared_slices_are_taken_at_once);
    test_add(&list, "refused", slices_are_refused);
    return test_run("slices", &list);
}
