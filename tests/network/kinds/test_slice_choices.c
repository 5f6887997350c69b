/* Choices among slices, by themselves: which slice a source takes next, what shares it amounts to,
 * and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/kinds/choices.h"
#include "reader/design_read.h"
#include "tests/support/helpers.h"

static const noc_slice_choice_kind *find_choice(const char *name)
{
    return noc_slice_choice_at((size_t)test_position(noc_slice_choice_name, name));
}

static void round_robin_takes_turns(void **state)
{
    (void)state;
    const noc_slice_choice_kind *choice = find_choice("round-robin");
    for (uint8_t slices = 2; slices <= 8; slices++) {
        noc_slice_state source = {0};
        unsigned taken[8] = {0};
        uint8_t last = 0;
        for (int i = 0; i < 100 * slices; i++) {
            const uint8_t slice = choice->choose_slice(&source, slices);
            assert_int_equal(slice, (last + 1) % slices);
            taken[slice]++;
            last = slice;
        }
        for (uint8_t s = 0; s < slices; s++) assert_int_equal(taken[s], 100);
    }
}

/* Packets of which a part, drawn at random, is bound to a slice: as long as the others can make up
 * for these, both slices get as many. */
static void dcie_balances_what_is_bound(void **state)
{
    (void)state;
    const noc_slice_choice_kind *choice = find_choice("dcie");
    uint64_t random = 7;
    for (unsigned bound = 0; bound <= 40; bound += 10) { /* per cent to the second slice */
        noc_slice_state source = {0};
        int taken[2] = {0};
        for (int i = 0; i < 20000; i++) {
            const bool is_bound = test_random_below(&random, 100) < bound;
            const uint8_t slice = is_bound ? 1 : choice->choose_slice(&source, 2);
            choice->count_packet(&source, slice);
            taken[slice]++;
        }
        assert_int_equal(taken[1] - taken[0], source.balance);
        assert_in_range(source.balance + 20, 0, 40);
    }
}

/* A counter of eight bits does not turn over: bound packets alone leave it at its end. */
static void dcie_counts_no_further_than_it_can(void **state)
{
    (void)state;
    const noc_slice_choice_kind *choice = find_choice("dcie");
    noc_slice_state source = {0};
    for (int i = 0; i < 1000; i++) choice->count_packet(&source, 1);
    assert_int_equal(source.balance, INT8_MAX);
    assert_int_equal(choice->choose_slice(&source, 2), 0);
    for (int i = 0; i < 1000; i++) choice->count_packet(&source, 0);
    assert_int_equal(source.balance, INT8_MIN);
    assert_int_equal(choice->choose_slice(&source, 2), 1);
}

/* The shares of the ways of a flow through all slices. */
static void shares_sum_to_one(void **state)
{
    (void)state;
    static const char text[] =
        "nodes = { compute = 28; memory = 8; placement = \"scattered\"; };\n"
        "network = { topology = \"mesh\"; columns = 6; rows = 6; half_routers = \"alternate\";\n"
        "  slices = 2; slice_choice = \"dci\"; virtual_channels = 4; };\n"
        "traffic = { pattern = \"many-to-few\"; };\n";
    for (size_t i = 0; noc_slice_choice_at(i); i++) {
        char choice[80];
        snprintf(choice, sizeof choice, "network.slice_choice=%s", noc_slice_choice_name(i));
        const bool by_turns = noc_slice_choice_at(i)->find_share != NULL;
        test_system t = test_compile(
            text, (const char *const[]){
                      choice, by_turns ? "network.slices=2" : "network.half_routers=none", NULL});
        const noc_routes *routes = &t.system->routes;
        for (size_t f = 0; f < t.system->traffic.flow_count; f++) {
            const noc_route *route = &t.system->traffic.flows[f].route;
            double sum = 0.0;
            for (uint32_t p = 0; p < route->path_count; p++)
                sum += routes->paths[route->first_path + p].probability;
            assert_near(sum, 1.0, 1e-12);
        }
        test_system_free(&t);
    }
}

static void too_many_slices_are_refused(void **state)
{
    (void)state;
    static char text[] =
        "nodes = { compute = 12; memory = 4; };\n"
        "network = { topology = \"mesh\"; columns = 4; rows = 4; flit_bytes = 12;\n"
        "  slice_choice = \"dcie\";\n"
        "  slices = 3; };\n";
    const noc_source source = {.path = "three.cfg", .text = text};
    noc_diag diag = {0};
    noc_design *design = NULL;
    assert_int_equal(noc_design_read(&source, NULL, 0, &design, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_int_equal(diag.messages[0].line, 4);
    assert_contains(diag.messages[0].text, "slice_choice = \"dcie\" is among at most 2 slices");
    noc_diag_clear(&diag);
}

int main(void)
{
    static test_list list;
    test_add(&list, "round robin takes turns", round_robin_takes_turns);
    test_add(&list, "DCIE balances what is bound", dcie_balances_what_is_bound);
    test_add(&list, "DCIE counts no further than it can", dcie_counts_no_further_than_it_can);
    test_add(&list, "shares sum to 1", shares_sum_to_one);
    test_add(&list, "too many slices are refused", too_many_slices_are_refused);
    return test_run("slice choices", &list);
}
