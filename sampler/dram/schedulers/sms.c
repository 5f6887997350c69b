/* Staged memory scheduling: batches by source, one batch at a time, a queue for each bank
 * (Ausavarungnirun et al., ISCA 2012, as dapper compares it). */
#include "base/random.h"
#include "sampler/dram/access_pool.h"
#include "sampler/dram/picks.h"

typedef struct source_queue {
    noc_access_list list;
    uint32_t in_flight; /* requests of the source without data */
} source_queue;

typedef struct sms {
    const noc_memory_spec *spec;
    noc_random random;
    noc_access_pool pool;
    source_queue *sources;
    uint32_t source_count;
    uint32_t chosen; /* source of the current or last batch */
    uint32_t left;   /* requests left in the batch */
} sms;

static size_t size(const noc_memory_spec *spec, unsigned sources)
{
    return sizeof(sms) + (size_t)spec->dram_queue * sizeof(noc_waiting_access) +
           sources * sizeof(source_queue);
}

static void start(void *state, const noc_memory_spec *spec, unsigned sources, uint64_t seed)
{
    sms *s = state;
    noc_waiting_access *places = (noc_waiting_access *)(s + 1);
    const uint32_t capacity = (uint32_t)spec->dram_queue;
    s->spec = spec;
    s->random = noc_random_stream(seed, 0);
    noc_access_pool_start(&s->pool, places, capacity);
    s->sources = (source_queue *)(places + capacity);
    s->source_count = sources;
    s->chosen = sources - 1;
}

static bool has_room(const void *state)
{
    return noc_access_pool_has_room(&((const sms *)state)->pool);
}

static void enter(void *state, noc_dram_access access, uint64_t now)
{
    sms *s = state;
    source_queue *q = &s->sources[access.source];
    noc_access_append(&s->pool, &q->list, access, now);
    q->in_flight++;
}

static void on_done(void *state, const noc_dram *dram, const noc_dram_access *access)
{
    (void)dram;
    ((sms *)state)->sources[access->source].in_flight--;
}

/* Counts the requests for one row at the front of a queue, up to the length of a batch. */
static uint32_t run_of(const sms *s, const noc_access_list *list)
{
    const noc_waiting_access *first = &s->pool.places[list->first], *w = first;
    uint32_t run = 1;
    while (run < (uint32_t)s->spec->sms_batch && w->next != NOC_NONE) {
        w = &s->pool.places[w->next];
        if (w->access.bank != first->access.bank || w->access.row != first->access.row) break;
        run++;
    }
    return run;
}

/* True if no further request can join the first batch, or the batch has waited long enough. */
static bool is_ready(const sms *s, const noc_access_list *list, uint64_t now)
{
    if (list->count == 0) return false;
    if (now - s->pool.places[list->first].since >= (uint64_t)s->spec->sms_age) return true;
    const uint32_t run = run_of(s, list);
    return run < list->count || run == (uint32_t)s->spec->sms_batch;
}

/* Draws whether the source with the fewest requests is chosen; a probability of 0 or 1 needs no
 * draw. */
static bool prefers_fewest(sms *s)
{
    const double p = s->spec->sms_p;
    return p >= 1.0 || (p > 0.0 && noc_random_uniform(&s->random) < p);
}

/* Chooses the source of the next batch (second stage): the source with the fewest requests in
 * the controller, or the next source in round robin. */
static void choose(sms *s, uint64_t now)
{
    uint32_t fewest = NOC_NONE, next = NOC_NONE;
    for (uint32_t k = 1; k <= s->source_count; k++) {
        const uint32_t i = (s->chosen + k) % s->source_count;
        if (!is_ready(s, &s->sources[i].list, now)) continue;
        if (next == NOC_NONE) next = i;
        const uint32_t flying = s->sources[i].in_flight;
        if (fewest == NOC_NONE || flying < s->sources[fewest].in_flight ||
            (flying == s->sources[fewest].in_flight && i < fewest))
            fewest = i;
    }
    if (next == NOC_NONE) return;
    s->chosen = prefers_fewest(s) ? fewest : next;
    s->left = run_of(s, &s->sources[s->chosen].list);
}

static bool step(void *state, uint64_t now, bool room, noc_dram_access *out)
{
    sms *s = state;
    if (s->left == 0 && s->pool.used > 0) choose(s, now);
    if (s->left == 0 || !room) return false;
    *out = noc_access_remove(&s->pool, &s->sources[s->chosen].list, NOC_NONE);
    s->left--;
    return true;
}

static bool is_empty(const void *state)
{
    const sms *s = state;
    return s->pool.used == 0 && s->left == 0;
}

static const noc_dram_front front = {
    .size = size,
    .start = start,
    .has_room = has_room,
    .enter = enter,
    .step = step,
    .is_empty = is_empty,
};

const noc_dram_scheduler noc_dram_scheduler_sms = {
    .pick = noc_dram_bank_heads,
    .front = &front,
    .on_done = on_done,
};
