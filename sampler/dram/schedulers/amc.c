/* Approximate memory controller of dapper: a queue with credits for each bank. Queues take turns
 * for bank parallelism, or one queue sends a burst for row locality when enough of its requests
 * are approximable (dapper, Algorithm 1; where listing and text differ, the text). */
#include "sampler/dram/schedulers/amc.h"

#include "sampler/dram/dram_state.h"
#include "sampler/dram/picks.h"
#include "sampler/dram/scheduler.h"

static void *make_state(noc_dram *dram, noc_dram_options options, noc_arena *arena)
{
    (void)options;
    const noc_memory_spec *spec = dram->spec;
    const int count = spec->amc_queues;
    noc_amc *c = noc_arena_array(arena, 1, sizeof *c);
    noc_amc_queue *queues = noc_arena_array(arena, (size_t)count, sizeof *queues);
    noc_dram_access *ring = noc_arena_array(arena, (size_t)spec->check_depth, sizeof *ring);
    if (arena->is_short) return NULL;
    *c = (noc_amc){.spec = spec,
                   .pool = &dram->pool,
                   .queues = queues,
                   .staging_ring = ring,
                   .queue_count = (uint32_t)count};
    for (int i = 0; i < count; i++)
        queues[i].quota = queues[i].credit_count =
            spec->command_queue / count + (i < spec->command_queue % count);
    return c;
}

static void enter(void *state, noc_dram_access access, uint64_t now)
{
    noc_amc *c = state;
    noc_amc_queue *q = &c->queues[access.bank % c->queue_count];
    noc_access_append(c->pool, &q->list, access, now);
    q->approximable_count += access.is_approximable;
}

/* Returns the credit of a finished access to the next queue below its quota. */
static void on_done(void *state, const noc_dram *dram, const noc_dram_access *access)
{
    (void)dram;
    (void)access;
    noc_amc *c = state;
    c->outstanding--;
    for (uint32_t k = 0; k < c->queue_count; k++) {
        const uint32_t i = (c->next_credit_queue + k) % c->queue_count;
        if (c->queues[i].credit_count >= c->queues[i].quota) continue;
        c->queues[i].credit_count++;
        c->next_credit_queue = (i + 1) % c->queue_count;
        return;
    }
}

/* Finds the place before the oldest request for the row of the last issue. NOC_NONE: there is no
 * such request, or it is the first of the queue. */
static uint32_t find_before_same_row(const noc_amc *c, const noc_amc_queue *q)
{
    uint32_t previous = NOC_NONE;
    for (uint32_t place = q->list.first, k = 0; k < q->list.count; k++) {
        const noc_waiting_access *w = &c->pool->places[place];
        if (w->access.bank == c->last_issue.bank && w->access.row == c->last_issue.row)
            return previous;
        previous = place;
        place = w->next;
    }
    return NOC_NONE;
}

/* Moves a request to the staging ring, for a credit. */
static void issue_request(noc_amc *c, noc_amc_queue *q, uint32_t before)
{
    const uint32_t depth = (uint32_t)c->spec->check_depth;
    c->last_issue = noc_access_remove(c->pool, &q->list, before);
    q->approximable_count -= c->last_issue.is_approximable;
    q->credit_count--;
    c->outstanding++;
    c->staging_ring[(c->staged_first + c->staged_count++) % depth] = c->last_issue;
}

/* Issues a request of a burst, up to check_depth requests or an empty queue. True: the burst has
 * ended. */
static bool issue_burst(noc_amc *c, noc_amc_queue *q)
{
    issue_request(c, q, c->burst_length ? find_before_same_row(c, q) : NOC_NONE);
    c->burst_length++;
    c->burst_issues++;
    if (c->burst_length < (uint32_t)c->spec->check_depth && q->list.count > 0) return false;
    c->burst_length = 0;
    return true;
}

static void schedule_next(noc_amc *c)
{
    const uint32_t half = (uint32_t)c->spec->check_depth / 2, threshold = half ? half : 1;
    noc_amc_queue *q = &c->queues[c->next_queue];
    const bool can_issue = q->credit_count > 0 && q->list.count > 0;
    bool is_over = true;
    if (c->burst_length || (can_issue && q->approximable_count >= threshold))
        is_over = issue_burst(c, q);
    else if (can_issue) /* bank parallelism */
        issue_request(c, q, NOC_NONE);
    if (is_over) c->next_queue = (c->next_queue + 1) % c->queue_count;
}

static bool step(void *state, uint64_t now, bool room, noc_dram_access *out)
{
    (void)now;
    noc_amc *c = state;
    const uint32_t depth = (uint32_t)c->spec->check_depth;
    if (c->staged_count < depth) schedule_next(c);
    if (c->staged_count == 0 || !room) return false;
    *out = c->staging_ring[c->staged_first];
    c->staged_first = (c->staged_first + 1) % depth;
    c->staged_count--;
    return true;
}

static bool has_staged(const void *state)
{
    return ((const noc_amc *)state)->staged_count > 0;
}

/* Advances the turn by one queue for each step. */
static void wait(void *state, uint64_t steps)
{
    noc_amc *c = state;
    c->next_queue = (uint32_t)((c->next_queue + steps) % c->queue_count);
}

static const noc_dram_front front = {enter, step, has_staged, wait};

const noc_dram_scheduler noc_dram_scheduler_amc = {
    .pick = noc_dram_pick_bank_head,
    .front = &front,
    .make_state = make_state,
    .on_done = on_done,
};
