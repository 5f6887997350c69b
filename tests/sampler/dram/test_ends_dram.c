/* Memory schedulers against an independent program's lists and streams of requests, on a DRAM whose
 * commands are booked. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "sampler/dram/dram.h"
#include "sampler/dram/dram_state.h"
#include "sampler/dram/scheduler.h"
#include "sampler/dram/schedulers/amc.h"
#include "tests/support/designs/dram_specs.h"
#include "tests/support/rows/ends_tables.h"

typedef struct request {
    uint64_t arrival, picked, done;
    noc_dram_access access;
} request;

/* A DRAM, the requests that it is asked for in order of arrival, and what becomes of them. */
typedef struct rig {
    noc_memory_spec spec;
    noc_dram_scheduler scheduler; /* that of the row, which tells what it picks */
    noc_dram *dram;
    noc_arena arena;
    request *requests;
    size_t count, outside; /* the first one that has not come in */
    uint64_t *order;       /* as picked */
    bool *hits;            /* by request */
    size_t picked, done;
} rig;

static rig *watched;

static const noc_amc *amc_of(const noc_dram *dram)
{
    return dram->scheduler_state;
}

/* Credits of all queues, and commands that are issued and not done: noc_memory_spec.command_queue
 * at any time. */
static int amc_balance(const noc_dram *dram)
{
    const noc_amc *c = amc_of(dram);
    int sum = c->outstanding;
    for (uint32_t i = 0; i < c->queue_count; i++) sum += c->queues[i].credit_count;
    return sum;
}

/* The requests come with their number as tag. */
static void note_pick(void *state, const noc_dram *dram, unsigned entry)
{
    (void)state;
    const noc_dram_access *a = &dram->queue[entry];
    watched->requests[a->tag].picked = dram->now - 1;
    watched->hits[a->tag] = dram->banks[a->bank].row == a->row;
    watched->order[watched->picked++] = a->tag;
}

static int limit(const ends_row *row, const char *column, size_t otherwise)
{
    return ends_integer(row, column, (int)otherwise);
}

static void read_spec(rig *r, const ends_row *row)
{
    const bool in_turn = !strcmp(ends_text(row, "scheduler"), "sms-rr");
    r->spec = (noc_memory_spec){
        .bus_bytes = 16,
        .line_bytes = 16 * ends_integer(row, "burst", 1),
        .banks = ends_integer(row, "banks", 1),
        .slices = 1,
        .tcl = ends_integer(row, "tcl", 1),
        .trp = ends_integer(row, "trp", 1),
        .trcd = ends_integer(row, "trcd", 1),
        .tras = ends_integer(row, "tras", 0),
        .dram_queue = limit(row, "queue", r->count),
        .reply_queue = (int)r->count,
        .command_queue = ends_integer(row, "command_queue", 1),
        .amc_queues = ends_integer(row, "amc_queues", 1),
        .check_depth = ends_integer(row, "check_depth", 2),
        .sms_age = ends_integer(row, "sms_age", 0),
        .sms_batch = ends_integer(row, "sms_batch", 1),
        .sms_p = in_turn ? 0.0 : 1.0,
        .scheduler = test_scheduler(in_turn ? "sms" : ends_text(row, "scheduler")),
    };
}

static void start_rig(rig *r, const ends_row *row)
{
    unsigned sources = 1;
    for (size_t i = 0; i < r->count; i++)
        if (r->requests[i].access.source >= sources) sources = r->requests[i].access.source + 1;
    read_spec(r, row);
    r->scheduler = *noc_dram_find_scheduler(&r->spec);
    r->scheduler.on_issue = note_pick;
    const noc_dram_options options = {
        .scheduler = &r->scheduler, .source_count = sources, .is_booked = true};
    r->dram = noc_dram_new(&r->spec, options, &r->arena);
    r->order = noc_arena_array(&r->arena, r->count, sizeof *r->order);
    r->hits = noc_arena_array(&r->arena, r->count, sizeof *r->hits);
    assert_false(r->arena.is_short);
}

static void clear_rig(rig *r)
{
    noc_arena_clear(&r->arena);
}

static bool is_amc(const rig *r)
{
    return !strcmp(r->spec.scheduler->name, "amc");
}

/* Cycle t is the DRAM's clock t + 1: its first one is 1. */
static void cycle(rig *r, uint64_t t)
{
    while (r->outside < r->count && r->requests[r->outside].arrival <= t &&
           noc_dram_has_room(r->dram))
        noc_dram_push(r->dram, r->requests[r->outside++].access);
    noc_dram_tick(r->dram);
    for (uint32_t tag; (tag = noc_dram_first_ready_tag(r->dram)) != NOC_NONE; r->done++) {
        r->requests[tag].done = t;
        noc_dram_take_data(r->dram);
    }
    if (is_amc(r)) assert_int_equal(amc_balance(r->dram), r->spec.command_queue);
}

static void run_rig(rig *r)
{
    watched = r;
    for (uint64_t t = 0; r->done < r->count; t++) cycle(r, t);
}

static uint64_t last_done(const rig *r)
{
    uint64_t last = 0;
    for (size_t i = 0; i < r->count; i++)
        if (r->requests[i].done > last) last = r->requests[i].done;
    return last;
}

static double mean_latency(const rig *r)
{
    double sum = 0.0;
    for (size_t i = 0; i < r->count; i++)
        sum += (double)(r->requests[i].done - r->requests[i].arrival);
    return sum / (double)r->count;
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* cycle:source:bank:row, a: approximable */
static size_t read_requests(const char *text, request *requests, size_t most)
{
    size_t count = 0;
    for (char *end; *text; text = *end == ' ' ? end + 1 : end, count++) {
        assert_true(count < most);
        request *r = &requests[count];
        r->arrival = strtoull(text, &end, 10);
        r->access = (noc_dram_access){.tag = (uint32_t)count};
        r->access.source = (uint32_t)strtoul(end + 1, &end, 10);
        r->access.bank = (uint16_t)strtoul(end + 1, &end, 10);
        r->access.row = (uint32_t)strtoul(end + 1, &end, 10);
        r->access.is_approximable = *end == 'a';
        end += *end == 'a';
    }
    return count;
}

static void compare_figures(const rig *r, const ends_row *row)
{
    assert_int_equal(noc_dram_find_tally(r->dram)->row_hits, ends_integer(row, "row_hits", -1));
    assert_int_equal(last_done(r), ends_integer(row, "last_done", -1));
    assert_near(mean_latency(r), ends_real(row, "mean_latency"), 1e-4);
    if (is_amc(r))
        assert_int_equal(amc_of(r->dram)->burst_issues, ends_integer(row, "rbl_issues", -1));
}

static void list_is_served(void **state)
{
    enum { REQUESTS = 1024 };
    const ends_row *row = *state;
    static request requests[REQUESTS];
    uint64_t picked[REQUESTS], done[REQUESTS];
    rig r = {.requests = requests,
             .count = read_requests(ends_text(row, "requests"), requests, REQUESTS)};
    start_rig(&r, row);
    run_rig(&r);
    for (size_t i = 0; i < r.count; i++) {
        picked[i] = requests[r.order[i]].picked;
        done[i] = requests[i].done;
    }
    ends_assert_numbers(row, "pick_order", r.order, r.count);
    ends_assert_numbers(row, "pick_cycles", picked, r.count);
    ends_assert_numbers(row, "done", done, r.count);
    compare_figures(&r, row);
    clear_rig(&r);
}

/* ---- long lists, in a table of their own ---------------------------------------------------- */

static size_t collect_requests(const char *list, request *requests, size_t most)
{
    static const ends_row *rows;
    static size_t row_count;
    size_t count = 0;
    if (!rows) row_count = ends_rows("dram_requests", &rows);
    for (size_t i = 0; i < row_count; i++) {
        if (strcmp(rows[i].name, list)) continue;
        assert_true(count < most);
        const ends_row *row = &rows[i];
        requests[count].arrival = (uint64_t)ends_integer(row, "cycle", 0);
        requests[count].access = (noc_dram_access){
            .tag = (uint32_t)count,
            .row = (uint32_t)ends_integer(row, "row", 0),
            .bank = (uint16_t)ends_integer(row, "bank", 0),
            .is_approximable = ends_integer(row, "approximable", 0) != 0,
            .source = (uint32_t)ends_integer(row, "source", 0),
        };
        count++;
    }
    return count;
}

static uint64_t checksum(const rig *r)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < r->count; i++) {
        const uint64_t n = r->order[i];
        const uint64_t parts[] = {n, r->requests[n].picked, r->hits[n], r->requests[n].done};
        for (int k = 0; k < 4; k++) sum = (sum * 1000003 + parts[k] + 1) % 2147483647;
    }
    return sum;
}

static void long_list_is_served(void **state)
{
    enum { REQUESTS = 8192 };
    const ends_row *row = *state;
    request *requests = calloc(REQUESTS, sizeof *requests);
    rig r = {.requests = requests,
             .count = collect_requests(ends_text(row, "list"), requests, REQUESTS)};
    start_rig(&r, row);
    run_rig(&r);
    compare_figures(&r, row);
    assert_int_equal(checksum(&r), ends_integer(row, "checksum", -1));
    clear_rig(&r);
    free(requests);
}

/* ---- streams -------------------------------------------------------------------------------- */

typedef struct place {
    uint16_t bank;
    uint32_t row;
} place;

static place draw_place(const ends_row *row, noc_random *random)
{
    return (place){(uint16_t)(noc_random_uniform(random) * ends_real(row, "banks")),
                   (uint32_t)(noc_random_uniform(random) * ends_real(row, "rows"))};
}

/* A source drawn at random goes on with its row, or draws another one. */
static void draw(const ends_row *row, uint64_t seed, request *requests, size_t count)
{
    enum { SOURCES = 256 };
    const double goes_on = 1.0 - 1.0 / ends_real(row, "mean_run");
    const double rate = ends_real(row, "requests_per_cycle"); /* NAN: all at once */
    noc_random random = noc_random_stream(seed, 0);
    place places[SOURCES];
    for (int i = 0; i < SOURCES; i++) places[i] = draw_place(row, &random);
    uint64_t t = 0;
    for (size_t i = 0; i < count; i++) {
        while (rate < 1.0 && noc_random_uniform(&random) >= rate) t++;
        const uint32_t s = (uint32_t)(noc_random_uniform(&random) * ends_real(row, "sources"));
        if (noc_random_uniform(&random) >= goes_on) places[s] = draw_place(row, &random);
        requests[i].arrival = rate < 1.0 ? t++ : 0;
        requests[i].access = (noc_dram_access){
            .tag = (uint32_t)i,
            .row = places[s].row,
            .bank = places[s].bank,
            .is_approximable = noc_random_uniform(&random) < ends_real(row, "approximable"),
            .source = s,
        };
    }
}

static void stream_is_served(void **state)
{
    enum { REQUESTS = 4000, SEEDS = 6 };
    const ends_row *row = *state;
    request *requests = calloc(REQUESTS, sizeof *requests);
    ends_figure hits = {.count = 0}, latency = hits, served = hits, bursts = hits;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        rig r = {.requests = requests, .count = REQUESTS};
        draw(row, seed, requests, REQUESTS);
        start_rig(&r, row);
        run_rig(&r);
        ends_count(&hits, (double)noc_dram_find_tally(r.dram)->row_hits / REQUESTS);
        ends_count(&latency, mean_latency(&r));
        ends_count(&served, REQUESTS / (double)last_done(&r));
        ends_count(&bursts, is_amc(&r) ? (double)amc_of(r.dram)->burst_issues / REQUESTS : 0.0);
        clear_rig(&r);
    }
    ends_assert_mean(row, "row_hit_rate", "se_row_hit", &hits, 0.0, 0.01);
    ends_assert_mean(row, "mean_latency", "se_latency", &latency, 0.03, 0.0);
    ends_assert_mean(row, "served_per_cycle", "se_served", &served, 0.01, 0.0);
    ends_assert_mean(row, "rbl_share", NULL, &bursts, 0.03, 0.01);
    free(requests);
}

int main(void)
{
    test_list list = {.count = 0};
    ends_add(&list, "dram_lists", list_is_served);
    ends_add(&list, "dram_long", long_list_is_served);
    ends_add(&list, "dram_streams", stream_is_served);
    return test_run("memory schedulers", &list);
}
