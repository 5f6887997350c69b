/* The terminals' side of the networks: queues, doors, places, deliveries; without any engine. */
#include <stdlib.h>
#include <string.h>

#include "sampler/ports/deliveries.h"
#include "sampler/ports/ports.h"
#include "tests/support/runs/engines.h"

/* ---- ports to look at ----------------------------------------------------------------------- */

typedef struct fixture {
    test_system t;
    noc_arena arena;
    noc_ports ports;
} fixture;

static void set_up(fixture *f, test_system t, bool doors)
{
    *f = (fixture){.t = t};
    assert_true(noc_ports_make(&f->ports, &f->arena, t.system, 5, true, false, NULL));
    assert_int_equal(noc_packets_reserve(&f->ports.packets, &f->arena, 1000), NOC_OK);
    for (uint16_t n = 0; doors && n < t.system->graph.network_count; n++)
        noc_ports_open_doors(&f->ports, n);
}

static void tear_down(fixture *f)
{
    noc_arena_clear(&f->arena);
    test_system_free(&f->t);
}

/* The first flow of a class from a terminal, NOC_NONE if there is none. */
static size_t flow_from(const noc_system *s, uint32_t terminal, noc_class class)
{
    for (size_t f = 0; f < s->traffic.flow_count; f++)
        if (s->traffic.flows[f].source == terminal && s->traffic.flows[f].class == class) return f;
    return NOC_NONE;
}

static uint32_t submit(fixture *f, size_t flow, int type, uint32_t tag)
{
    const uint32_t next = f->ports.packets.first_free;
    noc_port_submit(&f->ports, flow, type, tag, f->ports.now);
    assert_int_equal(f->ports.packets.entries[next].tag, tag);
    return next;
}

/* ---- doors ---------------------------------------------------------------------------------- */

static void doors_take_one_packet_at_a_time(void **state)
{
    (void)state;
    fixture f;
    set_up(&f, test_compile(test_gpu, NULL), true);
    const uint32_t source = f.t.system->graph.memory_terminals[0];
    const size_t flow = flow_from(f.t.system, source, NOC_REPLY);
    uint32_t packets[3];
    for (uint32_t k = 0; k < 3; k++) packets[k] = submit(&f, flow, NOC_READ_REPLY, k);
    for (uint32_t k = 0; k < 3; k++) {
        const noc_packet *packet = &f.ports.packets.entries[packets[k]];
        assert_true(packet->is_placed);
        assert_int_equal(packet->flits, f.t.system->traffic.types[NOC_READ_REPLY].flits[0]);
        assert_int_equal(f.ports.doors[packet->door].packet, packets[k]);
        assert_true(noc_set_has(f.ports.ready_doors, packet->door));
        assert_int_equal(noc_port_backlog(&f.ports, source, NOC_REPLY), 2 - k);
        noc_port_free_door(&f.ports, packet->door);
    }
    for (unsigned w = 0; w < f.ports.door_words; w++) assert_true(f.ports.ready_doors[w] == 0);
    assert_int_equal(f.ports.tally.created[NOC_REPLY], 3);
    tear_down(&f);
}

/* An answer does not stand at a door before the terminals are woken. */
static void answers_wait_until_they_are_woken(void **state)
{
    (void)state;
    const noc_packet request = {0};
    fixture f;
    set_up(&f, test_compile(test_gpu, NULL), true);
    const uint32_t source = f.t.system->graph.memory_terminals[1];
    const size_t flow = flow_from(f.t.system, source, NOC_REPLY);
    noc_port_answer(&f.ports, flow, NOC_WRITE_REPLY, &request);
    noc_port_answer(&f.ports, flow, NOC_WRITE_REPLY, &request);
    assert_int_equal(noc_port_backlog(&f.ports, source, NOC_REPLY), 2);
    noc_ports_wake(&f.ports);
    assert_int_equal(noc_port_backlog(&f.ports, source, NOC_REPLY), 1);
    assert_int_equal(f.ports.woken_count, 0);
    tear_down(&f);
}

/* Sharers of a concentrator go in turn, whoever has most to send. */
static void sharers_take_turns(void **state)
{
    (void)state;
    enum { SHARERS = 3, EACH = 4 };
    fixture f;
    set_up(&f, test_compile_file("configs/cdx19-fc-16ports.cfg", NULL), true);
    const noc_graph *g = &f.t.system->graph;
    uint32_t door = 0;
    while (g->channels[g->injectors[door]].sharers < SHARERS) door++;
    const uint32_t *sharers = &g->sharers[g->first_sharer[door]];
    for (uint32_t i = 0; i < SHARERS; i++)
        for (uint32_t k = 0; k < EACH; k++)
            submit(&f, flow_from(f.t.system, sharers[i], NOC_REQUEST), NOC_READ_REQUEST, i);
    for (uint32_t k = 0; k < SHARERS * EACH; k++) {
        const uint32_t packet = f.ports.doors[door].packet;
        assert_true(packet != NOC_NONE);
        assert_int_equal(f.ports.packets.entries[packet].tag, k % SHARERS);
        noc_port_free_door(&f.ports, door);
    }
    assert_int_equal(f.ports.doors[door].packet, NOC_NONE);
    tear_down(&f);
}

/* ---- sources that supply -------------------------------------------------------------------- */

typedef struct maker {
    noc_ports *ports;
    size_t flow;
    uint32_t made, most;
} maker;

static void make_numbered(void *context, uint32_t terminal)
{
    maker *m = context;
    const uint32_t packet = noc_port_make(m->ports, m->flow, 0, m->ports->now);
    m->ports->packets.entries[packet].tag = m->made++;
    noc_port_push(m->ports, packet);
    m->ports->terminals[terminal].has_next_packet[NOC_REQUEST] = m->made < m->most;
}

/* Of a queue that is due the next packet is made when the one before has left, and no sooner. */
static void only_the_front_is_made(void **state)
{
    const bool *doors = *state;
    enum { PACKETS = 5 };
    fixture f;
    set_up(&f, test_compile(test_uniform, NULL), *doors);
    maker m = {&f.ports, flow_from(f.t.system, 3, NOC_REQUEST), 0, PACKETS};
    f.ports.supply = (noc_port_supply){make_numbered, &m};
    noc_port_announce(&f.ports, 3, NOC_REQUEST);
    assert_int_equal(f.ports.announced_count, 1);
    assert_int_equal(m.made, *doors ? 2 : 0); /* one stands at the door, one waits for it */
    for (uint32_t k = 0; k < PACKETS; k++) {
        uint32_t packet = noc_port_front(&f.ports, 3, NOC_REQUEST);
        if (*doors) {
            const uint32_t ahead = k + 1 < PACKETS ? k + 1 : NOC_NONE;
            assert_true(ahead == NOC_NONE ? packet == NOC_NONE
                                          : f.ports.packets.entries[packet].tag == ahead);
            uint32_t door = 0;
            while (f.ports.doors[door].packet == NOC_NONE) door++;
            packet = f.ports.doors[door].packet;
            assert_int_equal(f.ports.packets.entries[packet].tag, k);
            noc_port_free_door(&f.ports, door);
        } else {
            assert_int_equal(f.ports.packets.entries[packet].tag, k);
            assert_int_equal(m.made, k + 1);
            noc_port_take(&f.ports, packet);
        }
    }
    assert_int_equal(m.made, PACKETS);
    assert_int_equal(noc_port_front(&f.ports, 3, NOC_REQUEST), NOC_NONE);
    tear_down(&f);
}

/* A peer's replies go before its requests, but neither before one that stands at the door, nor in
 * the cycle in which they came. */
static void replies_of_peers_go_first(void **state)
{
    (void)state;
    static const char *const answering[] = {"traffic.replies=true", NULL};
    static const noc_class order[] = {NOC_REQUEST, NOC_REPLY, NOC_REPLY, NOC_REQUEST};
    const noc_packet request = {0};
    fixture f;
    set_up(&f, test_compile(test_uniform, answering), true);
    const noc_system *s = f.t.system;
    const size_t reply = flow_from(s, 3, NOC_REPLY);
    maker m = {&f.ports, flow_from(s, 3, NOC_REQUEST), 0, 2};
    f.ports.supply = (noc_port_supply){make_numbered, &m};
    noc_port_answer(&f.ports, reply, NOC_READ_REPLY, &request);
    noc_port_announce(&f.ports, 3, NOC_REQUEST);
    noc_ports_wake(&f.ports);
    noc_port_answer(&f.ports, reply, NOC_WRITE_REPLY, &request);
    noc_ports_wake(&f.ports);
    uint32_t door = 0;
    while (f.ports.doors[door].packet == NOC_NONE) door++;
    for (size_t k = 0; k < TEST_COUNT(order); k++) {
        const noc_packet *packet = &f.ports.packets.entries[f.ports.doors[door].packet];
        assert_int_equal(s->traffic.flows[packet->flow].class, order[k]);
        noc_port_free_door(&f.ports, door);
    }
    assert_int_equal(f.ports.doors[door].packet, NOC_NONE);
    tear_down(&f);
}

/* ---- queues and places ---------------------------------------------------------------------- */

/* Packets come, and the first one goes: a plain list has the same one in front. */
static void queues_are_as_plain_lists(void **state)
{
    (void)state;
    enum { ROUNDS = 20000, PLACES = 60 };
    fixture f;
    set_up(&f, test_compile(test_gpu, NULL), false);
    const uint32_t source = f.t.system->graph.memory_terminals[2];
    const size_t flow = flow_from(f.t.system, source, NOC_REPLY);
    static uint32_t list[ROUNDS];
    uint64_t random = 17;
    size_t first = 0, end = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const bool room = end - first < PLACES;
        assert_true(noc_port_has_room(&f.ports, source, NOC_REPLY, PLACES) == room);
        assert_int_equal(noc_port_front(&f.ports, source, NOC_REPLY),
                         first < end ? list[first] : NOC_NONE);
        if (test_random_below(&random, 2)) {
            if (room)
                list[end++] =
                    submit(&f, flow, NOC_READ_REPLY, (uint32_t)test_random_below(&random, 64));
        } else if (first < end) {
            const uint32_t packet = list[first++];
            noc_port_take(&f.ports, packet);
            assert_true(f.ports.packets.entries[packet].is_placed);
            noc_port_deliver(&f.ports, packet, f.ports.packets.entries[packet].flits, true);
        }
        assert_int_equal(noc_port_backlog(&f.ports, source, NOC_REPLY), end - first);
        assert_int_equal(f.ports.packets.free_count, f.ports.packets.capacity - (end - first));
    }
    assert_true(first > 5000);
    tear_down(&f);
}

/* The packets that an engine has taken at once, in order. */
typedef struct taker {
    uint32_t packets[8];
    size_t count;
} taker;

static void came(void *engine, uint32_t packet)
{
    taker *t = engine;
    t->packets[t->count++] = packet;
}

static void take_all(fixture *f, taker *t)
{
    *t = (taker){.count = 0};
    for (uint16_t n = 0; n < f->t.system->graph.network_count; n++)
        noc_ports_take_at_once(&f->ports, n,
                               (noc_port_network){.accept_packet = came, .engine = t});
}

/* A packet that an engine took keeps its place through its delivery. */
static void packets_taken_at_once_keep_their_places(void **state)
{
    (void)state;
    enum { PACKETS = 3 };
    fixture f;
    taker t;
    set_up(&f, test_compile(test_gpu, NULL), false);
    take_all(&f, &t);
    const uint32_t source = f.t.system->graph.memory_terminals[2];
    const size_t flow = flow_from(f.t.system, source, NOC_REPLY);
    for (uint32_t k = 0; k < PACKETS; k++) {
        const uint32_t packet = submit(&f, flow, NOC_READ_REPLY, k);
        assert_int_equal(t.packets[k], packet);
        assert_true(f.ports.packets.entries[packet].is_placed);
    }
    assert_int_equal(noc_port_front(&f.ports, source, NOC_REPLY), NOC_NONE);
    noc_port_deliver(&f.ports, t.packets[1], f.ports.packets.entries[t.packets[1]].flits, true);
    assert_int_equal(noc_port_backlog(&f.ports, source, NOC_REPLY), PACKETS);
    assert_false(noc_port_has_room(&f.ports, source, NOC_REPLY, PACKETS));
    assert_int_equal(f.ports.packets.free_count, f.ports.packets.capacity - PACKETS);
    noc_port_release(&f.ports, t.packets[1]);
    assert_int_equal(noc_port_backlog(&f.ports, source, NOC_REPLY), PACKETS - 1);
    assert_true(noc_port_has_room(&f.ports, source, NOC_REPLY, PACKETS));
    assert_int_equal(f.ports.packets.free_count, f.ports.packets.capacity - (PACKETS - 1));
    tear_down(&f);
}

/* A record is needed until the packet has been heard of and its place is free, whichever comes
 * first. */
static void records_of_kept_packets_stay(void **state)
{
    const bool *released_first = *state;
    fixture f;
    set_up(&f, test_compile(test_gpu, NULL), false);
    f.ports.lists_arrivals[NOC_REQUEST] = f.ports.lists_arrivals[NOC_REPLY] = true;
    taker engine;
    take_all(&f, &engine);
    const size_t flow = flow_from(f.t.system, f.t.system->graph.memory_terminals[0], NOC_REPLY);
    const uint32_t packet = submit(&f, flow, NOC_READ_REPLY, 3), all = f.ports.packets.capacity;
    if (*released_first) {
        noc_port_release(&f.ports, packet);
        noc_port_deliver(&f.ports, packet, 1, true);
        assert_int_equal(f.ports.packets.free_count, all - 1);
        noc_port_drop_arrival(&f.ports);
    } else {
        noc_port_deliver(&f.ports, packet, 1, true);
        noc_port_drop_arrival(&f.ports);
        assert_int_equal(f.ports.packets.free_count, all - 1);
        assert_int_equal(f.ports.packets.entries[packet].tag, 3);
        noc_port_release(&f.ports, packet);
    }
    assert_int_equal(f.ports.packets.free_count, all);
    tear_down(&f);
}

/* ---- the other end -------------------------------------------------------------------------- */

static void terminals_let_in_what_they_have_room_for(void **state)
{
    (void)state;
    fixture f;
    set_up(&f, test_compile(test_gpu, NULL), true);
    for (int k = 0; k < 1000; k++) assert_true(noc_port_admit(&f.ports, 5)); /* no limit */
    noc_port_limit(&f.ports, 5, 2);
    assert_true(noc_port_admit(&f.ports, 5));
    assert_true(noc_port_admit(&f.ports, 5));
    assert_false(noc_port_admit(&f.ports, 5));
    assert_false(noc_port_admit(&f.ports, 5));
    noc_port_make_room(&f.ports, 5);
    assert_true(noc_port_admit(&f.ports, 5));
    assert_false(noc_port_admit(&f.ports, 5));
    assert_true(noc_port_admit(&f.ports, 6));
    tear_down(&f);
}

/* Flits and cycles are counted, and tails are heard of in the order in which they came. */
static void deliveries_are_counted_and_listed(void **state)
{
    (void)state;
    fixture f;
    set_up(&f, test_compile(test_gpu, NULL), true);
    f.ports.lists_arrivals[NOC_REQUEST] = f.ports.lists_arrivals[NOC_REPLY] = true;
    const noc_system *s = f.t.system;
    uint32_t packets[3];
    for (uint32_t k = 0; k < 3; k++) {
        f.ports.now = 100 + 10 * k;
        packets[k] =
            submit(&f, flow_from(s, s->graph.memory_terminals[k], NOC_REPLY), NOC_READ_REPLY, k);
        f.ports.packets.entries[packets[k]].request_cycle = 50;
        f.ports.packets.entries[packets[k]].injection_cycle = f.ports.now + 1;
    }
    f.ports.now = 200;
    noc_port_deliver(&f.ports, packets[0], 1, false);
    assert_int_equal(noc_port_first_arrival(&f.ports), NOC_NONE);
    noc_port_deliver(&f.ports, packets[2], 1, true);
    noc_port_deliver(&f.ports, packets[0], 2, true);
    const noc_tally *t = &f.ports.tally;
    assert_int_equal(t->flits_ejected[NOC_REPLY], 4);
    assert_int_equal(t->delivered[NOC_REPLY], 2);
    assert_int_equal(t->latency[NOC_REPLY], 80 + 100);
    assert_int_equal(t->network_latency[NOC_REPLY], 79 + 99);
    assert_int_equal(t->round_trip, 150 + 150);
    assert_int_equal(t->last_delivery, 200);
    assert_int_equal(noc_port_first_arrival(&f.ports), packets[2]);
    noc_port_drop_arrival(&f.ports);
    assert_int_equal(noc_port_first_arrival(&f.ports), packets[0]);
    noc_port_drop_arrival(&f.ports);
    assert_int_equal(noc_port_first_arrival(&f.ports), NOC_NONE);
    assert_int_equal(f.ports.packets.free_count, f.ports.packets.capacity - 1);
    tear_down(&f);
}

int main(void)
{
    static test_list list;
    static const struct {
        const char *name;
        bool value;
    } kept[] = {{"released, then heard of", true}, {"heard of, then released", false}};
    static const bool truths[] = {true, false};
    test_add(&list, "doors: one packet at a time", doors_take_one_packet_at_a_time);
    test_add(&list, "doors: answers wait until they are woken", answers_wait_until_they_are_woken);
    test_add(&list, "doors: sharers take turns", sharers_take_turns);
    test_add(&list, "supply: with doors", only_the_front_is_made);
    list.tests[list.count - 1].initial_state = (void *)&truths[0];
    test_add(&list, "supply: without", only_the_front_is_made);
    list.tests[list.count - 1].initial_state = (void *)&truths[1];
    test_add(&list, "supply: replies of peers go first", replies_of_peers_go_first);
    test_add(&list, "queues: as plain lists", queues_are_as_plain_lists);
    test_add(&list, "queues: taken at once", packets_taken_at_once_keep_their_places);
    for (size_t i = 0; i < TEST_COUNT(kept); i++) {
        test_add(&list, kept[i].name, records_of_kept_packets_stay);
        list.tests[list.count - 1].initial_state = (void *)&kept[i].value;
    }
    test_add(&list, "admission", terminals_let_in_what_they_have_room_for);
    test_add(&list, "deliveries", deliveries_are_counted_and_listed);
    return test_run("ports", &list);
}
