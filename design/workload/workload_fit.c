/* Fit of a workload to a trace: first the lines that its sources share, then all other
 * parameters. */
#include "design/workload/workload_fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "design/cores/sharing_fit.h"
#include "design/key.h"

/* ---- shared lines --------------------------------------------------------------------------- */

enum { MAX_DISTANCE = 8 }; /* largest counted distance between sources */

/* A request of a source for a line; `packet` is its number in the trace. */
typedef struct line_request {
    uint64_t line, packet; /* number of the line; number of the packet in the trace */
    uint32_t source;
} line_request;

/* A line that a source requests. */
typedef struct source_line {
    uint64_t line, first_cycle; /* first_cycle: cycle of the first request */
    uint64_t rank;              /* rank among the source's lines, by first request */
    uint32_t source;
    bool is_requested; /* true once a request was counted */
} source_line;

typedef struct sharing_counts {
    noc_arena arena; /* owns the lists */
    const noc_trace *trace;
    line_request *line_requests; /* requests, sorted by line, source, packet */
    source_line *source_lines;   /* lines of sources, sorted by line, source */
    size_t *line_of_packet;      /* [packet]: index of its source line */
    size_t request_count, source_line_count;
    uint64_t *lines_of_source; /* [source]: distinct lines so far */
    /* [distance]: lines of sources that have a source at this distance, summed over sources */
    double possible_lines[MAX_DISTANCE + 1];
    /* [distance]: lines among these that the other source requests, too */
    double shared_lines[MAX_DISTANCE + 1];
    double gap_sum; /* cycles between first requests of neighbours, summed over shared_lines[1] */
    uint64_t reuse_count;
    /* lines first requested between two requests for a line, summed over reuse_count */
    double reuse_distance;
} sharing_counts;

static int compare_requests(const void *a, const void *b)
{
    const line_request *x = a, *y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    return (x->packet > y->packet) - (x->packet < y->packet);
}

static bool allocate_counts(sharing_counts *s)
{
    const size_t packets = s->trace->count;
    s->line_requests = noc_arena_array(&s->arena, packets, sizeof *s->line_requests);
    s->source_lines = noc_arena_array(&s->arena, packets, sizeof *s->source_lines);
    s->line_of_packet = noc_arena_array(&s->arena, packets, sizeof *s->line_of_packet);
    s->lines_of_source =
        noc_arena_array(&s->arena, NOC_TRACE_NODES_MAX, sizeof *s->lines_of_source);
    return !s->arena.is_short;
}

static void find_source_lines(sharing_counts *s, uint64_t line_bytes)
{
    for (size_t i = 0; i < s->trace->count; i++) {
        const noc_trace_packet *p = &s->trace->packets[i];
        if (p->class == NOC_TRACE_REPLY) continue;
        s->line_requests[s->request_count++] =
            (line_request){p->address / line_bytes, i, p->source};
    }
    qsort(s->line_requests, s->request_count, sizeof *s->line_requests, compare_requests);
    for (size_t i = 0; i < s->request_count; i++) {
        const line_request *t = &s->line_requests[i];
        if (i == 0 || t->line != t[-1].line || t->source != t[-1].source)
            s->source_lines[s->source_line_count++] =
                (source_line){.line = t->line,
                              .source = t->source,
                              .first_cycle = s->trace->packets[t->packet].cycle};
        s->line_of_packet[t->packet] = s->source_line_count - 1;
    }
}

/* Counts, in the order of the trace, the requests for lines that their source requested before, and
 * the lines that it first requested in between. */
static void count_reuses(sharing_counts *s)
{
    for (size_t i = 0; i < s->trace->count; i++) {
        const noc_trace_packet *p = &s->trace->packets[i];
        if (p->class == NOC_TRACE_REPLY) continue;
        source_line *c = &s->source_lines[s->line_of_packet[i]];
        if (c->is_requested) {
            s->reuse_count++;
            s->reuse_distance += (double)(s->lines_of_source[p->source] - 1 - c->rank);
            continue;
        }
        c->is_requested = true;
        c->rank = s->lines_of_source[p->source]++;
    }
}

static void count_pairs(sharing_counts *s)
{
    for (uint32_t d = 1; d <= MAX_DISTANCE; d++)
        for (uint32_t n = 0; n + d < NOC_TRACE_NODES_MAX; n++)
            if (s->lines_of_source[n + d] > 0)
                s->possible_lines[d] += (double)s->lines_of_source[n];
    for (size_t i = 0; i < s->source_line_count; i++) {
        const source_line *a = &s->source_lines[i], *end = s->source_lines + s->source_line_count;
        for (const source_line *b = a + 1;
             b < end && b->line == a->line && b->source - a->source <= MAX_DISTANCE; b++) {
            s->shared_lines[b->source - a->source]++;
            if (b->source - a->source > 1) continue;
            s->gap_sum +=
                (double)(b->first_cycle > a->first_cycle ? b->first_cycle - a->first_cycle
                                                         : a->first_cycle - b->first_cycle);
        }
    }
}

static void fit_counts(const sharing_counts *s, noc_sharing_fit *fit)
{
    fit->line_count = s->source_line_count;
    fit->has_neighbours = s->possible_lines[1] > 0.0;
    fit->reuse_share = (double)s->reuse_count / (double)s->request_count;
    const noc_sharing_counts counts = {
        .max_distance = MAX_DISTANCE,
        .possible_lines = s->possible_lines,
        .shared_lines = s->shared_lines,
        .mean_gap = s->shared_lines[1] > 0.0 ? s->gap_sum / s->shared_lines[1] : 0.0,
        .reuse_share = fit->reuse_share,
        .reuse_distance = s->reuse_count ? s->reuse_distance / (double)s->reuse_count : 0.0,
    };
    noc_sharing_fit_counts(&counts, &fit->sharing);
}

bool noc_sharing_fit_trace(const noc_trace *trace, int line_bytes, const noc_sharing *defaults,
                           noc_sharing_fit *fit)
{
    sharing_counts s = {.trace = trace};
    const bool has_room = allocate_counts(&s);
    *fit = (noc_sharing_fit){.sharing = *defaults};
    if (has_room) {
        find_source_lines(&s, (uint64_t)line_bytes);
        count_reuses(&s);
        count_pairs(&s);
        fit_counts(&s, fit);
    }
    noc_arena_clear(&s.arena);
    return has_room;
}

/* ---- the workload --------------------------------------------------------------------------- */

/* Counts of a node's packets so far. */
typedef struct node {
    uint64_t requests, last_cycle;
    uint32_t last_destination;
    int64_t waiting_requests, max_waiting;
} node;

typedef struct fitting {
    const noc_trace *trace;
    node *nodes;
    uint64_t reads, bursts;
} fitting;

/* Counts a packet to one of its destinations. */
static void add_packet(fitting *f, const noc_trace_packet *p, uint32_t destination)
{
    if (p->class == NOC_TRACE_REPLY) {
        f->nodes[destination].waiting_requests--;
        return;
    }
    node *n = &f->nodes[p->source];
    const bool continues_burst = n->requests > 0 && n->last_destination == destination &&
                                 p->cycle - n->last_cycle <= NOC_FIT_NEAR_CYCLES;
    f->bursts += !continues_burst;
    f->reads += p->class == NOC_TRACE_READ;
    n->requests++;
    n->last_cycle = p->cycle;
    n->last_destination = destination;
    if (++n->waiting_requests > n->max_waiting) n->max_waiting = n->waiting_requests;
}

static void fit_figures(const fitting *f, double issue_cycles, noc_workload_fit *fit)
{
    const noc_key_table keys = noc_workload_keys();
    noc_workload *w = &fit->workload;
    for (size_t i = 0; i < keys.count; i++) noc_value_default(&keys.keys[i], (char *)w);
    const noc_trace *t = f->trace;
    const uint64_t first = t->packets[0].cycle, last = t->packets[t->count - 1].cycle;
    *fit = (noc_workload_fit){.workload = *w,
                              .requests = t->requests,
                              .replies = t->replies,
                              .cycles = last - first + 1,
                              .max_outstanding = NAN};
    int64_t max_waiting_of_nodes = 0;
    for (uint32_t n = 0; n < NOC_TRACE_NODES_MAX; n++) {
        if (f->nodes[n].requests == 0) continue;
        fit->source_count++;
        if (f->nodes[n].max_waiting > max_waiting_of_nodes)
            max_waiting_of_nodes = f->nodes[n].max_waiting;
    }
    fit->mean_burst = (double)t->requests / (double)f->bursts;
    w->burst = (int)lround(clamp(fit->mean_burst, 1.0, 64.0));
    w->read_fraction = (double)f->reads / (double)t->requests;
    const double gap = (double)fit->cycles * fit->source_count / (double)t->requests;
    w->instructions = clamp(gap / issue_cycles, 1.0, 1e6);
    if (t->replies == 0) return;
    fit->max_outstanding = (double)max_waiting_of_nodes;
    w->warps = (int)clamp(ceil((double)max_waiting_of_nodes / w->burst), 1.0, 1024.0);
}

static bool fit_sharing(const noc_trace *trace, int line_bytes, noc_workload_fit *fit)
{
    fit->has_addresses = trace->has_addresses;
    fit->line_bytes = line_bytes;
    if (!trace->has_addresses) return true;
    if (!noc_sharing_fit_trace(trace, line_bytes, &fit->workload.sharing, &fit->sharing))
        return false;
    fit->workload.sharing = fit->sharing.sharing;
    return true;
}

/* Lists the columns that the fit does not use: requests of a workload wait for their warps, not for
 * packets of the trace, and use the replies and networks of the design. */
static void list_unread_columns(const noc_trace *trace, noc_workload_fit *fit)
{
    static const char *const names[] = {"reply_bytes", "network", "after", "delay", "phase"};
    enum { NAMES = sizeof names / sizeof names[0] };
    bool is_given[NAMES] = {false};
    for (size_t i = 0; i < trace->count; i++) {
        const noc_trace_packet *p = &trace->packets[i];
        is_given[0] |= p->reply_bytes > 0;
        is_given[1] |= p->network > 0;
        is_given[2] |= p->wait_count > 0;
        is_given[3] |= p->delay > 0;
        is_given[4] |= p->phase > 0;
    }
    for (size_t c = 0, used = 0; c < NAMES; c++)
        if (is_given[c])
            used += (size_t)snprintf(fit->unread_columns + used, sizeof fit->unread_columns - used,
                                     "%s%s", used ? ", " : "", names[c]);
}

noc_status noc_workload_fit_trace(const char *path, double issue_cycles, int line_bytes,
                                  noc_workload_fit *fit, noc_diag *diag)
{
    noc_trace trace;
    noc_status status = noc_trace_read(path, &trace, diag);
    fitting f = {.trace = &trace,
                 .nodes = noc_arena_array(&trace.arena, NOC_TRACE_NODES_MAX, sizeof *f.nodes)};
    if (status == NOC_OK && !f.nodes) status = noc_fail_memory(diag);
    if (status == NOC_OK && trace.requests == 0)
        status = noc_fail(diag, NOC_EINPUT, (noc_place){path, 0}, "there is no request in it");
    for (size_t i = 0; status == NOC_OK && i < trace.count; i++)
        for (uint32_t d = 0; d <= trace.packets[i].extra_count; d++)
            add_packet(&f, &trace.packets[i], noc_trace_destination(&trace, &trace.packets[i], d));
    if (status == NOC_OK) {
        fit_figures(&f, issue_cycles, fit);
        list_unread_columns(&trace, fit);
        if (!fit_sharing(&trace, line_bytes, fit)) status = noc_fail_memory(diag);
    }
    noc_arena_clear(&trace.arena);
    return status;
}
