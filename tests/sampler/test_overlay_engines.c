/* Overlays, slices, tokens and rings packet by packet, against examples worked by hand, and with random traffic against
 * an independent simulator. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/overlay_windows.h"
#include "tests/overlay_play.h"

enum { PACKETS = 6 };

/* ---- designs of the examples ---------------------------------------------------------------- */

/* The measured family of a name, with its network and traffic. */
static const overlay_family *family_of(const char *name)
{
    const overlay_family *families;
    const size_t count = overlay_families(&families);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(families[i].name, name)) return &families[i];
    fail_msg("no family %s", name);
    return NULL;
}

/* ---- worked examples ------------------------------------------------------------------------ */

typedef struct example_packet {
    noc_point memory, core; /* on a grid; else the ring's number, and the core's */
    int flits;
    uint64_t created, delivered;
} example_packet;

typedef struct example {
    const char *name, *family;
    example_packet packets
        [PACKETS]; /* in the order of creation, those of a cycle in the order of their queues */

} example;

/* 4x4: memory node 0 is at (1,0) and owns cycles 0-249 of 1000, 1 at (3,1) 250-499, 2 at (0,2), 3 at (2,3). */
static const example examples[] = {
    {"MACRO: an open idle circuit", "macro-16-fix", {{{1, 0}, {2, 2}, 1, 9, 12}}},
    {"MACRO: over the end of a window", "macro-16-fix", {{{1, 0}, {2, 2}, 8, 239, 1016}}},
    {"MACRO: the own window just past", "macro-16-fix", {{{0, 2}, {3, 0}, 8, 760, 1525}}},
    {"MACRO: in the own row, too", "macro-16-fix", {{{1, 0}, {3, 0}, 1, 9, 12}}},
    {"MACRO: two packets, three cycles a flit",
     "macro-16-fix",
     {{{1, 0}, {2, 2}, 2, 9, 15}, {{1, 0}, {0, 3}, 1, 9, 18}}},
    {"MACRO: not while windows switch", "macro-16-fix", {{{1, 0}, {2, 2}, 1, 999, 1004}}},
    {"RAPID: eight flits", "rapid-16-fix", {{{1, 0}, {2, 2}, 8, 9, 26}}},
    {"RAPID: over the end of a window", "rapid-16-fix", {{{1, 0}, {2, 2}, 8, 239, 1010}}},
    {"RAPID: the last cycle of a window", "rapid-16-fix", {{{1, 0}, {2, 2}, 1, 246, 249}}},
    {"RAPID: a cycle too late", "rapid-16-fix", {{{1, 0}, {2, 2}, 1, 247, 1004}}},
    {"RAPID: partner, between the rows", "rapid-16-mux", {{{0, 2}, {2, 1}, 1, 9, 12}}},
    {"RAPID: partner, owner's row", "rapid-16-mux", {{{0, 2}, {0, 0}, 1, 9, 12}}},
    {"RAPID: partner, owner's row, beyond", "rapid-16-mux", {{{0, 2}, {2, 0}, 1, 9, 504}}},
    {"RAPID: partner, beyond the rows", "rapid-16-mux", {{{0, 2}, {1, 3}, 1, 9, 504}}},
    {"RAPID: a younger packet passes as partner's, and the older goes first in the own window",
     "rapid-16-mux",
     {{{0, 2}, {2, 0}, 8, 230, 518}, {{0, 2}, {2, 1}, 8, 239, 526}}},
    {"RAPID: partner and owner at a time",
     "rapid-16-mux",
     {{{1, 0}, {2, 1}, 8, 9, 26}, {{0, 2}, {2, 1}, 8, 9, 26}}},
    {"RAPID, all: any core as partner", "rapid-16-fix-muxall", {{{0, 2}, {1, 3}, 1, 9, 12}}},
    {"dapper: in the own row", "dapper-16-fix", {{{1, 0}, {3, 0}, 1, 9, 11}}},
    {"dapper: eight flits", "dapper-16-fix", {{{1, 0}, {2, 2}, 8, 9, 26}}},
    {"dapper: the last packet of a window", "dapper-16-fix", {{{1, 0}, {2, 2}, 8, 232, 249}}},
    {"dapper: one that does not fit", "dapper-16-fix", {{{1, 0}, {2, 2}, 8, 233, 1018}}},
    {"dapper: nothing passes it",
     "dapper-16-fix",
     {{{1, 0}, {2, 2}, 8, 233, 1018}, {{1, 0}, {2, 2}, 1, 234, 1020}}},
    {"dapper: a flit a cycle", "dapper-16-i1", {{{1, 0}, {2, 2}, 8, 239, 249}}},
    {"dapper: a flit a cycle, too late", "dapper-16-i1", {{{1, 0}, {2, 2}, 8, 240, 1011}}},
    {"DA2: one after the other",
     "da2-16-16b",
     {{{1, 0}, {2, 2}, 32, 9, 44}, {{1, 0}, {2, 2}, 4, 20, 48}}},
    {"DA2: memory nodes do not meet",
     "da2-16-16b",
     {{{1, 0}, {2, 2}, 32, 9, 44}, {{3, 1}, {2, 2}, 4, 9, 15}}},
    {"DA2: 8 bits, a read", "da2-64-16b", {{{1, 0}, {7, 7}, 64, 9, 86}}},
    {"tokens: it comes with the packet", "cenoc-16-16b", {{{2, 3}, {0, 1}, 4, 9, 17}}},
    {"tokens: it comes back to the top",
     "cenoc-16-16b",
     {{{2, 3}, {0, 1}, 4, 9, 17}, {{0, 2}, {0, 0}, 4, 10, 20}}},
    {"tokens: one packet a visit",
     "cenoc-16-16b",
     {{{2, 3}, {0, 1}, 4, 9, 17}, {{0, 2}, {0, 0}, 4, 10, 20}, {{0, 2}, {0, 0}, 4, 10, 26}}},
    {"rings: the first stop, twice",
     "hrcnet-64",
     {{{0, 0}, {0, 0}, 4, 9, 13}, {{0, 0}, {0, 0}, 4, 9, 17}}},
    {"rings: the last stop", "hrcnet-64", {{{0, 0}, {55, 0}, 4, 9, 68}}},
};

/* Designs of the examples that no measured family is: with another setting of one. */
static overlay_family design_of(const char *name)
{
    overlay_family f;
    if (!strcmp(name, "rapid-16-mux")) {
        f = *family_of("rapid-16-fix");
        f.overlay.multiplex = NOC_MULTIPLEX_RESERVED;
    } else if (!strcmp(name, "dapper-16-i1")) {
        f = *family_of("dapper-16-fix");
        f.overlay.inject_interval = 1;
    } else {
        f = *family_of(name);
    }
    return f;
}

static int memory_at(const overlay_family *f, noc_point at)
{
    if (f->kind == OVERLAY_RINGS) return at.column;
    for (int m = 0; m < f->memory_nodes; m++)
        if (f->memory_at[m].column == at.column && f->memory_at[m].row == at.row) return m;
    fail_msg("no memory node at (%d,%d)", at.column, at.row);
    return -1;
}

/* Examples are the same in a later period, and whether idle cycles are run or left out. */
static void play_example(const example *e, bool accelerated, uint64_t later)
{
    const overlay_family f = design_of(e->family);
    const played_packet *played[PACKETS];
    overlay_player *player = overlay_player_new(&f, NULL, accelerated);
    for (int i = 0; i < PACKETS && e->packets[i].flits; i++) {
        const example_packet *p = &e->packets[i];
        const int memory = memory_at(&f, p->memory),
                  core = f.kind == OVERLAY_RINGS ? p->core.column : overlay_core_at(&f, p->core);
        const bool request = f.kind == OVERLAY_TOKENS;
        played[i] = overlay_player_create(player, request ? core : memory, request ? memory : core,
                                          p->flits, p->created + later);
    }
    overlay_player_run(player, later + 3000);
    for (int i = 0; i < PACKETS && e->packets[i].flits; i++)
        assert_int_equal(played[i]->delivered, e->packets[i].delivered + later);
    overlay_player_free(player);
}

/* Periods of 1000 cycles; tokens come round in 3. */
static void examples_by_hand(void **state)
{
    const example *e = *state;
    for (int accelerated = 0; accelerated < 2; accelerated++) {
        play_example(e, accelerated, 0);
        play_example(e, accelerated, 3000);
        play_example(e, accelerated, 3000000);
    }
}

/* ---- epochs --------------------------------------------------------------------------------- */

typedef struct epoch_case {
    const char *name, *family;
    uint64_t created; /* by memory node 0, a flit, long before the end of the first epoch */
    int packets;
    int windows[4]; /* of the second epoch */
} epoch_case;

static const epoch_case epochs[] = {
    {"all to the only one", "macro-16-ada-hot40", 500, 3, {985, 5, 5, 5}},
    {"nothing happened", "macro-16-ada-hot40", 500, 0, {250, 250, 250, 250}},
};

static void epochs_size_windows(void **state)
{
    const epoch_case *c = *state;
    const overlay_family *f = family_of(c->family);
    const int epoch = noc_overlay_epoch(&f->overlay);
    overlay_player *player = overlay_player_new(f, NULL, true);
    const noc_overlay_circuit *circuit = overlay_player_circuit(player);
    for (int i = 0; i < c->packets; i++) overlay_player_create(player, 0, 0, 1, c->created);
    for (int m = 0; m < 4; m++) assert_int_equal(noc_overlay_circuit_windows(circuit)[m], 250);
    /* Windows are looked at when something comes: in the first cycle of the next epoch, here. */
    const played_packet *last = overlay_player_create(player, 1, 0, 1, (uint64_t)epoch);
    for (int m = 0; m < 4; m++)
        assert_int_equal(noc_overlay_circuit_windows(circuit)[m], c->windows[m]);
    overlay_player_run(player, (uint64_t)(2 * epoch));
    /* Its window begins after the gap and window 0; its circuit stands two cycles later. */
    assert_int_equal(last->delivered, epoch + 27 + c->windows[0] + 2 + 2);
    overlay_player_free(player);
}

/* No circuit stands at the start of an epoch, the first one either. */
static void epochs_begin_with_a_gap(void **state)
{
    (void)state;
    overlay_player *player = overlay_player_new(family_of("macro-16-ada-hot40"), NULL, true);
    const played_packet *packet = overlay_player_create(player, 0, 0, 1, 3);
    overlay_player_run(player, 100);
    assert_int_equal(packet->delivered, 27 + 2 + 2);
    overlay_player_free(player);
}

/* The weights of an epoch, counted here by hand: a packet waits in each cycle from its creation to before its tail is
 * sent. What follows from weights is in test_overlay.c. */
static void epochs_count_what_waits(void **state)
{
    (void)state;
    const overlay_family *f = family_of("macro-16-ada-hot40");
    const int epoch = noc_overlay_epoch(&f->overlay);
    const noc_window_load loads[4] = {
        /* created in cycle 0, tails sent in 29 and 32, 35 ... : 29 + 32 cycles of waiting */
        {2, (29.0 + 32.0) / epoch},
        /* created in 40, sent in 27 + 250 + 2 */
        {1, (279.0 - 40.0) / epoch},
        {0, 0.0},
        /* created too late for its last window, still there */
        {1, (double)(epoch - 10024) / epoch},
    };
    double weights[4];
    int windows[4];
    for (int m = 0; m < 4; m++) weights[m] = noc_window_weight(&f->overlay, loads[m], 132);
    noc_windows_share(1000, 5, weights, 4, windows);

    overlay_player *player = overlay_player_new(f, NULL, true);
    overlay_player_create(player, 0, 0, 1, 0);
    overlay_player_create(player, 0, 0, 1, 0);
    overlay_player_create(player, 1, 0, 1, 40);
    overlay_player_create(player, 3, 0, 1, 10024);
    overlay_player_create(player, 2, 0, 1, (uint64_t)epoch);
    for (int m = 0; m < 4; m++)
        assert_int_equal(noc_overlay_circuit_windows(overlay_player_circuit(player))[m],
                         windows[m]);
    overlay_player_free(player);
}

/* ---- receipts ------------------------------------------------------------------------------- */

static bool takes_all(int core, uint64_t cycle)
{
    (void)core, (void)cycle;
    return true;
}

static bool takes_none(int core, uint64_t cycle)
{
    (void)core, (void)cycle;
    return false;
}

/* dapper: the receipt leaves in the cycle after the tail came and takes as long as it: 27-29 after 26. */
static void receipts_take_the_way_back(void **state)
{
    (void)state;
    const overlay_family *f = family_of("dapper-16-fix");
    for (int accepts = 0; accepts < 2; accepts++) {
        overlay_player *player = overlay_player_new(f, accepts ? takes_all : takes_none, true);
        const int far = overlay_core_at(f, (noc_point){2, 2}),
                  near = overlay_core_at(f, (noc_point){3, 0});
        const played_packet *first = overlay_player_create(player, 0, far, 8, 9),
                            *second = overlay_player_create(player, 0, near, 1, 50);
        overlay_player_run(player, 100);
        assert_int_equal(first->delivered, 26);
        assert_int_equal(second->delivered, 52);
        assert_int_equal(first->answered, accepts ? 29 : 0);
        assert_int_equal(second->answered, accepts ? 54 : 0);
        overlay_player_free(player);
    }
}

/* ---- random traffic ------------------------------------------------------------------------- */

/* Idle cycles left out, or run: the same packets in the same cycles. */
static void acceleration_changes_nothing(void **state)
{
    const overlay_family *f = *state;
    overlay_player *players[2];
    const played_packet *packets[2][400];
    uint64_t random = 5;
    uint64_t cycle = 0;
    for (int i = 0; i < 2; i++) players[i] = overlay_player_new(f, NULL, i);
    const bool requests = f->kind == OVERLAY_TOKENS;
    for (int k = 0; k < 400; k++) {
        /* runs of packets, and times without any */
        cycle += test_random_below(&random, 50) ? test_random_below(&random, 60)
                                                : test_random_below(&random, 9000);
        const size_t memory = test_random_below(&random, (size_t)f->memory_nodes),
                     core = test_random_below(&random, (size_t)f->cores);
        const int flits = f->mix.flits[test_random_below(&random, 2)];
        for (int i = 0; i < 2; i++)
            packets[i][k] = overlay_player_create(players[i], (int)(requests ? core : memory),
                                                  (int)(requests ? memory : core), flits, cycle);
    }
    for (int i = 0; i < 2; i++) overlay_player_run(players[i], cycle + 100000);
    for (int k = 0; k < 400; k++) {
        assert_true(packets[0][k]->delivered > packets[0][k]->created);
        assert_int_equal(packets[0][k]->delivered, packets[1][k]->delivered);
    }
    for (int i = 0; i < 2; i++) overlay_player_free(players[i]);
}

/* Mean latency at half and at four fifths of saturation, within what the two simulations' noise explains, and 1 %. */
static void latency_is_as_measured(void **state)
{
    const overlay_family *f = *state;
    for (size_t i = 0; i < f->count; i++) {
        const overlay_point *p = &f->points[i];
        if (strcmp(p->name, "load50") && strcmp(p->name, "load80")) continue;
        const int runs = f->overlay.windows == NOC_WINDOWS_ADAPTIVE ? 10 : 4;
        const uint64_t cycles = f->kind == OVERLAY_CIRCUITS ? 1200000 : 200000;
        const overlay_measured m = overlay_measure(f, p->rate, cycles, runs, 1);
        assert_near(m.latency, p->latency, 0.01 * p->latency + 3.5 * hypot(m.error, p->error));
    }
}

int main(void)
{
    static test_list list;
    const overlay_family *families;
    const size_t count = overlay_families(&families), size = sizeof *families;
    TEST_TABLE(&list, examples, examples_by_hand);
    TEST_TABLE_PREFIXED(&list, "epoch", epochs, epochs_size_windows);
    test_add(&list, "epochs begin with a gap", epochs_begin_with_a_gap);
    test_add(&list, "epochs count what waits", epochs_count_what_waits);
    test_add(&list, "receipts take the way back", receipts_take_the_way_back);
    test_add_rows(&list, "acceleration", families, count, size, acceleration_changes_nothing);
    test_add_rows(&list, "latency", families, count, size, latency_is_as_measured);
    return test_run("engines of overlays and slices", &list);
}
