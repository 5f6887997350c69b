/* Burst-first replies against an independent program's lists and streams, and closed forms. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "sampler/policies/reply_queues.h"
#include "tests/support/rows/ends_tables.h"

/* ---- labels --------------------------------------------------------------------------------- */

static void requests_are_labelled(void **state)
{
    enum { REQUESTS = 1024 };
    const ends_row *row = *state;
    const uint64_t burst_cycles = (uint64_t)ends_integer(row, "burst_cycles", 0);
    uint64_t cycles[REQUESTS];
    char labels[REQUESTS + 1];
    const size_t count = ends_numbers(row, "request_cycles", cycles, REQUESTS);
    noc_burst_run run = {0};
    int bursts = 0;
    for (size_t i = 0; i < count; i++) {
        const bool burst = noc_burst_extend(&run, cycles[i], burst_cycles);
        labels[i] = burst ? 'b' : 'n';
        bursts += burst;
    }
    labels[count] = '\0';
    assert_string_equal(labels, ends_text(row, "labels"));
    assert_int_equal(bursts, ends_integer(row, "bursts", -1));
}

/* A core that sends with probability p a cycle: 1 - (1 - p)^d of its requests follow within d
 * cycles. */
static void share_of_bursts(void **state)
{
    (void)state;
    const double p = 0.16;
    noc_random random = noc_random_stream(1, 0);
    noc_burst_run run = {0};
    double requests = 0.0, bursts = 0.0;
    for (uint64_t t = 0; t < 1000000; t++) {
        if (noc_random_uniform(&random) >= p) continue;
        requests++;
        bursts += noc_burst_extend(&run, t, 8);
    }
    assert_near(bursts / requests, 1.0 - pow(1.0 - p, 8), 0.004);
}

/* ---- a node's port -------------------------------------------------------------------------- */

typedef struct reply {
    uint64_t arrival, joined, start;
    bool burst;
} reply;

/* A port, its queues, and the replies that it sends, in order of arrival. */
typedef struct rig {
    noc_arena arena;
    noc_reply_queues queues;
    uint64_t packet_cycles, free_at, blocked;
    reply *replies;
    size_t count, outside; /* the first one that has not joined */
    uint64_t *order;
    size_t sent;
} rig;

static uint32_t places_of(const ends_row *row, const char *column, size_t count)
{
    const int places = ends_integer(row, column, 0);
    return places > 0 ? (uint32_t)places : (uint32_t)count;
}

static void start_rig(rig *r, const ends_row *row, bool fifo)
{
    const uint32_t burst = places_of(row, "burst_queue", r->count);
    const uint32_t normal = places_of(row, "normal_queue", r->count);
    r->order = noc_arena_array(&r->arena, r->count, sizeof *r->order);
    r->packet_cycles = (uint64_t)ends_integer(row, "packet_cycles", 1);
    r->queues = noc_reply_queues_make(fifo ? 0 : burst, fifo ? burst + normal : normal,
                                      (uint32_t)ends_integer(row, "burst_share", 1), &r->arena);
    assert_false(r->arena.is_short);
}

static void clear_rig(rig *r)
{
    noc_arena_clear(&r->arena);
}

static void cycle(rig *r, uint64_t now)
{
    noc_reply_pick pick;
    if (now == r->free_at && r->sent > 0)
        r->queues.held_places[noc_reply_find_kind(&r->queues,
                                                  r->replies[r->order[r->sent - 1]].burst)]--;
    if (now >= r->free_at && noc_reply_queues_find(&r->queues, NULL, NULL, &pick)) {
        const uint32_t next = noc_reply_queues_take(&r->queues, pick);
        r->replies[next].start = now;
        r->order[r->sent++] = next;
        r->free_at = now + r->packet_cycles;
    }
    while (r->outside < r->count && r->replies[r->outside].arrival <= now) {
        reply *next_in = &r->replies[r->outside];
        if (!noc_reply_queues_have_room(&r->queues, next_in->burst)) {
            assert_false(noc_reply_queues_are_open(&r->queues));
            break;
        }
        next_in->joined = now;
        noc_reply_queues_join(&r->queues, (uint32_t)r->outside++, next_in->burst);
    }
    r->blocked += r->outside < r->count && r->replies[r->outside].arrival <= now;
}

static uint64_t run_rig(rig *r)
{
    uint64_t now = 0;
    while (r->sent < r->count) cycle(r, now++);
    return now;
}

static double mean_wait(const rig *r, bool burst)
{
    double sum = 0.0, count = 0.0;
    for (size_t i = 0; i < r->count; i++) {
        if (r->replies[i].burst != burst) continue;
        sum += (double)(r->replies[i].start - r->replies[i].arrival);
        count++;
    }
    return sum / count;
}

/* ---- lists ---------------------------------------------------------------------------------- */

static size_t read_arrivals(const ends_row *row, reply *replies, size_t most)
{
    const char *text = ends_text(row, "arrivals");
    size_t count = 0;
    for (char *end; *text; text = *end == ' ' ? end + 1 : end) {
        assert_true(count < most);
        replies[count].arrival = strtoull(text, &end, 10);
        replies[count++].burst = *end++ == 'b';
    }
    return count;
}

static void assert_mean(const ends_row *row, const char *column, double mean)
{
    if (!isnan(ends_real(row, column))) assert_near(mean, ends_real(row, column), 1e-6);
}

static void list_is_sent(void **state)
{
    enum { REPLIES = 1024 };
    const ends_row *row = *state;
    static reply replies[REPLIES];
    uint64_t starts[REPLIES], joined[REPLIES];
    rig r = {.replies = replies, .count = read_arrivals(row, replies, REPLIES)};
    start_rig(&r, row, !strcmp(ends_text(row, "reply_order"), "fifo"));
    run_rig(&r);
    for (size_t i = 0; i < r.count; i++) {
        starts[i] = replies[i].start;
        joined[i] = replies[i].joined;
    }
    ends_assert_numbers(row, "order", r.order, r.count);
    ends_assert_numbers(row, "starts", starts, r.count);
    ends_assert_numbers(row, "joined", joined, r.count);
    ends_assert_numbers(row, "blocked_cycles", &r.blocked, 1);
    assert_mean(row, "mean_wait_burst", mean_wait(&r, true));
    assert_mean(row, "mean_wait_normal", mean_wait(&r, false));
    clear_rig(&r);
}

/* ---- streams -------------------------------------------------------------------------------- */

/* A Bernoulli arrival a cycle and class. */
static void draw(const ends_row *row, uint64_t seed, reply *replies, size_t count)
{
    const double rate[] = {ends_real(row, "burst_rate"), ends_real(row, "normal_rate")};
    noc_random random = noc_random_stream(seed, 0);
    size_t drawn = 0;
    for (uint64_t t = 0; drawn < count; t++)
        for (int c = 0; c < 2 && drawn < count; c++)
            if (noc_random_uniform(&random) < rate[c])
                replies[drawn++] = (reply){.arrival = t, .burst = c == 0};
}

typedef struct waits {
    ends_figure burst, normal, blocked;
} waits;

static double run_stream(const ends_row *row, reply *replies, size_t count, bool fifo, waits *w)
{
    rig r = {.replies = replies, .count = count};
    start_rig(&r, row, fifo);
    const uint64_t cycles = run_rig(&r);
    const double burst = mean_wait(&r, true), normal = mean_wait(&r, false);
    ends_count(&w->burst, burst);
    ends_count(&w->normal, normal);
    ends_count(&w->blocked, (double)r.blocked / (double)cycles);
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) sum += (double)(replies[i].start - replies[i].arrival);
    clear_rig(&r);
    return sum / (double)count;
}

static void stream_waits(void **state)
{
    enum { REPLIES = 120000 };
    const ends_row *row = *state;
    const bool unbounded = ends_integer(row, "burst_queue", 0) == 0;
    reply *replies = calloc(REPLIES, sizeof *replies);
    waits apart = {.burst.count = 0}, fifo = {.burst.count = 0};
    for (uint64_t seed = 1; seed <= ENDS_SEEDS; seed++) {
        draw(row, seed, replies, REPLIES);
        const double mean = run_stream(row, replies, REPLIES, false, &apart);
        const double in_order = run_stream(row, replies, REPLIES, true, &fifo);
        if (unbounded) assert_near(mean, in_order, 1e-9 * in_order); /* conservation */
    }
    ends_assert_mean(row, "wait_burst", "se_wait_burst", &apart.burst, 0.03, 0.0);
    ends_assert_mean(row, "wait_normal", "se_wait_normal", &apart.normal, 0.03, 0.0);
    ends_assert_mean(row, "blocked_share", "se_blocked_share", &apart.blocked, 0.01, 0.0);
    ends_assert_mean(row, "fifo_wait_burst", "se_fifo_wait_burst", &fifo.burst, 0.03, 0.0);
    ends_assert_mean(row, "fifo_wait_normal", "se_fifo_wait_normal", &fifo.normal, 0.03, 0.0);
    ends_assert_mean(row, "fifo_blocked_share", "se_fifo_blocked_share", &fifo.blocked, 0.01, 0.0);
    free(replies);
}

int main(void)
{
    test_list list = {.count = 0};
    ends_add(&list, "labels", requests_are_labelled);
    test_add(&list, "share of bursts", share_of_bursts);
    ends_add(&list, "reply_lists", list_is_sent);
    ends_add(&list, "reply_streams", stream_waits);
    return test_run("replies", &list);
}
