/* Staged memory scheduling: batches by source, one batch at a time, a queue for each bank
 * (Ausavarungnirun et al., ISCA 2012, as dapper compares it). */
#include "base/random.h"
#include "sampler/dram/dram_state.h"
#include "sampler/dram/picks.h"

typedef struct source_queue {
    noc_access_list list;
    uint32_t outstanding; /* requests of the source without data */
} source_queue;

typedef struct sms {
    const noc_memory_spec *spec;
    noc_random random;
    noc_access_pool *pool; /* pool of the DRAM */
    source_queue *sources;
    uint32_t source_count;
    uint32_t batch_source;  /* source of the current or last batch */
    uint32_t requests_left; /* requests left in the batch */
} sms;

static void *make_state(noc_dram *dram, noc_dram_options options, noc_arena *arena)
{
    sms *s = noc_arena_array(arena, 1, sizeof *s);
    source_queue *sources = noc_arena_array(arena, options.source_count, sizeof *sources);
    if (arena->is_short) return NULL;
    *s = (sms){
        .spec = dram->spec,
        .random = noc_random_stream(options.seed, 0),
        .pool = &dram->pool,
        .sources = sources,
        .source_count = options.source_count,
        .batch_source = options.source_count - 1,
    };
    return s;
}

static void enter(void *state, noc_dram_access access, uint64_t now)
{
    sms *s = state;
    source_queue *q = &s->sources[access.source];
    noc_access_append(s->pool, &q->list, access, now);
    q->outstanding++;
}

static void on_done(void *state, const noc_dram *dram, const noc_dram_access *access)
{
    (void)dram;
    ((sms *)state)->sources[access->source].outstanding--;
}

/* Counts the requests for one row at the front of a queue, up to the length of a batch. */
static uint32_t count_batch(const sms *s, const noc_access_list *list)
{
    const noc_waiting_access *first = &s->pool->places[list->first], *w = first;
    uint32_t run = 1;
    while (run < (uint32_t)s->spec->sms_batch && w->next != NOC_NONE) {
        w = &s->pool->places[w->next];
        if (w->access.bank != first->access.bank || w->access.row != first->access.row) break;
        run++;
    }
    return run;
}

/* True if no further request can join the first batch, or the batch has waited long enough. */
static bool has_ready_batch(const sms *s, const noc_access_list *list, uint64_t now)
{
    if (list->count == 0) return false;
    if (now - s->pool->places[list->first].arrival_clock >= (uint64_t)s->spec->sms_age) return true;
    const uint32_t run = count_batch(s, list);
    return run < list->count || run == (uint32_t)s->spec->sms_batch;
}

/* Draws whether the source with the fewest requests is chosen; a probability of 0 or 1 needs no
 * draw. */
static bool draw_preference(sms *s)
{
    const double p = s->spec->sms_p;
    return p >= 1.0 || (p > 0.0 && noc_random_uniform(&s->random) < p);
}

/* Chooses the source of the next batch (second stage): the source with the fewest requests in
 * the controller, or the next source in round robin. */
static void choose_source(sms *s, uint64_t now)
{
    uint32_t minimum = NOC_NONE, next = NOC_NONE;
    for (uint32_t k = 1; k <= s->source_count; k++) {
        const uint32_t i = (s->batch_source + k) % s->source_count;
        if (!has_ready_batch(s, &s->sources[i].list, now)) continue;
        if (next == NOC_NONE) next = i;
        const uint32_t outstanding = s->sources[i].outstanding;
        if (minimum == NOC_NONE || outstanding < s->sources[minimum].outstanding ||
            (outstanding == s->sources[minimum].outstanding && i < minimum))
            minimum = i;
    }
    if (next == NOC_NONE) return;
    s->batch_source = draw_preference(s) ? minimum : next;
    s->requests_left = count_batch(s, &s->sources[s->batch_source].list);
}

static bool step(void *state, uint64_t now, bool room, noc_dram_access *out)
{
    sms *s = state;
    if (s->requests_left == 0 && s->pool->used_count > 0) choose_source(s, now);
    if (s->requests_left == 0 || !room) return false;
    *out = noc_access_remove(s->pool, &s->sources[s->batch_source].list, NOC_NONE);
    s->requests_left--;
    return true;
}

static const noc_dram_front front = {.enter = enter, .step = step};

const noc_dram_scheduler noc_dram_scheduler_sms = {
    .pick = noc_dram_pick_bank_head,
    .front = &front,
    .make_state = make_state,
    .on_done = on_done,
};
