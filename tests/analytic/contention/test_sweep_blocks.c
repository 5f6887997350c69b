/* Which queues lie side by side in the lanes of a sweep. */
#include <string.h>

#include "tests/support/runs/models.h"

#define NOC_LANES 2
#include "analytic/contention/sweep/make.h"

/* ---- order ---------------------------------------------------------------------------------- */

enum { QUEUES_MOST = 7, TRANSITIONS_MOST = 6 };

/* Queues of one kind but for who ejects and injects, where they lead to, and the fewest blocks of
 * two that hold them. */
typedef struct order_case {
    const char *name;
    uint32_t queues;
    bool ejects[QUEUES_MOST], injects[QUEUES_MOST];
    uint32_t transitions, first[QUEUES_MOST + 1], to[TRANSITIONS_MOST];
    uint32_t blocks, transition_blocks;
} order_case;

static const order_case order_cases[] = {
    {"order: a row", 4, {true}, {[3] = true}, 3, {0, 0, 1, 2, 3}, {0, 1, 2}, 4, 3},
    {"order: a circle", 4, {true}, {[3] = true}, 4, {0, 0, 2, 3, 4}, {0, 2, 1, 2}, 4, 4},
    {"order: a source into a circle",
     4,
     {true},
     {[3] = true},
     4,
     {0, 0, 2, 3, 4},
     {0, 2, 1, 1},
     4,
     4},
    {"order: back to itself", 3, {true}, {[2] = true}, 3, {0, 0, 2, 3}, {0, 1, 1}, 3, 3},
    {"order: sources near and far",
     5,
     {true},
     {[3] = true, [4] = true},
     4,
     {0, 0, 1, 2, 3, 4},
     {0, 1, 1, 2},
     4,
     3},
    /* the second of one row beside the first of another */
    {"order: three rows",
     7,
     {true},
     {false},
     6,
     {0, 0, 1, 2, 3, 4, 5, 6},
     {0, 0, 0, 1, 2, 3},
     4,
     3},
    /* beside those that have as many transitions, not beside the next one */
    {"order: one transition or two", 5, {true}, {false}, 6, {0, 0, 1, 3, 4, 6}, {0}, 3, 3},
};

/* Those that lead to each other are met in the contention's order. */
static void check_order(void **state)
{
    const order_case *c = *state;
    noc_class_queue queues[QUEUES_MOST] = {{.vcs = 1}};
    noc_transition transitions[TRANSITIONS_MOST] = {{.from = 0}};
    uint32_t block[QUEUES_MOST], blocks = 0, transition_blocks = 0, no_group = NOC_NONE;
    const noc_loads loads = {.first_group = &no_group};
    for (uint32_t i = 0; i < c->queues; i++) {
        queues[i] = (noc_class_queue){.vcs = 1,
                                      .output.all_vcs = 1.0,
                                      .is_ejection = c->ejects[i],
                                      .is_injection = c->injects[i]};
        for (uint32_t k = c->first[i]; k < c->first[i + 1]; k++)
            transitions[k] = (noc_transition){.from = i, .to = c->to[k]};
    }
    uint32_t first[QUEUES_MOST + 1];
    memcpy(first, c->first, sizeof first);
    const noc_contention contention = {.loads = &loads,
                                       .queues = queues,
                                       .transitions = transitions,
                                       .first_transition = first,
                                       .queue_count = c->queues,
                                       .transition_count = c->transitions};
    packed_queue seats[QUEUES_MOST];
    assert_true(pack_queues(&contention, (noc_queue_range){0, c->queues}, NOC_LANES, seats));
    for (uint32_t i = 0, count; i < c->queues; i += count, blocks++) {
        const block_size size = find_block_size(&seats[i], c->queues - i);
        count = size.queues;
        transition_blocks += size.transitions;
        for (uint32_t k = i; k < i + count; k++) {
            assert_int_equal(find_kind(&queues[seats[k].queue]),
                             find_kind(&queues[seats[i].queue]));
            block[seats[k].queue] = blocks;
        }
    }
    assert_int_equal(blocks, c->blocks);
    assert_int_equal(transition_blocks, c->transition_blocks);
    for (uint32_t k = 0; k < c->transitions; k++) {
        const uint32_t from = transitions[k].from, to = transitions[k].to;
        assert_true(to < from ? block[to] < block[from] : from == to || block[to] > block[from]);
    }
}

/* ---- stations ------------------------------------------------------------------------------- */

/* Offsets of a member of a station, and of its lanes, both in doubles. */
typedef struct station_member {
    const char *name;
    size_t without_lanes, in_lanes;
} station_member;

#define MEMBER(station, lane_station, member)                                         \
    {                                                                                 \
        "station: " #station "." #member, offsetof(station, member) / sizeof(double), \
            offsetof(lane_station, member) / (NOC_LANES * sizeof(double))             \
    }

/* The last common member of each station, and others on the way. */
static const station_member members[] = {
    MEMBER(noc_queue_packets, packet_lanes, length_variance),
    MEMBER(noc_queue_packets, packet_lanes, crossbar_cycles),
    MEMBER(noc_queue_tree, tree_lanes, fork_share),
    MEMBER(noc_queue_tree, tree_lanes, slowest_waits),
    MEMBER(noc_injection_choice, choice_lanes, random_overlap),
    MEMBER(noc_source_queue, source_lanes, fanout),
    MEMBER(noc_source_queue, source_lanes, node_share),
    MEMBER(noc_source_queue, source_lanes, turn_loss),
    MEMBER(noc_source_queue, source_lanes, saved_wait),
    MEMBER(noc_source_queue, source_lanes, run_loss),
    MEMBER(noc_output_vcs, output_lanes, search_chance),
    MEMBER(noc_output_vcs, output_lanes, restart_share),
    MEMBER(noc_output_vcs, output_lanes, start_cycles),
    MEMBER(noc_output_vcs, output_lanes, least_hold),
    MEMBER(noc_switch_allocation, allocation_lanes, rounds),
    MEMBER(noc_switch_allocation, allocation_lanes, speculation),
    MEMBER(noc_switch_allocation, allocation_lanes, same_input_chance),
    MEMBER(noc_sending, sending_lanes, spare_cycles),
    MEMBER(noc_sending, sending_lanes, credit_excess),
    MEMBER(noc_sending, sending_lanes, parted_share),
    MEMBER(noc_sending, sending_lanes, long_share),
    MEMBER(noc_sending, sending_lanes, overhang),
    MEMBER(noc_credits, credit_lanes, loop),
    MEMBER(noc_credits, credit_lanes, slack),
    MEMBER(noc_credits, credit_lanes, spare_packets),
    MEMBER(noc_credits, credit_lanes, kept_flits),
    MEMBER(noc_credits, credit_lanes, next_packet_gap),
    MEMBER(noc_credits, credit_lanes, head_excess),
    MEMBER(noc_input_vc, input_lanes, routing_cycles),
    MEMBER(noc_input_vc, input_lanes, recovered_cycles),
    MEMBER(noc_input_vc, input_lanes, onward_cycles),
    MEMBER(noc_input_vc, input_lanes, rivals),
    MEMBER(noc_input_vc, input_lanes, same_vc_chance),
    MEMBER(noc_input_vc, input_lanes, jam_level),
    MEMBER(noc_transition_packets, pair_packet_lanes, length_inverse),
    MEMBER(noc_transition_packets, pair_packet_lanes, head_share),
    MEMBER(noc_transition_packets, pair_packet_lanes, relative_length),
    MEMBER(noc_transition_pace, pair_pace_lanes, ratio),
    MEMBER(noc_transition_pace, pair_pace_lanes, crossbar_lead),
    MEMBER(noc_transition_pace, pair_pace_lanes, tail_spread),
    MEMBER(noc_transition_shares, pair_share_lanes, arriving),
    MEMBER(noc_transition_shares, pair_share_lanes, leaving),
    MEMBER(noc_transition_shares, pair_share_lanes, channel),
    MEMBER(noc_transition_shares, pair_share_lanes, same_vc),
    MEMBER(noc_transition_shares, pair_share_lanes, branch_waits),
    MEMBER(noc_transition_switch, pair_switch_lanes, own_group_share),
    MEMBER(noc_transition_switch, pair_switch_lanes, fair_share),
    MEMBER(noc_transition_link, pair_link_lanes, elsewhere_flits),
    MEMBER(noc_transition_link, pair_link_lanes, input_flits),
    MEMBER(noc_transition_link, pair_link_lanes, other_vc_share),
    MEMBER(noc_transition_link, pair_link_lanes, output_share),
    MEMBER(noc_transition_vcs, pair_vc_lanes, queued_share),
    MEMBER(noc_transition_vcs, pair_vc_lanes, packet_share),
    MEMBER(noc_transition_vcs, pair_vc_lanes, all_vcs),
    MEMBER(noc_transition_vcs, pair_vc_lanes, side_by_side),
};

/* put_station copies members in their order. */
static void check_member(void **state)
{
    const station_member *m = *state;
    assert_int_equal(m->in_lanes, m->without_lanes);
}

/* ---- blocks --------------------------------------------------------------------------------- */

/* Who leaves the network meets nobody: it has no room for mates, and writes into nobody else's. */
static void check_no_mates(const noc_contention *c, const queue_lanes *q)
{
    enum { BEHIND = 32 };
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    peer_lanes *room = allocate_blocks(&arena, q->first_peer + BEHIND, sizeof *room);
    assert_non_null(room);
    memset(room, 0, (q->first_peer + BEHIND) * sizeof *room);
    assert_int_equal(q->first_peer, q->end_peer);
    queue_lanes leaving = *q;
    put_peers(c, &leaving, 0, room);
    assert_memory_equal(&leaving, q, sizeof leaving);
    for (uint32_t m = 0; m < q->first_peer + BEHIND; m++)
        assert_near(room[m].presence[0], 0.0, 0.0);
}

static void check_is_in(noc_queue_range range, uint32_t queue)
{
    assert_true(queue >= range.first && queue < range.end);
}

/* Each queue and transition of a network has a lane of its own, and meets as many groups as its
 * channel has. None has to do with other networks. */
static void check_network(const noc_contention *c, noc_queue_range range)
{
    noc_sweep *s = make(c, range);
    uint32_t queues = 0, transitions = 0;
    assert_non_null(s);
    for (uint32_t b = 0; b < s->queue_blocks; b++) {
        const queue_lanes *q = &s->queues[b];
        queues += q->count;
        if (q->is_ejection) check_no_mates(c, q);
        for (uint32_t l = 0; l < q->count; l++) {
            double mates = 0.0;
            for (uint32_t m = q->first_peer; m < q->end_peer; m++) mates += s->peers[m].presence[l];
            assert_near(mates, count_peers(c, &c->queues[q->queue_numbers[l]]), 0.0);
            transitions += c->first_transition[q->queue_numbers[l] + 1] -
                           c->first_transition[q->queue_numbers[l]];
            check_is_in(range, q->queue_numbers[l]);
            for (uint32_t k = c->loads->first_group[c->queues[q->queue_numbers[l]].channel];
                 k != NOC_NONE; k = c->loads->groups[k].next)
                check_is_in(range, c->symmetry.groups.part[k]);
        }
    }
    assert_int_equal(queues, noc_count_queues(range));
    assert_int_equal(transitions, s->transition_count);
    for (uint32_t i = 0; i < s->transition_count; i++) {
        const uint32_t size = sizeof *s->transitions / sizeof(double), k = s->first_transition + i;
        assert_int_equal(s->transitions[s->transition_places[i] / size]
                             .transition_numbers[s->transition_places[i] % size],
                         k);
        check_is_in(range, c->transitions[k].from);
        check_is_in(range, c->transitions[k].to);
    }
}

static void check_blocks(void **state)
{
    test_contention t;
    test_contention_new(*state, &t);
    const noc_contention *c = t.contention;
    uint32_t queues = 0, transitions = 0;
    for (uint32_t n = 0; n < c->network_count; n++) {
        const noc_queue_range range = c->networks[n].queues;
        check_network(c, range);
        queues += noc_count_queues(range);
        transitions += c->first_transition[range.end] - c->first_transition[range.first];
    }
    assert_int_equal(queues, c->queue_count);
    assert_int_equal(transitions, c->transition_count);
    test_contention_free(&t);
}

int main(void)
{
    static test_list list;
    const test_shipped *designs;
    const size_t count = test_shipped_designs(&designs);
    TEST_TABLE(&list, order_cases, check_order);
    TEST_TABLE(&list, members, check_member);
    test_add_rows(&list, "blocks", designs, count, sizeof *designs, check_blocks);
    return test_run("blocks", &list);
}
