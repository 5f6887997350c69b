#include "tests/overlay_play.h"

#include <math.h>
#include <stdlib.h>

#include "sampler/engines/slices/lines.h"
#include "sampler/engines/slices/tokens.h"
#include "sampler/random.h"

/* Packets wait in the order of creation, those that a partner may send apart from the others. */
typedef struct fifo {
    played_packet *first, *last;
} fifo;

enum { RESERVED, ANY_PARTNER, LISTS };
enum { PACKETS_MAX = 1 << 20, BLOCK = 1 << 10 };

struct overlay_player {
    const overlay_family *family;
    overlay_accepts *accepts;
    bool accelerated, keeps;
    noc_overlay_circuit *circuit;
    noc_slice_lines *lines;
    noc_token_slices *tokens;
    fifo queues[OVERLAY_NODES][LISTS];
    played_packet *blocks[PACKETS_MAX / BLOCK]; /* packets by number */
    uint32_t used;
    played_packet *free;
    uint64_t now, created; /* next cycle to run; packets */

    /* Measured: packets created from the start of measurement on. */
    uint64_t from;
    double latencies, packets, flits;
};

/* ---- queues --------------------------------------------------------------------------------- */

static played_packet *packet_of(const overlay_player *p, uint32_t number)
{
    return &p->blocks[number / BLOCK][number % BLOCK];
}

static noc_sent_packet next(void *owner, int sender, bool reachable_only)
{
    const overlay_player *p = owner;
    const played_packet *reachable = p->queues[sender][ANY_PARTNER].first,
                        *reserved = p->queues[sender][RESERVED].first;
    if (reachable_only || !reserved) return reachable->sent;
    if (!reachable) return reserved->sent;
    return reachable->order < reserved->order ? reachable->sent : reserved->sent;
}

static void cut(void *owner, int sender, uint32_t number, int flits)
{
    (void)sender;
    packet_of(owner, number)->sent.flits = flits;
}

static void take(void *owner, int sender, uint32_t number)
{
    overlay_player *p = owner;
    const played_packet *packet = packet_of(p, number);
    fifo *queue = &p->queues[sender][packet->sent.reachable ? ANY_PARTNER : RESERVED];
    assert_ptr_equal(queue->first, packet);
    queue->first = packet->next;
    if (!queue->first) queue->last = NULL;
}

static void sent(void *owner, int sender, uint32_t number, uint64_t cycle)
{
    (void)owner, (void)sender, (void)number, (void)cycle;
}

static bool delivered(void *owner, uint32_t number, uint64_t cycle)
{
    overlay_player *p = owner;
    played_packet *packet = packet_of(p, number);
    packet->delivered = cycle;
    if (packet->created >= p->from) {
        p->latencies += (double)(cycle - packet->created);
        p->packets += 1.0;
    }
    if (p->accepts) return p->accepts(packet->sent.destination, cycle);
    if (!p->keeps) {
        packet->next = p->free;
        p->free = packet;
    }
    return true;
}

static void answered(void *owner, uint32_t number, bool received, uint64_t cycle)
{
    if (received) packet_of(owner, number)->answered = cycle;
}

/* ---- making --------------------------------------------------------------------------------- */

static int tile_distance(noc_point a, noc_point b)
{
    return abs(a.column - b.column) + abs(a.row - b.row);
}

/* Routers, or stops, from a sender to a destination. */
static int way_of(const overlay_family *f, int sender, int destination)
{
    if (f->kind == OVERLAY_RINGS) return destination + 1;
    const bool to_core = f->kind != OVERLAY_TOKENS;
    const noc_point memory = f->memory_at[to_core ? sender : destination],
                    core = f->core_at[to_core ? destination : sender];
    return 1 + tile_distance(memory, core);
}

static int senders_of(const overlay_family *f)
{
    return f->kind == OVERLAY_TOKENS ? f->cores : f->memory_nodes;
}

static int destinations_of(const overlay_family *f)
{
    return f->kind == OVERLAY_TOKENS ? f->memory_nodes : f->cores;
}

static void make_circuit(overlay_player *p, noc_sender_queues queues)
{
    const overlay_family *f = p->family;
    const noc_overlay_plan plan = {
        .overlay = f->overlay,
        .memory_nodes = f->memory_nodes,
        .cores = f->cores,
        .memory_at = f->memory_at,
        .core_at = f->core_at,
        .flits_max = f->mix.flits[0] > f->mix.flits[1] ? f->mix.flits[0] : f->mix.flits[1],
        .queue = 132,
        .has_receipts = p->accepts != NULL,
    };
    p->circuit = noc_overlay_circuit_new(&plan, queues);
    assert_non_null(p->circuit);
}

static void make_slices(overlay_player *p, noc_sender_queues queues)
{
    const overlay_family *f = p->family;
    const int senders = senders_of(f), destinations = destinations_of(f);
    int slice_of[OVERLAY_NODES], *way = malloc(sizeof *way * (size_t)(senders * destinations));
    for (int s = 0; s < senders; s++)
        for (int d = 0; d < destinations; d++)
            way[s * destinations + d] = f->slices.hop_cycles * way_of(f, s, d);
    for (int s = 0; s < f->cores; s++) slice_of[s] = f->core_at[s].column;
    const noc_token_plan plan = {f->slices.columns, senders, destinations,
                                 slice_of,          way,     f->slices.token_hop_cycles};
    if (f->kind == OVERLAY_TOKENS)
        p->tokens = noc_token_slices_new(&plan, queues);
    else
        p->lines =
            noc_slice_lines_new(senders, f->slices.slices_per_memory, destinations, way, queues);
    assert_true(p->tokens || p->lines);
    free(way);
}

overlay_player *overlay_player_new(const overlay_family *family, overlay_accepts *accepts,
                                   bool accelerated)
{
    overlay_player *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->family = family;
    p->accepts = accepts;
    p->accelerated = accelerated;
    p->keeps = true;
    const noc_sender_queues queues = {p, next, cut, take, sent, delivered, answered};
    if (family->kind == OVERLAY_CIRCUITS)
        make_circuit(p, queues);
    else
        make_slices(p, queues);
    return p;
}

void overlay_player_free(overlay_player *player)
{
    noc_overlay_circuit_free(player->circuit);
    noc_slice_lines_free(player->lines);
    noc_token_slices_free(player->tokens);
    for (int i = 0; i < PACKETS_MAX / BLOCK; i++) free(player->blocks[i]);
    free(player);
}

const noc_overlay_circuit *overlay_player_circuit(const overlay_player *player)
{
    return player->circuit;
}

/* ---- playing -------------------------------------------------------------------------------- */

static void arrive(overlay_player *p, uint64_t now)
{
    if (p->circuit)
        noc_overlay_circuit_arrive(p->circuit, now);
    else if (p->lines)
        noc_slice_lines_arrive(p->lines, now);
    else
        noc_token_slices_arrive(p->tokens, now);
}

static void send(overlay_player *p, uint64_t now)
{
    if (p->circuit)
        noc_overlay_circuit_send(p->circuit, now);
    else if (p->lines)
        noc_slice_lines_send(p->lines, now);
    else
        noc_token_slices_send(p->tokens, now);
}

static uint64_t quiet_until(overlay_player *p, uint64_t now)
{
    if (!p->accelerated) return now + 1;
    if (p->circuit) return noc_overlay_circuit_quiet_until(p->circuit, now);
    return p->lines ? noc_slice_lines_quiet_until(p->lines, now)
                    : noc_token_slices_quiet_until(p->tokens, now);
}

void overlay_player_run(overlay_player *player, uint64_t until)
{
    while (player->now < until) {
        arrive(player, player->now);
        send(player, player->now);
        arrive(player, player->now);
        player->now = quiet_until(player, player->now);
    }
    player->now = until;
}

static played_packet *new_packet(overlay_player *p, uint32_t *number)
{
    played_packet *packet = p->free;
    if (packet) {
        p->free = packet->next;
        *number = packet->sent.number;
        return packet;
    }
    assert_true(p->used < PACKETS_MAX);
    played_packet **block = &p->blocks[p->used / BLOCK];
    if (!*block) *block = malloc(BLOCK * sizeof **block);
    assert_non_null(*block);
    *number = p->used++;
    return packet_of(p, *number);
}

static void queue_packet(overlay_player *p, int sender, int destination, int flits, uint64_t now)
{
    uint32_t number;
    played_packet *packet = new_packet(p, &number);
    const bool reachable =
        p->circuit && noc_overlay_circuit_reaches(p->circuit, sender, destination);
    *packet =
        (played_packet){{number, destination, flits, reachable}, now, 0, 0, p->created++, NULL};
    fifo *queue = &p->queues[sender][reachable ? ANY_PARTNER : RESERVED];
    if (queue->last)
        queue->last->next = packet;
    else
        queue->first = packet;
    queue->last = packet;
    if (p->circuit)
        noc_overlay_circuit_created(p->circuit, sender, reachable, now);
    else if (p->lines)
        noc_slice_lines_created(p->lines, sender, now);
    else
        noc_token_slices_created(p->tokens, sender, now);
}

const played_packet *overlay_player_create(overlay_player *player, int sender, int destination,
                                           int flits, uint64_t cycle)
{
    overlay_player_run(player, cycle + 1);
    queue_packet(player, sender, destination, flits, cycle);
    return player
        ->queues[sender][player->circuit &&
                                 noc_overlay_circuit_reaches(player->circuit, sender, destination)
                             ? ANY_PARTNER
                             : RESERVED]
        .last;
}

int overlay_core_at(const overlay_family *family, noc_point at)
{
    for (int c = 0; c < family->cores; c++)
        if (family->core_at[c].column == at.column && family->core_at[c].row == at.row) return c;
    fail_msg("no core at (%d,%d)", at.column, at.row);
    return -1;
}

/* ---- random traffic ------------------------------------------------------------------------- */

/* Bernoulli trials, one a core and cycle in the order of cycles, counted to the next success. */
typedef struct trials {
    double log_failure;
    uint64_t cores, next;
} trials;

static uint64_t to_success(const trials *t, noc_random *random)
{
    return (uint64_t)floor(log(noc_random_positive(random)) / t->log_failure);
}

/* The next packet of a source: its cycle, and its core. */
static uint64_t cycle_of(const trials *t)
{
    return t->next / t->cores;
}

static int draw(const double *shares, int count, noc_random *random)
{
    double u = noc_random_uniform(random);
    int i = 0;
    while (i + 1 < count && u >= shares[i]) u -= shares[i++];
    return i;
}

/* Sources of replies are memory nodes, each with trials of its own; of requests, all cores together. */
static int start(const overlay_family *f, double rate, trials *list, noc_random *random)
{
    const int count = f->kind == OVERLAY_TOKENS ? 1 : f->memory_nodes;
    for (int m = 0; m < count; m++) {
        const double share = f->kind == OVERLAY_TOKENS ? 1.0 : f->shares[m];
        list[m] = (trials){log1p(-rate * share), (uint64_t)f->cores, 0};
        list[m].next = to_success(&list[m], random);
    }
    return count;
}

static void create(overlay_player *p, int source, trials *t, noc_random *random)
{
    const overlay_family *f = p->family;
    const uint64_t cycle = cycle_of(t);
    const int core = (int)(t->next % t->cores), kind = draw(f->mix.shares, 2, random);
    if (f->kind == OVERLAY_TOKENS)
        queue_packet(p, core, draw(f->shares, f->memory_nodes, random), f->mix.flits[kind], cycle);
    else
        queue_packet(p, source, core, f->mix.flits[kind], cycle);
    if (cycle >= p->from) p->flits += f->mix.flits[kind];
    t->next += 1 + to_success(t, random);
}

static void play(overlay_player *p, double rate, uint64_t cycles, uint64_t seed)
{
    trials list[OVERLAY_NODES];
    noc_random random = noc_random_stream(seed, 0);
    const int count = start(p->family, rate, list, &random);
    for (;;) {
        uint64_t first = UINT64_MAX;
        for (int i = 0; i < count; i++)
            if (cycle_of(&list[i]) < first) first = cycle_of(&list[i]);
        if (first >= cycles) break;
        overlay_player_run(p, first + 1);
        for (int i = 0; i < count; i++)
            while (cycle_of(&list[i]) == first) create(p, i, &list[i], &random);
    }
    overlay_player_run(p, cycles);
}

overlay_measured overlay_measure(const overlay_family *family, double rate, uint64_t cycles,
                                 int runs, uint64_t seed)
{
    overlay_measured m = {.window_min = INT32_MAX};
    double sum = 0.0, squares = 0.0, flits = 0.0;
    for (int run = 0; run < runs; run++) {
        overlay_player *p = overlay_player_new(family, NULL, true);
        p->keeps = false;
        p->from = cycles / 6;
        play(p, rate, cycles, seed + (uint64_t)run);
        const double mean = p->latencies / p->packets;
        sum += mean;
        squares += mean * mean;
        m.packets += p->packets;
        flits += p->flits / (double)(cycles - p->from) / senders_of(family);
        for (int w = 0; w < family->memory_nodes && p->circuit; w++) {
            const int window = noc_overlay_circuit_windows(p->circuit)[w];
            if (window < m.window_min) m.window_min = window;
            if (window > m.window_max) m.window_max = window;
        }
        overlay_player_free(p);
    }
    m.latency = sum / runs;
    m.error = sqrt((squares / runs - m.latency * m.latency) / (runs - 1));
    m.accepted = flits / runs;
    return m;
}
